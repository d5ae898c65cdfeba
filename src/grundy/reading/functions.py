"""Calls of Python's own functions: each that is read is known by what it is, not by its name."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from types import FunctionType
from typing import Any

from grundy.reading.calls import BY_PLACE, NEXT, YOUR_OWN, CallReader
from grundy.reading.comparisons import negation
from grundy.reading.core import (
    At,
    Call,
    Const,
    Fail,
    If,
    Joined,
    Let,
    Number,
    Var,
)
from grundy.reading.loops import COMPREHENSIONS
from grundy.reading.tuples import has_bools
from grundy.reading.values import (
    INT,
    Constants,
    Items,
    NumberValue,
    OneOf,
    RangeValue,
    Test,
    TextValue,
    Value,
    combined,
    compared,
    is_natural,
    joint_kind,
    kind_of,
    number_of,
    numbers_of,
    plain,
)

_ONE_BY_ONE = "it can be used up: write the loop over a range or a tuple itself"
_TUPLE, _TEXT = "write a tuple in which no number comes twice", "text stands in labels alone, with plain numbers in it"
INSTEAD_OF: dict[int, str] = {
    **{id(each): _TUPLE for each in (set, frozenset)},
    id(dict): "write if and elif",
    **{id(each): _ONE_BY_ONE for each in (reversed, zip, enumerate, iter, map, filter, next)},
    **{id(each): _TEXT for each in (str, repr, format)},
}


class Functions(CallReader):
    """Calls."""

    def call(self, node: ast.Call) -> Value:
        """What a call gives."""
        function = self.callee(node.func)
        if (who := NEXT.get(id(function))) is not None:
            return self.move(node, who)
        if (handler := FUNCTIONS.get(id(function))) is not None:
            if node.keywords and function is not sorted:
                self.refuse(node, BY_PLACE)
            return handler(self, node, function)
        if type(function) is FunctionType:
            value = self.inline(function, node, None)
            assert value is not None
            return value
        if function is None and isinstance(node.func, ast.Attribute):
            return self.method(node, node.func)
        self.refuse(node, INSTEAD_OF.get(id(function), YOUR_OWN))


def _range(r: Functions, node: ast.Call, _: Any) -> Value:
    values, numbers = r.numbers(node, 1, 3)
    step = plain(values[2]) if len(values) == 3 else 1
    if not step:
        r.refuse(node, "write a constant step that is not 0")
    low, high = (Const(0), numbers[0]) if len(numbers) == 1 else numbers[:2]
    return RangeValue(low, high, step)


def _len(r: Functions, node: ast.Call, _: Any) -> Value:
    (argument,) = r.one(node)
    if isinstance(argument, COMPREHENSIONS) and isinstance(argument, ast.ListComp):
        return _summed(r, argument, lambda value: Const(1), 0)
    value = r.value(argument)
    match value:
        case Items(items):
            r.dropped(value, argument)
            return NumberValue(Const(len(items)))
        case OneOf(rows, index):
            return NumberValue(At(tuple(map(len, rows)), index), INT, True)
        case RangeValue(Const(low), Const(high), step):
            return NumberValue(Const(len(range(low, high, step))))
    r.refuse(node, "write the number itself, as high - low")


def _extreme(r: Functions, node: ast.Call, function: Any) -> Value:
    name = "min" if function is min else "max"
    values: list[Value]
    if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
        (argument,) = node.args
        if isinstance(argument, COMPREHENSIONS | ast.Call):
            return _extreme_of_loop(r, node, argument, name)
        whole = r.value(argument)
        if not isinstance(whole, Items):
            return _extreme_of_loop(r, node, argument, name, whole)
        values = list(whole.items)
    else:
        values = r.arguments(node)
        if len(values) == 1:
            r.refuse(node, "write two numbers")
    numbers = [r.number(value, node) for value in values]
    if not numbers:
        r.emit(Fail("ValueError", (), r.site(node)))
        return NumberValue(Const(0))
    if len(numbers) == 1:
        return values[0]
    natural = (all if name == "min" else any)(map(is_natural, values))
    constants = [number.value for number in numbers if isinstance(number, Const)]
    if len(constants) == len(numbers) and joint_kind(values) == INT:
        return NumberValue(Const(min(constants) if name == "min" else max(constants)))
    return NumberValue(Call(name, tuple(numbers)), joint_kind(values), natural)


def _extreme_of_loop(r: Functions, node: ast.Call, argument: ast.expr, name: str, whole: Value | None = None) -> Value:
    """The least or the largest of what a loop gives; ValueError of nothing."""
    met, best = r.fresh("met"), r.fresh(name)
    r.emit(Let(met, Const(0)))
    r.emit(Let(best, Const(0)))

    def turn(value: Value) -> None:
        number = r.fixed_number(r.number(value, argument))
        if kind_of(value) != INT:
            r.refuse(argument, "write numbers")
        first = compared("==", Var(met), Const(0))
        better = compared("<" if name == "min" else ">", number, Var(best))
        r.emit(If(r.joined(False, [([], first), ([], better)]), (Let(best, number), Let(met, Const(1)))))

    if whole is not None:
        r.over(whole, argument, turn)
    else:
        r.iterate(argument, turn, (), True)
    r.emit(If(compared("==", Var(met), Const(0)), (Fail("ValueError", (), r.site(node)),)))
    return NumberValue(Var(best))


def _sum(r: Functions, node: ast.Call, _: Any) -> Value:
    start = plain(r.value(node.args[1])) if len(node.args) == 2 else 0
    if len(node.args) not in (1, 2) or start is None:
        r.refuse(node, "write a constant start")
    argument = node.args[0]

    def number(value: Value) -> Number:
        return r.number(value, argument)

    return _summed(r, argument, number, start)


def _summed(r: Functions, argument: ast.expr, number: Callable[[Value], Number], start: int) -> Value:
    total = r.fresh("sum")
    r.emit(Let(total, Const(start)))
    natural = [start >= 0]

    def turn(value: Value) -> None:
        more = number(value)
        if more != number_of(value):
            r.dropped(value, argument)
        natural.append(is_natural(NumberValue(more)) or is_natural(value))
        r.emit(Let(total, combined("+", Var(total), more)))

    r.iterate(argument, turn, (), True)
    return NumberValue(Var(total), INT, all(natural))


def _any(r: Functions, node: ast.Call, function: Any) -> Value:
    (argument,) = r.one(node)
    flag, label = r.fresh("holds"), r.label("found")
    decides = function is any
    r.emit(Let(flag, Const(int(not decides))))
    frame = r.frame

    def turn(value: Value) -> None:
        at = argument.elt if isinstance(argument, COMPREHENSIONS) else argument
        condition = r.truth(value, at)

        def stop() -> bool:
            r.emit(Let(flag, Const(int(decides))))
            return r.leave(label, frame)

        r.branches(condition if decides else negation(condition), stop, lambda: True)

    def work() -> bool:
        r.iterate(argument, turn)
        return True

    r.scoped(label, work)
    return Test(compared("!=", Var(flag), Const(0)))


def _abs(r: Functions, node: ast.Call, _: Any) -> Value:
    _, (number,) = r.numbers(node, 1, 1)
    return NumberValue(Const(abs(number.value)) if isinstance(number, Const) else Call("abs", (number,)), INT, True)


def _int(r: Functions, node: ast.Call, _: Any) -> Value:
    (value,), (number,) = r.numbers(node, 1, 1)
    return NumberValue(number, INT, is_natural(value))


def _bool(r: Functions, node: ast.Call, _: Any) -> Value:
    (argument,) = r.one(node)
    return Test(r.condition(argument))


def _pow(r: Functions, node: ast.Call, _: Any) -> Value:
    values, _numbers = r.numbers(node, 2, 2)
    return r.operation(node, ast.Pow, values[0], values[1])


def _divmod(r: Functions, node: ast.Call, _: Any) -> Value:
    values, numbers = r.numbers(node, 2, 2)
    dividend, divisor = (r.fixed_number(number) for number in numbers)
    by = plain(values[1]) or 0
    quotient = r.fixed_number(combined("//", dividend, divisor))
    rest = r.fixed_number(combined("%", dividend, divisor))
    return Items((NumberValue(quotient, INT, is_natural(values[0]) and by > 0), NumberValue(rest, INT, by > 0)))


def _sorted(r: Functions, node: ast.Call, _: Any) -> Value:
    (argument,) = r.one(node)
    descending: int | None = 0
    for keyword in node.keywords:
        descending = plain(r.value(keyword.value)) if keyword.arg == "reverse" else None
    value = r.value(argument)
    if descending is None or not isinstance(value, Items):
        r.refuse(node, "write sorted of a tuple of numbers")
    return r.in_order(node, value, bool(descending))


def _tuple(r: Functions, node: ast.Call, function: Any) -> Value:
    (argument,) = r.one(node)
    if isinstance(argument, ast.Call) and r.callee(argument.func) is reversed:
        (inner,) = r.one(argument)
        value = r.reverse(r.value(inner), argument)
    else:
        value = r.value(argument)
    kind: Any = "tuple" if function is tuple else "list"
    if isinstance(value, RangeValue):
        low, high = plain(NumberValue(value.low)), plain(NumberValue(value.high))
        if low is not None and high is not None and len(range(low, high, value.step)) <= 2**16:
            return Items(Constants(tuple(range(low, high, value.step))), kind)
    if not isinstance(value, Items):
        r.refuse(node, "write a tuple of numbers")
    return Items(value.items, kind)


def _set(r: Functions, node: ast.Call, function: Any) -> Value:
    """A set of constants, in the order in which Python goes through it."""
    (argument,) = r.one(node)
    value = r.value(argument)
    numbers = numbers_of(value)
    if numbers is None or has_bools(value):
        r.refuse(node, _TUPLE)
    return Items(Constants(tuple(function(numbers))), "set")


def _plain_call(name: str) -> Callable[[Functions, ast.Call, Any], Value]:
    def work(r: Functions, node: ast.Call, function: Any) -> Value:
        _, numbers = r.numbers(node, 1 if name == "isqrt" else 0, 1 if name == "isqrt" else 20)
        constants = [number.value for number in numbers if isinstance(number, Const)]
        if len(constants) == len(numbers) and not (name == "isqrt" and constants[0] < 0):
            return NumberValue(Const(function(*constants)))
        return NumberValue(Call(name, tuple(numbers)), INT, True)

    return work


def _str(r: Functions, node: ast.Call, _: Any) -> Value:
    (argument,) = r.one(node)
    value = r.value(argument)
    if not isinstance(value, NumberValue) or value.kind != INT:
        r.refuse(node, _TEXT)
    return TextValue(Joined((value.number,)))


_FUNCTIONS: dict[Any, Callable[[Functions, ast.Call, Any], Value]] = {
    range: _range, len: _len, min: _extreme, max: _extreme, sum: _sum, any: _any, all: _any, abs: _abs, int: _int,
    bool: _bool, pow: _pow, divmod: _divmod, sorted: _sorted, tuple: _tuple, list: _tuple, set: _set, frozenset: _set,
    str: _str, math.gcd: _plain_call("gcd"), math.lcm: _plain_call("lcm"), math.isqrt: _plain_call("isqrt"),
}  # fmt: skip
FUNCTIONS = {id(function): work for function, work in _FUNCTIONS.items()}
"""What is read of Python's own functions; by identity, as a value of the user's may say of itself that it is equal."""
