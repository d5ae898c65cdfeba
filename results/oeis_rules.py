"""Rules of sequences in the OEIS that no game of the catalogue has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import grundy
from grundy import Option, to


@grundy.rule
def short_global_nim(n: int, last: int) -> Iterator[Option]:
    """Take any number of counters from a pile, but not as many as were taken last."""
    for take in range(1, n + 1):
        if take != last:
            yield to((n - take, take), take=take)


@grundy.rule
def sylver_3(a: int, b: int) -> Iterator[Option]:
    """Sylver coinage when 3 is named: 3a + 1 and 3b + 2 are the smallest numbers of their kinds that are sums.

    Nobody names 1, which loses; to name x makes 2x a sum, which is of the other kind.
    """
    for i in range(1, a):
        yield to((i, min(b, 2 * i)), name=3 * i + 1)
    for j in range(b):
        yield to((min(a, 2 * j + 1), j), name=3 * j + 2)


@grundy.rule
def sym(n: int) -> Iterator[Option]:
    """Turn a symmetric set of coins over, the last of them, at place n, from heads to tails."""
    for first in range(n + 1):
        inside = list(range(first + 1, (first + n) // 2 + 1))
        for chosen in range(1 << len(inside)):
            left = [place for i, place in enumerate(inside) if chosen >> i & 1]
            yield to(*sorted({first, *left, *(first + n - place for place in left)} - {n}))


@grundy.rule
def three_apart(n: int, tails: int) -> Iterator[Option]:
    """Node Kayles on a row of nodes, each joined to those one and three places on, that goes on with a gap at an end.

    To take node v leaves the rows before v - 3 and behind v + 3, and v - 2 and v + 2, each of them joined to the row
    beside it. A row of n nodes that goes on so at one end is counted as n + 3, at both ends as n + 4, so that what
    remains near an end needs no rules of its own: 0 and 1 of one tail, and 0 of two are no nodes.
    """
    if tails == 0:
        for i in range(n):
            yield to((i, 1), (n - 1 - i, 1), node=i + 1)
    if tails == 1 and n >= 2:
        yield to((n - 2, 1), node=n - 1)
        for i in range(n - 3):
            yield to((i, 1), (n - 3 - i, 2), node=i + 1)
    if tails == 2 and n >= 1:
        if n == 1:
            yield to(node=1)
        elif n > 2:
            yield to((n - 2, 2), node=0)
        for i in range(1, n - 3):
            yield to((i, 2), (n - 3 - i, 2), node=i)


def heat_toggle(rows: int, columns: int) -> grundy.Rule:
    """Turn a cell that is on off and its neighbours over, where fewer cells are on then."""
    cells = {f"{r},{c}": (r, c) for r in range(rows) for c in range(columns)}
    moves = []
    for cell, (r, c) in cells.items():
        near = [name for name, (i, j) in cells.items() if abs(i - r) + abs(j - c) == 1]
        for on in product((False, True), repeat=len(near)):
            lit = [cell, *(name for name, one in zip(near, on, strict=True) if one)]
            dark = [name for name, one in zip(near, on, strict=True) if not one]
            if len(lit) > len(dark):
                moves.append({"need": lit, "off": dark, "clear": lit, "flip": dark})
    return grundy.board_game(cells, moves)
