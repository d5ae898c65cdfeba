"""Certificates that a matching answers every move: just the true ones are accepted, and each step refuses its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from certificate_texts import refusal
from certificate_texts import text as joined

import grundy
from grundy.games.geography import Journey, geography_rule
from grundy.games.graph_games import Graph
from grundy.proof.certify_replies import by_matching

Edges = tuple[tuple[int, int], ...]


def said(
    nodes: int, edges: Iterable[tuple[int, int]], token: int, wins: str, mates: str, barrier: Iterable[int] = ()
) -> str:
    """The text that says so."""
    listed = [f"edge {a} {b}" for a, b in edges]
    nodes_of = list(map(str, barrier))
    lines = [f"graph {nodes}", f"edges {len(listed)}", *listed, f"token {token}", f"wins {wins}"]
    lines += [f"mates {len(mates.split())}", f"0 {mates}", f"barrier {len(nodes_of)}"]
    lines += [f"0 {' '.join(nodes_of)}"] if nodes_of else []
    return joined(["grundy-certificate 1", "kind matching", *lines, "end"])


def lost_by_play(edges: Edges, token: int, been: frozenset[int] = frozenset()) -> bool:
    """Whether whoever is to move loses, by trying every walk."""
    after = been | {token}
    ends = {b for a, b in edges if a == token} | {a for a, b in edges if b == token}
    return not any(lost_by_play(edges, end, after) for end in ends - after)


def graphs(nodes: int) -> Iterator[Edges]:
    every = tuple(combinations(range(nodes), 2))
    for size in range(len(every) + 1):
        yield from combinations(every, size)


def involutions(nodes: int) -> Iterator[list[int]]:
    """Every way to match some of so many nodes."""
    if not nodes:
        yield []
        return
    last = nodes - 1
    for mate in involutions(last):
        yield [*mate, last]
        for other in range(last):
            if mate[other] == other:
                yield [*mate[:other], last, *mate[other + 1 :], other]


def written(nodes: int, edges: Edges, token: int) -> tuple[str, bool]:
    """The certificate of the winner by play, and whether that is the first player."""
    first = not lost_by_play(edges, token)
    position = geography_rule()(Journey(Graph(tuple(range(nodes)), edges), token))
    return joined(by_matching(position, first) or []), first


@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 5, pytest.param(6, marks=pytest.mark.long)])
def test_every_small_graph_has_a_certificate_of_who_wins_by_play(nodes: int) -> None:
    for edges in graphs(nodes):
        text, first = written(nodes, edges, 0)
        assert refusal(text) == "", edges
        assert f"\nwins {'first' if first else 'second'}\n" in text


def test_larger_graphs_have_one_too() -> None:
    rng = Random(1957)
    for _ in range(60):
        nodes = rng.randrange(7, 11)
        every = list(combinations(range(nodes), 2))
        edges = tuple(sorted(rng.sample(every, rng.randrange(nodes - 2, nodes + 4))))
        text, _ = written(nodes, edges, rng.randrange(nodes))
        assert refusal(text) == "", edges


@pytest.mark.parametrize("nodes", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.long)])
def test_no_text_whatever_says_that_the_loser_wins(nodes: int) -> None:
    matchings = list(involutions(nodes))
    barriers = [chosen for size in range(nodes + 1) for chosen in combinations(range(nodes), size)]
    for edges in graphs(nodes):
        wrong = "first" if lost_by_play(edges, 0) else "second"
        for mates in matchings:
            for barrier in barriers:
                text = said(nodes, edges, 0, wrong, " ".join(map(str, mates)), barrier)
                assert refusal(text), (edges, mates, barrier)


def test_each_step_refuses_what_it_is_for() -> None:
    path = ((0, 1), (1, 2))
    assert said(3, path, 0, "second", "0 2 1", [1]) == (
        "grundy-certificate 1\nkind matching\ngraph 3\nedges 2\nedge 0 1\nedge 1 2\ntoken 0\nwins second\nmates 3\n"
        "0 0 2 1\nbarrier 1\n0 1\nend\n"
    )  # the example of FORMAT.md
    assert refusal(said(3, path, 0, "second", "0 2 1", [1])) == ""
    assert refusal(said(3, path, 1, "first", "1 0 2")) == ""
    assert (
        refusal(said(3, path, 0, "second", "1 2 0", [1])) == "line 10: the mate of the mate of node 0 is not that node"
    )
    assert (
        refusal(said(3, path, 0, "second", "0 3 1", [1])) == "line 10: the mate of the mate of node 1 is not that node"
    )
    assert refusal(said(3, path, 1, "second", "2 1 0", [1])) == "line 10: no edge joins node 0 and its mate"
    assert refusal(said(3, path, 0, "second", "1 0 2", [1])) == "line 10: expected a matching that leaves out node 0"
    different = "expected different nodes, not that of the token where the first player wins"
    assert refusal(said(3, path, 0, "second", "0 2 1", [1, 1])) == f"line 11: {different}"
    assert refusal(said(3, path, 0, "second", "0 2 1", [3])) == f"line 11: {different}"
    assert refusal(said(3, path, 1, "first", "1 0 2", [1])) == f"line 11: {different}"
    few = "the barrier shows that a matching has at most 1 edges, not 0"
    assert refusal(said(3, path, 1, "second", "0 1 2", [1])) == f"line 11: {few}"
    assert refusal(said(2, ((0, 1),), 0, "second", "0 1")) == f"line 10: {few}"
    assert refusal(said(3, path, 0, "first", "1 0 2")) == f"line 11: {few}"


@pytest.mark.parametrize(
    ("edges", "told"),
    [
        ("edge 1 0", "line 5: expected two nodes below 3, the smaller first, and edges in increasing order"),
        ("edge 1 1", "the smaller first"),
        ("edge 1 3", "two nodes below 3"),
        ("edge 0 1 2", "line 5: expected two nodes after 'edge'"),
        ("edge 0", "expected two nodes after 'edge'"),
        ("edge 0 -1", "expected a number"),
        ("edge 0 1\nedge 0 1", "line 6: expected two nodes below 3, the smaller first, and edges in increasing order"),
        ("edge 1 2\nedge 0 1", "line 6: expected two nodes below 3"),
    ],
)
def test_edges_are_in_order_and_each_once(edges: str, told: str) -> None:
    count = edges.count("\n") + 1
    head = f"grundy-certificate 1\nkind matching\ngraph 3\nedges {count}\n{edges}\n"
    assert told in refusal(f"{head}token 0\nwins second\nmates 3\n0 0 2 1\nbarrier 1\n0 1\nend\n")


def test_numbers_have_limits() -> None:
    head = "grundy-certificate 1\nkind matching\n"
    for line, told in (
        ("graph 0", "from 1 to 1048576"),
        ("graph 1048577", "from 1 to 1048576"),
        ("graph 3\nedges 4000001", "from 0 to 4000000"),
        ("graph 3\nedges 0\ntoken 3", "from 0 to 2"),
        ("graph 3\nedges 0\ntoken 0\nwins none", "expected 'first' or 'second'"),
        ("graph 3\nedges 0\ntoken 0\nwins second\nmates 2", "from 3 to 3"),
        ("graph 3\nedges 0\ntoken 0\nwins second\nmates 3\n0 0 1 2\nbarrier 4", "from 0 to 3"),
        ("graph 3\nedges 1\ntoken 0", "expected 'edge', found 'token'"),
        ("graph 3\nedges 0\nedge 0 1", "expected 'token', found 'edge'"),
    ):
        assert told in refusal(f"{head}{line}\n"), line


def test_the_command_writes_it_for_values_of_0_and_strategies(tmp_path: Path) -> None:
    for text, winner in (("cycle:99", "second"), ("grid:30x30", "first")):
        result = grundy.solve(f"geography {text}")
        assert result.winner == winner
        for strategy in (False, True):
            file = tmp_path / f"{winner}{strategy}.txt"
            assert grundy.certify(result, file, strategy=strategy).checked
            lines = grundy.verify(file).files[0].lines
            assert "\nkind matching\n" in file.read_text() and lines[2].endswith(": proved")
            assert f"the {winner} player wins normal play from node 0: a matching of size " in lines[1]
    first = lines[0]
    assert "nodes: 900; edges: 0-1, 0-30, 1-2" in first and "... (1740 in all; SHA-256 of the moves: " in first


def test_other_games_sums_and_misere_play_have_other_kinds(tmp_path: Path) -> None:
    for text, misere in (("geography(path:4) + geography(path:3)", False), ("geography(cycle:5)", True)):
        grundy.certify(grundy.solve(text, misere=misere), tmp_path / "it.txt", strategy=True)
        assert "\nkind strategy\n" in (tmp_path / "it.txt").read_text()
    assert by_matching(grundy.parse("geography:edges(cycle:4)"), True) is None
    assert by_matching(grundy.parse("kayles(4)"), True) is None
