"""Boards whose rows fall into strips, each of which is a heap of a game of taking and breaking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.heap.octal.engine import CodeHeaps
from grundy.engines.options import SearchOptions
from grundy.model.convention import nim_sum
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Strips


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for boards whose strips are independent, as those of every board below such a one are."""
    assert isinstance(rule.shape, Strips)
    shape = rule.shape
    heaps = CodeHeaps(shape.digits)

    def strips(lengths: Sequence[int]) -> list[int]:
        """What strips of some lengths are worth."""
        return list(heaps.values([length + shape.offset for length in lengths]))

    def parts(state: Any) -> tuple[list[int], int]:
        """What the strips and the rings of a state are worth, and the largest heap among them."""
        runs, rings = shape.runs(state), shape.rings(state)
        assert runs is not None
        after = [int(value == 0) for value in strips(rings)]  # of a ring, all moves leave the same
        return strips(runs) + after, max((*runs, *rings), default=-shape.offset) + shape.offset

    def values(states: Sequence[Any]) -> tuple[list[int], int]:
        """The values, and the largest heap among them."""
        found = [parts(state) for state in states]
        return [nim_sum(worth) for worth, _ in found], max((largest for _, largest in found), default=0)

    def moves_to(state: Any, rest: Any) -> Moves:
        if shape.cuts is not None:
            whole, _ = parts(state)
            target = nim_sum(whole) ^ rest
            runs, rings = shape.runs(state) or (), shape.rings(state)
            worth = strips(range(1 + max((*runs, *rings), default=0)))
            return listed(
                [
                    move
                    for move, place, lengths in shape.cuts(state)
                    if nim_sum(worth[length] for length in lengths) ^ whole[place] == target
                ]
            )
        found = list(rule.options(state))
        worth, _ = values([option.parts[0] for option in found])
        return listed([rule.labels(option) for option, value in zip(found, worth, strict=True) if value == rest])

    def answer(states: Sequence[Any]) -> Answer:
        found, largest = values(states)
        return Answer(found, heaps.evidence(largest), moves_to)

    return Direct(answer)
