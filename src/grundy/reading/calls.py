"""Calls: those of Python's own functions that are read, options, and helpers, whose bodies are written where they are
called."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from types import FunctionType
from typing import Any

from grundy.model import option
from grundy.model.option import Next
from grundy.reading.core import (
    At,
    Call,
    Const,
    Each,
    Fail,
    If,
    Joined,
    Label,
    Let,
    Number,
    Var,
)
from grundy.reading.expressions import negation
from grundy.reading.loops import COMPREHENSIONS, Deliver, Loops
from grundy.reading.source import source_of
from grundy.reading.values import (
    INT,
    Move,
    Num,
    Row,
    Span,
    Table,
    Test,
    Text,
    Value,
    combined,
    compared,
    from_outside,
    is_natural,
    joint_kind,
    kind_of,
    label_of,
    number_of,
    plain,
)

NEXT: dict[int, Next] = {id(option.to): "opponent", id(option.again): "again", id(option.answer): "answer"}
DEEPEST = 12  # helpers in helpers
BY_PLACE = "give each argument by its place, with no name"
_ONE_BY_ONE = "it can be used up: write the loop over a range or a tuple itself"
_TUPLE, _TEXT = "write a tuple in which no number comes twice", "text stands in labels alone, with plain numbers in it"
INSTEAD_OF: dict[int, str] = {
    **{id(each): _TUPLE for each in (set, frozenset)},
    id(dict): "write if and elif",
    **{id(each): _ONE_BY_ONE for each in (reversed, zip, enumerate, iter, map, filter, next)},
    **{id(each): _TEXT for each in (str, repr, format)},
}


class Calls(Loops):
    """Python's own functions, helpers and options."""

    arity = 1  # numbers of a state

    def block(self, body: list[ast.stmt]) -> bool:
        """Write some statements; whether what follows them is ever reached."""
        raise NotImplementedError

    def call(self, node: ast.Call) -> Value:
        """What a call gives."""
        function = self.callee(node.func)
        if (who := NEXT.get(id(function))) is not None:
            return self.move(node, who)
        if (known := FUNCTIONS.get(id(function))) is not None:
            if node.keywords and function is not sorted:
                self.refuse(node, BY_PLACE)
            return known(self, node, function)
        if type(function) is FunctionType:
            found = self.inline(function, node, None)
            assert found is not None
            return found
        if function is None and isinstance(node.func, ast.Attribute):
            return self.method(node, node.func)
        self.refuse(node, INSTEAD_OF.get(id(function), "write numbers, and functions of your own, made with def"))

    def method(self, node: ast.Call, function: ast.Attribute) -> Value:
        """`x.bit_length()`, `x.bit_count()` and `bin(x).count("1")`."""
        if function.attr in ("bit_length", "bit_count") and not node.args and not node.keywords:
            number = self.number(self.value(function.value), function.value)
            return Num(Call(function.attr, (number,)), INT, True)
        inner = function.value
        if function.attr == "count" and isinstance(inner, ast.Call) and self.callee(inner.func) is bin:
            match node.args, inner.args, node.keywords, inner.keywords:
                case [ast.Constant("1")], [one], [], []:
                    return Num(Call("bit_count", (self.number(self.value(one), one),)), INT, True)
        self.refuse(node, "write it with numbers alone")

    def arguments(self, node: ast.Call) -> list[Value]:
        """What a call is given by place."""
        return [value for values in self.starred(node.args) for value in values]

    def numbers(self, node: ast.Call, least: int, most: int) -> tuple[list[Value], list[Number]]:
        """What a call is given, where these are numbers."""
        values = self.arguments(node)
        if not least <= len(values) <= most:
            self.refuse(node, f"write {least} to {most} numbers" if least < most else f"write {least}")
        return values, [self.number(value, node) for value in values]

    def one(self, node: ast.Call) -> tuple[ast.expr]:
        """The only argument of a call."""
        if len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
            self.refuse(node, "write one argument")
        return (node.args[0],)

    # Options

    def move(self, node: ast.Call, who: Next) -> Move:
        """What `to`, `again` and `answer` give."""
        names = [keyword.arg for keyword in node.keywords]
        first = min([(each.value.lineno, each.value.col_offset) for each in node.keywords], default=None)
        if None in names:
            self.refuse(node, "write each label with its name")
        if first and any((each.lineno, each.col_offset) > first for each in node.args):
            self.refuse(node, "write what is left before the labels")

        def work(each: ast.expr) -> tuple[Value, ...]:
            if not isinstance(each, ast.Starred):
                return (self.value(each),)
            value = self.value(each.value)
            if isinstance(value, Row) and value.kind != "set":
                return value.items
            if isinstance(value, Span):
                return (value,)
            self.refuse(each, "write the parts one by one, or a range")

        nodes = [*node.args, *[keyword.value for keyword in node.keywords]]
        found = self._in_order(nodes, work)
        parts: list[tuple[Number, ...] | Each] = []
        for each, values in zip(node.args, found, strict=False):
            parts += [self.part(value, each, isinstance(each, ast.Starred)) for value in values]
        labels: list[tuple[str, Label]] = []
        for keyword, values in zip(node.keywords, found[len(node.args) :], strict=True):
            label = label_of(values[0])
            if label is None:
                self.refuse(keyword.value, "a label is a number, a condition, text, None or a tuple of these")
            labels.append((keyword.arg or "", label))
        return Move(tuple(parts), who, tuple(labels))

    def part(self, value: Value, node: ast.AST, is_star: bool = False) -> tuple[Number, ...] | Each:
        """A state that is left."""
        if isinstance(value, Span) and is_star and self.arity == 1:
            return Each(value.low, value.high, value.step)
        if self.arity == 1 and isinstance(value, Num) and value.kind == INT:
            return (value.number,)
        if self.arity > 1 and isinstance(value, Row) and value.kind == "tuple" and len(value.items) == self.arity:
            numbers = [item.number for item in value.items if isinstance(item, Num) and item.kind == INT]
            if len(numbers) == self.arity:
                return tuple(numbers)
        if isinstance(value, Num | Test):
            self.refuse(node, "a condition is no state: write int(...), or 1 if ... else 0")
        self.refuse(node, "a state here is a number" if self.arity == 1 else f"a state here is {self.arity} numbers")

    # Helpers

    def inline(self, function: FunctionType, node: ast.Call, deliver: Deliver | None) -> Value | None:
        """Write what a helper does where it is called; what it returns, or None of a generator."""
        if function in self.inside:
            self.refuse(node, "a function that calls itself is not read: write a loop")
        if len(self.inside) >= DEEPEST:
            self.refuse(node, f"functions are read at most {DEEPEST} deep")
        is_generator = bool(function.__code__.co_flags & 0x20)
        if function.__code__.co_flags & 0x280 or is_generator != (deliver is not None):
            self.refuse(node, "write a loop over it")
        source = source_of(function)
        if source.tree.decorator_list:
            self.refuse(node, "leave its decorator out")
        label = self.label("end")
        frame = self.frame_of(source, label, deliver)
        given = self._bound(function, node, source.tree.args)
        self.inside.append(function)
        with self.within(frame):
            for name, value in given:
                self.store(name, value, node)
            found = self._body(frame, source.tree.body, is_generator, label)
        self.inside.pop()
        return found

    def _body(self, frame: Any, body: list[ast.stmt], is_generator: bool, label: str) -> Value | None:
        returns = [inner for statement in body for inner in ast.walk(statement) if isinstance(inner, ast.Return)]
        if is_generator:
            self.scoped(label, lambda: self.block(body))
            return None
        last = body[-1]
        if len(returns) == 1 and isinstance(last, ast.Return) and last.value is not None:
            if not self.block(body[:-1]):
                return Num(Const(0))
            return self.value(last.value)
        goes_on: list[bool] = []

        def work() -> bool:
            goes_on.append(self.block(body))
            return False

        self.scoped(label, work)
        if goes_on[0]:
            self.refuse(frame.source.tree, "it may return nothing: write return with a value at its end")
        return frame.result if frame.result is not None else Num(Const(0))

    def returned(self, node: ast.Return) -> bool:
        """`return` of a helper, not as its last statement."""
        frame = self.frame
        if frame.deliver is not None:
            if node.value is not None:
                self.refuse(node, "write return alone")
            return self.leave(frame.end)
        if node.value is None:
            self.refuse(node, "write return with a value")
        value = self.value(node.value)
        if isinstance(value, Move):
            self.refuse(node, "write it where it is yielded")
        if frame.result is None:
            frame.result = self._slots(value, "result", node)
        else:
            self._put(frame.result, value, node)
        return self.leave(frame.end)

    def _bound(self, function: FunctionType, node: ast.Call, arguments: ast.arguments) -> list[tuple[str, Value]]:
        """Each argument of a helper with its value, in the order in which these are worked out."""
        places = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        names = {each.arg for each in (*arguments.args, *arguments.kwonlyargs)}
        if any(keyword.arg is None for keyword in node.keywords):
            self.refuse(node, "write each argument with its name")
        if node.keywords and any(isinstance(each, ast.Starred) for each in node.args):
            self.refuse(node, BY_PLACE)
        nodes = [*node.args, *[keyword.value for keyword in node.keywords]]
        found = self.starred(nodes)
        by_place = [value for values in found[: len(node.args)] for value in values]
        if len(by_place) > len(places):
            self.refuse(node, f"write {len(places)} arguments")
        given: dict[str, Value] = dict(zip(places, by_place, strict=False))
        for keyword, values in zip(node.keywords, found[len(node.args) :], strict=True):
            if keyword.arg not in names or keyword.arg in given:
                self.refuse(node, "write each argument once, with a name that the function has")
            given[keyword.arg or ""] = values[0]
        defaults = dict(zip(reversed(places), reversed(function.__defaults__ or ()), strict=False))
        defaults |= function.__kwdefaults__ or {}
        for name in [*places, *[each.arg for each in arguments.kwonlyargs]]:
            if name in given:
                continue
            held = from_outside(defaults[name]) if name in defaults else None
            if held is None:
                self.refuse(node, f"write a number for its argument {name}")
            given[name] = held
        return list(given.items())


def _range(r: Calls, node: ast.Call, _: Any) -> Value:
    values, numbers = r.numbers(node, 1, 3)
    step = plain(values[2]) if len(values) == 3 else 1
    if not step:
        r.refuse(node, "write a constant step that is not 0")
    low, high = (Const(0), numbers[0]) if len(numbers) == 1 else numbers[:2]
    return Span(low, high, step)


def _len(r: Calls, node: ast.Call, _: Any) -> Value:
    (argument,) = r.one(node)
    if isinstance(argument, COMPREHENSIONS) and isinstance(argument, ast.ListComp):
        return _summed(r, argument, lambda value: Const(1), 0)
    value = r.value(argument)
    match value:
        case Row(items):
            r.dropped(value, argument)
            return Num(Const(len(items)))
        case Table(rows, index):
            return Num(At(tuple(map(len, rows)), index), INT, True)
        case Span(Const(low), Const(high), step):
            return Num(Const(len(range(low, high, step))))
    r.refuse(node, "write the number itself, as high - low")


def _extreme(r: Calls, node: ast.Call, function: Any) -> Value:
    name = "min" if function is min else "max"
    values: list[Value]
    if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
        (argument,) = node.args
        if isinstance(argument, COMPREHENSIONS | ast.Call):
            return _extreme_of_loop(r, node, argument, name)
        whole = r.value(argument)
        if not isinstance(whole, Row):
            return _extreme_of_loop(r, node, argument, name, whole)
        values = list(whole.items)
    else:
        values = r.arguments(node)
        if len(values) == 1:
            r.refuse(node, "write two numbers")
    numbers = [r.number(value, node) for value in values]
    if not numbers:
        r.emit(Fail("ValueError", (), r.site(node)))
        return Num(Const(0))
    if len(numbers) == 1:
        return values[0]
    natural = (all if name == "min" else any)(map(is_natural, values))
    known = [number.value for number in numbers if isinstance(number, Const)]
    if len(known) == len(numbers) and joint_kind(values) == INT:
        return Num(Const(min(known) if name == "min" else max(known)))
    return Num(Call(name, tuple(numbers)), joint_kind(values), natural)


def _extreme_of_loop(r: Calls, node: ast.Call, argument: ast.expr, name: str, whole: Value | None = None) -> Value:
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
    return Num(Var(best))


def _sum(r: Calls, node: ast.Call, _: Any) -> Value:
    start = plain(r.value(node.args[1])) if len(node.args) == 2 else 0
    if len(node.args) not in (1, 2) or start is None:
        r.refuse(node, "write a constant start")
    argument = node.args[0]

    def number(value: Value) -> Number:
        return r.number(value, argument)

    return _summed(r, argument, number, start)


def _summed(r: Calls, argument: ast.expr, number: Callable[[Value], Number], start: int) -> Value:
    total = r.fresh("sum")
    r.emit(Let(total, Const(start)))
    natural = [start >= 0]

    def turn(value: Value) -> None:
        more = number(value)
        if more != number_of(value):
            r.dropped(value, argument)
        natural.append(is_natural(Num(more)) or is_natural(value))
        r.emit(Let(total, combined("+", Var(total), more)))

    r.iterate(argument, turn, (), True)
    return Num(Var(total), INT, all(natural))


def _any(r: Calls, node: ast.Call, function: Any) -> Value:
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


def _abs(r: Calls, node: ast.Call, _: Any) -> Value:
    _, (number,) = r.numbers(node, 1, 1)
    return Num(Const(abs(number.value)) if isinstance(number, Const) else Call("abs", (number,)), INT, True)


def _int(r: Calls, node: ast.Call, _: Any) -> Value:
    (value,), (number,) = r.numbers(node, 1, 1)
    return Num(number, INT, is_natural(value))


def _bool(r: Calls, node: ast.Call, _: Any) -> Value:
    (argument,) = r.one(node)
    return Test(r.condition(argument))


def _pow(r: Calls, node: ast.Call, _: Any) -> Value:
    values, _numbers = r.numbers(node, 2, 2)
    return r.operation(node, ast.Pow, values[0], values[1])


def _divmod(r: Calls, node: ast.Call, _: Any) -> Value:
    values, numbers = r.numbers(node, 2, 2)
    one, two = (r.fixed_number(number) for number in numbers)
    by = plain(values[1]) or 0
    quotient = r.fixed_number(combined("//", one, two))
    rest = r.fixed_number(combined("%", one, two))
    return Row((Num(quotient, INT, is_natural(values[0]) and by > 0), Num(rest, INT, by > 0)))


def _sorted(r: Calls, node: ast.Call, _: Any) -> Value:
    (argument,) = r.one(node)
    descending: int | None = 0
    for keyword in node.keywords:
        descending = plain(r.value(keyword.value)) if keyword.arg == "reverse" else None
    value = r.value(argument)
    if descending is None or not isinstance(value, Row):
        r.refuse(node, "write sorted of a tuple of numbers")
    return r.in_order(node, value, bool(descending))


def _tuple(r: Calls, node: ast.Call, function: Any) -> Value:
    (argument,) = r.one(node)
    if isinstance(argument, ast.Call) and r.callee(argument.func) is reversed:
        (inner,) = r.one(argument)
        value = r.reverse(r.value(inner), argument)
    else:
        value = r.value(argument)
    kind: Any = "tuple" if function is tuple else "list"
    if isinstance(value, Span):
        low, high = plain(Num(value.low)), plain(Num(value.high))
        if low is not None and high is not None and len(range(low, high, value.step)) <= 2**16:
            return Row(tuple(Num(Const(number)) for number in range(low, high, value.step)), kind)
    if not isinstance(value, Row):
        r.refuse(node, "write a tuple of numbers")
    return Row(value.items, kind)


def _set(r: Calls, node: ast.Call, function: Any) -> Value:
    """A set of constants, in the order in which Python goes through it."""
    (argument,) = r.one(node)
    value = r.value(argument)
    numbers = [plain(item) for item in value.items] if isinstance(value, Row) else [None]
    if None in numbers or joint_kind([Num(Const(0)), *value.items] if isinstance(value, Row) else []) != INT:
        r.refuse(node, _TUPLE)
    return Row(tuple(Num(Const(number or 0)) for number in function(numbers)), "set")


def _plain_call(name: str) -> Callable[[Calls, ast.Call, Any], Value]:
    def work(r: Calls, node: ast.Call, function: Any) -> Value:
        _, numbers = r.numbers(node, 1 if name == "isqrt" else 0, 1 if name == "isqrt" else 20)
        known = [number.value for number in numbers if isinstance(number, Const)]
        if len(known) == len(numbers) and not (name == "isqrt" and known[0] < 0):
            return Num(Const(function(*known)))
        return Num(Call(name, tuple(numbers)), INT, True)

    return work


def _str(r: Calls, node: ast.Call, _: Any) -> Value:
    (argument,) = r.one(node)
    value = r.value(argument)
    if not isinstance(value, Num) or value.kind != INT:
        r.refuse(node, _TEXT)
    return Text(Joined((value.number,)))


_FUNCTIONS: dict[Any, Callable[[Calls, ast.Call, Any], Value]] = {
    range: _range, len: _len, min: _extreme, max: _extreme, sum: _sum, any: _any, all: _any, abs: _abs, int: _int,
    bool: _bool, pow: _pow, divmod: _divmod, sorted: _sorted, tuple: _tuple, list: _tuple, set: _set, frozenset: _set,
    str: _str, math.gcd: _plain_call("gcd"), math.lcm: _plain_call("lcm"), math.isqrt: _plain_call("isqrt"),
}  # fmt: skip
FUNCTIONS = {id(function): work for function, work in _FUNCTIONS.items()}
"""What is read of Python's own functions; by identity, as a value of the user's may say of itself that it is equal."""
