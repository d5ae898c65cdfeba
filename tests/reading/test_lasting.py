"""Rules on sets in which no move takes another away: what the source shows, and values by the definition."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import grundy
from grundy import to
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.table.lasting_sets import engine
from grundy.reading.lasting import lasting
from grundy.runs.chunk import run_to_end

SHIFT = 3


@grundy.rule
def differences(numbers):  # type: ignore[no-untyped-def]
    """Codeforces 346A: put in a difference of two numbers that is not there yet."""
    for a in numbers:
        for b in numbers:
            if a > b and a - b not in numbers:
                yield numbers | {a - b}


@grundy.rule
def named(numbers, *, top=9):  # type: ignore[no-untyped-def]
    """Put in a sum or, beside 1, a number SHIFT further on."""
    for a in sorted(numbers):
        for b in range(1, top):
            d = a + b
            if d in numbers or (d > top or b not in numbers):
                continue
            yield to(numbers.union({d}), put=d)
        if 1 in numbers and a + SHIFT not in numbers and abs(a) % 2 == 0 and max(a, 2) < 9:
            yield frozenset(numbers | {a + SHIFT})


@grundy.rule
def out(numbers):  # type: ignore[no-untyped-def]
    """Take out a number neither of whose next two is there."""
    for n in numbers:
        if n + 1 in numbers:
            continue
        if n + 2 not in numbers:
            yield numbers - {n}


@cache
def value(rule: Any, state: frozenset[int]) -> int:
    """By the definition."""
    after = {value(rule, left.parts[0]) for left in rule.options(state)}
    return min(set(range(len(after) + 1)) - after)


@pytest.mark.parametrize(("rule", "way"), [(differences, "in"), (named, "in"), (out, "out")])
def test_values_and_moves(rule: Any, way: str) -> None:
    assert lasting(rule) == way
    rng = random.Random(346)
    kinds = set()
    for _ in range(30):
        state = frozenset(rng.sample(range(1, 10), rng.randrange(1, 6)))
        result = grundy.solve(rule(state))
        assert result.evidence.status == "proved" and result.evidence.reason.startswith("every play has ")
        assert result.nim_value == value(rule, state)
        answer = run_to_end(engine(rule, DEFAULT_OPTIONS).work([state], None))
        for rest in range(3):
            winning = {rule.labels(left) for left in rule.options(state) if value(rule, left.parts[0]) == rest}
            assert set(answer.moves_to(state, rest)) == winning
        kinds.add(result.nim_value)
    assert kinds == {0, 1}


def test_codeforces_346a_has_38_moves() -> None:
    """17 and 40 as a set: no answer came in 60 s. All multiples of 1 up to 40 are put in but two."""
    result = grundy.solve(differences(frozenset({17, 40})))
    assert (result.winner, result.nim_value) == ("second", 0)
    assert result.evidence.reason.startswith("every play has 38 moves: each move puts one number in")


def takes_away(s):  # type: ignore[no-untyped-def]
    for a in s:
        if a + 1 not in s and a + 2 not in s:
            yield s | {a + 1}


def both_ways(s):  # type: ignore[no-untyped-def]
    for a in s:
        if a + 1 not in s:
            yield s | {a + 1}
        if a > 2:
            yield s - {a}


def by_size(s):  # type: ignore[no-untyped-def]
    for a in s:
        if a + 1 not in s and len(s) < 5:
            yield s | {a + 1}


def again(s):  # type: ignore[no-untyped-def]
    for a in s:
        yield s | {a}


def needs_what_goes(s):  # type: ignore[no-untyped-def]
    for a in s:
        if a + 1 in s:
            yield s - {a}


def remembers(s):  # type: ignore[no-untyped-def]
    last = 0
    for a in s:
        last = a
    if last + 1 not in s:
        yield s | {last + 1}


def renamed(s):  # type: ignore[no-untyped-def]
    for a in s:
        d = a + 1
        if d not in s:
            d = a + 2
            yield s | {d}


def keeps_an_older_number(s):  # type: ignore[no-untyped-def]
    """{1, 2} is worth 2; it was proved to be worth 0, as if x were always the a of its line."""
    for a in range(1, 20):
        if a % 7 == 1:
            x = a
        if a % 7 != 1 and a in s and x in s:
            yield s - {x}
        if a % 7 != 1 and a in s:
            yield s - {a}


def leaves_out_more(s):  # type: ignore[no-untyped-def]
    """What follows is left out, too, where a + 1 is not there; that was not seen."""
    for a in s:
        if a > 0:  # noqa: SIM102
            if a + 1 not in s:
                continue
        yield s - {a}


def after_its_loop(s):  # type: ignore[no-untyped-def]
    for a in range(9):  # noqa: B007
        pass
    for b in s:
        if a not in s and b != a:
            yield s | {a}


def either(s):  # type: ignore[no-untyped-def]
    for a in s:
        if a + 1 not in s or a + 2 not in s:
            yield s | {a + 1}


def two(s):  # type: ignore[no-untyped-def]
    for a in s:
        if a + 1 not in s:
            yield s | {a + 1, a + 2}


def divides(s):  # type: ignore[no-untyped-def]
    for a in s:
        for b in s:
            if a // b not in s:
                yield s | {a // b}


def stops(s):  # type: ignore[no-untyped-def]
    for a in s:
        if a + 1 not in s:
            yield s | {a + 1}
            break


def to_the_largest(s):  # type: ignore[no-untyped-def]
    for a in range(max(s)):
        if a not in s:
            yield s | {a}


def otherwise(s):  # type: ignore[no-untyped-def]
    for a in s:
        if a + 1 in s:
            if a + 3 not in s:
                yield s | {a + 3}
        elif a + 2 not in s:
            yield s | {a + 2}


@pytest.mark.parametrize(
    "function",
    [
        *(
            takes_away,
            both_ways,
            by_size,
            again,
            needs_what_goes,
            remembers,
            renamed,
            keeps_an_older_number,
            leaves_out_more,
            after_its_loop,
            either,
            two,
            divides,
            stops,
        ),
        *(to_the_largest, otherwise),
    ],
)
def test_what_is_no_such_rule_is_left(function: Any) -> None:
    assert lasting(grundy.rule(function)) is None


def test_a_name_that_is_not_pythons_own_is_not_taken_for_it() -> None:
    def shadowed(s):  # type: ignore[no-untyped-def]
        for a in s:
            if abs(a) not in s:
                yield s | {abs(a)}

    abs = len
    assert lasting(grundy.rule(shadowed)) is None
