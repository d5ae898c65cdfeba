"""Who wins geography by maximum matchings is who wins by play."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import grundy
from grundy.games.geography import Journey, geography_options, is_lost
from grundy.games.graph_games import Graph

Edges = tuple[tuple[int, int], ...]


def lost_by_play(near: list[set[int]], token: int, gone: frozenset[int] = frozenset()) -> bool:
    """Whether whoever is to move from a node loses, by trying every walk."""
    after = gone | {token}
    return not any(lost_by_play(near, end, after) for end in near[token] - after)


def near_of(count: int, edges: Edges) -> list[set[int]]:
    near: list[set[int]] = [set() for _ in range(count)]
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    return near


def journey(count: int, edges: Edges, token: int) -> Journey:
    return Journey(Graph(tuple(range(1, count + 1)), edges), token)


def test_every_graph_of_up_to_five_nodes_is_as_by_play() -> None:
    for count in range(1, 6):
        every = tuple(combinations(range(count), 2))
        for size in range(len(every) + 1):
            for edges in combinations(every, size):
                near = near_of(count, edges)
                assert is_lost(journey(count, edges, 0)) == lost_by_play(near, 0), edges


def test_graphs_with_odd_cycles_are_as_by_play() -> None:
    rng = Random(1965)
    for _ in range(300):
        count = rng.randrange(6, 12)
        edges = tuple(sorted(rng.sample(list(combinations(range(count), 2)), rng.randrange(count - 1, count + 4))))
        token = rng.randrange(count)
        assert is_lost(journey(count, edges, token)) == lost_by_play(near_of(count, edges), token), (edges, token)


def test_winning_moves_are_those_of_play() -> None:
    rng = Random(1965)
    for _ in range(150):
        count = rng.randrange(2, 9)
        edges = tuple(edge for edge in combinations(range(count), 2) if rng.random() < 0.4)
        token, near = rng.randrange(count), near_of(count, edges)
        after = frozenset({token})
        expected = [end + 1 for end in sorted(near[token]) if lost_by_play(near, end, after)]
        result = grundy.solve(grundy.parse_rule("geography")(journey(count, edges, token)))
        assert [dict(move.labels)["to"] for move in result.winning_moves] == expected, (edges, token)
        assert result.winner == ("first" if expected else "second")


def test_a_node_is_gone_once_it_is_left() -> None:
    (state,) = grundy.parse("geography(1-2-3-1, 3-4 @ 3)").components[0].states
    assert [str(option.parts[0]) for option in geography_options(state)] == ["1-2, 4 @ 1", "1-2, 4 @ 2", "1-2, 4 @ 4"]


def test_positions_are_read_with_or_without_the_token() -> None:
    for text, written in (
        ("cycle:5", "cycle:5 @ 1"),
        ("grid:2x3 @ (2, 3)", "grid:2x3 @ (2,3)"),
        ("a-b @ b", "a-b @ b"),
    ):
        position = grundy.geography(text)
        assert str(position) == f"geography({written})"
        assert grundy.parse(str(position)) == position
    result = grundy.solve("geography 'grid:3x3 @ (1,2)'".replace("'", ""))
    assert result.winner == "first" and "maximum matching" in result.evidence.reason


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("path:3 @ 9", "1:20: expected a node of the graph after '@', such as 1, found '9'"),
        ("path:3 @", "expected a node of the graph after '@', such as 1, found ''"),
        ("path:x @ 1", "expected"),
        (
            "path:3 @ 2\u00a0",
            "1:20: expected a node of the graph after '@', such as 1, found '2\\xa0' (no-break space)",
        ),
        ("path:3 @ 2\x0c", "1:20: expected a node of the graph after '@', such as 1, found '2\\x0c' (the control"),
    ],
)
def test_what_names_no_node_is_refused(text: str, told: str) -> None:
    with pytest.raises(grundy.BadText) as refused:
        grundy.parse(f"geography({text})")
    assert told in str(refused.value)


def test_large_graphs_are_answered() -> None:
    assert grundy.solve("geography cycle:9999").winner == "second"
    assert grundy.solve("geography grid:40x40").winner == "first"
    around = ", ".join(f"{n}-{n + 1}" for n in range(1, 20001))
    result = grundy.solve(f"geography({around}, 20001-1 @ 7)")  # an odd cycle, beyond what other graphs may have
    assert (result.winner, result.nim_value) == ("second", 0)
    with pytest.raises(grundy.BadText, match="a graph of at most 10,000 nodes"):
        grundy.parse(f"geography:edges({around})")
