"""Games on boards of cells: rectangles and bacteria. A state is a tuple of rows, each a string."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from grundy.games.cells import read_rows, sides_of
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Cell, Grid
from grundy.model.option import Labels, Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Cuts, Masks, Square
from grundy.model.space import Space, States
from grundy.text.notation import read_board
from grundy.text.reader import Text

Rows = tuple[str, ...]


def grid(name: str, alphabet: str, cells: dict[str, Cell], full: str, what: str = "a cell") -> Space:
    """Boards written as rows of characters with '/' between them; one board is the whole position.

    The sides of a board, as in 3x4, name the one whose cells are all `full`. `what` is the word for a cell.
    """

    def holds(state: State) -> bool:
        return (
            isinstance(state, tuple)
            and all(isinstance(row, str) and set(row) <= set(alphabet) for row in state)
            and len({len(row) for row in state}) <= 1
        )

    def read(text: Text) -> States:
        if re.fullmatch(r"\s*[0-9]{1,9}x[0-9]{1,9}\s*", text.string):
            return (read_rows(text, full),)
        return (read_board(text, alphabet, what),)

    def board(states: States) -> Board:
        return Grid(tuple(tuple(cells[cell] for cell in row) for row in states[0]))  # type: ignore[attr-defined]

    def write(states: States) -> str:
        return "/".join(states[0])  # type: ignore[arg-type]

    def named(states: States) -> str:
        return sides_of(states[0], full)  # type: ignore[arg-type]

    return Space(name, "", holds, read, write, board, named=named)


# Rectangles of ones.


def full_cells(rows: Rows) -> list[Square]:
    """The (row, column) of every 1, from 0."""
    return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "1"]


def rectangles(cells: Iterable[Square]) -> Iterator[tuple[int, int, int, int]]:
    """Every (top, left, bottom, right), all inclusive, that is full: in this order of its numbers."""
    full = set(cells)
    for top, left in sorted(full):
        bottom = top
        while (bottom, left) in full:
            right = left
            while all((row, right) in full for row in range(top, bottom + 1)):
                yield top, left, bottom, right
                right += 1
            bottom += 1


def rectangle_options(rows: Rows) -> Iterator[Option]:
    """Clear a full rectangle."""
    for top, left, bottom, right in rectangles(full_cells(rows)):
        gap = "0" * (right - left + 1)
        cleared = (
            row[:left] + gap + row[right + 1 :] if top <= number <= bottom else row for number, row in enumerate(rows)
        )
        yield to(tuple(cleared), top=top + 1, left=left + 1, bottom=bottom + 1, right=right + 1)


def rectangle_masks(cells: Iterable[Square]) -> list[frozenset[Square]]:
    """The cells of every full rectangle."""
    return [
        frozenset((r, c) for r in range(top, bottom + 1) for c in range(left, right + 1))
        for top, left, bottom, right in rectangles(cells)
    ]


def rectangle_label(cells: Iterable[Square]) -> Labels:
    """Where a rectangle stands, counted from 1."""
    square = list(cells)
    rows, columns = [r + 1 for r, _ in square], [c + 1 for _, c in square]
    return ("top", min(rows)), ("left", min(columns)), ("bottom", max(rows)), ("right", max(columns))


def rectangle_words(labels: Mapping[str, int]) -> str:
    """A cell, part of a row or column, or a block."""
    top, left, bottom, right = (labels[key] for key in ("top", "left", "bottom", "right"))
    rows = f"row {top}" if top == bottom else f"rows {top} to {bottom}"
    columns = f"column {left}" if left == right else f"columns {left} to {right}"
    return f"clear {rows}, {columns}"


rectangle = Rule(
    "rectangle",
    rectangle_options,
    space=grid("board of 0 and 1", "01", {"0": "empty", "1": "full"}, "1"),
    shape=Masks(
        full_cells,
        rectangle_masks,
        rectangle_label,
        "a line of n cells is worth n (a move can leave any m < n cells, and no XOR of two parts reaches n)",
    ),
    format_move=rectangle_words,
)


# Bacterial Tactics.


def bacteria_options(rows: Rows) -> Iterator[Option]:
    """Place a colony H or V that spreads over a whole row or column of the rectangle, free of '#'.

    The judge's game is cell by cell; a colony that would spread into '#' loses at once and is never
    a move to make, and what a colony leaves behind is two rectangles.
    """
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    for r, row in enumerate(rows):
        for c, column in enumerate(columns):
            if "#" not in row:
                yield to(rows[:r], rows[r + 1 :], row=r + 1, column=c + 1, type="H")
            if "#" not in column:
                left, right = (tuple(row[:c] for row in rows), tuple(row[c + 1 :] for row in rows))
                yield to(left, right, row=r + 1, column=c + 1, type="V")


bacteria = Rule(
    "bacteria",
    bacteria_options,
    space=grid("board of . and #", ".#", {".": "empty", "#": "blocked"}, "."),
    shape=Cuts(lambda rows: rows),
    format_move="{type} at row {row}, column {column}".format_map,
)

GFG_RECTANGLE = "GeeksforGeeks, Predict the winner of the game, Sprague-Grundy"
GCJ = "Google Code Jam 2019, Round 1C, Bacterial Tactics"

HEADING = "Boards"
GAMES = (
    Game(
        "rectangle",
        "Choose a full rectangle of ones, from one cell to the whole board, and clear it.",
        "rows of 0 and 1 with '/' between them",
        no_parameters(rectangle),
        ("rectangle", "0110/0000/0000/0001"),
        GFG_RECTANGLE,
        (
            Fact("rectangle", "0110/0000/0000/0001", GFG_RECTANGLE, nim_value=3, winner="first", winning_moves=2),
            Fact("rectangle", "0010/0000/0000/0001", GFG_RECTANGLE, nim_value=0, winner="second", winning_moves=0),
            Fact("rectangle", "1111/1111/1111/1111", "two independent programs", nim_value=3),
            Fact("rectangle", "11111", "a line of n cells is worth n", nim_value=5),
        ),
    ),
    Game(
        "bacteria",
        "Place a colony on an empty cell: H fills its row, V its column, up to other colonies; never into '#'.",
        "rows of '.' (empty) and '#' (radioactive) with '/' between them",
        no_parameters(bacteria),
        ("bacteria", "#.##/..../#.##"),
        GCJ,
        (
            Fact("bacteria", "../.#", GCJ, winner="second", winning_moves=0),
            Fact("bacteria", "#.##/..../#.##", GCJ, winner="first", winning_moves=7),
            Fact("bacteria", ".", GCJ, nim_value=1, winning_moves=2),
            Fact("bacteria", "##", GCJ, nim_value=0, winning_moves=0),
        ),
    ),
)
