"""Where the nodes of a graph stand: in rows, or so that its lines are seen."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from graphlib import TopologicalSorter
from itertools import combinations, pairwise

from grundy.show.markup import NODE, Spots

# Where the nodes of a graph without cycles stand in rows, and the ways of its arcs past other nodes.
#
# After Sugiyama, Tagawa & Toda 1981: each node is in the row of its longest way to an end, an arc that passes a row
# has a place of its own there, rows are ordered by the middles of what they are joined to, and then drawn towards
# them.

GAP, PASS, SWEEPS = 16.0, 10.0, 12  # between nodes of a row; the room that an arc takes; times that all is ordered
Point = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """The middle of each node, and of each arc the points that it passes, from its start to its end."""

    spots: list[Point]
    routes: list[list[Point]]
    width: float
    rows: int


def layered(count: int, arcs: Sequence[tuple[int, int]], widths: Sequence[float], step: float) -> Layout:
    """A layout of a graph without cycles.

    Args:    widths: of the nodes. step: from row to row.

    >>> found = layered(3, [(0, 1), (1, 2), (0, 2)], [20, 20, 20], 50.0)
    >>> [y for _, y in found.spots], len(found.routes[2])
    ([0.0, 50.0, 100.0], 3)
    """
    depth = depths(count, arcs)
    rows: list[list[int]] = [[] for _ in range(max(depth, default=0) + 1)]
    for node in range(count):
        rows[depth[node]].append(node)
    chains: list[list[int]] = []  # of each arc its start, a place in each row that it passes, and its end
    wide = list(widths)
    for start, end in arcs:
        chain = [start]
        for row in range(depth[start] + 1, depth[end]):
            rows[row].append(len(wide))
            chain.append(len(wide))
            wide.append(PASS)
        chains.append([*chain, end])
    above: list[list[int]] = [[] for _ in wide]
    below: list[list[int]] = [[] for _ in wide]
    for chain in chains:
        for upper, lower in pairwise(chain):
            above[lower].append(upper)
            below[upper].append(lower)
    x = _ordered(rows, above, below, wide)
    left = min((x[node] - wide[node] / 2 for row in rows for node in row), default=0.0)
    right = max((x[node] + wide[node] / 2 for row in rows for node in row), default=0.0)
    row_of = {node: place for place, row in enumerate(rows) for node in row}
    spots = [(x[node] - left, step * row_of[node]) for node in range(len(wide))]
    return Layout(spots[:count], [[spots[node] for node in chain] for chain in chains], right - left, len(rows))


def depths(count: int, arcs: Sequence[tuple[int, int]]) -> list[int]:
    """The row of each node: those from which the longest way to an end is longest come first.

    Raises:  graphlib.CycleError: a way leads back to where it began.
    """
    after: list[list[int]] = [[] for _ in range(count)]
    for start, end in arcs:
        after[start].append(end)
    long = [0] * count
    for node in TopologicalSorter(dict(enumerate(after))).static_order():  # ends before what leads to them
        long[node] = max((long[end] + 1 for end in after[node]), default=0)
    return [max(long, default=0) - steps for steps in long]


def _ordered(
    rows: list[list[int]], above: Sequence[Sequence[int]], below: Sequence[Sequence[int]], wide: Sequence[float]
) -> list[float]:
    """Order the rows in place, and find the middle of each node."""
    x = [0.0] * len(wide)
    for row in rows:
        _place(row, x, wide, lambda node: x[node])
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        near = above if down else below
        for row in rows if down else reversed(rows):

            def middle(node: int, near: Sequence[Sequence[int]] = near) -> float:
                joined = near[node]
                return sum(x[other] for other in joined) / len(joined) if joined else x[node]

            if sweep < SWEEPS - 4:  # at the end they move, and change places no more
                row.sort(key=middle)
            _place(row, x, wide, middle)
    return x


def _place(row: Sequence[int], x: list[float], wide: Sequence[float], wanted: Callable[[int], float]) -> None:
    """Give the nodes of a row places near those wanted, in their order, without any on another."""
    goals = [wanted(node) for node in row]
    apart = [(wide[a] + wide[b]) / 2 + GAP for a, b in pairwise(row)]
    to_right, to_left = list(goals), list(goals)
    for place, least in enumerate(apart, 1):
        to_right[place] = max(to_right[place], to_right[place - 1] + least)
    for place in range(len(row) - 2, -1, -1):
        to_left[place] = min(to_left[place], to_left[place + 1] - apart[place])
    for node, pushed_right, pushed_left in zip(row, to_right, to_left, strict=True):
        x[node] = (pushed_right + pushed_left) / 2


# Where the nodes of a graph stand so that its lines are seen: no line through a node, and few that cross.
#
# Several layouts are made and the best is taken: the nodes on a circle in their order, the same with nodes exchanged
# as long as that helps, one in which distances on the page are near to those in the graph (stress majorization,
# Gansner, Koren & North 2005), and some with a short cycle on the outside and each other node in the middle of its
# neighbours (Tutte 1963). Parts that do not hang together stand side by side.

UNIT, NEAREST, EDGE = 76.0, 2.0 * NODE + 14, NODE + 12  # of a line; from node to node; round the picture
CYCLES = 12  # that are tried as the outer one
MOST, ROUNDS, WORK = 24, 60, 60_000  # nodes of which layouts are compared; steps of one; pairs looked at for exchanges
Line = tuple[int, int]


def spread(count: int, lines: Sequence[Line]) -> Spots:
    """The middle of each node, all of them at least EDGE from the left and from the top.

    >>> lines = [(0, 2), (2, 1), (1, 3), (3, 0)]  # a square, though its order on a circle makes it cross itself
    >>> faults(spread(4, lines), lines)
    0
    """
    spots: Spots = [(0.0, 0.0)] * count
    left = float(EDGE)
    parts = _parts(count, lines)
    layouts = []
    for part in parts:
        place = {node: number for number, node in enumerate(part)}
        inner = sorted({(place[a], place[b]) for a, b in lines if a in place and a != b})
        layouts.append(_best(len(part), inner))
    high = max((_size(layout, 1) for layout in layouts), default=0.0)
    for part, layout in zip(parts, layouts, strict=True):
        west, north = (min(at[axis] for at in layout) for axis in (0, 1))
        down = EDGE + (high - _size(layout, 1)) / 2
        for node, (x, y) in zip(part, layout, strict=True):
            spots[node] = (left + x - west, down + y - north)
        left += _size(layout, 0) + UNIT
    return spots


def _size(spots: Spots, axis: int) -> float:
    return max(at[axis] for at in spots) - min(at[axis] for at in spots)


def _parts(count: int, lines: Sequence[Line]) -> list[list[int]]:
    """The nodes that hang together, each part in the order of its numbers."""
    near = _neighbours(count, lines)
    parts, seen = [], [False] * count
    for first in range(count):
        if not seen[first]:
            walk = [node for node, _ in _walk(first, near)]
            for node in walk:
                seen[node] = True
            parts.append(sorted(walk))
    return parts


def _neighbours(count: int, lines: Sequence[Line]) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in lines:
        near[a].append(b)
        near[b].append(a)
    return near


def _walk(first: int, near: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The nodes that can be reached, the nearest first, each with its distance."""
    far = {first: 0}
    order = [first]
    for node in order:  # grows while it is read
        for other in near[node]:
            if other not in far:
                far[other] = far[node] + 1
                order.append(other)
    return list(far.items())


def _best(count: int, lines: Sequence[Line]) -> Spots:
    """The layout with the fewest faults; of several the one that was made first."""
    circle = _circle(range(count))
    least = faults(circle, lines) if count <= MOST else 0
    if not least:
        return circle
    near = _neighbours(count, lines)
    far = [dict(_walk(node, near)) for node in range(count)]
    best = circle
    turned = _exchanged(circle, lines)
    makers: list[Callable[[], Spots]] = [
        lambda: turned,
        lambda: _relaxed(turned, far),
        *(partial(_inside, cycle, near) for cycle in _short_cycles(near)),
        lambda: _exchanged(_relaxed(circle, far), lines),
    ]
    for make in makers:
        other = make()
        number = faults(other, lines)
        if number < least:
            best, least = other, number
        if not least:
            break
    return best


def _short_cycles(near: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each line the shortest cycle through it, a few of those that differ."""
    cycles: dict[frozenset[int], list[int]] = {}
    for first, others in enumerate(near):
        for last in others:
            back = {first: first}
            order = [first]
            for node in order:  # grows while it is read
                for other in near[node]:
                    if other not in back and (node, other) != (first, last):
                        back[other] = node
                        order.append(other)
            if last in back:
                cycle = [last]
                while cycle[-1] != first:
                    cycle.append(back[cycle[-1]])
                cycles.setdefault(frozenset(cycle), cycle)
    return list(cycles.values())[:CYCLES]


def _inside(cycle: Sequence[int], near: Sequence[Sequence[int]]) -> Spots:
    """A cycle as a circle, and each other node in the middle of its neighbours."""
    radius = 40.0 + 9 * len(near)
    spots: Spots = [(0.0, 0.0)] * len(near)
    for place, node in enumerate(cycle):
        turn = 2 * math.pi * place / len(cycle)
        spots[node] = (radius * math.sin(turn), -radius * math.cos(turn))
    inner = [node for node in range(len(near)) if node not in cycle]
    for _ in range(ROUNDS if inner else 0):
        for node in inner:
            at = [spots[other] for other in near[node]]
            spots[node] = (sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at))
    return _grown(spots)


def _exchanged(spots: Spots, lines: Sequence[Line]) -> Spots:
    """The same places with two nodes exchanged, and two more, as long as there are fewer faults then."""
    spots = list(spots)
    least = faults(spots, lines)
    left = WORK // max(1, len(lines) * (len(lines) // 2 + len(spots)))  # how often faults may be counted
    better = True
    while better:
        better = False
        for a, b in combinations(range(len(spots)), 2):
            if not least or not left:
                return spots
            spots[a], spots[b] = spots[b], spots[a]
            left -= 1
            number = faults(spots, lines)
            if number < least:
                least, better = number, True
            else:
                spots[a], spots[b] = spots[b], spots[a]
    return spots


def _circle(order: Sequence[int]) -> Spots:
    """Nodes on a circle in some order, the first on top."""
    radius = max(62.0, 20 * len(order) / math.pi) if len(order) > 1 else 0.0
    turn = 2 * math.pi / max(1, len(order))
    spots: Spots = [(0.0, 0.0)] * len(order)
    for place, node in enumerate(order):
        spots[node] = (radius * math.sin(turn * place), -radius * math.cos(turn * place))
    return spots


def _relaxed(spots: Spots, far: Sequence[dict[int, int]]) -> Spots:
    """The nodes moved until their distances are near to those in the graph, and none too near to another."""
    spots = list(spots)
    nodes = range(len(spots))
    for _ in range(ROUNDS):
        for node in nodes:
            x = y = whole = 0.0
            for other in nodes:
                if other == node:
                    continue
                (a, b), (u, v), wanted = spots[node], spots[other], UNIT * far[node][other]
                long = math.hypot(a - u, b - v) or 1.0
                weight = 1 / wanted**2
                x += weight * (u + wanted * (a - u) / long)
                y += weight * (v + wanted * (b - v) / long)
                whole += weight
            spots[node] = (x / whole, y / whole)
    return _grown(spots)


def _grown(spots: Spots) -> Spots:
    """The same larger, if nodes are too near to each other."""
    closest = min(math.dist(spot, other) for spot, other in combinations(spots, 2))
    grown = max(1.0, min(2.0, NEAREST / max(closest, 1.0)))
    return [(x * grown, y * grown) for x, y in spots]


def faults(spots: Spots, lines: Sequence[Line]) -> int:
    """How often two lines cross, and four times how often one runs over a node or two nodes touch."""
    crossed = sum(
        _cross(spots[a], spots[b], spots[c], spots[d])
        for number, (a, b) in enumerate(lines)
        for c, d in lines[:number]
        if len({a, b, c, d}) == 4
    )
    over = sum(
        _beside(spots[a], spots[b], spot) < NODE + 3
        for a, b in lines
        for node, spot in enumerate(spots)
        if node not in (a, b)
    )
    touched = sum(math.dist(spot, other) < 2 * NODE + 4 for at, spot in enumerate(spots) for other in spots[:at])
    return crossed + 4 * (over + touched)


def _cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """Positive where c lies to the one side of the line from a to b, negative to the other."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _beside(a: tuple[float, float], b: tuple[float, float], spot: tuple[float, float]) -> float:
    """How far a place is from a line between two others."""
    (x, y), (u, v) = a, b
    long = (u - x) ** 2 + (v - y) ** 2 or 1.0
    along = max(0.0, min(1.0, ((spot[0] - x) * (u - x) + (spot[1] - y) * (v - y)) / long))
    return math.dist(spot, (x + along * (u - x), y + along * (v - y)))
