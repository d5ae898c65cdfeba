"""Sylver coinage against its definition, a published sequence, theorems, and what cannot be read."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from math import gcd

import pytest

import grundy
from grundy.engines.rows.semigroups import SemigroupValues, Winners, WithThree, pair_with_three
from grundy.model.semigroups import gaps_of, is_symmetric, least_coins, members, without

A046671 = [2, 3, 1, 4, 6, 1, 7, 8, 1, 9, 11, 1, 12]
"""OEIS: G(3, n) from n = 4 on (CC BY-SA 4.0)."""
FAR = 200
"""No sum is missing from here on, of the coins below."""


@cache
def sums(coins: tuple[int, ...]) -> frozenset[int]:
    """By the definition: 0, and what is a sum less one coin."""
    reached = {0}
    for n in range(1, FAR):
        if any(n - coin in reached for coin in coins):
            reached.add(n)
    return frozenset(reached)


def after(coins: tuple[int, ...]) -> dict[int, frozenset[int]]:
    """For each number that may be named the sums then."""
    return {n: sums((*coins, n)) for n in range(2, FAR) if n not in sums(coins)}


@cache
def by_definition(of: frozenset[int]) -> int:
    coins = tuple(n for n in sorted(of) if n and not any(n - m in of for m in of if 0 < m < n))
    values = {by_definition(left) for left in after(coins).values()}
    return next(value for value in range(len(values) + 1) if value not in values)


@cache
def misere_by_definition(of: frozenset[int]) -> bool:
    coins = tuple(n for n in sorted(of) if n and not any(n - m in of for m in of if 0 < m < n))
    left = after(coins).values()
    return not left or not all(map(misere_by_definition, left))


def some_coins(count: int) -> list[tuple[int, ...]]:
    rng = random.Random(44)
    coin_sets: list[tuple[int, ...]] = []
    while len(coin_sets) < count:
        coins = tuple(rng.sample(range(2, 15), rng.randint(2, 4)))
        if gcd(*coins) == 1 and max(set(range(FAR)) - sums(coins)) < 30:
            coin_sets.append(coins)
    return coin_sets


@pytest.mark.parametrize("coins", some_coins(100), ids=str)
def test_random_positions(coins: tuple[int, ...]) -> None:
    position = grundy.parse(f"sylver({' '.join(map(str, coins))})")
    result = grundy.solve(position)
    of = sums(coins)
    assert result.nim_value == by_definition(of)
    wins = sorted(n for n, left in after(coins).items() if by_definition(left) == 0)
    assert [dict(move.labels)["name"] for move in result.winning_moves] == wins
    assert (grundy.solve(position, misere=True).winner == "first") == misere_by_definition(of)
    assert str(grundy.parse(str(position))) == str(position)


def test_the_published_sequence() -> None:
    values = [grundy.solve(grundy.parse(f"sylver:3({n})")).nim_value for n in range(4, 4 + len(A046671))]
    assert values == A046671
    assert list(grundy.sequence(grundy.parse_rule("sylver:3"), upto=16))[4:] == A046671


def test_the_table_of_two_numbers_is_the_search_of_semigroups() -> None:
    """Two methods for the same; the search is that of the definition."""
    values, with_three = SemigroupValues(), WithThree()
    with_three.learn(40)
    for a, b in combinations(range(4, 60), 2):
        gaps = gaps_of((3, a, b))
        if gaps is not None and not gaps & 0b1000:
            pair = pair_with_three(gaps)
            assert pair
            values.learn([gaps])
            if min(pair) <= 40:
                assert with_three.values[pair] == values.memo[gaps], (a, b)


def test_the_table_may_grow_in_steps() -> None:
    once, by_steps = WithThree(), WithThree()
    once.learn(50)
    for n in range(50, -1, -7):
        by_steps.learn(50 - n)
    by_steps.learn(50)
    assert once.values == by_steps.values


def test_a_quiet_end_is_won_and_others_by_search() -> None:
    """Winning Ways, ch. 18: but 2 and 3, of all sets of three coins up to 12."""
    for coins in combinations(range(2, 13), 3):
        gaps = gaps_of(coins)
        if gaps and is_symmetric(gaps) and gaps != 0b10:
            assert by_definition(sums(coins)) > 0, coins


@pytest.mark.parametrize(
    ("coins", "first", "moves"),
    [((2,), True, [3]), ((3,), True, [2]), ((4,), True, [6]), ((6,), True, None), ((9,), True, [6]), ((), True, None)]
    + [((p,), False, []) for p in (5, 7, 11, 13, 999_983)]
    + [((4, 6), False, []), ((6, 9), False, [])]
    + [((10,), True, [5]), ((35, 49), True, [7]), ((999_983, 5), True, None)],
    ids=str,
)
def test_infinitely_many_numbers(coins: tuple[int, ...], first: bool, moves: list[int] | None) -> None:
    """Winning Ways, ch. 18: the pairs 2 and 3, 4 and 6, 6 and 9; Hutchings' theorems."""
    result = grundy.solve(grundy.parse(f"sylver({' '.join(map(str, coins))})"))
    assert result.winner == ("first" if first else "second")
    if moves is not None:
        assert [dict(move.labels)["name"] for move in result.winning_moves] == moves


def test_what_the_theorem_leaves_out_wins_for_the_first_player() -> None:
    """After 4 and 6, 6 and 9, 8 and 10: each number without a common divisor that is not tried, by the definition."""
    for d, coins in ((2, (2, 3)), (3, (2, 3)), (2, (4, 5)), (3, (3, 4))):
        for n in range(2, 24):
            if gcd(n, d) == 1 and n in sums(coins):
                all_coins = least_coins((*(d * coin for coin in coins), n))
                gaps = gaps_of(all_coins)
                assert gaps and is_symmetric(gaps)
                if max(members(gaps)) < 40:
                    assert by_definition(sums(all_coins)) > 0, all_coins


def test_the_search_for_a_winner_is_the_definition() -> None:
    winners = Winners()
    for coins in some_coins(60):
        won, _, _ = winners.decide(least_coins(coins))
        assert won == (by_definition(sums(coins)) > 0), coins


@pytest.mark.parametrize("coins", [(5, 7), (4, 6, 9), (6, 9, 20), (2, 2)], ids=str)
def test_sets_of_bits(coins: tuple[int, ...]) -> None:
    gaps = gaps_of(coins)
    if gcd(*coins) > 1:
        assert gaps is None
        return
    assert gaps is not None and {*members(gaps)} == set(range(FAR)) - sums(coins)
    for number in members(gaps):
        assert {*members(without(gaps, number))} == set(range(FAR)) - sums((*coins, number))


def test_what_one_position_spends_is_no_reason_to_leave_others_out() -> None:
    """After 4, whose value nobody knows, the search was not asked again: 7 and 9 had no value."""
    known = by_definition(sums((7, 9)))
    for text, value in (("4", None), ("7 9", known), ("8 12", "?"), ("7 9", known)):
        position = grundy.parse(f"sylver({text})")
        if value == "?":
            with pytest.raises(grundy.OutOfReach):
                grundy.solve(position)
        else:
            assert grundy.solve(position).nim_value == value


def test_what_nobody_knows_is_refused_with_the_reason() -> None:
    with pytest.raises(grundy.OutOfReach, match=r"^8: expected numbers without a common divisor, found 8;"):
        grundy.solve(grundy.parse("sylver(8)"))
    with pytest.raises(grundy.OutOfReach, match="infinitely many"):
        grundy.solve(grundy.parse("sylver(7)"), misere=True)
    with pytest.raises(grundy.OutOfReach, match="who wins is known, but no nim-value"):
        grundy.solve(grundy.parse("sylver(4) + nim(2)"))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("sylver(4 4)", "10: expected each number once, found 4 a second time"),
        ("sylver(1)", "8: expected a number that was named, 2 or more, found 1"),
        ("sylver(5 x)", "10: expected a number"),
        ("sylver(5 1000001)", "10: expected numbers of at most 1,000,000"),
        ("sylver:1(5)", "8: expected a number"),
        ("sylver:3(4 0)", "12: expected numbers above 1"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"^<argument>:1:{place}"):
        grundy.parse(text)


def test_a_number_that_is_a_sum_is_no_coin_of_a_state() -> None:
    with pytest.raises(grundy.GrundyError):
        grundy.sylver((4, 8))
