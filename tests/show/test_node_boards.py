"""Node Kayles on a grid is drawn as the graph that it is: it looked like Cram."""

from __future__ import annotations

import re

from grundy.api.play import play
from grundy.show.scene_svg import scene_svg


def test_a_grid_of_nodes_has_discs_and_lines() -> None:
    svg = scene_svg(play("node-kayles grid:2x3").played().scenes[0], "Node Kayles")
    assert svg.count('<circle class="square"') == 6 and '<rect class="square"' not in svg
    halves = re.findall("M[0-9.]+ [0-9.]+l", "".join(re.findall(r'class="tie" d="([^"]+)"', svg)))
    assert len(halves) == 2 * 7  # edges of a 2 by 3 grid
    assert '<rect class="square"' in scene_svg(play("cram 2x3").played().scenes[0], "Cram")


def test_a_node_that_is_gone_leaves_its_place() -> None:
    match = play("node-kayles grid:2x3")
    match.play(match.legal_moves[0])
    svg = scene_svg(match.played().scenes[0], "Node Kayles")
    assert svg.count('<circle class="square"') == 6 and len(re.findall(r'class="cell [^"]*gone', svg)) == 3


def test_an_edge_that_is_taken_is_gone_in_the_picture() -> None:
    match = play("arc-kayles a-b, b-c, c-d, d-e")
    match.play(next(move for move in match.legal_moves if move.sentence() == "take b and c"))
    svg = scene_svg(match.played().scenes[0], "Arc Kayles")
    assert len(re.findall(r'<line class="line[^"]* gone', svg)) == 3  # with those beside it
