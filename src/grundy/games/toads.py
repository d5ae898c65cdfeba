"""Toads and Frogs, both moved by both players: toads go right, frogs left, or jump over one of the other kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from grundy.games.cells import MOST_DRAWN, Rows, grid_board, is_rows
from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.placement import MOST_SEARCHED, require_searched
from grundy.model.board import Board, Cell
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMove, SubsetGame, Subsets
from grundy.model.space import Space, States
from grundy.text.notation import read_board
from grundy.text.reader import Text

TOAD, FROG, FREE = "TF."
MARKS: dict[str, Cell] = {TOAD: "full", FROG: "white", FREE: "empty"}
WAYS = {TOAD: 1, FROG: -1}


def toads_options(rows: Rows) -> Iterator[Option]:
    """Move a toad right or a frog left, to the next square, or over one of the other kind to the square behind it."""
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            way = WAYS.get(mark, 0)
            ahead, behind = c + way, c + 2 * way
            if not way or not 0 <= ahead < len(row):
                continue
            if row[ahead] == FREE:
                into = ahead
            elif row[ahead] != mark and 0 <= behind < len(row) and row[behind] == FREE:
                into = behind
            else:
                continue
            cells = list(row)
            cells[c], cells[into] = FREE, mark
            left = (*rows[:r], "".join(cells), *rows[r + 1 :])
            yield to(left, **{"from": (r + 1, c + 1), "to": (r + 1, into + 1)})


def _place(cell: int, mark: str, columns: int, cells: int) -> int:
    """The place of a piece on a cell: toads and then frogs, of both the places fall as they go."""
    row, column = divmod(cell, columns)
    return row * columns + columns - 1 - column if mark == TOAD else cells + cell


@lru_cache(maxsize=64)
def _moves(rows: int, columns: int) -> SubsetGame:
    """All moves as data: two places for each cell, that of a toad and that of a frog."""
    cells = rows * columns
    moves: list[BitmaskMove] = []
    for cell in range(cells):
        for mark, way in WAYS.items():
            other = FROG if mark == TOAD else TOAD
            for step in (1, 2):
                column = cell % columns + way * step
                if 0 <= column < columns:
                    into = cell + way * step
                    here, there = (1 << _place(at, mark, columns, cells) for at in (cell, into))
                    over = 1 << _place(cell + way, other, columns, cells) if step == 2 else 0
                    moves.append((here | over, there | 1 << _place(into, other, columns, cells), here, there))
    return SubsetGame(2 * cells, tuple(moves))


def _field(rows: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
    require_searched("toads-and-frogs", rows, layers=2, longest_row=MOST_SEARCHED)
    columns = len(rows[0]) if rows else 0
    cells = len(rows) * columns

    def places(below: Rows) -> int:
        marks = enumerate("".join(below))
        return sum(1 << _place(cell, mark, columns, cells) for cell, mark in marks if mark != FREE)

    return _moves(len(rows), columns), places


def _holds(state: State) -> bool:
    return is_rows(state, "".join(MARKS))


def _read(text: Text) -> States:
    rows = read_board(text, TOAD + FROG + FREE + "tf")
    return (tuple(row.upper() for row in rows),)


def _write(states: States) -> str:
    return "/".join(states[0])  # type: ignore[arg-type]


def _draw(states: States) -> Board | None:
    rows: Any = states[0]
    return grid_board(rows, MARKS) if sum(map(len, rows)) <= MOST_DRAWN else None


def _words(labels: dict[str, Any]) -> str:
    return f"move from {labels['from']} to {labels['to']}"


toads_and_frogs = Rule(
    "toads-and-frogs",
    toads_options,
    space=Space("board of T, F and .", "", _holds, _read, _write, _draw),
    shape=Subsets(_field),
    format_move=_words,
)

HEADING = "Boards"
GAMES = (
    Game(
        "toads-and-frogs",
        "Move a toad right or a frog left, onto the next square, or by a jump over one of the other kind.",
        "rows of 'T' (a toad), 'F' (a frog) and '.' (free), with '/' between them; rows are apart",
        no_parameters(toads_and_frogs),
        ("toads-and-frogs", "TTT...FFF"),
        "Winning Ways, ch. 1, where one player has the toads and one the frogs; that both move both is our change",
        (
            Fact("toads-and-frogs", "T.", "by hand: one move", nim_value=1, winning_moves=1),
            Fact("toads-and-frogs", "FT.", "by hand: the frog has arrived, the toad has a step", nim_value=1),
            Fact("toads-and-frogs", "T.F", "by hand: either move leaves one jump and then one step", nim_value=1,
                 winning_moves=2),
            Fact("toads-and-frogs", "TTFF", "by hand: nobody can move", nim_value=0, winner="second",
                 winning_moves=0),
            Fact("toads-and-frogs", "T.", "by hand: whoever moves makes the last move", winner="second",
                 convention="misere"),
        ),
        title="Toads and Frogs, both moved by both",
    ),
)  # fmt: skip
