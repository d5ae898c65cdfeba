"""The search at sizes that no brute force reaches: what lies far apart adds up, a board turned over is worth the same.

Boards end just below a 64-bit word, at it and just beyond it, where a set has two words or three, and where a table of
small sets ends within them.
"""

from __future__ import annotations

import os
from itertools import product
from random import Random

import pytest
from trials.defined import nim_sum
from trials.kernels import asked
from trials.lopsided import (
    GROUPS,
    TURNS,
    board_text,
    draw_patterns,
    judges,
    marks_of,
    pattern_moves,
    turned,
    turned_board,
    written,
)

from grundy.engines.search.driver import SMALL_PLACES as SMALL
from grundy.model.shapes import SubsetGame

TIMES = max(1, int(os.environ.get("GRUNDY_EXAMPLES", "0")) // 8)
LONG = pytest.mark.long
SIZES = (
    (6, 6), (7, 8), (3, 19), (1, 62), (7, 9), (4, 16), (8, 9), (2, 59),
    *(pytest.param(*size, marks=LONG) for size in ((5, 9), (4, 14), (2, 28), (2, 29), (6, 10), (8, 8), (5, 13))),
    *(pytest.param(*size, marks=LONG) for size in ((8, 15), (11, 11), (3, 41), (16, 8), (12, 11), (9, 20))),
)  # fmt: skip
APART = 3  # a pattern is at most so long, so that none reaches from one window into the next


def field(patterns: tuple[str, ...], rows: int, columns: int) -> SubsetGame:
    squares = tuple(product(range(rows), range(columns)))
    return SubsetGame(rows * columns, tuple(pattern_moves(patterns, rows, columns)), squares)


def windows(random: Random, rows: int, columns: int) -> list[int]:
    """Sets of at most twelve cells, so far apart that no move touches two of them."""
    high, wide = (min(4, rows), min(4, columns)) if random.random() < 0.5 else (min(2, rows), min(6, columns))
    down, across = (random.randint(0, (side - part) % (part + APART)) for side, part in ((rows, high), (columns, wide)))
    cell_sets = []
    for top in range(down, rows - high + 1, high + APART):
        for left in range(across, columns - wide + 1, wide + APART):
            cells = list(product(range(top, top + high), range(left, left + wide)))
            cell_sets.append(sum(1 << r * columns + c for r, c in random.sample(cells, min(12, len(cells)))))
    return random.sample(cell_sets, min(4, len(cell_sets)))


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_what_lies_far_apart_adds_up_in_every_turn(rows: int, columns: int) -> None:
    for number in range(TIMES):
        random = Random(f"{rows} {columns} {number}")
        patterns = draw_patterns(random, random.choice(GROUPS), random.choice(("o.", "ox.")))
        value = judges(pattern_moves(patterns, rows, columns))[0]
        apart = windows(random, rows, columns)
        total = nim_sum(map(value, apart))
        text = board_text(rows, columns, sum(apart))
        for turn in TURNS:
            shapes = tuple(written(turned(turn, marks_of(pattern))) for pattern in patterns)
            board = turned_board(turn, text)
            places = sum(1 << at for at, cell in enumerate("".join(board)) if cell == ".")
            small = random.choice((0, 7, 16, 20))
            values = asked(field(shapes, len(board), len(board[0])), [places], "auto", small=small)
            assert values == [total], (shapes, board, small)


@pytest.mark.parametrize(
    ("shapes", "sides"),
    [("o./oo", (6, 6)), ("o./oo", (6, 7)), ("oo./.oo", (6, 7)), (".oo/oo.", (7, 7)), ("o../ooo", (6, 8)),
     ("oo./.o.,..o/.oo", (6, 6)), ("ox/.o", (6, 6)), pytest.param("o.x/.oo", (6, 7), marks=LONG),
     pytest.param("o./ooo", (5, 8), marks=LONG), pytest.param(".o/oo/o.", (6, 8), marks=LONG),
     pytest.param("o/oo/o", (6, 9), marks=LONG), pytest.param("ooo/..o", (8, 8), marks=LONG), ("o../o../ooo", (8, 9))],
)  # fmt: skip
def test_a_full_board_turned_over_is_worth_as_much(shapes: str, sides: tuple[int, int]) -> None:
    values = set()
    for turn in TURNS:
        each = ",".join(written(turned(turn, marks_of(shape))) for shape in shapes.split(","))
        rows, columns = sides if turn[0] else sides[::-1]
        (value,) = asked(field(tuple(each.split(",")), rows, columns), [(1 << rows * columns) - 1], "auto", small=SMALL)
        values.add(value)  # without the moves, whose values would take most of the time
    assert len(values) == 1, values


@pytest.mark.parametrize(
    ("shapes", "value"),
    [(".o/oo/o.,oo./.oo", 2), (".o/oo/oo,oo./ooo,oo/oo/o.,ooo/.oo", 1), (".oo/ooo,o./oo/oo,oo/oo/.o,ooo/oo.", 1),
     (".o./ooo,o./oo/o.", 2), (".o/.o/oo,ooo/o..", 0)],
)  # fmt: skip
def test_turned_by_a_quarter_but_not_turned_over(shapes: str, value: int) -> None:
    """Values on 6x6 by the definition on parts, moved but not turned; with and without a table of small sets."""
    whole = field(tuple(shapes.split(",")), 6, 6)
    for small in (0, 18, 25):
        assert asked(whole, [2**36 - 1], "auto", small=small) == [value]
