"""Names of families that were written like names of nodes: grid3x3, Queens5, path-5, K5 for grid:3x3 and so on.

A list of edges may name its nodes like that; a text that is nothing but such a name would be a graph of one node or of
two, and nobody means that. With a comma after it, it is a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from grundy.text.reader import BLANKS, Text, describe, quote

# What stands between a family's numbers, whether it has so many of them, and numbers that it takes.
Numbers: TypeAlias = tuple[str, Callable[[int], bool], str]

_NAMED = re.compile(
    r"(?P<name>[^\W\d_]*?)[ \t_.:;,=*-]*[(\[]?"
    r"(?P<numbers>(?:(?:\d+|(?<![A-Z])N)(?:(?:[ \t]*[xX×*,;][ \t]*|[ \t]+)(?:\d+|N))*)?)[)\]]?"
)
_ONE_WORD = re.compile(r"[\w.]+")
_LONGEST = 80  # characters: what is longer is a list


def family_meant(string: str, families: Mapping[str, Numbers], short: Mapping[str, str] | None = None) -> str | None:
    """The name of the graph or order that a text says without a colon; None if it says no such thing.

    Args:    short: letters that stand for a family: K5 is complete:5.

    >>> families = {"grid": ("x", lambda count: count == 2, "5x3"), "path": ("", lambda count: count == 1, "3")}
    >>> family_meant("Grid_3x3", families), family_meant("paths5", families), family_meant("gird4x5", families)
    ('grid:3x3', 'path:5', 'grid:4x5')
    >>> family_meant("grid", families), family_meant("path-5", families), family_meant("grid3x3-path5", families)
    ('grid:5x3', 'path:5', None)
    >>> family_meant("a1", families), family_meant("a-5", families), family_meant("12", families)
    (None, None, None)
    """
    match = _NAMED.fullmatch(string) if len(string) <= _LONGEST else None
    if not match:
        return None
    word, written = match["name"], match["numbers"]
    numbers = [number if number == "N" else str(int(number)) for number in re.findall(r"\d+|N", written)]
    alone = _ONE_WORD.fullmatch(string) is not None  # one node: of several, only a name that is right is taken for one
    sides = alone and len(numbers) > 1  # no node is called so
    name = _family(word, families)
    if name is None and numbers and alone:
        from difflib import get_close_matches

        near = get_close_matches(word.lower(), list(families), 1, 0.5 if sides else 0.75)
        name = (short or {}).get(word) or next(iter(near), next(iter(families)) if sides else None)
    if name is None:
        return None
    mark, has, example = families[name]
    if not has(len(numbers)):
        return f"{name}:{example}" if alone else None
    return f"{name}:{mark.join(numbers)}"


def _family(word: str, families: Mapping[str, Numbers]) -> str | None:
    """The family of a name in any case, with an s too many or too few."""
    small = word.lower()
    return next((name for name in (small, small.removesuffix("s"), f"{small}s") if name in families), None)


def report_family(text: Text, meant: str, read: Callable[[Text], object], what: str) -> None:
    """Report the name of a family without its colon, and how it is written if it is `what` `read` would read."""
    string = text.string.strip(f"{BLANKS}\r\n")
    listed = Text(f"{string},", text.name)
    read(listed)
    hint = "" if listed.findings else f" (as a list of {what}: {listed.string!r})"
    expected = f"':' between a family and its numbers{hint}"
    text.report_at(text.string.find(string), expected, f"{describe(string)}; did you mean {meant!r}?")


def report_unknown(text: Text, at: int, name: str, meant: str | None, families: Iterable[str], noun: str) -> None:
    """Report a name that no family has, with the one that is meant: `meant`, or one that is spelt nearly so."""
    from difflib import get_close_matches

    family_names = list(families)
    near = [meant] if meant else get_close_matches(name, family_names, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    expected = f"{noun}, or a family of them ({', '.join(family_names)})"
    text.report_at(at, expected, f"{quote(name)}{hint}" if name else None)
