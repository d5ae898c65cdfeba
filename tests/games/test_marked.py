"""Domination, general position and Heat Toggle against plain recursion, and against published values."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

Marks = frozenset[int]
Near = dict[int, set[int]]

# OEIS A363934, Heat Toggle on grids: rows n = 1 to 4, k = 1, 2, ... columns.
A363934 = {1: (1, 1, 1, 2, 2, 0), 2: (1, 1, 2, 0, 3, 1), 3: (1, 2, 1, 1), 4: (2, 0, 1)}


def a_graph(random: Random) -> Near:
    """A random graph whose nodes 1, 2, 3, ... all have an edge."""
    count = random.randint(2, 6)
    edges = {pair for pair in combinations(range(1, count + 1), 2) if random.random() < 0.4}
    edges |= {tuple(sorted((node, node % count + 1))) for node in range(1, count + 1)}  # type: ignore[misc]
    near: Near = {node: set() for node in range(1, count + 1)}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    return near


def domination(near: Near, marks: Marks) -> list[Marks]:
    return [marks | {node} | near[node] for node in near if not {node} | near[node] <= marks]


def general_position(near: Near, marks: Marks) -> list[Marks]:
    apart = {(a, b): 1 if b in near[a] else 0 if a == b else 99 for a in near for b in near}
    for middle in near:  # Floyd and Warshall
        for a in near:
            for b in near:
                apart[a, b] = min(apart[a, b], apart[a, middle] + apart[middle, b])
    return [
        marks | {node}
        for node in near
        if node not in marks
        and not any(apart[a, b] + apart[b, c] == apart[a, c] for a, b, c in permutations(marks | {node}, 3))
    ]


def heat_toggle(near: Near, marks: Marks) -> list[Marks]:
    after = [marks ^ ({node} | near[node]) for node in marks]
    return [left for left in after if len(left) < len(marks)]


@pytest.mark.parametrize("name", ["domination", "general-position", "heat-toggle"])
def test_it_is_answered_as_the_definition_says(name: str) -> None:
    faults = faults_of_game(grundy.catalogue[name])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("options", [domination, general_position, heat_toggle])
def test_a_hundred_random_positions_by_plain_recursion(options: Callable[[Near, Marks], list[Marks]]) -> None:
    random = Random(44)
    name = options.__name__.replace("_", "-")
    faults = []
    for _ in range(100):
        near = a_graph(random)
        marks: Marks = frozenset(near) if options is heat_toggle else frozenset()
        for _ in range(random.randint(0, 2)):
            marks = random.choice(options(near, marks) or [marks])
        edges = ", ".join(f"{a}-{b}" for a in near for b in near[a] if a < b)

        def position(some: Marks, edges: str = edges) -> grundy.Position:
            return grundy.parse(f"{name}({edges} @ {' '.join(map(str, sorted(some)))})")

        faults += faults_by_recursion(lambda some, near=near: options(near, some), position, [marks])  # type: ignore
    assert not faults


def test_the_published_values_of_heat_toggle() -> None:
    for rows, values in A363934.items():
        for columns, value in enumerate(values, 1):
            assert grundy.solve(f"heat-toggle(grid:{rows}x{columns})").nim_value == value, (rows, columns)


def test_heat_toggle_on_a_path_is_an_octal_game() -> None:
    """OEIS A363934: the first row is 0.1337, a path of n + 1 nodes being a heap of n."""
    values = [grundy.solve(f"heat-toggle(path:{n + 1})").nim_value for n in range(1, 20)]
    assert values == grundy.octal("0.1337").nim_values(20).tolist()[1:]


def test_who_wins_domination_on_paths_and_cycles() -> None:
    for n in range(3, 14):
        assert (grundy.solve(f"domination(path:{n})").winner == "second") == (n % 4 == 0)
        assert (grundy.solve(f"domination(cycle:{n})").winner == "first") == (n % 4 == 3)


def test_general_position_on_the_graphs_of_rooks() -> None:
    """Klavžar, Neethu & Chandran 2021: the first player wins if both numbers are odd."""
    for n in range(2, 4):
        for m in range(n, 6):
            answer = grundy.solve(f"general-position(rooks:{n}x{m})")
            assert (answer.winner == "first") == (n % 2 == m % 2 == 1), (n, m)


@pytest.mark.parametrize("text", ["path:4", "path:4 @ 2", "1-2, 2-3 @ 1 3", "path:4 @"])
@pytest.mark.parametrize("name", ["domination", "general-position", "heat-toggle"])
def test_what_is_written_is_read_again(name: str, text: str) -> None:
    position = grundy.parse(f"{name}({text})")
    assert grundy.parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "place"), [("path:4 @ 5", "27"), ("path:4 @ 1 2 3", "25"), ("path:65", "18"), ("a- @ b", "20")]
)
def test_what_is_no_position_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"1:{place}: expected "):
        grundy.parse(f"general-position({text})")
