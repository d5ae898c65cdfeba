"""Kernels of results/oeis_kernels.py against the definition, on random systems and where a table is full."""

from __future__ import annotations

import random
import sys
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy
import pytest

import grundy
from grundy import oeis

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "results"))

from oeis_kernels import compiled, disjoint_sets, sharing, slot_of  # noqa: E402
from oeis_terms import FOLDER, first_wins_sum  # noqa: E402


def winner(sets: list[int], places: int) -> int:
    """Who wins by the kernel, with a table of so many places."""
    here, options = numpy.zeros(len(sets), numpy.int64), numpy.zeros((50, len(sets)), numpy.int64)
    path, ends = numpy.zeros((2, 50), numpy.int64)
    table = numpy.zeros(places, numpy.int64)
    won = compiled(disjoint_sets)(numpy.array(sets), here, path, options, ends, table, compiled(slot_of))
    return int(won)


def by_definition(sets: list[int]) -> bool:
    @cache
    def wins(left: int) -> bool:
        return any(left & one == one and not wins(left ^ one) for one in sets)

    return wins((1 << 50) - 1)


def test_random_sets_are_won_as_by_the_definition() -> None:
    draw = random.Random(361457)
    won = []
    for _ in range(300):
        numbers = draw.sample(range(1, 50), draw.randint(4, 11))
        subsets = [some for size in (2, 3, 4) for some in combinations(numbers, size)]
        sets = [sum(1 << n for n in some) for some in draw.sample(subsets, draw.randint(1, 5))]
        won.append(by_definition(sets))
        assert winner(sets, 4096) == won[-1], sets
    assert 60 < sum(won) < 290


def sums_game(k: int) -> grundy.Rule:
    """The game of A361457 as data for grundy's own search."""
    some = [one for size in (2, 3) for one in combinations(range(1, k), size) if sum(one) == k]
    return grundy.board_game(
        [str(n) for n in range(1, k)], [{"need": list(map(str, one)), "clear": list(map(str, one))} for one in some]
    )


@pytest.mark.parametrize("k", [5, 9, 13, 17, 18, 21])
def test_grundy_agrees_who_wins_a_sum(k: int) -> None:
    value = grundy.solve(sums_game(k)("start"), cores=1).nim_value
    assert first_wins_sum(k) == (value != 0) == (k in oeis.read_bfile(FOLDER / "b361457.txt").terms)


def test_a_full_table_is_told() -> None:
    sets = [1 << a | 1 << 25 - a for a in range(1, 13)]  # twelve pairs that have no number in common
    assert winner(sets, 4096) == by_definition(sets) == 0
    assert winner(sets, 8) == -1
    with pytest.raises(SystemExit, match="A361457: of k = 13 more positions are decided than there is room for"):
        first_wins_sum(13, least_bits=2)


def test_values_that_need_more_words_are_told() -> None:
    values = numpy.zeros(301, numpy.int64)
    assert compiled(sharing)(numpy.zeros((2, 903), numpy.int64), numpy.zeros(903, numpy.int64), values) == -1
    assert compiled(sharing)(numpy.zeros((4, 903), numpy.int64), numpy.zeros(903, numpy.int64), values) >= 128
    assert values.tolist() == oeis.read_bfile(FOLDER / "b271620.txt").terms[:301]
