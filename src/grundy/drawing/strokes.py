"""Which curves can be drawn: between two corners of a region, and on one boundary with others on either side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from grundy.model.curves import FRAME, Boundary, Curves, Stroke, is_alive, origin, outer_boundary


def corners(curves: Curves, boundary: Boundary) -> list[int]:
    """The places of a walk at which a curve may begin."""
    return [at for at, dart in enumerate(boundary) if is_alive(curves, origin(curves, dart))]


def strokes(curves: Curves, number: int) -> Iterator[Stroke]:
    """All moves in a region that are drawn in different ways."""
    region = curves.regions[number]
    for b, boundary in enumerate(region):
        here = corners(curves, boundary)
        for i in here:
            for c in range(b + 1, len(region)):
                yield from (Stroke(number, (b, i), (c, j)) for j in corners(curves, region[c]))
        sides = None
        for i in here:
            for j in here:
                if j < i or not _fits(curves, boundary, i, j):
                    continue
                if sides is None:
                    outer = outer_boundary(curves, number)
                    others = [n for n in range(len(region)) if n != b] + [FRAME] * (outer == FRAME)
                    sides = list(_subsets(others))
                for left in sides:
                    # a curve round a spot without curves goes round to the left: the other side is outside
                    if boundary[0] >= 0 or outer not in left:
                        yield Stroke(number, (b, i), (b, j), left)


def _fits(curves: Curves, boundary: Boundary, i: int, j: int) -> bool:
    """Whether a curve may join two corners of a boundary, or one to itself."""
    first, last = origin(curves, boundary[i]), origin(curves, boundary[j])
    return first != last or (i == j and len(curves.ends[first]) < 2)


def _subsets(numbers: Sequence[int]) -> Iterator[frozenset[int]]:
    for count in range(len(numbers) + 1):
        yield from map(frozenset, combinations(numbers, count))
