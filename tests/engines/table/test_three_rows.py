"""Chomp on up to three rows: the compiled table, the same in plain Python, and plain recursion of the rule."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

import numpy as np
import pytest
from limits import set_limits

import grundy
from grundy.engines.table.three_rows import FEW_COLUMNS, MOST_COLUMNS, STEP, ThreeRows, after, filled, planes
from grundy.errors import OutOfReach
from grundy.games.chomp_rows import first_rows, staircase
from grundy.runs.chunk import run_to_end

# OEIS A069001: 3 x n, n = 1, 2, ...
PUBLISHED = """
2 4 5 9 11 12 13 16 19 21 24 26 28 31 32 35 36 39 42 41 44 46 50 52 55 56 59 62 61 64 67 69 73 74 76 78 80 83 84 85 87
89 93 94 96 97 100 101 106 107 110 113 112 114 118 121 120 124 127 129 132 131 136 138
"""


@cache
def value(a: int, b: int, c: int) -> int:
    """The nim-value, by the rule alone."""
    rows = (a, b, c)
    below = {
        value(*(min(cells, column) if at >= row else cells for at, cells in enumerate(rows)))
        for row, cells in enumerate(rows)
        for column in range(cells)
        if row + column
    }
    return next(n for n in range(len(below) + 1) if n not in below)


def table_of(columns: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    table = np.zeros((columns + 1) * (columns + 2) * (columns + 3) // 6, np.uint16)
    return table, run_to_end(filled(columns, table))


def test_the_published_values_among_those_of_500() -> None:
    (_, full), published = table_of(500), list(map(int, PUBLISHED.split()))
    assert full[-1] == 1076  # as the value of 3 x 500 that results/oeis/b069001.txt had before this was an engine
    assert full[1 : len(published) + 1].tolist() == published


def test_compiled_and_plain_python_agree_on_all_boards_of_ninety_columns() -> None:
    table, _ = table_of(90)
    listed = [value for plane in islice(planes(), 90) for value in plane]
    assert table[1:].tolist() == listed
    assert STEP * 4 < 90  # in several calls, each with the sets of the one before


def test_all_boards_of_fourteen_columns_by_the_rule() -> None:
    boards = ThreeRows(None)
    run_to_end(boards.fill(14))
    for a in range(1, 15):
        for b in range(a + 1):
            for c in range(b + 1):
                assert boards.value((a, b, c)) == value(a, b, c), (a, b, c)


def test_the_value_of_a_large_board_is_the_least_that_no_bite_leaves() -> None:
    """Boards beyond what plain recursion reaches: every bite is looked at."""
    columns, random = 200, Random(69001)
    boards = ThreeRows(None)
    run_to_end(boards.fill(columns))
    for _ in range(100):
        a, b, c = sorted((random.randint(0, columns) for _ in range(3)), reverse=True)
        rows = (max(a, 1), b, c)
        bites = [(row, column) for row, cells in enumerate(rows) for column in range(cells) if row + column]
        below = {boards.value(after(rows, *bite)) for bite in bites}
        assert boards.value(rows) == next(n for n in range(len(below) + 1) if n not in below), rows


def test_each_two_last_rows_have_one_first_row_at_most_as_the_theorem_has_it() -> None:
    """The values 0 of the table are the P-positions that `first_rows` finds without any value."""
    columns = 200
    table, _ = table_of(columns)
    found: dict[tuple[int, int], list[int]] = {}
    for a in range(1, columns + 1):
        plane = table[a * (a + 1) * (a + 2) // 6 : (a + 1) * (a + 2) * (a + 3) // 6]
        for line in np.flatnonzero(plane == 0).tolist():
            b = int(((8 * line + 1) ** 0.5 - 1) / 2)
            found.setdefault((b, line - b * (b + 1) // 2), []).append(a)
    told = {
        (y, z): [row[0]]
        for y, rows in enumerate(first_rows(columns + 1, 0))
        for z, row in enumerate(rows)
        if 0 < row[0] <= columns
    }
    assert found == told
    assert len(found) > 7_000


@pytest.mark.parametrize("upright", [False, True])
def test_a_hundred_random_boards_as_they_are_answered(monkeypatch: pytest.MonkeyPatch, upright: bool) -> None:
    """Value and winning bites, by rows and by columns; small boards, for which a search is asked otherwise."""
    set_limits(monkeypatch, "answering.conditions", FEW_CELLS=0)
    random = Random(3)
    for _ in range(100):
        rows = sorted((random.randint(1, 12) for _ in range(random.randint(1, 3))), reverse=True)
        a, b, c = (*rows, 0, 0)[:3]
        text = "/".join("." * length + "#" * (a - length) for length in rows)
        if upright:
            text = "/".join("".join(".#"[column >= length] for length in rows) for column in range(a))
        result = grundy.solve(grundy.chomp(text))
        if upright and a <= 4:
            assert result.nim_value == value(a, b, c)  # four rows of up to three cells, which a search settles
            continue
        assert result.nim_value == value(a, b, c), text
        assert "three sets of values" in str(result.evidence), text
        bites = [(row, column) for row, cells in enumerate(rows) for column in range(cells) if row + column]
        wins = [bite for bite in bites if value(*after((a, b, c), *bite)) == 0]
        places = sorted((column + 1, row + 1) if upright else (row + 1, column + 1) for row, column in wins)
        assert [dict(move.labels)["cells"] for move in result.winning_moves] == [(place,) for place in places], text


def test_it_stands_beside_other_games() -> None:
    """3 x 64 is worth 138 (A069001), so that it and a heap of 138 are lost."""
    assert grundy.solve("chomp(3x64) + nim(138)").winner == "second"
    assert grundy.solve("chomp(64x3) + nim(137)").winner == "first"


def test_a_sequence_of_three_rows() -> None:
    """N = 0 is the empty board."""
    assert list(grundy.sequence("chomp:3xN", 64))[1:] == list(map(int, PUBLISHED.split()))


def test_what_does_not_go_down_is_no_staircase() -> None:
    assert staircase(("#..",)) is None and staircase(("..", "...")) is None
    board = staircase(("...", "..#"))
    assert board and board.rows == (3, 2)


def test_a_board_of_too_many_columns_is_refused() -> None:
    with pytest.raises(OutOfReach, match="1,001 columns"):
        run_to_end(ThreeRows(None).fill(MOST_COLUMNS + 1))


def test_more_memory_than_allowed_is_refused() -> None:
    with pytest.raises(OutOfReach, match="three rows and 500 columns"):
        run_to_end(ThreeRows(1_000_000).fill(500))
    boards = ThreeRows(1_000)
    run_to_end(boards.fill(FEW_COLUMNS))
    assert boards.value((FEW_COLUMNS, 0, 0)) == FEW_COLUMNS - 1
