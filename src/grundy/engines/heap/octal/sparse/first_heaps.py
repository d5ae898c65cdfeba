"""What is kept of the first heaps of a search, from heap 0 on: whether a heap is rare is told by all its pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.numbers import Numbers
from grundy.engines.heap.octal.sparse.space import SparseSpace, ranked, splits
from grundy.model.shapes import Digits

if TYPE_CHECKING:
    from numpy.typing import NDArray

HELD = 2**27  # heaps, a byte each
BEHIND = 2**27  # heaps before the last ones that are held too
SPARE = 2**25  # heaps between two moves of these
STRETCH = 2**20  # pairs tried between two looks at what is still missing


class FirstHeaps:
    """The first heaps, as `numbers.Numbers` keeps them.

    kept   u1[HELD], 0 of a rare heap and of heap 0; `size` of them are known
    """

    def __init__(self, shape: Digits, words: Numbers, kept: NDArray[Any]) -> None:
        import numpy as np

        self._shape, self._words = shape, words
        self.kept = np.zeros(max(HELD, len(kept)), np.uint8)  # what is not written takes no memory
        self.kept[: len(kept)] = kept
        self.kept[0] = 0  # a heap of 0 is no part of a split, though a twisted space may have it among the common ones
        self.size = len(kept)

    def note(self, kept: NDArray[Any], heap: int) -> None:
        """Note what is kept of heaps heap, heap + 1, ..., where all before are known."""
        if heap <= self.size and heap < len(self.kept):
            part = kept[: len(self.kept) - heap]
            self.kept[heap : heap + len(part)] = part
            self.size = heap + len(part)

    def before(self, heap: int, count: int) -> NDArray[Any]:
        """What is kept of `count` heaps before one that is not beyond those known; 0 of what would be below heap 0."""
        import numpy as np

        found = np.zeros(count, np.uint8)
        found[max(count - heap, 0) :] = self.kept[max(heap - count, 0) : heap]
        return found

    def of(self, heaps: NDArray[Any], buffer: NDArray[Any], base: int) -> NDArray[Any]:
        """What is kept of some heaps, by these and a buffer that begins with heap `base`; 0 where neither has one."""
        import numpy as np

        found = np.zeros(len(heaps), np.uint8)
        known, late = heaps < self.size, heaps >= max(base, 0)
        found[known] = self.kept[heaps[known]]
        found[late] = buffer[heaps[late] - base]
        return found

    def left(
        self, heap: int, buffer: NDArray[Any], place: int, singles: Iterable[int], missing: Iterable[int]
    ) -> tuple[set[int], bool]:
        """The numbers that no single heap shows nor any pair of common heaps that can be looked at, and whether these
        pairs are all.

        Args:    buffer, place: what is kept of the heaps before, as far as the buffer goes, and of the heap.
                 singles: what may be taken to leave one heap that shows a rare value. missing: the numbers looked for.
        Cost:    about a nanosecond a pair, until all are shown.
        """
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import show_pairs

        shown, whole = np.zeros(256, np.uint8), True
        wanted = np.array(sorted(missing), np.int64)
        for take in singles:
            shown[255 - int(buffer[place - take])] = 1
        others, base = (self.kept, 0) if heap <= self.size else (buffer, heap - place)
        for take in splits(self._shape):
            total = heap - take
            half = (total - self._shape.unequal) // 2
            stop = min(half + 1, self.size, total - max(base, 0) + 1)
            whole &= stop == half + 1
            for first in range(1, stop, STRETCH):
                if shown[wanted].all():
                    return set(), True
                show_pairs(self.kept, others, base, total, first, min(first + STRETCH, stop), shown)
        return set(wanted[shown[wanted] == 0].tolist()), whole

    def rare_value(self, heap: int, left: Iterable[int], rares: Mapping[int, int]) -> int | None:
        """The nim-value of a heap of which no pair of common heaps shows some numbers; None if it is common.

        Args:    left: these numbers. rares: all rare heaps before it, and their values.
        Method:  rare values are shown by pairs of rare heaps and by single rare heaps too: they are few.
        """
        shown = {
            rares[heap - take] for take, digit in enumerate(self._shape.digits) if digit & 2 and heap - take in rares
        }
        for take in splits(self._shape):
            for one, value in rares.items():
                other = heap - take - one
                if other in rares and not (self._shape.unequal and other == one):
                    shown.add(value ^ rares[other])
        return min({self._words.value(number, heap, False) for number in left} - shown, default=None)

    def better_space(self, heap: int, value: int, rares: Mapping[int, int]) -> SparseSpace | None:
        """The space with the fewest rare heaps among the first; None if there is none with fewer than here.

        Args:    heap, value: one more rare heap, not beyond those known. rares: all before it, and their values.
        """
        import numpy as np

        counts = np.zeros((2, 256), np.int64)  # of even and odd heaps
        for first in range(0, heap, STRETCH):
            part = self.kept[first : min(first + STRETCH, heap)]
            for odd in (0, 1):
                counts[odd] += np.bincount(part[odd::2], minlength=256)
        counts[:, 0] = 0
        table = self._words.table()
        width = max(int(table.max()), value, *rares.values()) + 1
        by_value = np.zeros((2, width), np.int64)
        for odd in (0, 1):
            np.add.at(by_value[odd], table[odd], counts[odd])
            np.add.at(by_value[odd], [one for rare, one in rares.items() if rare & 1 == odd], 1)
        by_value[heap & 1, value] += 1
        even, odds = by_value
        rare, space = ranked(self._shape, heap, (even + odds).tolist(), (even - odds).tolist())[0]
        return space if rare <= len(rares) else None


class RecentHeaps:
    """What is kept of the last heaps that a search came by, BEHIND of them or more.

    kept   u1, from heap `first` on, to `end`
    """

    def __init__(self, kept: NDArray[Any], heap: int) -> None:
        """What is kept of the heaps before one; heaps below 0 are left out."""
        import numpy as np

        count = min(len(kept), heap, BEHIND + SPARE // 2)
        self.kept = np.zeros(BEHIND + SPARE, np.uint8)  # what is not written takes no memory
        self.kept[:count] = kept[len(kept) - count :]
        self.first, self.end = heap - count, heap

    def note(self, kept: NDArray[Any], heap: int) -> None:
        """Note heaps heap, heap + 1, ..., which come next, or anew."""
        if not self.first <= heap <= self.end:
            self.first = heap
        self.end = heap + len(kept)
        if self.end - self.first > len(self.kept):
            first = self.end - max(BEHIND + SPARE // 2, len(kept))  # those noted anew come off
            self.kept[: heap - first] = self.kept[first - self.first : heap - self.first].copy()
            self.first = first
        self.kept[heap - self.first : self.end - self.first] = kept

    def before(self, heap: int, most: int) -> NDArray[Any]:
        """What is kept of at most so many heaps before one."""
        return self.kept[max(heap - most - self.first, 0) : heap - self.first]
