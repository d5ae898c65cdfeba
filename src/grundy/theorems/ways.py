"""The variables and formulas that a case adds to another, and those of them that a clause prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grundy.theorems.inequalities import at_most_zero, both, either, implied, impossible, needed, negated
from grundy.theorems.linear import FALSE, TRUE, AllOf, Exists, Formula, Linear, free_names, number
from grundy.theorems.symbolic import CONDITIONS, CodePath, DivisionName, Extremum, Remainder, Value


def own_names(outer: CodePath, cases: Iterable[CodePath]) -> set[str]:
    """The names of turns and quotients that a case adds to the case around it."""
    before = {*outer.bound, *(quotient.name for quotient in outer.quotients)}
    return {name for case in cases for name in (*case.bound, *(each.name for each in case.quotients))} - before


def apart(outer: CodePath, inner: CodePath, formula: Formula) -> tuple[tuple[str, ...], Formula]:
    """The names that an inner case adds, and the formula: the case is given and a formula is true in it."""
    made = [quotient for quotient in inner.quotients if quotient not in outer.quotients]
    whole = both([*inner.conditions[len(outer.conditions) :], *(each.formula() for each in made), formula])
    return (*inner.bound[len(outer.bound) :], *(each.name for each in made)), whole


def beyond(outer: CodePath, inner: CodePath, formula: Formula) -> Formula:
    """The same as a formula about the names of the outer case."""
    if formula in inner.conditions:
        formula = TRUE
    elif negated(formula) in inner.conditions or impossible([*inner.all(), formula]):
        return FALSE
    names, whole = apart(outer, inner, formula)
    return Exists(names, whole) if names and whole not in (TRUE, FALSE) else whole


def is_bit(value: Value) -> bool:
    return isinstance(value, CONDITIONS) or (isinstance(value, Linear) and not value.terms and value.constant in (0, 1))


def joint_bit(outer: CodePath, cases: Sequence[CodePath], values: Sequence[Value]) -> Value:
    """A value that is 0 or 1 in each of the cases, of which exactly one is given."""
    met: dict[bool, list[Formula]] = {True: [], False: []}
    for case, value in zip(cases, values, strict=True):
        if isinstance(value, Linear):
            met[value.constant == 1].append(beyond(outer, case, TRUE))
        else:
            met[True].append(beyond(outer, case, value))  # type: ignore[arg-type]
    formulas = all(isinstance(value, Linear) for value in values)
    formula = negated(either(met[False])) if formulas and len(met[False]) < len(met[True]) else either(met[True])
    return number(int(formula == TRUE)) if formula in (TRUE, FALSE) else formula


def names_in(value: Value) -> set[str]:
    """The variables of a value."""
    match value:
        case Linear(terms):
            return {name for name, _ in terms}
        case Extremum(_, members):
            return set().union(*map(names_in, members))
        case Remainder(of, _):
            return names_in(of)
    return set(free_names(value))


def shown(case: CodePath, used: set[str]) -> tuple[tuple[Formula, ...], tuple[str, ...]]:
    """The formulas that are true in a case, and the names bound in it; without formulas that follow from others.

    A quotient that no formula uses any more is dropped with its inequalities: it always has a value.
    """
    made = {quotient.name for quotient in case.quotients}
    flat = [inner for each in case.conditions for inner in (each.formulas if isinstance(each, AllOf) else (each,))]
    plain = needed(formula for formula in flat if not free_names(formula) & made)
    # where conditions alone keep a number from being negative, the inequalities of its quotient imply them: they stay
    always = [quotient for quotient in case.quotients if at_most_zero(-quotient.of) == TRUE]
    implying = [*plain, *(inner for quotient in always for inner in quotient.formula().formulas)]
    asking = [formula for formula in flat if free_names(formula) & made and not implied(implying, formula)]
    conditions = [each for each in flat if each in plain or each in asking]
    used = used.union(*map(free_names, conditions))
    quotients: list[DivisionName] = []
    for quotient in reversed(case.quotients):
        if quotient.name in used:
            used |= names_in(quotient.of)
            quotients.insert(0, quotient)
    inequalities = [inner for quotient in quotients for inner in quotient.formula().formulas]
    return (*dict.fromkeys([*conditions, *inequalities]),), (*case.bound, *(quotient.name for quotient in quotients))
