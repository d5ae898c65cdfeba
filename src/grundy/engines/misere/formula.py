"""Misère play of one part, by a theorem on it."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.engines.engine import Normal, TellsMany
from grundy.engines.options import SearchOptions
from grundy.engines.sums import movable
from grundy.model.convention import Winner
from grundy.model.result import Evidence, Result, WinningMoves
from grundy.model.rule import Part, Position
from grundy.model.shapes import Moves, Theory


def engine(options: SearchOptions, normal: Normal) -> TellsMany:
    """The engine for positions with one part that can be moved in, whose winner a theorem gives."""

    def told(position: Position) -> tuple[Part, Theory, bool, Moves]:
        (part,) = movable(position)
        theory = part.rule.theory
        assert theory and theory.misere
        return part, theory, *theory.misere(part.state)

    def answer(position: Position) -> Result:
        part, theory, wins, moves = told(position)
        found = WinningMoves(moves.count, lambda: (position.move(part, labels) for labels in moves), moves.exact)
        evidence = Evidence("proved", theory.misere_source)
        return Result(position, "misere", "first" if wins else "second", None, found, evidence)

    def winners(positions: Sequence[Position]) -> list[Winner]:
        return ["first" if wins else "second" for _, _, wins, _ in map(told, positions)]

    return TellsMany(answer, winners)
