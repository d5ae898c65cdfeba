"""Tripod Nim against plain recursion of its definition, and against the published periods of Third One Lucky."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from entry_checks import faults_of_game

import grundy
from grundy.games.tripod_nim import tripod_nim_is_p

# OEIS A006018, periods of Third One Lucky: here of the third leg less the second one, for 2 counters in the centre and
# 0, 1, 2, ... in the first leg.
A006018 = (1, 2, 4, 2, 12, 12, 12, 8, 8, 10)

Piles = tuple[int, ...]


def moves(piles: Piles) -> list[tuple[tuple[int, int], Piles]]:
    """Each move, as (pile from 1, how many), and the piles then."""
    centre_is_free = sum(leg > 0 for leg in piles[1:]) < 2
    return [
        ((place + 1, take), (*piles[:place], pile - take, *piles[place + 1 :]))
        for place, pile in enumerate(piles)
        if place or centre_is_free
        for take in range(1, pile + 1)
    ]


@cache
def lost(piles: Piles, misere: bool) -> bool:
    left = [after for _, after in moves(piles)]
    return not any(lost(after, misere) for after in left) if left else not misere


@cache
def value(piles: Piles) -> int:
    left = {value(after) for _, after in moves(piles)}
    return next(number for number in range(len(left) + 1) if number not in left)


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["tripod-nim"])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("misere", [False, True])
def test_a_hundred_random_positions_by_plain_recursion(misere: bool) -> None:
    random = Random(44)
    for _ in range(100):
        piles = (random.randint(0, 6), *(random.randint(0, 8) for _ in range(3)))
        result = grundy.solve(grundy.tripod_nim(piles), misere=misere)
        assert (result.winner == "second") == lost(piles, misere), piles
        wins = [move for move, after in moves(piles) if lost(after, misere)]
        labels = [dict(move.labels) for move in result.winning_moves]
        assert [(one["pile"], one["take"]) for one in labels] == wins, piles


def test_each_small_position_by_plain_recursion() -> None:
    for centre in range(5):
        for legs in ((a, b, c) for a in range(7) for b in range(7) for c in range(9)):
            for misere in (False, True):
                piles = (centre, *legs)
                assert tripod_nim_is_p(piles, misere) == lost(piles, misere), (piles, misere)


def test_sums_are_of_the_values_of_plain_recursion() -> None:
    random = Random(44)
    for _ in range(20):
        piles = tuple(random.randint(0, 4) for _ in range(4))
        worth = value(piles)
        assert grundy.solve(grundy.tripod_nim(piles) + grundy.nim(worth)).winner == "second", piles
        assert grundy.solve(grundy.tripod_nim(piles) + grundy.nim(worth + 1)).winner == "first", piles


def test_the_published_periods_of_third_one_lucky() -> None:
    """They agree with the rule here; the entry says no more of the rule than the name."""
    count = 240
    for first, published in enumerate(A006018):
        row = []
        for second in range(count):
            near = range(max(0, second - 3 * first - 3), second + 3 * first + 4)
            lose = [third for third in near if tripod_nim_is_p((2, first, second, third))]
            assert len(lose) == 1, (first, second)
            row.append(lose[0] - second)
        end = row[count // 3 :]
        assert end[published:] == end[:-published], first
        assert not any(end[less:] == end[:-less] for less in range(1, published)), first


def test_a_centre_that_is_too_large_to_be_left_is_like_a_smaller_one() -> None:
    for legs in ((0, 3, 4), (2, 3, 4), (1, 2, 5)):
        large = [tripod_nim_is_p((10**9, *legs[:2], third)) for third in range(20)]
        assert large == [lost((30, *legs[:2], third), False) for third in range(20)]


@pytest.mark.parametrize(("text", "place"), [("2 3 x 4", "16"), ("2 3 4 5 6", "20"), ("2 -3 4 5", "14")])
def test_what_is_no_tripod_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"1:{place}: expected "):
        grundy.parse(f"tripod-nim({text})")


def test_a_leg_that_lacks_is_named() -> None:
    with pytest.raises(grundy.BadText, match=r"expected a pile size \(4 in all\)"):
        grundy.parse("tripod-nim(2 3 4)")


def test_legs_that_are_too_large_are_refused() -> None:
    for misere in (False, True):
        with pytest.raises(grundy.OutOfReach, match="found 1,000 and 3,000"):
            grundy.solve("tripod-nim(2 5000 1000 3000)", misere=misere)


def test_one_leg_may_be_as_large_as_you_like() -> None:
    result = grundy.solve(f"tripod-nim(2 3 4 {10**30})")
    left = next(third for third in range(20) if lost((2, 3, 4, third), False))
    assert [dict(move.labels) for move in result.winning_moves] == [{"pile": 4, "take": 10**30 - left}]
