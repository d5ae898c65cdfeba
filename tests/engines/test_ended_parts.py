"""A part in which there is no move adds nothing: a sum with it is answered as the sum without it, in either play."""

from __future__ import annotations

from itertools import product

import pytest
from command import grundy_apart

import grundy
from grundy.model.result import Result

ENDED = ("nim(0)", "cram(1x1)", "kayles(0)", "node-kayles(path:0)", "mark(0)", "chomp()")
SEARCHED = "search of whole positions, nothing added or cancelled"
LIVE = (
    "cram(2x3)",
    "node-kayles(path:4)",
    "kayles(3 4)",
    "nim(1 2)",
    "cram(2x3) + nim(2)",
    "cram(2x2) + node-kayles(path:3)",
)


def answer(text: str, misere: bool) -> Result:
    return grundy.solve(text, misere=misere)


def moves(result: Result) -> list[tuple[object, ...]]:
    """The winning moves as labels; without the number of the component."""
    return sorted(tuple(label for label in move.labels if label[0] != "component") for move in result.winning_moves)


@pytest.mark.parametrize(("live", "ended"), list(product(LIVE, ENDED)))
def test_an_ended_part_changes_nothing(live: str, ended: str) -> None:
    for misere in (False, True):
        alone = answer(live, misere)
        for text in (f"{live} + {ended}", f"{ended} + {live}"):
            solution = answer(text, misere)
            assert (solution.winner, solution.nim_value) == (alone.winner, alone.nim_value), (text, misere)
            assert moves(solution) == moves(alone), (text, misere)
            if alone.evidence.reason == SEARCHED:  # not a search of sums, which reaches less
                assert solution.evidence == alone.evidence


def test_a_theorem_on_the_only_part_with_moves_is_used() -> None:
    """A move in the middle leaves a board that a half turn keeps. A search of 90 cells would never end."""
    solution = grundy_apart("solve", "nim(0) + cram(9x10) + chomp() + nim(0 0)", "--json").json()
    assert (solution["winner"], solution["nim_value"]) == ("first", None)
    assert solution["winning_moves"] == [{"component": 2, "cells": [[5, 5], [5, 6]]}]
