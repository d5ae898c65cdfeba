"""Large heaps of a rule that is code whose moves leave intervals of earlier heaps, such as "take at most half"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues, Spent, listed
from grundy.engines.options import SearchOptions
from grundy.engines.question import Question, Row
from grundy.model.evidence import Evidence
from grundy.model.option import Option
from grundy.model.rule import Rule
from grundy.model.shapes import Moves

LARGE = 10_000  # a heap that takes a table long, since it has as many options


def fits(question: Question) -> bool:
    """Heaps, one of them large, of a rule of one number that is code; all from 0 on are a table (table/intervals)."""
    rule = question.rule
    if isinstance(question.states, range):
        return False
    if rule.arity != 1 or rule.shape is not None or rule.theory is not None or question.options.method != "auto":
        return False
    heaps = [n for n in question.states if isinstance(n, int) and type(n) is int and n >= 0]
    return len(heaps) == len(question.states) and max(heaps, default=0) >= LARGE


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The mex over windows of earlier heaps, heap by heap."""
    from grundy.engines.heap.intervals.ends import NotIntervals  # what reads rules: no small problem waits for it
    from grundy.engines.heap.intervals.values import LARGEST_HEAP, IntervalValues

    def answer(states: Sequence[Any]) -> Answer | Spent:
        if max(states) > LARGEST_HEAP:
            return Spent(for_good=False)
        try:
            values = IntervalValues(rule).first(max(states) + 1)
        except NotIntervals:
            return Spent(for_good=True)

        def moves_to(state: Any, rest: int) -> Moves:
            left: Iterator[tuple[Option, Any]] = ((option, option.parts[0]) for option in rule.options(state))
            return listed([rule.labels(option) for option, heap in left if values[heap] == rest])

        reason = (
            f"the nim-values of heaps 0 to {max(states)}: a move leaves intervals of earlier heaps, and the last place "
            "of each value says whether it is in them"
        )
        return Answer([int(values[n]) for n in states], Evidence("computed", reason), moves_to)

    return Direct(answer)


ROW = Row(
    "large heaps of a rule that is code, whose moves leave intervals of smaller heaps",
    fits,
    "rows.interval_moves",
    "heap by heap: the least value whose last place is in no interval",
    tries="heaps up to 2^26, and intervals whose high ends do not fall",
    cost="table",
)
EXAMPLES = (("rule:n -> n-k, for k in 1..n//2", "20000"),)  # beyond the definition; test_intervals has smaller ones
