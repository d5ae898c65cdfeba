"""Col and Snort as impartial games: both players colour cells, in either of two colours.

A board is rows of 'x' and 'o', the colours, and '.'.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

from grundy.games.board_game import field_of
from grundy.games.cells import MOST_CELLS, Rows, Sides, is_rows, of_sides
from grundy.games.entry import Fact, Game
from grundy.games.placement import require_listed
from grundy.games.stones import MARKS, NEAR, picture, read_stones
from grundy.model.board import Board
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import SubsetGame, Subsets
from grundy.model.space import Space, States
from grundy.text.board_data import BoardData, Masks, moved_set
from grundy.text.reader import Text

COLOURS = "xo"


def _colouring(alike: bool) -> Callable[[str, Sides | None], Rule]:
    """Col, in which neighbours must differ, or Snort, in which they must be alike; with sides a number n is a board."""

    def make(name: str, sides: Sides | None) -> Rule:
        def rows_of(state: Any) -> Rows:
            return empty(*sides(state)) if sides is not None and isinstance(state, int) else state

        def options(state: Any) -> Iterator[Option]:
            rows = rows_of(state)
            cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
            for (r, c), mark in cells.items():
                around = {cells.get((r + down, c + right), ".") for down, right in NEAR}
                for colour in COLOURS if mark == "." else "":
                    bad = COLOURS.replace(colour, "") if alike else colour
                    if bad not in around:
                        left = (*rows[:r], rows[r][:c] + colour + rows[r][c + 1 :], *rows[r + 1 :])
                        yield to(left, cells=((r + 1, c + 1),), colour=colour)

        def field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
            rows = rows_of(state)
            require_listed(name, rows)
            game, at = field_of(_data(len(rows), len(rows[0]) if rows else 0, alike))
            return game, lambda below: moved_set(allowed(rows_of(below), alike), at)

        return Rule(name, options, space=_space(sides, alike), shape=Subsets(field), format_move=_words)

    return make


def empty(rows: int, columns: int) -> Rows:
    """A board without colours."""
    return ("." * columns,) * rows


def allowed(rows: Rows, alike: bool) -> int:
    """Which colours may be put where, as a set of places: cell i in 'x', place i, in 'o', i + the number of cells."""
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    places = 0
    for i, ((r, c), mark) in enumerate(cells.items()):
        around = {cells.get((r + down, c + right), ".") for down, right in NEAR}
        for layer, colour in enumerate(COLOURS if mark == "." else ""):
            bad = COLOURS.replace(colour, "") if alike else colour
            places |= (bad not in around) << layer * len(cells) + i
    return places


@lru_cache(maxsize=64)
def _data(rows: int, columns: int, alike: bool) -> BoardData:
    """The moves as data, with two places on each cell, one for each colour that it may get; see `allowed`.

    A colour takes away both places of its cell, and of each neighbour the place of its own (Col) or the other colour.
    """
    at = {cell: i for i, cell in enumerate(product(range(rows), range(columns)))}
    count = len(at)
    moves: list[Masks] = []
    for (r, c), i in at.items():
        around = sum(1 << at[end] for end in ((r + down, c + right) for down, right in NEAR) if end in at)
        for layer in (0, 1):
            own, lost = 1 << layer * count + i, around << (layer ^ alike) * count
            moves.append((own, 0, 1 << i | 1 << count + i | lost, 0))
    swap = tuple((place + count) % (2 * count) for place in range(2 * count))
    return BoardData(
        tuple(range(2 * count)), tuple(moves), 2 * tuple(at), (swap,) if count else (), (1 << 2 * count) - 1
    )


def clashing(rows: Rows, alike: bool) -> tuple[int, int] | None:
    """The first cell, as (row, column) from 0, whose colour does not go with a neighbour's; None: all is well.

    >>> clashing(("x.x", ".oo"), alike=False), clashing(("x.x", ".oo"), alike=True), clashing(("x.x",), alike=True)
    ((1, 1), (0, 2), None)
    """
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}
    for (r, c), mark in cells.items():
        for end in ((r, c + 1), (r + 1, c)):
            if end in cells and (cells[end] == mark) != alike:
                return r, c
    return None


def _space(sides: Sides | None, alike: bool) -> Space:
    def holds(state: State) -> bool:
        if sides is not None and type(state) is int and state >= 0:
            return True
        return is_rows(state, MARKS) and clashing(state, alike) is None  # type: ignore[arg-type]

    def read(text: Text) -> States:
        number = re.fullmatch(r"[ \t]*([0-9]{1,9})[ \t\r\n]*", text.string) if sides else None
        if number is None or sides is None:
            rows = read_stones(text, chequered=False)
            if not text.findings and (cell := clashing(rows, alike)) is not None:
                expected, actual = ("of one colour", "differ") if alike else ("of two colours", "are alike")
                at = f"({cell[0] + 1}, {cell[1] + 1})"
                text.report_at(0, f"neighbours {expected}, or free", f"two that {actual}, the first on {at}")
            return (rows,)
        height, width = sides(int(number[1]))
        if height * width > MOST_CELLS:
            text.report_at(number.start(1), f"a board of at most {MOST_CELLS:,} cells", f"one of {height * width:,}")
        return (int(number[1]),)

    def write(states: States) -> str:
        return str(states[0]) if isinstance(states[0], int) else "/".join(states[0])  # type: ignore[arg-type]

    def board(states: States) -> Board | None:
        rows: Any = empty(*sides(states[0])) if sides and isinstance(states[0], int) else states[0]
        return picture(rows)

    def named(states: States) -> str:
        rows: Any = states[0]
        bare = not isinstance(rows, int) and rows and not "".join(rows).strip(".")
        return f"{len(rows)}x{len(rows[0])}" if bare else ""

    return Space("board of x, o and .", "", holds, read, write, board, named=named)


def _words(labels: dict[str, Any]) -> str:
    (cell,) = labels["cells"]
    return f"put {labels['colour']} on {cell}"


NOTATION = "rows of 'x', 'o' and '.', with '/' between them; or the sides of a board"
SOURCE = "Beaulieu, Burke & Duchêne 2013, Impartial coloring games"

HEADING = "Boards"
GAMES = (
    Game(
        "col",
        "Colour a cell, in either colour, so that no two neighbours have the same; both players use both colours.",
        f"{NOTATION} without colours, as in 3x4",
        of_sides(_colouring(alike=False), "col"),
        ("col", "x..../...x."),
        SOURCE,
        (
            Fact("col", "1x1", "by hand: one move", nim_value=1, winning_moves=2),
            Fact("col", "1x2", "by hand: the second cell is always coloured, too", nim_value=0, winner="second"),
            Fact("col", "x.x", "by hand: one move, o", nim_value=1, winning_moves=1),
        ),
        "boards that grow with N, as in 2xN",
    ),
    Game(
        "snort",
        "Colour a cell, in either colour, so that no two neighbours differ; both players use both colours.",
        f"{NOTATION} without colours, as in 3x4",
        of_sides(_colouring(alike=True), "snort"),
        ("snort", "x..../..o.."),
        SOURCE,
        (
            Fact("snort", "1x1", "by hand: one move", nim_value=1, winning_moves=2),
            Fact("snort", "x.o", "by hand: no colour is like both neighbours", nim_value=0, winner="second"),
            Fact("snort", "x.x", "by hand: one move, x", nim_value=1, winning_moves=1),
        ),
        "boards that grow with N, as in 2xN",
    ),
)
