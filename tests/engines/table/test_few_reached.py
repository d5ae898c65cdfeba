"""Rules that are not compiled: few states of a box are reached, and only these are looked at; the answer says why."""

from __future__ import annotations

from typing import Any

import pytest

import grundy
from grundy.engines.table import user_rule


@grundy.rule
def cards(total, ones, twos, threes, fours, fives, sixes):  # type: ignore[no-untyped-def]
    """Ferguson, Game Theory I.1.3: turn a card over and add it; whoever passes the total loses."""
    left = (ones, twos, threes, fours, fives, sixes)
    for i in range(6):
        if left[i] > 0 and total > i:
            yield (total - i - 1, *(left[j] - (j == i) for j in range(6)))


def test_3551_of_500000_states_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of the whole box took 6 s, and nothing said why it was not compiled."""
    monkeypatch.setattr(user_rule, "_tabulated", None)
    result = grundy.solve(cards(31, 4, 4, 4, 4, 4, 4))
    assert (result.nim_value, result.winning_moves.count) == (1, 3)
    assert "in plain Python, for its code is not compiled: " in result.evidence.reason


def test_a_box_that_is_reached_as_a_whole_is_tabulated() -> None:
    @grundy.rule
    def any_way(a, b):  # type: ignore[no-untyped-def]
        left = (a, b)
        for i in range(2):
            if left[i]:
                yield tuple(left[j] - (j == i) for j in range(2))

    result = grundy.solve(any_way(90, 91))
    assert result.nim_value == 1 and result.evidence.reason.startswith("a table of all 8,372 states")


def test_states_that_are_no_numbers_say_that_they_are_not_compiled() -> None:
    @grundy.rule
    def numbers(left):  # type: ignore[no-untyped-def]
        for one in left:
            yield left - {one, 2 * one}

    solution: Any = grundy.solve(numbers(frozenset(range(16))))
    assert solution.nim_value == 0 and "; in plain Python; a compiled game may have " in solution.evidence.reason
