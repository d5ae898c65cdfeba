"""Patterns with a short sentence: values that return along a map of n, arithmetic functions, a period in one of several
numbers, a bound on the ratio of P-positions, residues in misère play."""

from __future__ import annotations

import math
import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import grundy
from grundy.patterns.axes import axis_periods
from grundy.patterns.ratios import RATIOS, ratio_patterns
from grundy.patterns.table import read_table


def statements(values: Any) -> list[str]:
    return [pattern.statement for pattern in read_table(values).patterns]


@grundy.rule
def strange(x, *, k=3):  # type: ignore[no-untyped-def]
    """AtCoder ARC 091 F: take from 1 to x // k stones."""
    for take in range(1, x // k + 1):
        yield x - take


@pytest.mark.parametrize("k", [3, 4, 7])
def test_values_that_return_along_a_map(k: int) -> None:
    """The values of this game showed no pattern."""
    (pattern,) = grundy.table(strange.bind(k=k), 2_000).patterns
    assert pattern.statement == f"G(n) = n // {k} if n % {k} == 0, else G(n - n // {k} - 1)"
    assert (pattern.start, pattern.upto, pattern.breaks) == (0, 1999, None)


def test_where_it_first_fails_is_named() -> None:
    values = grundy.table(strange, 900).values.tolist()
    values[700] += 1
    (pattern, *_) = read_table(values).patterns
    assert pattern.breaks is not None and pattern.breaks.at == 700


def test_the_pattern_is_written_as_a_program() -> None:
    source = grundy.table(strange, 600).source_code("python")
    space: dict[str, Any] = {}
    exec(source, space)
    values = grundy.table(strange, 5_000).values.tolist()
    assert [space["nim_value"](n) for n in range(5_000)] == values


def divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


def prime_factors(n: int) -> list[int]:
    return [p for p in range(2, n + 1) if n % p == 0 and len(divisors(p)) == 2]


def with_multiplicity(n: int) -> int:
    return 0 if n < 2 else 1 + with_multiplicity(n // prime_factors(n)[0])


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (with_multiplicity, "the number of prime factors of n, each as often as it divides n"),
        (lambda n: len(prime_factors(n)), "the number of different prime factors of n"),
        (lambda n: len(divisors(n)), "the number of divisors of n"),
        (lambda n: sum(math.gcd(m, n) == 1 for m in range(1, n + 1)), "Euler's function"),
        (lambda n: divisors(n)[-2] if n > 1 else 0, "the largest divisor of n below n"),
        (lambda n: 0 if n < 2 else sum(len(divisors(p)) == 2 for p in range(1, prime_factors(n)[0] + 1)), "(2 is the"),
    ],
)
def test_arithmetic_functions_are_named(function: Any, words: str) -> None:
    for shift in (0, 1):
        values = [function(n) + shift if n else 0 for n in range(90)]
        for given in (values, np.array(values)):
            named = [one for one in statements(given) if words in one]
            assert len(named) == 1 and named[0].endswith(" + 1") == bool(shift), statements(given)


def test_two_early_numbers_may_be_wrong_and_no_late_one() -> None:
    values = [len(divisors(n)) for n in range(90)]
    values[2] = values[3] = 7
    (pattern,) = read_table(values).patterns
    assert pattern.statement == "G(n) = the number of divisors of n"
    assert (pattern.start, pattern.exceptions) == (4, 2)
    values[2], values[3], values[60] = 2, 2, 7
    assert not any("divisors" in one for one in statements(values))


def test_what_has_no_divisor_below_it_is_worth_0() -> None:
    (pattern,) = read_table([divisors(n)[-2] if n > 1 else 0 for n in range(90)]).patterns
    assert pattern.start == 0


def test_a_game_of_divisors() -> None:
    @grundy.rule
    def proper(n):  # type: ignore[no-untyped-def]
        for d in range(1, n):
            if n % d == 0:
                yield d

    patterns = grundy.table(proper, 400).patterns
    assert patterns[0].statement == "G(n) = the number of prime factors of n, each as often as it divides n"
    assert patterns[0].kind == "arithmetic function" and patterns[0].formula == ""
    text = grundy.table(proper, 400).source_code("python")
    assert "G[" in text or "T = (" in text


@grundy.rule
def castle(n, last, *, x=2, y=3, z=5):  # type: ignore[no-untyped-def]
    """Codeforces 1312F."""
    if n > 0:
        yield max(n - x, 0), 0
        if last != 1:
            yield max(n - y, 0), 1
        if last != 2:
            yield max(n - z, 0), 2


def test_a_period_in_one_of_two_numbers_and_what_proves_it() -> None:
    table = grundy.table(castle, box=(300, 3))
    (pattern,) = table.patterns
    assert pattern.statement == "G(a + 7, b) = G(a, b) for all a >= 12"
    (proved,) = table.proved
    assert proved.startswith("G(n + 7, last) = G(n, last) for all n >= 12")
    assert f"Proved of all positions: {proved}." in str(table).splitlines()
    assert table.as_dict()["proved"] == [proved]
    values = table.values
    assert (values[12:-7] == values[19:]).all() and (values[11] != values[18]).any()


def test_what_is_only_seen_is_not_called_proved() -> None:
    @grundy.rule
    def hidden(n, b):  # type: ignore[no-untyped-def]
        if n // 7 * 7 != n and b:
            yield n - 1, b - 1

    table = grundy.table(hidden, box=(200, 4))
    assert any(pattern.kind == "period in one number" for pattern in table.patterns) and table.proved == ()


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_the_axis_and_the_preperiod_are_exact(axis: int) -> None:
    rng = np.random.default_rng(axis)
    layers = rng.integers(0, 9, (5, 4, 4))
    table = np.concatenate([rng.integers(0, 9, (3, 4, 4)), *[layers] * 8])
    (pattern,) = axis_periods(np.moveaxis(table, 0, axis))
    assert dict(pattern.numbers) == {"period": 5, "preperiod": 3, "number": "abc"[axis], "repeats": 8}
    noise = rng.integers(0, 9, (60, 4))
    assert list(axis_periods(noise)) == []


@grundy.rule
def multiples(x, y):  # type: ignore[no-untyped-def]
    """Project Euler 325: take a multiple of the smaller pile from the larger; play ends when a pile is empty."""
    if x > y:
        x, y = y, x
    if x > 0:
        for k in range(1, y // x + 1):
            yield min(x, y - k * x), max(x, y - k * x)


@pytest.mark.parametrize("outcomes", [False, True])
def test_a_quadratic_bound_on_p_positions(outcomes: bool) -> None:
    table = grundy.table(multiples, box=(120, 120), outcomes=outcomes)
    pattern = next(one for one in table.patterns if one.kind == "ratio")
    assert pattern.statement.startswith("P-position iff max(a, b) < r * min(a, b), r the golden ratio, 1.6180; ")

    @cache
    def lost(state: tuple[int, int]) -> bool:
        return not any(lost(left) for left in multiples.function(*state))

    for a in range(40):
        for b in range(40):
            assert eval(pattern.formula, {"a": a, "b": b}) == int(not lost((a, b))), (a, b)


def test_each_ratio_is_told_and_chance_is_not() -> None:
    a, b = np.ogrid[:150, :150]
    x, y = np.minimum(a, b), np.maximum(a, b)
    for ratio in RATIOS:
        for below in (True, False):
            wins = (eval(ratio.bound, {"x": x, "y": y}) < 0) != below
            told = list(ratio_patterns(wins.astype(int)))
            if not ratio.name.isdigit() and "/" not in ratio.name:
                assert [pattern.statement.partition(", r ")[2].partition(";")[0] for pattern in told] == [ratio.name]
            for pattern in told:
                values = [[eval(pattern.formula, {"a": i, "b": j}) for j in range(30)] for i in range(30)]
                assert values == wins[:30, :30].astype(int).tolist()
    rng = random.Random(3)
    assert list(ratio_patterns(np.array([[rng.randrange(2) for _ in range(40)] for _ in range(40)]))) == []
    assert list(ratio_patterns((y * 10 < 17 * x).astype(int))) == []


@grundy.rule
def double(m, n):  # type: ignore[no-untyped-def]
    """Take 1 to 3 chips from one of two stacks."""
    for k in range(1, 4):
        if k <= m:
            yield m - k, n
        if k <= n:
            yield m, n - k


def test_residues_in_misere_play() -> None:
    """A table of outcomes had no patterns."""
    table = grundy.table(double, box=(40, 40), misere=True, outcomes=True)
    (pattern,) = table.patterns
    residues = "(0, 1), (1, 0), (2, 2), (3, 3)"
    assert pattern.statement == f"(a, b) is a P-position iff (a % 4, b % 4) is one of {residues}"
    assert pattern.about == "P-positions" and table.as_dict()["patterns"][0]["says"] == pattern.statement
    assert f"  periods 4 and 4: {pattern.statement}" in str(table).splitlines()

    @cache
    def wins(state: tuple[int, int]) -> bool:
        options = list(double.function(*state))
        return not options or any(not wins(left) for left in options)

    for a in range(14):
        for b in range(14):
            assert eval(pattern.formula, {"a": a, "b": b}) == wins((a, b))


def test_a_single_pair_of_residues_is_one_and_not_one_of_some() -> None:
    @grundy.rule
    def either_or_both(m, n):  # type: ignore[no-untyped-def]
        for k in range(3):
            for j in range(3):
                if (k or j) and k <= m and j <= n:
                    yield m - k, n - j

    table = grundy.table(either_or_both, box=(40, 40), outcomes=True)
    assert "(a, b) is a P-position iff (a % 3, b % 3) is (0, 0)" in [one.statement for one in table.patterns]


def test_outcomes_of_single_numbers_have_patterns_too() -> None:
    table = grundy.table("take-away:1,2,3", 200, outcomes=True, misere=True)
    assert table.patterns[0].statement == "zero where n % 4 == 1, and only there"
