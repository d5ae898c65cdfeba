"""Boards of Dots and Boxes: each line lies between the boxes that it parts, in the picture and in the text."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from grundy.api.scenes import initial_scenes
from grundy.games.nimstring import nimstring
from grundy.model.board import Net
from grundy.model.boxes import box_of, sides
from grundy.show.scene_svg import scene_svg
from grundy.show.svg import board_svg


def board(rows: int, columns: int) -> Net:
    drawn = initial_scenes(nimstring(f"{rows}x{columns}")).scenes[0].board
    assert isinstance(drawn, Net)
    return drawn


def around(row: int, column: int) -> set[tuple[int, int, bool]]:
    """The four sides of a box."""
    return {(row, column, True), (row + 1, column, True), (row, column, False), (row, column + 1, False)}


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (3, 2), (4, 5), (12, 3)])
def test_each_line_is_a_side_of_the_boxes_that_it_joins(rows: int, columns: int) -> None:
    net = board(rows, columns)
    placed = [side[:3] for side in sides(net)]
    assert len(set(placed)) == len(placed) == rows * (columns + 1) + columns * (rows + 1)
    for (a, b), side in zip(net.arcs, placed, strict=True):
        beside = [box for box in (a, b) if box != net.ground]
        assert all(side in around(*box_of(net.nodes[box])) for box in beside)
        among = [box for box in range(len(net.nodes)) if box != net.ground]
        assert sorted(box for box in among if side in around(*box_of(net.nodes[box]))) == sorted(beside)


def test_a_line_can_be_pressed_until_it_is_drawn() -> None:
    scene = initial_scenes(nimstring("1x1")).scenes[0]
    tree = ElementTree.fromstring(scene_svg(scene, "board"))
    lines = [one for one in tree.iter() if "side" in one.get("class", "").split()]
    assert [one.get("aria-label") for one in lines] == [
        f"line {side} a1" for side in ("above", "below", "to the left of", "to the right of")
    ]
    assert {one.get("role") for one in lines} == {"button"}


def test_a_position_is_drawn_so_too_and_strings_that_are_no_board_as_a_graph() -> None:
    assert len(re.findall('class="edge side"', board_svg(board(2, 2), ""))) == 12
    bare = initial_scenes(nimstring("a1-b1, b1-ground")).scenes[0].board
    assert isinstance(bare, Net) and bare.boxes == (0, 0) and 'class="ground"' in board_svg(bare, "")
    loose = initial_scenes(nimstring("a-b, b-c")).scenes[0].board
    assert isinstance(loose, Net) and 'data-item="1,2" role="button"' in board_svg(loose, "", pointed=True)
