"""Graphs known by their form: keys of equal graphs and of no others; what is left out of a part changes no value."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given, settings
from test_graph_games import Edges, graphs, judge, written

import grundy
from grundy.engines.search import isomorphic
from grundy.engines.search.board import Board, prepare
from grundy.engines.search.isomorphic import Graph, as_graph, key, reduced, value
from grundy.games.graph_games import graph_of
from grundy.model.shapes import Field, Sets
from grundy.text.nets import net_text

GAMES = ("node-kayles", "arc-kayles")


def board_of(game: str, nodes: int, edges: Edges) -> tuple[Board, Graph | None, int]:
    rule = grundy.parse_rule(game)
    assert isinstance(rule.data, Sets)
    state = graph_of(net_text(range(nodes), edges))
    field, read = rule.data.field(state)
    board = prepare(field)
    return board, as_graph(board), board.inward(read(state))


def unreduced(graph: Graph, part: int) -> int:
    return part


@settings(max_examples=120)
@given(graphs())
def test_what_is_left_out_changes_no_value(graph: tuple[int, Edges]) -> None:
    for game in GAMES:
        board, found, places = board_of(game, *graph)
        if found is None:  # without an edge there is no move to see the graph by
            assert game == "arc-kayles" and not graph[1]
            continue
        expected = judge(game, *graph)
        assert value(board, found, places, {}, 10**5) == expected
        assert value(board, found, places, {}, 10**5, unreduced) == expected


def test_all_graphs_of_five_nodes_have_keys_by_their_form() -> None:
    """There are 34 graphs of five nodes up to their names, 21 of them connected (OEIS A000088, A001349)."""
    pairs = list(itertools.combinations(range(5), 2))
    keys = set()
    for number in range(1 << len(pairs)):
        near = [0] * 5
        for k, (a, b) in enumerate(pairs):
            if number >> k & 1:
                near[a] |= 1 << b
                near[b] |= 1 << a
        graph = Graph("neighbours", tuple(near))
        reached = 1
        for _ in range(5):
            reached |= sum(1 << j for j in range(5) if near[j] & reached)
        if reached == 31:
            keys.add(key(graph, 31))
    assert len(keys) == 21


@settings(max_examples=60)
@given(graphs(8))
def test_equal_keys_are_equal_graphs(graph: tuple[int, Edges]) -> None:
    """A graph can be read off its key: a numbering's rows, or a tree's brackets."""
    nodes, edges = graph
    nodes += 1  # and one that is joined to all: keys are asked of connected graphs
    edges = [*edges, *((node, nodes - 1) for node in range(nodes - 1))]
    near = [sum(1 << b for b in range(nodes) if (min(a, b), max(a, b)) in edges) for a in range(nodes)]
    _, code = key(Graph("edges", tuple(near)), (1 << nodes) - 1)
    if isinstance(code, tuple):
        assert sorted(row.bit_count() for row in code) == sorted(row.bit_count() for row in near)
        assert all((code[i] >> j & 1) == (code[j] >> i & 1) for i in range(len(code)) for j in range(len(code)))
    else:
        assert len(edges) == nodes - 1
        assert code.count("(") == nodes


@pytest.mark.parametrize("seed", range(4))
def test_a_key_does_not_depend_on_names_and_places(seed: int) -> None:
    draw = random.Random(seed)
    nodes = 14
    edges = [pair for pair in itertools.combinations(range(nodes), 2) if draw.random() < 0.3]
    edges += [(i, i + 1) for i in range(nodes - 1) if (i, i + 1) not in edges]
    place = list(range(nodes))
    draw.shuffle(place)
    found = []
    for pairs, shift in ((edges, 0), ([(place[a], place[b]) for a, b in edges], 3)):
        near = [0] * (nodes + shift)
        for a, b in pairs:
            near[a + shift] |= 1 << b + shift
            near[b + shift] |= 1 << a + shift
        found.append(key(Graph("edges", tuple(near)), (1 << nodes) - 1 << shift))
    assert found[0] == found[1]


def test_twins_and_leaves_are_left_out() -> None:
    triangle = Graph("neighbours", (0b0110, 0b0101, 0b1011, 0b0100))  # 0, 1, 2 joined, 3 at 2: 0 and 1 are twins
    assert reduced(triangle, 0b1111).bit_count() == 3
    star = Graph("edges", (0b1110, 1, 1, 1))
    assert reduced(star, 0b1111).bit_count() == 2


def test_one_memo_serves_boards_of_all_sizes() -> None:
    memo: isomorphic.Memo = {}
    board, graph, places = board_of("node-kayles", 30, [(i, i + 1) for i in range(29)])
    assert graph
    value(board, graph, places, memo, 10**4)
    known = len(memo)
    board, graph, places = board_of("node-kayles", 25, [(i, i + 1) for i in range(24)])
    assert graph
    assert value(board, graph, places, memo, 10**4) == judge_path(25)
    assert len(memo) == known


def judge_path(nodes: int) -> int:
    """Dawson's Chess on a row, from its rule: a square and its neighbours go."""
    found = [0]
    for n in range(1, nodes + 1):
        after = {found[max(0, i - 1)] ^ found[max(0, n - i - 2)] for i in range(n)}
        found.append(next(v for v in range(n + 1) if v not in after))
    return found[nodes]


def test_what_is_no_graph_is_none() -> None:
    assert as_graph(prepare(Field(3, ((1, 0, 3, 0), (2, 0, 2, 0), (4, 0, 4, 0))))) is None  # 0 takes 1, not 1 takes 0
    assert as_graph(prepare(Field(2, ((1, 2, 1, 0), (2, 1, 2, 0))))) is None
    assert as_graph(prepare(Field(3, ((7, 0, 7, 0),)))) is None


@pytest.mark.parametrize("spec", ["node-kayles petersen:9,2", "arc-kayles complete:20", "arc-kayles cube:4"])
def test_large_graphs_of_few_forms(spec: str) -> None:
    known: dict[str, Any] = {"node-kayles petersen:9,2": 1, "arc-kayles complete:20": 0}  # A316533; ten moves
    answer = grundy.solve(grundy.parse(spec))
    # opposite edges of a cube can be answered with each other: the second player wins
    assert answer.nim_value == known.get(spec, 0)
    assert written(2, [(0, 1)]) == "0-1"
