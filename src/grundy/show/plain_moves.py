"""The moves of a rule for a program of one's own: brought to a few plain statements, and written in Python.

Whatever else stands in a rule's function is refused with its line. show/cpp.py writes the same in C++.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from grundy.model.option import again, answer, to
from grundy.model.shapes import Digits

Constants: TypeAlias = Mapping[str, int | tuple[int, ...]]
NO_STATE = "the rule raises an error here"
_STEP = "    "


class NotWritten(Exception):
    """A rule with something that is not written in another program: `node`, and why."""

    def __init__(self, node: ast.AST, why: str) -> None:
        self.node, self.why = node, why
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves of a rule: statements in which each `yield` gives the tuple of the states that a move leaves.

    Attributes:  arguments: the names of a state's numbers. constants: what other names stand for.
    """

    arguments: tuple[str, ...]
    constants: Constants
    body: tuple[ast.stmt, ...]


def moves_of(tree: ast.FunctionDef, outside: Mapping[str, Any], parameters: Mapping[str, Any]) -> Moves:
    """The moves of a rule's function.

    Args:    outside: what each name means that is not the function's own. parameters: its keyword arguments.
    Raises:  NotWritten: something that is not written in another program.
    """
    plain = _Plain(tree, outside, parameters)
    body = tuple(plain.statements(tree.body))
    return Moves(plain.arguments, plain.constants, body)


def moves_of_code(shape: Digits) -> Moves:
    """The moves of a take-and-break code.

    >>> print(python_moves(moves_of_code(Digits((0, 3, 3))))[0])
    def options(n):
    """
    most = len(shape.digits)
    if shape.repeat:
        digit = f"digits[take] if take < {most} else repeat[(take - {most}) % {len(shape.repeat)}]"
        body = ["for take in range(n + 1):", "    left = n - take", f"    digit = {digit}"]
    else:
        body = [f"for take in range(min(n + 1, {most})):", "    left = n - take", "    digit = digits[take]"]
    for count in range(shape.parts + 1):
        if any(digit >> count & 1 for digit in (*shape.digits, *shape.repeat)):
            body += [f"    {line}" for line in _heaps(f"digit & {1 << count}", count, shape.unequal)]
    text = "".join(f"    {line}\n" for line in body)
    (tree,) = ast.parse(f"def options(n, *, digits, repeat):\n{text}").body
    assert isinstance(tree, ast.FunctionDef)
    return moves_of(tree, {"range": range, "min": min, "to": to}, {"digits": shape.digits, "repeat": shape.repeat})


def _heaps(allowed: str, count: int, unequal: bool) -> list[str]:
    """Statements that yield all ways to leave what is left as so many heaps, none empty, the smallest first."""
    if count < 2:
        return [f"if {allowed} and {('left == 0', 'left >= 1')[count]}:", f"    yield to({('', 'left')[count]})"]
    lines, rest, least = [f"if {allowed}:"], "left", "1"
    names = [f"part{i}" for i in range(1, count)]
    for depth, name in enumerate(names):
        heaps = count - depth  # of them `name` is the smallest, and the next is larger by 1 if all must differ
        larger = f"({rest} - {sum(range(heaps))})" if unequal else f"({rest})" if depth else rest
        lines.append(f"{_STEP * (depth + 1)}for {name} in range({least}, {larger} // {heaps} + 1):")
        rest, least = f"{rest} - {name}", f"{name} + 1" if unequal else name
    return [*lines, f"{_STEP * count}yield to({', '.join([*names, rest])})"]


class _Plain:
    """Brings the statements of one function to plain ones."""

    def __init__(self, tree: ast.FunctionDef, outside: Mapping[str, Any], parameters: Mapping[str, Any]) -> None:
        self.arguments = tuple(one.arg for one in (*tree.args.posonlyargs, *tree.args.args))
        self.own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and type(node.ctx) is ast.Store}
        self.own |= set(self.arguments)
        self.given = {**outside, **parameters}
        self.constants: dict[str, int | tuple[int, ...]] = {}

    def statements(self, body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
        for statement in body:
            yield from (ast.copy_location(plain, statement) for plain in self.statement(statement))

    def block(self, body: Iterable[ast.stmt]) -> list[ast.stmt]:
        return list(self.statements(body)) or [ast.Pass()]

    def statement(self, node: ast.stmt) -> Iterator[ast.stmt]:
        match node:
            case ast.Pass() | ast.Break() | ast.Continue() | ast.Return(value=None):
                yield node
            case ast.Expr(value=ast.Constant()):  # a docstring
                return
            case ast.Expr(value=ast.Yield(value=value)) if value is not None:
                yield _yield(self.left(value))
            case ast.Expr(value=ast.YieldFrom(value=ast.Tuple(elts=all_of) | ast.List(elts=all_of))):
                yield from (_yield(self.left(one)) for one in all_of)
            case ast.Expr(value=ast.YieldFrom(value=values)) if len(self.arguments) == 1:
                name = "part" if "part" not in self.own else "part_"
                left = ast.Tuple([ast.Name(name, ast.Load())], ast.Load())
                yield ast.For(ast.Name(name, ast.Store()), self.values(values), [_yield(left)], [])
            case ast.For(target=ast.Name() as target, iter=values, body=body, orelse=[]):
                yield ast.For(target, self.values(values), self.block(body), [])
            case ast.While(test=test, body=body, orelse=[]):
                yield ast.While(self.number(test), self.block(body), [])
            case ast.If(test=test, body=[ast.Raise()], orelse=[]):
                if not _asks_for_a_type(test):  # any number has its type
                    error = ast.parse(f"raise ValueError({NO_STATE!r})").body
                    yield ast.If(self.number(test), error, [])
            case ast.If(test=test, body=body, orelse=orelse):
                yield ast.If(self.number(test), self.block(body), self.block(orelse) if orelse else [])
            case ast.Assign(targets=[ast.Name() as name], value=value):
                yield ast.Assign([name], self.number(value))
            case ast.Assign(targets=[ast.Tuple(elts=names) as several], value=ast.Tuple(elts=values)) if all(
                isinstance(name, ast.Name) for name in names
            ) and len(names) == len(values):
                yield ast.Assign([several], ast.Tuple([self.number(value) for value in values], ast.Load()))
            case ast.AnnAssign(target=ast.Name() as name, value=value) if value is not None:
                yield ast.Assign([name], self.number(value))
            case ast.AugAssign(target=ast.Name() as name, op=op, value=value):
                yield ast.Assign([name], ast.BinOp(ast.Name(name.id, ast.Load()), op, self.number(value)))
            case ast.Try(body=body, handlers=handlers, orelse=[], finalbody=[]) if all(
                isinstance(handler.body[0], ast.Raise) for handler in handlers
            ):
                yield from self.statements(body)
            case _:
                raise NotWritten(node, "is no statement that is written in another program")

    def left(self, value: ast.expr) -> ast.Tuple:
        """The states that a move leaves, as a tuple."""
        parts = [value]
        if isinstance(value, ast.Call) and self.meaning(value.func) is to:
            parts = value.args
            for label in value.keywords:
                if not self.is_harmless(label.value):
                    raise NotWritten(label.value, "is a label, which is not written, and it may raise an error")
        elif isinstance(value, ast.Call) and self.meaning(value.func) in (again, answer):
            raise NotWritten(value, "is more than a move of nim-values: the turn does not simply pass")
        return ast.Tuple([self.state(part) for part in parts], ast.Load())

    def is_harmless(self, node: ast.expr) -> bool:
        """Whether a label is sure to raise nothing: texts, and sums and products of numbers."""
        match node:
            case ast.Constant():
                return True
            case ast.JoinedStr(values=parts):
                return all(map(self.is_harmless, parts))
            case ast.FormattedValue(value=inner, format_spec=None):
                return self.is_harmless(inner)
            case ast.Tuple(elts=members):
                return all(map(self.is_harmless, members))
            case ast.IfExp(test=ast.Compare(left=left, comparators=[right]), body=body, orelse=orelse):
                numbers = self.is_number(left) and self.is_number(right)
                return numbers and self.is_harmless(body) and self.is_harmless(orelse)
        return self.is_number(node)

    def is_number(self, node: ast.expr) -> bool:
        """Whether an expression is sure to be a number."""
        match node:
            case ast.Constant(value=int()):
                return True
            case ast.Name(id=name):
                return name in self.own or isinstance(self.given.get(name), int)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return self.is_number(inner)
            case ast.BinOp(left=left, op=ast.FloorDiv() | ast.Mod(), right=ast.Constant(value=int(by))):
                return by != 0 and self.is_number(left)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
                return self.is_number(left) and self.is_number(right)
            case ast.Call(func=func, args=[_, *_] as numbers, keywords=[]):
                called = self.function(func)
                needed = 1 if called == "abs" else 2
                return called in ("min", "max", "abs") and len(numbers) >= needed and all(map(self.is_number, numbers))
        return False

    def state(self, node: ast.expr) -> ast.expr:
        if len(self.arguments) == 1:
            return self.number(node)
        if not isinstance(node, ast.Tuple) or len(node.elts) != len(self.arguments):
            raise NotWritten(node, f"does not show the {len(self.arguments)} numbers of a state")
        return ast.Tuple([self.number(number) for number in node.elts], ast.Load())

    def values(self, node: ast.expr) -> ast.expr:
        """What a loop runs over: a range, or numbers one by one."""
        match node:
            case ast.Call(func=ast.Name() as name, args=numbers, keywords=[]) if self.meaning(name) is range:
                if len(numbers) == 3 and not step_of(numbers[2]):
                    raise NotWritten(node, "has a step that is no number")
                return ast.Call(name, [self.number(number) for number in numbers], [])
            case ast.Tuple(elts=numbers) | ast.List(elts=numbers):
                return ast.Tuple([self.number(number) for number in numbers], ast.Load())
            case ast.Name(id=name) if isinstance(self.constant(node), tuple):
                return ast.Name(name, ast.Load())
        raise NotWritten(node, "is neither a range nor a tuple of numbers")

    def number(self, node: ast.expr) -> ast.expr:
        """An expression, with its constants noted."""
        return ast.copy_location(self.plain(node), node)

    def plain(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.Constant(value=int()):
                return node
            case ast.Name(id=name):
                if name not in self.own and self.constant(node) is None:
                    raise NotWritten(node, "is neither a number of the rule nor a constant")
                return node
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() as held]) if "len" not in self.own:
                if isinstance(values := self.constant(held), tuple):
                    return ast.Constant(len(values))
            case ast.Call(func=func, args=arguments, keywords=[]) if (called := self.function(func)) is not None:
                return ast.Call(ast.Name(called, ast.Load()), [self.number(one) for one in arguments], [])
            case ast.Call(
                func=ast.Attribute(value=inner, attr="bit_count" | "bit_length" as attr), args=[], keywords=[]
            ):
                return ast.Call(ast.Attribute(self.number(inner), attr, ast.Load()), [], [])
            case ast.BinOp(left=left, op=op, right=right):
                return ast.BinOp(self.number(left), op, self.number(right))
            case ast.UnaryOp(op=op, operand=inner):
                return ast.UnaryOp(op, self.number(inner))
            case ast.BoolOp(op=op, values=values):
                return ast.BoolOp(op, [self.number(value) for value in values])
            case ast.Compare(left=left, ops=ops, comparators=right):
                return ast.Compare(self.number(left), ops, [self.compared(side) for side in right])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return ast.IfExp(self.number(test), self.number(body), self.number(orelse))
            case ast.Subscript(value=ast.Name() as held, slice=place) if isinstance(self.constant(held), tuple):
                return ast.Subscript(held, self.number(place), ast.Load())
        raise NotWritten(node, "is not written in another program")

    def compared(self, node: ast.expr) -> ast.expr:
        """A side of a comparison: after `in`, numbers one by one."""
        if isinstance(node, ast.Tuple):
            return ast.Tuple([self.number(number) for number in node.elts], ast.Load())
        if isinstance(values := self.constant(node) if isinstance(node, ast.Name) else None, tuple):
            return ast.Tuple([ast.Constant(value) for value in values], ast.Load())
        return self.number(node)

    def constant(self, node: ast.Name) -> int | tuple[int, ...] | None:
        """What a name stands for that is not the function's own, if that is a number or some; it is noted."""
        value = self.given.get(node.id) if node.id not in self.own else None
        if isinstance(value, int) or (isinstance(value, tuple) and all(isinstance(one, int) for one in value)):
            self.constants[node.id] = value
            return value
        return None

    def function(self, node: ast.expr) -> str | None:
        """The name of a function of numbers that both languages have."""
        known: dict[Callable[..., Any], str] = {min: "min", max: "max", abs: "abs", math.isqrt: "isqrt"}
        found = self.meaning(node)
        return next((name for function, name in known.items() if function is found), None)

    def meaning(self, node: ast.expr) -> Any:
        """What a name, or a name of a module's, means."""
        if isinstance(node, ast.Name):
            return self.given.get(node.id) if node.id not in self.own else None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return getattr(self.meaning(node.value), node.attr, None)
        return None


def _asks_for_a_type(test: ast.expr) -> bool:
    """Whether a condition asks whether states are numbers at all."""
    return any(isinstance(node, ast.Name) and node.id in ("isinstance", "type") for node in ast.walk(test))


def _yield(left: ast.Tuple) -> ast.stmt:
    return ast.Expr(ast.Yield(left))


def step_of(node: ast.expr) -> int:
    """The step of a range, if it is a number; else 0."""
    try:
        step = ast.literal_eval(node)
    except ValueError:
        return 0
    return step if isinstance(step, int) else 0


def python_moves(moves: Moves) -> list[str]:
    """The lines of `options` and `winning_move`, which call `nim_value`."""
    held: list[ast.stmt] = [
        ast.Assign([ast.Name(name, ast.Store())], ast.parse(repr(value), mode="eval").body)
        for name, value in moves.constants.items()
    ]
    none = ast.arguments([], [ast.arg(name) for name in moves.arguments], None, [], [], None, [])
    body = [*held, *moves.body]
    function = ast.FunctionDef("options", none, body or [ast.Pass()], [])
    if "type_params" in ast.FunctionDef._fields:  # from Python 3.12 on
        setattr(function, "type_params", [])  # noqa: B010
    text = ast.unparse(ast.fix_missing_locations(ast.Module([function], [])))
    star = "*" if len(moves.arguments) > 1 else ""
    return f'''{text}


def winning_move(states):
    """(i, left): states[i] becomes the states in left, side by side; None if the player to move loses."""
    total = 0
    for state in states:
        total ^= nim_value({star}state)
    for i, state in enumerate(states):
        wanted = total ^ nim_value({star}state)
        if wanted < nim_value({star}state):
            for left in options({star}state):
                value = 0
                for part in left:
                    value ^= nim_value({star}part)
                if value == wanted:
                    return i, left
    return None
'''.splitlines()
