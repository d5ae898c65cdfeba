"""Nim-values of a rule whose moves leave intervals of earlier heaps: the mex over windows, by last places."""

from __future__ import annotations

from collections.abc import Iterator
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
FIRST_VALUES = 1 << 10  # for which there is room at first
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

    def first(self, count: int) -> NDArray[Any]:
        """The values of heaps 0..count - 1: O(log n) each for one interval. Raises NotIntervals, as above."""
        import numpy as np

        from grundy.engines.heap.intervals.kernels import interval_values

        done = len(self.values)
        if done < count:
            g = np.zeros(count, np.int32)
            g[:done] = self.values
            while done < count:
                stop = min(count, done + BLOCK)
                low, high, single = self._arrays(np.arange(done, stop))
                start = done
                while done < stop:
                    done = interval_values(low, high, single, self._last, self._upto, g, start, done, stop)
                    if done < stop:
                        self._last = _wider(self._last)
                self.values = g[:done]
            self.values = g
        return self.values[:count]

    def _arrays(self, heaps: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        import numpy as np

        ends = ends_of(self.core, heaps)
        low, high = (np.array(each) for each in zip(*ends.intervals, strict=True))
        is_left = low <= high
        before = np.maximum.accumulate(np.where(is_left, high, self._highest[:, None]), axis=1)
        if (is_left & (high < np.maximum(before, self._highest[:, None]))).any():
            raise NotIntervals  # its high end falls: what lies above it would have to be forgotten
        self._highest = np.maximum(self._highest, before[:, -1])
        single = np.array(ends.singles) if ends.singles else np.zeros((0, len(heaps)), np.int64)
        return low, high, single

    def _compare(self) -> None:
        """Compare what is left with the rule's own options, where its conditions are true and false and at random."""
        import numpy as np

        random, left = Random(0), COMPARED
        telling = (n for (n,) in cover(self.rule, self.core).states)
        heaps = [*range(60), *telling, *(random.randrange(10**5) for _ in range(20))]
        chosen = np.array(sorted({n for n in heaps if n < LARGEST_HEAP}))
        ends = ends_of(self.core, chosen)
        for place, n in enumerate(chosen.tolist()):
            read = list(islice(_heaps_of(ends, place), FIRST_OPTIONS + 1))
            left -= len(read)
            if left < 0:
                return
            try:
                options = [option.parts for option in islice(self.rule.options(n), FIRST_OPTIONS + 1)]
            except BadRule:
                raise NotIntervals from None
            if len(read) <= FIRST_OPTIONS and len(options) <= FIRST_OPTIONS:
                differs = {(heap,) for heap in read} != set(options)
            else:
                differs = not all(len(parts) == 1 and _is_left(ends, place, parts[0]) for parts in options)
            if differs:
                raise NotIntervals


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


def _wider(last: NDArray[Any]) -> NDArray[Any]:
    """The same trees with twice the leaves."""
    import numpy as np

    count, width = last.shape
    size = width // 2
    made = np.full((count, 2 * width), -1, np.int32)
    made[:, width : width + size] = last[:, size:]
    while width > 1:
        half = width // 2
        made[:, half:width] = np.minimum(made[:, width : 2 * width : 2], made[:, width + 1 : 2 * width : 2])
        width = half
    return made
