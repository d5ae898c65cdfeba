"""Formulas on whole numbers: sums and products, comparisons, sets; read without recursion, never run as Python.

A reader returns a function of the values of the names. What is wrong is reported to the text, and Wrong is raised.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from grundy.text.reader import Text

MOST_DIGITS = 9

Names = dict[str, int]
Expression = Callable[[Names], int]
Condition = Callable[[Names], bool]

_TOKEN = re.compile(r"\s*(?:(->|→|\.\.|//|<=|>=|==|!=|[-+*%<>=&,;(){}^])|([0-9]+)|([A-Za-z]+)|(\S))")
_WORDS = ("for", "in", "if", "and", "or")
_BINARY: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "+": (1, operator.add),
    "-": (1, operator.sub),
    "*": (2, operator.mul),
    "//": (2, operator.floordiv),
    "%": (2, operator.mod),
}
_CALLS: dict[str, Callable[..., int]] = {"min": min, "max": max, "gcd": math.gcd, "xor": operator.xor}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
}


class Token(NamedTuple):
    """A mark, a number or a name ("" at the end), and where it stands."""

    kind: str
    text: str
    at: int


class Wrong(Exception):
    """What is read does not go on as it should; it has been reported."""


@dataclass(slots=True)
class Formulas:
    """The tokens of a rule and how many of them are read."""

    text: Text
    tokens: list[Token]
    names: tuple[str, ...] = ()
    bound: set[str] = field(default_factory=set)
    read: int = 0

    def here(self) -> Token:
        return self.tokens[self.read]

    def wrong(self, expected: str) -> Wrong:
        token = self.here()
        if token.text:
            self.text.report_at(token.at, expected)
        else:
            self.text.report_end(expected)
        return Wrong()

    def take(self, mark: str, expected: str = "") -> Token:
        if self.here().text != mark:
            raise self.wrong(expected or f"'{mark}'")
        self.read += 1
        return self.tokens[self.read - 1]

    def takes(self, *marks: str) -> str:
        """The mark that stands here, passed over; '' if it is none of these."""
        if self.here().kind in ("mark", "name") and self.here().text in marks:
            self.read += 1
            return self.tokens[self.read - 1].text
        return ""


def tokens_of(string: str) -> Iterator[Token]:
    at = 0
    while match := _TOKEN.match(string, at):
        kind = "mark" if match[1] else "number" if match[2] else "name" if match[3] else "other"
        yield Token(kind, match[match.lastindex or 0].replace("→", "->"), match.start(match.lastindex or 0))
        at = match.end()
    yield Token("end", "", len(string))


def read_name(reader: Formulas, taken: set[str], expected: str) -> str:
    token = reader.here()
    if token.kind != "name" or token.text in _WORDS or token.text in _CALLS:
        raise reader.wrong(expected)
    if token.text in taken:
        raise reader.wrong("a name that is not in use")
    reader.read += 1
    return token.text


def read_set(reader: Formulas) -> tuple[Callable[[Names], Any], tuple[int, ...] | None]:
    """The values of a set, given the names before it; and what they are if no name is in it."""
    if reader.takes("{"):
        start = reader.read
        members = [read_expression(reader)]
        while reader.takes(","):
            members.append(read_expression(reader))
        plain = all(token.kind == "number" or token.text == "," for token in reader.tokens[start : reader.read])
        reader.take("}", "',' or '}'")
        constant = tuple(sorted({member({}) for member in members})) if plain else None
        return (lambda names: sorted({member(names) for member in members})), constant
    first = read_expression(reader)
    start = reader.read - 1
    reader.take("..", "'..' and the last number, or a set in '{' and '}'")
    last = read_expression(reader)
    plain = reader.read == start + 3 and all(t.kind == "number" for t in reader.tokens[start : reader.read : 2])
    if plain and last({}) - first({}) < 10_000:
        constant = tuple(range(first({}), last({}) + 1))
        return (lambda names: constant), constant or None
    return (lambda names: range(first(names), last(names) + 1)), None


def read_condition(reader: Formulas) -> Condition:
    """Comparisons joined by 'and', those by 'or'; 'and' binds closer."""
    choices: list[list[Condition]] = [[]]
    while True:
        choices[-1].append(_comparison(reader))
        joint = reader.takes("and", "or")
        if not joint:
            return lambda names: any(all(test(names) for test in tests) for tests in choices)
        if joint == "or":
            choices.append([])


def _comparison(reader: Formulas) -> Condition:
    numbers = [read_expression(reader)]
    tests: list[Callable[[int, int], bool]] = []
    while mark := reader.takes(*_COMPARE):
        tests.append(_COMPARE[mark])
        numbers.append(read_expression(reader))
    if not tests:
        raise reader.wrong("a comparison, such as n >= 2 or n % 2 == 0")

    def holds(names: Names) -> bool:
        values = [number(names) for number in numbers]
        return all(test(*pair) for test, pair in zip(tests, pairwise(values), strict=True))

    return holds


def read_expression(reader: Formulas) -> Expression:
    """Sums and products, by two stacks: values, and the marks that wait for what follows them."""
    values: list[Expression] = []
    waiting: list[tuple[str, int]] = []  # a mark, '(' or a function's name; for a function, how many values were there

    def settle(rank: int) -> None:
        while waiting and _rank(waiting[-1][0]) >= rank:
            mark = waiting.pop()[0]
            if mark == "negative":
                values.append(_negative(values.pop()))
            else:
                right, left = values.pop(), values.pop()
                values.append(_joined(_BINARY[mark][1], left, right))

    while True:
        # a value is due
        token = reader.here()
        if token.text == "-":
            reader.read += 1
            waiting.append(("negative", 0))
            continue
        if token.text == "(":
            reader.read += 1
            waiting.append(("(", 0))
            continue
        if token.text in _CALLS:
            reader.read += 1
            reader.take("(")
            waiting.append((token.text, len(values)))
            continue
        values.append(_value(reader))
        # a mark is due, or the end of the expression
        while True:
            mark = reader.here().text
            inside = next((name for name, _ in reversed(waiting) if name == "(" or name in _CALLS), "")
            if mark == ")" and inside:
                settle(1)
                name, had = waiting.pop()
                reader.read += 1
                if name != "(":
                    values[had:] = [_called(reader, name, values[had:])]
                continue
            break
        if mark == "," and inside in _CALLS:
            settle(1)
            reader.read += 1
        elif mark in _BINARY:
            settle(_BINARY[mark][0])
            reader.read += 1
            waiting.append((mark, 0))
        elif inside:
            raise reader.wrong("a mark such as + - * // %, or ')'")
        else:
            settle(1)
            return values[0]


def _rank(mark: str) -> int:
    return 3 if mark == "negative" else _BINARY[mark][0] if mark in _BINARY else 0


def _value(reader: Formulas) -> Expression:
    token = reader.here()
    if token.kind == "number":
        if len(token.text) > MOST_DIGITS:
            raise reader.wrong(f"a number of at most {MOST_DIGITS} digits")
        reader.read += 1
        number = int(token.text)
        return lambda names: number
    if token.kind == "name" and token.text not in _WORDS:
        if token.text not in reader.bound:
            raise reader.wrong(f"a number or a name that is known here ({', '.join(sorted(reader.bound))})")
        reader.read += 1
        return operator.itemgetter(token.text)
    raise reader.wrong("a number, a name or '('")


def _negative(value: Expression) -> Expression:
    return lambda names: -value(names)


def _joined(join: Callable[[int, int], int], left: Expression, right: Expression) -> Expression:
    return lambda names: join(left(names), right(names))


def _called(reader: Formulas, name: str, values: list[Expression]) -> Expression:
    if len(values) < 2 or (name == "xor" and len(values) > 2):
        reader.read -= 1
        raise reader.wrong(f"{'two' if name == 'xor' else 'two or more'} numbers in {name}(…)")
    call = _CALLS[name]
    return lambda names: call(*(value(names) for value in values))
