"""What is true in a case, as a clause shows it: the conditions that are needed, and the names bound in them."""

from __future__ import annotations

from grundy.theorems.inequalities import at_most_zero, implied, needed
from grundy.theorems.linear import TRUE, And, Formula, Linear, free_names
from grundy.theorems.symbolic import CONDITIONS, Case, Extremum, Listed, Quotient, Span, Value, items


def names_in(value: Value) -> set[str]:
    """The variables of a value."""
    match value:
        case Linear(terms):
            return {name for name, _ in terms}
        case Extremum(_, members):
            return set().union(*map(names_in, members))
        case tuple() | Listed():
            return set().union(*map(names_in, items(value) or ()))
        case Span(low, high):
            return names_in(low) | names_in(high)
        case _ if isinstance(value, CONDITIONS):
            return set(free_names(value))
    return names_in(value.of)


def shown(case: Case, used: set[str]) -> tuple[tuple[Formula, ...], tuple[str, ...]]:
    """What is true in a case, and the names bound in it; without what follows from the rest.

    A quotient that nothing asks about any more is left out with its inequalities: it always has a value.
    """
    made = {quotient.name for quotient in case.quotients}
    flat = [inner for each in case.conditions for inner in (each.formulas if isinstance(each, And) else (each,))]
    plain = needed(formula for formula in flat if not free_names(formula) & made)
    # where conditions alone keep a number from being negative, the inequalities of its quotient imply them: they stay
    always = [quotient for quotient in case.quotients if at_most_zero(-quotient.of) == TRUE]
    implying = [*plain, *(inner for quotient in always for inner in quotient.formula().formulas)]
    asking = [formula for formula in flat if free_names(formula) & made and not implied(implying, formula)]
    conditions = [each for each in flat if each in plain or each in asking]
    used = used.union(*map(free_names, conditions))
    kept: list[Quotient] = []
    for quotient in reversed(case.quotients):
        if quotient.name in used:
            used |= names_in(quotient.of)
            kept.insert(0, quotient)
    asked = [inner for quotient in kept for inner in quotient.formula().formulas]
    return (*dict.fromkeys([*conditions, *asked]),), (*case.bound, *(quotient.name for quotient in kept))
