"""Graphs are drawn so that their lines are seen, and so that the names of their nodes can be read."""

from __future__ import annotations

import math
import random
import re
from itertools import combinations

import pytest

from grundy.model.board import Net
from grundy.show.layout import spread
from grundy.show.markup import NODE
from grundy.show.svg import board_svg

Line = tuple[int, int]
PLANAR = {
    "a square in an order that crosses": [(0, 2), (2, 1), (1, 3), (3, 0)],
    "K4": list(combinations(range(4), 2)),
    "a wheel": [(n, n % 8 + 1) for n in (1, 5, 3, 7, 2, 6, 4, 8)] + [(0, n) for n in range(1, 9)],
    "a prism": [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)],
    "a path": [(n, n + 1) for n in range(6)],
    "two triangles": [(0, 2), (2, 4), (4, 0), (1, 3), (3, 5), (5, 1)],
}


def crossings(spots: list[tuple[float, float]], lines: list[Line]) -> int:
    """Pairs of lines that meet between their ends: solved as two equations for where on each they meet."""
    count = 0
    for (a, b), (c, d) in combinations(lines, 2):
        if {a, b} & {c, d}:
            continue
        (x, y), (u, v), (p, q), (r, s) = (spots[node] for node in (a, b, c, d))
        bottom = (u - x) * (s - q) - (v - y) * (r - p)
        if bottom:
            t = ((p - x) * (s - q) - (q - y) * (r - p)) / bottom
            w = ((p - x) * (v - y) - (q - y) * (u - x)) / bottom
            count += 0 < t < 1 and 0 < w < 1
    return count


def near(spots: list[tuple[float, float]], lines: list[Line]) -> float:
    """How near a line comes to a node that it does not join, by a hundred places on it."""
    return min(
        (
            math.dist(spots[node], tuple(one + (other - one) * step / 100 for one, other in zip(*ends, strict=True)))
            for a, b in lines
            for ends in [(spots[a], spots[b])]
            for node in range(len(spots))
            if node not in (a, b)
            for step in range(101)
        ),
        default=math.inf,
    )


@pytest.mark.parametrize("name", PLANAR)
def test_lines_of_small_planar_graphs_do_not_cross(name: str) -> None:
    lines = PLANAR[name]
    spots = spread(1 + max(map(max, lines)), lines)
    assert crossings(spots, lines) == 0
    assert near(spots, lines) > NODE


def test_no_line_runs_through_a_node_and_no_nodes_touch() -> None:
    draw = random.Random(17)
    for _ in range(25):
        count = draw.randint(2, 8)
        pairs = list(combinations(range(count), 2))
        lines = draw.sample(pairs, draw.randint(0, min(len(pairs), count + 3)))
        spots = spread(count, lines)
        assert near(spots, lines) > NODE, lines
        assert all(math.dist(a, b) > 2 * NODE for a, b in combinations(spots, 2)), lines
        assert min(x for x, _ in spots) >= NODE and min(y for _, y in spots) >= NODE


def test_long_names_of_nodes_are_readable() -> None:
    """They were written in letters of 6.5 pixels, or cut."""
    net = Net(("Amsterdam", "Constantinople", "Rome"), ((0, 1), (1, 2)), (), directed=False)
    drawn = board_svg(net, "cities")
    labels = re.findall(r'<text([^>]*) class="label" x="([\d.]+)"[^>]*>([^<]+)<', drawn)
    assert [name for _, _, name in labels] == list(net.nodes)
    wide = float(re.findall(r'viewBox="0 0 ([\d.]+)', drawn)[0])
    for size, x, name in labels:
        assert "font-size" not in size or float(re.findall(r'"([\d.]+)"', size)[0]) >= 10
        assert 3 * len(name) < float(x) < wide - 3 * len(name), "it is within the picture"
