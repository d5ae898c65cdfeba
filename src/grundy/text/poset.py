"""Read and write a finite partial order as text.

    a < b < c, d < c, e      chains of elements, and an element that is related to no other
    a b                      one pair a line, the lower first, as in a file of edges

Names are numbers, words of letters, digits, '_' and '.', or tuples such as (2,3,1). A text may give or omit a
relation that follows from others; a relation that puts an element below itself is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grundy.text.edge_lists import MOST_EDGES, MOST_NODES
from grundy.text.reader import Text, describe, number

Name: TypeAlias = int | str | tuple[int, ...]
Pairs: TypeAlias = tuple[tuple[int, int], ...]
_TOKEN = re.compile(r"\([^)\n]*\)|[^ \t,;<()]+|[<,;()]")
_TUPLE = re.compile(r"\([0-9]{1,9}(,[0-9]{1,9})+\)")
_WORD = re.compile(r"(?:[^\W\d]|[0-9])(?:[^\W\d]|[0-9.])*")  # of the digits only 0 to 9
_SHOWN = 8  # at most so many names of a cycle in an error message


@dataclass(frozen=True, slots=True)
class OrderText:
    """An order: its elements sorted by name, and its covers as sorted pairs (lower, upper) of indices into `names`."""

    names: tuple[Name, ...]
    covers: Pairs


def order_text(names: Sequence[Name], below: Iterable[tuple[int, int]]) -> OrderText:
    """The order that some relations generate, reduced to its covers. The relations must have no cycle.

    >>> order_text(("b", "a", "c"), [(1, 0), (0, 2), (1, 2)])
    OrderText(names=('a', 'b', 'c'), covers=((0, 1), (1, 2)))
    """
    rank = sorted(range(len(names)), key=lambda place: names[place])
    at = {place: here for here, place in enumerate(rank)}
    pairs = {(at[a], at[b]) for a, b in below}
    above: list[list[int]] = [[] for _ in names]
    for a, b in pairs:
        above[a].append(b)
    up = ups(len(names), pairs)
    covers = []
    for a, ends in enumerate(above):
        beyond = 0
        for b in ends:
            beyond |= up[b] ^ 1 << b
        covers += [(a, b) for b in ends if not beyond >> b & 1]
    return OrderText(tuple(names[place] for place in rank), tuple(sorted(covers)))


def ups(count: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each element, itself and all elements above it, as a bit set. The pairs must have no cycle."""
    below: list[list[int]] = [[] for _ in range(count)]
    left = [0] * count
    for a, b in pairs:
        below[b].append(a)
        left[a] += 1
    up = [1 << place for place in range(count)]
    ready = [place for place in range(count) if not left[place]]
    while ready:
        b = ready.pop()
        for a in below[b]:
            up[a] |= up[b]
            left[a] -= 1
            if not left[a]:
                ready.append(a)
    return up


def read_order(text: Text) -> OrderText | None:
    """Read an order; report errors and return None.

    >>> read_order(Text("a < b, a < c, d", "<argument>"))
    OrderText(names=('a', 'b', 'c', 'd'), covers=((0, 1), (0, 2)))
    """
    before = len(text.findings)
    names: dict[Name, int] = {}
    pairs: dict[tuple[int, int], int] = {}
    for line in text.line_parts():
        _read_line(line, names, pairs, line.start - text.start)
        if text.full:
            return None
    if len(names) > MOST_NODES:
        text.report_at(0, f"an order of at most {MOST_NODES:,} elements", f"one of {len(names):,}")
    elif len(pairs) > MOST_EDGES:
        text.report_at(0, f"at most {MOST_EDGES:,} relations", f"{len(pairs):,}")
    if len(text.findings) > before:
        return None
    listed: list[Name] = list(names)
    cycle = _cycle(len(listed), list(pairs))
    if cycle:
        told = [name_text(listed[place]) for place in [*cycle, cycle[0]]]
        if len(told) > _SHOWN:
            told = [*told[: _SHOWN // 2], "...", *told[-(_SHOWN // 2) :]]
        text.report_at(pairs[cycle[-1], cycle[0]], "an order, in which no element is below itself", " < ".join(told))
        return None
    if len({(type(name), len(name) if isinstance(name, tuple) else 0) for name in listed}) > 1:
        listed = [name_text(name) for name in listed]  # names of one type, so that they can be sorted
    return order_text(listed, pairs)


def _read_line(line: Text, names: dict[Name, int], pairs: dict[tuple[int, int], int], start: int) -> None:
    piece: list[tuple[int, str]] = []
    for match in _TOKEN.finditer(line.string):
        if match.group() not in ",;":
            piece.append((match.start(), match.group()))
        elif not piece:
            line.report_at(match.start(), "an element before it", describe(match.group()))
        else:
            _read_piece(line, piece, match.start(), names, pairs, start)
            piece = []
    if piece:
        _read_piece(line, piece, len(line.string), names, pairs, start)


def _read_piece(
    line: Text,
    piece: list[tuple[int, str]],
    stop: int,
    names: dict[Name, int],
    pairs: dict[tuple[int, int], int],
    start: int,
) -> None:
    """Read the text between two separators: a chain with '<', one element, or two elements with a blank between."""
    chain = any(token == "<" for _, token in piece)
    last: int | None = None
    for place, (at, token) in enumerate(piece):
        if chain and place % 2:
            if token != "<":
                line.report_at(at, "'<' or ','", describe(token))
                return
            continue
        if place == 2 and not chain:
            line.report_at(at, "'<', ',' or the end of the line after two elements", describe(token))
            return
        name = _name(token)
        if name is None:
            line.report_at(at, "an element: a number, a word, or a tuple such as (2,3)", describe(token))
            return
        here = names.setdefault(name, len(names))
        if last == here:
            line.report_at(at, "no element below itself", describe(token))
            return
        if last is not None:
            pairs.setdefault((last, here), start + at)
        last = here
    if piece[-1][1] == "<":
        line.report_at(stop, "an element after '<'")


def _name(token: str) -> Name | None:
    if _TUPLE.fullmatch(token):
        return tuple(int(part) for part in token[1:-1].split(","))
    if not _WORD.fullmatch(token):
        return None
    return number(token) if token.isdigit() and token.isascii() else token


def _cycle(count: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
    """A cycle: each element is below the next, and the last below the first; empty if there is no cycle."""
    above: list[list[int]] = [[] for _ in range(count)]
    left = [0] * count
    for a, b in pairs:
        above[a].append(b)
        left[b] += 1
    ready = [place for place in range(count) if not left[place]]
    done = [False] * count
    while ready:
        a = ready.pop()
        done[a] = True
        for b in above[a]:
            left[b] -= 1
            if not left[b]:
                ready.append(b)
    if all(done):
        return []
    below = {b: a for a, b in pairs if not done[a] and not done[b]}  # all that are left have one below them
    path: dict[int, None] = {}
    here = next(b for b in below if not done[b])
    while here not in path:
        path[here] = None
        here = below[here]
    cycle = list(path)[list(path).index(here) :]
    return [cycle[0], *reversed(cycle[1:])]


def name_text(name: Name) -> str:
    """A name as text."""
    return f"({','.join(map(str, name))})" if isinstance(name, tuple) else str(name)


def write_order(order: OrderText) -> str:
    """Write an order: its covers, and then the elements that are in no cover.

    >>> write_order(OrderText((1, 2, 3), ((0, 1),)))
    '1<2, 3'
    """
    words = [name_text(name) for name in order.names]
    joined = {end for pair in order.covers for end in pair}
    items = [f"{words[a]}<{words[b]}" for a, b in order.covers]
    return ", ".join(items + [word for place, word in enumerate(words) if place not in joined])
