"""What settles a heap that near small heaps do not, and tells a late rare heap: all pairs, of heaps kept as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.setup_numbers import NumberSetup
from grundy.engines.heap.octal.sparse.space import SparseSpace, ranked, splits
from grundy.engines.heap.octal.sparse.stored_values import LATE, StoredValues, window
from grundy.engines.heap.octal.sparse.words import NONE, CommonNumbers
from grundy.model.shapes import Digits

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ---- What is kept of the first heaps of a search, from heap 0 on: whether a heap is rare is told by all its pairs


HELD = 2**27  # heaps, a byte each
BEHIND = 2**27  # heaps before the last ones that are held too
SPARE = 2**25  # heaps between two moves of these
STRETCH = 2**20  # pairs tried between two looks at what is still missing


class FirstHeaps:
    """The first heaps, as `words.Numbers` keeps them.

    kept   u1[HELD], 0 of a rare heap and of heap 0; `size` of them are known
    """

    def __init__(self, shape: Digits, words: CommonNumbers, complements: NDArray[Any]) -> None:
        import numpy as np

        self._shape, self._words = shape, words
        self.kept = np.zeros(max(HELD, len(complements)), np.uint8)  # what is not written takes no memory
        self.kept[: len(complements)] = complements
        self.kept[0] = 0  # a heap of 0 is no part of a split, though a twisted space may have it among the common ones
        self.size = len(complements)

    def note(self, complements: NDArray[Any], heap: int) -> None:
        """Note what is kept of heaps heap, heap + 1, ..., where all before are known."""
        if heap <= self.size and heap < len(self.kept):
            part = complements[: len(self.kept) - heap]
            self.kept[heap : heap + len(part)] = part
            self.size = heap + len(part)

    def before(self, heap: int, count: int) -> NDArray[Any]:
        """What is kept of `count` heaps before one that is not beyond those known; 0 of what would be below heap 0."""
        import numpy as np

        complements = np.zeros(count, np.uint8)
        complements[max(count - heap, 0) :] = self.kept[max(heap - count, 0) : heap]
        return complements

    def of(self, heaps: NDArray[Any], buffer: NDArray[Any], base: int) -> NDArray[Any]:
        """What is kept of some heaps, by these and a buffer that begins with heap `base`; 0 where neither has one."""
        import numpy as np

        complements = np.zeros(len(heaps), np.uint8)
        early, late = heaps < self.size, heaps >= max(base, 0)
        complements[early] = self.kept[heaps[early]]
        complements[late] = buffer[heaps[late] - base]
        return complements

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
            for rare, value in rares.items():
                other = heap - take - rare
                if other in rares and not (self._shape.unequal and other == rare):
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
            np.add.at(by_value[odd], [rare_value for rare, rare_value in rares.items() if rare & 1 == odd], 1)
        by_value[heap & 1, value] += 1
        even, odds = by_value
        rare, space = ranked(self._shape, heap, (even + odds).tolist(), (even - odds).tolist())[0]
        return space if rare <= len(rares) else None


class RecentHeaps:
    """What is kept of the last heaps that a search came by, BEHIND of them or more.

    kept   u1, from heap `first` on, to `end`
    """

    def __init__(self, complements: NDArray[Any], heap: int) -> None:
        """What is kept of the heaps before one; heaps below 0 are left out."""
        import numpy as np

        count = min(len(complements), heap, BEHIND + SPARE // 2)
        self.kept = np.zeros(BEHIND + SPARE, np.uint8)  # what is not written takes no memory
        self.kept[:count] = complements[len(complements) - count :]
        self.first, self.end = heap - count, heap

    def note(self, complements: NDArray[Any], heap: int) -> None:
        """Note heaps heap, heap + 1, ..., which come next, or anew."""
        if not self.first <= heap <= self.end:
            self.first = heap
        self.end = heap + len(complements)
        if self.end - self.first > len(self.kept):
            first = self.end - max(BEHIND + SPARE // 2, len(complements))  # those noted anew come off
            self.kept[: heap - first] = self.kept[first - self.first : heap - self.first].copy()
            self.first = first
        self.kept[heap - self.first : self.end - self.first] = complements

    def before(self, heap: int, most: int) -> NDArray[Any]:
        """What is kept of at most so many heaps before one."""
        return self.kept[max(heap - most - self.first, 0) : heap - self.first]


# ---- Heaps whose numbers are as high as few are: values as large are shown by pairs with one of them
#
# Let some numbers have a bit that none had for long. The XOR of two numbers has it just if one of them has: the pairs
# that show such a value are few and can all be tried, while small heaps, none of which has the bit, show it by chance
# alone.


MOST = 2**14  # heaps that are remembered, the last ones; if more of those stored are as high, none are


class HighHeaps:
    """The common heaps whose number has the highest bit of all, in order.

    top     the number with that bit alone, 0 if too many heaps have it
    known   of heaps and numbers: those stored, or those of an earlier `before`
    """

    def __init__(
        self, words: CommonNumbers, stored: StoredValues, first: int, entries: Iterable[Sequence[int]] | None
    ) -> None:
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
        if entries is not None:
            self._heaps = [(heap, number) for heap, number in entries]

    def note(self, complements: NDArray[Any], heap: int) -> None:
        """Note those of heaps heap, heap + 1, ..., of which this is kept; what was noted of them before is dropped."""
        import numpy as np

        if self.top:
            while self._heaps and self._heaps[-1][0] >= heap:
                self._heaps.pop()
            places = np.flatnonzero((complements != 0) & (complements <= NONE - self.top))
            self._heaps += [(heap + place, NONE - int(complements[place])) for place in places.tolist()]
            del self._heaps[: -4 * MOST]  # a buffer may be noted and then not be used

    def before(self, heap: int) -> list[tuple[int, int]]:
        """The last MOST of them below a heap, and their numbers."""
        return [entry for entry in self._heaps if entry[0] < heap][-MOST:]

    def shown(
        self, heap: int, takes: Iterable[int], complements_of: Callable[[NDArray[Any]], NDArray[Any]]
    ) -> set[int]:
        """The numbers of the values of a heap that pairs show: one of these heaps, and another common one.

        Args:    takes: what may be taken to leave two heaps. complements_of: what is kept of heaps below this one, 0
                 where that is not known.
        """
        import numpy as np

        shown_numbers: set[int] = set()
        entries = np.array(self.before(heap), np.int64).reshape(-1, 2)
        for take in takes:
            others = heap - take - entries[:, 0]
            usable = (others > 0) & (others != entries[:, 0])
            other = complements_of(others[usable])
            numbers = (NONE - other.astype(np.int64)) ^ entries[usable, 1]
            shown_numbers.update(np.unique(numbers[other != 0]).tolist())
        return {number for number in shown_numbers if number < self._words.bits}


Blocks = Callable[[int], Iterator["NDArray[Any]"]]
"""What is kept of the heaps from one on, computed again."""


class AllPairs:
    """The heaps of whose pairs a search makes use beyond those with a near small heap.

    low    the first heaps
    recent the last heaps
    high   those with high numbers
    late   the rare heaps beyond those stored, with their values
    """

    def __init__(
        self,
        stored: StoredValues,
        setup: NumberSetup,
        first: int,
        state: Mapping[str, Any],
        last: NDArray[Any],
        heap: int,
    ) -> None:
        """Args: last: what is kept of the heaps before `heap`, from which the search goes on."""
        import numpy as np

        self._stored, self._first = stored, first
        held = min(first, HELD)
        parts = [
            setup.words.of_values(stored.values[start : min(start + STRETCH, held)], start)
            for start in range(0, held, STRETCH)
        ]
        self.low = FirstHeaps(stored.shape, setup.words, np.concatenate([np.zeros(1, np.uint8), *parts])[1:])
        self.recent = RecentHeaps(last, heap)
        self.high: HighHeaps | None = HighHeaps(setup.words, stored, first, state.get("high"))
        self.late = [(int(heap), int(value)) for heap, value in state.get("late", ())]
        self._rare: tuple[int, int] | None = None  # the first heap that all pairs say to be rare, and its value

    def state(self, heap: int) -> dict[str, Any]:
        """What a search that goes on from a heap must know."""
        high = self.high.before(heap) if self.high else []
        return {"high": [list(entry) for entry in high], "late": [list(entry) for entry in self.late]}

    def window(self, heap: int, room: int) -> NDArray[Any]:
        """What a search that goes on from a heap must have of those before: the longer, the more pairs are left."""
        return self.recent.before(heap, max(BEHIND, room))

    def note(self, complements: NDArray[Any], heap: int) -> None:
        """Note what is kept of heaps heap, heap + 1, ..., which come next or are filled in anew."""
        self.low.note(complements, heap)
        self.recent.note(complements, heap)
        if self.high:
            self.high.note(complements, heap)

    def settle(self, setup: NumberSetup, heap: int, buffer: NDArray[Any], place: int, blocks: Blocks) -> bool:
        """Whether the heap at a place of a buffer is common; if all pairs say that it is rare, `with_rare` can follow.

        Pairs with a high heap come first: they are few, and they show what is missing of most such heaps.
        """
        low, recent = self.low, self.recent
        if low.size < min(len(low.kept), heap):  # as in a search that goes on
            self._hold(heap, blocks)
        base, around = heap - place, buffer
        if recent.first <= max(base, 0) and heap < recent.end:
            base, around = recent.first, recent.kept
        takes = setup.takes.tolist()
        shown = self.high.shown(heap, takes, lambda heaps: low.of(heaps, around, base)) if self.high else set()
        if shown and setup.settle(buffer, place, 0, setup.numbers, len(setup.numbers) - 1, shown):
            return True
        missing = setup.required_numbers(heap, NONE - int(buffer[place])) - shown
        left, whole = low.left(heap, around, heap - base, setup.singles.tolist(), missing)
        if left and whole:
            value = low.rare_value(heap, left, self._rares())
            if value is None:
                return True
            self._rare = self._rare or (heap, value)
        return not left

    def _hold(self, heap: int, blocks: Blocks) -> None:
        """Compute again what the first heaps below a heap are, as far as they are held."""
        low = self.low
        for block in blocks(low.size):
            low.note(block[: heap - low.size], low.size)
            if low.size >= min(len(low.kept), heap):
                return

    def _rares(self) -> dict[int, int]:
        """All rare heaps, with their values."""
        rares = self._stored.rares
        rares = rares[rares < self._first]
        values = self._stored.values[rares]
        return {**dict(zip(rares.tolist(), values.tolist(), strict=True)), **dict(self.late)}

    def with_rare(self, setup: NumberSetup | Any, heap: int) -> NumberSetup | None:
        """What the search goes on with after a rare heap whose value all pairs told; None where it cannot.

        It cannot where the heaps before are not all held, where kernels cannot look it up, and where another space has
        fewer rare heaps.
        """
        rare, self._rare = self._rare, None
        if rare is None or rare[0] != heap or self.low.size < heap:
            return None
        more: NumberSetup = setup.with_rare(*rare, window(self._stored.shape, [heap], 0))
        if more.kernels is None and setup.kernels is not None:
            return None
        if self._stored.choosing and heap >= LATE and self.low.better_space(*rare, self._rares()):
            return None
        self.late = [*self.late, rare]
        return more
