"""Theorems on misère play of games by name: winner and all winning moves are those of the definition."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits

import grundy
from grundy import dynamic_nim, euclid, fibonacci_nim, moore, staircase_nim, wythoff
from grundy.model.rule import Rule

State = tuple[int, ...]


def lost(rule: Rule, root: State, memo: dict[tuple[str, State], bool]) -> bool:
    """By the options alone, without recursion: whoever finds none has won."""
    waiting = [root]
    while waiting:
        state = waiting[-1]
        lefts = [option.parts[0] for option in rule.options(state)]
        unknown = [left for left in lefts if (rule.spec, left) not in memo]
        if unknown:
            waiting += unknown
            continue
        memo[rule.spec, state] = bool(lefts) and not any(memo[rule.spec, left] for left in lefts)
        waiting.pop()
    return memo[rule.spec, root]


MEMO: dict[tuple[str, State], bool] = {}


def assert_as_defined(rule: Rule, state: State) -> None:
    result = grundy.solve(rule(state), misere=True)
    assert rule.theory and result.evidence.reason == rule.theory.misere_source
    assert (result.winner == "second") == lost(rule, state, MEMO), state
    winning = [rule(state).play(move).components[0].states[0] for move in result.winning_moves]
    good = [option.parts[0] for option in rule.options(state) if lost(rule, option.parts[0], MEMO)]
    assert sorted(winning) == sorted(good), state
    assert result.winning_moves.exact and len(result.winning_moves) == len(good)


@pytest.mark.parametrize("rule", [wythoff, euclid], ids=str)
def test_all_small_pairs(rule: Rule) -> None:
    for pair in product(range(17), repeat=2):
        if not list(rule.options(pair)):
            assert grundy.solve(rule(pair), misere=True).winner == "first"
        else:
            assert_as_defined(rule, pair)


@pytest.mark.parametrize("rule", [fibonacci_nim, *map(dynamic_nim, ("k", "3*k", "k+2", "k**2"))], ids=str)
def test_all_small_piles_of_dynamic_nim(rule: Rule) -> None:
    for pile in range(1, 22):
        for most in range(1, pile + 1):
            assert_as_defined(rule, (pile, most))
    for nothing in ((0, 0), (1, 0), (5, 0)):
        assert grundy.solve(rule(nothing), misere=True).winner == "first"


def test_a_formula_that_falls_to_nothing_has_no_theorem() -> None:
    """With k // 2, whoever takes 1 leaves the opponent without a move, who wins."""
    halved = dynamic_nim("k//2")
    for pile in range(1, 15):
        for most in range(pile + 1):
            result = grundy.solve(halved((pile, most)), misere=True)
            assert (result.winner == "second") == lost(halved, (pile, most), MEMO)


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(st.integers(0, 3), max_size=4).map(tuple), st.integers(1, 3))
def test_moore(piles: State, most: int) -> None:
    if any(piles):
        assert_as_defined(moore(most), piles)


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=5).map(tuple), st.integers(1, 4))
def test_the_one_move_of_moores_nim_wins(piles: State, most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        set_limits(patch, "games", MOST_EXACT=0, MOST_SETS=0)
        result = grundy.solve(moore(most)(piles), misere=True)
    if result.winner == "first" and any(piles):
        assert lost(moore(most), moore(most)(piles).play(result.winning_moves[0]).components[0].states[0], MEMO)


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(st.integers(0, 3), max_size=5).map(tuple))
def test_staircase_nim(steps: State) -> None:
    if any(steps):
        assert_as_defined(staircase_nim, steps)


def test_large_positions_are_answered_at_once() -> None:
    random = Random(7)
    many = tuple(random.randrange(10**18) for _ in range(10_000))
    for rule, state in (
        (wythoff, (10**30, 10**30 + 7)),
        (euclid, (10**30 + 1, 7**20)),
        (moore(3), many),
        (moore(20_000), many),
        (staircase_nim, many),
    ):
        labels = dict(grundy.solve(rule(state), misere=True).winning_moves[0].labels)
        left = list(state)
        for place, take in _taken(labels):
            assert 1 <= take <= left[place - 1]
            left[place - 1] -= take
            if "step" in labels and place > 1:
                left[place - 2] += take
        assert grundy.solve(rule(tuple(left)), misere=True).winner == "second"
    assert grundy.solve(fibonacci_nim((10**30, 10**9)), misere=True).evidence.status == "proved"


def _taken(labels: dict[str, Any]) -> list[tuple[int, int]]:
    """Which places a move makes smaller, from 1, and by how much."""
    if labels.get("pile") == "both":
        return [(1, labels["take"]), (2, labels["take"])]
    if "piles" in labels:
        return list(zip(labels["piles"], labels["take"], strict=True))
    return [(labels.get("pile") or labels["step"], labels["take"])]
