"""What a position looks like, as data: text, SVG and web all draw from these and know no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Cell: TypeAlias = Literal["empty", "full", "blocked"]


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells; rows and columns are named 1, 2, 3, ... from the top left."""

    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Piles:
    """Sizes in their order, named 1, 2, 3, ...; `each` is what one is called (pile, step, number)."""

    sizes: tuple[int, ...]
    each: str = "pile"


@dataclass(frozen=True, slots=True)
class Net:
    """Named nodes, arcs as pairs of places in `nodes`, and the places where tokens stand; or lines, not `directed`.

    `nothing` is said of a node that no arc leaves.
    """

    nodes: tuple[str, ...]
    arcs: tuple[tuple[int, int], ...]
    tokens: tuple[int, ...]
    directed: bool = True
    nothing: str = "no move"


Board: TypeAlias = Grid | Piles | Net


def read_grid(text: str) -> Grid:
    """A grid as text: a row a line, '.' an empty cell, '#' no cell at all, and any other mark one that is full.

    Raises:  ValueError: rows of different lengths.

    >>> read_grid("o.#\\n..o").rows[0]
    ('full', 'empty', 'blocked')
    """
    rows = text.strip("\n").split("\n")
    if len({len(row) for row in rows}) > 1:
        raise ValueError(f"rows of equal length expected, found {', '.join(str(len(row)) for row in rows)}")
    kinds: dict[str, Cell] = {".": "empty", "#": "blocked"}
    return Grid(tuple(tuple(kinds.get(mark, "full") for mark in row) for row in rows))
