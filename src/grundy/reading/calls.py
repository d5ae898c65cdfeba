"""Calls of methods of numbers, of `to` and its like, and of helpers, whose bodies are written where they are called."""

from __future__ import annotations

import ast
import sys
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from types import FunctionType

from grundy.model import option
from grundy.model.option import Next
from grundy.reading.core import (
    Call,
    Const,
    Each,
    Gathered,
    Label,
    Number,
    Statement,
    Yield,
)
from grundy.reading.loops import Deliver, Loops
from grundy.reading.source import source_of
from grundy.reading.values import (
    INT,
    Items,
    NumberValue,
    OptionValue,
    RangeValue,
    Test,
    Value,
    from_outside,
    label_of,
)
from grundy.reading.writing import Frame

NEXT: dict[int, Next] = {id(option.to): "opponent", id(option.again): "again", id(option.answer): "answer"}
DEEPEST = 12  # helpers in helpers
BY_PLACE = "give each argument by its place, with no name"
YOUR_OWN = "write numbers, and functions of your own, made with def"


class CallReader(Loops):
    """Methods, options and helpers."""

    arity = 1  # numbers of a state

    def block(self, body: list[ast.stmt]) -> bool:
        """Write some statements; whether what follows them is ever reached."""
        raise NotImplementedError

    def method(self, node: ast.Call, function: ast.Attribute) -> Value:
        """`x.bit_length()`, `x.bit_count()` and `bin(x).count("1")`."""
        if function.attr in ("bit_length", "bit_count") and not node.args and not node.keywords:
            number = self.number(self.value(function.value), function.value)
            return NumberValue(Call(function.attr, (number,)), INT, True)
        inner = function.value
        if function.attr == "count" and isinstance(inner, ast.Call) and self.callee(inner.func) is bin:
            match node.args, inner.args, node.keywords, inner.keywords:
                case [ast.Constant("1")], [one], [], []:
                    return NumberValue(Call("bit_count", (self.number(self.value(one), one),)), INT, True)
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

    def move(self, node: ast.Call, who: Next) -> OptionValue:
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
            if self._is_gathered(each):
                return (self._gathered(each.value),)
            value = self.value(each.value)
            if isinstance(value, Items) and value.kind != "set":
                return tuple(value.items)
            if isinstance(value, RangeValue):
                return (value,)
            self.refuse(each, "write the parts one by one, or a range")

        nodes = [*node.args, *[keyword.value for keyword in node.keywords]]
        groups = self._in_order(nodes, work)
        parts: list[tuple[Number, ...] | Each] = []
        for each, values in zip(node.args, groups, strict=False):
            if self._is_gathered(each):
                parts += [part for value in values if isinstance(value, OptionValue) for part in value.parts]
            else:
                parts += [self.part(value, each, isinstance(each, ast.Starred)) for value in values]
        labels: list[tuple[str, Label]] = []
        for keyword, values in zip(node.keywords, groups[len(node.args) :], strict=True):
            label = label_of(values[0])
            if label is None and self.wide and isinstance(values[0], NumberValue):
                label = values[0].number
            if label is None:
                self.refuse(keyword.value, "a label is a number, a condition, text, None or a tuple of these")
            labels.append((keyword.arg or "", label))
        return OptionValue(tuple(parts), who, tuple(labels))

    def _is_gathered(self, node: ast.expr) -> bool:
        return self.wide and isinstance(node, ast.Starred) and isinstance(node.value, ast.GeneratorExp)

    def _gathered(self, node: ast.expr) -> OptionValue:
        """All that a comprehension gives, as parts of one option."""
        assert isinstance(node, ast.GeneratorExp)
        if any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node)):
            self.refuse(node, "set its variables in a line before")
        body: list[Statement] = []
        with self.into(body):
            self.comprehension(node, lambda value: self.emit(Yield((self.part(value, node.elt),))))
        return OptionValue((Gathered(Const(0), Const(0), 1, tuple(body)),), "opponent", ())

    def part(self, value: Value, node: ast.AST, is_star: bool = False) -> tuple[Number, ...] | Each:
        """A state that is left."""
        if isinstance(value, RangeValue) and is_star and self.arity == 1:
            return Each(value.low, value.high, value.step)
        if self.arity == 1 and isinstance(value, NumberValue) and value.kind == INT:
            return (value.number,)
        if self.arity > 1 and isinstance(value, Items) and value.kind == "tuple" and len(value.items) == self.arity:
            numbers = [item.number for item in value.items if isinstance(item, NumberValue) and item.kind == INT]
            if len(numbers) == self.arity:
                return tuple(numbers)
        if isinstance(value, NumberValue | Test):
            self.refuse(node, "a condition is no state: write int(...), or 1 if ... else 0")
        self.refuse(node, "a state here is a number" if self.arity == 1 else f"a state here is {self.arity} numbers")

    # Helpers

    def inline(self, function: FunctionType, node: ast.Call, deliver: Deliver | None) -> Value | None:
        """Write what a helper does where it is called; what it returns, or None of a generator."""
        if (function.__module__ or "").partition(".")[0] in sys.stdlib_module_names - {"builtins"}:
            self.refuse(node, YOUR_OWN)  # here, and not inside it
        if function in self.inside:
            self.refuse(node, "a function that calls itself is not read: write a loop")
        if len(self.inside) >= DEEPEST:
            self.refuse(node, f"functions are read at most {DEEPEST} deep")
        is_generator = bool(function.__code__.co_flags & CO_GENERATOR)
        if function.__code__.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR) or is_generator != (deliver is not None):
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
            returned = self._body(frame, source.tree.body, is_generator, label)
        self.inside.pop()
        return returned

    def _body(self, frame: Frame, body: list[ast.stmt], is_generator: bool, label: str) -> Value | None:
        returns = [inner for statement in body for inner in ast.walk(statement) if isinstance(inner, ast.Return)]
        if is_generator:
            self.scoped(label, lambda: self.block(body))
            return None
        last = body[-1]
        if len(returns) == 1 and isinstance(last, ast.Return) and last.value is not None:
            if not self.block(body[:-1]):
                return NumberValue(Const(0))
            return self.value(last.value)
        goes_on: list[bool] = []

        def work() -> bool:
            goes_on.append(self.block(body))
            return False

        self.scoped(label, work)
        if goes_on[0]:
            self.refuse(frame.source.tree, "it may return nothing: write return with a value at its end")
        return frame.result if frame.result is not None else NumberValue(Const(0))

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
        if isinstance(value, OptionValue):
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
        groups = self.starred(nodes)
        by_place = [value for values in groups[: len(node.args)] for value in values]
        if len(by_place) > len(places):
            self.refuse(node, f"write {len(places)} arguments")
        given: dict[str, Value] = dict(zip(places, by_place, strict=False))
        for keyword, values in zip(node.keywords, groups[len(node.args) :], strict=True):
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
