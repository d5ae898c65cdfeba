"""Intervals of heaps that a rule of one number leaves, found in its core form, and their ends for many heaps at once.

A loop over a range that yields its number, or another less it, leaves an interval, and so do those of its turns in
which a comparison with such a number holds; what stands around such loops is
arithmetic on n, conditions and early ends, worked out for an array of heaps. Whatever else a rule does is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grundy.reading.core import (
    And,
    At,
    Bin,
    Bit,
    Body,
    Call,
    Cmp,
    Condition,
    Const,
    Core,
    Each,
    Fail,
    For,
    If,
    In,
    InRange,
    Leave,
    Let,
    Not,
    Number,
    Or,
    Pick,
    Scope,
    Statement,
    Truth,
    Unary,
    Var,
    Yield,
)
from grundy.reading.safe import is_safe, is_safe_label

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_TURNS = 32  # of a loop over constants
MOST_SITES = 32  # intervals and single heaps
LARGEST = 1 << 62  # of a number on the way


class NotIntervals(Exception):
    """The rule does something else."""


@dataclass(frozen=True, slots=True)
class HeapNumbers:
    """A number for each heap; none of them is larger than `most` or smaller than -most."""

    values: NDArray[Any]
    most: int


@dataclass(slots=True)
class Ends:
    """For some heaps: the ends of each interval that is left, empty where low > high; each single heap, -1 if none."""

    intervals: list[tuple[NDArray[Any], NDArray[Any]]] = field(default_factory=list)
    singles: list[NDArray[Any]] = field(default_factory=list)


def ends_of(core: Core, heaps: NDArray[Any]) -> Ends:
    """The intervals that a rule leaves of some heaps.

    Args:    heaps: i8[N], in any order, each below 2^31.
    Raises:  NotIntervals.
    """
    import numpy as np

    if len(core.state) != 1:
        raise NotIntervals
    walk = _HeapWalk(heaps)
    most = int(heaps.max()) if len(heaps) else 0
    walk.body(core.body, {core.state[0]: HeapNumbers(heaps, most)}, np.ones(len(heaps), np.bool_))
    return walk.ends


class _HeapWalk:
    """A core form gone through for many heaps at once: `mask` says which of them come to a statement."""

    def __init__(self, heaps: NDArray[Any]) -> None:
        self.heaps, self.ends = heaps, Ends()
        self._left: dict[str, Any] = {}  # of each label, the heaps that have gone to its end

    # Statements: each returns the heaps that go on after it

    def body(self, body: Body, variables: dict[str, HeapNumbers], mask: Any) -> Any:
        for statement in body:
            mask = self.statement(statement, variables, mask)
        return mask

    def statement(self, statement: Statement, variables: dict[str, HeapNumbers], mask: Any) -> Any:
        import numpy as np

        match statement:
            case Let(name, number):
                self._let(name, number, variables, mask)
                return mask
            case If(test, body, others):
                holds = self.holds(test, variables)
                return self.body(body, variables, mask & holds) | self.body(others, variables, mask & ~holds)
            case Scope(label, body):
                self._left[label] = np.zeros(len(self.heaps), np.bool_)
                return self.body(body, variables, mask) | self._left[label]
            case Leave(label):
                self._left[label] = self._left[label] | mask
                return np.zeros(len(self.heaps), np.bool_)
            case For():
                return self._for(statement, variables, mask)
            case Yield():
                part = self._part(statement)
                self._add(part, part, variables, mask, True)
                return mask
            case Fail() if not mask.any():
                return mask
        raise NotIntervals

    def _let(self, name: str, number: Number, variables: dict[str, HeapNumbers], mask: Any) -> None:
        """Give a variable a value, for the heaps of the mask alone."""
        import numpy as np

        made, before = self.number(number, variables), variables.get(name)
        if before is not None:
            made = HeapNumbers(np.where(mask, made.values, before.values), max(made.most, before.most))
        variables[name] = made

    def _for(self, loop: For, variables: dict[str, HeapNumbers], mask: Any) -> Any:
        first = loop.low if loop.step == 1 else Bin("+", loop.high, Const(1))
        last = Bin("-", loop.high, Const(1)) if loop.step == 1 else loop.low
        turns, body = _clipped((first, last), loop.name, loop.body)
        yielded = _yielded(body)
        if yielded is None or abs(loop.step) != 1:
            if not (isinstance(loop.low, Const) and isinstance(loop.high, Const)):
                raise NotIntervals
            every = range(loop.low.value, loop.high.value, loop.step)
            if len(every) > MOST_TURNS:
                raise NotIntervals
            for turn in every:
                self._let(loop.name, Const(turn), variables, mask)
                mask = self.body(loop.body, variables, mask)
            return mask
        part = self._part(yielded)
        ends = [_put(part, loop.name, end) for end in (turns if _times(part, loop.name) == 1 else reversed(turns))]
        self._add(ends[0], ends[1], variables, mask, False)
        for name in (loop.name, *_given(loop.body)):  # a turn may change them
            variables.pop(name, None)
        return mask

    def _part(self, yielded: Yield) -> Number:
        if len(yielded.parts) == 1 and yielded.next == "opponent":
            (part,) = yielded.parts
            if not isinstance(part, Each) and all(is_safe_label(label) for _, label in yielded.labels):
                return part[0]
        raise NotIntervals

    def _add(self, low: Number, high: Number, variables: dict[str, HeapNumbers], mask: Any, is_single: bool) -> None:
        import numpy as np

        lows, highs = self.number(low, variables).values, self.number(high, variables).values
        is_left = mask & (lows <= highs)
        if (is_left & ((lows < 0) | (highs >= self.heaps))).any():
            raise NotIntervals  # no smaller heap: the definition says what is wrong
        if is_single:
            self.ends.singles.append(np.where(is_left, lows, -1))
        else:
            self.ends.intervals.append((np.where(is_left, lows, 1), np.where(is_left, highs, 0)))
        if len(self.ends.singles) + len(self.ends.intervals) > MOST_SITES:
            raise NotIntervals

    # Numbers and conditions: none of those that are read can fail, so all heaps may be asked

    def number(self, number: Number, variables: dict[str, HeapNumbers]) -> HeapNumbers:
        made = self._number(number, variables)
        if made.most >= LARGEST:
            raise NotIntervals
        return made

    def _number(self, number: Number, variables: dict[str, HeapNumbers]) -> HeapNumbers:
        import numpy as np

        match number:
            case Const(constant) if abs(constant) < LARGEST:
                return HeapNumbers(np.full(len(self.heaps), constant, np.int64), abs(constant))
            case Var(name) if name in variables:
                return variables[name]
            case Unary(sign, operand):
                heap_numbers = self.number(operand, variables)
                return HeapNumbers(-heap_numbers.values if sign == "-" else ~heap_numbers.values, heap_numbers.most + 1)
            case Bin("//" | "%" | ">>" | "<<" as sign, left, Const(by)):
                return _by(sign, self.number(left, variables), by)
            case Bin("+" | "-" | "*" | "&" | "|" | "^" as sign, left, right):
                return _combined(sign, self.number(left, variables), self.number(right, variables))
            case Call("min" | "max" as function, arguments):
                given = [self.number(each, variables) for each in arguments]
                choose = np.minimum if function == "min" else np.maximum
                values = given[0].values
                for other in given[1:]:
                    values = choose(values, other.values)
                return HeapNumbers(values, max(heap_numbers.most for heap_numbers in given))
            case Call("abs", (argument,)):
                heap_numbers = self.number(argument, variables)
                return HeapNumbers(np.abs(heap_numbers.values), heap_numbers.most)
            case Pick(test, one_of, two_of):
                holds, heap_numbers, otherwise = (
                    self.holds(test, variables),
                    self.number(one_of, variables),
                    self.number(two_of, variables),
                )
                return HeapNumbers(
                    np.where(holds, heap_numbers.values, otherwise.values), max(heap_numbers.most, otherwise.most)
                )
            case At(numbers, place) if numbers and max(map(abs, numbers)) < LARGEST:
                index = self.number(place, variables).values
                if (index < -len(numbers)).any() or (index >= len(numbers)).any():
                    raise NotIntervals
                return HeapNumbers(np.array(numbers, np.int64)[index], max(map(abs, numbers)))
            case Bit(condition):
                return HeapNumbers(self.holds(condition, variables).astype(np.int64), 1)
        raise NotIntervals

    def holds(self, condition: Condition, variables: dict[str, HeapNumbers]) -> Any:
        import numpy as np

        match condition:
            case Truth(constant):
                return np.full(len(self.heaps), constant)
            case Cmp(sign, left, right):
                values, others = self.number(left, variables).values, self.number(right, variables).values
                return _COMPARED[sign](values, others)
            case In(number, numbers):
                return np.isin(self.number(number, variables).values, [each for each in numbers if abs(each) < LARGEST])
            case InRange(number, low, high, step):
                values, first, end = [self.number(each, variables).values for each in (number, low, high)]
                inside = (values >= first) & (values < end) if step > 0 else (values <= first) & (values > end)
                return inside & ((values - first) % abs(step) == 0)
            case And(conditions) | Or(conditions):
                mask = self.holds(conditions[0], variables)
                for other in conditions[1:]:
                    more = self.holds(other, variables)
                    mask = mask & more if isinstance(condition, And) else mask | more
                return mask
            case Not(inner):
                return ~self.holds(inner, variables)


_COMPARED: dict[str, Any] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}


def _by(sign: str, numbers: HeapNumbers, by: int) -> HeapNumbers:
    """An operator with a constant."""
    if sign in ("//", "%") and 0 < by < LARGEST:
        return HeapNumbers(numbers.values // by, numbers.most) if sign == "//" else HeapNumbers(numbers.values % by, by)
    if sign in (">>", "<<") and 0 <= by <= 62:
        if sign == ">>":
            return HeapNumbers(numbers.values >> by, numbers.most)
        if numbers.most << by < LARGEST:
            return HeapNumbers(numbers.values << by, numbers.most << by)
    raise NotIntervals


def _combined(sign: str, left: HeapNumbers, right: HeapNumbers) -> HeapNumbers:
    most = left.most * right.most if sign == "*" else left.most + right.most
    if sign in ("&", "|", "^"):
        most = 1 << max(left.most, right.most).bit_length()
    if most >= LARGEST:
        raise NotIntervals
    a, b = left.values, right.values
    match sign:
        case "+":
            return HeapNumbers(a + b, most)
        case "-":
            return HeapNumbers(a - b, most)
        case "*":
            return HeapNumbers(a * b, most)
        case "&":
            return HeapNumbers(a & b, most)
        case "|":
            return HeapNumbers(a | b, most)
    return HeapNumbers(a ^ b, most)


# The loop whose turns leave an interval


def _inner(body: Body) -> Body:
    """A body without a scope that nothing leaves."""
    while len(body) == 1 and isinstance(body[0], Scope) and not any(_leaves(body[0].body)):
        body = body[0].body
    return body


def _clipped(turns: tuple[Number, Number], name: str, body: Body) -> tuple[tuple[Number, Number], Body]:
    """The first and the last turn in which comparisons hold that stand around all that is done in a turn."""
    first, last = turns
    while True:
        body = _inner(body)
        match body:
            case (If(Cmp("<" | "<=" | ">" | ">=" as sign, left, right), inner, ()),) if _depends(
                left, name
            ) or _depends(right, name):
                larger, smaller = (left, right) if sign in (">", ">=") else (right, left)
                above = Bin(
                    "-", larger, smaller if sign in (">=", "<=") else Bin("+", smaller, Const(1))
                )  # holds from 0 on
                rest = _put(above, name, Const(0))
                if _times(above, name) == 1:
                    first = Call("max", (first, Unary("-", rest)))
                else:
                    last = Call("min", (last, rest))
                body = inner
            case _:
                return (first, last), body


def _yielded(body: Body) -> Yield | None:
    """The option that a turn yields, with its own names replaced by those from before the loop."""
    given: dict[str, Number] = {}
    body = _inner(body)
    for statement in body[:-1]:
        if not isinstance(statement, Let) or statement.name in given or not is_safe(statement.value):
            return None
        given[statement.name] = _put_all(statement.value, given)
    match body[-1:]:
        case (Yield((part,), who, labels, site),) if isinstance(part, tuple) and len(part) == 1:
            left = _put_all(part[0], given)
            if not any(_depends(each, name) for each in (left, *given.values()) for name in given):
                return Yield(((left,),), who, labels, site)  # else it takes a value from the turn before
    return None


def _given(body: Body) -> Iterator[str]:
    for statement in body:
        match statement:
            case Let(name):
                yield name
            case Scope(body=inner) | If(body=inner):
                yield from _given(inner)


def _leaves(body: Body) -> Iterator[Leave]:
    for statement in body:
        match statement:
            case Leave():
                yield statement
            case If(_, left, right):
                yield from _leaves((*left, *right))
            case For(body=inner) | Scope(body=inner):
                yield from _leaves(inner)


def _times(number: Number, name: str) -> int:
    """1 or -1: a number that is a variable, or less it, and what does not depend on it. Raises NotIntervals."""
    match number:
        case Var(other) if other == name:
            return 1
        case Unary("-", operand):
            return -_times(operand, name)
        case Bin("+", left, right):
            signs = [_times(each, name) for each in (left, right) if _depends(each, name)]
            if len(signs) == 1:
                return signs[0]
        case Bin("-", left, right):
            signed = [(each, sign) for each, sign in ((left, 1), (right, -1)) if _depends(each, name)]
            if len(signed) == 1:
                return _times(signed[0][0], name) * signed[0][1]
    raise NotIntervals


def _depends(number: Number, name: str) -> bool:
    """Whether a sum contains a variable; an expression of another kind counts as if it did."""
    match number:
        case Const():
            return False
        case Var(other):
            return other == name
        case Unary(_, operand):
            return _depends(operand, name)
        case Bin(_, left, right):
            return _depends(left, name) or _depends(right, name)
        case Call(_, arguments):
            return any(_depends(each, name) for each in arguments)
    return True


def _put(number: Number, name: str, value: Number) -> Number:
    return _put_all(number, {name: value})


def _put_all(number: Number, given: dict[str, Number]) -> Number:
    """A number with others in the place of variables."""
    match number:
        case Var(name):
            return given.get(name, number)
        case Unary(sign, operand):
            return Unary(sign, _put_all(operand, given))
        case Bin(sign, left, right):
            return Bin(sign, _put_all(left, given), _put_all(right, given))
        case Call(function, arguments):
            return Call(function, tuple(_put_all(each, given) for each in arguments))
        case Const():
            return number
    if given:
        raise NotIntervals
    return number
