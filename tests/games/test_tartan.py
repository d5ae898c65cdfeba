"""Tartan games: what the theorem says of a grid is what the moves of whole grids say."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from drawing import examples
from effort import lines_of
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import nimber
from grundy.model.rule import Rule

FACTORS = (
    "turning-turtles",
    "mock-turtles",
    "moebius",
    "mogul",
    "twins",
    "triplets",
    "ruler",
    "turn:4,o.o",
    "turn:oo,run",
)


def single(name: str, rule: Rule, size: int) -> list[int]:
    """What heads alone are worth in a game of rows, from its options."""
    values: list[int] = []
    for n in range(size):
        left = [option.parts[0] for option in rule.options("T" * n + "H")]
        values.append(
            grundy.mex(grundy.nim_sum(values[i] for i, coin in enumerate(row) if coin == "H") for row in left)
        )
    return values


@cache
def value(rule: Rule, grid: tuple[str, ...]) -> int:
    """The nim-value by the definition."""
    return grundy.mex(value(rule, option.parts[0]) for option in rule.options(grid))


def game(down: str, across: str) -> Rule:
    return grundy.parse_rule(f"tartan:{down}*{across}")


sides = st.tuples(st.integers(1, 3), st.integers(1, 3))
grids = sides.flatmap(
    lambda side: st.tuples(*[st.text("TTH", min_size=side[1], max_size=side[1]) for _ in range(side[0])])
)
names = st.sampled_from(FACTORS)


@settings(max_examples=examples(120), deadline=None)
@given(names, names, grids)
def test_a_grid_is_worth_and_moved_as_the_definition_says(down: str, across: str, grid: tuple[str, ...]) -> None:
    rule = game(down, across)
    result = grundy.solve(rule(grid))
    assert result.nim_value == value(rule, grid)
    wins = [tuple(dict(option.labels).values()) for option in rule.options(grid) if value(rule, option.parts[0]) == 0]
    assert [
        (tuple(move.as_dict()["rows"]), tuple(move.as_dict()["columns"])) for move in result.winning_moves
    ] == sorted(wins)
    assert len(result.winning_moves) == len(wins)


@pytest.mark.parametrize("down", FACTORS)
def test_single_heads_are_worth_what_their_moves_leave(down: str) -> None:
    """Each head of 6 x 6 from the moves of a grid that has it alone, the heads of what is left being known."""
    for across in FACTORS:
        rule = game(down, across)
        known: dict[tuple[int, int], int] = {}
        for r in range(6):
            for c in range(6):
                grid = tuple("".join("TH"[(i, j) == (r, c)] for j in range(6)) for i in range(6))
                left = [option.parts[0] for option in rule.options(grid)]
                assert all(isinstance(after, tuple) for after in left)
                known[r, c] = grundy.mex(
                    grundy.nim_sum(known[i, j] for i in range(6) for j in range(6) if after[i][j] == "H")  # type: ignore[index]
                    for after in left
                )
                assert grundy.solve(rule(grid)).nim_value == known[r, c], (down, across, r, c)


def test_turning_corners_is_the_table_of_nim_multiplication() -> None:
    rule = game("twins", "twins")
    for x in range(20):
        for y in range(20):
            grid = ("T" * (y + 1),) * x + ("T" * y + "H",)
            assert grundy.solve(rule(grid)).nim_value == nimber.multiply(x, y)


def first_move(position: grundy.Position) -> tuple[grundy.Result, dict[str, Any]]:
    result = grundy.solve(position)
    return result, result.winning_moves[0].as_dict()


@pytest.mark.parametrize(
    ("down", "across"), [("ruler", "twins"), pytest.param("mock-turtles", "triplets", marks=pytest.mark.long)]
)
def test_a_grid_of_many_coins_takes_some_lines_each(down: str, across: str) -> None:
    chances = Random(1)
    grid = tuple("".join(chances.choices("TH", k=200)) for _ in range(200))
    result, move = lines_of(lambda: first_move(game(down, across)(grid)), 300 * 200 * 200)
    assert result.nim_value
    rows, columns = move["rows"], move["columns"]
    assert grid[rows[0] - 1][columns[0] - 1] == "H"
    after = list(grid)
    for r in rows:
        row = list(after[r - 1])
        for c in columns:
            row[c - 1] = "T" if row[c - 1] == "H" else "H"
        after[r - 1] = "".join(row)
    assert grundy.solve(game(down, across)(tuple(after))).nim_value == 0


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("tartan:ruler TTH", "<argument>:1:13: expected '*' and a second coin-turning game"),
        ("tartan:ruler*nim TTH", "<argument>:1:14: expected a coin-turning game: turning-turtles,"),
        ("tartan:*ruler TTH", "<argument>:1:8: expected a coin-turning game: turning-turtles,"),
        ("tartan:twins*turn TTH", "<argument>:1:14: expected a coin-turning game"),
        ("tartan:twins*turn:1,q TTH", "<argument>:1:21: expected a number of coins from 1 to 64"),
        ("tartan:ruler*ruler*ruler TTH", "<argument>:1:14: expected a coin-turning game"),
        ("tartan:ruler*twins TTH/TX", "<argument>:1:25: expected a coin, 'T' or 'H', found 'X'"),
        ("tartan:ruler*twins TTH/TH", "<argument>:1:26: expected a coin, 'T' or 'H' (3 in each row)"),
    ],
)
def test_bad_text_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText) as refused:
        grundy.parse(text)
    assert place in str(refused.value)


def test_only_coin_turning_games_are_multiplied() -> None:
    with pytest.raises(grundy.BadRule, match="expected two coin-turning games, such as ruler and twins, found nim"):
        grundy.tartan(grundy.ruler, grundy.nim)
    assert grundy.tartan(grundy.ruler, grundy.turn("2")).spec == "tartan:ruler*turn:2"
