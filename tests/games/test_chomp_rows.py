"""Chomp on boards of up to four rows, from its P-positions, against plain recursion."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from limits import set_limits

import grundy
from grundy.games import chomp_rows
from grundy.games.chomp_rows import Lengths, first_rows, is_p
from grundy.show.text import result_lines

Rows = tuple[int, ...]


def after(rows: Rows) -> Iterator[tuple[tuple[int, int], Rows]]:
    """Each bite but that into the poison, by its row and column from 1, and the lengths of the rows then."""
    for row, length in enumerate(rows):
        for column in range(length):
            if (row, column) != (0, 0):
                left = tuple(min(cells, column) if at >= row else cells for at, cells in enumerate(rows))
                yield (row + 1, column + 1), left


@cache
def lost(rows: Rows) -> bool:
    return not any(lost(left) for _, left in after(rows))


def test_all_boards_of_up_to_four_rows_and_nine_columns() -> None:
    boards: list[Lengths] = [
        (x, y, z, w) for x in range(1, 10) for y in range(x + 1) for z in range(y + 1) for w in range(z + 1)
    ]
    assert len(boards) == 714
    for board in boards:
        assert is_p(board) == lost(board), board


def test_all_boards_of_up_to_three_rows_and_twenty_columns() -> None:
    for board in ((x, y, z, 0) for x in range(1, 21) for y in range(x + 1) for z in range(y + 1)):
        assert is_p(board) == lost(board[:3]), board


def test_full_boards_are_won_in_a_sequence_of_outcomes_too() -> None:
    """It asked for nim-values, of which a search sees no end, where `solve` asks who wins."""
    small = grundy.sequence("chomp:5xN", 4, outcomes=True)  # won by the definition: see the test below
    assert small[:] == "PNNNN" and "strategy stealing" in small.evidence.reason
    assert grundy.sequence("chomp:4xN", 60, outcomes=True)[:] == "P" + 60 * "N"
    assert grundy.sequence("chomp:11xN", 40, outcomes=True)[:] == "P" + 40 * "N"
    assert grundy.winners([grundy.parse("chomp 5x5"), grundy.parse("chomp 1x1")]) == [True, False]


def test_full_boards_are_won_and_nobody_knows_how(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of games said so; `solve chomp 30x31` asked 400 options until its limit, and told nothing."""
    for rows in range(1, 6):
        assert not any(lost((columns,) * rows) for columns in range(1, 6) if rows * columns > 1)
    result = grundy.solve("chomp 8x12")
    assert (result.winner, result.nim_value, result.evidence.status) == ("first", None, "proved")
    assert not list(result.winning_moves) and not result.winning_moves.exact
    assert "At least one move wins; which one was not found." in str(result_lines(result))
    set_limits(monkeypatch, "games", FEWEST_CELLS=20)  # so that small boards count as large: no square is one of them
    assert grundy.solve("chomp 5x6").nim_value is None
    assert next(iter(grundy.solve("chomp 5x5").winning_moves)).sentence() == "bite at (2, 2)"
    bitten = ("." * 12,) * 7 + ("." * 11 + "#",)
    assert not chomp_rows.is_full(bitten) and chomp_rows.lengths_of(bitten) is None


def test_two_rows_are_lost_where_one_cell_is_missing() -> None:
    """Gale 1974."""
    assert [rows[0][0] for rows in first_rows(200, 0)] == [y + 1 for y in range(200)]


# OEIS A395126: the last rows of the P-positions (x, y, z, w) of four rows, in lexicographic order
FOURTH = """
0 0 0 1 0 0 1 1 0 0 1 0 2 0 2 0 2 0 0 0 2 0 2 0 2 3 4 0 3 0 3 2 0 2 0 2 0 2 2 3 3 0 2 2 0 4 0 4 0 4 0 5 6 7 3 4 0 0 2 3
2 3 4 5 6 0 2 3 4 5 7 0 5 2 4 4 3 3 0 2 0 2 3 0 2 0 2
"""


def test_the_published_p_positions_of_four_rows() -> None:
    published = list(map(int, FOURTH.split()))
    columns = 20
    found = sorted(
        (x, y, z, w)
        for y, rows in enumerate(first_rows(columns + 1, columns))
        for z, row in enumerate(rows)
        for w, x in enumerate(row)
        if 0 < x <= columns
    )
    assert [w for *_, w in found][: len(published)] == published


def written(rows: Rows) -> str:
    return "/".join("." * length + "#" * (rows[0] - length) for length in rows)


def turned(rows: Rows) -> Rows:
    return tuple(sum(length > column for length in rows) for column in range(rows[0]))


@pytest.mark.parametrize("upright", [False, True])
def test_a_hundred_random_boards_as_they_are_answered(monkeypatch: pytest.MonkeyPatch, upright: bool) -> None:
    """Winner and moves, by rows and by columns; small boards, for which a search is asked otherwise."""
    set_limits(monkeypatch, "games", FEWEST_CELLS=0, TABLED_COLUMNS=0)
    random = Random(44)
    for _ in range(100):
        rows = tuple(sorted((random.randint(1, 9) for _ in range(random.randint(1, 4))), reverse=True))
        rows = turned(rows) if upright else rows
        result = grundy.solve(grundy.chomp(written(rows)))
        assert result.nim_value in (None, 0) and "at most one longer row" in str(result.evidence), rows
        assert (result.winner == "second") == lost(rows), rows
        wins = [bite for bite, left in after(rows) if lost(left)]
        assert [dict(move.labels)["cells"] for move in result.winning_moves] == [(bite,) for bite in wins], rows


def test_a_large_board_is_won_and_what_a_winning_bite_leaves_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "games", TABLED_COLUMNS=0)
    for text in ("3x400", "chomp:3xN 150", "120x4", "." * 90 + "/" + "." * 70 + "#" * 20 + "/" + "." * 31 + "#" * 59):
        position = grundy.parse(text if "chomp" in text else f"chomp {text}")
        result = grundy.solve(position)
        assert (result.winner, result.nim_value) == ("first", None)
        assert all(grundy.solve(position.play(move)).winner == "second" for move in result.winning_moves)
        assert len(result.winning_moves)


def test_small_boards_keep_their_nim_value() -> None:
    assert grundy.solve(grundy.chomp("3x5")).nim_value is not None


@pytest.mark.parametrize(
    "rows", [("#..",), ("..", "..."), (".#.",), (), ("." * 1_001,), ("." * 301,) * 4, ("." * 9,) * 9]
)
def test_other_boards_are_left_to_a_search(rows: tuple[str, ...]) -> None:
    assert chomp_rows.lengths_of(rows) is None
