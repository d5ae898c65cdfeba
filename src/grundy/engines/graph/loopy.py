"""Loopy nim-values of finite graphs, where play may go on for ever and is then a draw.

A node's value is an integer m or infinity with a set K of integers (Smith 1966; Fraenkel & Perl 1975). A sum of nodes
with integer values is won by the second player iff their XOR is 0. If just one value is infinite, infinity(K), and the
XOR of the others is m, the first player wins iff m is in K; in every other case the sum is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

NONE = -1  # no label yet
ENDLESS = -2


@dataclass(frozen=True, slots=True)
class Infinity:
    """The loopy value infinity(K); `values` is K, the integer values among the node's successors."""

    values: frozenset[int]

    def __str__(self) -> str:
        return f"∞({', '.join(map(str, sorted(self.values)))})"


def loopy_values(node_count: int, arcs: Sequence[tuple[int, int]]) -> list[int | Infinity]:
    """Loopy nim-values of nodes 0..node_count - 1 of any finite graph; on acyclic graphs the ordinary ones.

    Args:    node_count: >= 0.
             arcs: (from, to) pairs of node numbers, in any order; self-loops allowed, the same arc twice is harmless.
    Cost:    about 2 microseconds an arc on common graphs; plain Python, never recursive.
    Source:  A. S. Fraenkel & U. Tassa, Strategy for a class of games with dynamic ties (1975): a node may be labelled m
             if its labelled successors have mex m and each successor that is not labelled with an integer can move to a
             node labelled m; once no more can be, a node without a successor labelled m is infinite.

    >>> print(*loopy_values(4, [(0, 1), (1, 0), (1, 2), (3, 0)]))  # 2 is the end; nobody can use the cycle to escape
    0 1 0 1
    >>> print(*loopy_values(4, [(0, 0), (0, 2), (1, 0), (3, 1), (3, 3)]))
    ∞(0) 0 0 ∞(0)
    >>> print(*loopy_values(2, [(0, 1), (1, 0)]))
    ∞() ∞()
    """
    after: list[list[int]] = [[] for _ in range(node_count)]
    before: list[list[int]] = [[] for _ in range(node_count)]
    for source, target in arcs:
        after[source].append(target)
        before[target].append(source)
    label = [NONE] * node_count
    answered = [-1] * node_count  # the last m for which a successor is labelled m
    # a node watches one successor that still forbids label m: not labelled with an integer, and unable to move to m
    watchers: list[list[int]] = [[] for _ in range(node_count)]
    place = [0] * node_count  # where in its row a node looks first
    open_nodes = list(range(node_count))
    queue = open_nodes[:]  # nodes that watch nothing
    m = 0
    while open_nodes:
        later: list[int] = []
        while queue:
            u = queue.pop()
            if label[u] != NONE:
                continue
            if answered[u] == m:
                later.append(u)
                continue
            row = after[u]
            for k in range(len(row)):
                w = row[place[u] - k]  # from place[u] backwards, and round
                if label[w] < 0 and answered[w] != m:
                    place[u] = (place[u] - k) % len(row)
                    watchers[w].append(u)
                    break
            else:
                label[u] = m
                later.extend(watchers[u])
                watchers[u] = []
                for p in before[u]:
                    if answered[p] != m:
                        answered[p] = m
                        if label[p] < 0:
                            queue.extend(watchers[p])
                            watchers[p] = []
        remaining = []
        for u in open_nodes:
            if label[u] == NONE:
                if answered[u] == m:
                    remaining.append(u)
                else:
                    label[u] = ENDLESS
        open_nodes = remaining
        queue = later
        m += 1
    kept: dict[frozenset[int], Infinity] = {}
    values: list[int | Infinity] = []
    for u in range(node_count):
        if label[u] >= 0:
            values.append(label[u])
        else:
            finite = frozenset(label[w] for w in after[u] if label[w] >= 0)
            values.append(kept.setdefault(finite, Infinity(finite)))
    return values
