"""Misère play: whoever cannot move wins. Winner and moves against the rules on whole positions (brute.py)."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product
from typing import Any

import brute
import pytest

import grundy
from grundy import bacteria, chess_rows, euclid, floor_division, nim, rectangle, sequential_nim, staircase_nim, wythoff


def order(move: brute.Move) -> list[Any]:
    return [(isinstance(value, str), value) for value in move.values()]


def agrees(position: grundy.Position, judge: brute.Judge, state: Any) -> None:
    answer = grundy.solve(position, misere=True).as_dict()
    expected = sorted(judge.winning(state, misere=True), key=order)
    assert answer["winner"] == ("first" if judge.wins(state, misere=True) else "second"), position
    assert answer["winning_moves"] == expected, position
    assert answer["winning_move_count"] == len(expected)
    assert (answer["play"], answer["nim_value"]) == ("misere", None)


@pytest.mark.parametrize(
    "position",
    [nim(), sequential_nim(()), rectangle(()), chess_rows(20)(), chess_rows(5)(0, 0), bacteria(("##",)), wythoff(0, 0)],
    ids=str,
)
def test_who_cannot_move_has_won(position: grundy.Position) -> None:
    result = grundy.solve(position, misere=True)
    assert (result.winner, result.winning_moves.count, result.nim_value) == ("first", 0, None)


def test_nim_and_sequential_nim() -> None:
    heaps, row = brute.Judge(brute.nim), brute.Judge(brute.sequential_nim)
    for size in range(4):
        for piles in product(range(5), repeat=size):
            agrees(nim(*piles), heaps, piles)
            agrees(sequential_nim(piles), row, piles)
    for piles in product(range(3), repeat=5):
        agrees(sequential_nim(piles), row, piles)


def test_huge_nim_and_sequential_nim() -> None:
    big = 10**4299
    assert grundy.solve(nim(big, big), misere=True).winner == "second"
    assert grundy.solve(nim(*[1] * 10**5), misere=True).winner == "first"
    assert grundy.solve(nim(*[1] * 10**5, 1), misere=True).winner == "second"
    move = {"pile": 3, "take": big}
    assert grundy.solve(nim(1, 1, big), misere=True).as_dict()["winning_moves"] == [move | {"take": big - 1}]
    assert grundy.solve(nim(1, big), misere=True).as_dict()["winning_moves"] == [{"pile": 2, "take": big}]
    # k leading ones, then more: the first player wins iff k is even; all ones: iff k is even
    for ones in range(4):
        result = grundy.solve(sequential_nim((1,) * ones + (big, big)), misere=True)
        assert result.winner == ("second" if ones % 2 else "first")
        assert grundy.solve(sequential_nim((1,) * ones), misere=True).winner == ("second" if ones % 2 else "first")


@pytest.mark.parametrize("amounts", [(1,), (2,), (1, 2, 3), (2, 3), (2, 5), (3, 4, 5), (1, 4), (2, 4, 7), (3, 6)])
def test_sums_of_take_away(amounts: tuple[int, ...]) -> None:
    # Ferguson 1974: misère Nim on the nim-values
    judge, rule = brute.Judge(brute.take_away(amounts)), grundy.take_away(*amounts)
    for size, most in ((1, 30), (2, 11), (3, 7)):
        for piles in combinations_with_replacement(range(most), size):
            agrees(rule(*piles), judge, piles)


def test_sums_of_different_take_away_sets_and_nim() -> None:
    rng = random.Random(1)
    for _ in range(25):
        sets = [tuple(rng.sample(range(1, 8), rng.randint(1, 3))) for _ in range(2)]
        judge = brute.Judge(brute.together(*map(brute.take_away, sets), brute.nim))
        for _ in range(6):
            piles = [tuple(rng.randrange(9) for _ in range(2)), (rng.randrange(9),), (rng.randrange(4),)]
            a, b = (grundy.take_away(*amounts) for amounts in sets)
            agrees(a(*piles[0]) + b(*piles[1]) + nim(*piles[2]), judge, tuple(piles))


def test_floor_division_is_searched() -> None:
    for divisors in [(2, 3, 6), (2,), (2, 3), (3, 5)]:
        judge, rule = brute.Judge(brute.floor_division(divisors)), floor_division(*divisors)
        for size, most in ((1, 60), (2, 14), (3, 7)):
            for numbers in combinations_with_replacement(range(most), size):
                agrees(rule(*numbers), judge, numbers)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3)])
def test_rectangle(height: int, width: int) -> None:
    judge = brute.Judge(brute.rectangle)
    rows = ["".join(row) for row in product("01", repeat=width)]
    for board in product(rows, repeat=height):
        agrees(rectangle(board), judge, board)


def test_bacteria() -> None:
    # here a player who can only place a colony that loses at once has no move
    judge = brute.Judge(brute.bacteria)
    for height, width in [(1, 4), (2, 2), (2, 3), (3, 2), (4, 1)]:
        for board in product(["".join(row) for row in product(".#", repeat=width)], repeat=height):
            agrees(bacteria(board), judge, board)
    for board in [("....", "....", "...."), ("..#.", "....", ".#..", "....")]:
        agrees(bacteria(board), judge, board)


def test_pairs_and_stairs() -> None:
    cold, euclids, stairs = (brute.Judge(game) for game in (brute.wythoff, brute.euclid, brute.staircase_nim))
    for pair in product(range(9), repeat=2):
        agrees(wythoff(*pair), cold, pair)
        agrees(euclid(*pair), euclids, pair)
    for size, most in ((1, 6), (2, 5), (3, 4), (4, 2)):
        for steps in product(range(most), repeat=size):
            agrees(staircase_nim(steps), stairs, steps)


def test_chess_rows() -> None:
    for width in range(1, 6):
        judge, rule = brute.Judge(brute.chess_rows(width)), chess_rows(width)
        for pair in combinations_with_replacement(range(1 << width), 2):
            rows = tuple(frozenset(c for c in range(1, width + 1) if row >> width - c & 1) for row in pair)
            agrees(rule(*pair), judge, rows)


def test_chess_rows_do_not_follow_misere_nim() -> None:
    # the smallest row for which misère Nim on its nim-value tells the wrong winner
    row = frozenset({1, 2, 5, 6})
    judge = brute.Judge(brute.chess_rows(7))
    assert judge.value((row,)) == 0  # a heap of 0 would be a win in misère Nim
    assert not judge.wins((row,), misere=True)
    agrees(grundy.parse("chess-rows:7(1,2,5,6)"), judge, (row,))
    for bits in range(1 << 7):
        row = frozenset(column for column in range(1, 8) if bits >> 7 - column & 1)
        agrees(chess_rows(7)(bits), judge, (row,))


def test_graphs() -> None:
    rng = random.Random(2)
    for _ in range(60):
        size = rng.randint(1, 7)
        arcs = [(i, j) for i in range(size) for j in range(i) if rng.random() < 0.6]
        successors = {i: [end for start, end in arcs if start == i] for i in range(size)}
        tokens = tuple(rng.choices(range(size), k=rng.randint(0, 3)))
        agrees(grundy.graph(successors, *tokens), brute.Judge(brute.graph(arcs)), tokens)


def test_sums_of_different_games() -> None:
    rng = random.Random(3)
    judge = brute.Judge(brute.together(brute.nim, brute.rectangle, brute.sequential_nim, brute.floor_division([2, 3])))
    for _ in range(50):
        heaps = tuple(rng.randrange(3) for _ in range(rng.randrange(3)))
        board = tuple("".join(rng.choice("01") for _ in range(2)) for _ in range(2))
        row = tuple(rng.randrange(3) for _ in range(rng.randrange(3)))
        numbers = tuple(rng.randrange(5) for _ in range(rng.randrange(2)))
        position = nim(*heaps) + rectangle(board) + sequential_nim(row) + floor_division(2, 3)(*numbers)
        agrees(position, judge, (heaps, board, row, numbers))


def test_beside_what_cannot_be_moved_a_formula_still_answers() -> None:
    big = 10**30
    result = grundy.solve(sequential_nim((1, big)) + nim() + chess_rows(20)(1), misere=True)
    assert (result.winner, result.winning_moves.count) == ("second", 0)
    result = grundy.solve(sequential_nim((big, big)) + nim(0), misere=True)
    assert [move.as_dict() for move in result.winning_moves] == [{"component": 1, "pile": 1, "take": big - 1}]
    result = grundy.solve(nim(big, big + 1) + sequential_nim((0,)), misere=True)
    assert [move.as_dict() for move in result.winning_moves] == [{"component": 1, "pile": 2, "take": 1}]


@pytest.mark.parametrize(
    "position",
    [
        "staircase-nim(1000000000000) + nim(1)",
        pytest.param("nim(5) + wythoff(5000000 2)", marks=pytest.mark.long),
    ],
)
def test_what_is_out_of_reach_is_refused_at_once(position: str) -> None:
    with pytest.raises(grundy.OutOfReach, match="1,000,000"):
        grundy.solve(grundy.parse(position), misere=True)


class Amounts:
    own = (3, 6)


def test_a_rule_that_cannot_be_compared_is_searched_in_misere_play() -> None:
    """Nothing of it is held from one look to the next: the kinds of its parts were read before it had any."""

    @grundy.rule
    def reads_a_class(n: int) -> Any:
        if n:
            yield n // 7
        for k in (*Amounts.own, n % 7 + 1, 1):
            if k <= n:
                yield n - k

    wins = [True]
    for n in range(1, 24):
        left = {n // 7, *(n - k for k in (3, 6, n % 7 + 1, 1) if k <= n)}
        wins.append(not all(wins[m] for m in left))
    assert ["first" if won else "second" for won in wins] == [
        grundy.solve(reads_a_class(n), misere=True).winner for n in range(24)
    ]
