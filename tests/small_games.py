"""Small games without cycles, drawn at random, and their positions."""

from __future__ import annotations

from hypothesis import strategies as st

import grundy

Game = tuple[tuple[int, ...], ...]
"""For each node, the smaller ones that a move leads to."""


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, int]:
    """A token on the last node of a game of up to six nodes."""
    count = draw(st.integers(1, 6))
    game = tuple(tuple(sorted(draw(st.sets(st.integers(0, n - 1))))) if n else () for n in range(count))
    return game, count - 1


def position(part: tuple[Game, int]) -> grundy.Position:
    """The same as a graph with a token on a node."""
    game, node = part
    return grundy.graph(dict(enumerate(game)), node)
