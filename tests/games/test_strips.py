"""Pieces on strips that have names: each against its rule played cell by cell, and against its octal code."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy.errors import BadText
from grundy.games.placement import STRIPS

GAMES = Path(__file__).parents[2] / "docs" / "reference" / "games.md"
each = pytest.mark.parametrize("name", STRIPS)


def played(shapes: tuple[str, ...], board: str, misere: bool) -> Any:
    """From the rule: an 'o' must lie on a free cell, and free cells under 'x' are gone too."""

    @cache
    def value(cells: str) -> Any:
        after = set()
        for shape, start in product(shapes, range(-9, len(cells))):
            covered = {start + k for k, mark in enumerate(shape) if mark == "o"}
            taken = covered | {start + k for k, mark in enumerate(shape) if mark == "x"}
            if all(0 <= i < len(cells) and cells[i] == "." for i in covered):
                after.add(value("".join("#" if i in taken else cell for i, cell in enumerate(cells))))
        if misere:
            return not after or False in after
        return next(v for v in range(len(after) + 1) if v not in after)

    return value(board)


@each
def test_a_strip_is_a_heap_of_its_code(name: str) -> None:
    strip = STRIPS[name]
    octal = grundy.octal(strip.code)
    for length in range(9):
        board = grundy.parse(f"placement:{name} 1x{length}")
        shapes = grundy.parse(f"placement:{','.join(strip.shapes)} 1x{length}")
        expected = played(strip.shapes, "." * length, False)
        assert grundy.solve(board).nim_value == grundy.solve(shapes).nim_value == expected
        assert grundy.solve(octal(length + strip.offset)).nim_value == expected
        wins = played(strip.shapes, "." * length, True)
        assert (grundy.solve(board, misere=True).winner == "first") == wins
        assert (grundy.solve(octal(length + strip.offset), misere=True).winner == "first") == wins


@each
@pytest.mark.parametrize("board", ["..#.....", ".#.#....#", "...##....", "#", "....#...."])
def test_holes_part_a_strip(name: str, board: str) -> None:
    strip = STRIPS[name]
    position = grundy.parse(f"placement:{name} {board}")
    result = grundy.solve(position)
    assert result.nim_value == played(strip.shapes, board, False)
    holes = re.findall(r"(?<=\.)#+(?=\.)", board)
    if all(len(hole) >= strip.offset for hole in holes):  # else a piece in one run takes cells of the next
        heaps = grundy.octal(strip.code)(*(len(run) + strip.offset for run in re.findall(r"\.+", board)))
        assert result.nim_value == grundy.solve(heaps).nim_value
    assert (grundy.solve(position, misere=True).winner == "first") == played(strip.shapes, board, True)
    assert grundy.parse(str(position)) == position
    assert all(grundy.parse_move(str(move)) == move for move in result.winning_moves)


@each
def test_a_named_strip_is_documented(name: str) -> None:
    strip = STRIPS[name]
    counters = f"n + {strip.offset}" if strip.offset else "n"
    row = f"| `{name}` | `{','.join(strip.shapes)}` | {strip.summary} | {strip.code} | {counters} |"
    assert row in GAMES.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("game", "column"), [("placement:zz", 11), ("placement:oo,zz", 14), ("placement:o,oo,x", 16), ("cram:abc", 6)]
)
def test_what_is_no_shape_is_refused_at_its_place(game: str, column: int) -> None:
    with pytest.raises(BadText, match=rf"<argument>:1:{column}: expected "):
        grundy.parse(f"{game} 3x4")
