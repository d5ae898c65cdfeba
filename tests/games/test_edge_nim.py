"""Nim on the edges of a graph against plain recursion of its definition."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

State = tuple[frozenset[tuple[str, int]], str]  # counters of the edges ab, ac, ..., and the node of the token


def options(state: State) -> list[State]:
    edges, token = state
    return [
        (edges - {(ends, count)} | ({(ends, left)} if left else set()), ends.replace(token, ""))
        for ends, count in edges
        if token in ends
        for left in range(count)
    ]


def position(state: State) -> grundy.Position:
    edges, token = state
    return grundy.parse(f"edge-nim({', '.join(f'{a}-{b}:{count}' for (a, b), count in edges)} @ {token})")


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["edge-nim"])
    assert not faults, "\n".join(faults)


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    states: list[State] = []
    for _ in range(100):
        pairs = ["".join(pair) for pair in combinations("abcd", 2)]
        edges = random.sample(pairs, random.randint(0, 4))
        states.append((frozenset((ends, random.randint(1, 3)) for ends in edges), random.choice("abcd")))
    assert not faults_by_recursion(options, position, states)


def test_each_position_that_is_reached_is_read_again() -> None:
    random = Random(44)
    here = grundy.parse("edge-nim(a-b:2, b-c:3, c-d:1, d-a:2 @ a)")
    while moves := [*here.moves()]:
        here = here.play(random.choice(moves))
        assert grundy.parse(str(here)) == here


@pytest.mark.parametrize(
    ("text", "place"),
    [("a-b:2", "15"), ("a-b @ a", "10"), ("a-a:2 @ a", "10"), ("a-b:1, b-a:2 @ a", "17"), ("a-b:2 @", "17")],
)
def test_what_is_no_position_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"1:{place}: expected "):
        grundy.parse(f"edge-nim({text})")
