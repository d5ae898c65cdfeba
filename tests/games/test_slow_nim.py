"""Slow Nim and exact slow Nim against plain recursion of their definitions."""

from __future__ import annotations

from functools import partial
from itertools import combinations, product
from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy
from grundy.games.slow_nim import exact_covers, exact_is_p, slow_covers, slow_is_p

Piles = tuple[int, ...]


def options(piles: Piles, counts: tuple[int, ...]) -> list[Piles]:
    full = [place for place, pile in enumerate(piles) if pile]
    chosen = [some for count in counts for some in combinations(full, count)]
    return [tuple(pile - (place in some) for place, pile in enumerate(piles)) for some in chosen]


def lost(counts: tuple[int, ...], length: int, size: int) -> dict[Piles, bool]:
    """For all so many piles of at most so many counters, whether the second player wins; the smaller come first."""
    table: dict[Piles, bool] = {}
    for piles in product(range(size + 1), repeat=length):
        table[piles] = not any(table[after] for after in options(piles, counts))
    return table


@pytest.mark.parametrize("name", ["slow-nim", "exact-slow-nim"])
def test_it_is_answered_as_the_definition_says(name: str) -> None:
    faults = faults_of_game(grundy.catalogue[name])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("exact", [False, True])
def test_a_hundred_random_positions_by_plain_recursion(exact: bool) -> None:
    random = Random(44)
    for most in (1, 2, 3, 4):
        states = [tuple(random.randint(0, 3) for _ in range(random.randint(1, 5))) for _ in range(25)]
        rule = (grundy.exact_slow_nim if exact else grundy.slow_nim)(most)
        counts = (most,) if exact else tuple(range(1, most + 1))
        assert not faults_by_recursion(partial(options, counts=counts), rule, states)


@pytest.mark.parametrize(("length", "size"), [(2, 12), (3, 8), (4, 6), (5, 4)])
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_the_theorems_tell_who_wins_each_small_position(length: int, size: int, most: int) -> None:
    slow, exact = lost(tuple(range(1, most + 1)), length, size), lost((most,), length, size)
    covered = [piles for piles in slow if slow_covers(piles, most)]
    assert [slow_is_p(piles, most) for piles in covered] == [slow[piles] for piles in covered]
    known = [piles for piles in exact if exact_covers(piles, most)]
    assert [exact_is_p(piles, most) for piles in known] == [exact[piles] for piles in known]
    assert len(covered) == len(known) == len(slow) or 1 < most < length - 1


def test_large_piles_by_their_parities() -> None:
    assert grundy.solve(f"slow-nim:3({10**30} 4 6 8)").winner == "second"
    assert grundy.solve(f"slow-nim:3({10**30} 5 6 8)").winner == "first"
    assert grundy.solve(f"exact-slow-nim:2({10**30} {10**20 + 1})").winner == "first"


def test_a_theorem_alone_is_not_asked_of_more_piles() -> None:
    assert not slow_covers((2, 2, 2, 2), 2) and not exact_covers((2, 2, 2, 2), 2)
    assert not exact_covers((10**6, 10**6, 10**6), 2)


@pytest.mark.parametrize("name", ["slow-nim", "exact-slow-nim"])
@pytest.mark.parametrize("text", ["0", "x", "1001", "2 3", ""])
def test_what_is_no_number_of_piles_is_named(name: str, text: str) -> None:
    with pytest.raises(grundy.BadText, match="expected"):
        grundy.parse_rule(f"{name}:{text}")


@pytest.mark.parametrize("most", [0, "2", 2.5, 1001])
def test_what_is_no_number_of_piles_is_refused(most: object) -> None:
    for make in (grundy.slow_nim, grundy.exact_slow_nim):
        with pytest.raises(grundy.BadRule, match="expected a number of piles from 1 to 1,000, found"):
            make(most)  # type: ignore[arg-type]
