"""Blocking Nim and blocking Wythoff Nim, which are found by these names, are `constrain` of Nim and of Wythoff's game.

The rule is that of Larsson 2011, Blocking Wythoff Nim (Electronic Journal of Combinatorics 18, P120): before the next
player moves, the previous player may declare at most k - 1 of the options as forbidden; once a move is made, that is
forgotten. Here the sets that may be forbidden are played out one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain, combinations
from random import Random

import pytest

import grundy
from grundy import constrain

Piles = tuple[int, ...]


def nim_after(piles: Piles) -> set[Piles]:
    return {(*piles[:at], left, *piles[at + 1 :]) for at, pile in enumerate(piles) for left in range(pile)}


def wythoff_after(piles: Piles) -> set[Piles]:
    a, b = piles
    return nim_after(piles) | {(a - take, b - take) for take in range(1, min(a, b) + 1)}


@cache
def previous_wins(piles: Piles, after: Callable[[Piles], set[Piles]], most: int) -> bool:
    """Whether the previous player has a set of at most `most` options to forbid, such that no other one wins."""
    options = after(piles)
    sets = chain.from_iterable(combinations(sorted(options), size) for size in range(most + 1))
    return any(
        not any(previous_wins(left, after, most) for left in options.difference(forbidden)) for forbidden in sets
    )


@pytest.mark.parametrize(("rule", "after"), [(grundy.nim, nim_after), (grundy.wythoff, wythoff_after)])
def test_a_hundred_random_positions_by_plain_recursion(rule: grundy.Rule, after: Callable[[Piles], set[Piles]]) -> None:
    random = Random(44)
    for _ in range(100):
        piles, most = (random.randint(0, 6), random.randint(0, 6)), random.randint(1, 3)
        result = grundy.solve(constrain(rule(*piles), most))
        assert (result.winner == "second") == previous_wins(piles, after, most), (piles, most)
        # the moves that win if they are allowed: those to positions that the previous player wins, of all options
        good = {left for left in after(piles) if previous_wins(left, after, most)}
        assert len(result.winning_moves) == len(good), (piles, most)


@pytest.mark.parametrize("words", ["blocking Nim", "k-blocking nim", "Blocking Wythoff Nim"])
def test_they_are_found_by_name(words: str) -> None:
    (game, *_) = [one for one in grundy.find_games(words) if one.name == "constrain"]
    assert grundy.solve(game.spec).winner in ("first", "second")
