"""The core form run, construct by construct: slow, and so plain that it can judge every back end.

It gives the options of a state in their order, with labels and who moves next, and fails where the rule fails, with an
error of the same class.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Generator, Iterator
from typing import Any

from grundy.errors import BadRule, OutOfReach
from grundy.model.option import Option
from grundy.reading.core import (
    And,
    At,
    Bin,
    Bit,
    Body,
    Call,
    Choice,
    Cmp,
    Condition,
    Const,
    Core,
    Each,
    Fail,
    Flag,
    For,
    Gathered,
    Group,
    If,
    In,
    InRange,
    Joined,
    Label,
    Leave,
    Let,
    Not,
    Number,
    Or,
    Pick,
    Renamed,
    Scope,
    Statement,
    Truth,
    Unary,
    Var,
    While,
    Word,
    Yield,
)
from grundy.reading.values import COMPARED, OPERATORS

Variables = dict[str, int]
CALLED: dict[str, Callable[..., int]] = {
    "min": min, "max": max, "gcd": math.gcd, "lcm": math.lcm, "isqrt": math.isqrt, "abs": abs,
    "bit_length": int.bit_length, "bit_count": int.bit_count,
}  # fmt: skip
OURS: dict[str, type[Exception]] = {"BadRule": BadRule, "OutOfReach": OutOfReach}


def error_named(name: str) -> type[Exception]:
    """The class of errors that `Fail` and `Renamed` name."""
    error_class: type[Exception] = OURS.get(name) or getattr(builtins, name)
    return error_class


def options(core: Core, numbers: tuple[int, ...]) -> Iterator[Option]:
    """The options of a state, by its numbers. Raises whatever the rule raises.

    >>> halve = Core(("n",), (Yield(((Bin("//", Var("n"), Const(2)),),)),))
    >>> list(options(halve, (9,)))
    [Option(parts=(4,), labels=(), next='opponent')]
    """
    yield from _body(core.body, dict(zip(core.state, numbers, strict=True)))


def number(value: Number, variables: Variables) -> int:
    """What a number is."""
    match value:
        case Const(constant):
            return constant
        case Var(name):
            return variables[name]
        case Unary("-", operand):
            return -number(operand, variables)
        case Unary(_, operand):
            return ~number(operand, variables)
        case Bin(sign, left, right):
            return OPERATORS[sign](number(left, variables), number(right, variables))
        case Call(function, arguments):
            return CALLED[function](*[number(argument, variables) for argument in arguments])
        case Pick(test, one, two):
            return number(one if holds(test, variables) else two, variables)
        case At(numbers, index):
            return numbers[number(index, variables)]
        case Bit(condition):
            return 1 if holds(condition, variables) else 0


def holds(condition: Condition, variables: Variables) -> bool:
    """Whether a condition holds."""
    match condition:
        case Truth(value):
            return value
        case Cmp(sign, left, right):
            return COMPARED[sign](number(left, variables), number(right, variables))
        case In(value, numbers):
            return number(value, variables) in numbers
        case InRange(value, low, high, step):
            element = number(value, variables)
            return element in range(number(low, variables), number(high, variables), step)
        case And(conditions):
            return all(holds(each, variables) for each in conditions)
        case Or(conditions):
            return any(holds(each, variables) for each in conditions)
        case Not(inner):
            return not holds(inner, variables)


def label(value: Label, variables: Variables) -> Any:
    """What a label is."""
    match value:
        case Word(word):
            return word
        case Flag(condition):
            return holds(condition, variables)
        case Joined(pieces):
            return "".join([piece if isinstance(piece, str) else str(number(piece, variables)) for piece in pieces])
        case Group(items):
            return tuple([label(item, variables) for item in items])
        case Choice(test, one, two):
            return label(one if holds(test, variables) else two, variables)
    return number(value, variables)


def _parts(parts: tuple[tuple[Number, ...] | Each, ...], variables: Variables) -> Iterator[Any]:
    for part in parts:
        if isinstance(part, Gathered):
            for option in _body(part.body, variables):
                yield from option.parts
        elif isinstance(part, Each):
            yield from range(number(part.low, variables), number(part.high, variables), part.step)
        else:
            numbers = tuple([number(each, variables) for each in part])
            yield numbers if len(numbers) > 1 else numbers[0]


def _body(body: Body, variables: Variables) -> Generator[Option, None, str]:
    """The options of statements; it returns the label that was left, "" at the end of them."""
    for statement in body:
        left = yield from _statement(statement, variables)
        if left:
            return left
    return ""


def _statement(statement: Statement, variables: Variables) -> Generator[Option, None, str]:
    match statement:
        case Let(name, value):
            variables[name] = number(value, variables)
        case If(test, body, others):
            return (yield from _body(body if holds(test, variables) else others, variables))
        case For(name, low, high, step, body):
            for turn in range(number(low, variables), number(high, variables), step):
                variables[name] = turn
                left = yield from _body(body, variables)
                if left:
                    return left
        case While(test, body):
            while holds(test, variables):
                left = yield from _body(body, variables)
                if left:
                    return left
        case Scope(own, body):
            left = yield from _body(body, variables)
            return left if left != own else ""
        case Leave(of):
            return of
        case Yield(parts, who, labels):
            left_parts = tuple(_parts(parts, variables))
            yield Option(left_parts, tuple([(name, label(value, variables)) for name, value in labels]), who)
        case Fail(error, shown):
            for each in shown:
                str(number(each, variables))
            raise error_named(error)
        case Renamed(body, handlers):
            try:
                return (yield from _body(body, variables))
            except Exception as error:
                for caught, others in handlers:
                    if isinstance(error, tuple(map(error_named, caught))):
                        yield from _body(others, variables)
                        break
                raise
    return ""
