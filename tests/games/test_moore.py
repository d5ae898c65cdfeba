"""Moore's Nim: winner and moves are those of the definition; a hundred thousand large piles take seconds."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits

import grundy
from grundy.games.moore import columns, moore

Piles = tuple[int, ...]


def after(piles: Piles, most: int) -> list[Piles]:
    """Every way to leave less in one to `most` piles, by its sentence."""
    lefts = product(*(range(pile + 1) for pile in piles))
    return [left for left in lefts if 1 <= sum(a != b for a, b in zip(piles, left, strict=True)) <= most]


@cache
def wins(piles: Piles, most: int) -> bool:
    return any(not wins(tuple(sorted(left)), most) for left in after(piles, most))


@settings(max_examples=examples(120), deadline=None)
@given(st.lists(st.integers(0, 5), max_size=4).map(tuple), st.integers(1, 4))
def test_winner_and_moves_are_those_of_the_definition(piles: Piles, most: int) -> None:
    rule = moore(most)
    result = grundy.solve(rule(piles))
    assert (result.winner == "first") == wins(tuple(sorted(piles)), most)
    assert Counter(option.parts[0] for option in rule.options(piles)) == Counter(after(piles, most))
    good = {left for left in after(piles, most) if not wins(tuple(sorted(left)), most)}
    assert result.winning_moves.exact and len(result.winning_moves) == len(good)
    assert {rule(piles).play(move).components[0].states[0] for move in result.winning_moves} == good


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=5).map(tuple), st.integers(2, 4))
def test_the_one_move_that_is_shown_of_many_wins(piles: Piles, most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        set_limits(patch, "games", MOST_SETS=0)
        result = grundy.solve(moore(most)(piles))
    if result.winner == "first":
        assert not result.winning_moves.exact
        left = moore(most)(piles).play(result.winning_moves[0])
        assert grundy.solve(left).winner == "second"


@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.long), 5])
def test_ten_thousand_piles(most: int) -> None:
    random = Random(most)
    piles = tuple(random.randrange(10**18) for _ in range(10_000))
    result = grundy.solve(moore(most)(piles))
    labels = dict(result.winning_moves[0].labels)
    left = list(piles)
    for pile, take in zip(labels["piles"], labels["take"], strict=True):
        assert 1 <= take <= left[pile - 1]
        left[pile - 1] -= take
    assert len(labels["piles"]) <= most and not any(ones % (most + 1) for ones in columns(tuple(left)))
    assert (result.as_dict(1)["winning_move_count"] is None) == (most > 1)


@pytest.mark.parametrize("text", ["moore 1 2", "moore:0 1 2", "moore:x 1 2", "moore:1,2 3"])
def test_what_is_no_number_of_piles_is_refused(text: str) -> None:
    with pytest.raises(grundy.BadText, match=r"how many piles|a number of piles"):
        grundy.parse(text)


@pytest.mark.parametrize(("piles", "most"), [((10**4299,), 2), ((10**4299, 2**14000, 5), 3), ((10**4299,) * 7, 2)])
def test_piles_with_very_many_binary_columns(piles: Piles, most: int) -> None:
    """As many calls stood in each other as there are columns: a RecursionError."""
    moves = grundy.solve(moore(most)(piles)).winning_moves
    assert len(moves) >= 1
    first = dict(moves[0].labels)
    left = list(piles)
    for pile, take in zip(first["piles"], first["take"], strict=True):
        assert 1 <= take <= left[pile - 1]
        left[pile - 1] -= take
    assert all(sum(pile >> bit & 1 for pile in left) % (most + 1) == 0 for bit in range(max(left).bit_length()))
    assert len(piles) > 1 or (moves.exact and len(moves) == 1)  # of one pile, only to take all of it
