"""Answers for pandas and NetworkX, and graphs of NetworkX as positions: with the real libraries."""

from __future__ import annotations

import sys
from random import Random

import networkx
import pytest

import grundy
from grundy.errors import BadRule, BadText, GrundyError


def test_sequences_and_tables_as_frames() -> None:
    frame = grundy.sequence("kayles", 11).to_frame()
    assert frame.nim_value.tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]  # Guy and Smith 1956
    assert frame.index.name == "n" and frame.nim_value.idxmax() == 11
    pairs = grundy.table("wythoff", box=(6, 8)).to_frame()
    assert pairs.shape == (6, 8) and pairs.loc[3, 5] == 0 and (pairs.index.name, pairs.columns.name) == ("a", "b")
    outcomes = grundy.table("wythoff", box=(6, 8), outcomes=True).to_frame()
    assert (outcomes == "P").equals(pairs == 0)
    single = grundy.table("take-away:1,2", 9).to_frame()
    assert single.nim_value.tolist() == [n % 3 for n in range(9)]
    triples = grundy.table("rule:(a,b,c) -> (a-k,b,c), for k in 1..a; (a,b,c) -> (a,b-k,c), for k in 1..b; "
                           "(a,b,c) -> (a,b,c-k), for k in 1..c", box=(2, 3, 4)).to_frame()  # fmt: skip
    assert all(value == a ^ b ^ c for (a, b, c), value in triples.nim_value.items())


def test_graphs_of_networkx_are_positions() -> None:
    for graph, spec in ((networkx.path_graph(5), "path:5"), (networkx.petersen_graph(), "petersen")):
        for rule in (grundy.node_kayles, grundy.arc_kayles):
            assert grundy.solve(rule(graph)).nim_value == grundy.solve(rule(spec)).nim_value
    grid = networkx.grid_2d_graph(2, 3)
    assert grundy.solve(grundy.node_kayles(grid)).nim_value == grundy.solve(grundy.node_kayles("grid:2x3")).nim_value
    bush = networkx.MultiGraph([("ground", "a"), ("ground", "a"), ("a", "b")])
    solution = grundy.solve(grundy.hackenbush(bush))
    assert solution.nim_value == grundy.solve(grundy.hackenbush("ground-a, ground-a, a-b")).nim_value
    arrows = networkx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")])
    assert grundy.solve(grundy.graph(arrows, "a")).nim_value == 2


def test_positions_are_graphs_of_networkx() -> None:
    graph = grundy.node_kayles("grid:2x3").board_to_networkx()  # type: ignore[attr-defined]
    assert networkx.is_isomorphic(graph, networkx.grid_2d_graph(2, 3))
    bush = grundy.hackenbush("0-a, 0-a, a-b, b-b").board_to_networkx()  # type: ignore[attr-defined]
    assert bush.is_multigraph() and bush.number_of_edges() == 4 and bush.number_of_edges("b", "b") == 1
    arrows = grundy.graph({"a": ["b"], "b": []}, "a", "a").board_to_networkx()  # type: ignore[attr-defined]
    assert arrows.nodes["a"]["tokens"] == 2 and list(arrows.edges) == [("a", "b")]
    again = grundy.node_kayles(graph)
    assert again == grundy.node_kayles(again.board_to_networkx())  # type: ignore[attr-defined]
    with pytest.raises(BadRule, match="a game on one graph"):
        grundy.nim(3).board_to_networkx()  # type: ignore[attr-defined]


def lost(after: dict[object, list[object]], node: object, been: frozenset[object]) -> bool:
    """Whether whoever is to move a token loses, by trying every walk: never to a node where it has been."""
    return not any(lost(after, end, been | {end}) for end in after[node] if end not in been)


def lost_by_edges(edges: list[tuple[object, object]], node: object, directed: bool) -> bool:
    """The same where edges are used up, each of several by itself."""
    for place, (start, end) in enumerate(edges):
        rest = edges[:place] + edges[place + 1 :]
        if start == node and lost_by_edges(rest, end, directed):
            return False
        if end == node and not directed and lost_by_edges(rest, start, directed):
            return False
    return True


RULES = {
    "Graph": (grundy.geography, grundy.edge_geography, grundy.directed_geography, grundy.directed_edge_geography),
    "MultiGraph": (grundy.geography, grundy.edge_geography, grundy.directed_geography, grundy.directed_edge_geography),
    "DiGraph": (grundy.directed_geography, grundy.directed_edge_geography),
    "MultiDiGraph": (grundy.directed_geography, grundy.directed_edge_geography),
}


@pytest.mark.parametrize("kind", RULES)
def test_geography_on_graphs_of_networkx(kind: str) -> None:
    rng = Random(1993)
    for _ in range(12):
        graph = getattr(networkx, kind)()
        graph.add_nodes_from("abcde")
        graph.add_edges_from((rng.choice("abcde"), rng.choice("abcde")) for _ in range(7))
        token, arrows = rng.choice("abcde"), graph.is_directed()
        after = {node: list(graph[node]) for node in graph}
        edges = [(start, end) for start, end, *_ in graph.edges]
        both = edges + [(end, start) for start, end in edges if start != end and not arrows]
        for rule in RULES[kind]:
            position, directed = rule(graph, token), "directed" in rule.spec
            if "edges" in rule.spec:
                expected = lost_by_edges(both if directed else edges, token, directed)
            else:
                expected = lost(after, token, frozenset({token}))
            assert (grundy.solve(position).winner == "second") == expected, (rule.spec, edges, token)
            assert grundy.parse(str(position)) == position
            again = position.board_to_networkx()  # type: ignore[attr-defined]
            assert rule(again, token) == position and again.nodes[token]["tokens"] == 1
            assert again.is_directed() == directed and again.is_multigraph() == ("edges" in rule.spec)


def test_where_the_token_of_a_graph_stands() -> None:
    grid = networkx.grid_2d_graph(2, 3)
    assert grundy.geography(grid, (1, 2)) == grundy.geography(
        "(0,0)-(0,1)-(0,2)-(1,2)-(1,1)-(1,0)-(0,0), (0,1)-(1,1) @ (1,2)"
    )
    odd = networkx.DiGraph([("a b", "x} @ c"), ("x} @ c", "c"), ("c", " d")])
    for name in odd:  # names that look like a token's
        position = grundy.directed_geography(odd, name)
        assert position.board_to_networkx().nodes[name]["tokens"] == 1  # type: ignore[attr-defined]
        assert grundy.parse(str(position)) == position
    assert grundy.directed_geography(odd) == grundy.directed_geography(odd, " d")  # the first in order
    for wrong, told in (
        (lambda: grundy.geography(odd, "c"), "expected a graph without directions; of others there are directed_geo"),
        (lambda: grundy.edge_geography(odd), "found a DiGraph"),
        (lambda: grundy.geography(grid, (2, 3)), r"expected the token on a node of the graph, found \(2, 3\)"),
        (lambda: grundy.geography(grid, (0, 0), (0, 1)), "expected one node for the token, found 2"),
        (lambda: grundy.geography(grid, []), r"expected the token on a node of the graph, found \[\]"),
    ):
        with pytest.raises(BadRule, match=told):
            wrong()
    with pytest.raises(BadText, match="a graph with a node, for the token"):
        grundy.geography(networkx.Graph())


def test_graphs_that_are_no_positions() -> None:
    with pytest.raises(BadRule, match="without directions, found a DiGraph"):
        grundy.node_kayles(networkx.DiGraph([(0, 1)]))
    with pytest.raises(BadText, match="no edge from a node to itself"):
        grundy.node_kayles(networkx.Graph([(0, 0)]))
    with pytest.raises(BadText, match="nodes of one kind"):
        grundy.node_kayles(networkx.Graph([(0, "a")]))
    with pytest.raises(BadRule, match="found <networkx"):
        grundy.take_away(1)(networkx.path_graph(3), 2)


def test_without_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "networkx"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(GrundyError, match=r"to_frame needs pandas: pip install pandas"):
        grundy.sequence("kayles", 5).to_frame()
    with pytest.raises(GrundyError, match=r"needs networkx: pip install networkx"):
        grundy.node_kayles("path:3").board_to_networkx()  # type: ignore[attr-defined]


def test_files_of_the_oeis_are_read_and_written() -> None:
    """What `sequence` writes, `guess` reads, remarks and all."""
    written = "# A002186\n" + grundy.sequence("kayles", 200).to_bfile()
    assert grundy.guess(written).matching_game.game == "kayles"  # type: ignore[union-attr]
