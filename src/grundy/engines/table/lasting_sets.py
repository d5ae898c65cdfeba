"""Sets of numbers of a rule that is code in which no move takes another away: every play from a set is as long.

The theorem: let each move put one number in, and let it be there to be made until that number is in (or the other way
round, each taking one out). Then all moves that ever come up are made in every play: of two plays take the first move
of one whose number the other never puts in; all that it needs is there at the end of the other, which could go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues, Spent, listed
from grundy.engines.options import SearchOptions
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves
from grundy.reading.lasting import lasting

MOST_ELEMENTS = 50_000_000  # of all the sets that are looked at for a state
MOST_ROUNDS = 10_000


class _Differs(Exception):
    """The rule makes another move than was read, or too many."""


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The theorem, where the rule's source shows that it holds."""

    @cache
    def length(state: frozenset[int]) -> int:
        return _length(rule, state, lasting(rule) == "in")

    def moves_to(state: Any, rest: int) -> Moves:
        if rest != (length(state) + 1) % 2:
            return listed([])
        return listed([rule.labels(option) for option in rule.options(state)])

    def answer(states: Sequence[Any]) -> Answer | Spent:
        way = lasting(rule)
        if way is None:
            return Spent(for_good=False)
        try:
            lengths = [length(state) for state in states]
        except _Differs:
            return Spent(for_good=False)
        plays = f"every play has {lengths[0]:,} moves" if len(states) == 1 else "every play from a state is as long"
        change, there = ("puts one number in", "in") if way == "in" else ("takes one number out", "out")
        reason = (
            f"{plays}: each move {change} and takes no other move away, as it needs only numbers that are {there}; "
            "read off its source, and one play of each followed"
        )
        return Answer([each % 2 for each in lengths], Evidence("proved", reason), moves_to)

    return Direct(answer)


def _length(rule: Rule, state: frozenset[int], puts_in: bool) -> int:
    """How many moves a play has; all moves of a state are made one after the other, before the next ones are asked."""
    here, count, elements = state, 0, 0
    for _ in range(MOST_ROUNDS):
        changed: set[int] = set()
        for option in rule.options(here):
            after = option.parts[0] if len(option.parts) == 1 and option.next == "opponent" else None
            elements += len(here) + 1
            if not isinstance(after, frozenset) or len(after) != len(here) + (1 if puts_in else -1):
                raise _Differs
            if not (here < after if puts_in else after < here) or elements > MOST_ELEMENTS:
                raise _Differs
            changed |= here ^ after
        if not changed:
            return count
        here, count = here ^ changed, count + len(changed)
    raise _Differs
