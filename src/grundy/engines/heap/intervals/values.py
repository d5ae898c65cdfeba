"""Nim-values of a rule whose moves leave intervals of earlier heaps: the mex over windows, by last places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.intervals.ends import Ends, NotIntervals, ends_of
from grundy.errors import BadRule
from grundy.model.rule import Rule
from grundy.reading.core import Core
from grundy.reading.cover import cover
from grundy.reading.lower import lower
from grundy.reading.source import NotRead

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 1 << 14  # heaps whose ends are worked out at once
FIRST_VALUES = 1 << 8  # for which there is room at first: as many as a byte has
LARGEST_HEAP = 1 << 26
COMPARED = 200_000  # options of all heaps that are compared together
FIRST_OPTIONS = 2_000  # of a heap with more


class IntervalValues:
    """The nim-values of heaps 0, 1, 2, ... of a rule, `values`, as far as they were asked for.

    Raises: NotIntervals: its moves leave no intervals, or one whose high end falls.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def half(n):
    ...     for k in range(1, n // 2 + 1):
    ...         yield n - k
    >>> IntervalValues(half).first(8).tolist()
    [0, 0, 1, 0, 2, 1, 3, 0]
    """

    def __init__(self, rule: Rule) -> None:
        import numpy as np

        try:
            self.core: Core = lower(rule)
        except NotRead:
            raise NotIntervals from None
        self.rule = rule
        self.values: NDArray[Any] = np.zeros(0, np.int32)
        self._compare()
        ends = ends_of(self.core, np.arange(1))
        if not ends.intervals:
            raise NotIntervals
        count = len(ends.intervals)
        self._upto = np.zeros(count, np.int64)
        self._highest = np.full(count, -1, np.int64)
        self._last = np.full((count, 2 * FIRST_VALUES), -1, np.int32)
        self._last_lost = np.full(count, -1, np.int64)

    def first(self, count: int) -> NDArray[Any]:
        """The values of heaps 0..count - 1: O(log n) each for one interval. Raises NotIntervals, as above."""
        import numpy as np

        done = len(self.values)
        if done < count:
            g = np.zeros(count, np.int32)
            g[:done] = self.values
            while done < count:
                done = self.fill(g, done, count)
                self.values = g[:done]
        return self.values[:count]

    def fill(self, g: NDArray[Any], done: int, count: int) -> int:
        """Fill some of g[done:count], integers of which g[:done] are right; return how many are right then.

        It fills no more only where a value may be too large for them. Raises NotIntervals, as above.
        """
        import numpy as np

        from grundy.engines.heap.intervals.kernels import interval_values

        start, stop = done, min(count, done + BLOCK)
        low, high, single, highest = self._arrays(np.arange(start, stop))
        most = int(np.iinfo(g.dtype).max) + 1
        if done and not self._upto.any():  # of work that is resumed: all trees are empty
            self._last = _wider(self._last, int(g[:done].max()) + 1)
        while done < stop:
            done = interval_values(low, high, single, self._last, self._upto, g, start, done, stop)
            if done < stop:
                if self._size() >= most:
                    break
                self._last = _wider(self._last, 2 * self._size())
        if done > start:
            self._highest = highest[:, done - 1 - start]
        return done

    def fill_outcomes(self, bits: NDArray[Any], misere: bool, done: int, count: int) -> int:
        """Fill some of the bits done..count - 1, which say of each heap whether whoever moves loses; the same way.

        One object fills values or outcomes.
        """
        import numpy as np

        from grundy.engines.heap.intervals.kernels import interval_outcomes

        stop = min(count, done + BLOCK)
        low, high, single, highest = self._arrays(np.arange(done, stop))
        interval_outcomes(low, high, single, self._last_lost, self._upto, bits, misere, done, done, stop)
        self._highest = highest[:, -1]
        return stop

    def _size(self) -> int:
        """For how many values there is room."""
        return self._last.shape[1] // 2

    def _arrays(self, heaps: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        """Of heaps in a row: the ends of the intervals, the single heaps, and the highest end up to each of them."""
        import numpy as np

        ends = ends_of(self.core, heaps)
        low, high = (np.array(each) for each in zip(*ends.intervals, strict=True))
        is_left = low <= high
        raised = np.where(is_left, np.maximum(high, self._highest[:, None]), self._highest[:, None])
        highest = np.maximum.accumulate(raised, axis=1)
        if (is_left & (high < highest)).any():
            raise NotIntervals  # its high end falls: what lies above it would have to be forgotten
        single = np.array(ends.singles) if ends.singles else np.zeros((0, len(heaps)), np.int64)
        return low, high, single, highest

    def option_counts(self, heaps: NDArray[Any]) -> NDArray[Any]:
        """How many options these heaps have; those that lie in two intervals count twice."""
        import numpy as np

        ends, counts = ends_of(self.core, heaps), np.zeros(len(heaps), np.int64)
        for low, high in ends.intervals:
            counts += np.maximum(high - low + 1, 0)
        for single in ends.singles:
            counts += single >= 0
        return counts

    def spans(self, heap: int) -> list[slice]:
        """The options of one heap, as the places where they lie."""
        import numpy as np

        ends = ends_of(self.core, np.array([heap]))
        spans = [slice(int(low[0]), int(high[0]) + 1) for low, high in ends.intervals if low[0] <= high[0]]
        return spans + [slice(int(single[0]), int(single[0]) + 1) for single in ends.singles if single[0] >= 0]

    def _compare(self) -> None:
        """Compare what is left with the rule's own options, where its conditions are true and false and at random."""
        random = Random(0)
        telling = (n for (n,) in cover(self.rule, self.core).states)
        heaps = [*range(60), *telling, *(random.randrange(10**5) for _ in range(20))]
        if not self.are_left(sorted({n for n in heaps if n < LARGEST_HEAP})):
            raise NotIntervals

    def are_left(self, heaps: Sequence[int]) -> bool:
        """Whether the intervals are what the rule leaves of some heaps, by its own options; of many the first."""
        import numpy as np

        ends, left = ends_of(self.core, np.array(heaps)), COMPARED
        for place, n in enumerate(heaps):
            read = list(islice(_heaps_of(ends, place), FIRST_OPTIONS + 1))
            left -= len(read)
            if left < 0:
                break
            try:
                options = [option.parts for option in islice(self.rule.options(n), FIRST_OPTIONS + 1)]
            except BadRule:
                return False
            if len(read) <= FIRST_OPTIONS and len(options) <= FIRST_OPTIONS:
                agree = {(heap,) for heap in read} == set(options)
            else:
                agree = all(len(parts) == 1 and _is_left(ends, place, parts[0]) for parts in options)
            if not agree:
                return False
        return True


def _heaps_of(ends: Ends, place: int) -> Iterator[int]:
    for low, high in ends.intervals:
        yield from range(int(low[place]), int(high[place]) + 1)
    for single in ends.singles:
        if single[place] >= 0:
            yield int(single[place])


def _is_left(ends: Ends, place: int, heap: Any) -> bool:
    return any(low[place] <= heap <= high[place] for low, high in ends.intervals) or any(
        single[place] == heap for single in ends.singles
    )


def _wider(last: NDArray[Any], size: int) -> NDArray[Any]:
    """The same trees with room for so many values, or more: a power of 2."""
    import numpy as np

    count, before = last.shape[0], last.shape[1] // 2
    width = max(before, 1 << (size - 1).bit_length())
    made = np.full((count, 2 * width), -1, np.int32)
    made[:, width : width + before] = last[:, before:]
    while width > 1:
        half = width // 2
        made[:, half:width] = np.minimum(made[:, width : 2 * width : 2], made[:, width + 1 : 2 * width : 2])
        width = half
    return made
