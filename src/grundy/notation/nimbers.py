"""Expressions of nimbers, as in `(4*6 + 2) / sqrt(7) ** -2`; read without recursion, and computed while they are read.

`+`, `-` and `^` are nim-addition (XOR), `*` and `/` come before them, and `**` before those, its exponent being one
ordinary integer. Functions stand before their arguments in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from grundy.errors import BadNimber, OutOfReach
from grundy.model import nimbers
from grundy.text.reader import Text, number

_TOKEN = re.compile(r"\s*(\*\*|[-+^*/(),]|[0-9]+|[A-Za-z_]+|\S|$)")
_EXPONENT = re.compile(r"\s*(-?)\s*([0-9]+|)")
_RANKS = {"(": 0, "+": 1, "-": 1, "^": 1, "*": 2, "/": 2}
_OPERAND = "a number, '(' or a function"


class _PendingMark(NamedTuple):
    """A mark that waits for what is to the right of it: an operator, or a bracket and the function before it."""

    mark: str
    at: int = 0
    name: str = ""
    values: int = 0  # how many were there before the bracket


def evaluate(text: Text, functions: Mapping[str, tuple[int, Callable[..., int]]]) -> int:
    """The value of an expression.

    Args:    functions: by name, how many arguments each takes, and what it does with them.
    Raises:  BadText: it is none, or divides by 0, with the place.
             BadNimber, OutOfReach: what a function raises, with its place.

    >>> evaluate(Text("(4*6 + 2) / 3", "<argument>"), {})
    4
    """
    values: list[int] = []
    marks: list[_PendingMark] = []
    at, wants_value = 0, True

    def refuse(offset: int, expected: str, actual: str | None = None) -> None:
        if offset == len(text.string.rstrip()) and actual is None:
            text.report_end(expected)
        else:
            text.report_at(offset, expected, actual)
        text.close()  # raises

    def apply(rank: int) -> None:
        """Do what waits and comes before an operator of this rank."""
        while marks and _RANKS[marks[-1].mark] >= rank > 0:
            operator = marks.pop()
            right, left = values.pop(), values.pop()
            match operator.mark:
                case "*":
                    values.append(nimbers.multiply(left, right))
                case "/":
                    if right == 0:
                        refuse(operator.at, "a divisor that is not 0", "one that is 0")
                    values.append(nimbers.divide(left, right))
                case _:
                    values.append(left ^ right)

    while True:
        token_match = _TOKEN.match(text.string, at)
        assert token_match is not None
        token, start = token_match[1], token_match.start(1)
        at = token_match.end()
        if wants_value:
            if token == "(":
                marks.append(_PendingMark("(", start))
            elif token.isascii() and token.isdigit():
                value = number(token)
                if value is None:
                    refuse(start, "a number of at most 4,300 digits")
                values.append(value or 0)
                wants_value = False
            elif token in functions:
                bracket = _TOKEN.match(text.string, at)
                assert bracket is not None
                if bracket[1] != "(":
                    refuse(bracket.start(1), "'('")
                marks.append(_PendingMark("(", start, token, len(values)))
                at = bracket.end()
            else:
                refuse(start, f"{_OPERAND} ({', '.join(functions)})" if token.isalpha() and functions else _OPERAND)
            continue
        if token == "**":
            exponent, at = _exponent(text, at, refuse)
            if values[-1] == 0 and exponent < 0:
                refuse(start, "a power of 0 that is not negative", str(exponent))
            values[-1] = nimbers.power(values[-1], exponent)
            again = _TOKEN.match(text.string, at)
            if again and again[1] == "**":  # of other languages: to the power of a power
                refuse(again.start(1), "brackets round a power whose power is taken, as in (2 ** 3) ** 4", "'**'")
            continue
        apply(_RANKS.get(token, 1))
        if token in _RANKS and token != "(":
            marks.append(_PendingMark(token, start))
            wants_value = True
        elif token == "," and marks and marks[-1].name:
            wants_value = True
        elif token == ")" and marks:
            _, opened, name, before = marks.pop()
            if name:
                count, function = functions[name]
                if len(values) - before != count:
                    plural = "s" if count > 1 else ""
                    refuse(start, f"{count} number{plural} in the brackets of {name}", str(len(values) - before))
                arguments = [values.pop() for _ in range(count)][::-1]
                if name == "inverse" and arguments == [0]:
                    refuse(opened, "a number that is not 0 in the brackets of inverse", "0")
                try:
                    values.append(function(*arguments))
                except (BadNimber, OutOfReach) as refused:
                    line, column = text.place(opened)
                    raise type(refused)(f"{text.name}:{line}:{column}: {refused}") from None
        elif token or marks:
            inside = "',' or ')'" if marks and marks[-1].name else "')'" if marks else "the end"
            refuse(start, f"an operator (+ * / **) or {inside}")
        else:
            return values[0]


def _exponent(text: Text, at: int, refuse: Callable[..., None]) -> tuple[int, int]:
    """The ordinary integer after `**`, and where it ends."""
    match = _EXPONENT.match(text.string, at)
    assert match is not None
    value = number(match[2])
    if value is None:
        refuse(match.start(2), "an ordinary integer of at most 4,300 digits")
    return (-1 if match[1] else 1) * (value or 0), match.end()
