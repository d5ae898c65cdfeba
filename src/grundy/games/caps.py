"""Games of choosing what completes no triple: sum-free sets of numbers, and caps, which have no three in a line.

A state is a board with a cell for each element, chosen or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

from grundy.games.cells import Rows, grid_board, is_rows
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Cell
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Square
from grundy.model.space import Space, States
from grundy.text.notation import read_board
from grundy.text.reader import Text, quote

FREE, CHOSEN = ".x"
MARKS: dict[str, Cell] = {FREE: "empty", CHOSEN: "full"}
SIDES = {1: (1, 3), 2: (3, 3), 3: (3, 9), 4: (9, 9)}  # of the board of a space of so many dimensions
MOST_NUMBERS = 200

Completes = Callable[[Square, frozenset[Square]], bool]


def sums(cell: Square, chosen: frozenset[Square]) -> bool:
    """Whether a number is a sum of two chosen ones, or with chosen ones makes one; the two may be the same.

    >>> [n for n in range(1, 9) if sums((0, n - 1), frozenset({(0, 0), (0, 3)}))]    # 1 and 4 are chosen
    [2, 3, 5, 8]
    """
    n = cell[1] + 1
    numbers = {column + 1 for _, column in chosen} | {n}
    return any(n - one in numbers or n + one in numbers for one in numbers)


def lines(cell: Square, chosen: frozenset[Square]) -> bool:
    """Whether a point is the third one on the line through two chosen ones: the digits of the three add up to 0.

    >>> lines((2, 2), frozenset({(0, 0), (1, 1)})), lines((2, 1), frozenset({(0, 0), (1, 1)}))
    (True, False)
    """
    return any(_third(*pair) == cell for pair in combinations(chosen, 2))


@lru_cache(maxsize=8_192)
def _third(one: Square, other: Square) -> Square:
    row, column = (
        sum(-(a // power + b // power) % 3 * power for power in (1, 3)) for a, b in zip(one, other, strict=True)
    )
    return row, column


def choices(rows: Rows, completes: Completes) -> Iterator[Option]:
    """Choose an element that completes no triple."""
    chosen = chosen_in(rows)
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark == FREE and not completes((r, c), chosen):
                yield to((*rows[:r], row[:c] + CHOSEN + row[c + 1 :], *rows[r + 1 :]), cells=((r + 1, c + 1),))


def chosen_in(rows: Rows) -> frozenset[Square]:
    """The cells that were chosen."""
    return frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == CHOSEN)


def _holds(rows: Rows, completes: Completes) -> bool:
    chosen = chosen_in(rows)
    return not any(completes(cell, chosen - {cell}) for cell in chosen)


def sum_free_options(rows: Rows) -> Iterator[Option]:
    """Choose a number, so that no chosen one is a sum of two that are chosen, which may be the same."""
    yield from choices(rows, sums)


def cap_set_options(rows: Rows) -> Iterator[Option]:
    """Choose a point, so that no three that are chosen lie in a line."""
    yield from choices(rows, lines)


def _space(
    name: str, fits: Callable[[Rows], bool], completes: Completes, full: Callable[[int], Rows], told: str
) -> Space:
    """Boards; `full` makes the one of a number, without rows where there is none."""

    def holds(state: State) -> bool:
        return is_rows(state, "".join(MARKS)) and fits(state) and _holds(state, completes)  # type: ignore[arg-type]

    def read(text: Text) -> States:
        number = re.fullmatch(r"[ \t]*([0-9]{1,9})[ \t\r\n]*", text.string)
        rows = full(int(number[1])) if number else read_board(text, FREE + CHOSEN)
        if not text.findings and not fits(rows):
            text.report_at(0, told, quote(text.string.strip()))
        elif not text.findings and not _holds(rows, completes):
            text.report_at(0, f"a board on which no triple is complete ({name})")
        return (rows,)

    def write(states: States) -> str:
        return "/".join(states[0])  # type: ignore[arg-type]

    def draw(states: States) -> Board:
        return grid_board(states[0], MARKS)  # type: ignore[arg-type]

    return Space("board of . and x", "", holds, read, write, draw)


def _row(n: int) -> Rows:
    return (FREE * n,) if n <= MOST_NUMBERS else ()


def _points(dimensions: int) -> Rows:
    rows, columns = SIDES.get(dimensions, (0, 0))
    return (FREE * columns,) * rows


def _words(labels: dict[str, Any]) -> str:
    return f"choose {labels['cells'][0][1]}"


sum_free = Rule(
    "sum-free",
    sum_free_options,
    space=_space(
        "sum-free",
        lambda rows: len(rows) == 1 and 0 < len(rows[0]) <= MOST_NUMBERS,
        sums,
        _row,
        f"a number of 1 to {MOST_NUMBERS}, or one row of '.' and 'x'",
    ),
    format_move=_words,
)
cap_set = Rule(
    "cap-set",
    cap_set_options,
    space=_space(
        "cap-set",
        lambda rows: (len(rows), len(rows[0]) if rows else 0) in SIDES.values(),
        lines,
        _points,
        "1, 2, 3 or 4 dimensions, or rows of '.' and 'x' of 1x3, 3x3, 3x9 or 9x9 points",
    ),
    format_move=lambda labels: f"choose {labels['cells'][0]}",
)

SCHUR = "Schur 1917, on sums of chosen numbers; as a game, that the last move wins, it is our reading"
CAPS = "caps of Bose 1947, sets of points no three in a line; as a game, that the last move wins, it is our reading"
FOUR = "by hand: every cap of the plane can be made one of four points, and no larger one"

HEADING = "Boards"
GAMES = (
    Game(
        "sum-free",
        "Choose one of the numbers 1 to n; no chosen number may be a sum of two chosen ones, nor twice a chosen one.",
        "how many numbers there are; or a row of '.' and 'x', the chosen ones",
        no_parameters(sum_free),
        ("sum-free", "8"),
        SCHUR,
        (
            Fact("sum-free", "1", "by hand: one move", nim_value=1, winning_moves=1),
            Fact("sum-free", "2", "by hand: 1 and 2 exclude each other", nim_value=1, winning_moves=2),
            Fact("sum-free", "3", "by hand: two of them, but not 1 and 2", nim_value=0, winner="second"),
            Fact("sum-free", "1", "by hand: one move", winner="second", convention="misere"),
        ),
        title="Sum-free sets",
    ),
    Game(
        "cap-set",
        "Choose a point of an affine space over three elements; no three chosen points may lie in a line.",
        "how many dimensions, 1 to 4; or rows of '.' and 'x', the chosen points, by digits of row and column",
        no_parameters(cap_set),
        ("cap-set", "x../.../..."),
        CAPS,
        (
            Fact("cap-set", "1", "by hand: two of three points", nim_value=0, winner="second"),
            Fact("cap-set", "2", FOUR, nim_value=0, winner="second", winning_moves=0),
            Fact("cap-set", "2", FOUR, winner="first", convention="misere"),
        ),
        title="Cap sets",
    ),
)  # fmt: skip
