"""Loops that are left early: which turns are reached, as a condition without a quantifier."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grundy.theorems.inequalities import at_most, both, either, negated
from grundy.theorems.linear import AllOf, Compare, Formula, Linear, variable
from grundy.theorems.symbolic import CodePath, Extremum, NotLinear


def reached(name: str, low: Linear | Extremum, before: CodePath, left: Iterable[CodePath]) -> Formula:
    """That no turn before this one leaves the loop, of a loop whose turns are low, low + 1, ...

    Each way out must have one condition, or none, besides those of ways before it; else nothing without a quantifier
    is known to say it.

    Args:    name: of the turn's number. before: where a turn begins. left: the ways out, where each ends.
    Raises:  NotLinear: a way out is of another kind.

    >>> from grundy.theorems.linear import number
    >>> k, here = variable("k"), CodePath({})
    >>> out = CodePath({}, conditions=(at_most(variable("b") + 1, k),))  # if k > b: break
    >>> str(reached("k", number(1), here, [out]))
    'k <= 1 or k <= b + 1'
    """
    if not isinstance(low, Linear):
        raise NotLinear("it leaves a loop that begins at one of several numbers")
    formulas: list[Formula] = []
    singles: list[Formula] = []
    length = len(before.conditions)
    for case in left:
        same = (before.conditions, before.quotients, before.bound)
        if (case.conditions[:length], case.quotients, case.bound) != same:
            raise NotLinear("it leaves a loop at a turn that a division or another loop decides")
        own = [condition for condition in _flat(case.conditions[length:]) if negated(condition) not in singles]
        if len(own) > 1 or not all(isinstance(condition, Compare) for condition in own):
            raise NotLinear("it leaves a loop at a turn that several conditions decide")
        singles += own
        formulas.append(_never_before(name, low, own))
    return both(formulas)


def _never_before(name: str, low: Linear, conditions: Sequence[Formula]) -> Formula:
    """That the condition, or none, is false at all turns before this one."""
    turn = variable(name)
    first = at_most(turn, low)
    if not conditions:
        return first
    (condition,) = conditions
    assert isinstance(condition, Compare)
    times = dict(condition.left.terms).get(name, 0)
    if condition.relation == "<=":  # true from some turn on: at the last one before; true up to some turn: at the first
        tried = condition.left.put(name, turn - 1 if times < 0 else low)
        return either((first, negated(Compare(tried, "<="))))
    if abs(times) != 1:
        raise NotLinear("it leaves a loop where a multiple of its number is equal to something")
    only = (condition.left - turn * times) * -times  # the one turn of which it is true
    return either((at_most(only + 1, low), at_most(turn, only)))


def _flat(formulas: Iterable[Formula]) -> list[Formula]:
    return [formula for each in formulas for formula in (each.formulas if isinstance(each, AllOf) else (each,))]
