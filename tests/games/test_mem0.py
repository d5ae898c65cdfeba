"""Mem0 against its definition and the published values of one pile."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

# OEIS A131469, Grundy numbers of one pile of short global Nim, in which the last move cannot be repeated; with one pile
# it does not matter whether the move was made in that pile.
A131469 = """
0, 1, 1, 2, 3, 3, 2, 4, 5, 5, 6, 7, 7, 6, 4, 8, 9, 9, 8, 10, 11, 11, 12, 13, 13, 14, 15, 15, 16, 17, 17, 14, 18, 19, 16,
17, 18, 20, 10, 19, 20, 21, 21, 22, 23, 23, 24, 25, 25, 24, 26, 27, 27, 28
"""


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["mem0"])
    assert not faults, "\n".join(faults)


def test_the_published_values_of_one_pile() -> None:
    values = [int(term) for term in A131469.split(",")]
    assert [grundy.solve(grundy.mem0(str(n))).nim_value for n in range(len(values))] == values


Piles = tuple[tuple[int, int], ...]


@cache
def lost(piles: Piles, misere: bool) -> bool:
    left = [after for _, after in moves(piles)]
    return not any(lost(after, misere) for after in left) if left else not misere


def moves(piles: Piles) -> list[tuple[tuple[int, int], Piles]]:
    """Each move, as (pile from 1, how many), and the piles then."""
    return [
        ((at + 1, take), (*piles[:at], (n - take, take), *piles[at + 1 :]))
        for at, (n, last) in enumerate(piles)
        for take in range(1, n + 1)
        if take != last
    ]


@pytest.mark.parametrize("misere", [False, True])
def test_a_hundred_random_positions_by_plain_recursion(misere: bool) -> None:
    random = Random(44)
    for _ in range(100):
        piles = tuple((random.randint(0, 6), random.randint(0, 4)) for _ in range(random.randint(1, 3)))
        result = grundy.solve(grundy.mem0(*piles), misere=misere)
        assert (result.winner == "second") == lost(piles, misere), piles
        wins = [move for move, after in moves(piles) if lost(after, misere)]
        labels = [dict(move.labels) for move in result.winning_moves]
        assert sorted((one["pile"], one["take"]) for one in labels) == wins, piles


@pytest.mark.parametrize(
    ("text", "place"), [("4 x", "8"), ("5:", "6"), ("5:2:1", "6"), ("-1", "6"), ("9999999999", "6")]
)
def test_what_is_no_pile_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"1:{place}: expected a pile size.*as in 9:2"):
        grundy.parse(f"mem0({text})")


def test_what_is_written_is_read_again() -> None:
    position = grundy.parse("mem0(6:2 5 4:1)")
    assert str(position) == "mem0(6:2 5 4:1)" and grundy.parse(str(position)) == position


def test_a_pile_that_is_too_large_is_refused() -> None:
    with pytest.raises(grundy.OutOfReach, match="at most 4,000 counters, found 4,001"):
        grundy.solve("mem0(3 4001)")


def mem_options(piles: Piles) -> list[Piles]:
    """Take from a pile at least one counter, and at least as many as last."""
    return [
        (*piles[:at], (n - take, take), *piles[at + 1 :])
        for at, (n, last) in enumerate(piles)
        for take in range(max(1, last), n + 1)
    ]


def test_mem_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["mem"])
    assert not faults, "\n".join(faults)


def test_a_hundred_random_positions_of_mem_by_plain_recursion() -> None:
    random = Random(44)
    states = [
        tuple((random.randint(0, 7), random.randint(0, 4)) for _ in range(random.randint(1, 3))) for _ in range(100)
    ]
    assert not faults_by_recursion(mem_options, lambda piles: grundy.mem(*piles), states)


def test_a_pile_of_mem_that_is_too_large_is_refused() -> None:
    with pytest.raises(grundy.OutOfReach, match="at most 2,000 counters, found 2,001"):
        grundy.solve("mem(3 2001)")
