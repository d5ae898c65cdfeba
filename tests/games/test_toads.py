"""Toads and Frogs, both moved by both, against plain recursion of the definition."""

from __future__ import annotations

import re
from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

Rows = tuple[str, ...]
TURNED = str.maketrans("TF", "FT")


def of_toads(row: str) -> list[str]:
    """What a step of a toad, or its jump over a frog, leaves of a row."""
    steps = [f"{row[: found.start()]}.T{row[found.start() + 2 :]}" for found in re.finditer(r"(?=T\.)", row)]
    jumps = [f"{row[: found.start()]}.FT{row[found.start() + 3 :]}" for found in re.finditer(r"(?=TF\.)", row)]
    return steps + jumps


def of_row(row: str) -> list[str]:
    """A frog is a toad in a mirror."""
    return of_toads(row) + [left[::-1].translate(TURNED) for left in of_toads(row[::-1].translate(TURNED))]


def options(rows: Rows) -> list[Rows]:
    return [(*rows[:r], left, *rows[r + 1 :]) for r, row in enumerate(rows) for left in of_row(row)]


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["toads-and-frogs"])
    assert not faults, "\n".join(faults)


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    states = []
    for _ in range(100):
        height, width = random.choice([(1, 8), (1, 5), (2, 4), (3, 3)])
        states.append(tuple("".join(random.choices("TF..", k=width)) for _ in range(height)))
    assert not faults_by_recursion(options, grundy.toads_and_frogs, states)


def test_rows_are_a_sum() -> None:
    both = grundy.solve("toads-and-frogs(TT..F/T.F.F)").nim_value
    first, second = (grundy.solve(f"toads-and-frogs({row})").nim_value for row in ("TT..F", "T.F.F"))
    assert None not in (both, first, second) and both == first ^ second


def test_moves_of_a_piece_are_told_by_its_squares() -> None:
    moves = grundy.solve("toads-and-frogs(TF.T.)").position.moves()
    assert {move.sentence() for move in moves} == {"move from (1, 1) to (1, 3)", "move from (1, 4) to (1, 5)"}


def test_what_is_written_is_read_again() -> None:
    position = grundy.parse("toads-and-frogs(tf./..T)")
    assert grundy.parse(str(position)) == position == grundy.toads_and_frogs(("TF.", "..T"))


@pytest.mark.parametrize(("text", "place"), [("TFx.", "19"), ("TF./T", "22")])
def test_what_is_no_board_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"1:{place}: expected "):
        grundy.parse(f"toads-and-frogs({text})")
