"""Closed forms of coin-turning games: the values of the definition, and all places and pairs of a value, each once."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import xor

import pytest

from grundy.model.coin_values import FORMULAS
from grundy.model.coins import Turning

COINS = 40


def by_definition(turns: Turning) -> list[int]:
    """The value of each head alone: the mex over what is left where it is the last that is turned."""
    values: list[int] = []
    for last in range(COINS):
        others = [range(last - length, last) for length in range(last + 1) if turns.runs]
        options = {reduce(xor, (values[coin] for coin in run), 0) for run in others}
        for count in turns.counts:
            options |= {reduce(xor, some, 0) for some in combinations(values, count - 1)}
        values.append(next(value for value in range(len(options) + 1) if value not in options))
    return values


@pytest.mark.parametrize("turns", [turns for turns in FORMULAS if max(turns.counts, default=0) < 4], ids=str)
def test_a_formula_has_the_values_places_and_pairs_of_the_definition(turns: Turning) -> None:
    formula, values = FORMULAS[turns], by_definition(turns)
    assert [formula.value(place) for place in range(COINS)] == values
    sets = [{tuple(sorted(one, reverse=True)) for one in turns.sets(last)} for last in range(9)]
    for last, turned in enumerate(sets):
        runs = {tuple(range(last, last - length - 1, -1)) for length in range(last + 1) if turns.runs}
        some = {(last, *others[::-1]) for count in turns.counts for others in combinations(range(last), count - 1)}
        assert turned == runs | some
    for total in range(2 * max(values) + 2):
        if list(formula.places(total)):
            assert [place for place in formula.places(total) if place < COINS] == [
                place for place, value in enumerate(values) if value == total
            ]
        if turns.counts[-1:] == (3,):
            for below in range(COINS):
                pairs = [(y, x) for y in range(below) for x in range(y) if values[y] ^ values[x] == total]
                assert list(formula.pairs(below, total)) == pairs
                assert formula.pair_count(below, total) == len(pairs)
