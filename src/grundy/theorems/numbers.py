"""Numbers and conditions of the core form, case by case: what each is, of a state of which nothing is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grundy.reading.core import (
    And,
    At,
    Bin,
    Bit,
    Call,
    Cmp,
    Condition,
    Const,
    In,
    InRange,
    Not,
    Number,
    Or,
    Pick,
    Site,
    Truth,
    Unary,
    Var,
)
from grundy.reading.python import PythonWriter
from grundy.reading.run import CALLED
from grundy.theorems.inequalities import both, either, negated
from grundy.theorems.linear import FALSE, TRUE, Formula, Linear, number
from grundy.theorems.symbolic import LARGEST_RANGE, CodePath, Extremum, NotLinear, NumberRange, Value

MOST_ITEMS = 64  # of a tuple that an open index is tried in
LOST = "it is set in a loop, or not at all"


class NotPresburger(Exception):
    """The rule does what is not linear: `site` says where, `what` what it is, `why` why not."""

    def __init__(self, site: Site | None, what: str, why: str) -> None:
        self.site, self.what, self.why = site, what, why
        super().__init__(f"{site}: {what!r} is not linear{': ' if why else ''}{why}")


class NumberReader:
    """What the numbers and the conditions of a core form are."""

    def __init__(self) -> None:
        self.here: Site | None = None  # what is looked at
        self.asked: dict[Site, list[tuple[Formula, ...]]] = {}  # what is true where a condition is asked, and holds
        self.given: tuple[Formula, ...] = ()  # what conditions before it in the same `and` or `or` have decided

    def refused(self, what: Number | Condition | None = None, why: str = "") -> NotPresburger:
        """What to raise where something is not linear."""
        return NotPresburger(self.here, words(what) if what is not None else self.here.text if self.here else "", why)

    def numbers(self, values: Iterable[Number], case: CodePath) -> Iterator[tuple[CodePath, tuple[Value, ...]]]:
        """Several numbers, case by case."""
        cases: list[tuple[CodePath, tuple[Value, ...]]] = [(case, ())]
        for value in values:
            cases = [(last, (*before, term)) for each, before in cases for last, term in self.number(value, each)]
        yield from cases

    def number(self, value: Number, case: CodePath) -> Iterator[tuple[CodePath, Value]]:
        """A number, case by case. Raises NotPresburger: it is not linear."""
        try:
            yield from self._number(value, case)
        except NotLinear as problem:
            raise self.refused(value, problem.why) from None

    def _number(self, value: Number, case: CodePath) -> Iterator[tuple[CodePath, Value]]:
        match value:
            case Const(constant):
                yield case, number(constant)
            case Var(name):
                if name not in case.known:
                    raise NotLinear(LOST)
                yield case, case.known[name]
            case Unary(sign, operand):
                for last, term in self.number(operand, case):
                    yield from last.sum(number(0 if sign == "-" else -1), term, -1)
            case Bin(sign, left, right):
                for last, (first, second) in self.numbers((left, right), case):
                    yield from last.combined(sign, first, second)
            case Call(function, arguments):
                for last, several in self.numbers(arguments, case):
                    yield from _called(function, several, last)
            case Pick(test, one_number, two_number):
                for last, formula in self.condition(test, case):
                    for path, chosen in ((last.also(formula), one_number), (last.also(negated(formula)), two_number)):
                        if path is not None:
                            yield from self.number(chosen, path)
            case At(row, index):
                for last, place in self.number(index, case):
                    yield from _item(row, place, last)
            case Bit(condition):
                for last, formula in self.condition(condition, case):
                    yield last, number(int(formula == TRUE)) if formula in (TRUE, FALSE) else formula

    def condition(self, condition: Condition, case: CodePath) -> Iterator[tuple[CodePath, Formula]]:
        """A condition as a formula, case by case. Raises NotPresburger: it is not linear."""
        site = getattr(condition, "site", None)
        self.here = site or self.here
        try:
            for last, formula in self._condition(condition, case):
                if site is not None:
                    self.asked.setdefault(site, []).append((formula, *self.given, *last.all()))
                yield last, formula
        except NotLinear as problem:
            self.here = site or self.here
            raise self.refused(condition, problem.why) from None

    def _condition(self, condition: Condition, case: CodePath) -> Iterator[tuple[CodePath, Formula]]:
        match condition:
            case Truth(holds):
                yield case, TRUE if holds else FALSE
            case Cmp(sign, left, right):
                for last, (term, other) in self.numbers((left, right), case):
                    yield from last.compared(sign, term, other)
            case In(value, row):
                for last, term in self.number(value, case):
                    yield from last.member(term, row)
            case InRange(value, low, high, step):
                for last, (term, near, far) in self.numbers((value, low, high), case):
                    turns = constant_range(near, far, step)
                    if turns is not None and len(turns) <= LARGEST_RANGE:
                        yield from last.member(term, turns)
                        continue
                    for each, several in spans(near, far, step, last):
                        for path, whole in each.plain(term):
                            yield from path.within(whole, several)
            case And(conditions) | Or(conditions):
                join, decides = (both, FALSE) if isinstance(condition, And) else (either, TRUE)
                cases: list[tuple[CodePath, tuple[Formula, ...]]] = [(case, ())]
                for operand in conditions:
                    cases = [
                        (last, (*before, formula))
                        for each, before in cases
                        for last, formula in self._next(operand, each, before, decides)
                    ]
                yield from ((last, join(several)) for last, several in cases)
            case Not(inner):
                yield from ((last, negated(formula)) for last, formula in self.condition(inner, case))

    def _next(
        self, condition: Condition, case: CodePath, before: tuple[Formula, ...], decides: Formula
    ) -> list[tuple[CodePath, Formula]]:
        """A condition after others of an `and` or `or`; where one of them decides it is asked no more."""
        if decides in before:
            return [(case, decides)]
        outer = self.given
        self.given = (*outer, *(before if decides == FALSE else map(negated, before)))
        cases = list(self.condition(condition, case))
        self.given = outer
        return cases


def _called(function: str, several: Sequence[Value], case: CodePath) -> Iterator[tuple[CodePath, Value]]:
    """What a function of Python's gives."""
    constants = [term.constant for term in several if isinstance(term, Linear) and not term.terms]
    if len(constants) == len(several) and not (function == "isqrt" and constants[0] < 0):
        yield case, number(CALLED[function](*constants))
    elif function in ("min", "max"):
        yield from _extremum(function == "min", several, case)
    elif function == "abs":
        for last, value in case.plain(several[0]):
            yield last, _settled(last, False, (value, -value))
    else:
        raise NotLinear


def _extremum(least: bool, several: Sequence[Value], case: CodePath) -> Iterator[tuple[CodePath, Value]]:
    cases: list[tuple[CodePath, tuple[Linear, ...]]] = [(case, ())]
    for value in several:
        if isinstance(value, Extremum) and value.least is least:
            cases = [(each, (*before, *value.members)) for each, before in cases]
        else:
            cases = [(last, (*before, plain)) for each, before in cases for last, plain in each.plain(value)]
    yield from ((last, _settled(last, least, members)) for last, members in cases)


def _settled(case: CodePath, least: bool, members: tuple[Linear, ...]) -> Linear | Extremum:
    """The extremum without those that are never it."""
    remaining = list(dict.fromkeys(members))
    for member in list(remaining):
        others = [other for other in remaining if other != member]
        if any(case.not_negative(member - other if least else other - member) for other in others):
            remaining.remove(member)
    return remaining[0] if len(remaining) == 1 else Extremum(least, tuple(remaining))


def _item(row: tuple[int, ...], place: Value, case: CodePath) -> Iterator[tuple[CodePath, Value]]:
    """The item at a place, which must surely be one of the row's."""
    match place:
        case Linear((), at) if -len(row) <= at < len(row):
            yield case, number(row[at])
            return
    if len(row) > MOST_ITEMS:
        raise NotLinear(f"an index that is no constant is followed in tuples of at most {MOST_ITEMS} items")
    for each, value in case.plain(place):
        if not (each.not_negative(value + len(row)) and each.not_negative(-value + (len(row) - 1))):
            raise NotLinear("the index may be beyond the end")
    for at in range(-len(row), len(row)):
        for last, same in case.equal(place, number(at)):
            path = last.also(same)
            if path is not None:
                yield path, number(row[at])


def constant_range(low: Value, high: Value, step: int) -> range | None:
    """The range, if its bounds are constants."""
    match low, high:
        case Linear((), near), Linear((), far):
            return range(near, far, step)
    return None


def spans(low: Value, high: Value, step: int, case: CodePath) -> Iterator[tuple[CodePath, NumberRange]]:
    """range(low, high, step), case by case."""
    for each, near in case.sum(low, number(0)):
        for last, far in each.sum(high, number(-1 if step > 0 else 1)):
            if not isinstance(near, Linear | Extremum) or not isinstance(far, Linear | Extremum):
                raise NotLinear
            yield last, NumberRange(near, far, step) if step > 0 else NumberRange(far, near, -step, True)


class _Words(PythonWriter):
    """Numbers and conditions as a rule writes them."""

    def name(self, name: str) -> str:
        return name.partition(".")[0].rstrip("_")

    def table(self, value: object) -> str:
        return repr(set(value) if isinstance(value, frozenset) else value)

    def number(self, value: Number) -> str:
        match value:
            case Bit(condition):
                return self.condition(condition)
            case Call(("bit_length" | "bit_count") as method, (operand,)):
                return f"{self.number(operand)}.{method}()"
        return super().number(value)


def words(what: Number | Condition) -> str:
    """What a number or a condition is, as a rule writes it.

    >>> words(Bin("*", Var("n"), Bin("+", Var("k"), Const(1))))
    'n * (k + 1)'
    """
    is_number = isinstance(what, Const | Var | Unary | Bin | Call | Pick | At | Bit)
    text = _Words().number(what) if is_number else _Words().condition(what)  # type: ignore[arg-type]
    return text[1:-1] if text.startswith("(") and not isinstance(what, At) else text
