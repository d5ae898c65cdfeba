"""Even kernels: what decides edge geography on a graph without odd cycles.

A set S of nodes, no two of them joined, is an even kernel if every other node has an even number of edges to it. From a
node of S the first player loses: each move leaves S, for a node with an odd number of edges to S left, and so the other
player goes back. Where no cycle is odd, let X be the side of the token's node v, and Y the other. Either there is such
an S within X with v in it, or linear algebra over two elements gives T within Y to which v has an odd number of edges,
and every other node of X an even one; then the first player moves from v into T, which is left an even kernel.

Fraenkel, Scheinerman & Ullman 1993, Undirected edge geography.
"""

from __future__ import annotations

from collections.abc import Sequence

Near = Sequence[Sequence[int]]
"""For each node those at the other end of its edges, once for each edge."""


def sides(near: Near, start: int) -> tuple[list[int], list[int]] | None:
    """The nodes that hang together with one, those at an even distance first; None if a cycle among them is odd.

    >>> sides([[1], [0, 2], [1], []], 0)
    ([0, 2], [1])
    """
    side = {start: 0}
    by_side: tuple[list[int], list[int]] = ([start], [])
    waiting = [start]
    for node in waiting:  # grows while it is read
        for end in near[node]:
            if end not in side:
                side[end] = 1 - side[node]
                by_side[side[end]].append(end)
                waiting.append(end)
            elif side[end] == side[node]:
                return None
    return by_side


def winning_ends(near: Near, start: int) -> list[int]:
    """The nodes to which the first player moves the token from one and wins; no cycle there may be odd.

    >>> winning_ends([[1, 2], [0], [0, 3], [2]], 0)      # 1-0-2-3
    [1]
    """
    by_side = sides(near, start)
    assert by_side
    here, there = by_side
    bit = {node: 1 << place for place, node in enumerate(there)}
    odd = 1 << len(there)  # of an equation whose sum is to be odd
    rows: dict[int, int] = {}  # equations by their lowest bit, which no later one has

    def reduced(row: int) -> int:
        while row and (lowest := row & -row) in rows:
            row ^= rows[lowest]
        return row

    for node in here:
        row = odd if node == start else 0
        for end in near[node]:
            row ^= bit[end]
        row = reduced(row)
        if row == odd:
            return []
        if row:
            rows[row & -row] = row
    return [end for end in sorted(set(near[start])) if reduced(bit[end] | odd) != odd]
