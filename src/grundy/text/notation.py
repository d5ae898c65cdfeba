"""Positions as people type them: on the command line, in a file, in a line of a judge's input.

Every reader takes a Text, reports what is wrong there and returns what could be read, which is a position only if
`Text.close` finds nothing; so that the findings of a whole expression come together. Every text is accepted back
from its writer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from grundy.text.reader import BLANKS, Text, describe, is_plain, looks_blank, number, number_found

__all__ = [
    "read_board",
    "read_numbers",
    "read_rows",
    "read_set",
    "write_board",
    "write_numbers",
    "write_rows",
]

_BLANK = re.compile(r"[ \t]")
_ITEM = re.compile(r"([ \t]*)([^ \t]*)([ \t]*)")
LONGEST_RANGE = 20  # numbers that are written out for somebody who typed a range
_TOKEN = re.compile(r"[^ \t]+")


def read_numbers(text: Text, what: str = "a pile size", least: int = 0) -> tuple[int, ...]:
    """Numbers separated by blanks or line breaks, such as the sizes of piles; none is legal.

    >>> read_numbers(Text("3 4  5", "<argument>"))
    (3, 4, 5)
    """
    lines = text.lines()
    if is_plain(text, lines) and not least:
        return tuple([int(token) for line in lines for token in line.split()])
    values = []
    for part in text.line_parts():
        for match in _TOKEN.finditer(part.string if not text.full else ""):
            value = _number(part, match.start(), match.group(), f"{what}, {least} or more", least)
            if value is not None:
                values.append(value)
    return tuple(values)


def write_numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def read_set(text: Text, what: str = "a number", least: int = 1) -> tuple[int, ...]:
    """A finite set of numbers separated by commas alone, in any order; sorted, each once, never empty.

    >>> read_set(Text("3,1,2,1", "<argument>"))
    (1, 2, 3)
    """
    values = set()
    for start, piece in _pieces(text.string, ","):
        blank = _BLANK.search(piece)
        if blank:
            text.report_at(start + blank.start(), f"{what} or ',' and no blanks", describe(blank.group()))
            continue
        _, value = _item(text, start, piece, f"{what}, {least} or more", least)
        if value is not None:
            values.add(value)
    return tuple(sorted(values))


def read_board(text: Text, alphabet: str = "01", what: str = "a cell") -> tuple[str, ...]:
    """A board: rows of cells, separated by `/` or line breaks; blanks between cells and blank lines around are nothing.

    Returns: one string per row, of equal lengths; without any cell, no rows.

    >>> read_board(Text("0 1 1 0/0000", "<argument>"))
    ('0110', '0000')
    """
    expected = f"{what}, {' or '.join(repr(cell) for cell in alphabet)}"
    pieces = list(_board_rows(text))
    rows = [piece.replace(" ", "").replace("\t", "") for _, piece in pieces]
    wrong = {at for at, row in enumerate(rows) if row.strip(alphabet)}
    for at in wrong:
        rows[at] = "".join(cell for cell in rows[at] if not looks_blank(cell))
    width = next((len(row) for row in rows if row), 0)
    for index, ((start, piece), row) in enumerate(zip(pieces, rows, strict=True)):
        if text.full:  # row after row: then those that are known are the first
            break
        if index in wrong:
            for at, cell in enumerate(piece, start):
                if cell not in alphabet and cell not in BLANKS and not text.full:
                    text.report_at(at, expected, describe(cell))
        if len(row) < width:
            text.report_missing(start + len(piece.rstrip(BLANKS)), f"{expected} ({width} in each row)")
        elif len(row) > width:
            cells = [at for at, cell in enumerate(piece, start) if cell not in BLANKS and not looks_blank(cell)]
            text.report_at(cells[width], f"the end of the row after {width} cells", describe(row[width]))
    return tuple(rows) if width else ()


def _board_rows(text: Text) -> Iterator[tuple[int, str]]:
    lines = [(part.start - text.start, part.string) for part in text.line_parts()]
    while lines and not lines[-1][1].strip(BLANKS):
        lines.pop()
    blank = 0
    while blank < len(lines) and not lines[blank][1].strip(BLANKS):
        blank += 1
    for offset, line in lines[blank:]:
        for start, piece in _pieces(line, "/"):
            yield offset + start, piece


def write_board(rows: Sequence[str]) -> str:
    return "/".join(rows)


def read_rows(text: Text, width: int) -> tuple[tuple[int, ...], ...]:
    """Rows of pieces: each the columns 1..width of its pieces with commas between them, `-` without pieces.

    Rows are separated by `/` or line breaks; blanks beside the separators and blank lines around are nothing; an
    empty text has no rows.

    Returns: the columns of each row, sorted.

    >>> read_rows(Text("20,19/-/1", "<argument>"), 20)
    ((19, 20), (), (1,))
    """
    column = f"a column from 1 to {width}"
    rows = []
    for start, piece in _board_rows(text):
        row: set[int] = set()
        items = [] if piece.strip(BLANKS) == "-" else list(_pieces(piece, ","))
        expected = column if len(items) > 1 else f"{column}, or '-' for no pieces"
        for at, item in items:
            place, value = _item(text, start + at, item, expected, 1, width)
            if value in row:
                text.report_at(place, "each column once", f"{value} again")
            elif value is not None:
                row.add(value)
        rows.append(tuple(sorted(row)))
    return tuple(rows)


def write_rows(rows: Iterable[Iterable[int]]) -> str:
    return "/".join(",".join(map(str, row)) or "-" for row in rows)


def _pieces(string: str, separator: str) -> Iterator[tuple[int, str]]:
    start = 0
    for piece in string.split(separator):
        yield start, piece
        start += len(piece) + 1


def _item(
    text: Text, start: int, item: str, expected: str, least: int, most: int | None = None
) -> tuple[int, int | None]:
    """The place and the value of the one number between two separators."""
    before, token, after = _ITEM.match(item).groups()  # type: ignore[union-attr]  # it matches everything
    place = start + len(before)
    if not token:
        text.report_missing(start, expected)
        return start, None
    if len(before + token + after) < len(item):
        text.report_at(place + len(token + after), "','")
    return place, _number(text, place, token, expected, least, most)


def _number(text: Text, offset: int, token: str, expected: str, least: int, most: int | None = None) -> int | None:
    value = number(token)
    if value is not None and value >= least and (most is None or value <= most):
        return value
    expected, actual = number_found(token, expected)
    text.report_at(offset, expected, actual + _meant(token))
    return None


def _meant(token: str) -> str:
    """What was meant, if that can be guessed: numbers with commas for blanks between them, in brackets, or a range.

    >>> _meant("3,4,5"), _meant("(3,4)")
    ("; did you mean '3 4 5'?", "; did you mean '3 4'?")
    >>> _meant("1-4"), _meant("2..5"), _meant("x"), _meant("5-1")
    ("; did you mean '1,2,3,4'?", "; did you mean '2,3,4,5'?", '', '')
    """
    listed = re.fullmatch(r"[(\[]?([0-9]{1,9}(?:,[0-9]{1,9}){0,20})[)\]]?", token)
    if listed and (listed[1] != token or "," in token):
        return f"; did you mean '{listed[1].replace(',', ' ')}'?"
    ends = re.fullmatch(r"([0-9]{1,4})(?:-|\.\.)([0-9]{1,4})", token)
    numbers = range(int(ends[1]), int(ends[2]) + 1) if ends else range(0)
    return f"; did you mean '{','.join(map(str, numbers))}'?" if 1 < len(numbers) <= LONGEST_RANGE else ""
