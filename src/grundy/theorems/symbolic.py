"""Numbers of which a rule's code knows only that they are linear, and the cases in which it knows more of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from grundy.reading.values import OPERATORS
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
    AllOf,
    AnyOf,
    Compare,
    Congruent,
    Exists,
    Formula,
    Linear,
    Negation,
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
class NumberRange:
    """The numbers low, low + step, ... up to high, or where `down` the numbers high, high - step, ... down to low."""

    low: Linear | Extremum
    high: Linear | Extremum
    step: int = 1
    down: bool = False


Number: TypeAlias = Linear | Extremum | Remainder
Value: TypeAlias = "Number | Formula"  # a formula is 1 where it is true, else 0
CONDITIONS = (Compare, Congruent, Negation, AllOf, AnyOf, Exists)


@dataclass(frozen=True, slots=True)
class DivisionName:
    """A name for of // by, `of` being at least 0."""

    name: str
    of: Linear
    by: int

    def formula(self) -> AllOf:
        rest = self.of - linear([(self.name, self.by)])
        return AllOf((at_most_zero(-rest), at_most_zero(rest - (self.by - 1))))


@dataclass(frozen=True)
class CodePath:
    """One way that the code may be gone: the values of its names, under these conditions.

    `bound` are the names that loops give, `quotients` those that divisions give: each has exactly one value.
    """

    known: Mapping[str, Value]
    conditions: tuple[Formula, ...] = ()
    bound: tuple[str, ...] = ()
    quotients: tuple[DivisionName, ...] = ()
    names: Iterator[str] = field(default_factory=lambda: iter(()), compare=False, repr=False)  # for quotients

    def with_name(self, name: str, value: Value) -> CodePath:
        return replace(self, known={**self.known, name: value})

    def also(self, formula: Formula) -> CodePath | None:
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

    def quotient(self, of: Linear, by: int) -> tuple[CodePath, Linear]:
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
        for division in self.quotients:
            if (division.of, division.by) == (rest, by):
                return self, whole + linear([(division.name, 1)])
        name = next(self.names)
        made = replace(self, quotients=(*self.quotients, DivisionName(name, rest, by)))
        return made, whole + linear([(name, 1)])

    def plain(self, value: Value) -> Iterator[tuple[CodePath, Linear]]:
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
            case _ if isinstance(value, CONDITIONS):
                for bit, formula in ((1, value), (0, negated(value))):
                    path = self.also(formula)
                    if path is not None:
                        yield path, number(bit)
            case _:
                raise NotLinear

    def sum(self, first: Value, second: Value, times: int = 1) -> Iterator[tuple[CodePath, Number]]:
        """first + times * second."""
        for case, scaled in self.product(second, number(times)):
            if isinstance(scaled, Extremum) and isinstance(first, Linear):
                yield case, scaled + first
            elif isinstance(first, Extremum) and isinstance(scaled, Linear):
                yield case, first + scaled
            else:
                for again, left in case.plain(first):
                    for third, right in again.plain(scaled):
                        yield third, left + right

    def product(self, first: Value, second: Value) -> Iterator[tuple[CodePath, Number]]:
        if not _is_constant(second):
            first, second = second, first
        if not (isinstance(second, Linear) and _is_constant(second)):
            raise NotLinear("neither is a constant")
        factor = second.constant
        if abs(factor) > LARGEST:
            raise NotLinear("the constant is too large")
        if isinstance(first, Extremum) and factor:
            yield self, first * factor
        else:
            for case, value in self.plain(first):
                yield case, value * factor

    def combined(self, sign: str, first: Value, second: Value) -> Iterator[tuple[CodePath, Value]]:
        """What a binary operator gives."""
        if isinstance(first, Linear) and isinstance(second, Linear) and not first.terms and not second.terms:
            yield self, _of_constants(sign, first.constant, second.constant)
            return
        match sign, second:
            case "+", _:
                yield from self.sum(first, second)
            case "-", _:
                yield from self.sum(first, second, -1)
            case "*", _:
                yield from self.product(first, second)
            case "//", Linear((), by):
                for case, value in self.plain(first):
                    yield case.quotient(value, by)
            case "%", Linear((), by) if by >= 1:
                for case, value in self.plain(first):
                    yield case, Remainder(value, by)
            case ">>", Linear((), bits) if 0 <= bits <= 32:
                yield from self.combined("//", first, number(1 << bits))
            case "<<", Linear((), bits) if 0 <= bits <= 32:
                yield from self.product(first, number(1 << bits))
            case "&", Linear((), mask) if mask > 0 and mask & (mask + 1) == 0:
                yield from self.combined("%", first, number(mask + 1))
            case (("//" | "%"), Linear((), _)):
                raise NotLinear("by 0 or less")
            case (("&" | "|"), _) if isinstance(first, CONDITIONS) and isinstance(second, CONDITIONS):
                yield self, (both if sign == "&" else either)((first, second))
            case _:
                raise NotLinear

    def compared(self, sign: str, first: Value, second: Value) -> Iterator[tuple[CodePath, Formula]]:
        """What a comparison says, one of < <= > >= == !=."""
        if sign in ("==", "!="):
            for case, formula in self.equal(first, second):
                yield case, formula if sign == "==" else negated(formula)
            return
        if sign in (">", ">="):
            first, second = second, first
        yield from self._at_most(first, second, int(sign in ("<", ">")))

    def _at_most(self, first: Value, second: Value, off: int) -> Iterator[tuple[CodePath, Formula]]:
        """first + off <= second."""
        for remainder, limit, below in ((first, second, True), (second, first, False)):
            if isinstance(remainder, Remainder) and isinstance(limit, Linear) and not limit.terms:
                if remainder.by > MOST_RESIDUES:
                    break
                fits = range(limit.constant - off + 1) if below else range(max(limit.constant + off, 0), remainder.by)
                yield self, _residues(remainder, fits)
                return
        for case, difference in self.sum(first, second, -1):
            match difference:
                case Extremum(least, members):
                    yield case, (either if least else both)(at_most_zero(member + off) for member in members)
                case Linear():
                    yield case, at_most_zero(difference + off)

    def equal(self, first: Value, second: Value) -> Iterator[tuple[CodePath, Formula]]:
        """Whether two numbers are the same."""
        match first, second:
            case (_, Linear((), value)) if isinstance(first, CONDITIONS):
                yield self, first if value == 1 else negated(first) if value == 0 else FALSE
                return
            case (Remainder(of, by), Remainder(other, also)) if by == also:
                yield self, congruent(of - other, by)
                return
            case (Remainder() as remainder, Linear((), rest)) | (Linear((), rest), Remainder() as remainder):
                yield self, _residues(remainder, [rest])
                return
        for case, difference in self.sum(first, second, -1):
            match difference:
                case Extremum(least, members):
                    bounds = [at_most_zero(-member if least else member) for member in members]
                    yield case, both((either(map(is_zero, members)), *bounds))
                case Linear():
                    yield case, is_zero(difference)

    def member(self, term: Value, row: Iterable[int]) -> Iterator[tuple[CodePath, Formula]]:
        """Whether a number is one of several."""
        cases: list[tuple[CodePath, list[Formula]]] = [(self, [])]
        for each in row:
            cases = [
                (again, [*before, formula])
                for case, before in cases
                for again, formula in case.equal(term, number(each))
            ]
        yield from ((case, either(formulas)) for case, formulas in cases)

    def turn(self, span: NumberRange, turn: Linear) -> Iterator[tuple[CodePath, Linear]]:
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

    def within(self, value: Linear, span: NumberRange) -> Iterator[tuple[CodePath, Formula]]:
        """Whether a number is one of a span."""
        for case, low in self._at_most(span.low, value, 0):
            for again, high in case._at_most(value, span.high, 0):
                start = span.high if span.down else span.low
                if span.step == 1:
                    yield again, both((low, high))
                else:
                    for third, first in again.plain(start):
                        yield third, both((low, high, congruent(value - first, span.step)))


LARGEST_RANGE = 16  # constant ranges up to this are gone through one by one


def _residues(remainder: Remainder, fits: Iterable[int]) -> Formula:
    """That a remainder is one of these."""
    every = range(remainder.by)
    return either(congruent(remainder.of - rest, remainder.by) for rest in fits if rest in every)


def _is_constant(value: Value) -> bool:
    return isinstance(value, Linear) and not value.terms


def _of_constants(sign: str, first: int, second: int) -> Linear:
    if sign in ("**", "<<", ">>") and not 0 <= second <= 64:
        raise NotLinear("the exponent is not from 0 to 64")
    try:
        value = OPERATORS[sign](first, second)
    except ZeroDivisionError:
        raise NotLinear("by 0") from None
    if abs(value) > LARGEST:
        raise NotLinear("the constant is too large")
    return number(value)
