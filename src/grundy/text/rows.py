"""Lines of whole numbers, read one after another, or all at once where nothing is wrong in them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.errors import MOST_FINDINGS
from grundy.text.reader import END_OF_INPUT, END_OF_LINE, MOST_DIGITS, Text, is_plain, looks_blank, number, number_found

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# Lines of whole numbers, read one after another: what every line-by-line format of a judge shares.
#
# A line is turned into a list of ints when it is asked for; a token that is no number becomes None in it. Columns are
# worked out only for a finding. A finding that leaves open which line is which ends the checks of the order, never
# those of the single numbers: `finish` still reports every bad number in the rest of the text.

NumberRow = list[int | None]

MOST_64 = (1 << 64) - 1
_PLAIN = re.compile(r"[0-9 \t]*")


class Rows:
    """A cursor over the lines of a text.

    Fields:  line: the line read last, from 0. row: its numbers. stopped: whether the order of the lines is lost.

    >>> rows = Rows(Text("2\\n3 4\\n", "piles.txt"))
    >>> rows.count("how many")
    2
    >>> rows.read("a row")
    [3, 4]
    >>> rows.finish()
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.line = -1
        self.row: NumberRow = []
        self.stopped = False
        self._lines = text.lines()
        self._plain = is_plain(text, self._lines)

    def read(self, what: str, index: int = 0, count: int | None = None, between: bool = False) -> NumberRow | None:
        """The numbers of the next line; None, reported and stopped, where there is none.

        A blank line is skipped only `between` cases; elsewhere it is a missing `what`, which is
        named `what index of count` if there is a count.
        """
        if self.raw(what, index, count, between) is None:
            return None
        line = self._lines[self.line]
        self.row = list(map(int, line.split())) if self._plain else _numbers(line)
        return self.row

    def raw(self, what: str, index: int = 0, count: int | None = None, between: bool = False) -> str | None:
        """The next line as it stands, else as `read`."""
        if self.stopped:
            return None
        following = self.line + 1
        if following < len(self._lines):
            line = self._lines[following]
            if line and not line.isspace():
                self.line = following
                return line
        expected = what if count is None else f"{what} {index} of {count}"
        if self.at_end():
            self.text.report_end(expected)
        elif between or not self._is_blank(following):
            while self._is_blank(self.line + 1):
                self.line += 1
            self.line += 1
            return self._lines[self.line]
        else:
            self.text.report_at(self.text.line_start(following), expected, END_OF_LINE)
        self.stopped = True
        return None

    def peek(self) -> str:
        """The line after the one read last, if there is one."""
        return self._lines[self.line + 1] if self.line + 1 < len(self._lines) else ""

    def at_end(self) -> bool:
        """Whether nothing but blank lines follows."""
        following = self.line + 1
        while following < len(self._lines) and self._is_blank(following):
            following += 1
        return following == len(self._lines)

    def _is_blank(self, line: int) -> bool:
        return not self._lines[line].strip(" \t")

    def count(self, what: str, between: bool = False) -> int | None:
        """The one number of the next line; None if it is missing or bad. A second number stops the order."""
        return self.counts((what,), between)[0]

    def counts(self, whats: Sequence[str], between: bool = False) -> NumberRow:
        """The numbers of the next line, one for each name; as `count`."""
        row = self.read(f"{whats[0]}, 0 or more", between=between)
        if row is None:
            return [None] * len(whats)
        for token, what in enumerate(whats):
            self.check(token, f"{what}, 0 or more")
        if len(row) != len(whats):
            missing = f"{whats[len(row)]}, 0 or more" if len(row) < len(whats) else ""
            self.length(len(whats), missing)
            self.stopped = True
            return [None] * len(whats)
        return list(row)

    def cases(self, what: str) -> Iterator[int]:
        """1, 2, … as many as the first line says; with a bad first line, until the text ends."""
        total = self.count(what, between=True)
        case = 0
        while not self.stopped and not self.text.full:
            if case == total or (total is None and self.at_end()):
                return
            case += 1
            if total is not None and self.at_end():
                self.text.report_end(f"case {case} of {total}")
                self.stopped = True
                return
            yield case

    def columns(self, cases: str, whats: Sequence[str], least: int = 0) -> tuple[array[int], ...]:
        """So many lines as the first one says, each with a number of 64 bits for each name: all numbers of a name.

        A million lines that are as they should be take some tenths of a second; others are read one by one.

        >>> rows = Rows(Text("2\\n3 4\\n5 6\\n", "pairs.txt"))
        >>> [list(column) for column in rows.columns("the number of pairs", ("a", "b"))]
        [[3, 5], [4, 6]]
        """
        total = self.count(cases, between=True)
        numbers = self._many(total, len(whats), least) if total else None
        if numbers is None:
            numbers = array("Q")
            case = 0
            while not self.stopped and not self.text.full and case != total and not (total is None and self.at_end()):
                case += 1
                row = self.read("case", case, total, between=True)
                if row is None:
                    break
                for token, what in enumerate(whats):
                    value = self.check(token, f"{what}, {least} to {MOST_64:,}", least, MOST_64)
                    numbers.append(value or 0)
                if len(row) != len(whats):
                    self.length(len(whats), whats[min(len(row), len(whats) - 1)])
        return tuple(numbers[place :: len(whats)] for place in range(len(whats)))

    def _many(self, count: int, each: int, least: int) -> array[int] | None:
        """The numbers of the next `count` lines; None, and nothing is read, where one is not as it should be."""
        lines = self._lines[self.line + 1 : self.line + 1 + count] if self._plain else []
        whole = "\n".join((*lines, ""))
        if len(lines) != count or not re.fullmatch(rf"(?:[0-9]++(?: [0-9]++){{{each - 1}}}\n)*+", whole):
            return None
        try:
            numbers = array("Q", map(int, whole.split()))
        except OverflowError:
            return None
        if min(numbers) < least:
            return None
        self.line += count
        return numbers

    def counted(self, what: str, least: int, expected_count: str) -> tuple[int, ...]:
        """The numbers after the first of the current row, which says how many; each `least` or more."""
        count = self.check(0, expected_count)
        self.check_all(1, what, least)
        if count is not None and count != len(self.row) - 1:
            self.length(count + 1, what)
        return tuple([value for value in self.row[1:] if value is not None])

    def check_all(self, first: int, what: str, least: int) -> None:
        """Report every token from `first` on that is no number of `least` or more."""
        if None in self.row or least:
            for token in range(first, len(self.row)):
                if self.text.full:
                    return
                self.check(token, f"{what}, {least} or more", least)

    def check(self, token: int, expected: str, least: int = 0, most: int | None = None) -> int | None:
        """A number of the current row if it is there and in range; else None, reported unless it is missing."""
        if token >= len(self.row):
            return None
        value = self.row[token]
        if value is not None and value >= least and (most is None or value <= most):
            return value
        self.report(token, expected)
        return None

    def length(self, wanted: int, what: str) -> None:
        """Report a current row that has not `wanted` tokens."""
        if len(self.row) > wanted:
            self.report(wanted, f"{END_OF_LINE} after {wanted} {'number' if wanted == 1 else 'numbers'}")
        elif len(self.row) < wanted and not self._has_glued():
            missing = self.text.at(self.line, len(self.row))
            self.text.report_at(missing, f"{what} (number {len(self.row) + 1} of {wanted} in this line)", END_OF_LINE)
            # if with the next line it would be right, it is a row over two lines or a short one before another row;
            # as nobody can say which, nobody can say what the lines after it are
            self.stopped = len(self.row) + len(_numbers(self.peek())) == wanted

    def _has_glued(self) -> bool:
        """Whether a bad number of the current row may be several, with something between them that is no blank."""
        return None in self.row and any(
            character in ",;" or looks_blank(character) for character in self._lines[self.line]
        )

    def report(self, token: int, expected: str, actual: str | None = None) -> None:
        """Report a token of the current row."""
        offset, written = self.text.token(self.line, token)
        expected, described = number_found(written, expected)
        self.text.report_at(offset, expected, described if actual is None else actual)

    def finish(self, numbers_only: bool = True) -> None:
        """Report text after the last case, every bad number not yet reported, and close the text."""
        if not self.stopped and not self.text.full and not self.at_end():
            self.raw(END_OF_INPUT, between=True)
            self.text.report_at(self.text.at(self.line, 0), END_OF_INPUT)
        if numbers_only and not self._plain:
            _report_bad_numbers(self.text, self._lines)
        self.text.close()


def _numbers(line: str) -> NumberRow:
    if len(line) <= 600 and _PLAIN.fullmatch(line):
        return list(map(int, line.split()))
    return [number(token) for token in re.findall(r"[^ \t]+", line)]


def _report_bad_numbers(text: Text, lines: list[str]) -> None:
    reported = 0
    for index, line in enumerate(lines):
        if _PLAIN.fullmatch(line) and len(line) <= MOST_DIGITS:
            continue
        for offset, token in text.tokens(index):
            if number(token) is None:
                text.report_at(offset, *number_found(token, "a number, 0 or more"))
                reported += 1
                if reported >= MOST_FINDINGS:
                    return


# Lines of whole numbers, all read at once: for large texts in which nothing is wrong.
#
# `rows` reads a line at a time and knows what is wrong where; this knows only whether something may be.

if TYPE_CHECKING:
    Numbers = NDArray[np.uint64]
    Places = NDArray[np.int64]

LARGE = 1 << 18  # bytes; reading fewer one by one takes less than loading NumPy
_MOST = str(MOST_64).encode()


@dataclass(frozen=True, slots=True)
class NumberLines:
    """The numbers of a text, and where each line begins.

    Fields:  numbers: all of them. begins: for each line the place of its first number, and then how many numbers there
             are. Blank lines at the end are no lines.

    >>> lines = number_lines(b"2\\n3 4\\n\\n5\\n\\n")
    >>> lines.numbers.tolist(), lines.begins.tolist(), lines.lengths.tolist()
    ([2, 3, 4, 5], [0, 1, 3, 3, 4], [1, 2, 0, 1])
    """

    numbers: Numbers
    begins: Places

    def __len__(self) -> int:
        return len(self.begins) - 1

    @property
    def lengths(self) -> Places:
        """How many numbers each line has."""
        return self.begins[1:] - self.begins[:-1]


def number_lines(data: bytes) -> NumberLines | None:
    """The lines of a text of digits, blanks and ends of lines; None where there is anything else, or 2^64 or more.

    None, too, in an installation without NumPy. Some 10 ns a byte.
    """
    try:
        import numpy as np
    except ImportError:
        return None
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    data = data.rstrip(b" \t\n")
    if not data or data.translate(None, b"0123456789 \t\n"):
        return None
    numbers = _numbers_of_block(data)
    if numbers is None:
        return None
    characters = np.frombuffer(data, np.uint8)
    is_digit = characters >= ord("0")
    ends = np.flatnonzero(is_digit[:-1] > is_digit[1:])  # of all numbers but the last
    breaks = np.flatnonzero(characters == ord("\n"))
    begins = np.empty(len(breaks) + 2, np.int64)
    begins[0], begins[1:-1], begins[-1] = 0, np.searchsorted(ends, breaks), len(numbers)
    return NumberLines(numbers, begins)


def named(numbers: Numbers) -> tuple[list[int], Places]:
    """The different numbers, in the order in which they come, and for each number its place among them.

    >>> import numpy as np
    >>> names, places = named(np.array([7, 3, 7, 5], np.uint64))
    >>> names, places.tolist()
    ([7, 3, 5], [0, 1, 0, 2])
    """
    import numpy as np

    different, first, places = np.unique(numbers, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return different[order].tolist(), rank[places]


def _numbers_of_block(data: bytes) -> Numbers | None:
    """All numbers of a text of nothing else; None where one is not below 2^64."""
    import numpy as np

    numbers: Numbers = np.fromstring(data, np.uint64, sep=" ")
    if len(numbers) and int(numbers.max()) == MOST_64:  # what a larger one has become, too
        digits = [token.lstrip(b"0") for token in re.findall(rb"[0-9]{20,}", data)]
        if any(len(token) > len(_MOST) or (len(token) == len(_MOST) and token > _MOST) for token in digits):
            return None
    return numbers
