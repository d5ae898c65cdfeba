"""Games of taking cells off a board, and the board on which three in a row end it: Chomp and Notakto."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from grundy.games.cells import (
    Rows,
    Sides,
    as_rows,
    cells_space,
    grid_board,
    is_rows,
    of_sides,
    read_rows,
    sides_of,
    words_of,
)
from grundy.games.chomp_rows import few_rows, staircase
from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.placement import SIDES, free_cells, require_listed, without
from grundy.model.board import Board
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMove, Square, SubsetGame, Subsets
from grundy.model.space import Space, States
from grundy.text.reader import Text

# Chomp.


def chomp_rule(name: str, sides: Sides | None = None) -> Rule:
    """Take a cell and all that lie neither above it nor to its left; the first cell is poisoned and never taken."""

    def options(state: Any) -> Iterator[Option]:
        rows = as_rows(state, sides)
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                if cell == "." and (r, c) != (0, 0):
                    gone = {(i, j) for i in range(r, len(rows)) for j in range(c, len(row)) if rows[i][j] == "."}
                    yield to(without(rows, gone), cells=((r + 1, c + 1),))

    def field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
        rows = as_rows(state, sides)
        require_listed(name, rows)
        whole = chomp_field(len(rows), len(rows[0]) if rows else 0)
        return whole, lambda below: free_cells(as_rows(below, sides)) & ~1

    return Rule(
        name,
        options,
        space=cells_space(sides),
        shape=Subsets(field, staircase=lambda state: staircase(as_rows(state, sides))),
        theory=few_rows(sides),
        format_move=words_of("bite at"),
    )


@lru_cache(maxsize=64)
def chomp_field(rows: int, columns: int) -> SubsetGame:
    """The field of a board of Chomp; place 0, which is poisoned, is in no move."""
    moves = []
    for r, c in product(range(rows), range(columns)):
        bite = sum(1 << i * columns + j for i in range(r, rows) for j in range(c, columns))
        if (r, c) != (0, 0):
            moves.append((1 << r * columns + c, 0, bite, 0))
    return SubsetGame(rows * columns, tuple(moves), tuple(product(range(rows), range(columns))))


# Notakto: crosses alone.

LONGEST_SIDE = 4  # a move is told by what is free around it, in more and more ways


def lines(rows: int, columns: int) -> list[tuple[Square, ...]]:
    """All threes of neighbouring cells in a row, a column or a diagonal."""
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    threes = [
        tuple((r + k * down, c + k * right) for k in range(3))
        for r, c in product(range(rows), range(columns))
        for down, right in ways
    ]
    return [line for line in threes if all(0 <= r < rows and 0 <= c < columns for r, c in line)]


def is_dead(rows: Rows) -> bool:
    """Whether three crosses stand in a line."""
    sides = len(rows), len(rows[0]) if rows else 0
    return any(all(rows[r][c] == "X" for r, c in line) for line in lines(*sides))


def notakto_options(rows: Rows) -> Iterator[Option]:
    """Put a cross on a free cell, unless there are three in a line."""
    if is_dead(rows):
        return
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell == ".":
                yield to((*rows[:r], row[:c] + "X" + row[c + 1 :], *rows[r + 1 :]), cells=((r + 1, c + 1),))


@lru_cache(maxsize=16)
def notakto_field(rows: int, columns: int) -> SubsetGame:
    """The field of a board: its free cells, and none once three crosses stand in a line.

    A cross ends the board if the other two cells of a line are not free; else each line has a free cell beside it.
    """
    at = {cell: 1 << place for place, cell in enumerate(product(range(rows), range(columns)))}
    whole = sum(at.values())
    moves: list[BitmaskMove] = []
    for cell, bit in at.items():
        others = [[at[other] for other in line if other != cell] for line in lines(rows, columns) if cell in line]
        moves += [(bit, a | b, whole, 0) for a, b in others]
        moves += [(bit | sum(set(free)), 0, bit, 0) for free in product(*others)]
    return SubsetGame(len(at), tuple(dict.fromkeys(moves)), tuple(at))


def _notakto_space() -> Space:
    """Boards of crosses, with blanks between them."""

    def holds(state: State) -> bool:
        return is_rows(state, ".X") and all(len(side) <= LONGEST_SIDE for side in (state, *state))  # type: ignore

    def read(text: Text) -> States:
        boards = []
        at = 0
        for word in text.string.split(" "):
            if word.strip():
                part = text.part(at, at + len(word))
                before = len(text.findings)
                rows = read_rows(part, ".X")
                if not holds(rows) and len(text.findings) == before:
                    part.report_at(0, f"a board of at most {LONGEST_SIDE} rows and columns")
                boards.append(rows)
            at += len(word) + 1
        return tuple(boards)

    def write(states: States) -> str:
        return " ".join("/".join(rows) for rows in states)  # type: ignore[arg-type]

    def board(states: States) -> Board | None:
        return grid_board(states[0], {".": "empty", "X": "full"}) if len(states) == 1 else None  # type: ignore[arg-type]

    def named(states: States) -> str:
        return " ".join(sides_of(rows, ".") or "/".join(rows) for rows in states)  # type: ignore[arg-type]

    return Space("board of . and X", "board", holds, read, write, board, named=named)


def _notakto_data(rows: Rows) -> tuple[SubsetGame, Callable[[Rows], int]]:
    field = notakto_field(len(rows), len(rows[0]) if rows else 0)
    return field, lambda below: 0 if is_dead(below) else free_cells(below)


notakto = Rule(
    "notakto",
    notakto_options,
    space=_notakto_space(),
    shape=Subsets(_notakto_data),
    format_move=lambda labels: f"a cross on {labels['cells'][0]} of board {labels['board']}",
)

GALE = "Gale 1974, A curious Nim-type game"
SECRETS = "Plambeck & Whitehead 2013, The secrets of Notakto"

HEADING = "Boards"
GAMES = (
    Game(
        "chomp",
        "Bite off a cell with all below it and to its right, but never the first cell, which is poisoned.",
        SIDES,
        of_sides(chomp_rule, "chomp"),
        ("chomp", "3x4"),
        GALE,
        (
            Fact("chomp", "5x5", "Gale 1974: on a square, bite next to the poison", winner="first", winning_moves=1),
            Fact("chomp", "2x7", "Gale 1974: on two rows, bite off the last cell", winner="first", winning_moves=1),
            Fact("chomp", "8x10", "Gale 1974 and later tables: two winning bites", winner="first", winning_moves=2),
            Fact("chomp", "1x9", "a row is a pile of what is beside the poison", nim_value=8),
        ),
    ),
    Game(
        "notakto",
        "Put a cross on a free cell of a board that has no three crosses in a line (usually misère).",
        "boards with blanks between them: 3x3, or rows of '.' and 'X' with '/' between them",
        no_parameters(notakto),
        ("notakto", "X../.../..X"),
        SECRETS,
        (
            Fact("notakto", "3x3", SECRETS, winner="first", winning_moves=1, convention="misere"),
            Fact("notakto", "3x3 3x3", SECRETS, winner="second", convention="misere"),
        ),
    ),
)
