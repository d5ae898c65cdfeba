"""Tables of a rule whose moves leave long intervals of earlier heaps: the mex over windows, by last places.

Where a heap has thousands of options, a loop over them takes as long; the last place of each value takes O(log n).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from grundy.compile.subset import Unfit
from grundy.engines.engine import Spent
from grundy.engines.options import SearchOptions
from grundy.engines.table.job import Filling, GrowingTable, Job, Working, chunk_of
from grundy.engines.table.plain import Bits, check_table
from grundy.model.rule import Rule

if TYPE_CHECKING:
    from grundy.engines.heap.intervals.values import IntervalValues

OPTION_NANOSECONDS, HEAP_NANOSECONDS = 0.7, 200  # of a compiled loop over options, and of a heap here: 100 to 200
WORTH_NANOSECONDS = 5 * 10**8  # that must be saved: the kernel has to be loaded, on a new machine compiled
SAMPLED = 257  # heaps whose options are counted
FEW_OPTIONS = 20_000  # of a heap that is compared by the rule alone


class IntervalTables:
    """The engine for a rule whose moves leave intervals of heaps so long that a loop over them is more work."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._values: IntervalValues | None = None

    def unfit(self, filling: Filling) -> Unfit | None:
        """Why a loop is less work, or there is nothing else; None if intervals are."""
        self._values = values_of(filling.task)
        return Unfit("its moves leave no intervals that are long") if self._values is None else None

    def work(self, filling: Filling, saved: Mapping[str, Any] | None) -> Working:
        """As every engine; its budget is spent at a heap from which an interval moves back."""
        from grundy.engines.heap.intervals.ends import NotIntervals

        assert self._values is not None
        table = filling.growing(saved)
        try:
            for done in _fill(self._values, table):
                yield chunk_of(table, done)
        except NotIntervals:
            return Spent()
        _check(self._values, table)
        yield chunk_of(table, filling.task.total)
        return filling


def engine(rule: Rule, options: SearchOptions) -> IntervalTables:
    """The engine for a rule that leaves long intervals."""
    return IntervalTables(rule)


def _fill(values: IntervalValues, table: GrowingTable) -> Iterator[int]:
    import numpy as np

    if table.way == "window":  # of values
        table.way = "stamps8"
    while table.done < table.task.total:
        before, array = table.done, np.asarray(table.array)
        if table.task.outcomes:
            table.done = values.fill_outcomes(array, table.task.misere, before, table.task.total)
        else:
            table.done = values.fill(array, before, table.task.total)
        if table.done == before:
            table.widen(before)
        else:
            yield table.done


def values_of(task: Job) -> IntervalValues | None:
    """What fills a table by the intervals that the rule leaves; none if a loop over options is less work."""
    import numpy as np

    total, rule = task.total, task.rule
    if rule.arity != 1 or rule.shape is not None:
        return None
    if total * total * OPTION_NANOSECONDS < 2 * WORTH_NANOSECONDS:
        return None
    from grundy.engines.heap.intervals.ends import NotIntervals  # which reads rules
    from grundy.engines.heap.intervals.values import LARGEST_HEAP, IntervalValues

    if total > LARGEST_HEAP + 1:
        return None
    try:
        values = IntervalValues(rule)
        options = values.option_counts(np.linspace(0, total - 1, SAMPLED, dtype=np.int64))
    except NotIntervals:
        return None
    saved = (float(options.mean()) * OPTION_NANOSECONDS - HEAP_NANOSECONDS) * total
    return values if saved > WORTH_NANOSECONDS else None


def _check(values: IntervalValues, table: GrowingTable) -> None:
    """Compare a table with the rule, as all are; of a heap with many options, the first of them, and what all say."""
    import numpy as np

    task, array = table.task, np.asarray(table.array)

    def is_checked(heap: int) -> bool:
        spans = values.spans(heap)
        if sum(span.stop - span.start for span in spans) <= FEW_OPTIONS or not values.are_left([heap]):
            return False
        if task.outcomes:
            return bool(Bits(array)[heap]) is not any(map(_has_lost, spans))  # it has options
        is_left = np.zeros(2 + max(int(array[span].max()) for span in spans), np.bool_)
        for span in spans:
            is_left[array[span]] = True
        return int(is_left.argmin()) == int(array[heap])

    def _has_lost(span: slice) -> bool:
        bits = np.unpackbits(array[span.start >> 3 : (span.stop >> 3) + 1], bitorder="little")
        return bool(bits[span.start & 7 :][: span.stop - span.start].any())

    check_table(task, array, is_checked=is_checked)
