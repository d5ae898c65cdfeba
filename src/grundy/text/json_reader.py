"""Strict JSON with the place of every value.

A text is first given to the standard library's decoder, which is fast and says little; whatever it cannot accept or
accepts too easily is read again by an exact scanner, which keeps places and says what is wrong. The scanner has its
own stack: nesting costs no recursion. Numbers are whole: JSON's, and leading zeros are harmless.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from grundy.text.reader import END_OF_INPUT, MOST_DIGITS, Text, describe, looks_blank, number, number_found

BAD: Any = object()
"""Stands for a value that was reported already."""

_LONG = re.compile(f"[0-9]{{{MOST_DIGITS + 1}}}")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_TOKEN = re.compile(r'[ \t\r\n]*([\[\]{},:]|"|[^\[\]{},:"\s\u200b\u2060\ufeff]+|[^"]|$)')
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f\ud800-\udfff]++|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+"')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u([0-9a-fA-F]{4}))')
_NESTING = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
_BARE = re.compile(r'"(?:[^"\\\n]++|\\.)*+"?|[^\[\]{},:"() \t\r\n]*')
# blanks and marks, then a value without brackets in brackets: of a graph's edges, each is one match
_ELEMENT = re.compile(
    r'([ \t\r\n,:]*)(?:"(?:[^"\\]++|\\.)*+"|[\[{](?:[^\[\]{}"]++|"(?:[^"\\]++|\\.)*+")*+[\]}]|[^\[\]{},:" \t\r\n]+)?',
    re.DOTALL,
)
_WORDS = {"true": True, "false": False, "null": None}

Path = Sequence[int | str]


class Document:
    """A value read from a text; a path of keys and indices leads to every value in it and to its place.

    >>> document = Document(Text('{"ints": [3, -1]}', "in.json"))
    >>> document.value
    {'ints': [3, -1]}
    >>> document.report(["ints", 1], "a number, 0 or more")
    >>> document.text.findings[0].column
    14
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self._inside: dict[int, _Inside] = {}
        try:
            self.value = _fast(text.string)
        except (ValueError, RecursionError):
            self.value = _Scanner(text).scan()

    def report(self, path: Path, expected: str, actual: str | None = None) -> None:
        """Report the value at a path, unless what is wrong with it was reported already."""
        value = self.value
        for step in path:
            value = value[step]
        if value is not BAD:
            start = self._start(path)
            self.text.report_at(start, expected, _value_text(self.text.string, start) if actual is None else actual)

    def report_key(self, key: str, expected: str) -> None:
        """Report a key of the object that is the whole value."""
        start = self._open(self._start([])).keys[key]
        self.text.report_at(start, expected, _value_text(self.text.string, start))

    def report_missing(self, path: Path, expected: str) -> None:
        """Report that a list or an object closes too early."""
        self.text.report_at(self._open(self._start(path)).stop, expected)

    def _start(self, path: Path) -> int:
        start = len(self.text.string) - len(self.text.string.lstrip(" \t\r\n"))
        for step in path:
            start = self._open(start).starts[step]
        return start

    def _open(self, start: int) -> _Inside:
        if start not in self._inside:
            self._inside[start] = _look_inside(self.text.string, start)
        return self._inside[start]

    def fields(self, keys: Sequence[str]) -> list[list[Any] | None]:
        """The lists under the keys that the object must have; None for whatever is reported."""
        names = " and ".join(f'"{key}"' for key in keys)
        if self.value is BAD:
            return [None] * len(keys)
        if type(self.value) is not dict:
            self.report([], f"an object with {names}")
            return [None] * len(keys)
        for key in self.value:
            if key not in keys:
                self.report_key(key, names.replace(" and ", " or "))
        return [self._field(key) for key in keys]

    def _field(self, key: str) -> list[Any] | None:
        if key not in self.value:
            self.report_missing([], f'the key "{key}"')
        elif type(self.value[key]) is list:
            return list(self.value[key])
        else:
            self.report([key], "a list")
        return None

    def numbers(self, key: str, values: list[Any] | None, what: str, least: int) -> tuple[int, ...]:
        """The numbers of the list under a key, each `least` or more."""
        good = []
        for index, value in enumerate(values or ()):
            if type(value) is int and value >= least:
                good.append(value)
            else:
                self.report([key, index], f"{what}, {least} or more")
        return tuple(good)


def json_end(text: Text, offset: int) -> int:
    """The offset one past the JSON value that starts at `offset` or after blanks; of brackets never closed, the end.

    Finds the end by the brackets alone and reports nothing: what is wrong inside is said by whoever reads the value.

    >>> json_end(Text('graph({"nodes": [")"]}) + nim(5)', "<argument>"), 6)
    22
    """
    string = text.string
    while string[offset : offset + 1] in (" ", "\t", "\r", "\n"):
        offset += 1
    if string[offset : offset + 1] not in ("[", "{"):
        bare = _BARE.match(string, offset)
        return bare.end() if bare else offset
    return _closed(string, offset)


def _closed(string: str, start: int) -> int:
    """The offset one past the bracket that closes the one at `start`."""
    depth = 0
    for token in _NESTING.finditer(string, start):
        mark = token.group()
        depth += (mark in "[{") - (mark in "]}")
        if not depth:
            return token.end()
    return len(string)


@dataclass(frozen=True, slots=True)
class _Inside:
    """Where a list or an object has its values, its keys (the first of equal ones) and its closing bracket."""

    starts: Any
    keys: dict[str, int]
    stop: int


def _look_inside(string: str, start: int) -> _Inside:
    """The places in one list or object of a text whose brackets and commas are known to be right."""
    starts: list[int] = []
    keys: dict[str, int] = {}
    names: list[str] = []
    offset = start + 1
    while True:
        element = _ELEMENT.match(string, offset)
        at = element.end(1) if element else offset
        if string[at : at + 1] in ("]", "}", ""):
            return _Inside(dict(zip(reversed(names), reversed(starts), strict=True)) if keys else starts, keys, at)
        if string[start] == "{" and len(names) == len(starts):
            name = _key(string, at)
            keys.setdefault(name, at)
            names.append(name)
        else:
            starts.append(at)
        offset = element.end() if element and element.end() > at else _closed(string, at)


def _key(string: str, start: int) -> str:
    quoted = _STRING.match(string, start)
    return str(json.loads(quoted.group())) if quoted else ""


def _value_text(string: str, start: int) -> str:
    """The value at an offset; a string in its quotation marks."""
    if string[start : start + 1] in ("[", "{"):
        return "a list" if string[start] == "[" else "an object"
    quoted = _STRING.match(string, start)
    token = _TOKEN.match(string, start)
    return describe(quoted.group() if quoted else token.group(1) if token else "")


def _fast(string: str) -> Any:
    """The value of a text that needs no explaining; ValueError or RecursionError for every other."""
    if ("\\u" in string or not string.isascii()) and _SURROGATE.search(string):
        raise ValueError
    if sys.get_int_max_str_digits() != MOST_DIGITS and _LONG.search(string):
        raise ValueError
    return json.loads(string, object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError
    return values


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


class _Lost(Exception):
    """The scanner cannot tell what the rest of the text means."""


class _Scanner:
    """One pass over a text, with a stack of the lists and objects that are open."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.string = text.string
        self.offset = 0
        self.broken = False

    def scan(self) -> Any:
        """The value; BAD if the text is no JSON value as a whole."""
        try:
            value = self._document()
        except _Lost:
            return BAD
        return BAD if self.broken else value

    def _document(self) -> Any:
        root: list[Any] = []
        stack: list[Any] = [root]
        key: str | None = None
        wanted = "a JSON value"
        mark, start = self._token(wanted)
        while True:
            if mark in ("[", "{"):
                inner: list[Any] | dict[str, Any] = [] if mark == "[" else {}
                _put(stack[-1], key, inner)
                stack.append(inner)
                wanted = "a value" if mark == "[" else "a key"
                mark, start = self._token(f"{wanted} or '{_closing(inner)}'")
                if mark != _closing(inner):
                    if isinstance(inner, dict):
                        wanted, (key, mark, start) = "a value", self._key(inner, mark, start)
                    elif mark in ("}", ":"):
                        self._lose(start, "a value or ']'")
                    continue
            elif mark in ("]", "}", ",", ":"):
                self._wrong(start, wanted)
                if len(stack) == 1 or mark == ":":
                    raise _Lost
            else:
                _put(stack[-1], key, self._leaf(mark, start))
                mark, start = self._after_value(stack)
            while len(stack) > 1 and mark == _closing(stack[-1]):
                stack.pop()
                mark, start = self._after_value(stack)
            if len(stack) == 1:
                if mark:
                    self._lose(start, END_OF_INPUT)
                return root[0]
            wanted = "a value" if isinstance(stack[-1], list) else "a key"
            if mark == ",":
                mark, start = self._token(wanted)
            else:
                self._wrong(start, f"',' or '{_closing(stack[-1])}'")
                if mark in ("]", "}", ":"):
                    raise _Lost  # else a comma was forgotten
            if wanted == "a key" and mark not in ("}", ","):
                wanted, (key, mark, start) = "a value", self._key(stack[-1], mark, start)

    def _after_value(self, stack: list[Any]) -> tuple[str, int]:
        return self._token(f"',' or '{_closing(stack[-1])}'" if len(stack) > 1 else "")

    def _token(self, expected: str) -> tuple[str, int]:
        """The next mark or word and its offset; the end is reported if something is expected."""
        while True:
            match = _TOKEN.match(self.string, self.offset)
            assert match is not None  # it matches every character and the end
            self.offset = match.end()
            if not (match.group(1) and looks_blank(match.group(1))):
                break
            self._wrong(match.start(1), "a space, a tab or a line break")
        if not match.group(1) and expected:
            self.text.report_end(expected)
            raise _Lost
        return match.group(1), match.start(1)

    def _key(self, values: dict[str, Any], mark: str, start: int) -> tuple[str | None, str, int]:
        """A key, None if it cannot be one, and the value's first token."""
        key: str | None = None
        if mark == '"':
            key = self._string(start)
            if key is BAD:
                key = None
            elif key in values:
                self.text.report_at(start, "each key once", f"{describe(self.string[start : self.offset])} again")
                key = None
        elif mark in ("[", "]", "{", "}", ",", ":"):
            self._lose(start, "a key in double quotes")
        else:
            self._wrong(start, "a key in double quotes")
        mark, start = self._token("':'")
        if mark != ":" and self.broken:
            raise _Lost
        if mark != ":":
            self._lose(start, "':'")
        mark, start = self._token("a value")
        return key, mark, start

    def _wrong(self, start: int, expected: str) -> None:
        self.broken = True
        self.text.report_at(start, expected, _value_text(self.string, start))

    def _lose(self, start: int, expected: str) -> NoReturn:
        self._wrong(start, expected)
        raise _Lost

    def _leaf(self, mark: str, start: int) -> Any:
        if mark == '"':
            return self._string(start)
        if mark in _WORDS:
            return _WORDS[mark]
        value = number(mark.removeprefix("-"))
        if value is not None:
            return -value if mark[0] == "-" else value
        expected = "a whole number" if mark[0] in "+-.0123456789" else "a value"
        self.text.report_at(start, *number_found(mark, expected))
        return BAD

    def _string(self, start: int) -> Any:
        """The string that starts at a quotation mark; BAD, with all findings in it, if it is none."""
        good = _STRING.match(self.string, start)
        stop = good.end() if good else self._bad_string(start)
        self.offset = stop
        if not good:
            return BAD
        value = json.loads(good.group())
        if not re.search(r"[\ud800-\udfff]", value):
            return value
        high = -1
        for escape in _ESCAPE.finditer(good.group()):
            code = int(escape.group(1) or "0", 16)
            if 0xD800 <= code < 0xDC00 and _is_low(good.group()[escape.end() :]):
                high = escape.end()
            elif 0xD800 <= code < 0xE000 and escape.start() != high:
                self.text.report_at(start + escape.start(), "a character", f"the lone surrogate {escape.group()}")
        return BAD

    def _bad_string(self, start: int) -> int:
        """Report what is wrong in a string; the offset after it."""
        at = start + 1
        while (character := self.string[at : at + 1]) != '"':
            if character in ("", "\n") or self.string[at : at + 2] == "\r\n":
                if character:
                    self.text.report_at(at, "a closing quotation mark")
                else:
                    self.text.report_end("a closing quotation mark")
                raise _Lost
            escape = _ESCAPE.match(self.string, at)
            if escape:
                at = escape.end()
                continue
            if character == "\\":
                actual = describe(self.string[at : at + 2].rstrip("\r\n"))
                self.text.report_at(at, 'one of the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000', actual)
                at += 2 if self.string[at + 1 : at + 2] not in ("", "\r", "\n") else 1
                continue
            if character < " " or "\ud800" <= character <= "\udfff":
                self.text.report_at(at, "a character or an escape such as \\u0000", describe(character))
            at += 1
        return at + 1


def _put(values: list[Any] | dict[str, Any], key: str | None, value: Any) -> None:
    if isinstance(values, list):
        values.append(value)
    elif key is not None:
        values[key] = value


def _closing(values: list[Any] | dict[str, Any]) -> str:
    return "]" if isinstance(values, list) else "}"


def _is_low(string: str) -> bool:
    escape = re.match(r"\\u[dD][c-fC-F][0-9a-fA-F]{2}", string)
    return escape is not None
