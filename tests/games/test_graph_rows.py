"""Node Kayles and Arc Kayles on rows and rings are heaps: value and winning moves are those of the definition."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import chain, pairwise
from random import Random

import pytest
from limits import set_limits

from grundy import BadText, OutOfReach, parse, solve

Nodes = frozenset[str]
Edges = frozenset[frozenset[str]]


@cache
def by_definition(game: str, nodes: Nodes, edges: Edges) -> int:
    """The nim-value of what is left of a graph."""
    values = {by_definition(game, *left) for left in moves(game, nodes, edges).values()}
    return next(n for n in range(len(values) + 1) if n not in values)


def moves(game: str, nodes: Nodes, edges: Edges) -> dict[frozenset[str], tuple[Nodes, Edges]]:
    """What each move takes by its name, and what it leaves."""
    named = [frozenset([node]) for node in nodes] if game == "node-kayles" else edges
    rest_of = {}
    for taken in named:
        gone = taken | frozenset(chain(*(edge for edge in edges if edge & taken))) if game == "node-kayles" else taken
        rest_of[taken] = nodes - gone, frozenset(edge for edge in edges if not edge & gone)
    return rest_of


TWIN = "-".join("{}" + str(n) for n in range(18))
TWINS = f", {TWIN.replace('{}', 'l')}, {TWIN.replace('{}', 'r')}"
"""Two equal rows, worth 0 together: with them a graph has more nodes than are searched at once."""


@pytest.mark.parametrize("game", ["node-kayles", "arc-kayles"])
@pytest.mark.parametrize(
    "text",
    [
        "a-b-c-d-e-f-g-h-i",
        "a-b-c-d-e-f-g-a",
        "a-b-c-a, d-e-f-g, h, i-j",
        "c-a-e-b-d, z-x-y-w-z",
        "a-b, c-d, e-f-g",
        "a,",
    ],
)
def test_rows_and_rings(game: str, text: str) -> None:
    pieces = [piece.strip().split("-") for piece in text.split(",") if piece]
    nodes = frozenset(chain(*pieces))
    edges = frozenset(frozenset(pair) for piece in pieces for pair in pairwise(piece))
    result = solve(f"{game}({text.rstrip(',')}{TWINS})")
    assert result.nim_value == by_definition(game, nodes, edges)
    after = moves(game, nodes, edges)
    wins = {taken for taken, left in after.items() if by_definition(game, *left) == 0}
    labels = [dict(move.as_dict()) for move in result.winning_moves]
    named = [one["nodes"] if game == "node-kayles" else one["edges"][0] for one in labels]
    named = [one for one in named if set(one) <= nodes]
    assert sorted(map(sorted, named)) == sorted(map(sorted, wins))
    assert "engines/heap/octal/engine.py of_strips" in result.engines[0]


@pytest.mark.parametrize("text", ["a-b-c, b-d", "a-b-c-a, c-d"])
def test_what_is_no_row_and_no_ring_is_searched(text: str) -> None:
    assert "search/solver.py" in solve(f"node-kayles({text}{TWINS})").engines[0]


def test_who_names_a_method_has_a_search() -> None:
    """Methods are named to compare them: heaps that answered for all of them would agree with themselves."""
    as_heaps = solve("node-kayles(path:45)")
    assert "heap/octal/engine.py of_strips" in as_heaps.engines[0]
    for method in ("proof-numbers", "couples", "sets", "mex"):
        searched = solve("node-kayles(path:45)", method=method)
        assert "search/solver.py" in searched.engines[0]
        assert (searched.nim_value, len(searched.winning_moves)) == (as_heaps.nim_value, len(as_heaps.winning_moves))


@pytest.mark.parametrize("name", ["path:10001", "cycle:10001"])
def test_long_ones(name: str) -> None:
    """Of more than 10,000 nodes; Dawson's Chess and Dawson's Kayles repeat after 34 heaps."""
    kind, _, size = name.partition(":")
    n = int(size)
    heap = parse(f"octal:0.137({n - 3 if kind == 'cycle' else n})")
    value = solve(heap).nim_value
    assert solve(f"node-kayles({name})").nim_value == (value if kind == "path" else int(value == 0))


PIECES = [("path", 4_000), ("cycle", 2_501), ("path", 2_000), ("cycle", 2_502), ("path", 1)]


@pytest.mark.parametrize(
    ("game", "form"), [("node-kayles", "-"), ("arc-kayles", " "), ("arc-kayles", "json"), ("node-kayles", "json")]
)
def test_long_lists_of_rows_and_rings_are_the_sum_of_them_by_name(game: str, form: str) -> None:
    """A list of more than 10,000 nodes was refused, though rows and rings by name were not."""
    edges, lone, first = [], [], 1
    for kind, count in PIECES:
        edges += list(pairwise(range(first, first + count))) + [(first + count - 1, first)] * (kind == "cycle")
        lone += [first] * (count == 1)
        first += count
    Random(7).shuffle(edges)
    if form == "json":
        text = json.dumps({"nodes": list(range(1, first)), "edges": edges})
    elif form == "-":
        text = ", ".join([*(f"{a}-{b}" for a, b in edges), *map(str, lone)])
    else:
        text = "\n".join([*(f"{a} {b}" for a, b in edges), *map(str, lone)])
    by_name = solve(" + ".join(f"{game}({kind}:{count})" for kind, count in PIECES))
    solution = solve(f"{game}({text})")
    assert (solution.nim_value, solution.winning_moves.count) == (by_name.nim_value, by_name.winning_moves.count)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1-2-3-4-5, 3-6", "1:13: expected a graph of at most 4 nodes, found one of 6"),
        ("1-2-3-1, 4-5-6-7-8", None),
        ("a-b-c-d-e-f", None),
        ('{"nodes": [1, 2, 3, 4, 5], "edges": [[1, 2], [1, 3], [1, 4]]}', "1:23: expected at most 4 nodes, found 5"),
        ('{"nodes": [1, 2, 3, 4, 5], "edges": [[1, 2], [2, 3]]}', None),
        ("1-2-3-4-5-6-7-8-9", "1:13: expected a graph of at most 8 nodes, found one of 9"),
    ],
)
@pytest.mark.parametrize("large", [0, 10**9])
def test_lists_of_more_nodes_are_rows_and_rings(
    text: str, told: str | None, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_limits(monkeypatch, "text.edge_lists", MOST_NODES=4, MOST_OF_MULTIGRAPH=8, LARGE=large)
    set_limits(monkeypatch, "text.rows", LARGE=large)
    set_limits(monkeypatch, "games", FEW_NODES=0)
    if told is None:
        pieces = re.findall(r"[\w-]+", text) if text[0] != "{" else ["1-2-3", "4", "5"]
        rows = [piece.split("-") for piece in pieces]
        edges = frozenset(frozenset(pair) for row in rows for pair in pairwise(row))
        assert solve(f"node-kayles({text})").nim_value == by_definition("node-kayles", frozenset(chain(*rows)), edges)
    else:
        with pytest.raises(BadText) as refused:
            parse(f"node-kayles {text}")
        assert told in str(refused.value)


def test_long_ones_are_refused_in_misere_play_before_sets_of_bits_are_made() -> None:
    with pytest.raises(OutOfReach, match="at most 1,024 nodes"):
        solve("node-kayles(path:10001)", misere=True)
