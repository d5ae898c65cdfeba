"""The moves of a rule in Python, and a search for one that wins in a sum."""

from __future__ import annotations

import textwrap
from typing import Any

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
    Fail,
    For,
    If,
    In,
    InRange,
    Not,
    Number,
    Or,
    Pick,
    Statement,
    Truth,
    Unary,
    Var,
    While,
    Yield,
)
from grundy.reading.python import PythonWriter
from grundy.reading.safe import is_safe_label
from grundy.show.moves import FAILS, OPPOSITE, Names, NotWritten, parts_of, require_moves, turns

INLINE = 12  # numbers of a tuple that stands where it is used
TAKEN = frozenset(
    [
        *("nim_value", "wins", "options", "winning_move", "T", "R", "ENDS", "leave"),
        *("gcd", "isqrt", "lcm", "bisect_right", "min", "max", "abs", "int", "range", "str", "bool", "len"),
        *("ArithmeticError", "AssertionError", "AttributeError", "Exception", "IndexError", "KeyError", "LookupError"),
        *("MemoryError", "NameError", "NotImplementedError", "OverflowError", "RuntimeError", "TypeError"),
        *("ValueError", "ZeroDivisionError"),
    ]
)
OURS = ("BadRule", "OutOfReach")  # which are ValueErrors
_SEARCH = '''

def winning_move(states):
    """(i, left): states[i] becomes the states in left, side by side; None if the player to move loses."""
    total = 0
    for state in states:
        total ^= nim_value({star}state)
    for i, state in enumerate(states):
        wanted = total ^ nim_value({star}state)
        if wanted < nim_value({star}state):
            found = None
            for left in options({star}state):  # to the end, for the rule may fail
                value = 0
                for part in left:
                    value ^= nim_value({star}part)
                if value == wanted and found is None:
                    found = i, left
            return found
    return None
'''


def python_moves(core: Core) -> list[str]:
    """The lines of `options` and `winning_move`, which call `nim_value`. Raises: as `python_options`."""
    return f"{python_options(core)}{_SEARCH.format(star='*' if len(core.state) > 1 else '')}".splitlines()


def python_options(core: Core) -> str:
    """The function `options` of a rule.

    Raises:  NotWritten: something that is not written in another program.
    """
    require_moves(core)
    text = _InPython().text(core)
    try:
        compile(text, "<program>", "exec", dont_inherit=True)
    except (SyntaxError, MemoryError, RecursionError):
        raise NotWritten(None, "it is nested too deeply: write it in several lines") from None
    return text


class _InPython(PythonWriter):
    """Writes a core form for people: with the names of the rule, and brackets only where they are needed."""

    def __init__(self) -> None:
        super().__init__()
        self._called = Names(TAKEN)
        self._constants: list[str] = []
        self._left = self._called.fresh("left")

    def text(self, core: Core) -> str:
        state = ", ".join([self.name(name) for name in core.state])
        body = self.lines(core.body, [], True)
        if any("leave ==" in line for line in body):
            body = ["leave = 0", *body]
        if not any(isinstance(part, Yield) for part in parts_of(core.body)):
            body.append("yield from ()")
        head = [*self._constants, "", ""] if self._constants else []
        return "\n".join([*head, f"def options({state}):", *[f"    {line}" for line in body]]) + "\n"

    def name(self, name: str) -> str:
        return self._called(name)

    def table(self, value: Any) -> str:
        """A constant where it is used, or the name of a long tuple."""
        if not isinstance(value, tuple | frozenset) or len(value) <= INLINE:
            return repr(value)
        if value not in self._tables:
            name = self._tables[value] = self._called.fresh(f"NUMBERS{len(self._tables) + 1}")
            listed = f"{sorted(value)}" if isinstance(value, frozenset) else f"{value}"
            text = f"{name} = frozenset({listed})" if isinstance(value, frozenset) else f"{name} = {listed}"
            self._constants += textwrap.wrap(text, 100)
        return self._tables[value]

    def error(self, name: str) -> str:
        return "ValueError" if name in OURS else name

    def statement(self, statement: Statement, loops: list[Any], is_last: bool) -> list[str]:
        match statement:
            case If(test, body, (If() as other,)):
                lines = [f"if {self.condition(test)}:", *self._inside(self.lines(body, loops, is_last))]
                first, *rest = self.statement(other, loops, is_last)
                return [*lines, f"el{first}", *rest]
            case Yield(parts, _, labels):
                left = f"({', '.join(map(self.part, parts))}{',' * (len(parts) == 1)})"
                unsafe = [self.label(value) for _, value in labels if not is_safe_label(value)]
                if not unsafe:
                    return [f"yield {left}"]
                return [f"{self._left} = {left}", *unsafe, f"yield {self._left}"]
            case Fail(error, shown):
                numbers = " ".join(f"{{{self.number(each)}}}" for each in shown)
                text = f'f"{FAILS}: {numbers}"' if shown else f'"{FAILS}"'
                return [f"raise {self.error(error)}({text})"]
        return super().statement(statement, loops, is_last)

    def _inside(self, lines: list[str]) -> list[str]:
        return [f"    {line}" for line in lines] or ["    pass"]

    def head(self, statement: For | While) -> tuple[str, Body]:
        if isinstance(statement, While):
            return super().head(statement)
        name, numbers, body = turns(statement)
        if numbers is not None:
            return f"for {self.name(name)} in {self.table(numbers)}:", body
        low, high, step = self.number(statement.low), self.number(statement.high), statement.step
        bounds = [high] if step == 1 and low == "0" else [low, high] if step == 1 else [low, high, f"{step}"]
        return f"for {self.name(name)} in range({', '.join(bounds)}):", body

    # Expressions, each with how closely it binds

    def number(self, value: Number) -> str:
        return self._number(value)[0]

    def condition(self, condition: Condition) -> str:
        return self._condition(condition)[0]

    def _closely(self, part: Number | Condition, least: int) -> str:
        """A part of an expression, in brackets where it binds less closely."""
        text, level = self._number(part) if isinstance(part, Number) else self._condition(part)
        return text if level >= least else f"({text})"

    def _number(self, value: Number) -> tuple[str, int]:
        match value:
            case Const(constant):
                return f"{constant}", _ATOM if constant >= 0 else _UNARY
            case Var(name):
                return self.name(name), _ATOM
            case Unary(sign, operand):
                return f"{sign}{self._closely(operand, _UNARY)}", _UNARY
            case Bin("**", left, right):
                return f"{self._closely(left, _ATOM)} ** {self._closely(right, _ATOM)}", _POWER
            case Bin(sign, left, right):
                level = _LEVELS[sign]
                return f"{self._closely(left, level)} {sign} {self._closely(right, level + 1)}", level
            case Call("bit_length" | "bit_count" as function, (inner,)):
                text = self._closely(inner, _ATOM)
                return f"{f'({text})' if text.isdecimal() else text}.{function}()", _ATOM
            case Call(function, arguments):
                return f"{function}({', '.join(map(self.number, arguments))})", _ATOM
            case Pick(test, one, two):
                sides = self._closely(one, _OR), self._closely(test, _OR), self._closely(two, _OR)
                return f"{sides[0]} if {sides[1]} else {sides[2]}", _PICK
            case At(numbers, index):
                return f"{self.table(numbers)}[{self.number(index)}]", _ATOM
            case Bit(condition):
                return f"int({self.condition(condition)})", _ATOM

    def _condition(self, condition: Condition) -> tuple[str, int]:
        match condition:
            case Truth(holds):
                return str(holds), _ATOM
            case Not(Cmp(sign, left, right)):
                return self._condition(Cmp(OPPOSITE[sign], left, right))
            case Cmp(sign, left, right):
                return f"{self._closely(left, _OF_COMPARED)} {sign} {self._closely(right, _OF_COMPARED)}", _COMPARED
            case In(number, numbers):
                return f"{self._closely(number, _OF_COMPARED)} in {self.table(_set(numbers))}", _COMPARED
            case InRange(number, low, high, step):
                bounds = f"{self.number(low)}, {self.number(high)}" + (f", {step}" if step != 1 else "")
                return f"{self._closely(number, _OF_COMPARED)} in range({bounds})", _COMPARED
            case And(conditions):
                return " and ".join([self._closely(each, _NOT) for each in conditions]), _AND
            case Or(conditions):
                return " or ".join([self._closely(each, _AND) for each in conditions]), _OR
            case Not(inner):
                return f"not {self._closely(inner, _NOT)}", _NOT


def _set(numbers: tuple[int, ...]) -> tuple[int, ...] | frozenset[int]:
    return frozenset(numbers) if len(numbers) > INLINE else numbers


_PICK, _OR, _AND, _NOT, _COMPARED, _OF_COMPARED = range(6)
_LEVELS = {"|": 5, "^": 6, "&": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "//": 10, "%": 10}
_UNARY, _POWER, _ATOM = 11, 12, 13
