"""A drawing in the plane: spots, and curves between them that never cross, as data.

A curve from a spot to another has two darts: curve n has dart 2n from its first spot to its second, and 2n + 1 back. A
boundary of a region is the walk along its darts that has the region on its left, or -1 less the number of a spot
without a curve. "Left" is meant with x to the right and y up; angles increase from x to y.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from grundy.model.frozen import frozen

Point: TypeAlias = tuple[float, float]
Dart: TypeAlias = int
Boundary: TypeAlias = tuple[Dart, ...]
FULL = 3
"""Ends of curves with which a spot is dead."""
STEP = 92.0
"""From spot to spot at the start."""
MORE = 12.0
"""Of the sheet for each spot beyond four, as more curves go round others."""
FRAME = -1
"""In place of a boundary of a region without an outer one: the edge of the sheet."""


@frozen
class Curves:
    """The picture of spots that are joined by curves.

    Attributes
    ----------
    spots : tuple of (float, float)
        Where the spots are; they are named 1, 2, 3, ...
    size : (float, float)
        The sides of the sheet.
    ends : tuple of tuples of int
        For each spot the darts that leave it, in the order of their angles.
    joins : tuple of (int, int)
        For each curve its first spot and its second, as places in `spots`.
    paths : tuple of tuples of (float, float)
        For each curve the points on its way, with both spots.
    regions : tuple of tuples of tuples of int
        The boundaries of each region.
    """

    spots: tuple[Point, ...]
    size: Point
    ends: tuple[tuple[Dart, ...], ...]
    joins: tuple[tuple[int, int], ...] = ()
    paths: tuple[tuple[Point, ...], ...] = ()
    regions: tuple[tuple[Boundary, ...], ...] = ()

    def __repr__(self) -> str:
        return f"Curves of {len(self.spots)} spots, {len(self.joins)} curves"


@frozen
class Stroke:
    """A move: a curve from a corner of a region to another, with a spot in its middle.

    Attributes
    ----------
    region : int
        In which region.
    start, end : (int, int)
        The boundary, and which corner of it, by the place in its walk of the dart that leaves the corner's spot.
    left : frozenset of int
        Where both are on one boundary: the others that come to lie on the left of the curve, FRAME among them or not.
    """

    region: int
    start: tuple[int, int]
    end: tuple[int, int]
    left: frozenset[int] = frozenset()


def spread_out(count: int) -> Curves:
    """So many spots on an oval, with room round them.

    >>> spread_out(3).size, [round(x) for x, _ in spread_out(2).spots]
    ((300.0, 260.0), [104, 196])
    """
    radius = max(46.0, STEP * count / math.tau) if count > 1 else 0.0
    more = MORE * max(0, count - 4)
    wide, high = 2 * radius * 1.25 + 170 + more, 2 * radius + 160 + more
    wide, high = 20.0 * math.ceil(wide / 20), 20.0 * math.ceil(high / 20)
    turn = math.pi if count == 2 else -math.pi / 2
    spots = tuple(
        (
            wide / 2 + (1.25 if count > 2 else 1.0) * radius * math.cos(turn + math.tau * n / count),
            high / 2 + radius * math.sin(turn + math.tau * n / count),
        )
        for n in range(count)
    )
    return Curves(spots, (wide, high), ((),) * count, regions=(tuple((-1 - n,) for n in range(count)),))


def origin(curves: Curves, dart: Dart) -> int:
    """The spot that a dart leaves, or that has no curve."""
    return -1 - dart if dart < 0 else curves.joins[dart >> 1][dart & 1]


def corner_place(curves: Curves, boundary: Boundary, at: int) -> int:
    """The place among the ends of its spot at which a curve from a corner begins."""
    return 0 if boundary[at] < 0 else curves.ends[origin(curves, boundary[at])].index(boundary[at - 1] ^ 1)


def is_alive(curves: Curves, spot: int) -> bool:
    return len(curves.ends[spot]) < FULL


def points_along(curves: Curves, boundary: Sequence[Dart]) -> Iterator[Point]:
    """The points of a walk, each but the last of every curve."""
    for dart in boundary:
        if dart < 0:
            yield curves.spots[-1 - dart]
        else:
            path = curves.paths[dart >> 1]
            yield from path[:-1] if not dart & 1 else path[:0:-1]


def area(points: Sequence[Point]) -> float:
    """The area inside a closed walk, which is positive where that lies on its left."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, [*points[1:], *points[:1]], strict=True)) / 2


def outer_boundary(curves: Curves, region: int) -> int:
    """Which boundary of a region is round all the others; FRAME where none is."""
    for number, boundary in enumerate(curves.regions[region]):
        if boundary[0] >= 0 and area(list(points_along(curves, boundary))) > TINY:
            return number
    return FRAME


TINY = 1e-3


def left_part(boundary: Boundary, start: int, end: int, same: bool) -> Boundary:
    """The darts of a boundary from one corner to another; where they are the same, none or all."""
    if boundary[0] < 0:
        return ()
    darts = boundary[start:] + boundary[:start]
    if start == end:
        return () if same else darts
    return darts[: (end - start) % len(boundary)]


def walks_after(curves: Curves, stroke: Stroke) -> list[Boundary]:
    """The walks on the left and on the right of a curve and along what it begins and ends on; of a bridge one."""
    region = curves.regions[stroke.region]
    (b, i), (c, j) = stroke.start, stroke.end
    p = 2 * len(curves.joins)
    there, back = (p, p + 2), (p + 3, p + 1)
    if b != c:
        return [there + left_part(region[c], j, j, False) + back + left_part(region[b], i, i, False)]
    return [there + left_part(region[b], j, i, True), back + left_part(region[b], i, j, i != j)]


def regions_after(curves: Curves, stroke: Stroke) -> tuple[tuple[Boundary, ...], ...]:
    """The regions that a curve leaves; those that it makes are the last."""
    region = curves.regions[stroke.region]
    others = curves.regions[: stroke.region] + curves.regions[stroke.region + 1 :]
    rest = [n for n in range(len(region)) if n not in (stroke.start[0], stroke.end[0])]
    walks = walks_after(curves, stroke)
    if len(walks) == 1:
        return (*others, (*walks, *(region[n] for n in rest)))
    on_left, on_right = ([region[n] for n in rest if (n in stroke.left) == side] for side in (True, False))
    return (*others, (walks[0], *on_left), (walks[1], *on_right))
