"""Rules on sets of bits in which no move takes another away: every play is as long; others are left to the search."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import grundy
from grundy.engines.table import one_length
from grundy.engines.table.one_length import NotMonotone, answer_of, monotone, read
from grundy.reading.lower import lower


@grundy.rule
def differences(mask, *, top=9):  # type: ignore[no-untyped-def]
    """Codeforces 346A: bit a: the number a is there; put in a difference of two numbers that is not there yet."""
    for a in range(1, top + 1):
        for b in range(1, a):
            if mask >> a & 1 and mask >> b & 1 and not mask >> (a - b) & 1:
                yield mask | 1 << (a - b)


@grundy.rule
def missing(left, *, top=9):  # type: ignore[no-untyped-def]
    """The same with the numbers that are missing, nested."""
    for a in range(2, top + 1):
        if not left >> (a - 1) & 1:
            for b in range(1, a):
                c = a - b
                if left >> (b - 1) & 1 == 0 and left >> (c - 1) & 1:
                    yield left ^ 1 << (c - 1)


@cache
def value(rule: Any, state: int) -> int:
    """By the definition."""
    after = {value(rule, left) for left in rule.function(state, **dict(rule.parameters))}
    return next(v for v in range(len(after) + 1) if v not in after)


@pytest.mark.parametrize("rule", [differences, missing])
def test_values_and_moves(rule: Any) -> None:
    rng = random.Random(346)
    for _ in range(60):
        state = rng.randrange(1 << 10)
        answer = answer_of(rule, [state])
        assert answer is not None and answer.evidence.status == "proved"
        assert answer.values == [value(rule, state)]
        for rest in range(3):
            wanted = [left for left in rule.function(state, **dict(rule.parameters)) if value(rule, left) == rest]
            assert [dict(move)["to"] for move in answer.moves_to(state, rest)] == [
                (left,) for left in sorted({*wanted})
            ]


def test_codeforces_346a_has_38_moves() -> None:
    """17 and 40: no answer came in 60 s. All multiples of 1 up to 40 are put in but two."""
    for rule, state in (
        (differences.bind(top=40), 1 << 17 | 1 << 40),
        (missing.bind(top=40), ((1 << 40) - 1) ^ (1 << 16) ^ (1 << 39)),
    ):
        result = grundy.solve(rule(state))
        assert (result.winner, result.nim_value) == ("second", 0)
        assert result.evidence.reason.startswith("every play has 38 moves: each move ")
    result = grundy.solve(differences.bind(top=40)(1 << 20 | 1 << 40 | 1 << 5))  # multiples of 5: 8, three there
    assert (result.nim_value, result.winning_moves.count > 0) == (1, True)


def takes_away(mask):  # type: ignore[no-untyped-def]
    if mask & 1 and not mask & 2:
        yield mask | 2
    if not mask & 1 and not mask & 4:
        yield mask | 4


def sets_and_clears(mask):  # type: ignore[no-untyped-def]
    if not mask & 1:
        yield mask | 1
    if mask & 2 and mask & 1:
        yield mask ^ 2


def of_both_kinds(mask):  # type: ignore[no-untyped-def]
    if not mask & 1:
        yield mask | 1
    if mask & 2:
        yield mask ^ 2


def two_at_once(mask):  # type: ignore[no-untyped-def]
    if not mask & 1:
        yield mask | 3


def either(mask):  # type: ignore[no-untyped-def]
    if (mask & 1 or mask & 2) and not mask & 4:
        yield mask | 4


def set_again(mask):  # type: ignore[no-untyped-def]
    if mask & 1:
        yield mask | 2


def otherwise(mask):  # type: ignore[no-untyped-def]
    if mask & 1:
        if not mask & 2:
            yield mask | 2
    elif not mask & 4:
        yield mask | 4


def remembers(mask):  # type: ignore[no-untyped-def]
    last = 0
    for a in range(4):
        if mask >> a & 1:
            last = a
    if not mask >> (last + 4) & 1:
        yield mask | 1 << (last + 4)


def leaves_nothing(mask):  # type: ignore[no-untyped-def]
    if not mask & 1:
        yield grundy.to()


@pytest.mark.parametrize(
    "function",
    [takes_away, sets_and_clears, of_both_kinds, two_at_once, either, set_again, otherwise, remembers, leaves_nothing],
)
def test_what_is_no_such_rule_is_left(function: Any) -> None:
    rule = grundy.rule(function)
    with pytest.raises(NotMonotone):
        monotone(lower(rule))
    assert read(rule) is None


def test_a_misreading_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    other = lower(differences.bind(top=8))
    monkeypatch.setattr(one_length, "lower", lambda rule: other)
    assert answer_of(differences.bind(top=7), [0b11100000]) is None  # where both have the same moves
