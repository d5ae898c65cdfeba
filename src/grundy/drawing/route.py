"""The way of a new curve: from a corner to another, with just what shall lie on its left there.

A region in which all boundaries are tied to each other by cuts is a disc, in which there is one way from corner to
corner, whatever turns it takes. So what shall lie on the left is tied to what is there anyhow, and so on the right; the
cheapest way that crosses no cut is the curve. Where no square is free for one, the squares are made smaller.
"""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from grundy.drawing.sheet import EDGE, FAR, Sheet, Square, meet
from grundy.model.curves import (
    FRAME,
    Boundary,
    Curves,
    Point,
    Stroke,
    corner_place,
    left_part,
    origin,
    outer_boundary,
    points_along,
    walks_after,
)

SIDES = (7.0, 4.5, 3.0, 2.0)
"""Of squares, one after the other until there is a way."""
SPIKE = 24.0
"""How far a curve from a spot to itself reaches that has nothing inside."""
ASIDE = math.pi / 3
"""By how much cuts at a spot keep away from its curve and from each other."""
TURN = 1.6
"""What it costs to leave a spot by a radian beside the middle of its corner."""

NOTHING = -2
"""In place of a boundary for what belongs to none."""

Angles = tuple[float, float]


class NoWay(Exception):
    """The squares are too large."""


def route(curves: Curves, stroke: Stroke) -> list[Point]:
    """The points of the way of a curve, with the spots at both ends.

    Raises: NoWay: none was found on the smallest squares.
    """
    for side in SIDES:
        try:
            points = _way(curves, stroke, side)
        except NoWay:
            continue
        if is_simple(points) and parts_as_told(curves, stroke, points):
            return points
    raise NoWay


def angle_of(curves: Curves, dart: int) -> float:
    """The angle at which a dart leaves its spot."""
    path = curves.paths[dart >> 1]
    (x, y), (u, v) = (path[0], path[1]) if not dart & 1 else (path[-1], path[-2])
    return math.atan2(v - y, u - x)


def corner_angles(curves: Curves, boundary: Boundary, at: int) -> Angles | None:
    """From which angle to which a corner reaches; None: it is all round."""
    if boundary[at] < 0:
        return None
    low, high = angle_of(curves, boundary[at]), angle_of(curves, boundary[at - 1] ^ 1)
    return low, low + ((high - low) % math.tau or math.tau)


def within(angle: float, angles: Angles, margin: float = 0.0) -> bool:
    low, high = angles
    return margin < (angle - low) % math.tau < high - low - margin


def _way(curves: Curves, stroke: Stroke, side: float) -> list[Point]:
    sheet = Sheet(curves, side)
    region = curves.regions[stroke.region]
    (b, i), (c, j) = stroke.start, stroke.end
    first, last = curves.spots[origin(curves, region[b][i])], curves.spots[origin(curves, region[c][j])]
    starts, ends = corner_angles(curves, region[b], i), corner_angles(curves, region[c], j)
    if b == c:
        around = _Ties(sheet, curves, stroke)
        if i == j:
            starts, ends = around.tie_loop(first, starts)
        else:
            around.tie(region[b])
    begin, finish = _weighed(sheet, first, starts), _weighed(sheet, last, ends)
    squares = sheet.way(begin, finish)
    if squares is None:
        raise NoWay
    return [first, *map(sheet.middle, squares), last]


def _weighed(sheet: Sheet, spot: Point, angles: Angles | None) -> dict[Square, float]:
    """The squares by which a way from a spot may begin, with the cost of a turn beside the middle of its corner."""
    found: dict[Square, float] = {}
    for square, angle in sheet.squares_round(spot):
        x, y = sheet.middle(square)
        far = math.hypot(x - spot[0], y - spot[1]) / sheet.side
        if angles is None:
            found[square] = far
        elif within(angle, angles, 0.05):
            aside = abs((angle - angles[0]) % math.tau - (angles[1] - angles[0]) / 2)
            found[square] = far + TURN * max(0.0, aside - 0.3)
    return found


class _Ties:
    """Cuts that tie the boundaries of a region to what lies on either side of a curve."""

    def __init__(self, sheet: Sheet, curves: Curves, stroke: Stroke) -> None:
        self.sheet, self.curves, self.stroke = sheet, curves, stroke
        region = curves.regions[stroke.region]
        self.region = region
        self.owner = {dart: number for number, boundary in enumerate(region) for dart in boundary}
        self.outer = outer_boundary(curves, stroke.region)
        if self.outer == FRAME:
            self.owner[EDGE] = FRAME
        others = {number for number in self.owner.values() if number != stroke.start[0]}
        self.left = others & stroke.left
        self.right = others - stroke.left
        self.kept: set[Square] = set()  # for the curve to begin and end

    def tie(self, boundary: Boundary) -> None:
        """Tie what shall be on the left to the darts of the boundary there, and so on the right."""
        i, j = self.stroke.start[1], self.stroke.end[1]
        self._keep(*(self.curves.spots[origin(self.curves, boundary[at])] for at in (i, j)))
        self._grow(set(left_part(boundary, j, i, True)), set(), self.left)
        self._grow(set(left_part(boundary, i, j, False)), set(), self.right)

    def tie_loop(self, spot: Point, angles: Angles | None) -> tuple[Angles, Angles]:
        """The same for a curve from a corner to itself; between which angles it begins and ends.

        What is inside hangs on a cut from the spot, which the curve goes round.
        """
        seen = self.sheet.squares_round(spot)
        free = [(square, angle) for square, angle in seen if angles is None or within(angle, angles, ASIDE)]
        self._bar(spot, angles)
        spike, used, base = self._from_spot(spot, free, self.left)
        self._keep(spot)
        self._grow(base, used, self.left)
        if angles is None:
            turn = (spike, spike + math.tau)
            free = [(square, angle) for square, angle in self.sheet.squares_round(spot) if within(angle, turn, ASIDE)]
            self._bar(spot, turn)
            back, used, base = self._from_spot(spot, free, self.right)
            self._keep(spot)
            self._grow(base, used, self.right)
            angles = (back, back + math.tau)
        else:
            self._grow(set(self.region[self.stroke.start[0]]), set(), self.right)
        low, high = angles
        middle = low + (spike - low) % math.tau
        return (low, middle), (middle, high)

    def _bar(self, spot: Point, angles: Angles | None) -> None:
        """Keep a cut from a spot away from the sides of its corner, between which and the cut the curve must pass."""
        sheet, reach = self.sheet, int(FAR) + 2
        column, row = int(spot[0] / sheet.side), int(spot[1] / sheet.side)
        self.kept.clear()
        for j in range(max(0, row - reach), min(sheet.high, row + reach + 1)):
            for i in range(max(0, column - reach), min(sheet.wide, column + reach + 1)):
                x, y = sheet.middle(j * sheet.wide + i)
                near = math.dist((x, y), spot) < (FAR + 1) * sheet.side
                if near and angles and not within(math.atan2(y - spot[1], x - spot[0]), angles, ASIDE):
                    self.kept.add(j * sheet.wide + i)

    def _keep(self, *spots: Point) -> None:
        """Keep cuts away from some spots, for the curve to begin and end there."""
        sheet, reach = self.sheet, int(FAR) + 2
        for x, y in spots:
            column, row = int(x / sheet.side), int(y / sheet.side)
            for j in range(max(0, row - reach), min(sheet.high, row + reach + 1)):
                for i in range(max(0, column - reach), min(sheet.wide, column + reach + 1)):
                    square = j * sheet.wide + i
                    if math.dist(sheet.middle(square), (x, y)) < (FAR + 1) * sheet.side:
                        self.kept.add(square)

    def _from_spot(
        self, spot: Point, free: list[tuple[Square, float]], wanted: set[int]
    ) -> tuple[float, set[Square], set[int]]:
        """Cut from a spot to the nearest of some boundaries; of none, some way to where there is room.

        Returns the angle at which it leaves the spot, the squares that it takes and what was reached.
        """
        squares = [square for square, _ in free]
        tail, base = [], set[int]()
        if wanted:
            found = self._search(squares, self._reaches(wanted))
            owner, at = self._met(found[-1], wanted)
            tail, base = [at], self._alike(owner)
            wanted.discard(self.owner[owner])
        else:
            found = self._spike(squares)
        points = [spot, *map(self.sheet.middle, found), *tail]
        self.sheet.take(points, found)
        return dict(free)[found[0]], set(found), base

    def _alike(self, owner: int) -> set[int]:
        """All darts of the boundary of one."""
        return {dart for dart, number in self.owner.items() if number == self.owner[owner]}

    def _grow(self, base: set[int], squares: set[Square], wanted: set[int]) -> None:
        """Cut from some darts and cuts to each of some boundaries, the nearest first."""
        wanted = set(wanted)
        base, squares = set(base), set(squares)
        while wanted:
            starts: dict[Square, Point] = {}
            for square in range(self.sheet.count):
                if square not in self.kept and self.sheet.is_free(square):
                    for owner, at in self.sheet.beside(square):
                        if owner in base:
                            starts.setdefault(square, at)
            for square in squares:
                for after in self.sheet.steps(square):
                    if after not in self.kept:
                        starts.setdefault(after, self.sheet.middle(square))
            found = self._search(list(starts), self._reaches(wanted))
            owner, at = self._met(found[-1], wanted)
            self.sheet.take([starts[found[0]], *map(self.sheet.middle, found), at], found)
            squares |= set(found)
            wanted.discard(self.owner[owner])
            base |= self._alike(owner)

    def _reaches(self, wanted: Iterable[int]) -> Callable[[Square], bool]:
        owners = {owner for owner, number in self.owner.items() if number in wanted}
        return lambda square: any(owner in owners for owner, _ in self.sheet.beside(square))

    def _met(self, square: Square, wanted: Iterable[int]) -> tuple[int, Point]:
        return next(stop for stop in self.sheet.beside(square) if self.owner.get(stop[0], NOTHING) in wanted)

    def _search(self, starts: Sequence[Square], reaches: Callable[[Square], bool]) -> list[Square]:
        """A way to a square that reaches something, off all that is drawn and cut where there is room."""
        sheet = self.sheet
        gap = sheet.room or sheet.gap
        came: dict[Square, Square] = dict.fromkeys(starts, -1)
        best = {square: sheet.cost(square, gap) for square in starts}
        heap = [(cost, square) for square, cost in best.items()]
        heapify(heap)
        while heap:
            cost, square = heappop(heap)
            if cost > best[square]:
                continue
            if reaches(square):
                return _traced(came, square)
            for after in sheet.steps(square):
                more = cost + sheet.cost(after, gap)
                if after not in self.kept and more < best.get(after, math.inf):
                    best[after], came[after] = more, square
                    heappush(heap, (more, after))
        raise NoWay

    def _spike(self, starts: Sequence[Square]) -> list[Square]:
        """A short way to where there is most room."""
        sheet = self.sheet
        came: dict[Square, Square] = dict.fromkeys(starts, -1)
        far = dict.fromkeys(starts, sheet.side)
        queue = deque(starts)
        best, most = -1, -1.0
        while queue and far[queue[0]] <= SPIKE:
            square = queue.popleft()
            room = sheet.gap[square] + far[square] / 4
            if room > most:
                best, most = square, room
            for after in sheet.steps(square):
                if after not in came and after not in self.kept:
                    came[after], far[after] = square, far[square] + sheet.side
                    queue.append(after)
        if best < 0:
            raise NoWay
        return _traced(came, best)


def _traced(came: Mapping[Square, Square], last: Square) -> list[Square]:
    squares = [last]
    while came[squares[-1]] >= 0:
        squares.append(came[squares[-1]])
    return squares[::-1]


# Whether a way is what was wanted.


def is_simple(points: Sequence[Point]) -> bool:
    """Whether a way does not meet itself, but where it begins and ends."""
    pieces = list(itertools.pairwise(points))
    for n, (a, b) in enumerate(pieces):
        for m in range(n + 2, len(pieces)):
            if n == 0 and m == len(pieces) - 1 and points[0] == points[-1]:
                continue
            if meet(a, b, *pieces[m]):
                return False
    return True


def winding(points: Sequence[Point], at: Point) -> int:
    """How often a closed walk goes round a point, to the left."""
    x, y = at
    count = 0
    for (px, py), (qx, qy) in zip(points, [*points[1:], *points[:1]], strict=True):
        side = (qx - px) * (y - py) - (x - px) * (qy - py)
        if py <= y < qy and side > 0:
            count += 1
        elif qy <= y < py and side < 0:
            count -= 1
    return count


def parts_as_told(curves: Curves, stroke: Stroke, points: Sequence[Point]) -> bool:
    """Whether a way has on its left what it should have there."""
    walks = walks_after(curves, stroke)
    if len(walks) == 1:
        return True
    region, outer = curves.regions[stroke.region], outer_boundary(curves, stroke.region)
    on_left = outer == stroke.start[0] or outer not in stroke.left
    walk = walks[0 if on_left else 1]
    new = 2 * len(curves.joins)
    around = list(points[:-1] if on_left else points[:0:-1])
    around += points_along(curves, [dart for dart in walk if dart < new])
    for number, boundary in enumerate(region):
        if number in (stroke.start[0], outer):
            continue
        inside = winding(around, curves.spots[origin(curves, boundary[0])]) == 1
        if inside != ((number in stroke.left) == on_left):
            return False
    return area_is_positive(around)


def area_is_positive(points: Sequence[Point]) -> bool:
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, [*points[1:], *points[:1]], strict=True)) > 0


def place_of(curves: Curves, stroke: Stroke) -> tuple[int, int]:
    """The places among the ends of both spots at which a curve begins and ends."""
    region = curves.regions[stroke.region]
    (b, i), (c, j) = stroke.start, stroke.end
    return corner_place(curves, region[b], i), corner_place(curves, region[c], j)
