"""Every move leads to a state, and play ends: a measure is named, and it is decided that every move lowers it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from grundy.theorems.automata import shortest
from grundy.theorems.formulas import automaton, joined
from grundy.theorems.inequalities import impossible
from grundy.theorems.linear import Clause, Compare, Formula, Linear, Relation, free_names, linear, number
from grundy.theorems.numeration import System

MOST_COEFFICIENT = 3
_SYSTEM = System(2)  # any one will do: what is decided here is about all numbers


@dataclass(frozen=True, slots=True)
class Fault:
    """A move that leads to no state, or that no measure was found for: numbers, and a sentence."""

    position: tuple[int, ...]
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Measure:
    """Linear terms, without negative coefficients: each move lowers the first that it changes.

    >>> str(Measure((linear([("a", 1), ("b", 1)]),)))
    'a + b'
    """

    terms: tuple[Linear, ...]

    def __str__(self) -> str:
        return ", then ".join(map(str, self.terms))


def witness(formulas: list[Formula]) -> dict[str, int] | None:
    """The least numbers, as words, for which all formulas are true; None if there are none."""
    if impossible(formulas):  # most are, and inequalities show it without an automaton
        return None
    one = joined(_SYSTEM, [automaton(_SYSTEM, formula) for formula in formulas])
    words = shortest(one)
    return None if words is None else {name: _SYSTEM.read(word) for name, word in zip(one.names, words, strict=True)}


def negative(relation: Relation) -> Fault | None:
    """A move to what is no state, because a number in it is negative."""
    for clause in relation.clauses:
        for part in clause.parts:
            for term in part:
                found = witness([clause.guard, Compare(term + 1, "<=")])
                if found is not None:
                    return _fault(relation, clause, found, part, "which is no state")
    return None


def measure_of(relation: Relation) -> Measure | Fault:
    """A measure that every move lowers: one sum with small coefficients, or several, until no move is left.

    If one is left, no measure of this kind exists with the coefficients that were tried: to take first one that no
    move raises never spoils the rest.
    """
    left: list[tuple[Clause, tuple[Linear, ...], list[Formula]]] = [
        (clause, part, [clause.guard])
        for clause in relation.clauses
        if witness([clause.guard]) is not None
        for part in clause.parts
    ]
    terms: list[Linear] = []
    candidates = list(_candidates(relation.names))
    for one in candidates:
        if lowers(relation, Measure((one,))):
            return Measure((one,))
    while left:
        term = next((term for term in candidates if _serves(term, relation, left)), None)
        if term is None:
            clause, part, guard = left[0]
            term = linear((name, 1) for name in relation.names)
            found = witness([*guard, Compare(term - _after(term, relation, part), "<=")])
            if found is None:  # this move lowers the sum; others do not
                found = witness(guard)
            assert found is not None
            return _fault(relation, clause, found, part, "and no measure was found that every move lowers")
        terms.append(term)
        candidates.remove(term)
        left = [
            (clause, part, [*guard, Compare(_after(term, relation, part) - term, "==")]) for clause, part, guard in left
        ]
        left = [each for each in left if witness(each[2]) is not None]
    return Measure(tuple(terms) or (linear((name, 1) for name in relation.names),))


def _serves(term: Linear, relation: Relation, left: list[tuple[Clause, tuple[Linear, ...], list[Formula]]]) -> bool:
    """Whether no move that is left raises a term, and some lower it."""
    changes = [(_after(term, relation, part) - term, guard) for _, part, guard in left]
    if any(witness([*guard, Compare(-change + 1, "<=")]) is not None for change, guard in changes):
        return False
    return any(witness([*guard, Compare(change + 1, "<=")]) is not None for change, guard in changes)


def lowers(relation: Relation, measure: Measure) -> bool:
    """Whether every move lowers the first of the measure's terms that it changes: what makes it a measure."""
    for clause in relation.clauses:
        for part in clause.parts:
            same: list[Formula] = [clause.guard]
            for term in measure.terms:
                change = _after(term, relation, part) - term
                if witness([*same, Compare(-change + 1, "<=")]) is not None:
                    return False
                same.append(Compare(change, "=="))
            if witness(same) is not None:
                return False
    return True


def _candidates(names: tuple[str, ...]) -> Iterator[Linear]:
    every = product(range(MOST_COEFFICIENT + 1), repeat=len(names))
    for times in sorted(every, key=lambda each: (max(each), -min(each), sum(each), [-one for one in each])):
        if any(times):
            yield linear(zip(names, times, strict=True))


def _after(term: Linear, relation: Relation, part: tuple[Linear, ...]) -> Linear:
    """A term of the state, for the state that a part is."""
    found = number(term.constant)
    for name, times in term.terms:
        found += part[relation.names.index(name)] * times
    return found


def _fault(relation: Relation, clause: Clause, found: dict[str, int], part: tuple[Linear, ...], what: str) -> Fault:
    free = {name for one in (*part, *(linear([(name, 1)]) for name in relation.names)) for name, _ in one.terms}
    values = {**dict.fromkeys(free | free_names(clause.guard), 0), **found}
    position = tuple(values[name] for name in relation.names)
    there = tuple(term.value(values) for term in part)
    return Fault(position, clause.line, f"at {_shown(position)} a move leads to {_shown(there)}, {what}")


def _shown(state: tuple[int, ...]) -> str:
    return str(state[0]) if len(state) == 1 else str(state)
