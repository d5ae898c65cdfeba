"""Misère play by the definition: every sum of parts below, nothing cancelled."""

from __future__ import annotations

from grundy.engines.definition import FEW_POSITIONS
from grundy.engines.engine import Direct, DirectOutcome, Normal, listed, or_spent
from grundy.engines.options import SearchOptions
from grundy.engines.sums import winning
from grundy.model.definition import MOST_POSITIONS, Memo, misere_outcomes, multiset_after, require_same_sums
from grundy.model.evidence import Evidence
from grundy.model.result import Result
from grundy.model.rule import Position

BY = Evidence("computed", "the definition: every sum of parts below, nothing cancelled")


def engine(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The engine for any position, up to a million sums below it."""
    return Direct(lambda position: by_definition(position, MOST_POSITIONS))


def few(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The same for so few sums that what compiles a rule takes longer."""
    return Direct(or_spent(lambda position: by_definition(position, FEW_POSITIONS)))


def by_definition(position: Position, most: int) -> Result:
    """Who wins, and by which moves. Raises: OutOfReach: more than `most` sums are below the position."""
    memo: Memo = {}
    counts = dict(position.multiset())
    root = frozenset(counts.items())
    first = misere_outcomes([root], memo, most)[root]
    require_same_sums(memo)
    if first:  # the search of the root ended at the first move that wins
        for rule, state in counts:
            misere_outcomes([multiset_after(counts, (rule, state), o.parts) for o in rule.options(state)], memo, most)
    moves = {
        (rule, state): listed(
            [
                rule.labels(option)
                for option in rule.options(state)
                if not memo.get(multiset_after(counts, (rule, state), option.parts), True)
            ]
        )
        for rule, state in counts
    }
    return Result(position, "misere", "first" if first else "second", None, winning(position, moves), BY)
