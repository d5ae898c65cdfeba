"""Graphs known by their form: keys of equal graphs and of no others; what is left out of a part changes no value."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path
from typing import Any

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import Edges, graphs, judge, written

import grundy
from grundy.engines.search import isomorphic, plain
from grundy.engines.search.board import Board, prepare
from grundy.engines.search.isomorphic import BoardGraph, as_graph, key, lessened, reduced, value, without_twins
from grundy.games.graph_games import graph_of
from grundy.model.shapes import Strips, SubsetGame
from grundy.text.edge_lists import net_text

GAMES = ("node-kayles", "arc-kayles")


def board_of(game: str, nodes: int, edges: Edges) -> tuple[Board, BoardGraph | None, int]:
    rule = grundy.parse_rule(game)
    assert isinstance(rule.shape, Strips)
    state = graph_of(net_text(range(nodes), edges))
    field, read = rule.shape.sets.field(state)
    board = prepare(field)
    return board, as_graph(board), board.inward(read(state))


def unreduced(graph: BoardGraph, part: int) -> tuple[int, int]:
    return part, 0


@settings(max_examples=examples(120))
@given(graphs())
def test_what_is_left_out_changes_no_value(graph: tuple[int, Edges]) -> None:
    for game in GAMES:
        board, board_graph, places = board_of(game, *graph)
        if board_graph is None:  # without an edge there is no move to see the graph by
            assert game == "arc-kayles" and not graph[1]
            continue
        expected = judge(game, *graph)
        assert value(board, board_graph, places, {}, 10**5) == expected
        assert value(board, board_graph, places, {}, 10**5, unreduced) == expected
        assert value(board, board_graph, places, {}, 10**5, without_twins) == expected


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
        graph = BoardGraph("neighbours", tuple(near))
        reached = 1
        for _ in range(5):
            reached |= sum(1 << j for j in range(5) if near[j] & reached)
        if reached == 31:
            keys.add(key(graph, 31))
    assert len(keys) == 21


@settings(max_examples=examples(60))
@given(graphs(8))
def test_equal_keys_are_equal_graphs(graph: tuple[int, Edges]) -> None:
    """A graph can be read off its key: a numbering's rows, or a tree's brackets."""
    nodes, edges = graph
    nodes += 1  # and one that is joined to all: keys are asked of connected graphs
    edges = [*edges, *((node, nodes - 1) for node in range(nodes - 1))]
    near = [sum(1 << b for b in range(nodes) if (min(a, b), max(a, b)) in edges) for a in range(nodes)]
    _, code = key(BoardGraph("edges", tuple(near)), (1 << nodes) - 1)
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
    keys = []
    for pairs, shift in ((edges, 0), ([(place[a], place[b]) for a, b in edges], 3)):
        near = [0] * (nodes + shift)
        for a, b in pairs:
            near[a + shift] |= 1 << b + shift
            near[b + shift] |= 1 << a + shift
        keys.append(key(BoardGraph("edges", tuple(near)), (1 << nodes) - 1 << shift))
    assert keys[0] == keys[1]


def test_twins_and_leaves_are_left_out() -> None:
    triangle = BoardGraph("neighbours", (0b0110, 0b0101, 0b1011, 0b0100))  # 0, 1, 2 joined, 3 at 2: 0 and 1 are twins
    assert without_twins(triangle, 0b1111)[0].bit_count() == 3
    star = BoardGraph("edges", (0b1110, 1, 1, 1))
    assert without_twins(star, 0b1111)[0].bit_count() == 2


def rest_of(nodes: int, edges: Edges, pendant: Edges, root: int) -> Edges:
    """A graph with a pendant at one of its nodes: node 0 of the pendant is that, the others are new."""
    at = [root, *range(nodes, nodes + 9)]
    return sorted({*edges, *((min(at[a], at[b]), max(at[a], at[b])) for a, b in pendant)})


RULES = [  # of Arc Kayles: a pendant at its node 0, what may stand in its place, and the heap beside it
    ("leaf", [(0, 1), (0, 2)], [(0, 1)], 0),
    ("leaf further out", [(0, 1), (1, 2), (1, 3)], [(0, 1), (1, 2)], 0),
    ("bridge", [(0, 1), (0, 2), (2, 3), (3, 4)], [(0, 1)], 1),
    ("2 x 2", [(0, 1), (0, 2), (1, 3), (2, 3)], [(0, 1)], 1),
    ("four joined", [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], [(0, 1)], 1),
    ("2 x 2 further out", [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4)], [(0, 1), (1, 2)], 1),
]


@pytest.mark.parametrize(("name", "pendant", "less", "heap"), RULES, ids=[rule[0] for rule in RULES])
def test_a_rule_of_arc_kayles(name: str, pendant: Edges, less: Edges, heap: int) -> None:
    """At each node of each graph of up to four nodes, and it is what the reduction does."""
    for nodes in range(1, 5):
        pairs = list(itertools.combinations(range(nodes), 2))
        for number in range(1 << len(pairs)):
            edges = [pair for k, pair in enumerate(pairs) if number >> k & 1]
            one, other = (rest_of(nodes, edges, some, nodes - 1) for some in (pendant, less))
            assert judge("arc-kayles", nodes + 4, one) == judge("arc-kayles", nodes + 4, other) ^ heap
    size = 1 + max(end for edge in pendant for end in edge)
    near = [0] * size
    for a, b in pendant:
        near[a] |= 1 << b
        near[b] |= 1 << a
    nodes_left, beside = lessened("edges", tuple(near))
    assert (nodes_left.bit_count(), beside) == (1 + len(less), heap)


@settings(max_examples=examples(150))
@given(graphs(6), graphs(5), st.sampled_from(GAMES), st.integers(0, 5))
def test_less_of_a_pendant_is_worth_the_same_anywhere(
    graph: tuple[int, Edges], pendant: tuple[int, Edges], game: Any, root: int
) -> None:
    """Every pendant of up to five nodes at a node of random graphs, from the rule alone."""
    nodes, edges = graph[0] or 1, graph[1]
    size, inner = pendant[0] + 1, [(a + 1, b + 1) for a, b in pendant[1]]
    inner += [(0, a + 1) for a in range(pendant[0]) if (a * 7 + root) % 3 or not a]
    near = [0] * size
    for a, b in inner:
        near[a] |= 1 << b
        near[b] |= 1 << a
    nodes_left, heap = lessened("neighbours" if game == "node-kayles" else "edges", tuple(near))
    left = [(a, b) for a, b in inner if nodes_left >> a & 1 and nodes_left >> b & 1]
    gone = size - nodes_left.bit_count()
    whole, less = (rest_of(nodes, edges, some, root % nodes) for some in (inner, left))
    lonely = nodes + size - 1
    if game == "node-kayles":  # nodes that are gone are no nodes without neighbours
        names = [*range(nodes), *(nodes + i - 1 for i in range(1, size) if nodes_left >> i & 1)]
        at = {name: place for place, name in enumerate(names)}
        less = [(at[a], at[b]) for a, b in less]
        assert judge(game, lonely, whole) == judge(game, lonely - gone, less) ^ heap
    else:
        assert judge(game, lonely, whole) == judge(game, lonely, less) ^ heap


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
    values = [0]
    for n in range(1, nodes + 1):
        after = {values[max(0, i - 1)] ^ values[max(0, n - i - 2)] for i in range(n)}
        values.append(next(v for v in range(n + 1) if v not in after))
    return values[nodes]


def test_what_is_no_graph_is_none() -> None:
    assert (
        as_graph(prepare(SubsetGame(3, ((1, 0, 3, 0), (2, 0, 2, 0), (4, 0, 4, 0))))) is None
    )  # 0 takes 1, not 1 takes 0
    assert as_graph(prepare(SubsetGame(2, ((1, 2, 1, 0), (2, 1, 2, 0))))) is None
    assert as_graph(prepare(SubsetGame(3, ((7, 0, 7, 0),)))) is None


@pytest.mark.parametrize("spec", ["node-kayles petersen:9,2", "arc-kayles complete:20", "arc-kayles cube:4"])
def test_large_graphs_of_few_forms(spec: str) -> None:
    known: dict[str, Any] = {"node-kayles petersen:9,2": 1, "arc-kayles complete:20": 0}  # A316533; ten moves
    answer = grundy.solve(grundy.parse(spec))
    # opposite edges of a cube can be answered with each other: the second player wins
    assert answer.nim_value == known.get(spec, 0)
    assert written(2, [(0, 1)]) == "0-1"


def tree(nodes: int) -> str:
    """The trees of docs/why/search.md."""
    return ", ".join(f"{1 + 37 * k % 101 % (k - 1)}-{k}" for k in range(2, nodes + 1))


@pytest.mark.parametrize(
    "chosen", [slice(1, 2), slice(3, 4), pytest.param(slice(None), marks=pytest.mark.long)], ids=str
)
def test_the_table_of_reductions(chosen: slice) -> None:
    """Each number that the page on the search tells, counted again; the values agree."""
    page = (Path(__file__).parents[3] / "docs" / "why" / "search.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (Node|Arc) Kayles on (.*?) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", page, re.M)
    assert len(rows) == 6
    for takes, where, *told in rows[chosen]:
        named = re.fullmatch(r"a tree of (\d+) nodes", where)
        graph_text = tree(int(named[1])) if named else where.strip("`")
        (part,) = grundy.parse(f"{takes.lower()}-kayles {graph_text}").components
        assert isinstance(part.rule.shape, Strips)
        field, read = part.rule.shape.sets.field(part.states[0])
        board = prepare(field)
        places, graph = board.inward(read(part.states[0])), as_graph(board)
        assert graph
        sets: dict[int, int] = {}
        values = [plain.value(board, places, sets)]
        counts = [len(sets)]
        for reduce in (unreduced, without_twins, reduced):
            memo: isomorphic.Memo = {}
            values.append(value(board, graph, places, memo, 10**5, reduce))
            counts.append(len(memo))
        assert [f"{count:,}" for count in counts] == told, where
        assert len(set(values)) == 1
