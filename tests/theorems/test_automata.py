"""What is done with automata, against sets of small numbers."""

from __future__ import annotations

from itertools import product as boxes
from math import inf

import numpy as np
import pytest
from limits import set_limits

from grundy.theorems.automata import (
    Automaton,
    completions,
    conjunction,
    difference,
    disjunction,
    distinguished,
    empty,
    minimal,
    projected,
    shortest,
)
from grundy.theorems.formulas import automaton
from grundy.theorems.limits import AutomatonTooLarge, Until, most_states
from grundy.theorems.linear import AllOf, Compare, Congruent, Formula, holds, linear
from grundy.theorems.numeration import BASES, QUADRATIC, NumerationSystem, valid

SYSTEMS = (*BASES[:4], NumerationSystem(10), *QUADRATIC)
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
SMALL = 18
ONE = Compare(linear([("a", 1), ("b", -2)], 3), "<=")
TWO = Congruent(linear([("a", 1), ("b", 1)]), 3)
PAIRS = list(boxes(range(SMALL), repeat=2))


def pairs(system: NumerationSystem, one: Automaton) -> set[tuple[int, int]]:
    """The small pairs that are accepted."""
    return {pair for pair in PAIRS if one.output(system.words(pair)) == 1}


def true(formula: Formula) -> set[tuple[int, int]]:
    """The small pairs for which a formula is true."""
    return {pair for pair in PAIRS if holds(formula, dict(zip("ab", pair, strict=True)))}


@every_system
def test_sets(system: NumerationSystem) -> None:
    one, two = automaton(system, ONE), automaton(system, TWO)
    assert pairs(system, one) == true(ONE)
    assert pairs(system, conjunction(one, two)) == true(ONE) & true(TWO)
    assert pairs(system, disjunction(one, two)) == true(ONE) | true(TWO)
    assert pairs(system, difference(one, two)) == true(ONE) - true(TWO)
    assert pairs(system, distinguished(one, two)) == true(ONE) ^ true(TWO)
    assert empty(conjunction(one, difference(valid(system, ("a", "b")), one)))
    assert not empty(one)


@every_system
def test_equal_sets_have_equal_automata(system: NumerationSystem) -> None:
    one, two = automaton(system, ONE), automaton(system, TWO)
    every = valid(system, ("a", "b"))
    assert disjunction(one, two).same(difference(every, conjunction(difference(every, one), difference(every, two))))
    assert not one.same(two)
    doubled = Automaton(one.names, one.digits, np.tile(one.next, (2, 1)), np.tile(one.outputs, 2))
    assert minimal(doubled.names, doubled.digits, doubled.next, doubled.outputs).same(one)


@every_system
def test_projection(system: NumerationSystem) -> None:
    formula = AllOf((ONE, TWO))
    one = automaton(system, formula)
    wide = range(3 * SMALL)
    for name, other in ("ab", "ba"):
        expected = {n for n in range(SMALL) if any(holds(formula, {name: m, other: n}) for m in wide)}
        projection = projected(one, name)
        assert {n for n in range(SMALL) if projection.output([system.write(n)]) == 1} == expected


@every_system
def test_projection_of_numbers_that_are_longer(system: NumerationSystem) -> None:
    """For some b = 9 a + 500: b has more digits, and none of the zeros in front of a may be missed."""
    one = automaton(system, Compare(linear([("a", 9), ("b", -1)], 500), "=="))
    assert projected(one, "b").same(valid(system, ("a",)))


def test_projection_where_every_state_leads_to_one_that_is_accepted() -> None:
    """Whether a and b have an odd number of ones together: for each a there is such a b, longer than 0 for a = 0."""
    odd = Automaton(("a", "b"), 2, np.array([[0, 1, 1, 0], [1, 0, 0, 1]], np.int32), np.array([0, 1], np.int32))
    assert projected(odd, "b").same(valid(NumerationSystem(2), ("a",)))


@every_system
def test_shortest_word_is_of_the_least_number(system: NumerationSystem) -> None:
    one = automaton(system, AllOf((Congruent(linear([("n", 1)]), 7), Compare(linear([("n", -1)], 30), "<="))))
    word = shortest(one)
    assert word is not None
    assert system.read(word[0]) == 35
    assert shortest(difference(one, one)) is None
    assert shortest(valid(system, ("n",))) == ((),)


@every_system
def test_completions(system: NumerationSystem) -> None:
    one = automaton(system, Compare(linear([("a", 1), ("b", 2), ("c", -1)]), "=="))
    for c in (0, 1, 9, 20):
        words = {"c": system.words([c], pad=2)[0]}
        completed = [tuple(map(system.read, word)) for word in completions(one, words)]
        assert sorted(completed) == [(a, b) for a in range(c + 1) for b in range(c + 1) if a + 2 * b == c]
    assert list(completions(one, dict(zip("abc", system.words([1, 1, 4]), strict=True)))) == []
    assert list(completions(one, dict(zip("abc", system.words([2, 1, 4]), strict=True)))) == [()]


def test_states_are_limited() -> None:
    modulus = 103  # in no other test: an automaton that is known is handed out again whatever the limit
    with most_states(50), pytest.raises(AutomatonTooLarge, match="more than 50 states"):
        automaton(NumerationSystem(2), Congruent(linear([("n", 1)]), modulus))
    assert automaton(NumerationSystem(2), Congruent(linear([("n", 1)]), modulus)).states == modulus


def test_an_operation_ends_when_the_time_is_over() -> None:
    one = automaton(NumerationSystem(2), Congruent(linear([("n", 1)]), 101))
    with most_states(10**6, until=Until(clock=-inf)):
        for work in (lambda: conjunction(one, one), lambda: projected(one, "n"), lambda: one.where(0)):
            with pytest.raises(AutomatonTooLarge, match="out of time"):
                work()
    assert conjunction(one, one).same(one)


def test_many_sets_at_once_are_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    one = automaton(NumerationSystem(3), AllOf((ONE, TWO)))
    projection = projected(one, "a")
    set_limits(monkeypatch, "theorems", CELLS_AT_ONCE=1)
    assert projected(one, "a").same(projection)
