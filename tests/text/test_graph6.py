"""graph6: the examples of McKay's formats.txt, what NetworkX writes, and what is wrong at its place."""

from __future__ import annotations

from random import Random

import networkx
import pytest

from grundy.text.edge_lists import is_graph6, read_graph6
from grundy.text.reader import Text


def read(data: str, nodes: int = 1000, edges: int = 10_000) -> tuple[object, list[str]]:
    """A graph, and what was reported."""
    text = Text(data, "in")
    graph = read_graph6(text, nodes, edges)
    return graph, [f"{one.line}:{one.column} {one.expected}/{one.found}" for one in text.findings]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("DQc", (5, [(0, 2), (1, 3), (0, 4), (3, 4)])),
        (">>graph6<<DQc", (5, [(0, 2), (1, 3), (0, 4), (3, 4)])),
        (" DQc\n", (5, [(0, 2), (1, 3), (0, 4), (3, 4)])),
        ("?", (0, [])),
        ("@", (1, [])),
    ],
)
def test_graphs(data: str, found: object) -> None:
    assert read(data) == (found, [])


@pytest.mark.parametrize(("data", "count"), [("]", "30"), ("~B?x", "12,345"), ("~~?ZZZZZ", "460,175,067")])
def test_numbers_of_nodes(data: str, count: str) -> None:
    """Refused by what the first characters say, before the others, which are not there."""
    assert read("DQc", 5)[1] == []
    assert read(data, 29) == (None, [f"1:1 a graph of at most 29 nodes/one of {count}"])


@pytest.mark.parametrize("nodes", [2, 3, 4, 7, 12, 61, 62, 63, 64, 70])
def test_what_networkx_writes_is_read(nodes: int) -> None:
    rng = Random(nodes)
    for chance in (0.0, 0.1, 0.6, 1.0):
        pairs = [(a, b) for b in range(nodes) for a in range(b) if rng.random() < chance]
        graph = networkx.empty_graph(nodes)
        graph.add_edges_from(pairs)
        data = networkx.to_graph6_bytes(graph, header=chance > 0.5).decode()
        assert read(data) == ((nodes, pairs), [])
    assert read(data, edges=len(pairs)) == ((nodes, pairs), [])
    many = f"1:11 a graph of at most {len(pairs) - 1:,} edges/one of {len(pairs):,}"
    assert read(data, edges=len(pairs) - 1) == (None, [many])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (":Fa@x^", "1:1 graph6: one graph without directions (not sparse6 or digraph6)/':'"),
        ("&DI?AO?", "1:1 graph6: one graph without directions (not sparse6 or digraph6)/'&'"),
        ("DQ", "1:3 3 characters, as a graph6 of 5 nodes has/2"),
        ("DQcc", "1:4 the end after the 3 characters that a graph6 of 5 nodes has/'c'"),
        ("DQ!", "1:3 a character of graph6, '?' to '~'/'!'"),
        ("DQc\nDQc", "1:4 the end after one graph/the end of the line"),
        (">>graph6<<", "1:11 graph6: the number of nodes/the end of the line"),
        ("~B?", "1:4 graph6: the number of nodes/the end of the line"),
        ("~~?ZZZZ", "1:8 graph6: the number of nodes/the end of the line"),
        ("Bx", "1:2 zeros in the bits after the last pair of nodes/'x'"),  # 111001: three pairs of nodes
    ],
)
def test_what_is_wrong_is_told_at_its_place(data: str, said: str) -> None:
    assert read(data)[1] == [said]


def test_what_is_meant_as_graph6() -> None:
    assert all(map(is_graph6, ("DQc", "?", ":Fa@x^", ">>graph6<<D Q")))
    assert not any(map(is_graph6, ("1 2", "a, b", "a-b", "DQ c", "(1,2)", "")))
