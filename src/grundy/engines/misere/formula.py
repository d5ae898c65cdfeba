"""Misère play of one part, by a theorem on it."""

from __future__ import annotations

from grundy.engines.engine import Direct, DirectOutcome, Normal
from grundy.engines.search.options import SearchOptions
from grundy.engines.sums import movable
from grundy.model.result import Evidence, Result, WinningMoves
from grundy.model.rule import Position


def engine(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The engine for positions with one part that can be moved in, whose winner a theorem gives."""

    def answer(position: Position) -> Result:
        (part,) = movable(position)
        theory = part.rule.theory
        assert theory and theory.misere
        wins, moves = theory.misere(part.state)
        found = WinningMoves(moves.count, lambda: (position.move(part, labels) for labels in moves), moves.exact)
        evidence = Evidence("proved", theory.misere_source)
        return Result(position, "misere", "first" if wins else "second", None, found, evidence)

    return Direct(answer)
