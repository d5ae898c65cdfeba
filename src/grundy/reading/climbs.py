"""Whether play may climb without end: some option of every state from one on is larger, as the core form shows.

All numbers of a state but one stay as they are, and that one, n, runs through all from its first value on. Then an
option a*n + b is larger for all of them, or the conditions above it hold for all of them, where that is so at the first
and a is large enough: what is larger has a larger option again, and so on for ever. Where a rule asks for remainders of
n, the same is said of each class of remainders that such play comes through, n being m*t + r with its own t. Whatever
else stands in a rule is left open, so that nothing is said where anything is unsure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from math import lcm
from typing import Any, TypeAlias

from grundy.reading.core import (
    And,
    Bin,
    Body,
    Call,
    Cmp,
    Condition,
    Const,
    Core,
    For,
    If,
    Leave,
    Let,
    Not,
    Number,
    Or,
    Pick,
    Renamed,
    Scope,
    Truth,
    Unary,
    Var,
    Yield,
)

Line: TypeAlias = "tuple[int, int] | None"  # a and b of a*n + b; None: something else
MOST_CLASSES = 60  # of remainders, each of which is looked at by itself
_PLAIN = (Let, If, For, Scope, Yield)  # statements after which the next one is done, whatever the numbers are


def climbs(core: Core, numbers: tuple[int, ...]) -> str | None:
    """The number of a state, by its name, that may grow for ever in play from it. None: no such is known.

    >>> up = Core(("n",), (If(Cmp(">=", Var("n"), Const(3)), (Yield(((Bin("+", Var("n"), Const(1)),),)),)),))
    >>> climbs(up, (3,)), climbs(up, (2,))
    ('n', None)
    """
    modulus = _modulus(core)
    return next((name for place, name in enumerate(core.state) if _climbs_at(core, numbers, place, modulus)), None)


def _climbs_at(core: Core, numbers: tuple[int, ...], place: int, modulus: int) -> bool:
    """Whether a number may grow for ever: from each class of remainders that it comes through to the next."""
    classes: set[int] = set()
    rest: int | None = numbers[place] % modulus
    while rest not in classes:
        if rest is None:
            return False
        classes.add(rest)
        climb = _Climb(core, numbers, place, modulus, rest)
        if not climb.finds():
            return False
        rest = climb.next_rest
    return True


def _modulus(core: Core) -> int:
    """A number by whose remainders the core form tells numbers apart, as far as it asks for remainders; else 1."""
    modulus, left = 1, [core.body]
    while left:
        part: Any = left.pop()
        if isinstance(part, tuple):
            left += part
        elif is_dataclass(part):
            if isinstance(part, Bin) and part.operator in ("%", "//") and isinstance(part.right, Const):
                larger = lcm(modulus, max(part.right.value, 1))
                modulus = larger if larger <= MOST_CLASSES else modulus
            left += [getattr(part, field.name) for field in fields(part)]
    return modulus


class _Unsure(Exception):
    """It is not known what a rule does next."""


class _Left(Exception):
    """A scope is left."""


class _Climb:
    """The statements that are done for each n of a class of remainders from a first one on, in their order.

    Args:    place: of n among the numbers of a state; all others are as they are given.
             modulus, rest: n is modulus*t + rest, and what is said below is said for each t from a first one on.
    """

    def __init__(self, core: Core, numbers: tuple[int, ...], place: int, modulus: int = 1, rest: int = 0) -> None:
        self.body, self.place, self.modulus = core.body, place, modulus
        self.first = -((rest - numbers[place]) // modulus)  # the least t of a number that is no smaller
        self.next_rest: int | None = None  # of the option that is larger
        self.start: list[Line] = [(0, number) for number in numbers]
        self.start[place] = (modulus, rest)
        self.lines: dict[str, Line] = dict(zip(core.state, self.start, strict=True))

    def finds(self) -> bool:
        """Whether an option that is larger is handed out for each n."""
        try:
            return self._body(self.body)
        except (_Unsure, _Left):
            return False

    def _body(self, body: Body) -> bool:
        return any(self._statement(statement) for statement in body)

    def _statement(self, statement: Any) -> bool:
        match statement:
            case Let(name, value):
                self.lines[name] = self._line(value)
            case Yield(tuple() as parts):
                return any(type(part) is tuple and self._is_larger(part) for part in parts)
            case If(test, body, others):
                holds = self._holds(test)
                if holds is not None:
                    return self._body(body if holds else others)
                self._leave_open((*body, *others))
            case For(name, low, high, step, body):
                if self._holds(Cmp("<" if step > 0 else ">", low, high)):
                    self.lines[name] = self._line(low)
                    if self._body(body):
                        return True
                self._leave_open((statement,))
            case Scope(label, body):
                try:
                    return self._body(body)
                except _Left as left:
                    if left.args != (label,):
                        raise
            case Leave(label):
                raise _Left(label)
            case Renamed(body):
                return self._body(body)
            case _:
                raise _Unsure
        return False

    def _is_larger(self, part: tuple[Number, ...]) -> bool:
        lines = [self._line(number) for number in part]
        if lines[: self.place] + lines[self.place + 1 :] != [
            line for place, line in enumerate(self.start) if place != self.place
        ]:
            return False
        next_line = lines[self.place]
        if next_line is None:  # a product of two lines says no remainder but of one
            self.next_rest = 0 if self.modulus == 1 else None
            return self._is_product(part[self.place])
        self.next_rest = next_line[1] % self.modulus if next_line[0] % self.modulus == 0 else None
        return self._compared(">", _combined("-", next_line, self.start[self.place])) is True

    def _is_product(self, number: Number) -> bool:
        """Whether a number is n or more, times 2 or more, n being positive: larger than n."""
        if not isinstance(number, Bin) or number.operator != "*":
            return False
        n, two = self.start[self.place], (0, 2)
        left, right = self._line(number.left), self._line(number.right)
        positive = self._compared(">", n)
        return bool(positive) and any(
            self._compared(">=", _combined("-", factor, n)) and self._compared(">=", _combined("-", other, two))
            for factor, other in ((left, right), (right, left))
        )

    def _leave_open(self, body: Body) -> None:
        """Forget what the variables are that some statements may give a value. Raises _Unsure: they may do more."""
        for statement in body:
            if not isinstance(statement, _PLAIN):
                raise _Unsure
            if isinstance(statement, Let | For):
                self.lines[statement.name] = None
            if isinstance(statement, If):
                self._leave_open((*statement.body, *statement.others))
            elif isinstance(statement, For | Scope):
                self._leave_open(statement.body)

    def _line(self, number: Number) -> Line:
        match number:
            case Const(value):
                return 0, value
            case Var(name):
                return self.lines.get(name)
            case Unary("-", operand):
                return _times(-1, self._line(operand))
            case Bin(operator, left, right):
                return _combined(operator, self._line(left), self._line(right))
            case Pick(test, one, two):
                holds = self._holds(test)
                return None if holds is None else self._line(one if holds else two)
            case Call("max" | "min" as function, (one, two)):
                holds = self._holds(Cmp(">=" if function == "max" else "<=", one, two))
                return None if holds is None else self._line(one if holds else two)
        return None

    def _holds(self, condition: Condition) -> bool | None:
        """Whether a condition holds for each n, or for none; None: it is not known."""
        match condition:
            case Truth(holds):
                return holds
            case Not(inner):
                return _negated(self._holds(inner))
            case And(conditions):
                return _all(map(self._holds, conditions))
            case Or(conditions):
                return _negated(_all(map(_negated, map(self._holds, conditions))))
            case Cmp(">" | ">=", Bin("*") as left, Const(value)) if value <= 0 and self._is_product(left):
                return True
            case Cmp(operator, left, right):
                return self._compared(operator, _combined("-", self._line(left), self._line(right)))
        return None

    def _compared(self, operator: str, line: Line) -> bool | None:
        """A comparison of a line with 0."""
        if line is None:
            return None
        a, b = line
        at_first = a * self.first + b
        positive, negative = a >= 0 and at_first > 0, a <= 0 and at_first < 0
        zero = a == 0 == at_first
        not_below, not_above = a >= 0 and at_first >= 0, a <= 0 and at_first <= 0
        always, never = {
            ">": (positive, not_above),
            ">=": (not_below, negative),
            "<": (negative, not_below),
            "<=": (not_above, positive),
            "==": (zero, positive or negative),
            "!=": (positive or negative, zero),
        }[operator]
        return True if always else False if never else None


def _all(conditions: Iterable[bool | None]) -> bool | None:
    """Whether all hold, as far as it is known: up to the first that never does."""
    answer: bool | None = True
    for holds in conditions:
        if holds is False:
            return False
        answer = answer if holds else None
    return answer


def _negated(holds: bool | None) -> bool | None:
    return None if holds is None else not holds


def _times(number: int, line: Line) -> Line:
    return None if line is None else (number * line[0], number * line[1])


def _combined(operator: str, left: Line, right: Line) -> Line:
    """What an operator makes of two lines, where that is a line."""
    if left is None or right is None:
        return None
    if operator in ("+", "-"):
        sign = 1 if operator == "+" else -1
        return left[0] + sign * right[0], left[1] + sign * right[1]
    if operator == "*" and not (left[0] and right[0]):
        return _times(right[1], left) if not right[0] else _times(left[1], right)
    if operator == "<<" and not right[0] and 0 <= right[1] <= 64:
        return _times(1 << right[1], left)
    if operator in ("%", "//") and not right[0] and right[1] > 0 and left[0] % right[1] == 0:
        rest = left[1] % right[1]
        return (0, rest) if operator == "%" else (left[0] // right[1], (left[1] - rest) // right[1])
    return None
