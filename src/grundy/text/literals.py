"""Values as Python writes them: the states of a rule that brings no notation of its own."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable
from typing import Any

from grundy.text.reader import ARGUMENT, Text, describe, number, number_found

# Python's own parser reads what a person typed. It would print warnings, as about `9in`: none is wanted, since the
# caller reports each error itself.

NOT_READ = (SyntaxError, ValueError, MemoryError, RecursionError)
"""What both readers raise where the text is no expression, or no literal."""


def python_expression(text: str, place: str = "<text>") -> ast.Expression:
    """The tree of an expression. Raises: NOT_READ.

    >>> ast.unparse(python_expression("n % 3==0"))
    'n % 3 == 0'
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, place, "eval")


def python_literal(text: str, strict: bool = False) -> Any:
    r"""The value of a literal. Raises: NOT_READ.

    Parameters
    ----------
    strict
        Refuse what Python only warns about, such as the escape in "\d".

    Examples
    --------
    >>> python_literal("(1, 2)")
    (1, 2)
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error" if strict else "ignore")
        try:
            return ast.literal_eval(text)
        except Warning as problem:
            raise SyntaxError(str(problem)) from None


# Values as Python writes them: the states of a rule that brings no notation of its own.

MOST_NESTING = 100
_TOKEN = re.compile(
    r"""[ \t\r\n]*
    (frozenset\([ \t\r\n]* | [()\[\]{},] | '(?:[^'\\\n]++|\\[^\n])*+' | "(?:[^"\\\n]++|\\[^\n])*+"
    | [^()\[\]{}, \t\r\n'"]+ | ['"] | $)""",
    re.VERBOSE,
)
_CLOSING = {"(": ")", "{": "}", "f": ")"}
_WORDS = {"True": True, "False": False, "None": None}
_VALUE = "a number, a string, a tuple or a set"
_PLAIN = re.compile(r"(?!\d)[!-~]{1,40}")  # a word that may be meant as a string


def read_literals(text: Text) -> tuple[Any, ...]:
    """Values with blanks between them: whole numbers, strings, tuples, frozen sets, True, False and None.

    `{1, 2}` and `frozenset({1, 2})` are frozen sets, `{}` is the empty one; a list cannot be a state. Numbers are
    plain digits, with a `-` for negative ones. Nothing is evaluated but the escapes in strings.

    >>> read_literals(Text("(3, (4,)) -7 'a b' {2, 1}", "<argument>"))
    ((3, (4,)), -7, 'a b', frozenset({1, 2}))
    """
    reader = _Literals(text)
    values = reader.read()
    return tuple(values) if not reader.wrong else ()


def write_literals(values: Iterable[Any]) -> str:
    return " ".join(map(repr, values))


class _Literals:
    """One pass with a stack of what is open: the bracket, its offset, the values in it, whether it has a comma."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.wrong = False

    def read(self) -> list[Any]:
        stack: list[_OpenBracket] = [_OpenBracket("", 0)]
        offset = 0
        while True:
            match = _TOKEN.match(self.text.string, offset)
            assert match is not None  # it matches every character and the end
            token, start, gap = match.group(1), match.start(1), match.start(1) > offset
            offset = match.end()
            open_ = stack[-1]
            if token and token in ")}":
                if _CLOSING.get(open_.bracket) != token:
                    return self._lose(start, "no closing bracket without its opening one", describe(token))
                value = self._close(stack.pop())
                stack[-1].add(value)
            elif not token:
                if len(stack) > 1:
                    self.wrong = True
                    self.text.report_end(f"'{_CLOSING[open_.bracket]}'" if open_.values else _VALUE)
                return open_.values
            elif token == ",":
                if not open_.bracket or open_.ready or not open_.values:
                    return self._lose(start, _VALUE if open_.bracket else "a blank between states", "','")
                open_.ready = open_.comma = True
            elif open_.values and not open_.ready and (open_.bracket or not gap):
                expected = f"',' or '{_CLOSING[open_.bracket]}'" if open_.bracket else "a blank between states"
                return self._lose(start, expected, describe(token))
            elif token in ("(", "{") or token.startswith("frozenset("):
                if len(stack) > MOST_NESTING:
                    return self._lose(start, f"at most {MOST_NESTING} brackets in each other", describe(token))
                stack.append(_OpenBracket(token[0], start))
            elif token in "[]":  # a list is no state, and what is in it need not be read
                return self._lose(start, "a value that cannot change, such as a tuple (…)", "a list")
            else:
                open_.add(self._leaf(token, start))

    def _lose(self, offset: int, expected: str, actual: str) -> list[Any]:
        self.wrong = True
        self.text.report_at(offset, expected, actual)
        return []

    def _close(self, open_: _OpenBracket) -> Any:
        values = open_.values
        if open_.bracket == "{":
            return frozenset(values)
        if open_.bracket == "(":
            return values[0] if len(values) == 1 and not open_.comma else tuple(values)
        if not values:
            return frozenset()
        if len(values) > 1 or not isinstance(values[0], (frozenset, tuple)):
            self._lose(open_.start, "frozenset({...})", "another call of frozenset")
            return frozenset()
        return frozenset(values[0])

    def _leaf(self, token: str, start: int) -> Any:
        if token in _WORDS:
            return _WORDS[token]
        if token[0] in "'\"" and len(token) > 1:
            try:
                return python_literal(token, strict=True)
            except NOT_READ:
                self._lose(start, "a string with Python's escapes", describe(token))
                return None
        value = number(token.removeprefix("-"))
        if value is not None:
            return -value if token[0] == "-" else value
        expected, actual = number_found(token, _VALUE)
        if token in "'\"":
            expected = "a closing quotation mark"
        elif self.text.name == ARGUMENT and _PLAIN.fullmatch(token):
            expected += f" (a string keeps its quotation marks within others: \"'{token}'\")"
        self._lose(start, expected, actual)
        return None


class _OpenBracket:
    """What stands before the reader: an open bracket, or the text itself."""

    __slots__ = ("bracket", "comma", "ready", "start", "values")

    def __init__(self, bracket: str, start: int) -> None:
        self.bracket = bracket
        self.start = start
        self.values: list[Any] = []
        self.comma = False
        self.ready = False

    def add(self, value: Any) -> None:
        self.values.append(value)
        self.ready = False
