"""A rule as a relation: formulas in which whole numbers are only added, compared and divided by constants.

All variables are natural numbers, 0 or more. A rule is a `Relation`: for each clause, all values of its bound names for
which the guard is true give an option, whose parts are linear in the state and the bound names. Whoever decides about
a rule reads this and nothing else; `holds` is the definition of what a formula means, by trying numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, product
from math import inf
from typing import Literal


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of multiples of variables and a constant: `terms` are (name, coefficient), by name, no coefficient 0."""

    terms: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    def __add__(self, other: Linear | int) -> Linear:
        if isinstance(other, int):
            return Linear(self.terms, self.constant + other)
        return linear((*self.terms, *other.terms), self.constant + other.constant)

    def __neg__(self) -> Linear:
        return self * -1

    def __sub__(self, other: Linear | int) -> Linear:
        return self + -other

    def __mul__(self, factor: int) -> Linear:
        return linear(((name, factor * times) for name, times in self.terms), factor * self.constant)

    def value(self, values: Mapping[str, int]) -> int:
        """Its number, for these numbers of its variables."""
        return self.constant + sum(times * values[name] for name, times in self.terms)

    def put(self, name: str, replaced: Linear) -> Linear:
        """The same with a linear term in the place of a variable."""
        times = dict(self.terms).get(name, 0)
        return self + (replaced - variable(name)) * times if times else self

    def __str__(self) -> str:
        return _sum(self.terms, self.constant)


@dataclass(frozen=True, slots=True)
class Compare:
    """`left` is at most 0, or is 0."""

    left: Linear
    relation: Literal["<=", "=="]

    def __str__(self) -> str:
        positive = tuple((name, times) for name, times in self.left.terms if times > 0)
        negative = tuple((name, -times) for name, times in self.left.terms if times < 0)
        constant = self.left.constant
        left, right = _sum(positive, max(constant, 0)), _sum(negative, max(-constant, 0))
        if self.relation == "<=" and constant == 1 and positive:
            return f"{_sum(positive, 0)} < {right}"
        if not positive:  # numbers on the right: n >= 2
            return f"{right} {'>=' if self.relation == '<=' else '=='} {left}"
        return f"{left} {self.relation} {right}"


@dataclass(frozen=True, slots=True)
class Congruent:
    """`left` is a multiple of the modulus."""

    left: Linear
    modulus: int

    def __str__(self) -> str:
        rest = -self.left.constant % self.modulus
        return f"{_sum(self.left.terms, 0)} ≡ {rest} (mod {self.modulus})"


@dataclass(frozen=True, slots=True)
class Negation:
    formula: Formula

    def __str__(self) -> str:
        return f"not ({self.formula})"


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of these are true; of none, true."""

    formulas: tuple[Formula, ...] = ()

    def __str__(self) -> str:
        return " and ".join(map(_bracketed, self.formulas)) or "true"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of these is true at least; of none, false."""

    formulas: tuple[Formula, ...] = ()

    def __str__(self) -> str:
        return " or ".join(map(_bracketed, self.formulas)) or "false"


@dataclass(frozen=True, slots=True)
class Exists:
    """For some natural numbers of these names the formula is true."""

    names: tuple[str, ...]
    formula: Formula

    def __str__(self) -> str:
        return f"for some {', '.join(self.names)}: {self.formula}"


Formula = Compare | Congruent | Negation | AllOf | AnyOf | Exists
TRUE, FALSE = AllOf(), AnyOf()


@dataclass(frozen=True, slots=True)
class MoveSchema:
    """For all values of the bound names for which the guard is true, an option has these parts.

    Each part has as many numbers as a state; `line` is where the rule's text or file says so, 0 where it has no lines.
    """

    bound: tuple[str, ...]
    guard: Formula
    parts: tuple[tuple[Linear, ...], ...]
    line: int = 0

    def __str__(self) -> str:
        parts = " & ".join(_state(part) for part in self.parts) or "nothing"
        bound = f", for all {', '.join(self.bound)}" if self.bound else ""
        guard = f"{' with' if bound else ', if'} {self.guard}" if self.guard != TRUE else ""
        return f"{parts}{bound}{guard}"


@dataclass(frozen=True, slots=True)
class Relation:
    """The moves of a rule; `names` are the numbers of a state."""

    names: tuple[str, ...]
    clauses: tuple[MoveSchema, ...]

    def __repr__(self) -> str:
        return f"Relation({str(self)!r})"

    def __str__(self) -> str:
        state = _state(tuple(map(variable, self.names)))
        return "; ".join(f"{state} -> {clause}" for clause in self.clauses) or f"{state} -> no move"


def linear(terms: Iterable[tuple[str, int]] = (), constant: int = 0) -> Linear:
    """The sum of these terms and a constant, in its one form.

    >>> str(linear([("n", 2), ("k", -3), ("n", 1)], 4))
    '3*n - 3*k + 4'
    """
    coefficients: dict[str, int] = {}
    for name, times in terms:
        coefficients[name] = coefficients.get(name, 0) + times
    return Linear(tuple(sorted((name, times) for name, times in coefficients.items() if times)), constant)


def variable(name: str) -> Linear:
    """One variable."""
    return Linear(((name, 1),))


def number(constant: int) -> Linear:
    """One number."""
    return Linear((), constant)


def free_names(formula: Formula) -> frozenset[str]:
    """The variables about which a formula says something."""
    match formula:
        case Compare(left, _) | Congruent(left, _):
            return frozenset(name for name, _ in left.terms)
        case Negation(inner):
            return free_names(inner)
        case AllOf(formulas) | AnyOf(formulas):
            return frozenset().union(*map(free_names, formulas))
        case Exists(names, inner):
            return free_names(inner) - set(names)


def renamed(left: Linear, names: Mapping[str, str]) -> Linear:
    """The same with other names for some variables."""
    return linear(((names.get(name, name), times) for name, times in left.terms), left.constant)


def renamed_formula(formula: Formula, names: Mapping[str, str]) -> Formula:
    """The same about other variables."""
    match formula:
        case Compare(left, relation):
            return Compare(renamed(left, names), relation)
        case Congruent(left, modulus):
            return Congruent(renamed(left, names), modulus)
        case Negation(inner):
            return Negation(renamed_formula(inner, names))
        case AllOf(formulas):
            return AllOf(tuple(renamed_formula(each, names) for each in formulas))
        case AnyOf(formulas):
            return AnyOf(tuple(renamed_formula(each, names) for each in formulas))
        case Exists(bound, inner):
            outer = {old: new for old, new in names.items() if old not in bound}
            own = {name: _unlike(name, {*outer.values(), *bound}) for name in bound if name in outer.values()}
            return Exists(tuple(own.get(name, name) for name in bound), renamed_formula(inner, {**outer, **own}))


def _unlike(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    return name


def holds(formula: Formula, values: Mapping[str, int], bound: int | None = None) -> bool:
    """Whether a formula is true for these numbers, by trying; `Exists` tries 0..bound.

    Without a bound, what the inequalities leave is tried, or where they leave no end, 0 to twice the largest number
    given and ten, which is enough for parts of what is given. The slow judge of everything that decides.

    >>> half = Exists(("q",), Compare(linear([("q", 2), ("n", -1)]), "=="))
    >>> [holds(half, {"n": n}) for n in range(4)]
    [True, False, True, False]
    """
    match formula:
        case Compare(left, relation):
            value = left.value(values)
            return value <= 0 if relation == "<=" else value == 0
        case Congruent(left, modulus):
            return left.value(values) % modulus == 0
        case Negation(inner):
            return not holds(inner, values, bound)
        case AllOf(formulas):
            return all(holds(each, values, bound) for each in formulas)
        case AnyOf(formulas):
            return any(holds(each, values, bound) for each in formulas)
        case Exists(names, inner):
            if bound is None:
                with suppress(ValueError):
                    return any(True for _ in solutions(inner, values, names))
            most = bound if bound is not None else 2 * max(values.values(), default=0) + 10
            return any(
                holds(inner, {**values, **dict(zip(names, numbers, strict=True))}, bound)
                for numbers in product(range(most + 1), repeat=len(names))
            )


def options(relation: Relation, state: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The parts of every option of a state, by trying; for each bound name, what its inequalities leave to try.

    Raises: ValueError: no inequality says how large a bound name may be.

    >>> k = variable("k")
    >>> guard = AllOf((Compare(number(1) - k, "<="), Compare(k - variable("n"), "<=")))
    >>> list(options(Relation(("n",), (MoveSchema(("k",), guard, ((variable("n") - k,),)),)), (2,)))
    [((1,),), ((0,),)]
    """
    here = dict(zip(relation.names, state, strict=True))
    for clause in relation.clauses:
        for values in solutions(clause.guard, here, clause.bound):
            yield tuple(tuple(part.value(values) for part in parts) for parts in clause.parts)


def leads(relation: Relation, state: tuple[int, ...], option: tuple[tuple[int, ...], ...]) -> bool:
    """Whether these are, in their order, the parts of an option of a state."""
    here = dict(zip(relation.names, state, strict=True))
    for clause in relation.clauses:
        if len(clause.parts) == len(option):
            wanted = zip(chain.from_iterable(clause.parts), chain.from_iterable(option), strict=True)
            guard = AllOf((*(Compare(part - given, "==") for part, given in wanted), clause.guard))
            if any(True for _ in solutions(guard, here, clause.bound)):
                return True
    return False


def solutions(formula: Formula, values: Mapping[str, int], names: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """All values of these names with which a formula is true, the others given."""

    def search(assignment: dict[str, int], left: tuple[str, ...]) -> Iterator[dict[str, int]]:
        if not left:
            if holds(formula, assignment):
                yield assignment
            return
        spans = {name: span for name in left if (span := _range(formula, name, assignment)) is not None}
        if not spans:
            raise ValueError(f"nothing says how large {' and '.join(left)} may be in: {formula}")
        name = min(spans, key=lambda each: len(spans[each]))
        for number in spans[name]:
            yield from search({**assignment, name: number}, tuple(other for other in left if other != name))

    return search(dict(values), names)


def _range(formula: Formula, name: str, assignment: Mapping[str, int]) -> range | None:
    """Between which values a name is, for all that inequalities say of it alone; None if there is no end to them."""
    low, high = _bounds(formula, name, assignment)
    return None if high == inf else range(int(low), int(high) + 1) if low <= high else range(0)


def _bounds(formula: Formula, name: str, assignment: Mapping[str, int]) -> tuple[float, float]:
    """The least and the greatest value that a formula leaves to a name; of unknown others only that they are >= 0."""
    match formula:
        case Compare(left, relation):
            sides = [_side(row, name, assignment) for row in ((left, -left) if relation == "==" else (left,))]
        case AllOf(formulas):
            sides = [_bounds(each, name, assignment) for each in formulas]
        case AnyOf(formulas):
            open_ = [(low, high) for low, high in (_bounds(each, name, assignment) for each in formulas) if low <= high]
            return min((low for low, _ in open_), default=1), max((high for _, high in open_), default=0)
        case _:
            return 0, inf
    return max([0, *(low for low, _ in sides)]), min([inf, *(high for _, high in sides)])


def _side(row: Linear, name: str, assignment: Mapping[str, int]) -> tuple[float, float]:
    """The values of a name for which a row may be at most 0."""
    times, rest = 0, row.constant
    for other, factor in row.terms:
        if other == name:
            times = factor
        elif other in assignment:
            rest += factor * assignment[other]
        elif factor < 0:
            return 0, inf
    if times > 0:
        return 0, -rest // times
    if times < 0:
        return max(0, -(-rest // -times)), inf
    return (1, 0) if rest > 0 else (0, inf)


def _sum(terms: Iterable[tuple[str, int]], constant: int) -> str:
    positive_first = sorted(terms, key=lambda term: term[1] < 0)
    signed = [(times, name if abs(times) == 1 else f"{abs(times)}*{name}") for name, times in positive_first]
    if constant or not signed:
        signed.append((constant, str(abs(constant))))
    first, *others = signed
    start = f"{'-' if first[0] < 0 else ''}{first[1]}"
    return start + "".join(f" {'-' if times < 0 else '+'} {text}" for times, text in others)


def _bracketed(formula: Formula) -> str:
    several = isinstance(formula, Exists) or (isinstance(formula, AllOf | AnyOf) and len(formula.formulas) > 1)
    return f"({formula})" if several else str(formula)


def _state(numbers: tuple[Linear, ...]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"({', '.join(map(str, numbers))})"
