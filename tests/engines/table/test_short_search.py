"""Where many states are reached, a short search is asked before the table of them is filled, and nothing changes but
how the answer is known."""

from __future__ import annotations

from typing import Any

import pytest
from limits import set_limits

from grundy import BadRule, rule, to, value_by_definition
from grundy.answering.ask import work
from grundy.engines.engine import Answer
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.table import user_rule as own
from grundy.model.rule import Rule

FAR = 1 << 40  # a bit that stays, so that no table of all states up to one is made


@rule
def ring(s, *, width=9):
    """Turn off one bit, or two neighbours, of a ring."""
    for i in range(width):
        pair = 1 << i | 1 << (i + 1) % width
        if s >> i & 1:
            yield to(s ^ 1 << i, off=i)
        if s & pair == pair:
            yield to(s ^ pair, pair=i)


@rule
def bent(s):
    """Turn a bit off; or turn the last one on, once and for all, by which the number grows."""
    for i in range(12):
        if s >> i & 1:
            yield to(s ^ 1 << i, off=i)
    if s >> 41 & 1:
        yield (s ^ 1 << 41) | 1 << 42


@rule
def circle(s):
    """Bits go off; with the last of them play goes round."""
    for i in range(12):
        if s >> i & 1:
            yield to(s ^ 1 << i, off=i)
    if s & 4095 == 0:
        yield s ^ 1 << 50


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The search is tried after 100 states."""
    set_limits(monkeypatch, "engines.table", FIRST_REACHED=100)
    return monkeypatch


def asked(made: Rule, states: list[Any]) -> Answer:
    return own.engine(made, DEFAULT_OPTIONS, work).answer(states)


@pytest.mark.parametrize("state", [0b111111111, 0b110111111])
@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({}, "search by the compiled rule"),
        ({"MOST_SEARCHED": 0}, "states reached"),
        ({"MOST_SEARCHED_FOR_MOVES": 0}, "search by the compiled rule"),  # the moves are read off a table
    ],
)
def test_value_and_moves_are_those_of_the_definition(
    state: int, limits: dict[str, int], reason: str, soon: pytest.MonkeyPatch
) -> None:
    set_limits(soon, "engines.table", **limits)
    state |= FAR
    options = list(ring.options(state))
    values = [value_by_definition(ring(option.parts[0])) for option in options]
    engine = own.engine(ring, DEFAULT_OPTIONS, work)
    answer = engine.answer([state])
    assert list(answer.values) == [value_by_definition(ring(state))]
    assert reason in answer.evidence.reason
    for rest in range(4):
        wins = [ring.labels(option) for option, worth in zip(options, values, strict=True) if worth == rest]
        assert sorted(answer.moves_to(state, rest)) == sorted(wins)
    after = engine.answer([option.parts[0] for option in options])  # what is asked next, as by a player
    assert list(after.values) == values


def test_where_numbers_grow_all_that_is_reached_is_looked_at(soon: pytest.MonkeyPatch) -> None:
    assert "states reached" in asked(bent, [1 << 41 | 4095]).evidence.reason
    with pytest.raises(BadRule, match="cycle"):
        asked(circle, [4095])
