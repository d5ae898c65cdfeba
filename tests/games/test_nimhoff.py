"""Cyclic Nimhoff: its formula and its moves against plain recursion of the rule."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from entry_checks import faults_of_game

import grundy
from grundy.games.nimhoff import MOST_WAYS, nimhoff_moves, nimhoff_value

Piles = tuple[int, ...]


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["cyclic-nimhoff"])
    assert not faults, "\n".join(faults)


def after(piles: Piles, bound: int) -> list[Piles]:
    """What moves leave: one pile is smaller, or the piles together by less than the bound."""
    smaller = product(*(range(pile + 1) for pile in piles))
    return [
        left
        for left in smaller
        if left != piles
        and (sum(a != b for a, b in zip(left, piles, strict=True)) == 1 or sum(piles) - sum(left) < bound)
    ]


@cache
def by_definition(piles: Piles, bound: int) -> int:
    values = {by_definition(tuple(sorted(left)), bound) for left in after(piles, bound)}
    return next(value for value in range(len(values) + 1) if value not in values)


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    for _ in range(100):
        bound = random.randint(1, 6)
        piles = tuple(random.randint(0, 8) for _ in range(random.randint(0, 3)))
        assert nimhoff_value(piles, bound) == by_definition(tuple(sorted(piles)), bound), (piles, bound)
        for target in range(12):
            wins = [left for left in after(piles, bound) if by_definition(tuple(sorted(left)), bound) == target]
            moves = nimhoff_moves(piles, target, bound)
            winning = [dict(labels) for labels in moves.each()]
            left = [
                tuple(
                    pile - dict(zip(one["piles"], one["take"], strict=True)).get(n, 0)
                    for n, pile in enumerate(piles, 1)
                )
                for one in winning
            ]
            assert (sorted(left), moves.count, moves.exact) == (sorted(wins), len(wins), True), (piles, bound, target)


@cache
def wins_misere(piles: Piles, bound: int) -> bool:
    left = after(piles, bound)
    return not left or any(not wins_misere(tuple(sorted(one)), bound) for one in left)


def test_misere_play_by_plain_recursion() -> None:
    random = Random(45)
    for _ in range(20):
        bound = random.randint(1, 4)
        piles = tuple(random.randint(0, 4) for _ in range(random.randint(1, 3)))
        result = grundy.solve(grundy.cyclic_nimhoff(bound)(piles), misere=True)
        assert (result.winner == "first") == wins_misere(tuple(sorted(piles)), bound), (piles, bound)


@pytest.mark.parametrize("piles", [(10**30, 10**30 + 7, 3), (999, 998, 997, 996, 995, 994), (500,) * 12])
def test_of_large_piles_a_move_that_wins_is_named(piles: Piles) -> None:
    """Also where the ways to share what is taken are too many to look through."""
    for bound in (1_000, 1_001):
        value = nimhoff_value(piles, bound)
        for target in (0, value // 2, value - 1) if value else ():
            moves = nimhoff_moves(piles, target, bound)
            first = dict(next(moves.each()))
            takes = dict(zip(first["piles"], first["take"], strict=True))
            left = tuple(pile - takes.get(n, 0) for n, pile in enumerate(piles, 1))
            assert min(left) >= 0 and nimhoff_value(left, bound) == target
            assert len(takes) == 1 or sum(takes.values()) < bound
            assert moves.exact or MOST_WAYS


@pytest.mark.parametrize(
    "text", ["cyclic-nimhoff:0(3)", "cyclic-nimhoff:x(3)", "cyclic-nimhoff:3,4(3)", "cyclic-nimhoff(3)"]
)
def test_a_bound_that_is_none_is_named(text: str) -> None:
    with pytest.raises(grundy.BadText, match=r"<argument>:1:1[0-9]: expected"):
        grundy.parse(text)


def test_a_bound_of_python_that_is_none_is_refused() -> None:
    with pytest.raises(grundy.BadRule, match="from 1 to 1,000,000, found 0"):
        grundy.cyclic_nimhoff(0)
