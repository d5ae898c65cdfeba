"""Small graphs of Node Kayles that are worked out without a search: values, options and keys as without that.

The kernels are `fill_graphs` (the table), `worked_out` (parts), `expand` (options) and `least_image` (keys).
"""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import Edges, graphs, judge
from test_isomorphic import board_of

import grundy
from grundy.engines.methods import METHODS, Method
from grundy.engines.search import arrays, leaves, plain
from grundy.engines.search.board import Board, as_sets, bits, prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.isomorphic import as_graph
from grundy.engines.search.kernels import leaves as kernels
from grundy.engines.search.kernels import parts
from grundy.engines.search.kernels.spans import spans
from grundy.engines.search.tables import Sizes, Tables
from grundy.runs.chunk import run_to_end

SEVEN = 7


def number_of(edges: Edges) -> int:
    return sum(1 << j * (j - 1) // 2 + i for i, j in edges)


def alone(value: int, nodes: int) -> int:
    """The value of a graph without the nodes alone that the table adds."""
    return value ^ (SEVEN - nodes & 1)


@pytest.mark.parametrize("nodes", range(6))
def test_all_graphs_of_up_to_five_nodes_are_in_the_table(nodes: int) -> None:
    table = leaves.graph_values()
    pairs = list(itertools.combinations(range(nodes), 2))
    for number in range(1 << len(pairs)):
        edges = [pair for pair in pairs if number >> number_of([pair]).bit_length() - 1 & 1]
        assert alone(int(table[number]), nodes) == judge("node-kayles", nodes, edges), edges


@settings(max_examples=examples(200))
@given(st.integers(6, SEVEN), st.integers(0, (1 << 21) - 1))
def test_graphs_of_six_and_seven_nodes_are_in_the_table(nodes: int, drawn: int) -> None:
    pairs = list(itertools.combinations(range(nodes), 2))
    number = drawn & ((1 << len(pairs)) - 1)
    edges = [pair for pair in pairs if number >> number_of([pair]).bit_length() - 1 & 1]
    assert alone(int(leaves.graph_values()[number]), nodes) == judge("node-kayles", nodes, edges)


def keys_of(board: Board) -> Any:
    graph = as_graph(board)
    assert graph
    return leaves.leaf_keys(board, graph)


def tables_of(board: Board, most: int = leaves.MOST) -> Tables:
    """Tables whose first worker works small parts out, whatever the board."""
    tables = Tables(board, False, 1 << 24, 0)
    tables.desks[0].keys = keys_of(board)._replace(most=most)
    return tables


def edges_in(board: Board, part: int) -> tuple[int, Edges]:
    """The graph of a part, its nodes numbered anew."""
    graph, places = as_graph(board), bits(part)
    assert graph
    near = [graph.near[i] & part for i in places]
    return len(places), [(i, j) for j, _ in enumerate(places) for i in range(j) if near[j] >> places[i] & 1]


@settings(max_examples=examples(150))
@given(graphs(most=12), st.integers(SEVEN, 14))
def test_a_part_is_worth_what_the_definition_says(graph: tuple[int, Edges], most: int) -> None:
    if graph[0]:
        board, _, places = board_of("node-kayles", *graph)
        value, _, heap = tables_of(board, most).look(places)
        assert heap == 0
        assert value == (judge("node-kayles", *graph) if graph[0] <= most else -1)


def test_a_part_lies_anywhere_in_several_words() -> None:
    """Paths, rings and more, of 7 to 12 of 150 places: the places of a part have gaps, and are in all words."""
    rng = random.Random(150)
    edges = sorted({tuple(sorted(rng.sample(range(150), 2))) for _ in range(900)})
    board, graph, _ = board_of("node-kayles", 150, edges)
    assert graph and board.words == 3
    tables, seen = tables_of(board), set()
    for _ in range(60):
        part = 1 << rng.randrange(150)
        for _ in range(rng.randrange(leaves.MOST)):  # grown by neighbours
            around = 0
            for i in bits(part):
                around |= graph.near[i]
            part |= 1 << rng.choice(bits(around & ~part))
        value, _, _ = tables.look(part)
        assert value == judge("node-kayles", *edges_in(board, part))
        seen.add(value)
    assert len(seen) > 3


def worth(board: Board, tables: Tables, part: int) -> set[int]:
    """The values of the options that `expand` lists, those it does not know by the definition of their keys."""
    desk = tables.desks[0]
    given = map(spans, (tables.moves, desk.keys, desk.known, desk.pool, desk.scratch))
    end, _ = parts.expand(*given, tables.words_of(part), -1, 0, 0)
    values = {int(value) for value in desk.scratch.values[: desk.scratch.number[2]]}
    assert desk.scratch.number[1] == len(values) + end, "each option counts once"
    for option in range(end):
        value, first = int(desk.pool.rest[option]), int(desk.pool.first[option])
        for at in range(first, first + int(desk.pool.count[option])):
            key = arrays.unpacked(desk.pool.words[at * tables.words : (at + 1) * tables.words])
            assert key.bit_count() > desk.keys.most
            value ^= judge("node-kayles", *edges_in(board, key))
        values.add(value)
    return values


def queens(text: str) -> Board:
    (part,) = grundy.parse(f"node-kayles({text})").parts()
    sets = as_sets(part.rule.shape)
    assert sets
    return prepare(sets.field(part.state)[0])


BOARDS = ("queens:6", "queens:5x7", "queens:4x9", "rooks:6", "queens:9", "queens:12")  # one, two and three words


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("most", [SEVEN, leaves.MOST])
def test_options_are_those_of_the_definition(text: str, most: int) -> None:
    board, rng = queens(text), random.Random(f"{text} {most}")
    tables, graph, listed = tables_of(board, most), as_graph(board), 0
    assert graph
    for _ in range(12):
        drawn = sum(1 << place for place in rng.sample(range(board.places), 15))
        for part in board.parts(drawn):
            if part.bit_count() > most:
                expected = {
                    judge("node-kayles", *edges_in(board, part & ~(graph.near[i] | 1 << i))) for i in bits(part)
                }
                assert worth(board, tables, part) == expected
                listed += 1
    assert listed > 3


@pytest.mark.parametrize("text", BOARDS)
def test_the_key_is_the_least_image(text: str) -> None:
    """As `by_shape` has it, which makes all images: of sets of every size, and of shapes that equal some images."""
    board, rng = queens(text), random.Random(text)
    tables, images = tables_of(board), spans(arrays.keys_of(board))
    without = tables.keys._replace(most=0)
    for size in range(1, board.places + 1, 1 + board.places // 40):
        drawn = sum(1 << place for place in rng.sample(range(board.places), size))
        turned = arrays.unpacked(parts.image(images, rng.choice((1, 2, 3)), tables.words_of(drawn)))
        for a in (drawn, turned, drawn | turned):
            words = tables.words_of(a)
            _, key, _ = parts.look(spans(tables.moves), spans(without), spans(tables.known), words)
            _, expected, _ = parts.look(spans(tables.moves), images, spans(tables.known), words)
            assert key == expected


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", ["queens:6", "queens:3x9", "rooks:6"])
def test_a_search_finds_the_value_of_the_definition(text: str, method: Method) -> None:
    board = queens(text)
    whole = (1 << board.places) - 1
    search = BoardSearch(board, method=method)
    (value,) = run_to_end(search.answers([BoardQuestion(whole)], most=0))
    assert isinstance(search.prepare().keys, kernels.LeafKeys)
    assert value == plain.value(board, board.inward(whole), {})


@pytest.mark.parametrize(
    ("size", "value"), [(6, 1), (7, 2), (8, 3), (9, 1), (10, 0), pytest.param(13, 1, marks=pytest.mark.long)]
)  # OEIS A344227
def test_queens_have_the_values_of_the_literature(size: int, value: int) -> None:
    board = queens(f"queens:{size}")
    whole = (1 << board.places) - 1
    for most in (SEVEN, leaves.MOST):
        search = BoardSearch(board)
        tables = search.prepare()
        tables.desks[0].keys = tables.keys._replace(most=most)
        assert run_to_end(search.answers([BoardQuestion(whole)], most=0)) == [value]


def test_auto_goes_to_the_end_of_each_couple() -> None:
    """As the method `couples`: with parts that are worked out, that is much quicker than proof numbers."""
    nodes = {}
    methods: tuple[Method, ...] = ("auto", "couples", "proof-numbers")
    for method in methods:
        search = BoardSearch(queens("queens:9"), method=method, cores=1)
        assert run_to_end(search.answers([BoardQuestion((1 << 81) - 1)], most=0)) == [1]
        nodes[method] = search.nodes
    assert nodes["auto"] == nodes["couples"] != nodes["proof-numbers"]


def test_workers_have_their_own_room() -> None:
    board = queens("queens:9")
    whole = (1 << board.places) - 1
    search = BoardSearch(board, cores=2, sizes=Sizes(team_nodes=10))
    assert run_to_end(search.answers([BoardQuestion(whole)], most=0)) == [1]
    first, second, third = (desk.keys for desk in search.prepare().desks)
    assert first.graphs is second.graphs
    for name in leaves.OWN:
        assert not np.shares_memory(getattr(first, name), getattr(second, name)), name
        assert not np.shares_memory(getattr(second, name), getattr(third, name)), name


def test_misere_play_and_little_memory_do_without_the_table() -> None:
    board = queens("queens:6")
    assert not isinstance(Tables(board, True, 1 << 30, 25).keys, kernels.LeafKeys)
    little, enough = Tables(board, False, 4 * leaves.BYTES - 1, 25), Tables(board, False, 4 * leaves.BYTES, 25)
    assert not isinstance(little.keys, kernels.LeafKeys)
    assert isinstance(enough.keys, kernels.LeafKeys)
    assert enough.bytes() == little.bytes() + leaves.BYTES
    whole = (1 << board.places) - 1
    for memory in (1, 1 << 30):
        assert run_to_end(BoardSearch(board, memory=memory).answers([BoardQuestion(whole)], most=0)) == [1]


def test_boards_whose_parts_lie_close_together_keep_their_table_of_small_sets() -> None:
    tables = Tables(queens("grid:5x6"), False, 1 << 30, 25)
    assert not isinstance(tables.keys, kernels.LeafKeys)
