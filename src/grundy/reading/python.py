"""The core form as a Python function, which runs some twenty times faster than `run`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

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
from grundy.reading.run import CALLED, error_named, options

Function = Callable[..., Iterator[Option]]


def function_of(core: Core) -> Function:
    """A generator of the options of a state, given its numbers: exactly what `run.options` gives.

    >>> halve = Core(("n",), (Yield(((Bin("//", Var("n"), Const(2)),),)),))
    >>> list(function_of(halve)(9))
    [Option(parts=(4,), labels=(), next='opponent')]
    """
    return function_by(core, PythonWriter())


class _NotWritten(Exception):
    """What no expression of Python's is."""


def function_by(core: Core, writer: PythonWriter) -> Function:
    """The function that a writer writes."""
    try:
        text = writer.text(core)
        exec(compile(text, "<core form>", "exec", dont_inherit=True), writer.held)
    except (
        SyntaxError,
        MemoryError,
        RecursionError,
        _NotWritten,
    ):  # Python has at most 20 loops in loops, 200 brackets
        return lambda *numbers: options(core, numbers)
    made: Function = writer.held["rule"]
    return made


def _inside(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines] or ["    pass"]


class _Loop:
    """A loop of Python's: where its `break` and its `continue` go, and the labels that are left through it."""

    def __init__(self, breaks: str = "", continues: str = "") -> None:
        self.breaks, self.continues = breaks, continues
        self.through: dict[str, None] = {}


class PythonWriter:
    """The lines of a function; `held` has what they need."""

    def __init__(self) -> None:
        self.held: dict[str, Any] = {"Option": Option, **CALLED}
        self._names: dict[str, str] = {}
        self._labels: dict[str, int] = {}
        self._tables: dict[Any, str] = {}
        self._ends: set[str] = set()  # labels of scopes that end where the function does

    def text(self, core: Core) -> str:
        """The text of the function `rule`."""
        state = [self.name(name) for name in core.state]
        body = self.lines(core.body, [], True)
        head = [f"def rule({', '.join(state)}):", "    leave = 0", "    if False:", "        yield"]
        return "\n".join([*head, *_inside(body)]) + "\n"

    def name(self, name: str) -> str:
        return self._names.setdefault(name, f"v{len(self._names)}")

    def table(self, value: Any) -> str:
        """The name of a constant."""
        key = (type(value), value)
        if key not in self._tables:
            self._tables[key] = f"c{len(self._tables)}"
            self.held[self._tables[key]] = value
        return self._tables[key]

    def error(self, name: str) -> str:
        self.held[f"error_{name}"] = error_named(name)
        return f"error_{name}"

    # Statements

    def lines(self, body: Body, loops: list[_Loop], is_last: bool = False) -> list[str]:
        """Statements as lines; `is_last` if the function ends after them."""
        lines: list[str] = []
        for place, statement in enumerate(body):
            lines += self.statement(statement, loops, is_last and place + 1 == len(body))
        return lines

    def statement(self, statement: Statement, loops: list[_Loop], is_last: bool) -> list[str]:
        match statement:
            case Let(name, value):
                return [f"{self.name(name)} = {self.number(value)}"]
            case If(test, body, others):
                lines = [f"if {self.condition(test)}:", *_inside(self.lines(body, loops, is_last))]
                return [*lines, "else:", *_inside(self.lines(others, loops, is_last))] if others else lines
            case For() | While():
                return self.loop(statement, loops, "", ())
            case Scope(label, body):
                return self.scope(label, body, loops, is_last)
            case Leave(label):
                return self.leave(label, loops)
            case Yield(parts, who, labels):
                left = "".join(f"{self.part(part)}, " for part in parts)
                given = "".join(f"({name!r}, {self.label(value)}), " for name, value in labels)
                return [f"yield Option(({left}), ({given}), {who!r})"]
            case Fail(error, shown):
                return [*[f"str({self.number(each)})" for each in shown], f"raise {self.error(error)}"]
            case Renamed(body, handlers):
                lines = ["try:", *_inside(self.lines(body, loops))]
                for caught, others in handlers:
                    kinds = ", ".join(map(self.error, caught))
                    lines += [f"except ({kinds},):", *_inside(self.lines(others, loops) or ["raise"])]
                return lines

    def loop(self, statement: For | While, loops: list[_Loop], breaks: str, others: Body) -> list[str]:
        """A loop; its `break` goes to the end of the scope of that label, and what follows in the scope is its else."""
        head, body = self.head(statement)
        here = _Loop(breaks)
        if body and isinstance(body[-1], Scope):  # the end of its scope is the end of the turn
            here.continues = body[-1].label
            body = (*body[:-1], *body[-1].body)
        lines = [head, *_inside([*self.turn(), *self.lines(body, [*loops, here])])]
        if others:
            lines += ["else:", *_inside(self.lines(others, loops))]
        return [*lines, *self.went_through(here, loops)]

    def head(self, statement: For | While) -> tuple[str, Body]:
        """The first line of a loop, and what is done in each turn."""
        if isinstance(statement, While):
            return f"while {self.condition(statement.test)}:", statement.body
        low, high = self.number(statement.low), self.number(statement.high)
        return f"for {self.name(statement.name)} in range({low}, {high}, {statement.step}):", statement.body

    def turn(self) -> list[str]:
        """What is done before each turn of a loop."""
        return []

    def scope(self, label: str, body: Body, loops: list[_Loop], is_last: bool) -> list[str]:
        if is_last and not loops:
            self._ends.add(label)
            return self.lines(body, loops, True)
        if body and isinstance(body[0], For | While) and not _leaves(body[1:], label):
            return self.loop(body[0], loops, label, body[1:])
        here = _Loop(label)
        lines = ["while True:", *_inside([*self.lines(body, [*loops, here]), "break"])]
        return [*lines, *self.went_through(here, loops)]

    def leave(self, label: str, loops: list[_Loop]) -> list[str]:
        if label in self._ends:
            return ["return"]
        if loops[-1].breaks == label:
            return ["break"]
        if loops[-1].continues == label:
            return ["continue"]
        loops[-1].through[label] = None
        return [f"leave = {self.label_number(label)}", "break"]

    def label_number(self, label: str) -> int:
        return self._labels.setdefault(label, len(self._labels) + 1)

    def went_through(self, inner: _Loop, loops: list[_Loop]) -> list[str]:
        """After a loop: go on to the labels that were left through it."""
        lines: list[str] = []
        for label in inner.through:
            lines.append(f"if leave == {self.label_number(label)}:")
            if loops[-1].breaks == label:
                lines += ["    leave = 0", "    break"]
            elif loops[-1].continues == label:
                lines += ["    leave = 0", "    continue"]
            else:
                loops[-1].through[label] = None
                lines.append("    break")
        return lines

    # Expressions

    def number(self, value: Number) -> str:
        match value:
            case Const(constant):
                return f"{constant}" if 0 <= constant < 10**9 else self.table(constant)
            case Var(name):
                return self.name(name)
            case Unary(sign, operand):
                return f"({sign}{self.number(operand)})"
            case Bin(sign, left, right):
                return f"({self.number(left)} {sign} {self.number(right)})"
            case Call(function, arguments):
                return f"{function}({', '.join(map(self.number, arguments))})"
            case Pick(test, one, two):
                return f"({self.number(one)} if {self.condition(test)} else {self.number(two)})"
            case At(numbers, index):
                return f"{self.table(numbers)}[{self.number(index)}]"
            case Bit(condition):
                return f"(1 if {self.condition(condition)} else 0)"

    def condition(self, condition: Condition) -> str:
        match condition:
            case Truth(holds):
                return str(holds)
            case Cmp(sign, left, right):
                return f"({self.number(left)} {sign} {self.number(right)})"
            case In(number, numbers):
                return f"({self.number(number)} in {self.table(frozenset(numbers))})"
            case InRange(number, low, high, step):
                return f"({self.number(number)} in range({self.number(low)}, {self.number(high)}, {step}))"
            case And(conditions):
                return f"({' and '.join(map(self.condition, conditions))})"
            case Or(conditions):
                return f"({' or '.join(map(self.condition, conditions))})"
            case Not(inner):
                return f"(not {self.condition(inner)})"

    def part(self, part: tuple[Number, ...] | Each) -> str:
        if isinstance(part, Gathered):
            raise _NotWritten
        if isinstance(part, Each):
            return f"*range({self.number(part.low)}, {self.number(part.high)}, {part.step})"
        numbers = [self.number(each) for each in part]
        return f"({', '.join(numbers)})" if len(numbers) > 1 else numbers[0]

    def label(self, value: Label) -> str:
        match value:
            case Word(word):
                return self.table(word)
            case Flag(condition):
                return f"(True if {self.condition(condition)} else False)"
            case Joined(pieces):
                texts = [repr(piece) if isinstance(piece, str) else f"str({self.number(piece)})" for piece in pieces]
                return f"({' + '.join(texts)})"
            case Group(items):
                return f"({''.join(f'{self.label(item)}, ' for item in items)})"
            case Choice(test, one, two):
                return f"({self.label(one)} if {self.condition(test)} else {self.label(two)})"
        return self.number(value)


def _leaves(body: Body, label: str) -> bool:
    """Whether a label is left somewhere in some statements."""
    for statement in body:
        match statement:
            case Leave(of):
                if of == label:
                    return True
            case If(_, one, two):
                if _leaves((*one, *two), label):
                    return True
            case For(body=inner) | While(body=inner) | Scope(body=inner) | Renamed(body=inner):
                if _leaves(inner, label):
                    return True
    return False
