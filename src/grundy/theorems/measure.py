"""Every move leads to a state, and play ends: a measure is named, and it is decided that every move lowers it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeAlias

from grundy.theorems.automata import shortest
from grundy.theorems.formulas import automaton, joined
from grundy.theorems.inequalities import at_most, either, impossible, is_zero
from grundy.theorems.linear import Compare, Formula, Linear, MoveSchema, Relation, free_names, linear, number, variable
from grundy.theorems.numeration import NumerationSystem

MOST_COEFFICIENT = 3
_SYSTEM = NumerationSystem(2)  # any one will do: what is decided here is about all numbers


@dataclass(frozen=True, slots=True)
class InvalidMove:
    """A move that leads to no state, or that no measure was found for: numbers, and a sentence."""

    position: tuple[int, ...]
    line: int
    text: str


Highest: TypeAlias = "tuple[Linear, ...]"  # the largest of these sums


@dataclass(frozen=True, slots=True)
class Measure:
    """Numbers of a state: each move lowers the first that it changes.

    Each is a linear term without negative coefficients, or the largest of several.

    >>> str(Measure(((linear([("a", 1), ("b", 1)]),), (variable("a"), variable("b")))))
    'a + b, then max(a, b)'
    """

    terms: tuple[Highest, ...]

    def __str__(self) -> str:
        return ", then ".join(
            str(term[0]) if len(term) == 1 else f"max({', '.join(map(str, term))})" for term in self.terms
        )


def witness(formulas: list[Formula]) -> dict[str, int] | None:
    """The least numbers, as words, for which all formulas are true; None if there are none."""
    if impossible(formulas):  # most are, and inequalities show it without an automaton
        return None
    dfa = joined(_SYSTEM, [automaton(_SYSTEM, formula) for formula in formulas])
    words = shortest(dfa)
    return None if words is None else {name: _SYSTEM.read(word) for name, word in zip(dfa.names, words, strict=True)}


def negative(relation: Relation) -> InvalidMove | None:
    """A move to what is no state, because a number in it is negative."""
    for clause in relation.clauses:
        for part in clause.parts:
            for term in part:
                numbers = witness([clause.guard, Compare(term + 1, "<=")])
                if numbers is not None:
                    return _fault(relation, clause, numbers, part, "which is no state")
    return None


def measure_of(relation: Relation) -> Measure | InvalidMove:
    """A measure that every move lowers: one sum with small coefficients, or several, until no move is left.

    If one is left, no measure of this kind exists with the coefficients that were tried: to take first one that no
    move raises never spoils the rest.
    """
    left: list[_Left] = [
        (clause, part, [clause.guard])
        for clause in relation.clauses
        if witness([clause.guard]) is not None
        for part in clause.parts
    ]
    terms: list[Highest] = []
    candidates = list(_candidates(relation.names))
    for candidate in candidates:
        if lowers(relation, Measure((candidate,))):
            return Measure((candidate,))
    while left:
        term = next((term for term in candidates if _serves(term, relation, left)), None)
        if term is None:
            clause, part, guard = left[0]
            total = linear((name, 1) for name in relation.names)
            numbers = witness([*guard, Compare(total - _after(total, relation, part), "<=")])
            if numbers is None:  # this move lowers the sum; others do not
                numbers = witness(guard)
            assert numbers is not None
            return _fault(relation, clause, numbers, part, "and no measure was found that every move lowers")
        terms.append(term)
        candidates.remove(term)
        left = [
            (clause, part, same)
            for clause, part, guard in left
            for same in _possible_cases(guard, _equal(term, relation, part))
        ]
    return Measure(tuple(terms) or ((linear((name, 1) for name in relation.names),),))


_Left: TypeAlias = tuple[MoveSchema, "tuple[Linear, ...]", "list[Formula]"]


def _serves(term: Highest, relation: Relation, left: list[_Left]) -> bool:
    """Whether no move that is left raises a term, and some lower it."""
    if any(_possible_cases(guard, _raised(term, relation, part)) for _, part, guard in left):
        return False
    return any(_possible_cases(guard, [_lowered(term, relation, part)]) for _, part, guard in left)


def lowers(relation: Relation, measure: Measure) -> bool:
    """Whether every move lowers the first of the measure's terms that it changes: what makes it a measure."""
    for clause in relation.clauses:
        for part in clause.parts:
            same: list[list[Formula]] = [[clause.guard]]
            for term in measure.terms:
                if any(_possible_cases(guard, _raised(term, relation, part)) for guard in same):
                    return False
                same = [each for guard in same for each in _possible_cases(guard, _equal(term, relation, part))]
            if any(witness(guard) is not None for guard in same):
                return False
    return True


def _possible_cases(guard: list[Formula], cases: list[list[Formula]]) -> list[list[Formula]]:
    """The cases that are possible, with the guard."""
    return [[*guard, *case] for case in cases if witness([*guard, *case]) is not None]


def _raised(term: Highest, relation: Relation, part: tuple[Linear, ...]) -> list[list[Formula]]:
    """The cases in which a move raises a term: one of its sums is above all that there were."""
    return [[at_most(before + 1, _after(total, relation, part)) for before in term] for total in term]


def _lowered(term: Highest, relation: Relation, part: tuple[Linear, ...]) -> list[Formula]:
    """That a move lowers a term: each of its sums is below one of those before."""
    return [either(at_most(_after(total, relation, part) + 1, before) for before in term) for total in term]


def _equal(term: Highest, relation: Relation, part: tuple[Linear, ...]) -> list[list[Formula]]:
    """The cases in which a move leaves a term as it was: which of its sums is the largest, before and after."""
    return [
        [
            is_zero(_after(largest, relation, part) - before),
            *(at_most(_after(total, relation, part), before) for total in term if total != largest),
            *(at_most(total, before) for total in term if total != before),
        ]
        for largest in term
        for before in term
    ]


def _candidates(names: tuple[str, ...]) -> Iterator[Highest]:
    every = product(range(MOST_COEFFICIENT + 1), repeat=len(names))
    for times in sorted(every, key=lambda each: (max(each), -min(each), sum(each), [-factor for factor in each])):
        if any(times):
            yield (linear(zip(names, times, strict=True)),)
    for count in range(len(names), 1, -1):
        for some in combinations(names, count):
            yield tuple(map(variable, some))


def _after(term: Linear, relation: Relation, part: tuple[Linear, ...]) -> Linear:
    """A term of the state, for the state that a part is."""
    total = number(term.constant)
    for name, times in term.terms:
        total += part[relation.names.index(name)] * times
    return total


def _fault(
    relation: Relation, clause: MoveSchema, numbers: dict[str, int], part: tuple[Linear, ...], what: str
) -> InvalidMove:
    free = {name for term in (*part, *(linear([(name, 1)]) for name in relation.names)) for name, _ in term.terms}
    values = {**dict.fromkeys(free | free_names(clause.guard), 0), **numbers}
    position = tuple(values[name] for name in relation.names)
    there = tuple(term.value(values) for term in part)
    return InvalidMove(position, clause.line, f"at {_shown(position)} a move leads to {_shown(there)}, {what}")


def _shown(state: tuple[int, ...]) -> str:
    return str(state[0]) if len(state) == 1 else str(state)
