"""Patterns planted in tables are found, said to be observed, and their failures named; chance shows none."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from comparing import check
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.model.pattern import Pattern, Summary
from grundy.patterns.guess import parse_guess
from grundy.patterns.sequences import least_period
from grundy.patterns.table import read_table
from grundy.show.patterns import pattern_lines, summary_lines


def play(options: Callable[[int, list[int]], Iterable[int]], count: int) -> list[int]:
    """Nim-values of 0..count-1 by the definition; `options` gives the values of the options."""
    values: list[int] = []
    for n in range(count):
        after = set(options(n, values))
        values.append(next(v for v in range(len(after) + 1) if v not in after))
    return values


def octal(digits: str, count: int) -> list[int]:
    def options(n: int, g: list[int]) -> Iterable[int]:
        for k, digit in enumerate(map(int, digits), 1):
            left = n - k
            if left == 0 and digit & 1:
                yield 0
            if left > 0 and digit & 2:
                yield g[left]
            if left > 1 and digit & 4:
                yield from (g[i] ^ g[left - i] for i in range(1, left // 2 + 1))

    return play(options, count)


def take_away(*amounts: int) -> Callable[[int, list[int]], Iterable[int]]:
    return lambda n, g: (g[n - s] for s in amounts if s <= n)


def both(values: list[int]) -> Summary:
    """The summary of a list, after that of the array was found to be the same."""
    summary = read_table(values)
    array = read_table(np.array(values, dtype=np.uint32))
    assert array.patterns == summary.patterns
    assert (list(array.distinct), list(array.counts), list(array.firsts)) == (
        list(summary.distinct),
        list(summary.counts),
        list(summary.firsts),
    )
    assert (array.shape, array.p_count, array.p_first) == (summary.shape, summary.p_count, summary.p_first)
    return summary


def only(values: list[int]) -> Pattern:
    (pattern,) = both(values).patterns
    return pattern


def holds(pattern: Pattern, values: list[int]) -> None:
    """The pattern's formula is right where it says so, and wrong where it says that it breaks."""
    verdict = check(values, pattern.formula, len(values) - 1, pattern.start)
    if pattern.about == "P-positions":
        verdict = check(values, pattern.formula, len(values) - 1, pattern.start, outcomes=True)
    assert verdict.at == (pattern.breaks.at if pattern.breaks else None)
    if pattern.start:
        earlier = check(values, pattern.formula, pattern.start - 1, pattern.start - 1, outcomes=verdict.outcomes)
        assert not earlier.holds  # the start is the least


# games whose values are known


def test_kayles() -> None:
    values = octal("77", 300)
    assert values[:12] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]  # OEIS A002186
    pattern = only(values)
    numbers = dict(pattern.numbers)
    # Guy & Smith 1956: period 12, the last of the 14 exceptions is heap 70
    assert (numbers["period"], numbers["preperiod"], numbers["saltus"]) == (12, 71, 0)
    assert (pattern.start, pattern.exceptions, pattern.breaks) == (71, 14, None)
    holds(pattern, values)


def test_dawson() -> None:
    pattern = only(octal("07", 400))
    numbers = dict(pattern.numbers)
    assert (numbers["period"], numbers["preperiod"]) == (34, 53)  # Guy & Smith 1956: the last exception is 52


def test_too_short_for_a_period() -> None:
    assert all(pattern.kind != "period" for pattern in read_table(octal("77", 100)).patterns)


@pytest.mark.parametrize(
    ("amounts", "formula"),
    [((1, 2, 3), "n % 4"), ((1,), "n % 2"), ((1, 3, 5), "n % 2"), ((2, 3), "n % 5 // 2"), ((3, 4, 5, 6), "n % 9 // 3")],
)
def test_take_away(amounts: tuple[int, ...], formula: str) -> None:
    pattern = only(play(take_away(*amounts), 200))
    assert (pattern.formula, pattern.start, pattern.upto, pattern.breaks) == (formula, 0, 199, None)


def test_nim_and_lasker() -> None:
    assert only(play(lambda n, g: g, 60)).formula == "n"
    values = play(lambda n, g: [*g, *(g[i] ^ g[n - i] for i in range(1, n))], 100)
    pattern = only(values)  # Lasker's Nim: 4k+1, 4k+2, 4k+4, 4k+3 for 4k+1, 4k+2, 4k+3, 4k+4
    assert (pattern.kind, pattern.start) == ("arithmetic period", 1)
    holds(pattern, values)


def test_taking_at_most_half() -> None:
    values = play(lambda n, g: (g[n - k] for k in range(1, n // 2 + 1)), 300)
    pattern = only(values)
    assert pattern.statement == "G(2m) = m, G(2m + 1) = G(m)"
    holds(pattern, values)
    assert only(values[:32]).statement == pattern.statement  # the fewest in which rules by halves are looked for


def test_taking_a_proper_divisor() -> None:
    values = play(lambda n, g: (g[n - d] for d in range(1, n) if n % d == 0), 300)
    pattern = only(values)  # the exponent of 2 in n
    assert pattern.start == 1
    holds(pattern, values)


def test_ruler() -> None:
    """Coins in a row from 1: turn any run of them, the rightmost from heads to tails (Winning Ways, ch. 14)."""

    def options(n: int, g: list[int]) -> Iterable[int]:
        total = 0
        if n:
            yield 0
        for k in range(n - 1, 0, -1):
            total ^= g[k]
            yield total

    values = play(options, 200)
    assert values[1:9] == [1, 2, 1, 4, 1, 2, 1, 8]
    assert only(values).formula == "n & -n"
    assert only(values[1:]).formula == "(n + 1) & -(n + 1)"


def test_grundys_game_shows_none() -> None:
    values = play(lambda n, g: (g[i] ^ g[n - i] for i in range(1, (n + 1) // 2)), 600)
    assert values[:11] == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0]  # OEIS A002188
    assert both(values).patterns == ()


@pytest.mark.parametrize(
    "formula",
    [
        "n.bit_count()",
        "n.bit_count() % 2",
        "n.bit_length()",
        "(n & -n).bit_length()",
        "((n + 1) & -(n + 1)).bit_length() - 1",
        "n ^ n >> 1",
        "2 * n + 1 - n.bit_count() % 2",
        "isqrt(n)",
        "n ^ 1",
        "n ^ 3",
        "n // 3",
        "(n + 2) // 5",
        "n + 7",
        "n % 6 % 4",
        "(n + 3) % 7",
        "3",
        "3 * n + 1",
        "n // 2 * 2",
    ],
)
def test_formulas(formula: str) -> None:
    function = parse_guess(formula).make(lambda n: n)
    values = [function(n) for n in range(300)]
    pattern = only(values)
    assert (pattern.start, pattern.upto, pattern.breaks, pattern.exceptions) == (0, 299, None, 0)
    holds(pattern, values)


# what is planted is found


@st.composite
def planted(draw: st.DrawFn) -> tuple[int, int, int, list[int]]:
    """A pre-period, a period and a saltus, and values of which they are the least."""
    period, start = draw(st.integers(1, 12)), draw(st.integers(0, 40))
    saltus = draw(st.sampled_from([0, 0, 1, period, 5]))
    residues = draw(st.lists(st.integers(0, 9), min_size=period, max_size=period))
    values = draw(st.lists(st.integers(0, 9), min_size=start, max_size=start))
    values += [residues[n % period] + n // period * saltus for n in range(start, start + 12 * period + 60)]
    return start, period, saltus, values


def least(values: list[int], most: int) -> tuple[int, int]:
    """The least period up to `most` and its pre-period, in all ways that there are."""
    starts = []
    for period in range(1, most + 1):
        steps = [b - a for a, b in zip(values, values[period:], strict=False)]
        e = len(steps)
        while e and steps[e - 1] == steps[-1]:
            e -= 1
        starts.append((e, period))
    start, period = min(starts)
    return period, start


@given(planted())
@settings(max_examples=examples(75), deadline=None)
def test_planted_period(case: tuple[int, int, int, list[int]]) -> None:
    _, period, _, values = case
    expected, start = least(values, period)
    numbers = dict(both(values).patterns[0].numbers)
    assert (numbers["period"], numbers["preperiod"]) == (expected, start)


@given(st.integers(2, 9), st.integers(100, 399), st.integers(1, 5))
@settings(max_examples=examples(30), deadline=None)
def test_planted_exception(modulus: int, place: int, more: int) -> None:
    values = [n % modulus for n in range(400)]
    values[place] += more
    pattern = both(values).patterns[0]
    if place >= 200:  # the longer stretch is before it
        assert pattern.start == 0
        assert pattern.breaks == (place, place % modulus, place % modulus + more)
        assert pattern.upto == place - 1
    else:
        assert pattern.start == place + 1
        assert pattern.breaks is None
    assert pattern.exceptions == 1
    assert pattern.formula == f"n % {modulus}"


@pytest.mark.parametrize("formula", ["n.bit_count()", "n & -n", "n.bit_length()"])
def test_planted_exception_in_digits(formula: str) -> None:
    function = parse_guess(formula).make(lambda n: n)
    values = [function(n) for n in range(5000)]
    values[4001] += 1
    pattern = both(values).patterns[0]
    assert (pattern.formula, pattern.start, pattern.exceptions) == (formula, 0, 1)
    assert pattern.breaks == (4001, values[4001] - 1, values[4001])


@given(st.lists(st.integers(0, 2), min_size=7, max_size=80))
@settings(max_examples=examples(100), deadline=None)
def test_least_period_of_an_end(labels: list[int]) -> None:
    period = least_period(bytes(labels), 1)
    wide = b"".join(label.to_bytes(8, "little") for label in labels)
    assert least_period(wide, 8) == period
    fitting = [p for p in range(1, len(labels) // 3 + 1) if labels[p:] == labels[:-p]]
    if fitting:
        assert period == fitting[0]
    if period is not None:
        end = labels[-3 * period :]
        assert end[period:] == end[:-period]


@given(st.integers(0, 1 << 30), st.integers(40, 300), st.integers(3, 9))
@settings(max_examples=examples(30), deadline=None)
def test_chance_shows_nothing_whole(seed: int, count: int, most: int) -> None:
    chances = random.Random(seed)
    values = [chances.randrange(most) for _ in range(count)]
    for pattern in both(values).patterns:
        assert pattern.breaks is not None or pattern.about == "P-positions" or ("rules", 1) in pattern.numbers


# P-positions


def is_in(numbers: set[int]) -> Callable[[int], bool]:
    return lambda n: n in numbers


SQUARES = {n * n for n in range(60)}
FIBONACCI = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584}


@pytest.mark.parametrize(
    ("zero", "says"),
    [
        (lambda n: n % 5 in (0, 2), "n % 5 in (0, 2)"),
        (lambda n: n % 3 == 1, "n % 3 == 1"),
        (lambda n: n.bit_count() == 1, "powers of two"),
        (lambda n: (n + 1).bit_count() == 1, "numbers 2**k - 1"),
        (is_in({n * (n + 1) // 2 for n in range(60)}), "triangular numbers"),
        (is_in(SQUARES), "squares"),
        (is_in(FIBONACCI), "Fibonacci numbers"),
        (lambda n: n.bit_count() % 2 == 0, "n.bit_count() % 2"),
    ],
)
def test_p_positions(zero: Callable[[int], bool], says: str) -> None:
    chances = random.Random(5)
    values = [0 if zero(n) else chances.randrange(1, 9) for n in range(1500)]
    pattern = only(values)
    assert pattern.about == "P-positions"
    assert says in pattern.statement
    assert (pattern.start, pattern.upto, pattern.breaks) == (0, 1499, None)
    holds(pattern, values)


def test_p_positions_that_break_late() -> None:
    chances = random.Random(6)
    values = [0 if n in SQUARES else chances.randrange(1, 9) for n in range(1500)]
    values[1000] = 0
    pattern = only(values)
    assert pattern.breaks == (1000, 1, 0)
    holds(pattern, values)


def test_two_p_positions_may_be_others_than_those_of_a_set() -> None:
    powers = {1 << k for k in range(11)}
    chances = random.Random(5)
    values = [0 if n in powers ^ {1, 3} else chances.randrange(1, 9) for n in range(1500)]
    pattern = only(values)
    assert "powers of two" in pattern.statement
    assert (pattern.start, pattern.exceptions) == (4, 2)


# words


def test_lines_of_a_summary() -> None:
    values = octal("77", 300)
    text = "\n".join(line.text for line in summary_lines(read_table(values)))
    assert "300 states; largest nim-value 9" in text or "largest nim-value 8" in text
    assert "period 12: G(n + 12) = G(n)" in text
    assert "observed for n = 71..299, 19 times" in text
    assert "14 exceptions before n = 71" in text
    assert "not proved" in text
    values[280] = 0
    (pattern,) = read_table(values).patterns
    assert any("first failure: 280 is 0, not 1" in line for line in pattern_lines(pattern))


def test_a_rule_that_ends_and_the_one_after_it_are_both_told() -> None:
    """The later one first, though the values before it are more exceptions than those after the other."""
    patterns = both([n % 2 if n < 24 else n % 3 for n in range(40)]).patterns
    assert [(p.formula, p.start, p.upto) for p in patterns] == [("n % 3", 24, 39), ("n % 2", 0, 25)]


def test_a_rule_by_the_value_of_a_part() -> None:
    """Each value of m has one of b*m + r: of halves in Lieges of Legendre (Codeforces 603C), where k is odd."""
    halves = play(lambda n, g: g[-1:] + ([g[n // 2]] if n >= 2 and n % 2 == 0 else []), 400)
    pattern = only(halves)
    assert pattern.statement == "G(2m) = mex(0, G(m)), G(2m + 1) = 0"
    assert (pattern.formula, pattern.start) == ("(1, 2, 1)[G(n // 2)] if n % 2 == 0 else 0", 5)
    thirds = [0]
    for n in range(1, 2000):
        thirds.append(((2, 0, 3, 1)[thirds[n // 3]], 3, 1)[n % 3])
    assert only(thirds).statement == "G(3m) = (2, 0, 3, 1)[G(m)], G(3m + 1) = 3, G(3m + 2) = 1"


def test_a_value_that_no_part_had_breaks_the_rule() -> None:
    """The rule says nothing of what follows from it, so it may not be looked up beyond the end of the list."""
    values = [0]
    for n in range(1, 7000):
        values.append(9 if n == 2000 else ((2, 0, 3, 1, *[0] * 5, 4)[values[n // 3]], 3, 1)[n % 3])
    [pattern, *_] = both(values).patterns
    assert pattern.statement == "G(3m) = (2, 0, 3, 1)[G(m)], G(3m + 1) = 3, G(3m + 2) = 1"
    assert pattern.exceptions == 3  # 0, 2000, and 6000, which is worth 4
