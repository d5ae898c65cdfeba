"""Values as programs print them: numbers in lines, between commas or blanks, in brackets, below a head."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grundy.text.reader import Text, describe, number, number_found

EXPECTED = "a whole number from 0 on"
OUTCOMES = "an outcome (P, N or D)"
_LETTERS = re.compile(r"[PND]+")
_TOKEN = re.compile(r"[^ \t\r\n,;\[\](){}]+")
_GROUP = re.compile(r"[\[({][^\[\](){}]*[\])}]")
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class ValueColumns:
    """What stands in a text: the names of a head, if there is one, and rows of numbers; or the letters of outcomes."""

    head: tuple[str, ...]
    rows: list[list[int]]
    letters: str = ""


def read_columns(text: Text) -> ValueColumns | None:
    """The rows of numbers of a text; what is wrong is reported to it, and then None returned.

    A row is a line, or where there are brackets what stands in the innermost ones. Lines that begin with # are left
    out. Below a head of names only the columns up to the one called nim_value or value are read.

    Outcomes are letters P, N and D, with anything between them, or the column `outcome` of CSV.

    >>> read_columns(Text("n,outcome,status\\n0,N,proved\\n1,P,proved\\n", "t.csv")).letters
    'NP'
    >>> read_columns(Text("a,b,nim_value,status\\n0,0,0,proved\\n0,1,1,proved\\n", "t.csv")).rows
    [[0, 0, 0], [0, 1, 1]]
    >>> read_columns(Text("[(1, 2), (3, 5)]", "pairs.txt")).rows
    [[1, 2], [3, 5]]
    """
    if _has_outcomes(text.string):
        return _read_outcomes(text)
    head: tuple[str, ...] = ()
    rows: list[list[int]] = []
    whole = True
    columns: int | None = None
    for start, line in _rows(text.string):
        tokens = [(start + found.start(), found.group()) for found in _TOKEN.finditer(line)]
        if not tokens:
            continue
        if not rows and not head and all(_NAME.fullmatch(token) for _, token in tokens):
            head = tuple(token for _, token in tokens)
            values = [place for place, name in enumerate(head) if name in ("nim_value", "value")]
            columns = values[0] + 1 if values else None
            continue
        row = []
        for at, token in tokens[:columns]:
            found = number(token)
            if found is None:
                text.report_at(at, *number_found(token, EXPECTED))
                whole = False
            else:
                row.append(found)
        rows.append(row)
        if text.full:
            break
    if not rows:
        text.report_end(EXPECTED)
        return None
    return ValueColumns(head, rows) if whole else None


def _has_outcomes(string: str) -> bool:
    """Whether a text has outcomes: by its head, or by its first word."""
    first = next((words for _, line in _rows(string) if (words := _TOKEN.findall(line))), [])
    return first[:2] == ["n", "outcome"] or (bool(first) and bool(_LETTERS.fullmatch(first[0])))


def _read_outcomes(text: Text) -> ValueColumns | None:
    """The letters of outcomes of 0, 1, 2, ...; what is wrong is reported to the text, and then None returned."""
    head: tuple[str, ...] = ()
    letters, whole = "", True
    for start, line in _rows(text.string):
        tokens = [(start + match.start(), match.group()) for match in _TOKEN.finditer(line)]
        if not letters and not head and [token for _, token in tokens[:2]] == ["n", "outcome"]:
            head = tuple(token for _, token in tokens)
            continue
        for at, token in tokens[1:2] if head else tokens:
            if _LETTERS.fullmatch(token):
                letters += token
            else:
                text.report_at(at, OUTCOMES, describe(token))
                whole = False
        if text.full:
            break
    if not letters and whole:
        text.report_end(OUTCOMES)
        return None
    return ValueColumns(head, [], letters) if whole else None


def _rows(string: str) -> list[tuple[int, str]]:
    """The offset and the text of each row."""
    groups = [] if "#" in string else [(found.start(), found.group()) for found in _GROUP.finditer(string)]
    if groups and not _TOKEN.search(_GROUP.sub("", string)):  # nothing stands beside the brackets
        return groups
    found, start = [], 0
    for line in string.split("\n"):
        if not line.lstrip().startswith("#"):
            found.append((start, line))
        start += len(line) + 1
    return found
