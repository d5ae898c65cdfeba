"""The certificate of a theorem: the moves, the measure and the automaton, as FORMAT.md says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product
from typing import TypeAlias

from grundy.errors import OutOfReach
from grundy.proof.keep import Certificate
from grundy.proof.write import remark_line
from grundy.theorems.formulas import normal
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
    renamed,
    renamed_formula,
)
from grundy.theorems.theorem import Theorem

MOST_MOVES = 1_000  # of a certificate
CLAIMS = {"set": "p-positions", "values": "values", "graph": "graph"}


def certify_theorem(theorem: Theorem, remark: str = "", seconds: float = 0.0) -> Certificate:
    """What proves a theorem to whoever doubts it.

    Args:    remark: for people, such as the rule as it was typed. seconds: that it took to find.
    Raises:  OutOfReach: the rule's conditions are not of the form that certificates have.
    """
    claim = theorem.claim
    where = f"{claim.automaton.states} states in the system {claim.system.a} {claim.system.b}"
    what = "which positions are lost for who is to move" if claim.kind == "set" else "the nim-values"
    play = "misere" if claim.misere else "normal"
    told = f"an automaton of {where} gives {what}, in {play} play, for all positions"
    return Certificate(tuple(certificate(theorem, remark)), re.escape(told), seconds)


def certificate(theorem: Theorem, remark: str = "") -> Iterator[str]:
    """The lines of a certificate of a theorem.

    Raises:  OutOfReach: the rule's conditions are not of the form that certificates have.
    """
    claim, names = theorem.claim, theorem.relation.names
    moves = [each for clause in theorem.relation.clauses for each in plain_moves(clause, names)]
    if len(moves) > MOST_MOVES:
        raise OutOfReach(f"a certificate has at most {MOST_MOVES:,} moves, and these are {len(moves):,}")
    yield "grundy-certificate 1"
    if remark:
        yield remark_line(remark)
    yield "kind theorem"
    yield f"play {'misere' if claim.misere else 'normal'}"
    yield f"numbers {len(names)}"
    yield f"moves {len(moves)}"
    for bound, conditions, parts in moves:
        order = (*names, *bound)
        yield f"move {len(bound)}"
        for condition in conditions:
            yield from _condition(condition, order)
        for part in parts:
            yield _line("part", [number for term in part for number in _numbers(term, order)])
    for term in theorem.measure.terms:
        yield _line("measure", [number for linear_form in term for number in _numbers(linear_form, names)[:-1]])
    yield f"system {claim.system.a} {claim.system.b}"
    yield f"claims {CLAIMS[claim.kind]}"
    yield f"states {claim.automaton.states}"
    outputs, after = claim.automaton.outputs.tolist(), claim.automaton.next.tolist()
    for state, (output, row) in enumerate(zip(outputs, after, strict=True)):
        yield f"state {state} {'-' if output < 0 else output} {' '.join(map(str, row))}"
    yield "end"


@dataclass(frozen=True, slots=True)
class NoSolution:
    """For no numbers of these names all conditions are satisfied."""

    names: tuple[str, ...]
    conditions: tuple[Condition, ...]


Condition: TypeAlias = Compare | Congruent | NoSolution
PlainMove = tuple[tuple[str, ...], list[Condition], tuple[tuple[Linear, ...], ...]]


def plain_moves(clause: MoveSchema, names: Sequence[str]) -> Iterator[PlainMove]:
    """A clause as moves each of which has conditions that are all to be satisfied, and no other formulas."""
    own = {name: f"{name}." for name in clause.bound}
    guard = renamed_formula(normal(clause.guard), own)
    parts = tuple(tuple(renamed(term, own) for term in part) for part in clause.parts)
    for bound, conditions in _cases(guard, count(1)):
        yield (*own.values(), *bound), conditions, parts


def _cases(formula: Formula, fresh: Iterator[int]) -> Iterator[tuple[tuple[str, ...], list[Condition]]]:
    """Conditions one of whose lists is satisfied, for some numbers of further names, where the formula is true."""
    match formula:
        case Compare() | Congruent():
            yield (), [formula]
        case AllOf(formulas):
            for cases in product(*(list(_cases(each, fresh)) for each in formulas)):
                yield (
                    tuple(name for bound, _ in cases for name in bound),
                    [condition for _, each in cases for condition in each],
                )
        case AnyOf(formulas):
            for each in formulas:
                yield from _cases(each, fresh)
        case Exists(names, inner):
            place = next(fresh)
            own = {name: f"{name}.{place}" for name in names}
            for bound, conditions in _cases(renamed_formula(inner, own), fresh):
                yield (*own.values(), *bound), conditions
        case Negation(Compare(left, _)):  # an equation
            yield (), [Compare(left + 1, "<=")]
            yield (), [Compare(-left + 1, "<=")]
        case Negation(Congruent(left, modulus)):
            for rest in range(1, modulus):
                yield (), [Congruent(left + rest, modulus)]
        case Negation(inner):  # a quantifier: each of its cases is denied
            yield (), [NoSolution(bound, tuple(conditions)) for bound, conditions in _cases(inner, fresh)]


def _condition(condition: Condition, order: Sequence[str]) -> Iterator[str]:
    """The lines of a condition about the numbers of these names."""
    match condition:
        case Compare(left, relation):
            yield _line("at-most" if relation == "<=" else "is-zero", _numbers(left, order))
        case Congruent(left, modulus):
            yield _line("multiple", [modulus, *_numbers(left, order)])
        case NoSolution(names, conditions):
            yield _line("none", [len(names), len(conditions)])
            for each in conditions:
                yield from _condition(each, (*order, *names))


def _numbers(term: Linear, order: Sequence[str]) -> list[int]:
    times = dict(term.terms)
    return [*(times.get(name, 0) for name in order), term.constant]


def _line(word: str, numbers: Sequence[int]) -> str:
    return " ".join([word, *map(str, numbers)])
