"""Node Kayles and Arc Kayles against the definition on graphs of all kinds; how graphs are written; bad graphs."""

from __future__ import annotations

import itertools
import json
from functools import partial
from random import Random
from typing import Any

import pytest
from command import grundy as run
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from small_graphs import Edges, graphs, judge, written

import grundy
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.search import asker, solver
from grundy.games.families import FAMILIES
from grundy.games.graph_games import Graph, graph_of
from grundy.text.edge_lists import net_text, write_net

GAMES = ("node-kayles", "arc-kayles")


def graph6(nodes: int, edges: Edges) -> str:
    """The graph6 of a graph, after McKay's description."""
    bits = "".join("1" if (i, j) in edges else "0" for j in range(nodes) for i in range(j))
    bits += "0" * (-len(bits) % 6)
    return chr(63 + nodes) + "".join(chr(63 + int(bits[k : k + 6], 2)) for k in range(0, len(bits), 6))


@settings(max_examples=examples(80))
@given(graphs(), st.sampled_from(GAMES), st.booleans())
def test_random_graphs(graph: tuple[int, Edges], game: str, misere: bool) -> None:
    answer = grundy.solve(grundy.parse(f"{game} {written(*graph)}"), misere=misere)
    expected = judge(game, *graph, misere)
    assert (answer.winner == "first") == (expected if misere else expected > 0)
    assert misere or answer.nim_value == expected


@pytest.mark.parametrize("game", GAMES)
def test_all_graphs_of_four_nodes(game: str) -> None:
    pairs = list(itertools.combinations(range(4), 2))
    for number in range(1 << len(pairs)):
        edges = [pair for k, pair in enumerate(pairs) if number >> k & 1]
        position = grundy.parse(f"{game} {written(4, edges)}")
        for misere in (False, True):
            answer = grundy.solve(position, misere=misere)
            expected = judge(game, 4, edges, misere)
            assert (answer.winner == "first") == bool(expected)
            assert misere or answer.nim_value == expected
        left = [option.parts[0] for option in position.components[0].rule.options(position.components[0].states[0])]
        wins = [graph for graph in left if grundy.solve(position.components[0].rule(graph)).nim_value == 0]
        assert len(wins) == grundy.solve(position).winning_moves.count


@settings(max_examples=examples(60))
@given(graphs(), st.sampled_from(GAMES), st.randoms(use_true_random=False))
def test_another_order_of_the_nodes_changes_nothing(graph: tuple[int, Edges], game: str, order: Any) -> None:
    nodes, edges = graph
    place = list(range(nodes))
    order.shuffle(place)
    turned = [(min(place[a], place[b]), max(place[a], place[b])) for a, b in edges]
    one, other = (grundy.solve(grundy.parse(f"{game} {written(nodes, e)}")) for e in (edges, turned))
    assert one.nim_value == other.nim_value and one.winning_moves.count == other.winning_moves.count


@settings(max_examples=examples(60))
@given(graphs(12))
def test_every_way_to_write_a_graph_says_the_same(graph: tuple[int, Edges]) -> None:
    nodes, edges = graph
    named = [(a + 1, b + 1) for a, b in edges]
    data = json.dumps({"nodes": list(range(1, nodes + 1)), "edges": named})
    lines = "\n".join([*(f"{b} {a}" for a, b in named), *map(str, range(1, nodes + 1))])
    dashes = ", ".join([*(f"{a}-{b}" for a, b in named), *map(str, range(1, nodes + 1))])
    six = graph6(nodes, edges)
    positions = [grundy.parse(f"node-kayles {text}") for text in (data, lines, dashes, six, f">>graph6<<{six}\n")]
    assert all(one == positions[0] for one in positions)
    assert all(grundy.parse(str(one)) == one for one in positions)
    assert grundy.parse(f"nim(3) + node-kayles({data})").components[1:] == positions[0].components


@pytest.mark.parametrize(
    ("text", "nodes", "edges"),
    [
        ("path:4", 4, 3),
        ("cycle:5", 5, 5),
        ("complete:6", 6, 15),
        ("star:4", 5, 4),
        ("wheel:5", 6, 10),
        ("bipartite:3,4", 7, 12),
        ("cube:4", 16, 32),
        ("petersen", 10, 15),
        ("petersen:7,2", 14, 21),
        ("grid:3x5", 15, 22),
        ("torus:3x4", 12, 24),
        ("rooks:3x4", 12, 30),
        ("queens:4", 16, 76),
        ("kings:3", 9, 20),
        ("knights:4x3", 12, 14),
        ("bishops:3", 9, 10),
        ("grid:0x4", 0, 0),
    ],
)
def test_families(text: str, nodes: int, edges: int) -> None:
    (graph,) = grundy.parse(f"node-kayles({text})").components[0].states
    assert isinstance(graph, Graph)
    assert (len(graph.nodes), len(graph.edges)) == (nodes, edges)
    assert text.partition(":")[0] in FAMILIES
    assert grundy.parse(str(grundy.parse(f"node-kayles({text})"))) == grundy.parse(f"node-kayles({text})")


def test_the_petersen_graph_has_girth_five() -> None:
    (graph,) = grundy.parse("node-kayles petersen").components[0].states
    assert isinstance(graph, Graph)
    near = [{b for a, b in [*graph.edges, *((b, a) for a, b in graph.edges)] if a == node} for node in range(10)]
    assert all(len(ends) == 3 for ends in near)
    for a, b in itertools.combinations(range(10), 2):
        assert len(near[a] & near[b]) == (0 if b in near[a] else 1)


def values(spec: str, upto: int) -> list[int]:
    done = run("sequence", spec, "--to", str(upto), "--json")
    nim_values: list[int] = done.json()["values"]
    return nim_values


GRID = [2, 1, 1, 0, 3, 3, 2, 2, 2]  # Node Kayles on 3 x 1 to 3 x 9: OEIS A316632


@pytest.mark.parametrize(
    ("spec", "first", "published"),
    [
        # OEIS A316632, from 3 x 1 on
        ("node-kayles:grid:3xN", 1, GRID),
        pytest.param("node-kayles:grid:3xN", 1, [*GRID, 3, 3, 5, 2, 4], marks=pytest.mark.long),
        # OEIS A344227, from the empty board on
        ("node-kayles:queens:N", 0, [0, 1, 1, 2, 1, 3, 1]),
        pytest.param("node-kayles:queens:N", 0, [0, 1, 1, 2, 1, 3, 1, 2], marks=pytest.mark.long),
        # OEIS A316533, from P(5, 2) on
        ("node-kayles:petersen:N,2", 5, [1, 0, 1, 0, 1, 0]),
        pytest.param("node-kayles:petersen:N,2", 5, [1, 0, 1, 0, 1, 0, 0, 0, 1], marks=pytest.mark.long),
        # OEIS A002187: Dawson's Chess on a row of n, and its shift by one, Dawson's Kayles
        ("node-kayles:path:N", 0, [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
        ("arc-kayles:path:N", 0, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
        # Winning Ways, ch. 15: Cram on two rows
        ("arc-kayles:grid:2xN", 0, [0, 1, 0, 1, 0, 1, 0, 1, 0]),
    ],
)
def test_published_sequences(spec: str, first: int, published: list[int]) -> None:
    assert values(spec, first + len(published) - 1)[first:] == published


def test_a_grid_without_some_cells_is_searched_as_a_board() -> None:
    whole = [(r, c) for r in range(1, 4) for c in range(1, 6) if (r, c) not in {(2, 2), (3, 5)}]
    at = {cell: place for place, cell in enumerate(whole)}
    edges = [(at[r, c], at[e]) for r, c in whole for e in ((r + 1, c), (r, c + 1)) if e in at]
    text = write_net(net_text(whole, edges))
    for game in GAMES:
        answer = grundy.solve(grundy.parse(f"{game} {text}"))
        assert answer.nim_value == judge(game, len(whole), edges)
    assert (
        grundy.solve(grundy.parse(f"arc-kayles {text}")).nim_value
        == grundy.solve(grundy.parse("cram ...../.#.../....#")).nim_value
    )


def test_a_graph_of_more_nodes_than_a_word_has_bits() -> None:
    # a path of 86 is a heap of Dawson's Chess, 0.137; its period is 34 from 52 on (Guy and Smith 1956)
    small, large = (grundy.solve(grundy.parse(f"node-kayles path:{n}")).nim_value for n in (86 - 34, 86))
    assert small == large == grundy.solve(grundy.parse("octal:0.137(86)")).nim_value


def test_moves_in_json_and_in_words() -> None:
    done = run("solve", "node-kayles", "grid:2x2", "--json")
    assert done.json()["winning_moves"] == []
    assert grundy.solve(grundy.parse("node-kayles grid:1x3")).as_dict()["winning_moves"] == [{"nodes": [(1, 2)]}]
    told = grundy.solve(grundy.parse("arc-kayles a-b, c-d, d-e, e-f"))
    assert [move.as_dict() for move in told.winning_moves] == [{"edges": [("d", "e")]}] or told.nim_value == 3
    for position in ("node-kayles 1-2-3", "arc-kayles a-b-c", "node-kayles grid:1x3"):
        for move in grundy.solve(grundy.parse(position)).winning_moves:
            assert grundy.parse_move(str(move)) == move


BAD = [
    ("1-2, 3-3", "1:8: expected no edge from a node to itself"),
    ("1-2,,3", "1:5: expected a node or an edge before it"),
    ("1 2 3", "1:5: expected ',' or the end of the line after an edge of two nodes"),
    ("1-", "1:3: expected a node"),
    ("1-2\n2-3\nx y\n4--5", "4:3: expected a node"),
    ("1-2 a$b", "1:5: expected a node"),
    ("DQ", "1:3: expected 3 characters, as a graph6 of 5 nodes has, found 2"),
    ("DQcc", "1:4: expected the end after the 3 characters"),
    ("DQd", "1:3: expected zeros in the bits"),
    ("DQ\u00e9", "1:3: expected a character of graph6"),
    ("DQc\nDQc", "1:4: expected the end after one graph"),
    (":An", "1:1: expected graph6"),
    (">>graph6<<", "1:11: expected graph6: the number of nodes"),
    ("~~~~~~~~", "1:1: expected a graph of at most 10,000 nodes, found one of 68,719,476,735"),
    (
        "~~?B????\u00e9",
        "1:1: expected a graph of at most 10,000 nodes, found one of 50,331,648",
    ),
    ("~?Aa", "1:5: expected"),
    ("1-\uff13", "1:3: expected a node: a number, a word, or a cell such as (2,3), found '\uff13' (full-width digit)"),
    ("grid:3x", "1:6: expected 'grid:' and 2 numbers"),
    ("gird:3x4", "1:1: expected a graph, or a family of them"),
    ("path:-3", "1:6: expected 'path:' and 1 number"),
    ("cycle:2", "1:7: expected numbers of at least 3"),
    ("petersen:4,2", "1:10: expected N,K with 2 K < N"),
    ("grid:300x300", "1:6: expected a graph of at most 10,000 nodes, found one of 90,000"),
    ("complete:9000", "1:10: expected a graph of at most 1,000,000 edges"),
    ("cube:999", "1:6: expected a graph of at most 10,000 nodes"),
    ('{"nodes": [1, 1], "edges": []}', "1:15: expected each node once"),
    ('{"nodes": [1, "a"], "edges": []}', "1:15: expected nodes of one kind"),
    ('{"nodes": [1, 2], "edges": [[1, 3]]}', "1:33: expected one of the nodes"),
    ('{"nodes": [1, 2], "edges": [[1, 1]]}', "1:29: expected no edge from a node to itself"),
    ('{"nodes": [1, 2], "edges": [[1]]}', "1:31: expected two nodes in an edge"),
    ('{"nodes": [1, 2], "edges": [[1, 2, 1]]}', "1:36: expected ']' after two nodes"),
    ('{"nodes": [1, 2], "edges": [7]}', "1:29: expected an edge of two nodes"),
    ('{"nodes": [true], "edges": []}', "1:12: expected a node"),
    ('{"nodes": [1]}', '1:14: expected the key "edges"'),
]


@pytest.mark.parametrize(("text", "finding"), BAD)
def test_a_bad_graph_is_told_with_its_place(text: str, finding: str) -> None:
    done = run("solve", "node-kayles", "--file", "-", stdin=text.encode())
    assert done.places()
    assert f"<stdin>:{finding}" in done.err, done.err


@pytest.mark.parametrize("spec", ["node-kayles:grid:3x4", "node-kayles:petersen", "arc-kayles:blob:N", "node-kayles:"])
def test_what_stands_after_the_colon_grows(spec: str) -> None:
    assert all(place.startswith("<argument>:1:") for place in run("sequence", spec, "--to", "4").places())


def test_a_graph_beyond_reach_is_refused_with_the_limit() -> None:
    chance = Random(5)  # a graph with a symmetry might be answered by it
    edges = {(end, chance.randrange(end)) for end in range(1, 1100) for _ in range(2)}
    done = run("solve", "node-kayles", ", ".join(f"{a}-{b}" for a, b in sorted(edges)))
    assert done.status == 2
    assert "1100 places" in done.err and "1,024" in done.err


def test_nodes_of_several_kinds_and_of_odd_names() -> None:
    mixed = grundy.parse("node-kayles a-1, 2")
    assert grundy.parse(str(mixed)) == mixed
    odd = grundy.parse('node-kayles {"nodes": ["a b", ")"], "edges": [["a b", ")"]]}')
    assert grundy.parse(str(odd)) == odd
    assert graph_of(net_text(("b", "a"), [(0, 1)])) == graph_of(net_text(("a", "b"), [(0, 1)]))


def test_tables_of_boards_that_are_not_asked_of_any_more_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sequence of boards, each of which teaches the next, holds the tables of the last alone, and is right."""
    set_limits(monkeypatch, "engines.search", MOST_IDLE=0)
    idle = []

    def forget(searches: Any, used: Any) -> None:
        honest(searches, used)
        idle.append([search for field, search in searches.items() if search.tables and field not in used])
        assert not any(search.teachers for search in idle[-1])

    honest = asker.forget
    monkeypatch.setattr(asker, "forget", forget)
    rule = grundy.parse_rule("node-kayles:grid:3xN")
    engine = solver.engine(rule, DEFAULT_OPTIONS)
    assert DEFAULT_OPTIONS.run(partial(engine.work, range(1, len(GRID) + 1))).values == GRID
    assert len(idle[-1]) == 1 and len(idle) >= len(GRID) - 3
    assert DEFAULT_OPTIONS.run(partial(engine.work, [9])).values == [2]


@pytest.mark.parametrize(
    ("game", "position", "told"),
    [
        ("node-kayles:path:N", "10000000", "1:1: expected a graph of at most 1,000,001 nodes, found one of 10,000,000"),
        ("node-kayles", "grid:200x200", "1:6: expected a graph of at most 10,000 nodes, found one of 40,000"),
        ("hackenbush", "grid:2000x2000", "1:6: expected a graph of at most 1,000,001 nodes, found one of 4,000,000"),
        ("arc-kayles:cube:N", "99999", "1:1: expected a graph of at most 10,000 nodes, found one of 1,099,511"),
        ("poset:chomp:2xN", "1000000", "1:1: expected an order of at most 10,000 elements, found one of about 2,000,"),
        ("cram:3xN", "10000000", "1:1: expected a board of at most 1,000,000 cells, found one of 30,000,000"),
        ("cram:3xN", "4 5", "1:1: expected a number N, the sides of a full board, as in 5x8, or rows of '.' and '#'"),
        ("cram", "5x", "1:1: expected the sides of a full board, as in 5x8, or rows of '.' and '#', found '5x'"),
        ("cram", "-1x5", "1:1: expected the sides of a full board, as in 5x8, or rows of '.' and '#', found '-1x5'"),
        ("notakto", "X./...", "1:6: expected the end of the row after 2 cells, found '.'"),
        ("node-kayles", "petersen:7,9", "1:10: expected N,K with 2 K < N, found 7,9"),
        ("node-kayles", "path:9999999999", "1:6: expected 'path:' and 1 number, as in path:3, of at most nine digits"),
        (
            "node-kayles",
            "queens:9999999999",
            "1:8: expected 'queens:' and 2 numbers, as in queens:5x3, of at most nine digits, f",
        ),
    ],
)
def test_what_is_too_large_or_not_there_is_told_at_once(game: str, position: str, told: str) -> None:
    with pytest.raises(grundy.BadText) as raised:
        grundy.parse(f"{game}({position})")
    line, column, expected = told.split(":", 2)
    assert str(raised.value).startswith(f"<argument>:{line}:{len(game) + 1 + int(column)}:{expected}")
    assert len(raised.value.findings) == 1


@pytest.mark.parametrize("game", ["node-kayles:cube:N", "arc-kayles:path:N", "poset:subsets:N", "cram:2xN"])
def test_numbers_that_stand_for_too_much_are_refused_by_the_library_too(game: str) -> None:
    with pytest.raises(grundy.OutOfReach, match=r"10,000|1,000,000 cells"):
        grundy.solve(grundy.parse_rule(game)(10**7))
