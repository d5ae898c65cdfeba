"""Where the nodes of a graph without cycles stand in rows, and the ways of its arcs past other nodes.

After Sugiyama, Tagawa & Toda 1981: each node is in the row of its longest way to an end, an arc that passes a row has a
place of its own there, rows are ordered by the middles of what they are joined to, and then drawn towards them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import pairwise

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
    return [max(long, default=0) - one for one in long]


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
    for node, one, other in zip(row, to_right, to_left, strict=True):
        x[node] = (one + other) / 2
