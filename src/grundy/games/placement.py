"""Games of putting pieces on a board, or of taking cells off it. Each is an entry of data: the shapes of its pieces.

A state is a tuple of rows: '.' is a free cell, '#' one that is gone. A shape is written as rows of characters with '/'
between them: 'o' is a cell that must be free and is taken, 'x' one that is taken with it if it is free, and a blank or
'.' is left alone. Shapes are put down as they are, not turned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from grundy.games.entry import Game, Known, no_parameters
from grundy.model.board import Board, Cell, Grid
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import BitMove, Field, Sets, Square
from grundy.model.space import Space, States
from grundy.text.notation import read_board
from grundy.text.reader import Text

Rows = tuple[str, ...]
Piece = tuple[tuple[Square, ...], tuple[Square, ...]]
MOST_CELLS = 10_000  # of a full board that is named by its sides
MARKS: dict[str, Cell] = {".": "empty", "#": "blocked"}


def cells_space(name: str = "board of . and #") -> Space:
    """Boards of cells that are there or not; `5x8` names a full one."""

    def holds(state: State) -> bool:
        return (
            isinstance(state, tuple)
            and all(isinstance(row, str) and set(row) <= set(MARKS) for row in state)
            and len({len(row) for row in state}) <= 1
        )

    def read(text: Text) -> States:
        sides = re.fullmatch(r"[ \t]*([0-9]{1,6})x([0-9]{1,6})[ \t\r\n]*", text.string)
        if sides is None:
            return (read_board(text, "".join(MARKS)),)
        rows, columns = int(sides[1]), int(sides[2])
        if rows * columns > MOST_CELLS:
            text.report_at(sides.start(1), f"a board of at most {MOST_CELLS:,} cells", f"one of {rows * columns:,}")
            return ((),)
        return (("." * columns,) * rows,)

    def board(states: States) -> Board:
        return Grid(tuple(tuple(MARKS[cell] for cell in row) for row in states[0]))  # type: ignore[attr-defined]

    return Space(name, "", holds, read, lambda states: "/".join(states[0]), board)  # type: ignore[arg-type]


def piece(shape: str) -> Piece:
    """A shape's cells that must be free, and those taken with them, from the first of the former on.

    >>> piece("xox")
    (((0, 0),), ((0, -1), (0, 1)))
    """
    cells = [(r, c, mark) for r, row in enumerate(shape.split("/")) for c, mark in enumerate(row)]
    top, left = next((r, c) for r, c, mark in cells if mark == "o")
    return (
        tuple((r - top, c - left) for r, c, mark in cells if mark == "o"),
        tuple((r - top, c - left) for r, c, mark in cells if mark == "x"),
    )


def placements(rows: Rows, pieces: tuple[Piece, ...]) -> Iterator[tuple[tuple[Square, ...], tuple[Square, ...]]]:
    """Every way to put a piece down: the cells it needs, and those taken with them."""
    free = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."}
    for r, c in sorted(free):
        for needs, others in pieces:
            own = tuple((r + down, c + right) for down, right in needs)
            if all(cell in free for cell in own):
                along = ((r + down, c + right) for down, right in others)
                yield own, tuple(cell for cell in along if cell in free)


def placement_options(rows: Rows, *, pieces: tuple[Piece, ...]) -> Iterator[Option]:
    """Put a piece on free cells."""
    for own, along in placements(rows, pieces):
        gone = {*own, *along}
        marked = ("".join("#" if (r, c) in gone else cell for c, cell in enumerate(row)) for r, row in enumerate(rows))
        yield to(tuple(marked), cells=tuple((r + 1, c + 1) for r, c in own))


def placement(name: str, *shapes: str) -> Rule:
    """The rule of a game in which one of some shapes is put on free cells of a board.

    >>> cram = placement("cram", "oo", "o/o")
    >>> [option.parts[0] for option in cram.options(("..", ".#"))]
    [('##', '.#'), ('#.', '##')]
    """
    pieces = tuple(map(piece, shapes))
    data = Sets(lambda rows: (full_field(len(rows), len(rows[0]) if rows else 0, pieces), free_cells))
    return Rule(name, placement_options, (("pieces", pieces),), space=cells_space(), data=data, words=_words)


def _words(labels: dict[str, tuple[Square, ...]]) -> str:
    cells = [f"({r}, {c})" for r, c in labels["cells"]]
    return f"cover {', '.join(cells[:-1])}{' and ' if cells[1:] else ''}{cells[-1]}"


def free_cells(rows: Rows) -> int:
    """The free cells of a board, as places of the full one."""
    return sum(1 << place for place, cell in enumerate("".join(rows)) if cell == ".")


@lru_cache(maxsize=64)
def full_field(rows: int, columns: int, pieces: tuple[Piece, ...]) -> Field:
    """The field of a full board: place r * columns + c is cell (r, c), from 0."""
    moves: list[BitMove] = []
    for own, along in placements(("." * columns,) * rows, pieces):
        need = sum(1 << r * columns + c for r, c in own)
        moves.append((need, 0, need | sum(1 << r * columns + c for r, c in along), 0))
    return Field(rows * columns, tuple(moves), tuple((r, c) for r in range(rows) for c in range(columns)))


BELING = "Beling 2025, table of nimbers of Cram"

cram = placement("cram", "oo", "o/o")

GAMES = (
    Game(
        "cram",
        "Put a domino on two free neighbouring cells.",
        "the sides of a full board, as in 5x8, or rows of '.' (free) and '#' (not) with '/' between them",
        no_parameters(cram),
        ("cram", "3x4"),
        "Gardner 1974, Mathematical Games; Winning Ways, ch. 15",
        (
            Known("cram", "4x4", "even by even: the second player answers opposite (Winning Ways)", nim_value=0),
            Known("cram", "4x5", BELING, nim_value=2),
            Known("cram", "5x6", BELING, nim_value=2),
        ),
    ),
)
