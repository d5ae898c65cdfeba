"""The Black Path Game against plain recursion that joins the sides of squares, and against its theorem."""

from __future__ import annotations

from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

Rows = tuple[str, ...]
# The pairs of sides that a tile joins: n, w, s, e; and where one comes out, which side of which square that is.
JOINED = {"x": ("ns", "we"), "a": ("wn", "es"), "b": ("ws", "ne")}
BEYOND = {"n": (-1, 0, "s"), "s": (1, 0, "n"), "w": (0, -1, "e"), "e": (0, 1, "w")}


def reached(rows: Rows) -> tuple[int, int] | None:
    """The empty square at the end of the path; None if it is off the board."""
    r, c, side = 0, 0, "w"
    while 0 <= r < len(rows) and 0 <= c < len(rows[0]):
        if rows[r][c] == ".":
            return r, c
        (out,) = (pair.replace(side, "") for pair in JOINED[rows[r][c]] if side in pair)
        down, right, side = BEYOND[out]
        r, c = r + down, c + right
    return None


def options(rows: Rows) -> list[Rows]:
    end = reached(rows)
    assert end, "a path that has left the board"
    after = []
    for tile in JOINED:
        board = [[*row] for row in rows]
        board[end[0]][end[1]] = tile
        after.append(tuple(map("".join, board)))
    return [left for left in after if reached(left)]


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["black-path"])
    assert not faults, "\n".join(faults)


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    states = []
    for _ in range(100):
        height, width = random.choice([(2, 3), (3, 3), (3, 4), (1, 5)])
        rows: Rows = ("." * width,) * height
        for _ in range(random.randint(0, 5)):
            rows = random.choice(options(rows) or [rows])
        states.append(rows)
    assert not faults_by_recursion(options, grundy.black_path, states)


def test_the_number_of_squares_tells_who_wins() -> None:
    """Winning Ways, ch. 22: by dominoes, which pair all squares, or all but the first player's."""
    for height, width in [(1, 1), (1, 4), (2, 2), (3, 2), (3, 3), (2, 4), (4, 3), (1, 7)]:
        wins = "second" if height * width % 2 else "first"
        assert grundy.solve(f"black-path({height}x{width})").winner == wins, (height, width)


@pytest.mark.parametrize("text", ["3x4", "x../...", "xb./...", ".."])
def test_what_is_written_is_read_again(text: str) -> None:
    position = grundy.parse(f"black-path({text})")
    assert grundy.parse(str(position)) == position


@pytest.mark.parametrize("text", ["a..", "x.a/...", "xx", "11x10"])
def test_what_is_no_path_on_the_board_is_named(text: str) -> None:
    with pytest.raises(grundy.BadText, match=r"1:12: expected "):
        grundy.parse(f"black-path({text})")
