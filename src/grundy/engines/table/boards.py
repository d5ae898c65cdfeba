"""Boards whose moves clear sets of cells: each part by a formula or a table; those too large for one are searched."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.engines.search.way import PLAIN_WAY, Way
from grundy.engines.solver import Solver, Summand, listed
from grundy.engines.table.large_boards import solver as large_solver
from grundy.engines.table.pieces import MOST_SLICED, Part, by, largest_part, part_moves, part_value, parts, shape
from grundy.model.option import Labels, State
from grundy.model.play import nim_sum
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Masks, Moves


def solver(board: Masks, rule: Rule, way: Way = PLAIN_WAY) -> Solver:
    """The engine for a rule whose moves clear sets of cells; states with a part too large for a table are searched."""
    larger: list[Solver] = []

    def beyond(state: State) -> Solver | None:
        if largest_part(board, state) <= MOST_SLICED:
            return None
        if not larger:
            larger.append(large_solver(board, rule, way))
        return larger[0]

    def values(states: Sequence[State]) -> list[int]:
        return [value(state) for state in states]

    def value(state: State) -> int:
        large = beyond(state)
        if large:
            return large.values([state])[0]  # type: ignore[return-value]
        return nim_sum(part_value(board, shape(part), way) for part in parts(board, state))

    def moves_to(state: State, rest: int) -> Moves:
        large = beyond(state)
        if large:
            return large.moves_to(state, rest)
        found = parts(board, state)
        worths = [part_value(board, shape(part), way) for part in found]
        total = nim_sum(worths)
        labels: list[Labels] = []
        for part, worth in zip(found, worths, strict=True):
            labels += part_moves(board, part, rest ^ total ^ worth, way)
        return listed(labels)

    def summands(state: State) -> list[Summand]:
        if beyond(state):
            return []
        return [(_where(part), part_value(board, shape(part), way)) for part in parts(board, state)]

    evidence = Evidence("computed", f"{by(board)} by tables of all their subsets")
    return Solver(values, moves_to, lambda: larger[0].evidence() if larger else evidence, summands)


def _where(part: Part) -> str:
    r, c = part[0]
    return f"the {len(part)} cell{'s' * (len(part) > 1)} from ({r + 1}, {c + 1})"
