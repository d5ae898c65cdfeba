"""Graphs of few nodes looked up by their edges, against Node Kayles as it is defined."""

from __future__ import annotations

import random

import numpy as np
import pytest

from grundy.engines.search import leaves
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.kernels import leaves as kernels
from grundy.engines.search.kernels.spans import Span
from grundy.model.shapes import SubsetGame


def defined(near: list[int], memo: dict[int, int], left: int) -> int:
    """Node Kayles on some nodes (bits) of a graph, in plain Python; every subset in order, so without recursion."""
    for nodes in range(left + 1):
        if nodes & ~left == 0:
            seen = {memo[nodes & ~(near[v] | 1 << v)] for v in range(len(near)) if nodes >> v & 1}
            memo[nodes] = min(set(range(len(seen) + 1)) - seen)
    return memo[left]


def drawn(draw: random.Random, nodes: int) -> tuple[int, list[int]]:
    """The word of a graph, with few edges or many, and the neighbours of each node."""
    share, word, near = draw.random(), 0, [0] * nodes
    for j in range(nodes):
        for i in range(j):
            if draw.random() < share:
                word |= 1 << j * (j - 1) // 2 + i
                near[i] |= 1 << j
                near[j] |= 1 << i
    return word, near


@pytest.mark.parametrize("nodes", range(kernels.MOST + 1))
def test_graphs_of_every_size_by_definition(nodes):
    draw = random.Random(nodes)
    graphs = [drawn(draw, nodes) for _ in range(60)]
    values = np.zeros(len(graphs), np.int64)
    words = np.array([word for word, _ in graphs], np.uint64)
    kernels.evaluate(Span(leaves.graph_table()), Span(words), nodes, Span(values))
    assert values.tolist() == [defined(near, {}, (1 << nodes) - 1) for _, near in graphs]


def test_a_planted_fault_is_seen():
    table = leaves.graph_table().copy()
    table[:8] ^= 1  # the graphs of three nodes
    values = np.zeros(1, np.int64)
    kernels.evaluate(Span(table), Span(np.array([3], np.uint64)), 3, Span(values))  # a path: 1-0, 2-0
    assert values[0] != defined([6, 1, 1], {}, 7)


@pytest.mark.parametrize(("size", "value"), [(6, 1), (7, 2), (8, 3), (10, 0), (11, 1)])
def test_queens_by_a344227(size, value):
    at = [(r, c) for c in range(size) for r in range(size)]
    taken = [sum(1 << j for j, (s, d) in enumerate(at) if r == s or c == d or abs(r - s) == abs(c - d)) for r, c in at]
    moves = tuple((1 << i, 0, one, 0) for i, one in enumerate(taken))
    search = BoardSearch(prepare(SubsetGame(size * size, moves, tuple(at))))
    search.prepare()
    for known in range(value + 1):
        assert answer(search, (1 << size * size) - 1, known) == (known == value)
    assert search.tables.small_places <= 12


def answer(search: BoardSearch, places: int, value: int) -> int:
    """Whether a set is worth this, by the kernels."""
    work = search.answers([BoardQuestion(places, value)], most=0)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return int(done.value[0])
