"""Heaps whose numbers are as high as few are: values as large are shown by pairs with one of them, however far apart.

Let some numbers have a bit that none had for long. The XOR of two numbers has it just if one of them has: the pairs
that show such a value are few and can all be tried, while small heaps, none of which has the bit, show it by chance
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.numbers import NONE, Numbers
from grundy.engines.heap.octal.sparse.stored_values import StoredValues

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 2**14  # heaps that are remembered, the last ones; if more of those stored are as high, none are


class HighHeaps:
    """The common heaps whose number has the highest bit of all, in order.

    top     the number with that bit alone, 0 if too many heaps have it
    known   of heaps and numbers: those stored, or those of an earlier `before`
    """

    def __init__(self, words: Numbers, stored: StoredValues, first: int, known: Iterable[Sequence[int]] | None) -> None:
        import numpy as np

        self._words = words
        values = stored.values[:first]
        self.top = 1 << int(words.number(int(values.max(initial=0)))).bit_length() >> 1
        heaps = np.flatnonzero(values >= words.value(self.top, 0) & ~(1 << words.low))
        if len(heaps) > 2 * MOST:  # too many, be they common or not
            heaps = heaps[:0]
        numbers = words.number(values[heaps].astype(np.int64))
        high = words.space.are_common(values[heaps], heaps) & (numbers >= self.top)
        self._heaps = list(zip(heaps[high].tolist(), numbers[high].tolist(), strict=True))
        if not 0 < len(self._heaps) <= MOST:
            self.top, self._heaps = 0, []
        if known is not None:
            self._heaps = [(heap, number) for heap, number in known]

    def note(self, kept: NDArray[Any], heap: int) -> None:
        """Note those of heaps heap, heap + 1, ..., of which this is kept; what was noted of them before is dropped."""
        import numpy as np

        if self.top:
            while self._heaps and self._heaps[-1][0] >= heap:
                self._heaps.pop()
            places = np.flatnonzero((kept != 0) & (kept <= NONE - self.top))
            self._heaps += [(heap + place, NONE - int(kept[place])) for place in places.tolist()]
            del self._heaps[: -4 * MOST]  # a buffer may be noted and then not be used

    def before(self, heap: int) -> list[tuple[int, int]]:
        """The last MOST of them below a heap, and their numbers."""
        return [one for one in self._heaps if one[0] < heap][-MOST:]

    def shown(self, heap: int, takes: Iterable[int], kept: Callable[[NDArray[Any]], NDArray[Any]]) -> set[int]:
        """The numbers of the values of a heap that pairs show: one of these heaps, and another common one.

        Args:    takes: what may be taken to leave two heaps. kept: what is kept of heaps below this one, 0 where that
                 is not known.
        """
        import numpy as np

        found: set[int] = set()
        known = np.array(self.before(heap), np.int64).reshape(-1, 2)
        for take in takes:
            others = heap - take - known[:, 0]
            usable = (others > 0) & (others != known[:, 0])
            other = kept(others[usable])
            numbers = (NONE - other.astype(np.int64)) ^ known[usable, 1]
            found.update(np.unique(numbers[other != 0]).tolist())
        return {number for number in found if number < self._words.bits}
