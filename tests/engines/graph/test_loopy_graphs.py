"""Remoteness and suspense beside their definition, by turns: whether a player can win within so many moves."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest
from command import grundy as command
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Game, games, position

import grundy
from grundy.engines.graph.acyclic import csr
from grundy.engines.graph.kernels import end_distances
from grundy.engines.graph.loopy import entering_rows, loopy_values
from grundy.model.compound import distances, remoteness_of
from grundy.model.shapes import Arcs

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
@settings(max_examples=examples(100))
def test_distances_in_any_graph(successors: Successors, misere: bool) -> None:
    expected = by_turns(successors, misere)
    assert distances(successors, misere) == expected
    arcs = [(node, end) for node, ends in enumerate(successors) for end in ends]
    rows = csr(len(successors), *np.array(arcs, np.int64).reshape(-1, 2).T)
    remoteness, queue, left = np.empty((3, len(successors)), np.int32)
    end_distances(rows[0], *entering_rows(*rows), remoteness, misere, queue, left)
    assert remoteness.tolist() == expected


@given(games(), games(), st.booleans())
@settings(max_examples=examples(60))
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


@given(graphs(), graphs())
@settings(max_examples=examples(60))
def test_sums_of_tokens_are_decided_by_all_positions(one: Successors, other: Successors) -> None:
    """Two graphs side by side as one, a token on each: by the remoteness of every pair, without any value."""
    count = len(one)
    both = one + [[end + count for end in ends] for ends in other]
    pairs = [(a, b) for a in range(count) for b in range(count, len(both))]
    after = [[(to, b) for to in both[a]] + [(a, to) for to in both[b]] for a, b in pairs]
    ends = distances([[pairs.index(pair) for pair in ends] for ends in after])
    loopy_graph = grundy.loopy(dict(enumerate(both)))
    named = {-1: "draw", 0: "second", 1: "first"}
    outcome = {pair: named[end if end < 0 else end % 2] for pair, end in zip(pairs, ends, strict=True)}
    for pair, left in zip(pairs, after, strict=True):
        assert loopy_graph.winner(*pair) == outcome[pair]
        moves = [(to, pair[1]) if token == 0 else (pair[0], to) for token, to in loopy_graph.winning_moves(*pair)]
        assert set(moves) == {one for one in left if outcome[one] == "second"} and len(moves) == len(set(moves))
    assert loopy_graph.remoteness.tolist() == distances(both)


class Adjacent:
    """What of a graph of NetworkX is used."""

    def __init__(self, adj: dict[str, dict[str, object]]) -> None:
        self.adj = adj


def test_arrays_mappings_and_graphs_of_networkx() -> None:
    adj: dict[str, dict[str, object]] = {"a": {"b": {}}, "b": {"a": {}, "c": {"weight": 1}}, "c": {}, "d": {"d": {}}}
    expected = loopy_values(4, [(0, 1), (1, 0), (1, 2), (3, 3)])
    for graph in (adj, Adjacent(adj)):
        loopy_graph = grundy.loopy(graph)
        assert [loopy_graph.value(node) for node in "abcd"] == expected
        assert grundy.solve(grundy.graph(graph, "b", "a"), loopy=True).nim_value == loopy_graph.value("a", "b")  # type: ignore[arg-type]
    arrays = grundy.loopy(np.array([0, 1, 1, 3], np.uint8), np.array([1, 0, 2, 3]), nodes=5)
    assert [arrays.value(node) for node in range(5)] == [*expected, 0]
    assert repr(arrays) == "LoopyGraph: 5 nodes, 4 arcs, 1 nodes without a nim-value"
    for wrong in (lambda: grundy.loopy([0.5], [1]), lambda: grundy.loopy([0, 1], [1]), lambda: grundy.loopy(3)):
        with pytest.raises(grundy.BadRule, match="loopy: expected two"):
            wrong()
    with pytest.raises(grundy.BadRule, match="in 0 to 1, found"):
        grundy.loopy([0], [5], nodes=2)
    with pytest.raises(grundy.BadRule, match="tokens on nodes, found 9"):
        arrays.value(9)


def test_a_large_graph_is_answered_by_the_kernel() -> None:
    """A chain of 60,000 nodes, from each of which one may go back, which helps nobody."""
    count = 60_000
    arcs = [(n, n - 1) for n in range(1, count)] + [(n, n + 1) for n in range(1, count - 1)]
    text = "/".join(f"{a} {b}" for a, b in arcs)
    result = grundy.solve(f"graph {text}/@ 2 4 {count - 1}", loopy=True)
    plain = loopy_values(count, arcs)
    assert result.values is not None and list(result.values[0]) == [plain[2], plain[4], plain[count - 1]]


@pytest.mark.parametrize(
    ("text", "nodes", "edges", "tokens"),
    [
        ("1 2/2 3/@ 1 3", (1, 2, 3), ((0, 1), (1, 2)), (0, 2)),
        ("# a remark\n b\ta \r\na c # another\n@b\n@ c", ("b", "a", "c"), ((0, 1), (1, 2)), (0, 2)),
        ("1 2/01 2", ("1", "2", "01"), ((0, 1), (2, 1)), ()),
        ("1 2/1 2", (1, 2), ((0, 1),), ()),
    ],
)
def test_graphs_as_lines(text: str, nodes: tuple[object, ...], edges: object, tokens: object) -> None:
    asked = grundy.parse(f"graph {text}")
    (component,) = asked.components
    shape = component.rule.shape
    assert isinstance(shape, Arcs) and (shape.nodes, shape.edges, component.states) == (nodes, edges, tokens)
    assert grundy.parse(str(asked)) == asked


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2/2 3 4/@ 1", "1:11: expected an arc FROM TO, or '@' and the nodes with tokens, found '2 3 4'"),
        (
            "1 2/@ 1 x",
            "1:15: expected one of the nodes of the arcs (JSON has others), found 'x'",
        ),
        ("1 2/2 3/3 2", "1:7: expected no cycle of moves (--loopy allows them), found the cycle 2 → 3 → 2"),
        ("1 2/2 2", "1:7: expected no cycle of moves (--loopy allows them), found the cycle 2 → 2"),
    ],
)
def test_lines_that_are_no_graph(text: str, message: str) -> None:
    with pytest.raises(grundy.BadText, match=re.escape(f"<argument>:{message}")):
        grundy.parse(f"graph {text}")
