"""Green Hackenbush in plain Python, straight from its two principles: the slow twin of the kernels."""

from __future__ import annotations

from collections.abc import Sequence

Edges = Sequence[tuple[int, int]]


def fused(nodes: int, edges: Edges) -> tuple[list[int], list[int], list[int]]:
    """A graph after fusion, as a tree of clusters, each named by its node nearest to the root.

    Args:    nodes: node 0 is the root; nodes that do not hang together with it are ignored.
             edges: pairs of nodes; parallel edges and loops count.
    Returns: clusters: all of them, each after the one below it. below: of each node, the cluster below its own (that of
             the root: 0). worth: of each node that names a cluster, the nim-value of what stands on it.
    Cost:    nearly linear, about 2 microseconds an edge.
    Source:  Winning Ways ch. 7: nodes on a cycle may be fused; a loop is worth 1; a stem adds 1 to what stands on it.
    """
    near: list[list[int]] = [[] for _ in range(nodes)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    depth, parent, order = [-1] * nodes, [0] * nodes, [0]
    depth[0] = 0
    for node in order:  # grows while it is read
        for other in near[node]:
            if depth[other] < 0:
                depth[other], parent[other] = depth[node] + 1, node
                order.append(other)
    leader = list(range(nodes))

    def cluster(node: int) -> int:
        while leader[node] != node:
            leader[node] = node = leader[leader[node]]
        return node

    in_tree = [False] * nodes
    hanging = [edge for edge in edges if depth[edge[0]] >= 0]
    for a, b in hanging:
        child = b if parent[b] == a and depth[b] > depth[a] else a if parent[a] == b and depth[a] > depth[b] else 0
        if child and not in_tree[child]:
            in_tree[child] = True
            continue
        a, b = cluster(a), cluster(b)
        while a != b:  # all nodes of the cycle that this edge closes
            if depth[a] < depth[b]:
                a, b = b, a
            leader[a] = cluster(parent[a])
            a = leader[a]
    worth = [0] * nodes
    for a, b in hanging:
        if cluster(a) == cluster(b):
            worth[cluster(a)] ^= 1
    clusters = [node for node in order if cluster(node) == node]
    below = [cluster(parent[node]) for node in range(nodes)]
    for node in reversed(clusters):
        if node:
            worth[below[node]] ^= 1 + worth[node]
    return clusters, below, worth


def value(nodes: int, edges: Edges) -> int:
    """The nim-value of what hangs together with node 0.

    >>> value(4, [(0, 1), (1, 2), (2, 3), (3, 1)])         # a triangle on a stem
    2
    """
    return fused(nodes, edges)[2][0]


def cuts_to(nodes: int, edges: Edges, rest: int) -> list[int]:
    """The edges, by their numbers, without which the nim-value is `rest`: each is tried."""
    return [cut for cut in range(len(edges)) if value(nodes, [*edges[:cut], *edges[cut + 1 :]]) == rest]
