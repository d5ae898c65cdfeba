"""Prim against its definition and the published values."""

from __future__ import annotations

from math import gcd
from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

# OEIS A055396, from n = 1: the smallest prime that divides n is the a(n)-th prime.
A055396 = """
0, 1, 2, 1, 3, 1, 4, 1, 2, 1, 5, 1, 6, 1, 2, 1, 7, 1, 8, 1, 2, 1, 9, 1, 3, 1, 2, 1, 10, 1, 11, 1, 2, 1, 3, 1, 12, 1,
2, 1, 13, 1, 14, 1, 2, 1, 15, 1, 4, 1, 2, 1, 16, 1, 3, 1, 2, 1, 17, 1, 18, 1, 2, 1, 3, 1, 19, 1, 2, 1, 20, 1, 21, 1,
2, 1, 4, 1, 22, 1, 2, 1, 23, 1, 3, 1, 2, 1, 24, 1, 4, 1, 2, 1, 3, 1
"""


def options(piles: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [
        (*piles[:place], left, *piles[place + 1 :])
        for place, pile in enumerate(piles)
        for left in range(1, pile)
        if gcd(pile - left, pile) == 1
    ]


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["prim"])
    assert not faults, "\n".join(faults)


def test_the_published_values() -> None:
    values = [int(term) for term in A055396.split(",")]
    assert [grundy.solve(grundy.prim(n)).nim_value for n in range(1, len(values) + 1)] == values


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    states = [tuple(random.randint(0, 9) for _ in range(random.randint(1, 3))) for _ in range(100)]
    assert not faults_by_recursion(options, lambda piles: grundy.prim(*piles), states)


def test_a_pile_that_is_too_large_is_refused() -> None:
    with pytest.raises(grundy.OutOfReach, match="at most 1,000,000 counters, found 1,000,001"):
        grundy.solve("prim(1000001)")
