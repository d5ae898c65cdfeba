"""Pieces that look like those of a game are in its pictures, with words that say what they are."""

from __future__ import annotations

import re

import pytest

from grundy import parse
from grundy.games.catalogue import GAMES
from grundy.games.pieces import PIECES, pieces_of
from grundy.show.svg import board_svg


def drawn(game: str, text: str) -> str:
    (component,) = parse(f"{game}({text})").components
    board = component.rule.space.board(component.states)
    assert board is not None
    return board_svg(board, game, pointed=True, pieces=pieces_of(game))


def labels(svg: str) -> list[str]:
    return re.findall('role="button" tabindex="-1" aria-label="([^"]+)"', svg)


def test_pieces_are_of_games_of_the_catalogue() -> None:
    assert set(PIECES) <= set(GAMES)


@pytest.mark.parametrize(
    ("game", "text", "sign", "count"),
    [("kayles", "4 5", "counter pin", 9), ("notakto", "X../.../..X", 'class="stroke"', 2),
     ("ruler", "THHT", 'class="tails"', 2),
     ("clobber", "xo./o.x", 'class="stone"', 4), ("nogo", "x.o", 'class="stone"', 2),
     ("chomp", "2x3", "#6b3f22", 6), ("cram", "##./#../#..", 'class="tablet"', 2)],
)  # fmt: skip
def test_each_piece_is_drawn_as_often_as_it_is_there(game: str, text: str, sign: str, count: int) -> None:
    assert drawn(game, text).count(sign) == count


def test_cells_are_named_by_what_lies_on_them() -> None:
    assert labels(drawn("ruler", "TH")) == ["row 1, column 1, tails", "row 1, column 2, heads"]
    assert labels(drawn("chomp", "1x2")) == ["row 1, column 1, the poisoned square", "row 1, column 2, chocolate"]
    assert labels(drawn("clobber", "x.o")) == [
        "row 1, column 1, a black stone", "row 1, column 2, empty", "row 1, column 3, a white stone"
    ]  # fmt: skip
    assert labels(drawn("kayles", "1")) == ["pile 1, counter 1 of 1"]


def test_long_names_of_nodes_can_be_told_apart() -> None:
    """All nodes of a poset of triples read "(1,…"."""
    svg = drawn("poset", "grid:2x2x2")
    names = re.findall('<text [^>]*class="label"[^>]*>([^<]+)<', svg)
    assert len(set(names)) == len(names) == 8
    assert "1,2,1" in names


def light(colour: str) -> float:
    """The relative luminance of "#rrggbb" (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("page", ["#fbfaf6", "#14171a"])
def test_stones_are_seen_on_a_light_page_and_on_a_dark_one(page: str) -> None:
    """White stones looked like empty cells."""
    stones = re.findall('class="stone" [^>]*fill="(#.{6})" stroke="(#.{6})"', drawn("clobber", "xo"))
    assert contrast(stones[0][0], stones[1][0]) >= 4.5, "black and white"
    for fill, rim in stones:
        assert max(contrast(fill, page), contrast(rim, page)) >= 3  # WCAG 2.2, 1.4.11
        assert contrast(fill, rim) >= 3
