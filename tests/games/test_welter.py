"""Welter's game against its definition, and what cannot be read."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.games.welter import welter, welter_moves, welter_value

Coins = tuple[int, ...]


def after(coins: Coins) -> list[tuple[int, int, Coins]]:
    """The moves: from where, to where, and the coins then."""
    return [
        (start, end, tuple(sorted({*coins} - {start} | {end})))
        for start in coins
        for end in range(start)
        if end not in coins
    ]


@cache
def by_definition(coins: Coins) -> int:
    values = {by_definition(left) for _, _, left in after(coins)}
    return next(value for value in range(len(values) + 1) if value not in values)


@pytest.mark.parametrize("count", range(6))
def test_all_small_positions(count: int) -> None:
    for coins in combinations(range(10), count):
        assert welter_value(coins) == by_definition(coins), coins
        for target in range(12):
            wins = [(start, end) for start, end, left in after(coins) if by_definition(left) == target]
            moves = welter_moves(coins, target)
            winning = [(coins[dict(labels)["coin"] - 1], dict(labels)["square"]) for labels in moves.each()]
            assert (winning, moves.count) == (sorted(wins), len(wins)), (coins, target)


@settings(max_examples=examples(60), deadline=None)
@given(st.sets(st.integers(0, 10**30), min_size=1, max_size=12))
def test_large_positions_are_won_by_the_moves_that_are_named(squares: set[int]) -> None:
    """Beyond the definition: after a winning move the value is 0, and with an odd value there is such a move."""
    coins = tuple(squares)
    result = grundy.solve(welter(coins))
    ends = [
        (coins[labels["coin"] - 1], labels["square"]) for labels in (dict(move.labels) for move in result.winning_moves)
    ]
    assert (result.winner == "first") == (result.nim_value != 0) == bool(ends)
    for start, end in ends:
        assert start in squares and 0 <= end < start and end not in squares
        assert welter_value(tuple(squares - {start} | {end})) == 0


@pytest.mark.parametrize(
    ("text", "place"), [("0 1 1", "12: expected each coin on a square of its own"), ("5 x", "10:"), ("-1", "8:")]
)
def test_what_cannot_be_read_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"^<argument>:1:{place}"):
        grundy.parse(f"welter({text})")


def test_a_square_that_is_taken_is_no_state() -> None:
    with pytest.raises(grundy.GrundyError):
        welter((1, 1))


def test_more_coins_than_a_formula_is_for_are_refused() -> None:
    with pytest.raises(grundy.OutOfReach, match="2,000 coins"):
        grundy.solve(welter(tuple(range(2_001))))
