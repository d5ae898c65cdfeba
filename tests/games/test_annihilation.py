"""The annihilation game against plain recursion on sets of nodes."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from entry_checks import faults_of_game

import grundy

Arcs = frozenset[tuple[int, int]]
Nodes = frozenset[int]


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["annihilation"])
    assert not faults, "\n".join(faults)


def after(tokens: Nodes, arcs: Arcs) -> dict[tuple[int, int], Nodes]:
    """By arc, the nodes with a token when one has moved along it."""
    left = {}
    for start, end in arcs:
        if start in tokens:
            rest = tokens - {start}
            left[start, end] = rest - {end} if end in rest else rest | {end}
    return left


@cache
def nim_value(tokens: Nodes, arcs: Arcs) -> int:
    values = {nim_value(left, arcs) for left in after(tokens, arcs).values()}
    return next(value for value in range(len(values) + 1) if value not in values)


@cache
def wins_misere(tokens: Nodes, arcs: Arcs) -> bool:
    left = after(tokens, arcs).values()
    return not left or any(not wins_misere(one, arcs) for one in left)


def written(tokens: Nodes, arcs: Arcs, count: int) -> str:
    listed = [*(f"{a}->{b}" for a, b in sorted(arcs)), *map(str, range(1, count + 1))]
    return f"{', '.join(listed)} @ {' '.join(map(str, sorted(tokens)))}"


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    for _ in range(100):
        count = random.randint(1, 7)
        order = random.sample(range(1, count + 1), count)
        pairs = [(a, b) for at, a in enumerate(order) for b in order[:at]]
        arcs = frozenset(random.sample(pairs, random.randint(0, min(len(pairs), 9))))
        tokens = frozenset(random.sample(order, random.randint(0, count)))
        position = grundy.annihilation(written(tokens, arcs, count))
        result = grundy.solve(position)
        assert result.nim_value == nim_value(tokens, arcs), position
        winning = {(labels["from"], labels["to"]) for labels in (dict(move.labels) for move in result.winning_moves)}
        assert winning == {arc for arc, left in after(tokens, arcs).items() if not nim_value(left, arcs)}, position
        assert (grundy.solve(position, misere=True).winner == "first") == wins_misere(tokens, arcs), position
        assert grundy.parse(str(position)) == position


def test_a_graph_of_a_thousand_nodes_is_answered_by_the_values_of_its_nodes() -> None:
    """Each node is a pile from which 1 or 2 counters are taken: tokens on 900 and 517 are two of them."""
    arcs = ", ".join(
        "->".join(map(str, pair)) for pair in ((n, n - k) for n in range(1, 1_000) for k in (1, 2) if k <= n)
    )
    result = grundy.solve(grundy.annihilation(f"{arcs} @ 900 517"))
    assert result.nim_value == 900 % 3 ^ 517 % 3


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("a->b->c->a @ a", 14, "make no cycle, so that play ends, found a cycle"),
        ("a->a @ a", 14, "make no cycle"),
        ("a-b @ a", 14, "arcs with '->' that make no cycle"),
        ("a->b @ c", 21, "nodes of the graph after '@'"),
        ("a->b @ a b a", 25, "each node once"),
        ("a->, @ a", 17, "expected"),
        ("a->b", 18, "'@' and the nodes with a token"),
    ],
)
def test_what_is_wrong_is_named(text: str, place: int, expected: str) -> None:
    with pytest.raises(grundy.BadText, match=f"<argument>:1:{place}: .*{expected}"):
        grundy.parse(f"annihilation({text})")


def test_a_graph_with_a_cycle_is_no_state() -> None:
    from grundy.games.annihilation import Tokens
    from grundy.games.graph_games import Graph

    with pytest.raises(grundy.BadRule, match="graph with tokens"):
        grundy.annihilation(Tokens(Graph((1, 2), ((0, 1), (1, 0)), directed=True), (0,)))
