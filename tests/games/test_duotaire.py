"""Peg Duotaire against plain recursion of its definition."""

from __future__ import annotations

from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

Rows = tuple[str, ...]


def along(line: str) -> list[str]:
    """Hops in a line, forwards and backwards."""
    return [
        line[:at] + after + line[at + 3 :]
        for at in range(len(line) - 2)
        for before, after in (("oo.", "..o"), (".oo", "o.."))
        if line[at : at + 3] == before
    ]


def options(rows: Rows) -> list[Rows]:
    across = [(*rows[:r], line, *rows[r + 1 :]) for r, row in enumerate(rows) for line in along(row)]
    columns = tuple(map("".join, zip(*rows, strict=True)))
    down = [(*columns[:c], line, *columns[c + 1 :]) for c, column in enumerate(columns) for line in along(column)]
    return [*across, *(tuple(map("".join, zip(*lines, strict=True))) for lines in down)]


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["peg-duotaire"])
    assert not faults, "\n".join(faults)


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    states = []
    for _ in range(100):
        height, width = random.choice([(1, 9), (2, 5), (3, 4), (4, 3)])
        states.append(tuple("".join(random.choices("ooo..#", k=width)) for _ in range(height)))
    assert not faults_by_recursion(options, grundy.peg_duotaire, states)


def test_a_row_of_pegs_between_holes() -> None:
    answer = grundy.solve("peg-duotaire(....oooooo....)")
    assert answer.winner == "first" and answer.nim_value is not None
    assert answer.winning_moves[0].sentence().startswith("hop from (1, ")


def test_what_is_written_is_read_again() -> None:
    position = grundy.parse("peg-duotaire(oo.#/..o.)")
    assert grundy.parse(str(position)) == position == grundy.peg_duotaire(("oo.#", "..o."))


@pytest.mark.parametrize(("text", "place"), [("oox.", "16"), ("oo./o", "19")])
def test_what_is_no_board_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"1:{place}: expected "):
        grundy.parse(f"peg-duotaire({text})")
