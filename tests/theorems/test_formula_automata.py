"""Formulas as automata, against trying numbers."""

from __future__ import annotations

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.theorems.formulas import automaton, normal, substituted
from grundy.theorems.linear import (
    AllOf,
    AnyOf,
    Compare,
    Congruent,
    Exists,
    Formula,
    Negation,
    free_names,
    holds,
    linear,
    variable,
)
from grundy.theorems.numeration import NumerationSystem

SYSTEMS = [
    NumerationSystem(2),
    NumerationSystem(3),
    NumerationSystem(1, 1),
    NumerationSystem(3, -1),
    NumerationSystem(2, 1),
    NumerationSystem(5),
]
names = st.sampled_from("ab")
terms = st.builds(linear, st.lists(st.tuples(names, st.integers(-2, 2)), max_size=3), st.integers(-4, 4))
atoms = st.one_of(
    st.builds(Compare, terms, st.sampled_from(["<=", "=="])),
    st.builds(Congruent, terms, st.integers(1, 4)),
)


def larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(inner, max_size=3).map(tuple)
    below = st.builds(lambda one, name: Exists((name,), AllOf((one, _below(name)))), inner, names)
    return st.one_of(st.builds(Negation, inner), st.builds(AllOf, several), st.builds(AnyOf, several), below)


def _below(name: str) -> Formula:
    return Compare(variable(name) - 7, "<=")  # so that trying the numbers to 7 is enough


formulas: st.SearchStrategy[Formula] = st.recursive(atoms, larger, max_leaves=6)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
@settings(max_examples=examples(25))
@given(formula=formulas)
def test_automaton_says_what_the_formula_says(system: NumerationSystem, formula: Formula) -> None:
    one = automaton(system, formula)
    assert set(one.names) <= {"a", "b"}
    for a in range(9):
        for b in range(9):
            values = {"a": a, "b": b}
            words = system.words([values[name] for name in one.names])
            assert one.output(words) == holds(formula, values, 7), (a, b)


@given(formula=formulas)
def test_normal_form_says_the_same(formula: Formula) -> None:
    changed, opposite = normal(formula), normal(formula, True)
    assert free_names(changed) == free_names(formula) == free_names(opposite)
    for a in range(5):
        values = {"a": a, "b": 4 - a}
        assert holds(changed, values, 7) == holds(formula, values, 7) != holds(opposite, values, 7)


def test_a_variable_that_an_equation_gives_is_put_in() -> None:
    equation = Compare(linear([("k", 1), ("n", -1)], 3), "==")  # k = n - 3
    left, conditions = substituted(["k"], [equation, Compare(linear([("k", 2)], -9), "<=")])
    assert left == ()
    for n in range(20):
        assert all(holds(each, {"n": n}) for each in conditions) == (n >= 3 and 2 * (n - 3) <= 9)


def test_no_variable_is_caught_by_a_quantifier() -> None:
    """k = q + 1, and for some q: 2q = n - k. The two q are different variables."""
    outer = Compare(linear([("k", 1), ("q", -1)], -1), "==")
    inner = Exists(("q",), Compare(linear([("q", 2), ("k", 1), ("n", -1)]), "=="))
    one = automaton(NumerationSystem(2), Exists(("k",), AllOf((outer, inner))))
    for n in range(12):
        for q in range(12):
            words = NumerationSystem(2).words([{"n": n, "q": q}[name] for name in one.names])
            assert one.output(words) == (n >= q + 1 and (n - q - 1) % 2 == 0)
