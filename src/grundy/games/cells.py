"""Boards of cells as text: '.' is a cell, '#' is a gap; `5x8` names a full board."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from grundy.errors import OutOfReach
from grundy.model.board import Board, Cell, Grid
from grundy.model.option import State
from grundy.model.rule import Rule
from grundy.model.shapes import Square
from grundy.model.space import Space, States
from grundy.text.notation import read_board
from grundy.text.reader import Text, quote

Rows = tuple[str, ...]
MOST_CELLS = 1_000_000  # of a full board that is named by its sides
MOST_DRAWN = 10_000  # the most cells of a board that is drawn
MOST_WRITTEN = 1_024  # cells of a full board that is written cell by cell
MOST_TOLD = f"a board of at most {MOST_CELLS:,} cells"
MARKS: dict[str, Cell] = {".": "empty", "#": "blocked"}
Sides = Callable[[int], tuple[int, int]]


def is_rows(state: State, marks: str) -> bool:
    """Whether a state is a tuple of rows of equal length, each of these marks."""
    return (
        isinstance(state, tuple)
        and all(isinstance(row, str) and set(row) <= set(marks) for row in state)
        and len({len(row) for row in state}) <= 1
    )


def read_rows(text: Text, marks: str, other: str = "", board: str = "a full board") -> Rows:
    """A board: the sides of a full one, ROWSxCOLUMNS, or its rows with '/' between them; `other` is what may stand
    there too, and `board` what a board is called that is given by its sides."""
    sides = re.fullmatch(r"[ \t]*([0-9]+)x([0-9]+)[ \t\r\n]*", text.string)
    if sides is None and re.match(r"[ \t]*(?:[0-9x]|-[0-9])", text.string):
        start = len(text.string) - len(text.string.lstrip(" \t"))
        cells = f"{', '.join(map(repr, marks[:-1]))} and {marks[-1]!r}"
        expected = f"{other}the sides of {board}, as in 5x8, or rows of {cells}"
        near = re.fullmatch(r"([0-9]{1,4})[ \t*,X×]+([0-9]{1,4})", text.string.strip())
        meant = f"; did you mean '{near[1]}x{near[2]}'?" if near else ""
        text.report_at(start, expected, quote(text.string.strip()) + meant)
        return ()
    if sides is None:
        return read_board(text, marks)
    if max(map(len, sides.groups())) > 9:
        text.report_at(sides.start(1), MOST_TOLD, f"one of {quote(text.string.strip())}")
        return ()
    rows, columns = int(sides[1]), int(sides[2])
    if rows * columns > MOST_CELLS:
        text.report_at(sides.start(1), MOST_TOLD, f"one of {rows * columns:,}")
        return ()
    return (marks[0] * columns,) * rows


def sides_of(rows: Rows, mark: str) -> str:
    """The sides of a board whose cells are all like this, as `read_rows` reads them; "" of any other.

    >>> sides_of(("...", "..."), "."), sides_of((".#",), ".")
    ('2x3', '')
    """
    cells = sum(map(len, rows))
    full = cells and set("".join(rows)) == {mark} and cells <= MOST_CELLS
    return f"{len(rows)}x{len(rows[0])}" if full else ""


def grid_board(rows: Rows, marks: dict[str, Cell]) -> Board:
    """The picture of a board."""
    return Grid(tuple(tuple(marks[mark] for mark in row) for row in rows))


def cells_space(sides: Sides | None = None) -> Space:
    """Boards of cells that are there or not; with `sides`, also numbers that stand for full boards."""

    def holds(state: State) -> bool:
        number = sides is not None and type(state) is int and state >= 0
        return number or is_rows(state, ".#")

    def read(text: Text) -> States:
        number = re.fullmatch(r"[ \t]*([0-9]{1,9})[ \t\r\n]*", text.string) if sides else None
        if number is None or sides is None:
            return (read_rows(text, ".#", "a number N, " if sides else ""),)
        rows, columns = sides(int(number[1]))
        if rows * columns > MOST_CELLS:
            text.report_at(number.start(1), MOST_TOLD, f"one of {rows * columns:,}")
        return (int(number[1]),)

    def write(states: States) -> str:
        if isinstance(states[0], int):
            return str(states[0])
        rows: Rows = states[0]  # type: ignore[assignment]
        full = sum(map(len, rows)) > MOST_WRITTEN and not any(row.strip(".") for row in rows)
        return f"{len(rows)}x{len(rows[0])}" if full else "/".join(rows)

    def board(states: States) -> Board | None:
        rows = as_rows(states[0], sides)
        return grid_board(rows, MARKS) if sum(map(len, rows)) <= MOST_DRAWN else None

    def named(states: States) -> str:
        return "" if isinstance(states[0], int) else sides_of(states[0], ".")  # type: ignore[arg-type]

    return Space("board of . and #", "", holds, read, write, board, named=named)


def as_rows(state: State, sides: Sides | None) -> Rows:
    """The rows of a state that may be a number. Raises: OutOfReach: of more cells than a board may have."""
    if sides is not None and isinstance(state, int):
        rows, columns = sides(state)
        if rows * columns > MOST_CELLS:
            raise OutOfReach(f"{rows}x{columns}: expected {MOST_TOLD}, found one of {rows * columns:,}")
        return ("." * columns,) * rows
    return state  # type: ignore[return-value]


def read_sides(text: Text) -> Sides | None:
    """Boards that grow with N, from a text such as 3xN or NxN; what is wrong is reported."""
    match = re.fullmatch(r"([0-9]{1,4}|N)x([0-9]{1,4}|N)", text.string)
    if match is None or "N" not in match.groups():
        text.report_at(0, "the sides of boards that grow with N, as in 3xN or NxN")
        return None
    height, width = match.groups()
    return lambda n: (n if height == "N" else int(height), n if width == "N" else int(width))


def of_sides(make: Callable[[str, Sides | None], Rule], name: str) -> Callable[[Text | None], Rule | None]:
    """A reader for a game with a name of its own, on boards of any sides; after a colon, boards that grow with N."""
    rule = make(name, None)

    @cache
    def growing(text: str) -> Rule:
        return make(f"{name}:{text}", read_sides(Text(text, "<argument>")))

    def read(parameters: Text | None) -> Rule | None:
        if parameters is None:
            return rule
        return growing(parameters.string) if read_sides(parameters) else None

    return read


def words_of(verb: str) -> Callable[[dict[str, tuple[Square, ...]]], str]:
    """The sentence for a move that is told by its cells."""

    def words(labels: dict[str, tuple[Square, ...]]) -> str:
        cells = [f"({r}, {c})" for r, c in labels["cells"]]
        return f"{verb} {', '.join(cells[:-1])}{' and ' if cells[1:] else ''}{cells[-1]}"

    return words
