"""Formulas made as short as they can be without deciding anything, and what linear arithmetic alone excludes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import gcd

from grundy.theorems.linear import FALSE, TRUE, AllOf, AnyOf, Compare, Congruent, Formula, Linear, Negation, linear

MOST_ROWS = 200  # inequalities while variables are eliminated; beyond them nothing is excluded


def at_most_zero(left: Linear) -> Formula:
    """left <= 0, in its lowest terms.

    >>> str(at_most_zero(linear([("n", 2)], -5)))
    'n <= 2'
    """
    if left.constant <= 0 and all(times < 0 for _, times in left.terms):
        return TRUE
    if left.constant > 0 and all(times > 0 for _, times in left.terms):
        return FALSE
    divisor = gcd(*(times for _, times in left.terms))
    return Compare(linear(((name, t // divisor) for name, t in left.terms), -(-left.constant // divisor)), "<=")


def at_most(left: Linear, right: Linear) -> Formula:
    """left <= right."""
    return at_most_zero(left - right)


def is_zero(left: Linear) -> Formula:
    """left == 0, in its lowest terms."""
    if not left.terms:
        return FALSE if left.constant else TRUE
    divisor = gcd(*(times for _, times in left.terms))
    if left.constant % divisor:
        return FALSE
    sign = 1 if left.terms[0][1] > 0 else -1
    return Compare(
        linear(((name, sign * t // divisor) for name, t in left.terms), sign * left.constant // divisor), "=="
    )


def congruent(left: Linear, modulus: int) -> Formula:
    """left is a multiple of the modulus, with the least coefficients that say so."""
    least = linear(((name, times % modulus) for name, times in left.terms), left.constant % modulus)
    if not least.terms:
        return FALSE if least.constant else TRUE
    return Congruent(least, modulus)


def both(formulas: Iterable[Formula]) -> Formula:
    """All of these."""
    return _joined(formulas, AllOf, FALSE)


def either(formulas: Iterable[Formula]) -> Formula:
    """One of these at least."""
    return _joined(formulas, AnyOf, TRUE)


def _joined(formulas: Iterable[Formula], join: type[AllOf | AnyOf], decides: Formula) -> Formula:
    operands: dict[Formula, None] = {}
    for formula in formulas:
        if formula == decides:
            return decides
        operands.update(dict.fromkeys(formula.formulas if isinstance(formula, join) else (formula,)))
    return next(iter(operands)) if len(operands) == 1 else join(tuple(operands))


def negated(formula: Formula) -> Formula:
    """The opposite, with `not` inside as far as it goes."""
    match formula:
        case Compare(left, "<="):
            return at_most_zero(-left + 1)
        case Congruent(left, 2):
            return congruent(left + 1, 2)
        case Negation(inner):
            return inner
        case AllOf(formulas):
            return either(map(negated, formulas))
        case AnyOf(formulas):
            return both(map(negated, formulas))
        case _:
            return Negation(formula)


def impossible(formulas: Iterable[Formula]) -> bool:
    """Whether these exclude each other, as far as their inequalities show it; False says nothing.

    Variables are eliminated in pairs of inequalities (Fourier and Motzkin), in rational numbers >= 0.

    >>> n = linear([("n", 1)])
    >>> impossible([at_most(n, linear((), 2)), at_most(linear((), 3), n)])
    True
    """
    rows: set[Linear] = set()
    for formula in formulas:
        for each in formula.formulas if isinstance(formula, AllOf) else (formula,):
            if each == FALSE:
                return True
            if isinstance(each, Compare):
                rows.add(each.left)
                if each.relation == "==":
                    rows.add(-each.left)
    return _impossible(frozenset(rows))


def needed(formulas: Iterable[Formula]) -> tuple[Formula, ...]:
    """These without the inequalities that a single other one implies."""
    remaining = list(dict.fromkeys(formulas))
    for each in list(remaining):
        others = [other for other in remaining if other is not each]
        if any(implied([other], each) for other in others):
            remaining = others
    return tuple(remaining)


def implied(formulas: Sequence[Formula], formula: Formula) -> bool:
    """Whether inequalities imply a formula, as far as that is shown by `impossible`."""
    if not isinstance(formula, Compare):
        return formula in formulas
    below = impossible([*formulas, at_most_zero(-formula.left + 1)])
    return below and (formula.relation == "<=" or impossible([*formulas, at_most_zero(formula.left + 1)]))


@lru_cache(maxsize=10_000)
def _impossible(rows: frozenset[Linear]) -> bool:
    """Whether no rational numbers >= 0 make all of these at most 0."""
    left = set(rows)
    while True:
        # a row without a negative coefficient is least where its variables are 0
        if any(row.constant > 0 and all(times > 0 for _, times in row.terms) for row in left):
            return True
        names = {name for row in left for name, times in row.terms}
        if not names or len(left) > MOST_ROWS:
            return False
        below, above, others = min(
            (_apart(left, name) for name in sorted(names)), key=lambda rows: len(rows[0]) * len(rows[1])
        )
        left = set(others)
        for (lower, times), (upper, most) in product(below, above):
            left.add(_lowest(lower * most + upper * times))


Rows = list[tuple[Linear, int]]


def _apart(rows: Iterable[Linear], name: str) -> tuple[Rows, Rows, list[Linear]]:
    """Rows that bound a variable from below, from above, with the size of its coefficient; and the others."""
    below: Rows = [(linear([(name, -1)]), 1)]  # it is no less than 0
    above: Rows = []
    others = []
    for row in rows:
        times = dict(row.terms).get(name, 0)
        if times < 0:
            below.append((row, -times))
        elif times:
            above.append((row, times))
        else:
            others.append(row)
    return below, above, others


def _lowest(row: Linear) -> Linear:
    """A row divided by what divides all of its coefficients; of whole numbers the constant is rounded up."""
    divisor = gcd(*(times for _, times in row.terms)) if row.terms else 1
    return Linear(tuple((name, t // divisor) for name, t in row.terms), -(-row.constant // divisor))


__all__ = [
    "at_most",
    "at_most_zero",
    "both",
    "congruent",
    "either",
    "implied",
    "impossible",
    "is_zero",
    "needed",
    "negated",
]
