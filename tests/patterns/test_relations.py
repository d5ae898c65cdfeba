"""Relations between the numbers of P-positions, seen in tables with where they first fail, proved if linear."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import isqrt
from typing import Any

import numpy as np
import pytest

import grundy
from grundy.patterns.axes import axis_periods
from grundy.patterns.relations import relation_patterns
from grundy.patterns.table import linear_conditions, outcome_patterns

NAMES = {"isqrt": isqrt, "max": max, "min": min, "abs": abs}


def table_of(lost: Callable[..., bool], *shape: int) -> np.ndarray:
    """0 where a condition in plain Python is true, 1 elsewhere."""
    return np.array([not lost(*state) for state in product(*map(range, shape))], int).reshape(shape)


def holds_as_said(formula: str, table: np.ndarray, start: int = 0) -> bool:
    """Whether a formula, run by Python, gives each entry from a largest number on."""
    entries = ((state, value) for state, value in np.ndenumerate(table) if max(state) >= start)
    return all(eval(formula, NAMES, dict(zip("abcd", state, strict=False))) == value for state, value in entries)


@pytest.mark.parametrize(
    ("lost", "shape", "condition"),
    [
        (lambda a, b: b == a + 3, (40, 40), "a + 3 == b"),
        (lambda a, b: 2 * a == b, (40, 40), "2 * a == b"),
        (lambda a, b: 3 * a <= 2 * b + 4, (40, 40), "3 * a <= 2 * b + 4"),
        (lambda a, b: a >= b + 2, (40, 50), "a >= b + 2"),
        (lambda a, b: (a + 3 * b) % 7 == 2, (40, 40), "(a + 3 * b) % 7 == 2"),
        (lambda a, b: (a + 3 * b) % 7 in (2, 5), (40, 30), "(a + 3 * b) % 7 in (2, 5)"),
        (lambda a, b: (2 * a + 3 * b) % 6 == 0, (40, 30), "(2 * a + 3 * b) % 6 == 0"),
        (lambda a, b: b < a * a, (30, 90), "b < a * a"),
        (lambda a, b: 2 * b >= a * a + a, (40, 40), "2 * b >= a * a + a"),
        (lambda a, b: a == b * b - b + 1, (90, 40), "a == b * b - b + 1"),
        (lambda a, b: max(a, b) == 3 * min(a, b) + 1, (40, 40), "max(a, b) == 3 * min(a, b) + 1"),
        (lambda a, b, c: a + b == c, (14, 14, 14), "a + b == c"),
        (lambda a, b, c: (a + b + 2 * c) % 5 == 0, (14, 14, 14), "(a + b + 2 * c) % 5 == 0"),
        (lambda a, b, c: a ^ b ^ c == 0, (14, 14, 14), "a ^ b ^ c == 0"),
        (lambda a, b, c: (a % 3) ^ (b % 3) ^ (c % 3) == 0, (14, 14, 14), "(a % 3) ^ (b % 3) ^ (c % 3) == 0"),
        (lambda a, b, c, d: (a + b + c + d) % 3 == 1, (7, 7, 7, 7), "(a + b + c + d) % 3 == 1"),
    ],
)
def test_relations_are_named(lost: Any, shape: tuple[int, ...], condition: str) -> None:
    table = table_of(lost, *shape)
    (pattern,) = relation_patterns(table)
    relation = pattern.statement.removeprefix("P-position iff ")
    assert (relation, pattern.breaks, pattern.start, pattern.exceptions) == (condition, None, 0, 0)
    assert holds_as_said(pattern.formula, table)


def test_chance_shows_no_relation() -> None:
    chances = np.random.default_rng(7)
    for shape in ((60, 60), (14, 14, 14), (7, 7, 7, 7)):
        for count in (2, 12):
            assert list(relation_patterns(chances.integers(0, count, shape))) == []


@pytest.mark.parametrize("state", [(35, 20), (12, 39), (39, 39)])
def test_the_first_failure_is_named(state: tuple[int, int]) -> None:
    table = table_of(lambda a, b: (a + 2 * b) % 5 == 0, 40, 40)
    table[state] = not table[state]
    (pattern,) = relation_patterns(table)
    assert pattern.breaks == (state, int(not table[state]), int(table[state]))
    assert (pattern.upto, pattern.exceptions) == (max(state) - 1, 1)


def fraenkel(k: int, size: int) -> np.ndarray:
    """The pairs of Wythoff's game in which a and b may fall by amounts that differ by less than k: the least number
    that no pair has yet, and that number and k times the number of pairs before (Fraenkel 1982)."""
    table = np.ones((size, size), int)
    used: set[int] = set()
    for n in range(size):
        a = next(number for number in range(2 * size) if number not in used)
        b = a + k * n
        used |= {a, b}
        if b < size:
            table[a, b] = table[b, a] = 0
    return table


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_pairs_of_wythoffs_kind(k: int) -> None:
    table = fraenkel(k, 150)
    (pattern,) = relation_patterns(table)
    assert pattern.statement.startswith("P-position iff min(a, b) == floor(n * ") and holds_as_said(
        pattern.formula, table
    )


def test_wythoffs_misere_pairs_are_those_but_for_the_first() -> None:
    table = grundy.table("wythoff", box=(60, 60), misere=True)
    (pattern,) = table.patterns
    assert (pattern.start, pattern.exceptions, pattern.breaks) == (3, 6, None)
    assert "    6 exceptions before the largest of a, b is 3" in str(table).splitlines()
    lost = {tuple(place) for place in np.asarray(table.p_positions()).tolist()}
    plain = np.array([[(a, b) not in lost for b in range(60)] for a in range(60)], int)
    assert holds_as_said(pattern.formula, plain, 3) and not holds_as_said(pattern.formula, plain, 2)


@grundy.rule
def piles(a, b, c):  # type: ignore[no-untyped-def]
    """Nim."""
    for k in range(a):
        yield k, b, c
    for k in range(b):
        yield a, k, c
    for k in range(c):
        yield a, b, k


def test_misere_nim_of_three_piles() -> None:
    """A table of it showed no pattern (Bouton 1901)."""
    (pattern,) = grundy.table(piles, box=(10, 10, 10), misere=True).patterns
    assert pattern.statement == "P-position iff a ^ b ^ c == (1 if max(a, b, c) < 2 else 0)"


@grundy.rule
def ones(x, b, a):  # type: ignore[no-untyped-def]
    if x >= 1:
        yield x - 1, b, a
    if b >= 1:
        yield x, b - 1, a
    if a >= 2:
        yield x, b, a - 2


@pytest.mark.parametrize("misere", [False, True])
def test_linear_relations_are_proved(misere: bool) -> None:
    """Of names that are letters of other places, too."""
    table = grundy.table(ones, box=(9, 9, 8), outcomes=True, misere=misere)
    (said,) = table.proved
    where = said.partition(" is a P-position iff ")[2].partition(": ")[0]

    @cache
    def lost(x: int, b: int, a: int) -> bool:
        options = list(ones.function(x, b, a))
        return all(not lost(*left) for left in options) if options else not misere

    for state in product(range(7), repeat=3):
        told = eval(where.replace("mod", "%"), {}, dict(zip("xba", state, strict=True)))
        assert told == lost(*state), (said, state)
    proof = grundy.prove(ones, misere=misere, what="p-positions")
    assert proof.proved and "automaton" not in proof.statement
    assert [proof.is_p(*state) for state in product(range(5), repeat=3)] == [
        lost(*state) for state in product(range(5), repeat=3)
    ]


@grundy.rule
def far(a, b):  # type: ignore[no-untyped-def]
    """Nim of two piles, until one has 50."""
    if a < 50 and b < 50:
        for k in range(a):
            yield k, b
        for k in range(b):
            yield a, k
    elif a + b < 120:
        yield 0, 0


def test_a_relation_that_does_not_go_on_is_refuted_and_not_proved() -> None:
    table = grundy.table(far, box=(20, 20), outcomes=True)
    assert [one.statement for one in table.patterns] == ["P-position iff a == b"]
    (said,) = table.proved
    assert said.startswith("not every (a, b) is a P-position iff a == b")
    assert grundy.prove(far, what="p-positions").status != "false"


def test_the_theorem_of_a_misere_table_is_none_of_normal_play() -> None:
    """It told that nim-values return, beside outcomes in misère play that return otherwise."""

    @grundy.rule
    def castle(n, last):  # type: ignore[no-untyped-def]
        if n > 0:
            yield max(n - 2, 0), 0
            if last != 1:
                yield max(n - 3, 0), 1
            if last != 2:
                yield max(n - 5, 0), 2

    table = grundy.table(castle, box=(200, 3), misere=True)
    (pattern,) = table.patterns
    assert pattern.statement == "outcome(a + 8, b) = outcome(a, b) for all a >= 1"
    assert table.proved == ()


@pytest.mark.parametrize("axis", [0, 1])
def test_a_period_in_one_number_says_where_it_first_fails(axis: int) -> None:
    layers = np.random.default_rng(axis).integers(0, 9, (5, 4))
    table = np.concatenate([layers] * 20)
    table[83, 2] += 1
    table[91, 0] += 1
    (pattern,) = [one for one in axis_periods(np.moveaxis(table, 0, axis)) if "+ 5" in one.statement]
    state = (83, 2) if axis == 0 else (2, 83)
    assert pattern.breaks == (state, table[83, 2] - 1, table[83, 2])
    assert (pattern.start, pattern.upto, pattern.exceptions) == (0, 82, 2)


def test_what_is_linear_is_given_as_a_condition() -> None:
    assert list(linear_conditions(table_of(lambda a, b: a == 2 * b, 30, 30))) == ["a == 2 * b"]
    assert list(linear_conditions(table_of(lambda a, b: b < a * a, 30, 30))) == []
    (pattern,) = outcome_patterns(np.packbits(table_of(lambda a, b: (a, b) != (0, 0), 9, 9), bitorder="little"), (9, 9))
    assert pattern.about == "P-positions"
