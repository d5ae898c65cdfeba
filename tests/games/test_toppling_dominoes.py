"""Toppling Dominoes: what is answered is what the rows say, domino by domino."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from entry_checks import faults_of_game

import grundy


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["toppling-dominoes"])
    assert not faults, "\n".join(faults)


def after(row: str) -> list[str]:
    """The rows that are left, with a letter for each domino that stands."""
    return [row[k + 1 :] for k in range(len(row))] + [row[:k] for k in range(len(row))]


@cache
def lost(rows: tuple[str, ...], misere: bool) -> bool:
    left = [(*rows[:i], one, *rows[i + 1 :]) for i, row in enumerate(rows) for one in after(row)]
    return not any(lost(tuple(sorted(one)), misere) for one in left) if left else not misere


@pytest.mark.parametrize("misere", [False, True])
def test_a_hundred_random_positions_by_plain_recursion(misere: bool) -> None:
    random = Random(44)
    for _ in range(100):
        sizes = sorted(random.randint(0, 6) for _ in range(random.randint(1, 3)))
        result = grundy.solve(grundy.toppling_dominoes(*sizes), misere=misere)
        rows = tuple("d" * size for size in sizes)
        left = [(i, (*rows[:i], one, *rows[i + 1 :])) for i, row in enumerate(rows) for one in after(row)]
        wins = [i for i, one in left if lost(tuple(sorted(one)), misere)]
        assert (result.winner == "second") == lost(rows, misere), (sizes, misere)
        assert [dict(move.labels)["row"] - 1 for move in result.winning_moves] == wins, (sizes, misere)


def test_a_move_says_which_domino_and_which_way() -> None:
    (first, second) = grundy.solve(grundy.toppling_dominoes(2, 5)).winning_moves
    assert first.sentence() == "topple domino 3 of row 2 to the left"
    assert second.sentence() == "topple domino 3 of row 2 to the right"


@pytest.mark.parametrize("text", ["2 x", "-1"])
def test_what_is_no_row_is_named(text: str) -> None:
    with pytest.raises(grundy.BadText, match="how many dominoes a row has"):
        grundy.parse(f"toppling-dominoes({text})")
