"""A text with places: what is wrong is said at a line and column, in the same words everywhere.

Columns count characters from 1: a tab is one, a bad byte one, the byte order mark none. Lines end at a line feed
alone, less one carriage return before it; blanks are the space and the tab and nothing else.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice

from grundy.errors import MOST_FINDINGS, BadText, Finding
from grundy.text.terminal import escaped

ARGUMENT = "<argument>"
BLANKS = " \t"
END_OF_LINE = "the end of the line"
END_OF_INPUT = "the end of the input"
MOST_DIGITS = 4300

_TOKEN = re.compile(r"[^ \t]+")
_WORD = re.compile(r"[,/()\[\]{}:]|[^ \t\n,/()\[\]{}:]+")
_SHORT = 30
_NAMES = {
    "\0": "NUL",
    "\t": "a tab",
    "\n": END_OF_LINE,
    "\r": "a carriage return",
    " ": "a blank",
    "\x7f": "the control character U+007F",
    "\xa0": "no-break space",
    "\ufeff": "byte order mark",
}


class Text:
    """The characters of a whole input or of a part of it; parts share the findings and the places of the whole.

    Args:    data: bytes are read as UTF-8, a bad byte becoming one character (surrogateescape); a byte order mark is
             dropped. name: as the user gave it, `<stdin>` or `<argument>`.
    Raises:  TypeError: neither text nor bytes, such as octal(0.77).
    Fields:  string: the characters; offsets count them from 0. findings: what was reported so far, in order; of many,
             the first ones.

    >>> text = Text("3 x", "heaps.txt")
    >>> text.report_at(2, "a pile size")
    >>> text.close()
    Traceback (most recent call last):
    grundy.errors.BadText: heaps.txt:1:3: expected a pile size, found 'x'
    """

    __slots__ = ("_line_starts", "_whole", "start", "string")

    def __init__(self, data: bytes | str, name: str) -> None:
        if not isinstance(data, str | bytes):
            raise TypeError(f"expected text, found {data!r} ({type(data).__name__})")
        characters = data if isinstance(data, str) else data.decode("utf-8", "surrogateescape")
        self._whole = _SharedText(characters.removeprefix("\ufeff"), name)
        self.string = self._whole.string
        self.start = 0
        self._line_starts: list[int] | None = None

    @property
    def name(self) -> str:
        return self._whole.name

    @property
    def findings(self) -> list[Finding]:
        return sorted(self._whole.found.values())

    @property
    def full(self) -> bool:
        """Whether as many findings are known as are ever shown; whoever reads in order may stop."""
        return len(self._whole.found) >= MOST_FINDINGS

    def close(self) -> None:
        """Raise BadText if anything was reported, here or in a part."""
        if self._whole.found:
            raise BadText(self.findings)

    def part(self, start: int, stop: int | None = None) -> Text:
        """The characters start..stop of this text, as a text."""
        part = Text.__new__(Text)
        part._whole = self._whole
        part.string = self.string[start:stop]
        part.start = self.start + start
        part._line_starts = None
        return part

    def lines(self) -> list[str]:
        """The lines without their ends; the text after the last line feed is a line too, often an empty one."""
        lines = self.string.split("\n")
        if "\r" in self.string:
            last = lines.pop()
            lines = [line.removesuffix("\r") for line in lines]
            # a part may stop before a character that is on the same line: then its last "\r" ends no line
            lines.append(last.removesuffix("\r") if self._follows() in ("", "\n") else last)
        return lines

    def line_parts(self) -> Iterator[Text]:
        """Each line as a text of its own."""
        start = 0
        for raw, line in zip(self.string.split("\n"), self.lines(), strict=True):
            yield self.part(start, start + len(line))
            start += len(raw) + 1

    def line_start(self, line: int) -> int:
        """The offset where a line starts; lines count from 0."""
        if self._line_starts is None:
            self._line_starts = _line_starts(self.string)
        return self._line_starts[line]

    def tokens(self, line: int) -> list[tuple[int, str]]:
        """The tokens of a line and their offsets; lines count from 0."""
        return list(self._each_token(line))

    def token(self, line: int, number: int) -> tuple[int, str]:
        """One of the tokens of a line, of which there may be millions; both count from 0."""
        return next(islice(self._each_token(line), number, None))

    def _each_token(self, line: int) -> Iterator[tuple[int, str]]:
        start = self.line_start(line)
        stop = self.string.find("\n", start)
        ending = self.part(start, len(self.string) if stop < 0 else stop).lines()[0]
        return ((start + match.start(), match.group()) for match in _TOKEN.finditer(ending))

    def at(self, line: int, token: int) -> int:
        """The offset of a token, or one past the line's last token if there are fewer; both count from 0."""
        tokens = self.tokens(line)
        if token < len(tokens):
            return tokens[token][0]
        return tokens[-1][0] + len(tokens[-1][1]) if tokens else self.line_start(line)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the whole, both from 1, of an offset in this text."""
        return self._whole.place(self.start + offset)

    def here(self, offset: int) -> str:
        """What stands at an offset: a word, a mark, the end of the line or the input, or what follows this part."""
        match = _WORD.match(self.string, offset)
        if not match:
            return describe(self._whole.string[self.start + offset : self.start + offset + 1])
        stop = self.start + match.end()
        ends_line = self._whole.string[stop : stop + 1] in ("", "\n")
        token = match.group().removesuffix("\r") if ends_line else match.group()
        return describe(token or "\n")

    def _follows(self) -> str:
        """The character after this part in the whole; nothing at its end."""
        stop = self.start + len(self.string)
        return self._whole.string[stop : stop + 1]

    def report(self, line: int, column: int, expected: str, actual: str, about: str = "") -> None:
        """Report at a place in the whole; of several findings at one place the first stays."""
        all_found = self._whole.found
        all_found.setdefault((line, column), Finding(line, column, expected, actual, self.name, about))
        if len(all_found) > 2 * MOST_FINDINGS:  # a million bad tokens are no million findings
            self._whole.found = dict(sorted(all_found.items())[:MOST_FINDINGS])

    def report_at(self, offset: int, expected: str, actual: str | None = None, about: str = "") -> None:
        """Report at an offset in this text, by default what stands there; `about` names the whole that is read."""
        self.report(*self.place(offset), expected, self.here(offset) if actual is None else actual, about)

    def report_missing(self, offset: int, expected: str) -> None:
        """Report at an offset what stands there after blanks; the place where something should be and is not."""
        stop = offset
        while self.string[stop : stop + 1] in (" ", "\t"):
            stop += 1
        self.report_at(offset, expected, self.here(stop))

    def report_end(self, expected: str) -> None:
        """Report that the text ends too early.

        The place is the line after the last line with text, column 1; in an argument and in a part, which have no
        lines of their own, one past the last character that is no blank; in a file without text, 1:1.
        """
        last = len(self.string.rstrip(" \t\r\n"))
        if len(self.string) < len(self._whole.string) or self.name == ARGUMENT:
            follows = self._follows()
            self.report_at(last, expected, END_OF_LINE if follows == "\r" else describe(follows))
        elif not last:
            self.report(1, 1, expected, "an empty text")
        else:
            self.report(self.place(last)[0] + 1, 1, expected, END_OF_INPUT)


class _SharedText:
    """What all parts of a text share."""

    __slots__ = ("_starts", "found", "name", "string")

    def __init__(self, string: str, name: str) -> None:
        self.string = string
        self.name = name
        self.found: dict[tuple[int, int], Finding] = {}
        self._starts: list[int] | None = None

    def place(self, offset: int) -> tuple[int, int]:
        if self._starts is None:
            self._starts = _line_starts(self.string)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def _line_starts(string: str) -> list[int]:
    starts = [0]
    for line in string.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    starts.pop()
    return starts


def is_plain(text: Text, lines: list[str]) -> bool:
    """Whether the text, whose lines are given, is nothing but blanks and numbers that `int` reads.

    Then `str.split` and `int` are exact; elsewhere both accept what no number here may have.
    """
    string = text.string
    if not string.isascii() or string.encode().translate(None, b"0123456789 \t\r\n"):
        return False
    if "\r" in string and any("\r" in line for line in lines):
        return False
    limit = min(MOST_DIGITS, sys.get_int_max_str_digits() or MOST_DIGITS)  # the interpreter may be set to fewer
    return max(map(len, lines)) <= limit or all(
        len(line) <= limit or max(map(len, line.split()), default=0) <= limit for line in lines
    )


def number(token: str) -> int | None:
    """The value of a plain number, 1 to 4,300 ASCII digits; None for anything else.

    >>> number("007"), number("1_0"), number("-3")
    (7, None, None)
    """
    if not (token.isascii() and token.isdigit()) or len(token) > MOST_DIGITS:
        return None
    try:
        return int(token)
    except ValueError:  # the interpreter may be set to fewer digits than ours
        value = 0
        for start in range(0, len(token), 600):
            piece = token[start : start + 600]
            value = value * 10 ** len(piece) + int(piece)
        return value


def describe(token: str) -> str:
    """What was found, in words that name it for what it is and that stay on one line.

    >>> describe("x"), describe("21"), describe("-3"), describe("9" * 5000)
    ("'x'", '21', 'the negative number -3', 'a number of 5000 digits')
    >>> describe("\\uff13"), describe("\\xa0"), describe("1\\0"), describe("\\udcff")
    ("'３' (full-width digit)", 'no-break space', "'1\\\\x00' (NUL)", 'invalid UTF-8 byte 0xff')
    >>> describe("\\n"), describe("")
    ('the end of the line', 'the end of the input')
    """
    if not token:
        return END_OF_INPUT
    digits = token.removeprefix("-")
    if digits.isascii() and digits.isdigit():
        negative = len(digits) < len(token) and bool(digits.strip("0"))
        if len(digits) > _SHORT:
            return f"a {'negative ' if negative else ''}number of {len(digits)} digits"
        if negative:
            return f"the negative number {token}"
        if digits == token:
            return token
    if len(token) == 1 and (token in _NAMES or not token.isprintable()):
        return _name(token)
    plain = token.isascii() and token.isprintable()  # what is so has no name, and may be long
    name = "" if plain else next(filter(None, map(_name, token.replace(" ", ""))), "")
    return f"{quote(token)} ({name})" if name else quote(token)


def number_found(token: str, expected: str) -> tuple[str, str]:
    """What to expect and to find where a number should be and `token` is; too many digits are the limit's fault."""
    if len(token) > MOST_DIGITS and token.isascii() and token.isdigit():
        expected = f"a number of at most {MOST_DIGITS} digits"
    return expected, describe(token)


def quote(token: str) -> str:
    """The token in quotation marks, shortened, what cannot be seen escaped."""
    mark = '"' if "'" in token and '"' not in token else "'"
    return f"{mark}{visible(token)}{mark}" + (f" ({len(token)} characters)" if len(token) > _SHORT else "")


def visible(token: str) -> str:
    """The token, shortened, what cannot be seen escaped."""
    short = token if len(token) <= _SHORT else token[: _SHORT - 10] + "…"
    return "".join(c if c.isprintable() else escaped(c) for c in short)


def looks_blank(character: str) -> bool:
    """Whether a character passes for a blank without being one: a no-break space, a line separator…"""
    return character not in BLANKS and (character.isspace() or character in "\u200b\u2060\ufeff")


def _name(character: str) -> str:
    """The name of a character that looks like another or like nothing; nothing for the others."""
    if "!" <= character <= "~":
        return ""
    if character in _NAMES:
        return _NAMES[character]
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"invalid UTF-8 byte 0x{code - 0xDC00:02x}"
    if 0xD800 <= code <= 0xDFFF:
        return f"the lone surrogate U+{code:04X}"
    if code < 0xA0:
        return f"the control character U+{code:04X}"
    if 0xFF10 <= code <= 0xFF19:
        return "full-width digit"
    import unicodedata  # only ever needed for a finding

    if character.isdecimal() or unicodedata.category(character)[0] in "PSN" or not character.isprintable():
        return unicodedata.name(character, f"U+{code:04X}").lower().replace(f"u+{code:04x}", f"U+{code:04X}")
    return ""
