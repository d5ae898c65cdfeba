"""Compounds as people type them: `conjunctive(nim(3 4), kayles(5))`, positions with commas between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from grundy.model.rule import Position
from grundy.text.notation import read_numbers
from grundy.text.reader import Text

if TYPE_CHECKING:
    from grundy.games.compound_kinds import Compounding

MOST_NESTING = 50  # compounds in compounds
_MARKS = re.compile(r"[(),]")
_PARAMETERS = re.compile(r"[\s+]*[^\s:]+:\S*")  # what a comma among the parameters of a game stands behind
_MARKS_OR_JSON = re.compile(r"[(),]|(?<![^\s(,])[\[{]")  # JSON begins a position, and stands in no word


def read_compound(name: str, text: Text, read: Callable[[Text], Position | None]) -> Position | None:
    """The compound whose parts a text lists; what is wrong is reported to it, and then None returned.

    Args:    name: of the compound. read: what reads one part.
    """
    from grundy.games.compound_kinds import COMPOUNDS

    of = COMPOUNDS[name]
    texts = list(_parts(text))
    count = _count(of, texts.pop()) if of.count and len(texts) > 1 else 1
    if of.count and len(texts) > 1:
        start = len(texts[1].string) - len(texts[1].string.lstrip())
        texts[1].report_at(start, f"')' or {of.count}, behind one position")
        return None
    parts = [read(part) for part in texts]
    found = [part for part in parts if part is not None]
    if count is None or len(found) < len(parts):
        return None
    made = of.twist(found[0], count) if of.count else of.compose(*found)
    assert isinstance(made, Position)  # as all its parts are
    return made


def _count(of: Compounding, text: Text) -> int | None:
    """The number behind a position."""
    numbers = read_numbers(text, of.count, of.least)
    if len(numbers) == 1:
        return numbers[0]
    if not text.findings:
        text.report_at(0, f"{of.count}, one number")
    return None


def _parts(text: Text) -> Iterator[Text]:
    """The texts between the commas that stand in no bracket, nor in the parameters of a game: `take-away:1,3(4)`."""
    start = ended = depth = 0
    for at, mark in brackets(text, 0, True):
        depth += (mark == "(") - (mark == ")")
        if mark == ")":
            ended = at + 1
        elif mark == "," and not depth and not _PARAMETERS.fullmatch(text.string, ended, at):
            yield text.part(start, at)
            start = ended = at + 1
    yield text.part(start, len(text.string))


def brackets(text: Text, at: int, json: bool) -> Iterator[tuple[int, str]]:
    """The round brackets and commas from `at` on, each with its place; where there may be JSON, those in it are not."""
    marks = _MARKS_OR_JSON if json else _MARKS
    while found := marks.search(text.string, at):
        at = found.end()
        if found.group() in "[{":
            from grundy.text.json_reader import json_end

            at = json_end(text, found.start())
        else:
            yield found.start(), found.group()
