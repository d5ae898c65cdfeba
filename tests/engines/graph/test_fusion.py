"""Green Hackenbush: kernels, plain Python and the definition on random multigraphs, and how the time grows."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.engines.graph.fusion import engine

Edges = list[tuple[int, int]]


def reached(edges: Edges) -> set[int]:
    """The nodes that hang together with node 0."""
    nodes = {0}
    while True:
        more = {end for edge in edges if nodes & set(edge) for end in edge} - nodes
        if not more:
            return nodes
        nodes |= more


def judge(edges: Edges) -> tuple[int, list[int | None]]:
    """The nim-value from the rule alone, and the value after each cut; None for an edge that stands on nothing."""

    def standing(left: frozenset[int]) -> frozenset[int]:
        nodes = reached([edges[edge] for edge in left])
        return frozenset(edge for edge in left if edges[edge][0] in nodes)

    @cache
    def value(left: frozenset[int]) -> int:
        after = {value(standing(left - {edge})) for edge in left}
        return next(v for v in range(len(after) + 1) if v not in after)

    whole = standing(frozenset(range(len(edges))))
    return value(whole), [value(standing(whole - {e})) if e in whole else None for e in range(len(edges))]


@st.composite
def multigraphs(draw: Any, nodes: int = 6, most: int = 9) -> tuple[int, Edges]:
    count = draw(st.integers(1, nodes))
    ends = st.integers(0, count - 1)
    return count, draw(st.lists(st.tuples(ends, ends), max_size=most))


@st.composite
def larger(draw: Any) -> tuple[int, Edges]:
    """Trees with some more edges, so that there are bridges, rings, rings on rings and parallel edges."""
    nodes = draw(st.integers(2, 24))
    back = draw(st.lists(st.integers(1, 3), min_size=nodes - 1, max_size=nodes - 1))
    ends = st.integers(0, nodes - 1)
    tree = [(max(0, node - step), node) for node, step in enumerate(back, 1)]
    return nodes, tree + draw(st.lists(st.tuples(ends, ends), max_size=nodes // 2))


@settings(max_examples=examples(120), deadline=None)
@given(multigraphs())
def test_plain_and_compiled_agree_with_the_rule(graph: tuple[int, Edges]) -> None:
    """The kernels `worths` and `ring_cuts`, and what they are given by the others."""
    nodes, edges = graph
    value, after = judge(edges)
    searched = engine.SearchedGraph(nodes, edges) if edges else None
    assert engine.plain_value(nodes, edges) == value == (searched.value if searched else 0)
    for rest in range(max((one for one in after if one is not None), default=0) + 2):
        expected = [edge for edge, worth in enumerate(after) if worth == rest]
        stands = [edge for edge in engine.plain_cuts_to(nodes, edges, rest) if after[edge] is not None]
        assert stands == expected == (searched.cuts_to(rest) if searched else [])
        assert engine.plain_cuts_of_trees(nodes, edges, rest, len(edges)) == engine.plain_cuts_to(nodes, edges, rest)


@settings(max_examples=examples(60), deadline=None)
@given(larger())
def test_compiled_and_plain_agree_on_larger_graphs(graph: tuple[int, Edges]) -> None:
    nodes, edges = graph
    searched = engine.SearchedGraph(nodes, edges)
    assert searched.value == engine.plain_value(nodes, edges)
    for rest in range(10):
        assert searched.cuts_to(rest) == engine.plain_cuts_to(nodes, edges, rest)
        assert engine.plain_cuts_of_trees(nodes, edges, rest, len(edges)) == searched.cuts_to(rest)


def test_the_moves_of_a_tree_load_no_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree of 500 nodes took 0.45 s for its moves, all of it to load what finds those of large graphs."""

    def refuse(nodes: int, edges: Edges) -> None:
        raise AssertionError("compiled code is asked for")

    monkeypatch.setattr(engine, "SearchedGraph", refuse)
    tree = [(node // 3, node) for node in range(1, 500)]
    rest = engine.nim_value(500, tree) - 1
    cuts = engine.cuts_to(500, tree, rest)
    assert cuts and all(engine.plain_value(500, [*tree[:cut], *tree[cut + 1 :]]) == rest for cut in cuts)
    ring = [*tree, (498, 499)]
    assert engine.cuts_to(500, ring, 0) == engine.plain_cuts_to(500, ring, 0)


def flower(stem: int, rings: list[int]) -> tuple[int, np.ndarray[Any, Any]]:
    """A stalk with rings at its end, of so many edges each."""
    edges = [(i, i + 1) for i in range(stem)]
    nodes = stem + 1
    for ring in rings:
        new = [stem, *range(nodes, nodes + ring - 1), stem]
        nodes += ring - 1
        edges += list(pairwise(new))
    return nodes, np.array(edges)


@pytest.mark.parametrize(
    ("stem", "rings", "value"),
    [(300_000, [], 300_000), (10, [200_001] * 3, 11), (10, [100_000] * 4, 10), (0, [400_000], 0), (0, [400_001], 1)],
)
def test_large_flowers_by_hand(stem: int, rings: list[int], value: int) -> None:
    """Rings of odd length count one each; cutting an edge of a ring leaves two stalks."""
    nodes, edges = flower(stem, rings)
    assert engine.nim_value(nodes, edges) == value
    # without edge j of a ring of r edges two stalks j and r - 1 - j stand there; what is left beside them has a parity
    others = (len(rings) - 1) % 2 if rings and rings[0] % 2 else 0
    cuts = engine.cuts_to(nodes, edges, 0)
    if stem:
        assert cuts == [0]  # whatever is cut above the first edge leaves it
    elif rings:
        ring = rings[0]
        assert cuts == [j for j in range(ring) if j ^ (ring - 1 - j) ^ others == 0]


def test_a_grid_of_many_blocks_takes_as_long_as_it_has_edges() -> None:
    """A row of squares, each on the one before by an edge: all rings small, all blocks nested."""
    count = 40_000
    edges = []
    for k in range(count):
        base = 5 * k
        edges += [
            (base, base + 1),
            (base + 1, base + 2),
            (base + 2, base + 3),
            (base + 3, base + 4),
            (base + 4, base + 1),
        ]
        edges += [(base + 3, base + 5)]
    graph = np.array(edges)
    assert engine.nim_value(5 * count + 1, graph) == engine.plain_value(5 * count + 1, edges)
    small = edges[:60]
    searched = engine.SearchedGraph(51, small)
    assert all(searched.cuts_to(rest) == engine.plain_cuts_to(51, small, rest) for rest in range(25))
