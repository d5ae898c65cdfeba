"""The points of a drawing that makes room, and how far apart they should be."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from grundy.model.curves import Curves, Point

ROOM, LEAST_ROOM, FILLED = 24.0, 15.0, 0.5
"""How far apart things are where there is room, and where there is none; of the sheet, what lies so near to curves."""
MARGIN = 18.0
"""From the edge of the sheet."""
PUSH, PULL, STILL = 0.22, 0.32, 0.1
LEAST, GROW = 44.0, 0.25
"""A curve that is shorter than this grows."""
MOST = 4.0
"""By which a point moves in a round."""
CLOSE = 4.0
"""At this distance things push each other twice as hard: hardest at none, or both would be driven the same way."""


class Points:
    """The points of a drawing in one list, the spots first; curves by their places in it."""

    def __init__(self, curves: Curves) -> None:
        self.spots = len(curves.spots)
        self.x = [x for x, _ in curves.spots]
        self.y = [y for _, y in curves.spots]
        self.chains: list[list[int]] = []
        for (first, last), path in zip(curves.joins, curves.paths, strict=True):
            places = range(len(self.x), len(self.x) + len(path) - 2)
            self.x += [x for x, _ in path[1:-1]]
            self.y += [y for _, y in path[1:-1]]
            self.chains.append([first, *places, last])
        self.size = curves.size

    def at(self, place: int) -> Point:
        return self.x[place], self.y[place]

    def pieces(self) -> list[tuple[int, int, int, int]]:
        """Each straight piece: its ends, its curve, its place there."""
        return [
            (a, b, number, n)
            for number, chain in enumerate(self.chains)
            for n, (a, b) in enumerate(itertools.pairwise(chain))
        ]

    def squares(self, pieces: Sequence[tuple[int, int, int, int]], reach: float) -> dict[tuple[int, int], list[int]]:
        """The pieces that come within reach of each square of that side."""
        found: dict[tuple[int, int], list[int]] = {}
        x, y = self.x, self.y
        for number, (a, b, _, _) in enumerate(pieces):
            low, high = min(x[a], x[b]) - reach, max(x[a], x[b]) + reach
            top, bottom = min(y[a], y[b]) - reach, max(y[a], y[b]) + reach
            for i in range(int(low // reach), int(high // reach) + 1):
                for j in range(int(top // reach), int(bottom // reach) + 1):
                    found.setdefault((i, j), []).append(number)
        return found
