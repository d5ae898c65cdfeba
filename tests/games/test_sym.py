"""Sym against its definition, and the values that Winning Ways has."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy
from grundy.games.sym import head_value, symmetric_sets

# Winning Ways, ch. 14: a head alone in Sym, at coin 1, 2, 3, ...
SYM = (1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31, 128, 10, 256, 5, 512, 28)


def sets(last: int) -> list[tuple[int, ...]]:
    """All sets of coins with this last one that their mirror image does not change, by trying all."""
    found = []
    for count in range(last + 1):
        for others in combinations(range(last), count):
            coins = (*others, last)
            if sorted(coins[0] + last - place for place in coins) == list(coins):
                found.append(coins)
    return found


def options(row: str) -> list[str]:
    return [
        "".join("HT"[coin == "H"] if place in coins else coin for place, coin in enumerate(row))
        for last, coin in enumerate(row)
        if coin == "H"
        for coins in sets(last)
    ]


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["sym"])
    assert not faults, "\n".join(faults)


def test_the_published_values_of_a_head() -> None:
    assert tuple(grundy.solve(f"sym({'T' * n}H)").nim_value for n in range(len(SYM))) == SYM


def test_each_set_once() -> None:
    for last in range(12):
        assert sorted(tuple(reversed(coins)) for coins in symmetric_sets(last)) == sorted(sets(last))


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    rows = ["".join(random.choices("HT", k=random.randint(0, 7))) for _ in range(100)]
    assert not faults_by_recursion(options, grundy.sym, rows)


def test_a_row_that_is_too_long_is_refused() -> None:
    assert head_value(23) == 47
    with pytest.raises(grundy.OutOfReach, match="at most 24 coins, found a head at coin 25"):
        grundy.solve(f"sym({'T' * 24}H)")
