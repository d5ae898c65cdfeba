"""The options that a rule is sure to hand out at all states of a line, a quarter of a plane, and so on upwards.

Each number of a state is a polynomial of some t, which are 0 or more; so are the numbers of an option. A condition
holds at all these states where what it compares has no coefficient below 0. Whatever else stands in a rule is left
open: an option that is not sure is not handed out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
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

Polynomial: TypeAlias = "dict[tuple[int, ...], int]"
"""The coefficient of each product of some t, by the places of these: {(): 3, (0,): 2} is 3 + 2*t0."""
State: TypeAlias = "tuple[Polynomial, ...]"

MOST_FACTORS = 4  # in a product of some t
_PLAIN = (Let, If, For, Scope, Yield)  # statements after which the next one is done, whatever the numbers are


def constant(number: int) -> Polynomial:
    return {(): number} if number else {}


def ray(first: int, step: int, place: int) -> Polynomial:
    """first + step*t, by the place of t."""
    return _sum(constant(first), {(place,): step} if step else {})


def difference(left: Polynomial, right: Polynomial) -> Polynomial:
    """left - right.

    >>> difference({(): 3, (0,): 2}, {(): 1, (0,): 2})
    {(): 2}
    """
    return _sum(left, right, -1)


def at_least(number: int, polynomial: Polynomial) -> bool:
    """Whether a polynomial is sure to be a number or more, whatever its t are."""
    return polynomial.get((), 0) >= number and all(factor > 0 for t, factor in polynomial.items() if t)


def options_along(core: Core, state: State) -> list[State]:
    """Some options that are handed out whatever the t are, each of one part.

    >>> up = Core(("n",), (If(Cmp(">=", Var("n"), Const(3)), (Yield(((Bin("+", Var("n"), Const(1)),),)),)),))
    >>> options_along(up, ({(): 3, (0,): 1},)), options_along(up, ({(0,): 1},))
    ([({(): 4, (0,): 1},)], [])
    """
    run = _Run(core, state)
    with suppress(_Unsure, _Left):
        run.body(core.body)
    return run.options


class _Unsure(Exception):
    """It is not known what a rule does next."""


class _Left(Exception):
    """A scope is left."""


class _Run:
    """The statements that are done at all these states, in their order, and the options that they hand out."""

    def __init__(self, core: Core, state: State) -> None:
        self.variables: dict[str, Polynomial | None] = dict(zip(core.state, state, strict=True))
        self.options: list[State] = []

    def body(self, body: Body) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, statement: Any) -> None:
        match statement:
            case Let(name, value):
                self.variables[name] = self._number(value)
            case Yield(tuple() as parts):
                self._yield(parts)
            case If(test, body, others):
                holds = self._holds(test)
                if holds is not None:
                    self.body(body if holds else others)
                else:
                    self._leave_open((*body, *others))
            case For():
                self._loop(statement)
            case Scope(label, body):
                try:
                    self.body(body)
                except _Left as left:
                    if left.args != (label,):
                        raise
            case Leave(label):
                raise _Left(label)
            case Renamed(body):
                self.body(body)
            case _:
                raise _Unsure

    def _loop(self, loop: For) -> None:
        """The first time round a loop, the second and the last, where there are these."""
        step = Const(loop.step)
        second = Bin("+", loop.low, step)
        last = Bin("-", loop.high, step)
        turns = (loop.low, second, *((last,) if abs(loop.step) == 1 else ()))
        compared = "<" if loop.step > 0 else ">"
        numbers = [self._number(turn) for turn in turns]
        for turn, number in enumerate(numbers):
            if not self._holds(Cmp(compared, turns[turn], loop.high)):
                break
            if turn == 2:
                self._leave_open((loop,))
            self.variables[loop.name] = number
            self.body(loop.body)
        self._leave_open((loop,))

    def _yield(self, parts: tuple[Any, ...]) -> None:
        for part in parts:
            if type(part) is tuple:
                numbers = [self._number(number) for number in part]
                if None not in numbers:
                    self.options.append(tuple(numbers))  # type: ignore[arg-type]  # none of these is None

    def _leave_open(self, body: Body) -> None:
        """Forget what the variables are that some statements may give a value. Raises _Unsure: they may do more."""
        for statement in body:
            if not isinstance(statement, _PLAIN):
                raise _Unsure
            if isinstance(statement, Let | For):
                self.variables[statement.name] = None
            if isinstance(statement, If):
                self._leave_open((*statement.body, *statement.others))
            elif isinstance(statement, For | Scope):
                self._leave_open(statement.body)

    def _number(self, number: Number) -> Polynomial | None:
        match number:
            case Const(value):
                return constant(value)
            case Var(name):
                return self.variables.get(name)
            case Unary("-", operand):
                return _combined("-", {}, self._number(operand))
            case Bin(operator, left, right):
                return _combined(operator, self._number(left), self._number(right))
            case Pick(test, one, two):
                holds = self._holds(test)
                return None if holds is None else self._number(one if holds else two)
            case Call("max" | "min" as function, (one, two)):
                holds = self._holds(Cmp(">=" if function == "max" else "<=", one, two))
                return None if holds is None else self._number(one if holds else two)
        return None

    def _holds(self, condition: Condition) -> bool | None:
        """Whether a condition holds whatever the t are, or never; None: it is not known."""
        match condition:
            case Truth(holds):
                return holds
            case Not(inner):
                return _negated(self._holds(inner))
            case And(conditions):
                return _all(map(self._holds, conditions))
            case Or(conditions):
                return _negated(_all(map(_negated, map(self._holds, conditions))))
            case Cmp(operator, left, right):
                return _compared(operator, self._number(left), self._number(right))
        return None


def _compared(operator: str, left: Polynomial | None, right: Polynomial | None) -> bool | None:
    if left is None or right is None:
        return None
    more, less = difference(left, right), difference(right, left)
    zero = not more
    positive, negative = at_least(1, more), at_least(1, less)
    not_below, not_above = at_least(0, more), at_least(0, less)
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


def _sum(left: Polynomial, right: Polynomial, times: int = 1) -> Polynomial:
    total = dict(left)
    for t, factor in right.items():
        total[t] = total.get(t, 0) + times * factor
        if not total[t]:
            del total[t]
    return total


def _product(left: Polynomial, right: Polynomial) -> Polynomial | None:
    product: Polynomial = {}
    for t, factor in left.items():
        for other, times in right.items():
            if len(t) + len(other) > MOST_FACTORS:
                return None
            product = _sum(product, {tuple(sorted(t + other)): factor}, times)
    return product


def _combined(operator: str, left: Polynomial | None, right: Polynomial | None) -> Polynomial | None:
    """What an operator makes of two polynomials, where that is a polynomial."""
    if left is None or right is None:
        return None
    if operator in ("+", "-"):
        return _sum(left, right, 1 if operator == "+" else -1)
    if operator == "*":
        return _product(left, right)
    number = right.get((), 0)
    if any(right.keys() - {()}):
        return None
    if operator == "<<" and 0 <= number <= 64:
        return _product(left, constant(1 << number))
    if operator in ("%", "//") and number > 0 and not any(factor % number for t, factor in left.items() if t):
        rest = left.get((), 0) % number
        if operator == "%":
            return constant(rest)
        return {t: factor // number for t, factor in _sum(left, constant(rest), -1).items()}
    return None


def places_of(state: Sequence[Polynomial]) -> list[Polynomial]:
    """The numbers of a state without their constants: equal for two states where one is the other, moved."""
    return [{t: factor for t, factor in number.items() if t} for number in state]
