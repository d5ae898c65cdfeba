"""The search engine against the definition, on boards and on random masks, and the command line that asks it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.engines.search import plain
from grundy.engines.search.board import Board, prepare
from grundy.engines.search.driver import Question, Search
from grundy.faces.cli import cli
from grundy.games.placement import full_field, piece
from grundy.model.shapes import Field

CRAM = (piece("oo"), piece("o/o"))


def answer(search: Search, places: int, value: int | None = None) -> int:
    """The answer of the kernels to one question."""
    work = search.answers([Question(places, value)], most=0)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return int(done.value[0])


def judge(field: Field) -> Any:
    """The nim-value of a set by the definition: the mex over its options, nothing else used."""

    @cache
    def value(places: int) -> int:
        after = {
            value((places & ~clear) ^ flip)
            for need, off, clear, flip in field.moves
            if places & need == need and not places & off
        }
        return next(v for v in range(len(after) + 1) if v not in after)

    return value


def cram(rows: int, columns: int) -> Field:
    return full_field(rows, columns, CRAM)


def test_from_text_to_answer() -> None:
    done = CliRunner().invoke(cli, ["solve", "cram", "5x6", "--json"], catch_exceptions=False)
    told = json.loads(done.stdout)
    assert (told["nim_value"], told["winner"], told["winning_move_count"]) == (2, "first", 9)
    assert {"cells": [[3, 3], [3, 4]]} in told["winning_moves"]


@pytest.mark.parametrize(("rows", "columns"), [(1, 7), (2, 5), (3, 4), (4, 3), (4, 4)])
def test_full_boards_and_what_is_on_them(rows: int, columns: int) -> None:
    field, value = cram(rows, columns), judge(cram(rows, columns))
    search = Search(prepare(field), small_places=0)
    draw = random.Random(rows * 10 + columns)
    whole = (1 << rows * columns) - 1
    for places in [whole, *(draw.getrandbits(rows * columns) for _ in range(150))]:
        assert answer(search, places) == value(places) == plain.value(search.board, search.board.inward(places), {})


def masks() -> Iterator[tuple[int, list[tuple[int, int, int, int]]]]:
    """Strategy: a number of places, and moves that take some of them off."""

    @st.composite
    def some(draw: Any) -> tuple[int, list[tuple[int, int, int, int]]]:
        places = draw(st.integers(1, 9))
        one = st.integers(0, 2**places - 1)
        moves = []
        for need, off, more in draw(st.lists(st.tuples(one, one, one), min_size=1, max_size=12)):
            if need:
                moves.append((need, off & ~need, (need & -need) | (need & more) | (more & more << 1), 0))
        return places, [(n, o, c & 2**places - 1, f) for n, o, c, f in moves]

    return some()


@settings(max_examples=60)
@given(masks(), st.integers(0, 2**9 - 1))
def test_random_masks(game: tuple[int, list[tuple[int, int, int, int]]], whole: int) -> None:
    places, moves = game
    field = Field(places, tuple(moves))
    search = Search(prepare(field), small_places=0)
    value = judge(field)
    for state in {whole & 2**places - 1, 2**places - 1}:
        expected = value(state)
        assert answer(search, state) == expected
        assert answer(search, state, expected) == 1
        assert answer(search, state, expected + 1) == 0


def test_a_grid_is_recognised_by_its_moves() -> None:
    board: Board = prepare(cram(3, 5))
    assert (board.rows, board.columns, board.turns) == (3, 5, 0xFF)
    lopsided = Field(15, cram(3, 5).moves[1:], cram(3, 5).squares)
    assert prepare(lopsided).rows == 0
