"""Remoteness and suspense beside their definition, by turns: whether a player can win within so many moves."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from command import grundy as command
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Game, games, position

import grundy
from grundy.engines.graph.acyclic import csr
from grundy.engines.graph.kernels import end_distances
from grundy.engines.graph.loopy import entering_rows
from grundy.model.remoteness import distances, remoteness_of

Successors = list[list[int]]


@st.composite
def graphs(draw: st.DrawFn) -> Successors:
    """Any graph of up to seven nodes, with loops and several arcs between two nodes."""
    count = draw(st.integers(1, 7))
    return [draw(st.lists(st.integers(0, count - 1), max_size=4)) for _ in range(count)]


def by_turns(successors: Successors, misere: bool) -> list[int]:
    """For each node the least number of moves within which somebody can force the end and win, -1 if there is none."""

    @cache
    def forced(node: int, within: int, first: bool) -> bool:
        """Whether the player who is to move (or the other one) can win within so many moves."""
        if not successors[node]:
            return first == misere
        if not within:
            return False
        return (any if first else all)(forced(after, within - 1, not first) for after in successors[node])

    most = len(successors) + 1
    return [
        next((n for n in range(most) if forced(node, n, True) or forced(node, n, False)), -1)
        for node in range(len(successors))
    ]


@given(graphs(), st.booleans())
@settings(max_examples=100)
def test_distances_in_any_graph(successors: Successors, misere: bool) -> None:
    expected = by_turns(successors, misere)
    assert distances(successors, misere) == expected
    arcs = [(node, end) for node, ends in enumerate(successors) for end in ends]
    rows = csr(len(successors), *np.array(arcs, np.int64).reshape(-1, 2).T)
    found, queue, left = np.empty((3, len(successors)), np.int32)
    end_distances(rows[0], *entering_rows(*rows), found, misere, queue, left)
    assert found.tolist() == expected


@given(games(), games(), st.booleans())
@settings(max_examples=60)
def test_a_sum_that_ends(one: tuple[Game, int], other: tuple[Game, int], misere: bool) -> None:
    """Whoever wins has the choice where that player moves: the least or the most moves, the other one the contrary."""
    (first, a), (second, b) = one, other

    def after(node: int, beside: int) -> list[tuple[int, int]]:
        return [(to, beside) for to in first[node]] + [(node, to) for to in second[beside]]

    @cache
    def wins(*state: int) -> bool:
        return any(not wins(*one) for one in after(*state)) if after(*state) else misere

    @cache
    def length(hurries: bool, *state: int) -> int:
        if not after(*state):
            return 0
        ends = [one for one in after(*state) if wins(*state) is not wins(*one)] if wins(*state) else after(*state)
        return 1 + (min if hurries == wins(*state) else max)(length(hurries, *one) for one in ends)

    result = grundy.solve(position(one) + position(other), misere=misere, remoteness=True)
    assert result.as_dict()["remoteness"] == result.remoteness == length(True, a, b)
    assert result.as_dict()["suspense"] == result.suspense == length(False, a, b)


LOOPS = '{"nodes": [1, 2, 3], "edges": [[1, 2], [2, 1], [2, 3]], "tokens": [%s]}'


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("nim", "1 1"),
         "The second player wins in 2 moves at most, both players' counted, and can make it last 2 moves."),
        (("nim", "3", "--misere"),
         "The first player wins in 2 moves at most, both players' counted, and can make it last 2 moves."),
        (("graph", LOOPS % 2, "--loopy"), "The first player wins in 1 move at most, both players' counted."),
        (("graph", LOOPS % 1, "--loopy"), "The second player wins in 2 moves at most, both players' counted."),
    ],
)  # fmt: skip
def test_what_is_printed(arguments: tuple[str, ...], line: str) -> None:
    assert line in command("solve", *arguments, "--remoteness").out.splitlines()
    assert "moves at most" not in command("solve", *arguments).out


def test_a_draw_and_too_many_positions() -> None:
    result = grundy.solve(grundy.graph({1: [1, 2], 2: [3], 3: []}, 1), loopy=True, remoteness=True)
    assert result.winner == "draw" and result.as_dict()["remoteness"] is None and "suspense" not in result.as_dict()
    with pytest.raises(grundy.OutOfReach, match="remoteness: more than 1,000 positions"):
        remoteness_of(grundy.nim(100, 100), most=1000)
