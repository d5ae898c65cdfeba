"""The picture of a position as data. Text, SVG and web draw from it and know no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from grundy.errors import BadRule
from grundy.model.blame import blame_rule
from grundy.model.curves import Curves
from grundy.model.frozen import frozen
from grundy.model.option import State

Cell: TypeAlias = Literal["empty", "full", "white", "blocked"]
"""What a cell has on it; "white" is a piece of the second colour, where there are two."""
Pieces: TypeAlias = Literal["", "pins", "coins", "crosses", "chocolate", "dominoes", "stones", "nodes"]
"""What the pieces on a board look like in pictures; '' for plain counters and squares."""


@frozen
class Grid:
    """The picture of a board of cells.

    Attributes
    ----------
    rows : tuple of tuples of {"empty", "full", "white", "blocked"}
        The cells, all rows of one length; rows and columns are named 1, 2, 3, ... from the top left.
    """

    rows: tuple[tuple[Cell, ...], ...]

    def __repr__(self) -> str:
        text = "/".join(
            "".join({"empty": ".", "full": "o", "white": "w", "blocked": "#"}[cell] for cell in row)
            for row in self.rows
        )
        return f"Grid of {text}"


@frozen
class Piles:
    """The picture of heaps of counters.

    Attributes
    ----------
    sizes : tuple of int
        How many counters each has, >= 0, in their order; they are named 1, 2, 3, ...
    each : str
        What one of them is called: pile, step, number.
    """

    sizes: tuple[int, ...]
    each: str = "pile"


@frozen
class Net:
    """The picture of a graph.

    Attributes
    ----------
    nodes : tuple of str
        The names of the nodes.
    arcs : tuple of (int, int)
        From where to where an arc leads, as places in `nodes` counted from 0.
    tokens : tuple of int
        The places where tokens stand.
    directed : bool
        Whether arcs have a direction; else they are lines.
    nothing : str
        What is written beside a node that no arc leaves.
    ground : int or None
        The place of the node that is the ground, on which the others stand; lines may then be there several times, lead
        from a node to itself, and be pointed at.
    is_cut : bool
        Whether moves cut lines: they are pointed at one by one, as those on a ground are.
    boxes : (int, int)
        Rows and columns where each node but the ground is a box of Dots and Boxes, named a1 for column a and row 1: a
        line is then the side between two boxes, or between a box and the outside. (0, 0): they are no boxes.
    """

    nodes: tuple[str, ...]
    arcs: tuple[tuple[int, int], ...]
    tokens: tuple[int, ...]
    directed: bool = True
    nothing: str = "no move"
    ground: int | None = None
    is_cut: bool = False
    boxes: tuple[int, int] = (0, 0)


Board: TypeAlias = Grid | Piles | Net | Curves


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


MOST_SIDE = 40  # the most rows or columns for which a text is read as squares
SQUARES = {"_": ".", "0": ".", "-": ".", ".": ".", "#": "#"} | dict.fromkeys("xXoO1*+", "o")


def usual_board(states: tuple[State, ...], each: str) -> Board | None:
    """The picture for a rule that names none: numbers are counters, texts of dots and crosses are squares.

    >>> usual_board((3, 4), "place")
    Piles(sizes=(3, 4), each='place')
    >>> usual_board((("..x", "#.x"),), "place")
    Grid of ..o/#.o
    """
    if states and all(type(state) is int and state >= 0 for state in states):
        return Piles(states, each)  # type: ignore[arg-type]
    if len(states) != 1:
        return None
    rows = (states[0],) if isinstance(states[0], str) else states[0]
    if not isinstance(rows, tuple) or not 0 < len(rows) <= MOST_SIDE:
        return None
    if all(type(number) is int and number >= 0 for number in rows):
        return Piles(rows, "number")
    lines = ["".join(SQUARES.get(mark, "") for mark in row) for row in rows if isinstance(row, str)]
    wide = len(rows[0]) if isinstance(rows[0], str) else 0
    whole = [len(row) for row in rows if isinstance(row, str)] == [len(line) for line in lines] == [wide] * len(rows)
    return read_grid("\n".join(lines)) if whole and 0 < wide <= MOST_SIDE else None


# The picture of a position, as a function of the user's draws it.


def drawn(name: str, draw: Callable[..., Board | str], arity: int) -> Callable[[tuple[State, ...]], Board | None]:
    """The picture of a position of one state, as a user's function draws it."""

    def board(states: tuple[State, ...]) -> Board | None:
        if len(states) != 1:
            return None
        who = f"{name}: draw({states[0]!r}): expected a picture, found"
        try:
            picture_of = draw(*states) if arity == 1 else draw(*states[0])  # type: ignore[misc]
            picture = read_grid(picture_of) if isinstance(picture_of, str) else picture_of
        except Exception as problem:
            raise blame_rule(who, problem, draw) from problem
        if not isinstance(picture, Grid | Piles | Net):
            raise BadRule(f"{who} {picture!r}")
        return picture

    return board
