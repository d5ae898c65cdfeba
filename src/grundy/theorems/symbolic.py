"""Numbers of which a rule's code knows only that they are linear, and the cases in which it knows more of them."""

from __future__ import annotations

import ast
import operator as python
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from grundy.theorems.inequalities import (
    at_most,
    at_most_zero,
    both,
    congruent,
    either,
    impossible,
    is_zero,
    negated,
)
from grundy.theorems.linear import (
    FALSE,
    TRUE,
    And,
    Compare,
    Congruent,
    Exists,
    Formula,
    Linear,
    Not,
    Or,
    linear,
    number,
)

LARGEST = 1 << 64  # a constant on the way
MOST_RESIDUES = 16  # a remainder that is compared with `<` is as many congruences


class NotLinear(Exception):
    """What is asked is no linear arithmetic; the reader of the code says where. `why` has more, where that helps."""

    def __init__(self, why: str = "") -> None:
        self.why = why
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Extremum:
    """The least or the greatest of some numbers."""

    least: bool
    members: tuple[Linear, ...]

    def __add__(self, other: Linear) -> Extremum:
        return replace(self, members=tuple(member + other for member in self.members))

    def __mul__(self, factor: int) -> Extremum:
        """The product with a number other than 0; a negative one makes the least the greatest."""
        return Extremum(self.least is (factor > 0), tuple(member * factor for member in self.members))


@dataclass(frozen=True, slots=True)
class Remainder:
    """of % by, until it is clear whether a congruence says it all."""

    of: Linear
    by: int


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers low, low + step, ... up to high, or where `down` the numbers high, high - step, ... down to low."""

    low: Linear | Extremum
    high: Linear | Extremum
    step: int = 1
    down: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """What is gone through in this order and is no tuple: a list, a range, or a set from outside, without places."""

    items: tuple[Value, ...]
    placed: bool = True


Number: TypeAlias = Linear | Extremum | Remainder
Value: TypeAlias = "Number | Formula | Span | Listed | tuple[Value, ...]"
CONDITIONS = (Compare, Congruent, Not, And, Or, Exists)


@dataclass(frozen=True, slots=True)
class Quotient:
    """A name for of // by, `of` being at least 0."""

    name: str
    of: Linear
    by: int

    def formula(self) -> And:
        rest = self.of - linear([(self.name, self.by)])
        return And((at_most_zero(-rest), at_most_zero(rest - (self.by - 1))))


@dataclass(frozen=True)
class Case:
    """One way that the code may be gone: the values of its names, under these conditions.

    `bound` are the names that loops give, `quotients` those that divisions give: each has exactly one value.
    """

    known: Mapping[str, Value]
    conditions: tuple[Formula, ...] = ()
    bound: tuple[str, ...] = ()
    quotients: tuple[Quotient, ...] = ()
    names: Iterator[str] = field(default_factory=lambda: iter(()), compare=False, repr=False)  # for quotients

    def with_name(self, name: str, value: Value) -> Case:
        return replace(self, known={**self.known, name: value})

    def also(self, formula: Formula) -> Case | None:
        """The same, where a formula is true as well; None where it cannot be."""
        if formula == TRUE:
            return self
        made = replace(self, conditions=(*self.conditions, formula))
        return None if impossible(made.all()) else made

    def all(self) -> list[Formula]:
        return [*self.conditions, *(quotient.formula() for quotient in self.quotients)]

    def surely(self, formula: Formula) -> bool:
        """Whether a formula is true in this case, as far as inequalities show it."""
        return impossible([*self.all(), negated(formula)])

    def not_negative(self, value: Linear) -> bool:
        return self.surely(at_most_zero(-value))

    def quotient(self, of: Linear, by: int) -> tuple[Case, Linear]:
        """of // by, rounded down as Python does; `by` is at least 1.

        What is divided may be negative: a multiple of `by` is added to it, and taken off again from the quotient.
        """
        if by < 1:
            raise NotLinear("by 0 or less" if by else "by 0")
        divided = [(name, times // by) for name, times in of.terms if times % by == 0]
        for whole in (
            linear(divided),
            linear(divided, of.constant // by),
            linear(((name, times // by) for name, times in of.terms), of.constant // by),  # leaves all in 0..by - 1
        ):
            rest = of - whole * by
            if self.not_negative(rest):
                break
        if not rest.terms:
            return self, whole + rest.constant // by
        for known in self.quotients:
            if (known.of, known.by) == (rest, by):
                return self, whole + linear([(known.name, 1)])
        name = next(self.names)
        made = replace(self, quotients=(*self.quotients, Quotient(name, rest, by)))
        return made, whole + linear([(name, 1)])

    def plain(self, value: Value) -> Iterator[tuple[Case, Linear]]:
        """A number without `min`, `max` or `%`, case by case."""
        match value:
            case Linear():
                yield self, value
            case Remainder(of, by):
                case, quotient = self.quotient(of, by)
                yield case, of - quotient * by
            case Extremum(least, members):
                for place, member in enumerate(members):
                    beside = [other for number, other in enumerate(members) if number != place]
                    ordered = both(at_most(member, other) if least else at_most(other, member) for other in beside)
                    before = both(
                        negated(at_most(other, member) if least else at_most(member, other))
                        for other in members[:place]
                    )
                    case_ = self.also(both((ordered, before)))
                    if case_ is not None:
                        yield case_, member
            case _:
                raise NotLinear

    def sum(self, one: Value, two: Value, times: int = 1) -> Iterator[tuple[Case, Number]]:
        """one + times * two."""
        for case, scaled in self.product(two, number(times)):
            if isinstance(scaled, Extremum) and isinstance(one, Linear):
                yield case, scaled + one
            elif isinstance(one, Extremum) and isinstance(scaled, Linear):
                yield case, one + scaled
            else:
                for again, left in case.plain(one):
                    for third, right in again.plain(scaled):
                        yield third, left + right

    def product(self, one: Value, two: Value) -> Iterator[tuple[Case, Number]]:
        if not _is_constant(two):
            one, two = two, one
        if not (isinstance(two, Linear) and _is_constant(two)):
            raise NotLinear("neither is a constant")
        factor = two.constant
        if abs(factor) > LARGEST:
            raise NotLinear("the constant is too large")
        if isinstance(one, Extremum) and factor:
            yield self, one * factor
        else:
            for case, value in self.plain(one):
                yield case, value * factor

    def combined(self, operator: ast.operator, one: Value, two: Value) -> Iterator[tuple[Case, Number]]:
        """What a binary operator gives."""
        if _is_constant(one) and _is_constant(two) and type(operator) in _OF_CONSTANTS:
            yield self, _constants(operator, one, two)
            return
        match operator, two:
            case ast.Add(), _:
                yield from self.sum(one, two)
            case ast.Sub(), _:
                yield from self.sum(one, two, -1)
            case ast.Mult(), _:
                yield from self.product(one, two)
            case (ast.FloorDiv(), Linear((), by)):
                for case, value in self.plain(one):
                    yield case.quotient(value, by)
            case (ast.Mod(), Linear((), by)) if by >= 1:
                for case, value in self.plain(one):
                    yield case, Remainder(value, by)
            case (ast.RShift(), Linear((), bits)) if 0 <= bits <= 32:
                yield from self.combined(ast.FloorDiv(), one, number(1 << bits))
            case (ast.LShift(), Linear((), bits)) if 0 <= bits <= 32:
                yield from self.product(one, number(1 << bits))
            case (ast.BitAnd(), Linear((), mask)) if mask > 0 and mask & (mask + 1) == 0:
                yield from self.combined(ast.Mod(), one, number(mask + 1))
            case ((ast.FloorDiv() | ast.Mod()), Linear((), _)):
                raise NotLinear("by 0 or less")
            case _:
                raise NotLinear

    def compared(self, operator: ast.cmpop, one: Value, two: Value) -> Iterator[tuple[Case, Formula]]:
        """What a comparison says."""
        match operator:
            case ast.In() | ast.NotIn():
                for case, formula in self.member(one, two):
                    yield case, formula if isinstance(operator, ast.In) else negated(formula)
                return
            case ast.Gt() | ast.GtE():
                one, two = two, one
        strict = isinstance(operator, ast.Lt | ast.Gt)
        equal = isinstance(operator, ast.Eq | ast.NotEq)
        if not equal and not isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            raise NotLinear
        for case, formula in self._equal(one, two) if equal else self._at_most(one, two, int(strict)):
            yield case, negated(formula) if isinstance(operator, ast.NotEq) else formula

    def _at_most(self, one: Value, two: Value, off: int) -> Iterator[tuple[Case, Formula]]:
        """one + off <= two."""
        for remainder, limit, below in ((one, two, True), (two, one, False)):
            if isinstance(remainder, Remainder) and isinstance(limit, Linear) and not limit.terms:
                if remainder.by > MOST_RESIDUES:
                    break
                fits = range(limit.constant - off + 1) if below else range(max(limit.constant + off, 0), remainder.by)
                yield self, _residues(remainder, fits)
                return
        for case, difference in self.sum(one, two, -1):
            match difference:
                case Extremum(least, members):
                    yield case, (either if least else both)(at_most_zero(member + off) for member in members)
                case Linear():
                    yield case, at_most_zero(difference + off)

    def _equal(self, one: Value, two: Value) -> Iterator[tuple[Case, Formula]]:
        match one, two:
            case (Remainder(of, by), Remainder(other, also)) if by == also:
                yield self, congruent(of - other, by)
                return
            case (Remainder() as remainder, Linear((), rest)) | (Linear((), rest), Remainder() as remainder):
                yield self, _residues(remainder, [rest])
                return
        for case, difference in self.sum(one, two, -1):
            match difference:
                case Extremum(least, members):
                    bounds = [at_most_zero(-member if least else member) for member in members]
                    yield case, both((either(map(is_zero, members)), *bounds))
                case Linear():
                    yield case, is_zero(difference)

    def member(self, one: Value, several: Value) -> Iterator[tuple[Case, Formula]]:
        """Whether a number is among several."""
        if (row := items(several)) is not None:
            formulas: list[tuple[Case, list[Formula]]] = [(self, [])]
            for each in row:
                formulas = [
                    (again, [*found, formula]) for case, found in formulas for again, formula in case._equal(one, each)
                ]
            yield from ((case, either(found)) for case, found in formulas)
        elif isinstance(several, Span):
            for case, value in self.plain(one):
                yield from case.within(value, several)
        else:
            raise NotLinear

    def turn(self, span: Span, turn: Linear) -> Iterator[tuple[Case, Linear]]:
        """The number of a turn of a loop over a span, by a variable that nothing else is known of."""
        members = [span.low] if isinstance(span.low, Linear) else span.low.members
        natural = [self.not_negative(member) for member in members]
        least = isinstance(span.low, Extremum) and not span.low.least
        if span.step == 1 and (any(natural) if least else all(natural)):
            yield self, turn
        elif span.down:
            yield from ((case, high - turn * span.step) for case, high in self.plain(span.high))
        else:
            yield from ((case, low + turn * span.step) for case, low in self.plain(span.low))

    def within(self, value: Linear, span: Span) -> Iterator[tuple[Case, Formula]]:
        """Whether a number is one of a span."""
        for case, low in self._at_most(span.low, value, 0):
            for again, high in case._at_most(value, span.high, 0):
                start = span.high if span.down else span.low
                if span.step == 1:
                    yield again, both((low, high))
                else:
                    for third, first in again.plain(start):
                        yield third, both((low, high, congruent(value - first, span.step)))


def truth(found: Value) -> Formula:
    """What `if` asks of a value."""
    match found:
        case Linear():
            return negated(is_zero(found))
        case Remainder():
            return negated(_residues(found, [0]))
        case tuple() | Listed():
            return TRUE if items(found) else FALSE
        case Extremum() | Span():
            raise NotLinear("a comparison would do")
    return found


def items(found: Value) -> tuple[Value, ...] | None:
    """What a tuple or a list has, in its order; None of any other value."""
    return found.items if isinstance(found, Listed) else found if isinstance(found, tuple) else None


def constant(found: object) -> Value:
    """A number or several that are known from outside; of classes of Python's own, not of others made from them."""
    if type(found) is bool:
        return TRUE if found else FALSE
    if type(found) is int:
        return number(found)
    if type(found) is range:
        return Listed(tuple(map(number, found))) if len(found) <= LARGEST_RANGE else _span(found)
    if type(found) is tuple:
        return tuple(map(constant, found))
    if type(found) in (list, set, frozenset):
        assert isinstance(found, list | set | frozenset)
        return Listed(tuple(map(constant, found)), type(found) is list)
    raise NotLinear


LARGEST_RANGE = 16  # constant ranges up to this are gone through one by one


def _span(found: range) -> Span:
    low, high = sorted((found[0], found[-1]))
    return Span(number(low), number(high), abs(found.step), found.step < 0)


def _residues(remainder: Remainder, fits: Iterable[int]) -> Formula:
    """That a remainder is one of these."""
    every = range(remainder.by)
    return either(congruent(remainder.of - rest, remainder.by) for rest in fits if rest in every)


def _is_constant(value: Value) -> bool:
    return isinstance(value, Linear) and not value.terms


_OF_CONSTANTS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: python.add,
    ast.Sub: python.sub,
    ast.Mult: python.mul,
    ast.FloorDiv: python.floordiv,
    ast.Mod: python.mod,
    ast.Pow: python.pow,
    ast.LShift: python.lshift,
    ast.RShift: python.rshift,
    ast.BitAnd: python.and_,
    ast.BitOr: python.or_,
    ast.BitXor: python.xor,
}


def _constants(operator: ast.operator, one: Value, two: Value) -> Linear:
    assert isinstance(one, Linear)
    assert isinstance(two, Linear)
    if isinstance(operator, ast.Pow | ast.LShift | ast.RShift) and not 0 <= two.constant <= 64:
        raise NotLinear("the exponent is not from 0 to 64")
    try:
        found = _OF_CONSTANTS[type(operator)](one.constant, two.constant)
    except ZeroDivisionError:
        raise NotLinear("by 0") from None
    if abs(found) > LARGEST:
        raise NotLinear("the constant is too large")
    return number(found)
