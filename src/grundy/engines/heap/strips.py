"""Boards whose rows fall into strips, each of which is a heap of a game of taking and breaking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.heap.octal.engine import CodeHeaps
from grundy.engines.search.options import SearchOptions
from grundy.model.convention import nim_sum
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Strips


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for boards whose strips are independent, as those of every board below such a one are."""
    assert isinstance(rule.shape, Strips)
    shape = rule.shape
    heaps = CodeHeaps(shape.digits)

    def sizes(state: Any) -> list[int]:
        runs = shape.runs(state)
        assert runs is not None
        return [length + shape.offset for length in runs]

    def values(states: Sequence[Any]) -> tuple[list[int], int]:
        """The values, and the largest heap among them."""
        strips = [sizes(state) for state in states]
        worth = iter(heaps.values([size for some in strips for size in some]))
        largest = max((size for some in strips for size in some), default=0)
        return [nim_sum(next(worth) for _ in some) for some in strips], largest

    def moves_to(state: Any, rest: Any) -> Moves:
        found = list(rule.options(state))
        worth, _ = values([option.parts[0] for option in found])
        return listed([rule.labels(option) for option, value in zip(found, worth, strict=True) if value == rest])

    def answer(states: Sequence[Any]) -> Answer:
        found, largest = values(states)
        return Answer(found, heaps.evidence(largest), moves_to)

    return Direct(answer)
