"""How a drawing makes room: its points keep away from each other and its curves straighten, and nothing ever crosses.

No point moves by more than a third of its distance to whatever it might cross, nor does a piece of a curve, whose ends
are such points: so two things that are apart stay apart.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from grundy.drawing.points import (
    CLOSE,
    FILLED,
    GROW,
    LEAST,
    LEAST_ROOM,
    MARGIN,
    MOST,
    PULL,
    PUSH,
    ROOM,
    STILL,
    Points,
)
from grundy.drawing.sheet import meet
from grundy.model.curves import FRAME, Boundary, Curves, Point, is_alive, origin, outer_boundary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPOTS = 24.0
"""From spot to spot."""
ROUNDS, MOST_ROUNDS, BETWEEN = 36, 156, 12
"""Of forces: as many where all has room, as many where it has not; between two times at which curves get new points."""
ENOUGH, ENOUGH_LIVE = 0.3, 0.45
"""Parts of its room with which a thing may be left, and a living spot, which is drawn larger."""
PLAIN, FINE = 24, (11.0, 4.5)
"""Rounds where there is no NumPy, and the pieces of a curve there."""
SLACK = 6.0
"""How far points go before what is near them is looked for anew."""
TENSE = 1.0
"""By how much a curve straightens in a round: a small round one would shrink faster than others can push it open."""
BLOW = 0.3
"""By how much a region grows that is half as large as it should be."""
LONG, SHORT = 17.0, 8.0
"""Of the pieces of a curve."""


def relaxed(curves: Curves) -> Curves:
    """A drawing with more room between what was near, of curves that are smoother; of spots alone the same."""
    if not curves.joins:
        return curves
    points = Points(curves)
    if find_spec("numpy") is None:
        from grundy.drawing.plain import move_once

        for number in range(PLAIN):
            if number % 6 == 0:
                _resample(points, *FINE)
            move_once(points, curves)
        return _drawing_of(points, curves, *FINE)
    for rounds in range(0, MOST_ROUNDS, BETWEEN):
        _resample(points)
        least = _Forces(points, curves).rounds(BETWEEN)
        if least >= 1 and rounds + BETWEEN >= ROUNDS:
            break
    return _drawing_of(points, curves)


def _drawing_of(points: Points, curves: Curves, longest: float = LONG, shortest: float = SHORT) -> Curves:
    """The drawing of some points, with new ones where curves have too few."""
    _resample(points, longest, shortest)
    spots = tuple(points.at(spot) for spot in range(points.spots))
    paths = tuple(tuple(points.at(place) for place in chain) for chain in points.chains)
    return Curves(spots, curves.size, curves.ends, curves.joins, paths, curves.regions)


class _Forces:
    """What pushes and pulls the points of a drawing, as arrays, for some rounds in which no point comes or goes."""

    def __init__(self, points: Points, curves: Curves) -> None:
        import numpy as np

        self.points, self.spots = points, points.spots
        self.count = count = len(points.x)
        self.most = _room(points)
        live = np.array([is_alive(curves, spot) for spot in range(self.spots)] + [False] * (count - self.spots))
        self.wide = np.where(live, ROOM, self.most)  # of each point the room
        self.part = np.where(live, ENOUGH_LIVE, ENOUGH)
        self.at = np.array([points.x, points.y])
        self.ends = np.array([pair for chain in points.chains for pair in itertools.pairwise(chain)]).reshape(-1, 2).T
        lengths = [len(chain) for chain in points.chains]
        self.chain = np.repeat(np.arange(len(lengths)), [long - 1 for long in lengths])  # of each piece
        self.along = np.array([m for long in lengths for m in range(long - 1)], dtype=np.int64)  # its place there
        self.after = np.array([long - 2 - m for long in lengths for m in range(long - 1)], dtype=np.int64)
        self.whose = np.full(count, -1)  # of each point that is no spot, its curve
        self.place = np.zeros(count)  # and its place there
        for number, chain in enumerate(points.chains):
            self.whose[chain[1:-1]] = number
            self.place[chain[1:-1]] = np.arange(1, len(chain) - 1)
        inner = [three for chain in points.chains for three in zip(chain, chain[1:], chain[2:], strict=False)]
        self.inner = np.array(inner, dtype=np.int64).reshape(-1, 3).T
        self.joins = np.array(curves.joins, dtype=np.int64).reshape(-1, 2)
        beside = [pair for chain in points.chains for pair in ((chain[0], chain[1]), (chain[-1], chain[-2]))]
        self.beside = np.array(beside, dtype=np.int64).reshape(-1, 2).T
        self.degree = np.bincount(self.beside[0], minlength=self.spots)[: self.spots]
        self._sides(curves)
        self._pair()

    def _sides(self, curves: Curves) -> None:
        """Which region is on the left of each piece, and on its right; how large each region should be."""
        import numpy as np

        region_of = {
            dart: number
            for number, region in enumerate(curves.regions)
            for walk in region
            for dart in walk
            if dart >= 0
        }
        left = np.array([region_of[2 * path] for path in range(len(curves.paths))], dtype=np.int64)
        right = np.array([region_of[2 * path + 1] for path in range(len(curves.paths))], dtype=np.int64)
        self.left, self.right = left[self.chain], right[self.chain]
        self.wanted = np.array([self.most**2 * _shares(curves, region) for region in curves.regions])
        self.sheet = np.array([outer_boundary(curves, n) == FRAME for n in range(len(curves.regions))])

    def _pair(self) -> None:
        """The points and pieces that are near enough to act on each other, and how far apart they should be."""
        import numpy as np

        a, b = self.ends
        self.free_way = SLACK
        middle = (self.at[:, a] + self.at[:, b]) / 2
        half = np.hypot(*(self.at[:, a] - self.at[:, b])) / 2
        far = (self.at[0][:, None] - middle[0]) ** 2 + (self.at[1][:, None] - middle[1]) ** 2
        p, k = np.nonzero(far < (self.wide[:, None] + 2 * SLACK + half) ** 2)
        other = (p != a[k]) & (p != b[k])
        p, k = p[other], k[other]
        is_spot, chain, own = p < self.spots, self.chain[k], self.whose[p]
        room = self.wide[p]
        apart = np.abs(self.place[p] - self.along[k] - 0.5) * 8
        room[~is_spot & (own == chain) & (apart < 1.6 * self.most)] = 0.0
        if len(self.joins):
            first, last = self.joins[chain].T
            leaves = np.where(first == p, self.along[k] + 0.5, np.inf)
            comes = np.where(last == p, self.after[k] + 0.5, np.inf)
            room = np.where(is_spot, np.minimum(room, 5.0 * np.minimum(leaves, comes)), room)
            mine = self.joins[np.where(is_spot, 0, own)]
            self.common = [
                np.where(~is_spot & ((spot == mine[:, 0]) | (spot == mine[:, 1])), spot, -1) for spot in (first, last)
            ]
        self.p, self.k, self.room = p, k, room

    def rounds(self, count: int) -> float:
        """Move all points so many times, and return whether all had enough room before the last: 1, or less."""
        least = 0.0
        for _ in range(count):
            least = self._round()
        self.points.x, self.points.y = self.at[0].tolist(), self.at[1].tolist()
        return least

    def _round(self) -> float:
        """Move each point once, and return the least room as a part of what is enough, at most 1."""
        import numpy as np

        at, count, spots, (a, b) = self.at, self.count, self.spots, self.ends
        push = np.zeros((2, count))
        free = np.full(count, MOST / 0.3)
        p, begin, end = self.p, a[self.k], b[self.k]
        way = at[:, end] - at[:, begin]
        off = at[:, p] - at[:, begin]
        t = np.clip((off * way).sum(0) / np.maximum((way * way).sum(0), 1e-12), 0.0, 1.0)
        off -= t * way
        far = np.hypot(*off)
        for who in (p, begin, end):
            np.minimum.at(free, who, far)
        room = self.room
        if len(self.joins):
            for common in self.common:
                near = np.hypot(*(at[:, p] - at[:, common])) * 0.9
                room = np.where(common >= 0, np.minimum(room, near), room)
        long = np.maximum(far, 1e-9)
        force = np.where(far < room, PUSH * (room - far) * (1 + CLOSE / long) / long, 0.0) * off
        for axis in (0, 1):
            push[axis] += np.bincount(p, force[axis], count)
            push[axis] -= np.bincount(begin, force[axis] * (1 - t), count) + np.bincount(end, force[axis] * t, count)
        least = float((far / np.maximum(room * self.part[p], 1e-9)).min(initial=1.0))
        one, two = np.triu_indices(spots, 1)
        aside = max(1.2 * self.most, SPOTS)
        off = at[:, one] - at[:, two]
        far = np.hypot(*off)
        for who in (one, two):
            np.minimum.at(free, who, far)
        force = np.where((far < aside) & (far > 1e-9), PUSH * (aside - far) / np.maximum(far, 1e-9), 0.0) * off
        for axis in (0, 1):
            push[axis] += np.bincount(one, force[axis], count) - np.bincount(two, force[axis], count)
        self._stretch(push)
        self._blow(push)
        wide, high = self.points.size
        for axis, most in ((0, wide), (1, high)):
            aim = at[axis] + push[axis]
            push[axis] += 0.6 * (np.minimum(0.0, most - MARGIN - aim) + np.maximum(0.0, MARGIN - aim))
        long = np.hypot(*push)
        push *= np.minimum(1.0, np.minimum(MOST, 0.3 * free) / np.maximum(long, 1e-12))
        self.at = at + push
        self.free_way -= float(np.hypot(*push).max(initial=0.0))
        if self.free_way < 0:
            self._pair()
        return least

    def _stretch(self, push: NDArray[np.float64]) -> None:
        """Straighten curves, let short ones grow, and keep a spot in the middle of its neighbours."""
        import numpy as np

        at, count, (a, b) = self.at, self.count, self.ends
        way = at[:, b] - at[:, a]
        long = np.hypot(*way)
        whole = np.bincount(self.chain, long, len(self.joins))
        before, place, after = self.inner
        pull = PULL * np.minimum(1.0, whole / LEAST)[self.whose[place]]
        bend = pull * ((at[:, before] + at[:, after]) / 2 - at[:, place])
        push[:, place] += bend * np.minimum(1.0, TENSE / np.maximum(np.hypot(*bend), 1e-12))
        wanted = (LEAST / np.bincount(self.chain, minlength=len(self.joins)))[self.chain]
        grows = (whole[self.chain] < LEAST) & (long < wanted) & (long > 1e-9)
        grow = np.where(grows, GROW * (wanted - long) / np.maximum(long, 1e-9), 0.0) * way
        spot, near = self.beside
        for axis in (0, 1):
            push[axis] += np.bincount(b, grow[axis], count) - np.bincount(a, grow[axis], count)
            mean = np.bincount(spot, at[axis][near], self.spots)[: self.spots] / np.maximum(self.degree, 1)
            push[axis][: self.spots] += np.where(self.degree > 1, STILL * (mean - at[axis][: self.spots]), 0.0)

    def _blow(self, push: NDArray[np.float64]) -> None:
        """Let each region grow that is smaller than it should be, and shrink the others."""
        import numpy as np

        at, count, (a, b) = self.at, self.count, self.ends
        shares = (at[0][a] * at[1][b] - at[0][b] * at[1][a]) / 2
        regions = len(self.wanted)
        wide, high = self.points.size
        areas = np.bincount(self.left, shares, regions) - np.bincount(self.right, shares, regions)
        areas += np.where(self.sheet, wide * high, 0.0)
        pressure = BLOW * np.clip(self.wanted / np.maximum(areas, 1.0) - 1, -0.5, 3.0)
        force = (pressure[self.left] - pressure[self.right]) / 2
        x, y = force * (at[1][b] - at[1][a]), force * (at[0][a] - at[0][b])
        for who in (a, b):
            push[0] += np.bincount(who, x, count)
            push[1] += np.bincount(who, y, count)


def _room(points: Points) -> float:
    """How far apart things should be: less, where curves are long on the sheet that there is."""
    wide, high = points.size
    long = sum(math.dist(points.at(a), points.at(b)) for a, b, _, _ in points.pieces())
    return min(ROOM, max(LEAST_ROOM, FILLED * wide * high / max(long, 1.0)))


def _shares(curves: Curves, region: tuple[Boundary, ...]) -> float:
    """How large a region should be, in squares of the room of a thing: for each of its spots and boundaries some."""
    spots = {origin(curves, dart) for walk in region for dart in walk}
    alive = sum(is_alive(curves, spot) for spot in spots)
    return 1.5 + 0.5 * len(spots) + alive + 1.5 * (len(region) - 1)


def _resample(points: Points, longest: float = LONG, shortest: float = SHORT) -> None:
    """Pieces of curves neither too long nor too short; a point goes where nothing lies between its neighbours."""
    pieces = points.pieces()
    near = points.squares(pieces, ROOM)
    x, y = points.x, points.y
    chains: list[list[int]] = []
    for chain in points.chains:
        kept = [chain[0]]
        for n in range(1, len(chain) - 1):
            before, place, after = kept[-1], chain[n], chain[n + 1]
            short = math.hypot(x[place] - x[before], y[place] - y[before]) < shortest
            spare = len(kept) + len(chain) - 1 - n > 3
            if _turns_back(points, before, place, after) and _is_empty(points, pieces, near, before, place, after):
                x[place], y[place] = (x[before] + x[after]) / 2, (y[before] + y[after]) / 2
            if short and spare and kept[-1] == chain[n - 1] and _is_empty(points, pieces, near, before, place, after):
                continue
            kept.append(place)
        kept.append(chain[-1])
        full = [kept[0]]
        for before, place in itertools.pairwise(kept):
            long = math.hypot(x[place] - x[before], y[place] - y[before])
            parts = int(long / longest) + 1 if long > longest else 1
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


def _turns_back(points: Points, before: int, place: int, after: int) -> bool:
    """Whether a curve goes back at a point, more than it goes on."""
    (a, b), (c, d), (e, f) = points.at(before), points.at(place), points.at(after)
    return (c - a) * (e - c) + (d - b) * (f - d) < 0


def _is_empty(
    points: Points,
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


def _tidy(points: Points) -> None:
    """Number the points anew, without those that are on no curve."""
    used = [*range(points.spots), *(place for chain in points.chains for place in chain[1:-1])]
    named = {place: number for number, place in enumerate(used)}
    points.x, points.y = [points.x[place] for place in used], [points.y[place] for place in used]
    points.chains = [[named[place] for place in chain] for chain in points.chains]
