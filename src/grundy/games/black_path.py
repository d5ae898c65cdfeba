"""The Black Path Game: a path grows tile by tile over a board of squares, and may not run back into the edge.

A tile joins the sides of its square in pairs: 'x' opposite ones, 'a' left and top, right and bottom, 'b' left and
bottom, top and right. The path begins at the left side of the first square; whoever leads it off the board loses, so
such a move is none here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.games.cells import Rows, grid_board, is_rows, read_rows, sides_of
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Cell
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.space import Space, States
from grundy.text.notation import read_board
from grundy.text.reader import Text

Square = tuple[int, int]
TILES = "xab"
EMPTY = "."
MOST_SQUARES = 100
LEFT, UP, RIGHT, DOWN = (0, -1), (-1, 0), (0, 1), (1, 0)
# By tile, where the path goes on that comes into a square in a direction.
TURNS = {
    "x": {RIGHT: RIGHT, LEFT: LEFT, UP: UP, DOWN: DOWN},
    "a": {RIGHT: UP, DOWN: LEFT, LEFT: DOWN, UP: RIGHT},
    "b": {RIGHT: DOWN, UP: LEFT, LEFT: UP, DOWN: RIGHT},
}
MARKS: dict[str, Cell] = {EMPTY: "empty", "x": "full", "a": "full", "b": "full"}


def path_end(rows: Rows) -> tuple[Square | None, int]:
    """The empty square that the path has reached, None if it has left the board, and how many tiles it has passed.

    >>> path_end(("x.", "..")), path_end(("a.",)), path_end(("xb", ".x"))
    (((0, 1), 1), (None, 1), (None, 3))
    """
    square, way = (0, 0), RIGHT
    passed: set[Square] = set()
    while 0 <= square[0] < len(rows) and 0 <= square[1] < len(rows[0]):
        tile = rows[square[0]][square[1]]
        if tile == EMPTY:
            return square, len(passed)
        passed.add(square)
        way = TURNS[tile][way]
        square = square[0] + way[0], square[1] + way[1]
    return None, len(passed)


def black_path_options(rows: Rows) -> Iterator[Option]:
    """Put a tile on the square that the path has reached, if it then reaches another one and not the edge."""
    end, _ = path_end(rows) if rows and rows[0] else (None, 0)
    if end is None:
        return
    r, c = end
    for tile in TILES:
        left = (*rows[:r], rows[r][:c] + tile + rows[r][c + 1 :], *rows[r + 1 :])
        if path_end(left)[0] is not None:
            yield to(left, cell=(r + 1, c + 1), tile=tile)


def _is_board(state: State) -> bool:
    """Whether all tiles lie on the path, and it has not left the board."""
    if not is_rows(state, EMPTY + TILES):
        return False
    rows: Any = state
    if not rows or not rows[0]:
        return True
    end, passed = path_end(rows)
    return end is not None and passed == sum(len(row) - row.count(EMPTY) for row in rows)


def _read(text: Text) -> States:
    is_sides = text.string.strip()[:1].isdigit()
    rows = read_rows(text, EMPTY + TILES) if is_sides else read_board(text, EMPTY + TILES)
    if not text.findings and sum(map(len, rows)) > MOST_SQUARES:
        text.report_at(0, f"a board of at most {MOST_SQUARES} squares", f"one of {sum(map(len, rows)):,}")
    elif not text.findings and not _is_board(rows):
        text.report_at(0, "tiles that all lie on the path from the left of the first square, which ends on the board")
    return (rows,)


def _named(states: States) -> str:
    return sides_of(states[0], EMPTY)  # type: ignore[arg-type]


def _words(labels: dict[str, Any]) -> str:
    turns = {"x": "a cross", "a": "left to top and right to bottom", "b": "left to bottom and top to right"}
    return f"{turns[labels['tile']]} on {labels['cell']}"


def _draw(states: States) -> Board:
    return grid_board(states[0], MARKS)  # type: ignore[arg-type]


BLACK = "Winning Ways, ch. 22; L. Black 1960; Gardner, Scientific American, October 1963"
PAIRS = "Winning Ways, ch. 22: the first player wins if the number of squares is even, in which dominoes pair them"

black_path = Rule(
    "black-path",
    black_path_options,
    space=Space("board of tiles", "", _is_board, _read, lambda states: "/".join(states[0]), _draw, named=_named),  # type: ignore[arg-type]
    format_move=_words,
)

HEADING = "Boards"
GAMES = (
    Game(
        "black-path",
        "Lead the path on by a tile, not off the board; a tile joins the sides of its square in pairs.",
        "the sides of a board, as in 3x4; or rows of '.', 'x', 'a' (left-top, right-bottom) and 'b' (left-bottom)",
        no_parameters(black_path),
        ("black-path", "xb../..../...."),
        BLACK,
        (
            Fact("black-path", "1x1", "by hand: each tile leads to the edge", nim_value=0, winner="second"),
            Fact("black-path", "1x2", "by hand: a cross, and then each tile leads to the edge", nim_value=1,
                 winning_moves=1),
            Fact("black-path", "2x2", PAIRS, winner="first"),
            Fact("black-path", "2x3", PAIRS, winner="first"),
            Fact("black-path", "3x3", "Winning Ways, ch. 22: the second player wins if it is odd", nim_value=0,
                 winner="second"),
            Fact("black-path", "1x2", "by hand: a cross is the only move", winner="second", convention="misere"),
        ),
        title="Black Path Game",
    ),
)  # fmt: skip
