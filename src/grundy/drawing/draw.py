"""A move on a drawing: its curve with a spot in the middle, and room made for both."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

from grundy.drawing.relax import relaxed
from grundy.drawing.route import NoWay, place_of, route
from grundy.model.curves import Curves, Point, Stroke, regions_after

DRAWINGS = 2_000  # that are remembered
TRIES = 4  # how often room is made where there is none


@lru_cache(maxsize=DRAWINGS)
def drawn(curves: Curves, stroke: Stroke) -> Curves | None:
    """A drawing after a move; None where it has no room for the curve, on however small squares."""
    for _ in range(TRIES):
        try:
            return relaxed(joined(curves, stroke, route(curves, stroke)))
        except NoWay:
            curves = relaxed(curves)
    return None


def joined(curves: Curves, stroke: Stroke, points: Sequence[Point]) -> Curves:
    """A drawing with a curve along some points, and a spot in the middle of them."""
    place, at = _middle(points)
    p, new = 2 * len(curves.joins), len(curves.spots)
    region = curves.regions[stroke.region]
    first, last = (
        -1 - dart if dart < 0 else curves.joins[dart >> 1][dart & 1]
        for dart in (region[stroke.start[0]][stroke.start[1]], region[stroke.end[0]][stroke.end[1]])
    )
    begins, finishes = place_of(curves, stroke)
    ends = [list(darts) for darts in curves.ends]
    if first == last:
        ends[first][begins:begins] = [p, p + 3]
    else:
        ends[first].insert(begins, p)
        ends[last].insert(finishes, p + 3)
    ends.append([p + 1, p + 2])
    return Curves(
        (*curves.spots, at),
        curves.size,
        tuple(map(tuple, ends)),
        (*curves.joins, (first, new), (new, last)),
        (*curves.paths, (*points[: place + 1], at), (at, *points[place + 1 :])),
        regions_after(curves, stroke),
    )


def _middle(points: Sequence[Point]) -> tuple[int, Point]:
    """Half of the way along some points: the piece on which that is, and where."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(points)]
    left = sum(lengths) / 2
    for place, long in enumerate(lengths):
        if left <= long:
            part = min(max(left / long if long else 0.5, 0.2), 0.8)
            (x, y), (u, v) = points[place], points[place + 1]
            return place, (x + part * (u - x), y + part * (v - y))
        left -= long
    raise AssertionError("a way has a middle")
