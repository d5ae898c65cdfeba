"""How a drawing makes room: its points keep away from each other and its curves straighten, and nothing ever crosses.

No point moves by more than a third of its distance to whatever it might cross, nor does a piece of a curve, whose ends
are such points: so two things that are apart stay apart.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from grundy.drawing.sheet import meet
from grundy.model.curves import Curves, Point

ROOM = 24.0
"""How far apart things are where there is room."""
MARGIN = 18.0
"""From the edge of the sheet."""
ROUNDS = 24
LONG, SHORT = 11.0, 4.5
"""Of the pieces of a curve."""
PUSH, PULL, STILL = 0.22, 0.32, 0.1
LEAST, GROW = 44.0, 0.25
"""A curve that is shorter than this grows."""
MOST = 5.0
"""By which a point moves in a round."""


class _Points:
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


def relaxed(curves: Curves, rounds: int = ROUNDS) -> Curves:
    """A drawing with more room between what was near, of curves that are smoother."""
    points = _Points(curves)
    _resample(points)
    for number in range(rounds):
        _round(points, curves)
        if number % 6 == 5:
            _resample(points)
    spots = tuple(points.at(spot) for spot in range(points.spots))
    paths = tuple(tuple(points.at(place) for place in chain) for chain in points.chains)
    return Curves(spots, curves.size, curves.ends, curves.joins, paths, curves.regions)


def _round(points: _Points, curves: Curves) -> None:
    """Move each point once."""
    x, y = points.x, points.y
    count, spots = len(x), points.spots
    pieces = points.pieces()
    near = points.squares(pieces, ROOM)
    free = [MOST / 0.3] * count
    push_x, push_y = [0.0] * count, [0.0] * count
    where: list[tuple[int, int]] = [(-1, -1)] * count  # of each point its curve, and its place there
    for number, places in enumerate(points.chains):
        for n, place in enumerate(places[1:-1], 1):
            where[place] = (number, n)
    ties = [set(joins) for joins in curves.joins]
    for place in range(count):
        px, py = x[place], y[place]
        chain, n = where[place]
        for number in near.get((int(px // ROOM), int(py // ROOM)), ()):
            a, b, other, m = pieces[number]
            if place in (a, b):
                continue
            ax, ay = x[a], y[a]
            dx, dy = x[b] - ax, y[b] - ay
            long = dx * dx + dy * dy or 1e-12
            t = ((px - ax) * dx + (py - ay) * dy) / long
            t = 0.0 if t < 0 else 1.0 if t > 1 else t
            ux, uy = px - ax - t * dx, py - ay - t * dy
            far = math.sqrt(ux * ux + uy * uy)
            if far < free[place]:
                free[place] = far
            if far < free[a]:
                free[a] = far
            if far < free[b]:
                free[b] = far
            if far >= ROOM:
                continue
            room = ROOM
            if other == chain:
                apart = abs(n - m - 0.5) * 8
                if apart < 1.6 * ROOM:
                    continue
            if place < spots:
                if place in ties[other]:
                    ends = min(abs(m + 0.5), abs(len(points.chains[other]) - 1.5 - m))
                    room = min(room, 5.0 * ends)
            elif chain != other or apart:
                for spot in ties[chain] & ties[other]:
                    room = min(room, math.hypot(px - x[spot], py - y[spot]) * 0.9)
            if far < room and far > 1e-9:
                push = PUSH * (room - far) / far
                push_x[place] += push * ux
                push_y[place] += push * uy
                push_x[a] -= push * ux * (1 - t)
                push_y[a] -= push * uy * (1 - t)
                push_x[b] -= push * ux * t
                push_y[b] -= push * uy * t
    for one in range(spots):
        for two in range(one):
            ux, uy = x[one] - x[two], y[one] - y[two]
            far = math.hypot(ux, uy)
            if 1e-9 < far < 1.2 * ROOM:
                push = PUSH * (1.2 * ROOM - far) / far
                push_x[one] += push * ux
                push_y[one] += push * uy
                push_x[two] -= push * ux
                push_y[two] -= push * uy
                free[one], free[two] = min(free[one], far), min(free[two], far)
    beside: list[list[int]] = [[] for _ in range(spots)]
    for chain_places in points.chains:
        beside[chain_places[0]].append(chain_places[1])
        beside[chain_places[-1]].append(chain_places[-2])
        lengths = [math.hypot(x[a] - x[b], y[a] - y[b]) for a, b in itertools.pairwise(chain_places)]
        whole = sum(lengths)
        pull = PULL * min(1.0, whole / LEAST)
        for before, place, after in zip(chain_places, chain_places[1:], chain_places[2:], strict=False):
            push_x[place] += pull * ((x[before] + x[after]) / 2 - x[place])
            push_y[place] += pull * ((y[before] + y[after]) / 2 - y[place])
        if whole < LEAST:
            wanted = LEAST / len(lengths)
            for a, b, long in zip(chain_places, chain_places[1:], lengths, strict=False):
                if 1e-9 < long < wanted:
                    grow = GROW * (wanted - long) / long
                    dx, dy = grow * (x[b] - x[a]), grow * (y[b] - y[a])
                    push_x[a], push_y[a] = push_x[a] - dx, push_y[a] - dy
                    push_x[b], push_y[b] = push_x[b] + dx, push_y[b] + dy
    for spot, others in enumerate(beside):
        if len(others) > 1:
            push_x[spot] += STILL * (sum(x[other] for other in others) / len(others) - x[spot])
            push_y[spot] += STILL * (sum(y[other] for other in others) / len(others) - y[spot])
    wide, high = points.size
    for place in range(count):
        dx, dy = push_x[place], push_y[place]
        px, py = x[place] + dx, y[place] + dy
        dx += min(0.0, wide - MARGIN - px) * 0.6 + max(0.0, MARGIN - px) * 0.6
        dy += min(0.0, high - MARGIN - py) * 0.6 + max(0.0, MARGIN - py) * 0.6
        long = math.hypot(dx, dy)
        most = min(MOST, 0.3 * free[place])
        if long > most:
            dx, dy = dx * most / long, dy * most / long
        x[place] += dx
        y[place] += dy


def _resample(points: _Points) -> None:
    """Pieces of curves neither too long nor too short; a point goes where nothing lies between its neighbours."""
    pieces = points.pieces()
    near = points.squares(pieces, ROOM)
    x, y = points.x, points.y
    chains: list[list[int]] = []
    for chain in points.chains:
        kept = [chain[0]]
        for n in range(1, len(chain) - 1):
            before, place, after = kept[-1], chain[n], chain[n + 1]
            short = math.hypot(x[place] - x[before], y[place] - y[before]) < SHORT
            spare = len(kept) + len(chain) - 1 - n > 3
            if short and spare and kept[-1] == chain[n - 1] and _is_empty(points, pieces, near, before, place, after):
                continue
            kept.append(place)
        kept.append(chain[-1])
        full = [kept[0]]
        for before, place in itertools.pairwise(kept):
            long = math.hypot(x[place] - x[before], y[place] - y[before])
            parts = int(long / LONG) + 1 if long > LONG else 1
            if len(kept) == 2:
                parts = max(parts, 3)
            for k in range(1, parts):
                x.append(x[before] + (x[place] - x[before]) * k / parts)
                y.append(y[before] + (y[place] - y[before]) * k / parts)
                full.append(len(x) - 1)
            full.append(place)
        chains.append(full)
    points.chains = chains
    _tidy(points)


def _is_empty(
    points: _Points,
    pieces: Sequence[tuple[int, int, int, int]],
    near: dict[tuple[int, int], list[int]],
    before: int,
    place: int,
    after: int,
) -> bool:
    """Whether nothing is in the triangle of three points in a row, nor crosses its third side."""
    a, b, c = points.at(before), points.at(place), points.at(after)
    seen: set[int] = set()
    for px, py in (a, b, c):
        seen.update(near.get((int(px // ROOM), int(py // ROOM)), ()))
    for number in seen:
        u, v, _, _ = pieces[number]
        if {u, v} <= {before, place, after}:
            continue
        for end in (u, v):
            if end not in (before, place, after) and _inside(points.at(end), a, b, c):
                return False
        if not {u, v} & {before, after} and meet(a, c, points.at(u), points.at(v)):
            return False
    return not any(
        spot not in (before, place, after) and _inside(points.at(spot), a, b, c) for spot in range(points.spots)
    )


def _inside(at: Point, a: Point, b: Point, c: Point) -> bool:
    """Whether a point is in a triangle or on its rim."""
    sides = [(q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0]) for p, q in ((a, b), (b, c), (c, a))]
    return min(sides) >= -1e-9 or max(sides) <= 1e-9


def _tidy(points: _Points) -> None:
    """Number the points anew, without those that are on no curve."""
    used = [*range(points.spots), *(place for chain in points.chains for place in chain[1:-1])]
    named = {place: number for number, place in enumerate(used)}
    points.x, points.y = [points.x[place] for place in used], [points.y[place] for place in used]
    points.chains = [[named[place] for place in chain] for chain in points.chains]
