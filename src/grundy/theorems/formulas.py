"""From formulas to automata: comparisons joined, variables eliminated as early as can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product as combinations

from grundy.theorems.automata import Automaton, conjunction, difference, disjunction, projected
from grundy.theorems.linear import (
    AllOf,
    AnyOf,
    Compare,
    Congruent,
    Exists,
    Formula,
    Linear,
    MoveSchema,
    Negation,
    Relation,
    free_names,
    renamed,
    renamed_formula,
    variable,
)
from grundy.theorems.numeration import NumerationSystem, atom, valid

MOST_CASES = 24  # into which a conjunction of alternatives is taken apart


@dataclass(frozen=True, slots=True)
class MoveFormulas:
    """A clause, ready for automata: every number of a part is a variable.

    guard    formulas over the state, the parts and `inner`
    parts    the names of the numbers of each part; some may be the state's own
    inner    the other names that stand for some number
    line     of the clause
    """

    guard: tuple[Formula, ...]
    parts: tuple[tuple[str, ...], ...]
    inner: tuple[str, ...]
    line: int


def moves_of(clause: MoveSchema, names: Sequence[str]) -> MoveFormulas:
    """The clause with a name for each number of a part, and without bound names that an equation gives."""
    bound = {name: f"{name}." for name in clause.bound}  # a state's number may have the same name
    guard = [renamed_formula(normal(clause.guard), bound)]
    parts = []
    for place, part in enumerate(clause.parts):
        tracks: list[str] = []
        for coordinate, term in enumerate(part):
            term = renamed(term, bound)
            only = term.terms[0][0] if len(term.terms) == 1 and term.terms[0][1] == 1 and not term.constant else ""
            if not only or only in tracks:
                only = f"{place}:{coordinate}"
                guard.append(Compare(variable(only) - term, "=="))
            tracks.append(only)
        parts.append(tuple(tracks))
    outer = {*names, *(name for part in parts for name in part)}
    inner = tuple(name for name in bound.values() if name not in outer)
    inner, formulas = substituted(inner, guard)
    return MoveFormulas(tuple(formulas), tuple(parts), inner, clause.line)


def normal(formula: Formula, negated: bool = False) -> Formula:
    """The same with `Negation` only before equations, congruences and quantifiers, and no `AllOf` or `AnyOf` nested.

    >>> from grundy.theorems.linear import linear
    >>> str(normal(Negation(AllOf((Compare(linear([("n", 1)], -3), "<="), Congruent(linear([("n", 1)]), 2))))))
    'n >= 4 or not (n ≡ 0 (mod 2))'
    """
    match formula:
        case Compare(left, "<="):
            return Compare(-left + 1, "<=") if negated else formula
        case Negation(inner):
            return normal(inner, not negated)
        case AllOf(formulas) | AnyOf(formulas):
            kind = AllOf if isinstance(formula, AllOf) != negated else AnyOf
            normal_forms: list[Formula] = []
            for each in formulas:
                normal_form = normal(each, negated)
                normal_forms.extend(normal_form.formulas if isinstance(normal_form, kind) else [normal_form])
            return normal_forms[0] if len(normal_forms) == 1 else kind(tuple(normal_forms))
        case Exists(names, inner):
            formula = Exists(names, normal(inner))
    return Negation(formula) if negated else formula


def substituted(names: Iterable[str], formulas: Iterable[Formula]) -> tuple[tuple[str, ...], list[Formula]]:
    """The names that no equation with coefficient 1 gives, and the formulas, all true together, without the others."""
    left = list(names)
    conjuncts: list[Formula] = []
    for formula in formulas:
        conjuncts.extend(formula.formulas if isinstance(formula, AllOf) else [formula])
    again = True
    while again:
        again = False
        for place, equation in enumerate(conjuncts):
            if not (isinstance(equation, Compare) and equation.relation == "=="):
                continue
            name = next((name for name, times in equation.left.terms if name in left and abs(times) == 1), None)
            if name is None:
                continue
            times = dict(equation.left.terms)[name]
            given = (equation.left - variable(name) * times) * -times  # name = given, which is a number
            rest = conjuncts[:place] + conjuncts[place + 1 :]
            if any(_binds(formula, {term_name for term_name, _ in given.terms}) for formula in rest):
                continue
            conjuncts = [_with(formula, name, given) for formula in rest]
            if any(times < 0 for _, times in given.terms) or given.constant < 0:
                conjuncts.append(Compare(-given, "<="))
            left.remove(name)
            again = True
            break
    return tuple(left), conjuncts


def _binds(formula: Formula, names: set[str]) -> bool:
    """Whether a quantifier within binds one of these names, so that nothing with them can be put there."""
    match formula:
        case Negation(inner):
            return _binds(inner, names)
        case AllOf(formulas) | AnyOf(formulas):
            return any(_binds(each, names) for each in formulas)
        case Exists(bound, inner):
            return not names.isdisjoint(bound) or _binds(inner, names)
    return False


def _with(formula: Formula, name: str, given: Linear) -> Formula:
    """The formula with a linear term in the place of a variable."""
    match formula:
        case Compare(left, relation):
            return Compare(left.put(name, given), relation)
        case Congruent(left, modulus):
            return Congruent(left.put(name, given), modulus)
        case Negation(inner):
            return Negation(_with(inner, name, given))
        case AllOf(formulas):
            return AllOf(tuple(_with(each, name, given) for each in formulas))
        case AnyOf(formulas):
            return AnyOf(tuple(_with(each, name, given) for each in formulas))
        case Exists(bound, inner):
            return formula if name in bound else Exists(bound, _with(inner, name, given))


def automaton(system: NumerationSystem, formula: Formula) -> Automaton:
    """The automaton of a formula over its free variables, by name.

    >>> two = NumerationSystem(2)
    >>> third = automaton(two, Congruent(variable("n"), 3))
    >>> [third.output([two.write(n)]) for n in range(7)]
    [1, 0, 0, 1, 0, 0, 1]
    """
    return _automaton(system, normal(formula))


def _automaton(system: NumerationSystem, formula: Formula) -> Automaton:
    match formula:
        case Compare() | Congruent():
            return atom(system, formula)
        case Negation(inner):
            dfa = _automaton(system, inner)
            return difference(valid(system, dfa.names), dfa)
        case AllOf(formulas):
            return joined(system, [_automaton(system, each) for each in formulas])
        case AnyOf(formulas):
            return union(system, [_automaton(system, each) for each in formulas], tuple(sorted(free_names(formula))))
        case Exists(names, inner):
            return exists(system, names, [inner], [])


def union(system: NumerationSystem, automata: Sequence[Automaton], names: tuple[str, ...]) -> Automaton:
    """What one of them accepts, over these tracks; of none, nothing."""
    every = valid(system, names)
    dfa = difference(every, every)
    for each in automata:
        dfa = disjunction(dfa, spread(system, each, names))
    return dfa


def spread(system: NumerationSystem, dfa: Automaton, names: tuple[str, ...]) -> Automaton:
    """The same over these tracks, in this order: any number stands on those that it lacks."""
    return dfa if dfa.names == names else conjunction(valid(system, names), dfa)


def joined(system: NumerationSystem, automata: Sequence[Automaton]) -> Automaton:
    """What all of them accept, over the tracks of all: small ones first, and such that share tracks."""
    left = sorted(automata, key=lambda each: (len(each.names), each.states))
    if not left:
        return valid(system, ())
    dfa = left.pop(0)
    while left:
        place = min(range(len(left)), key=lambda at: (len({*dfa.names, *left[at].names}), left[at].states))
        dfa = conjunction(dfa, left.pop(place))
    return dfa


def exists(
    system: NumerationSystem, names: Iterable[str], formulas: Sequence[Formula], automata: Sequence[Automaton]
) -> Automaton:
    """For some numbers of these names all formulas are true and all automata accept: over the other names.

    Names of automata are tracks; no equation takes their place.
    """
    tracks = {name for dfa in automata for name in dfa.names}
    wanted = list(names)
    inner, conjuncts = substituted([name for name in wanted if name not in tracks], formulas)
    names_left = [*inner, *(name for name in wanted if name in tracks)]
    cases = _cases(conjuncts)
    results = [_exists(system, names_left, case, automata) for case in cases]
    if len(results) == 1:
        return results[0]
    free = {name for result in results for name in result.names}
    return union(system, results, tuple(sorted(free)))


def _cases(formulas: list[Formula]) -> list[list[Formula]]:
    """Lists of formulas, one of which is true as a whole if and only if all of these are."""
    plain = [formula for formula in formulas if not isinstance(formula, AnyOf)]
    alternatives = [formula.formulas for formula in formulas if isinstance(formula, AnyOf)]
    count = 1
    for each in alternatives:
        count *= len(each)
    if not alternatives or count > MOST_CASES:
        return [formulas]
    return [
        [
            *plain,
            *(
                inner
                for formula in choice
                for inner in (formula.formulas if isinstance(formula, AllOf) else (formula,))
            ),
        ]
        for choice in combinations(*alternatives)
    ]


def _exists(
    system: NumerationSystem, names: list[str], formulas: list[Formula], automata: Sequence[Automaton]
) -> Automaton:
    """Variables are eliminated one by one, each time the one that leaves the fewest tracks."""
    pool = [_automaton(system, formula) for formula in formulas] + list(automata)
    left = [name for name in names if any(name in dfa.names for dfa in pool)]
    while left:

        def tracks(name: str, pool: list[Automaton] = pool) -> tuple[int, int]:
            having = [dfa for dfa in pool if name in dfa.names]
            return len({track for dfa in having for track in dfa.names}), sum(dfa.states for dfa in having)

        name = min(left, key=tracks)
        left.remove(name)
        having = [dfa for dfa in pool if name in dfa.names]
        pool = [dfa for dfa in pool if name not in dfa.names]
        pool.append(projected(joined(system, having), name))
    return joined(system, pool)


def reached(
    system: NumerationSystem,
    relation: Relation,
    moves: MoveFormulas,
    automata: Sequence[Automaton],
    more: Sequence[str] = (),
) -> Automaton:
    """The states from which a move of this clause leads to what automata over the parts' names accept.

    more    names that stay beside those of the state
    """
    names = (*relation.names, *more)
    free = {name for dfa in automata for name in dfa.names} | {name for part in moves.parts for name in part}
    away = [*moves.inner, *(name for name in sorted(free) if name not in names)]
    return spread(system, exists(system, away, moves.guard, automata), names)
