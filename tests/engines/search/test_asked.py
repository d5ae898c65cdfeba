"""Small graphs of Node Kayles that are asked about a value: answers, options and searches as by the definition.

The kernels are `is_worth`, `has_option` and `at_once` (kernels/asked.py), and `expand` (kernels/compact.py), which is
told the value that is asked about.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from small_graphs import Edges, judge
from test_isomorphic import board_of
from test_leaves import BOARDS, edges_in, queens, tables_of

from grundy.engines.search import arrays, leaves
from grundy.engines.search.board import Board, bits
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.isomorphic import as_graph
from grundy.engines.search.kernels import asked as kernels
from grundy.engines.search.kernels import parts
from grundy.engines.search.kernels.leaves import gather
from grundy.engines.search.kernels.spans import spans
from grundy.engines.search.tables import Tables
from grundy.runs.chunk import run_to_end

SAID = {kernels.YES: True, kernels.NO: False, kernels.OPEN: None}


def gathered(board: Board, places: int, **sizes: int) -> tuple[Any, Any]:
    """Keys that work on some places of a board, and the set of all their nodes."""
    graph = as_graph(board)
    assert graph
    tables = Tables(board, False, 1 << 24, 0)
    keys = spans(leaves.leaf_keys(board, graph)._replace(**sizes))
    count = gather(keys, tables.words_of(places))
    assert count == places.bit_count()
    return keys, np.uint64((1 << count) - 1)


def drawn(rng: random.Random, nodes: int, density: float) -> Edges:
    return [(i, j) for j in range(nodes) for i in range(j) if rng.random() < density]


def moved(nodes: int, edges: Edges, to: list[int]) -> Edges:
    return sorted((min(to[i], to[j]), max(to[i], to[j])) for i, j in edges)


@pytest.mark.parametrize("density", [0.15, 0.25, 0.4, 0.6])
def test_a_graph_has_its_value_and_no_other(density: float) -> None:
    """Of 1 to 16 nodes, joined or not; and the same with its nodes in another order."""
    rng, seen = random.Random(f"asked {density}"), set()
    for nodes in [*range(1, 15), 13, 14, *((15, 16) if density > 0.2 else ())]:
        edges = drawn(rng, nodes, density)
        value = judge("node-kayles", nodes, edges)
        for to in (list(range(nodes)), rng.sample(range(nodes), nodes)):
            board, _, places = board_of("node-kayles", nodes, moved(nodes, edges, to))
            keys, everything = gathered(board, places)
            said = [bool(kernels.is_worth(keys, everything, v)) for v in range(nodes + 3)]
            assert said == [v == value for v in range(nodes + 3)], edges
        seen.add(value)
    assert len(seen) > 3


def test_a_graph_beside_its_twin_is_worth_nothing() -> None:
    rng = random.Random("twins")
    for nodes in (8, 9, 11, 14):
        edges = drawn(rng, nodes, 0.4)
        twin = moved(nodes, edges, rng.sample(range(nodes, 2 * nodes), nodes))
        board, _, places = board_of("node-kayles", 2 * nodes, [*edges, *twin])
        keys, everything = gathered(board, places)
        assert [bool(kernels.is_worth(keys, everything, v)) for v in range(4)] == [True, False, False, False]


def draws(text: str, size: int, count: int) -> tuple[Board, list[int]]:
    """Parts of sets of so many places of a board, those of more than eight."""
    board, rng = queens(text), random.Random(f"{text} {size}")
    found: list[int] = []
    while len(found) < count:
        places = sum(1 << place for place in rng.sample(range(board.places), size))
        found += [part for part in board.parts(places) if part.bit_count() > 8]
    return board, found[:count]


@cache
def worth(nodes: int, edges: tuple[tuple[int, int], ...]) -> int:
    return int(judge("node-kayles", nodes, list(edges)))


def value_in(board: Board, part: int) -> int:
    nodes, edges = edges_in(board, part)
    return worth(nodes, tuple(edges))


def options_in(board: Board, part: int) -> list[int]:
    graph = as_graph(board)
    assert graph
    return [part & ~(graph.near[i] | 1 << i) for i in bits(part)]


@pytest.mark.parametrize("text", ["queens:7", "rooks:5", "queens:12"])
def test_what_is_said_at_once_of_parts_of_boards(text: str) -> None:
    board, found = draws(text, 17, 12)
    told: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    for part in found:
        value, options = value_in(board, part), options_in(board, part)
        for far, reach in ((20, 16), (8, 7), (8, 9), (8, 12), (0, 0)):
            keys, everything = gathered(board, part, far=far, reach=reach)
            small = {value_in(board, option) for option in options if option.bit_count() <= max(7, reach)}
            for asked in range(value + 3):
                assert bool(kernels.has_option(keys, everything, asked)) == (asked in small)
                said = SAID[int(kernels.at_once(keys, everything, asked))]
                if far == 0:
                    expected = None
                elif part.bit_count() <= far:
                    expected = asked == value
                else:
                    expected = False if asked in small else None
                assert said is expected
                told[said] += 1
    assert min(told.values()) > 10


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize(("far", "reach"), [(20, 16), (9, 8), (10, 9), (8, 7)])
def test_no_option_of_the_value_asked_about_is_left_out(text: str, far: int, reach: int) -> None:
    """A position has such an option exactly if `expand` says so, or lists one whose value is open."""
    board, found = draws(text, 19, 8)
    tables = tables_of(board, 8)
    tables.desks[0].keys = tables.keys._replace(far=far, reach=reach)
    desk, found_at_once, left_out = tables.desks[0], 0, 0
    for part in found:
        values = {value_in(board, option) for option in options_in(board, part)}
        for target in range(max(values) + 2):
            given = map(spans, (tables.moves, desk.keys, desk.known, desk.pool, desk.scratch))
            end, _ = parts.expand(*given, tables.words_of(part), target, 0, 0)
            if end < 0:
                assert target in values
                found_at_once += 1
                continue
            assert desk.scratch.number[1] >= len(values), "what is left out counts"
            left_out += int(desk.scratch.number[1] - desk.scratch.number[2] - end)
            assert target not in desk.scratch.values[: desk.scratch.number[2]]
            listed = set()
            for option in range(end):
                value, first = int(desk.pool.rest[option]), int(desk.pool.first[option])
                for at in range(first, first + int(desk.pool.count[option])):
                    key = arrays.unpacked(desk.pool.words[at * tables.words : (at + 1) * tables.words])
                    value ^= value_in(board, key)
                listed.add(value)
            assert listed <= values
            assert (target in values) == (target in listed)
    assert found_at_once and left_out


@pytest.mark.parametrize(("size", "value"), [(6, 1), (7, 2), (8, 3), (9, 1), (10, 0)])  # OEIS A344227
@pytest.mark.parametrize(("far", "reach"), [(8, 7), (16, 12), (leaves.FAR, leaves.REACH)])
def test_queens_have_their_values_however_far_parts_are_asked(size: int, value: int, far: int, reach: int) -> None:
    board = queens(f"queens:{size}")
    search = BoardSearch(board)
    tables = search.prepare()
    tables.desks[0].keys = tables.keys._replace(far=far, reach=reach, most=8)
    assert run_to_end(search.answers([BoardQuestion((1 << board.places) - 1)], most=0)) == [value]


def test_a_search_for_a_certificate_keeps_what_it_finds() -> None:
    board = queens("queens:9")
    whole, kept = (1 << board.places) - 1, []
    for keeps in (False, True):
        search = BoardSearch(board, keeps=keeps)
        assert run_to_end(search.answers([BoardQuestion(whole)], most=0)) == [1]
        kept.append(search.prepare().values)
    assert 2 * kept[0] < kept[1]
