"""A round of forces without NumPy, which a browser has not: as `relax.py` moves points, but regions do not grow."""

from __future__ import annotations

import itertools
import math

from grundy.drawing.points import CLOSE, GROW, LEAST, MARGIN, MOST, PULL, PUSH, ROOM, STILL, Points
from grundy.model.curves import Curves


def move_once(points: Points, curves: Curves) -> None:
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
                push = PUSH * (room - far) * (1 + CLOSE / far) / far
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
