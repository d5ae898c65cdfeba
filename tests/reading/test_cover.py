"""Each condition of a rule is seen true and false, and a fault behind a rare one is found there."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from written import body

from grundy.model.rule import Rule
from grundy.reading.core import Bin, Cmp, Const, Core, Pick
from grundy.reading.cover import cover
from grundy.reading.lower import lower
from grundy.reading.python import function_of

RARE = [
    "if n % 4000 == 77:\n    yield n - 2",
    "if n // 100 == 377:\n    yield n - 2 if n % 100 > 50 else n - 3",
    "if n in (70001, 70003):\n    yield n // 2",
    "for k in (1, 2, 4):\n    if n == 65536 + k:\n        break\nelse:\n    if n:\n        yield n - 1",
    "if n > 50000 and n % 1024 == 0:\n    yield to(n - 1, by=n // 1024)",
    "if n & (n - 1) == 0 and n > 4096:\n    yield n - 1",
    "if any(n == j * j * j for j in (20, 31, 40)):\n    yield n - 8",
    "k = n % 997\nwhile k > 990:\n    k -= 3\n    yield k",
    "if not 3 < n < 90001:\n    yield 0",
    "yield n - (7 if n % 9973 == 12 else 1)",
]


@pytest.mark.parametrize("text", RARE)
def test_each_condition_is_seen_both_ways(text: str) -> None:
    coverage = cover(body(text))
    assert coverage.holds, (coverage.lacking, coverage.differs)
    for one in coverage.seen:
        for holds, states in ((True, one.true), (False, one.false)):
            assert states, (one.site, holds)


ALWAYS = [
    ("if n % 5 == 1 and n >= 0:\n    yield 0", "n >= 0 (is always true"),
    ("if n > 4 or n * n > 40:\n    yield 0", "n * n > 40 (is never true"),
    ("if n > 10**7:\n    yield 0", "n > 10**7 (is never true"),
    ("if n < 0 and n > -9:\n    yield 0", "n > -9 (is never asked"),
    ("while n > 200000:\n    n -= 1\nyield n", "n > 200000 (is never true"),
]


@pytest.mark.parametrize(("text", "lacking"), ALWAYS)
def test_what_is_never_seen_both_ways_is_named(text: str, lacking: str) -> None:
    coverage = cover(body(text))
    assert not coverage.holds and coverage.differs is None
    assert any(lacking in one for one in coverage.lacking), coverage.lacking
    assert all(one.startswith("written") for one in coverage.lacking)


def test_a_state_that_is_handed_in_is_looked_at() -> None:
    rule = body("if n == 10**9 + 7:\n    yield 1")
    assert not cover(rule).holds
    assert cover(rule, states=[(10**9 + 7,)]).holds


def test_states_of_two_numbers_are_scanned_by_their_largest() -> None:
    coverage = cover(body("if a % 50 == 49 and b - a == 3:\n    yield a - 1, b", "a, b"))
    assert coverage.holds and (49, 52) in next(one for one in coverage.seen if " and " in one.site.text).true


def test_loops_without_end_and_failures_are_left() -> None:
    coverage = cover(
        body("k = 0\nwhile k < 2:\n    if n == 3:\n        raise ValueError\n    k += n == 3\n    yield n"), scanned=9
    )
    assert coverage.differs is None and len(coverage.lacking) == 2


def test_a_loop_that_never_yields_is_left() -> None:
    coverage = cover(body("if n == 3:\n    yield 2\nwhile n > 0:\n    pass\nyield 1"), scanned=9)
    assert coverage.differs is None and coverage.seen[0].true == [(3,)]


NUMBERS = ("take", "rest", "modulus", "low")


def rare(random: Random) -> Rule:
    """A rule with a branch that few states meet."""
    modulus = random.choice((97, 256, 500, 1000, 4096, 7000))
    low, take = random.randint(20, 5000), random.randint(1, 4)
    test = random.choice(
        (
            f"n % {modulus} == {random.randrange(modulus)} and n > {low}",
            f"{low} <= n < {low + random.randint(1, 40)}",
            f"n in ({low}, {low * 2}, {low * 3})",
            f"n // {modulus} == {random.randint(1, 9)} and n % 3 == {random.randrange(3)}",
            f"n > {low} and n & {random.choice((255, 1023))} == {random.randrange(200)}",
        )
    )
    inner = random.choice(
        (
            f"yield n - {take}",
            f"yield n - {take} if n % 2 else n - {take + 1}",
            f"for k in range(1, {take + 2}):\n        if k != {take}:\n            yield n - k",
            f"k = n // {take + 1}\n    if k % 2 == 0:\n        yield k\n    yield n - 1",
            f"yield to(n // {take + 1}, n - n // {take + 1} - 1, way={take})",
        )
    )
    first = random.choice(("if n >= 1:\n    yield n - 1", "for k in (1, 4):\n    if k <= n:\n        yield n - k"))
    return body(f"if {test}:\n    {inner}\n{first}")


def misread(form: Core, random: Random) -> Core:
    """The core form with one of its numbers or signs changed."""
    places: list[Any] = []

    def walk(value: Any) -> None:
        if isinstance(value, tuple):
            for item in value:
                walk(item)
        elif is_dataclass(value):
            if isinstance(value, Const | Cmp | Pick) or (isinstance(value, Bin) and value.operator in "+-"):
                places.append(value)
            for one in fields(value):
                walk(getattr(value, one.name))

    walk(form)
    chosen = random.choice(places)

    def changed(value: Any) -> Any:
        if value is chosen:
            match value:
                case Const(number):
                    return Const(number + random.choice((-1, 1)))
                case Cmp(sign):
                    return replace(
                        value, operator=random.choice([s for s in ("<", "<=", "==", "!=", ">") if s != sign])
                    )
                case Bin(sign):
                    return replace(value, operator="-" if sign == "+" else "+")
                case Pick(test, one, two):
                    return Pick(test, two, one)
        if isinstance(value, tuple):
            return tuple(map(changed, value))
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{one.name: changed(getattr(value, one.name)) for one in fields(value)})
        return value

    return changed(form)  # type: ignore[no-any-return]


def caught(count: int, heaps: int = 20_000) -> dict[str, int]:
    """Of rules that were misread in one place, how many the coverage sees, and 400 states drawn at random."""
    counts = {"misread": 0, "options differ": 0, "differ or not covered": 0, "drawn": 0}
    for seed in range(count):
        random = Random(seed)
        rule = rare(random)
        form = lower(rule)
        wrong = misread(form, random)
        right, other = function_of(form), function_of(wrong)
        different = [n for n in range(heaps) if results(right, n) != results(other, n)]
        if not 0 < len(different) < heaps // 50:
            continue  # it does the same, or everybody sees it
        coverage = cover(rule, wrong)
        counts["misread"] += 1
        counts["options differ"] += coverage.differs is not None
        counts["differ or not covered"] += not coverage.holds
        counts["drawn"] += any(n in set(different) for n in (random.randrange(heaps) for _ in range(400)))
    return counts


def results(function: Any, state: int) -> Any:
    try:
        return list(function(state))
    except Exception as error:  # of a form that was changed
        return type(error)


def test_a_misreading_of_a_rare_branch_is_caught() -> None:
    counts = caught(8, 6_000)
    assert counts["misread"] >= 3
    assert counts["differ or not covered"] == counts["misread"]
