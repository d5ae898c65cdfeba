"""Graphs that are rows and rings of nodes, on which Node Kayles and Arc Kayles are Dawson's Kayles.

To take a node with both beside it, or two that are joined, leaves rows: a row of n nodes is a heap of n + 1 in Node
Kayles, of n in Arc Kayles, and of a ring of n nodes every move leaves a row of n - 3 or of n - 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from grundy.model.option import Labels
from grundy.model.shapes import Digits, Strips, Subsets
from grundy.text.edge_lists import Name

Listed: TypeAlias = tuple[tuple[Name, ...], tuple[tuple[int, int], ...]]
"""The names of a graph's nodes, and its edges as pairs of places in them."""
DAWSONS_KAYLES = Digits((0, 0, 7))
FEW_NODES = 36  # up to which a search is at its end soon, and says more of a position


def are_rows_and_rings(graph: Listed) -> bool:
    """Whether a graph has no other parts: no node has more than two neighbours."""
    nodes, edges = graph
    if len(edges) > len(nodes):  # so some node has three: large graphs are asked about often
        return False
    beside = [0] * len(nodes)
    for a, b in edges:
        beside[a] += 1
        beside[b] += 1
    return max(beside, default=0) <= 2


@lru_cache(maxsize=16)
def rows_and_rings(graph: Listed) -> tuple[list[list[int]], list[list[int]]] | None:
    """The nodes of each row and of each ring, one beside the other; None: the graph has other parts."""
    if not are_rows_and_rings(graph):
        return None
    nodes, edges = graph
    near: list[list[int]] = [[] for _ in nodes]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    parts: tuple[list[list[int]], list[list[int]]] = [], []
    seen = [False] * len(near)
    for ends, kind in ((True, parts[0]), (False, parts[1])):
        for first in range(len(near)):
            if seen[first] or (ends and len(near[first]) == 2):
                continue
            row = [first]
            seen[first] = True
            for here in row:  # grows while it is read
                for node in near[here]:
                    if not seen[node]:
                        seen[node] = True
                        row.append(node)
                        break
            kind.append(row)
    return parts


def strips(graph_of: Callable[[Any], Listed], offset: int, sets: Subsets) -> Strips:
    """Rows and rings as heaps, for Node Kayles (offset 1) and Arc Kayles (offset 0)."""

    def runs(state: Any) -> tuple[int, ...] | None:
        graph = graph_of(state)
        parts = rows_and_rings(graph) if len(graph[0]) > FEW_NODES else None
        return None if parts is None else tuple(map(len, parts[0]))

    def rings(state: Any) -> tuple[int, ...]:
        parts = rows_and_rings(graph_of(state))
        return tuple(len(ring) - 2 - offset for ring in parts[1]) if parts else ()

    def cuts(state: Any) -> Iterator[tuple[Labels, int, tuple[int, ...]]]:
        graph = graph_of(state)
        names, _ = graph
        rows, round_ = rows_and_rings(graph) or ([], [])
        for place, row in enumerate(rows):
            for at in range(len(row) - 1 + offset):
                left = (max(0, at - offset), max(0, len(row) - at - 2))
                yield _label(names, row[at : at + 2 - offset], offset), place, left
        for place, ring in enumerate(round_, len(rows)):
            for at in range(len(ring)):
                pair = ring[at], ring[(at + 1) % len(ring)]
                yield _label(names, pair[: 2 - offset], offset), place, (len(ring) - 2 - offset,)

    return Strips(runs, DAWSONS_KAYLES, offset, sets, rings, cuts, "nodes in a row")


def _label(names: Sequence[Name], taken: Sequence[int], offset: int) -> Labels:
    called = tuple(names[node] for node in sorted(taken))
    return (("nodes", called),) if offset else (("edges", (called,)),)
