"""Boards whose moves clear sets of cells: each part by a formula or a table."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.engines.engine import Answer, Direct, DirectValues, Summand, listed
from grundy.engines.options import SearchOptions
from grundy.engines.table.pieces import BoardPiece, by, part_moves, part_value, parts, shape
from grundy.model.convention import nim_sum
from grundy.model.option import Labels, State
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Masks, Moves


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for boards no part of which is too large for a table (see pieces.py)."""
    assert isinstance(rule.shape, Masks)
    board = rule.shape

    def value(state: State) -> int:
        return nim_sum(part_value(board, shape(part), options) for part in parts(board, state))

    def moves_to(state: State, rest: int) -> Moves:
        found = parts(board, state)
        worths = [part_value(board, shape(part), options) for part in found]
        total = nim_sum(worths)
        labels: list[Labels] = []
        for part, worth in zip(found, worths, strict=True):
            labels += part_moves(board, part, rest ^ total ^ worth, options)
        return listed(labels)

    def summands(state: State) -> list[Summand]:
        return [(_where(part), part_value(board, shape(part), options)) for part in parts(board, state)]

    evidence = Evidence("computed", f"{by(board)} by tables of all their subsets")

    def answer(states: Sequence[State]) -> Answer:
        return Answer([value(state) for state in states], evidence, moves_to, summands)

    return Direct(answer)


def _where(part: BoardPiece) -> str:
    r, c = part[0]
    return f"the {len(part)} cell{'s' * (len(part) > 1)} from ({r + 1}, {c + 1})"
