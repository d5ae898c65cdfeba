"""Whoever prints a page from entries names the entry for which it cannot."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TypeVar

Entry = TypeVar("Entry")
Made = TypeVar("Made")
LISTS = ("GAMES", "JUDGE", "ROW")  # where a file has its entries


class Unprintable(Exception):
    """A page cannot be printed, for the reason that it says of an entry."""


def of_entries(entries: Iterable[Entry], make: Callable[[Entry], Made], kind: str) -> list[Made]:
    """What is made of each entry.

    Raises: Unprintable: of one it cannot be made.
    """
    made = []
    for entry in entries:
        try:
            made.append(make(entry))
        except Exception as problem:
            name = getattr(entry, "name", entry)
            why = str(problem) if isinstance(problem, Unprintable) else f"{type(problem).__name__}: {problem}"
            raise Unprintable(f"{_file(entry)}the {kind} {name!r} cannot be printed: {why}") from problem
    return made


def _file(entry: object) -> str:
    """The file that has an entry, and a colon; "" if none of those that are loaded has it."""
    for name, module in list(sys.modules.items()):
        lists = (vars(module).get(each) for each in LISTS) if name.startswith("grundy.") else ()
        if any(listed is entry or (isinstance(listed, tuple) and entry in listed) for listed in lists):
            return f"src/{name.replace('.', '/')}.py: "
    return ""
