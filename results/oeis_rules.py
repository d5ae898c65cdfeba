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
