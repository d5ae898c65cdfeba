"""A drawing on squared paper: which steps from square to square cross no curve, and what stops the others.

The narrower the squares, the more ways there are: every way in the plane is one on squares that are small enough.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from grundy.model.curves import Curves, Point

EDGE = -(10**9)
"""What stops a step off the sheet."""
CUT = EDGE - 1
NEAR = 26.0
"""Within this of what is drawn a way is dear."""
DEAR = 9.0
CLOSE, FAR = 0.8, 2.3  # squares from a spot, between which a way from it begins
KEPT = 0.7  # squares to each side of a spot that no way crosses
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))

Square = int
Stop = tuple[float, int]
"""How far along a step it is stopped, and by which dart, spot or edge; darts as seen from the square."""


class Sheet:
    """What is drawn, on squares of a side."""

    def __init__(self, curves: Curves, side: float) -> None:
        self.side = side
        self.wide, self.high = (int(length / side) for length in curves.size)
        self.count = self.wide * self.high
        self.stops: dict[tuple[Square, int], Stop] = {}
        self.gap = [NEAR] * self.count  # from the middle of each square to what is drawn
        self.room: list[float] = []  # the same to cuts too, once there is one
        self.taken: set[Square] = set()  # by cuts
        self.cuts: list[tuple[Point, Point]] = []
        self.walls: dict[tuple[int, int], list[tuple[Point, Point, int]]] = {}
        for path, points in enumerate(curves.paths):
            for start, end in itertools.pairwise(points):
                self._draw(start, end, 2 * path, 2 * path + 1)
        reach = KEPT * side
        for spot, (x, y) in enumerate(curves.spots):
            for start, end in (((x - reach, y), (x + reach, y)), ((x, y - reach), (x, y + reach))):
                self._stop(start, end, -1 - spot, -1 - spot)
            self._clear(self.gap, (x, y), (x, y))

    def middle(self, square: Square) -> Point:
        y, x = divmod(square, self.wide)
        return (x + 0.5) * self.side, (y + 0.5) * self.side

    def _draw(self, start: Point, end: Point, left: int, right: int) -> None:
        self._stop(start, end, left, right)
        self._clear(self.gap, start, end)
        size = 4 * self.side
        for i in range(int(min(start[0], end[0]) / size), int(max(start[0], end[0]) / size) + 1):
            for j in range(int(min(start[1], end[1]) / size), int(max(start[1], end[1]) / size) + 1):
                self.walls.setdefault((i, j), []).append((start, end, left >> 1))

    def _stop(self, start: Point, end: Point, left: int, right: int) -> None:
        """Stop the steps that a piece of a curve crosses."""
        side, (x, y), (u, v) = self.side, start, end
        dx, dy = u - x, v - y
        low, high = max(0, int(min(x, u) / side - 1.5)), min(self.wide - 1, int(max(x, u) / side + 1.5))
        top, bottom = max(0, int(min(y, v) / side - 1.5)), min(self.high - 1, int(max(y, v) / side + 1.5))
        for row in range(top, bottom + 1):
            cy = (row + 0.5) * side
            for column in range(low, high + 1):
                cx = (column + 0.5) * side
                here = row * self.wide + column
                for direction, (a, b) in ((0, (side, 0.0)), (1, (0.0, side))):
                    cross = a * dy - b * dx
                    if not cross:
                        continue
                    t = ((x - cx) * dy - (y - cy) * dx) / cross
                    s = ((x - cx) * b - (y - cy) * a) / cross
                    if -1e-9 <= t <= 1 + 1e-9 and -1e-9 <= s <= 1 + 1e-9:
                        is_left = dx * (cy - y) - dy * (cx - x) > 0
                        self._note(here, direction, t, left if is_left else right)
                        beyond = here + (1 if direction == 0 else self.wide)
                        self._note(beyond, direction + 2, 1 - t, right if is_left else left)

    def _note(self, square: Square, direction: int, at: float, owner: int) -> None:
        old = self.stops.get((square, direction))
        if old is None or at < old[0]:
            self.stops[square, direction] = (at, owner)

    def _clear(self, gap: list[float], start: Point, end: Point) -> None:
        """Note how near a piece of a curve is to the squares round it."""
        side, (x, y), (u, v) = self.side, start, end
        dx, dy = u - x, v - y
        long = dx * dx + dy * dy or 1.0
        low, high = max(0, int((min(x, u) - NEAR) / side)), min(self.wide - 1, int((max(x, u) + NEAR) / side))
        top, bottom = max(0, int((min(y, v) - NEAR) / side)), min(self.high - 1, int((max(y, v) + NEAR) / side))
        for row in range(top, bottom + 1):
            cy = (row + 0.5) * side - y
            here = row * self.wide
            for column in range(low, high + 1):
                cx = (column + 0.5) * side - x
                t = (cx * dx + cy * dy) / long
                t = 0.0 if t < 0 else 1.0 if t > 1 else t
                a, b = cx - t * dx, cy - t * dy
                far = a * a + b * b
                old = gap[here + column]
                if far < old * old:
                    gap[here + column] = math.sqrt(far)

    def is_free(self, square: Square) -> bool:
        return square not in self.taken and self.gap[square] > 0.12 * self.side

    def steps(self, square: Square) -> Iterator[Square]:
        """The squares beside one that can be gone to."""
        x = square % self.wide
        for direction, (dx, dy) in enumerate(STEPS):
            if (square, direction) in self.stops or not 0 <= x + dx < self.wide:
                continue
            after = square + dx + dy * self.wide
            if 0 <= after < self.count and self.is_free(after):
                yield after

    def beside(self, square: Square) -> Iterator[tuple[int, Point]]:
        """What stops the steps from a square, and where."""
        cx, cy = self.middle(square)
        x, y = square % self.wide, square // self.wide
        for direction, (dx, dy) in enumerate(STEPS):
            stop = self.stops.get((square, direction))
            if stop is not None:
                yield stop[1], (cx + stop[0] * dx * self.side, cy + stop[0] * dy * self.side)
            elif not (0 <= x + dx < self.wide and 0 <= y + dy < self.high):
                yield EDGE, (cx + dx * self.side / 2, cy + dy * self.side / 2)

    def squares_round(self, spot: Point) -> list[tuple[Square, float]]:
        """Where a way from a spot may begin, and at which angle: no curve is between."""
        x, y = spot
        reach = int(FAR) + 1
        column, row = int(x / self.side), int(y / self.side)
        found = []
        for j in range(max(0, row - reach), min(self.high, row + reach + 1)):
            for i in range(max(0, column - reach), min(self.wide, column + reach + 1)):
                square = j * self.wide + i
                cx, cy = self.middle(square)
                far = math.hypot(cx - x, cy - y) / self.side
                if CLOSE <= far <= FAR and self.is_free(square) and self.is_seen(spot, (cx, cy)):
                    found.append((square, math.atan2(cy - y, cx - x)))
        return found

    def is_seen(self, start: Point, end: Point) -> bool:
        """Whether no curve or cut is between two points; one that begins at the first is not."""
        size = 4 * self.side
        seen: set[tuple[Point, Point]] = set()
        for i in range(int(min(start[0], end[0]) / size), int(max(start[0], end[0]) / size) + 1):
            for j in range(int(min(start[1], end[1]) / size), int(max(start[1], end[1]) / size) + 1):
                for a, b, _ in self.walls.get((i, j), ()):
                    if (a, b) not in seen:
                        seen.add((a, b))
                        if start not in (a, b) and meet(start, end, a, b):
                            return False
        return not any(start not in cut and meet(start, end, *cut) for cut in self.cuts)

    def cost(self, square: Square, gap: list[float]) -> float:
        lack = (NEAR - gap[square]) / NEAR
        return 1 + DEAR * lack * lack if lack > 0 else 1.0

    def way(self, starts: dict[Square, float], ends: dict[Square, float]) -> list[Square] | None:
        """The cheapest way from some squares to others, with what it costs to begin and end there."""
        best = dict(starts)
        gap = self.gap
        came: dict[Square, Square] = {}
        heap = [(cost, square) for square, cost in starts.items()]
        heap.sort()
        least, last = math.inf, -1
        while heap:
            cost, square = heappop(heap)
            if cost >= least:
                break
            if cost > best[square]:
                continue
            if square in ends and cost + ends[square] < least:
                least, last = cost + ends[square], square
            for after in self.steps(square):
                more = cost + self.cost(after, gap)
                if more < best.get(after, math.inf):
                    best[after] = more
                    came[after] = square
                    heappush(heap, (more, after))
        if last < 0:
            return None
        squares = [last]
        while squares[-1] in came:
            squares.append(came[squares[-1]])
        return squares[::-1]

    def take(self, points: Sequence[Point], squares: Sequence[Square]) -> None:
        """Cut the paper along some squares: no way crosses that."""
        pieces = list(itertools.pairwise(points))
        self.cuts += pieces
        middles = {self.middle(square) for square in squares}
        self.room = self.room or list(self.gap)
        for start, end in pieces:
            self._clear(self.room, start, end)
            if start not in middles or end not in middles:
                self._stop(start, end, CUT, CUT)
        self.taken.update(squares)


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight pieces have a point in common.

    >>> meet((0, 0), (2, 2), (0, 2), (2, 0)), meet((0, 0), (1, 0), (0, 1), (1, 1))
    (True, False)
    """
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    one = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    two = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    three = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    four = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    if one == two == three == four == 0:
        return max(min(ax, bx), min(cx, dx)) <= min(max(ax, bx), max(cx, dx)) and max(min(ay, by), min(cy, dy)) <= min(
            max(ay, by), max(cy, dy)
        )
    return one * two <= 0 and three * four <= 0
