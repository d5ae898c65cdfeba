"""Rules on several numbers whose values return in one of them, against the definition; what is no such rule is left."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

import grundy
from grundy.answering.ask import ask
from grundy.engines.heap import returning as row
from grundy.engines.heap.look_back import returning
from grundy.reading.cover import require_covered
from grundy.reading.lower import lower
from grundy.reading.source import NotRead


@grundy.rule
def castle(n, last, *, x=2, y=1, z=3):  # type: ignore[no-untyped-def]
    """Codeforces 1312F: reduce by x, by y not after y, or by z not after z."""
    if n > 0:
        yield max(n - x, 0), 0
        if last != 1:
            yield max(n - y, 0), 1
        if last != 2:
            yield max(n - z, 0), 2


@grundy.rule
def many_ways(n, b, *, takes=(1, 2, 3), modulus=3, mask=5, least=4, ends=2):  # type: ignore[no-untyped-def]
    for i in range(len(takes)):
        if n >= takes[i] and i != b:
            yield n - takes[i], i
    if n % modulus == 1 and n >= least:
        yield grundy.to((n - 2, b), (n - 3, 0))
    if n & mask == mask and n > 5:
        yield ends, 0
    if b > 0:
        yield n, b - 1
    if b != n % 2 and n > 9:
        yield (n + 3) % 5, 1


def by_definition(rule: Any, states: Iterable[Any]) -> dict[Any, int]:
    """The nim-values of states, from the rule."""

    @cache
    def value(state: Any) -> int:
        option_values = set()
        for option in rule.options(state):
            total = 0
            for part in option.parts:
                total ^= value(part)
            option_values.add(total)
        return next(v for v in range(len(option_values) + 1) if v not in option_values)

    return {state: value(state) for state in sorted(states)}


def random_rules(count: int) -> list[Any]:
    rng = random.Random(1312)
    rules = []
    for _ in range(count):
        takes = tuple(rng.randrange(1, 7) for _ in range(rng.randrange(1, 5)))
        given = {"modulus": rng.randrange(2, 5), "mask": rng.randrange(1, 8), "least": rng.randrange(3, 9)}
        rules.append(many_ways.bind(takes=takes, ends=rng.randrange(3), **given))
    return rules


@pytest.mark.parametrize("rule", [*random_rules(25), *(castle.bind(x=x, y=y, z=4) for x in (1, 2, 5) for y in (1, 3))])
def test_values_and_moves_of_random_rules(rule: Any) -> None:
    theorem = returning(rule, 0, frozenset({(0,), (2,)}))
    if theorem is None:  # a condition that nobody saw both ways: nothing is proved of such a rule
        with pytest.raises(NotRead):
            require_covered(rule, lower(rule))
        return
    columns = theorem.columns
    first, period = columns.preperiod, columns.period
    expected = by_definition(rule, {(n, b) for n in range(first + 2 * period + 40) for b in (0, 1, 2)})
    assert {state: columns.value(state) for state in expected} == expected
    answer = row.answer_of(rule, [(first + 2 * period + 30, 2), (0, 0)])
    assert answer is not None and answer.evidence.status == "proved"
    for state in [(n, b) for n in range(first + period, first + 2 * period + 30) for b in (0, 2)]:
        for rest in range(4):
            moves = answer.moves_to(state, rest)
            leads = {part.parts for part in rule.options(state) if _sum(expected, part.parts) == rest}
            assert moves.count == len(leads) == len(list(moves)), (state, rest)


def _sum(values: dict[Any, int], parts: Any) -> int:
    total = 0
    for part in parts:
        total ^= values[part]
    return total


def test_the_sample_of_codeforces_1312f() -> None:
    """Its sample (counted are the attacks that win at first), and castles of 10^18."""
    for castles, (x, y, z), count in (([7, 6], (1, 3, 4), 2), ([1], (1, 2, 3), 3), ([3], (1, 2, 2), 0)):
        rule = castle.bind(x=x, y=y, z=z)
        assert len(list(grundy.solve(rule(*[(n, 0) for n in castles])).winning_moves)) == count
    position = castle.bind(x=2, y=3, z=5)(*[(10**18 - n, 0) for n in range(1000)])
    result = grundy.solve(position)
    assert result.evidence.status == "proved" and "G(n + 7, last) = G(n, last)" in result.evidence.reason
    move = next(iter(result.winning_moves))
    assert grundy.solve(position.play(move)).winner == "second"


def test_what_is_labelled_is_counted_by_its_labels() -> None:
    @grundy.rule
    def twice(n, b):  # type: ignore[no-untyped-def]
        if n > 1:
            yield grundy.to((n - 1, 0), how=1)
            yield grundy.to((n - 1, 0), how=2)
            yield n - 2, 0

    answer = row.answer_of(twice, [(10**9, 0)])
    assert answer is not None
    for rest in (0, 1, 2):
        for n in (10**9, 10**9 + 1, 10**9 + 2):
            moves = answer.moves_to((n, 0), rest)
            assert moves.count == len(list(moves)) in (0, 1, 2)


def test_the_other_number_may_come_first() -> None:
    @grundy.rule
    def last_first(last, n):  # type: ignore[no-untyped-def]
        for take in range(1, 5):
            if take <= n and take != last:
                yield take, n - take

    theorem = returning(last_first, 1, frozenset({(0,)}))
    expected = by_definition(last_first, {(b, n) for n in range(60) for b in range(5)})
    assert theorem is not None and {state: theorem.columns.value(state) for state in expected} == expected
    assert theorem.reason.startswith(f"G(last, n + {theorem.columns.period}) = G(last, n) for all n >= ")


def halves(n, b):  # type: ignore[no-untyped-def]
    if n > 1:
        yield n // 2, b


def products(n, b):  # type: ignore[no-untyped-def]
    if n > 0:
        yield n - 1, b * 3 + 1


def doubles_the_limit(n, limit):  # type: ignore[no-untyped-def]
    for take in range(1, min(n, limit) + 1):
        yield n - take, 2 * take


def rises(n, b):  # type: ignore[no-untyped-def]
    if b < 3:
        yield n + 1, b + 1


def turns(n, b):  # type: ignore[no-untyped-def]
    yield n, 1 - b


def keeps_the_turn(n, b):  # type: ignore[no-untyped-def]
    if n > 2:
        yield grundy.again((n - 1, b))


def never_less_at_the_same_n(n, b):  # type: ignore[no-untyped-def]
    if n > 3:
        yield n, (b + 1) % 2
        yield n - 1, b


def test_a_window_comes_back_at_the_same_residue_alone() -> None:
    """The columns of 6 and 7 are alike, as a window of one column; what follows them is not."""

    @grundy.rule
    def by_residue(n, b):  # type: ignore[no-untyped-def]
        if n % 4 == 1 and n > b:
            yield n - 1, b

    theorem = returning(by_residue, 0, frozenset({(0,)}))
    assert theorem is not None and theorem.columns.period == 4
    assert [theorem.columns.value((n, 0)) for n in range(40, 48)] == [0, 1, 0, 0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    "function", [halves, products, doubles_the_limit, rises, turns, keeps_the_turn, never_less_at_the_same_n]
)
def test_what_is_no_such_rule_is_left(function: Any) -> None:
    assert returning(grundy.rule(function), 0, frozenset({(1,)})) is None


def test_a_small_state_or_another_kind_is_not_asked_about() -> None:
    values = ask(castle, [(30, 0)])
    assert values.evidence.status == "computed"
    assert row.answer_of(castle, [("a", 0)]) is None  # type: ignore[list-item]


def test_a_misreading_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The values were then those of another rule."""
    from grundy.engines.heap import look_back

    other = lower(castle.bind(x=3))
    monkeypatch.setattr(look_back, "lower", lambda rule: other)
    assert returning(castle.bind(x=4), 0, frozenset({(0,)})) is None
