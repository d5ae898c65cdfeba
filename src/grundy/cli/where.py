"""The piece of a table that --show names."""

from __future__ import annotations

import re
from math import prod

from grundy.errors import BadText, Finding, OutOfReach

MOST_SHOWN = 1_000_000  # values in one piece
BEYOND = 10**18  # more than the states of any table
Where = tuple[int | range, ...]


def read_where(text: str, shape: tuple[int, ...]) -> Where:
    """The piece of a table that a --show names: a number or FROM:TO (TO is not in it) for each number of a state.

    Raises:  BadText: something else, or beyond the table. OutOfReach: more than a million values.

    >>> read_where("57", (100,)), read_where("0:3, 5", (10, 10)), read_where(":", (4,))
    ((57,), (range(0, 3), 5), (range(0, 4),))
    """
    parts = text.split(",")
    example = "57 or 0:40" if len(shape) == 1 else ",".join(["0:10", "0:10", *["3"] * (len(shape) - 2)])
    if len(parts) != len(shape):
        numbers = "one number or range" if len(shape) == 1 else f"{len(shape)} numbers or ranges"
        raise _bad(1, f"{numbers}, as in {example}", repr(text))
    where: list[int | range] = []
    column = 1
    for part, extent in zip(parts, shape, strict=True):
        match = re.fullmatch(r"\s*([0-9]+)?\s*(:\s*([0-9]+)?)?\s*", part, re.ASCII)
        if match is None or not part.strip():
            raise _bad(column, f"a number or a range, as in {example}", repr(part))
        start = _number(match[1] or "0")
        stop = start + 1 if match[2] is None else _number(match[3] or str(extent))
        if stop > extent or start > stop:
            raise _bad(column, f"states from 0 to {extent - 1:,}", repr(part.strip()))
        where.append(range(start, stop) if match[2] else start)
        column += len(part) + 1
    if sum(isinstance(one, range) for one in where) > 2:
        raise _bad(1, "at most two ranges, and numbers for the rest", repr(text))
    if _count(tuple(where)) > MOST_SHOWN:
        raise OutOfReach(f"--show: {_count(tuple(where)):,} values; at most {MOST_SHOWN:,} are shown; try fewer")
    return tuple(where)


def _bad(column: int, expected: str, found: str) -> BadText:
    return BadText([Finding(1, column, expected, found, "<--show>")])


def _number(digits: str) -> int:
    """A number; one that is beyond every table need not be read to its last digit."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) < 19 else BEYOND


def _count(where: Where) -> int:
    return prod(len(one) for one in where if isinstance(one, range))
