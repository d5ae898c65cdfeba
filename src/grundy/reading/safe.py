"""Which statements of the core form surely do not fail and surely end: those may be done earlier or later."""

from __future__ import annotations

from collections.abc import Iterable

from grundy.reading.core import (
    And,
    At,
    Bin,
    Bit,
    Call,
    Choice,
    Cmp,
    Condition,
    Const,
    Each,
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
    Scope,
    Statement,
    Truth,
    Unary,
    Var,
    Word,
    Yield,
)

LONGEST_SHIFT, MOST_POWER = 4096, 16
Bounds = dict[str, int]
"""Variables of loops that are in 0..bound - 1."""


def is_safe(number: Number, bounds: Bounds | None = None) -> bool:
    """Whether a number never fails."""
    match number:
        case Const() | Var():
            return True
        case Unary(_, operand):
            return is_safe(operand, bounds)
        case Bin("+" | "-" | "*" | "&" | "|" | "^", left, right):
            return is_safe(left, bounds) and is_safe(right, bounds)
        case Bin("//" | "%", left, Const(by)):
            return by != 0 and is_safe(left, bounds)
        case Bin("<<" | ">>", left, Const(by)):
            return 0 <= by <= LONGEST_SHIFT and is_safe(left, bounds)
        case Bin("**", left, Const(power)):
            return 0 <= power <= MOST_POWER and is_safe(left, bounds)
        case Call(function, arguments):
            return function != "isqrt" and all(is_safe(each, bounds) for each in arguments)
        case Pick(test, one, two):
            return is_safe_condition(test, bounds) and is_safe(one, bounds) and is_safe(two, bounds)
        case At(numbers, Var(name)):
            return (bounds or {}).get(name, len(numbers) + 1) <= len(numbers)
        case Bit(condition):
            return is_safe_condition(condition, bounds)
    return False


def is_safe_condition(condition: Condition, bounds: Bounds | None = None) -> bool:
    """Whether a condition never fails."""
    match condition:
        case Truth():
            return True
        case Cmp(_, left, right):
            return is_safe(left, bounds) and is_safe(right, bounds)
        case In(number):
            return is_safe(number, bounds)
        case InRange(number, low, high):
            return all(is_safe(each, bounds) for each in (number, low, high))
        case And(conditions) | Or(conditions):
            return all(is_safe_condition(each, bounds) for each in conditions)
        case Not(inner):
            return is_safe_condition(inner, bounds)


def is_safe_body(body: Iterable[Statement], bounds: Bounds | None = None) -> bool:
    """Whether statements never fail, and always end."""
    return all(_is_safe_statement(statement, bounds or {}) for statement in body)


def _is_safe_statement(statement: Statement, bounds: Bounds) -> bool:
    match statement:
        case Let(_, value):
            return is_safe(value, bounds)
        case If(test, body, others):
            return is_safe_condition(test, bounds) and is_safe_body((*body, *others), bounds)
        case For(name, low, high, step, body):
            inner = {**bounds, name: high.value} if step > 0 and low == Const(0) and isinstance(high, Const) else bounds
            return is_safe(low, bounds) and is_safe(high, bounds) and is_safe_body(body, inner)
        case Scope(_, body):
            return is_safe_body(body, bounds)
        case Leave():
            return True
        case Yield(parts, _, labels):
            numbers = [number for part in parts if not isinstance(part, Each) for number in part]
            ends = [end for part in parts if isinstance(part, Each) for end in (part.low, part.high)]
            bodies = [part.body for part in parts if isinstance(part, Gathered)]
            return (
                all(is_safe(each, bounds) for each in (*numbers, *ends))
                and all(is_safe_body(body, bounds) for body in bodies)
                and all(is_safe_label(label, bounds) for _, label in labels)
            )
    return False


def is_safe_label(label: Label, bounds: Bounds | None = None) -> bool:
    """Whether a label never fails."""
    match label:
        case Word():
            return True
        case Flag(condition):
            return is_safe_condition(condition, bounds)
        case Group(items):
            return all(is_safe_label(item, bounds) for item in items)
        case Choice(test, one, two):
            return is_safe_condition(test, bounds) and is_safe_label(one, bounds) and is_safe_label(two, bounds)
        case Joined():  # a number may have more digits than Python writes
            return False
    return is_safe(label, bounds)
