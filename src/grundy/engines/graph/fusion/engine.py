"""The engine for graphs that hang from a root, of which a move cuts an edge: by the colon and fusion principles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.engines.engine import Answer, Direct, DirectValues, Summand
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Rooted

# ---- Green Hackenbush in plain Python, straight from its two principles: the slow twin of the kernels


EdgeList = Sequence[tuple[int, int]]


class Fused(NamedTuple):
    """A graph after fusion, as a tree of clusters, each named by its node nearest to the root.

    clusters   all of them, each after the one below it
    below      of each node, the cluster below its own (that of the root: 0)
    worth      of each node that names a cluster, the nim-value of what stands on it
    own        of each node, its cluster; -1 of one that does not hang together with the root
    """

    clusters: list[int]
    below: list[int]
    worth: list[int]
    own: list[int]


def fused(nodes: int, edges: EdgeList) -> Fused:
    """The fusion of a graph.

    Args:    nodes: node 0 is the root; nodes that do not hang together with it are ignored.
             edges: pairs of nodes; parallel edges and loops count.
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
    return Fused(clusters, below, worth, [cluster(node) if depth[node] >= 0 else -1 for node in range(nodes)])


def plain_value(nodes: int, edges: EdgeList) -> int:
    """The nim-value of what hangs together with node 0.

    >>> plain_value(4, [(0, 1), (1, 2), (2, 3), (3, 1)])         # a triangle on a stem
    2
    """
    return fused(nodes, edges).worth[0]


def plain_cuts_to(nodes: int, edges: EdgeList, rest: int) -> list[int]:
    """The edges, by their numbers, without which the nim-value is `rest`: each is tried."""
    return [cut for cut in range(len(edges)) if plain_value(nodes, [*edges[:cut], *edges[cut + 1 :]]) == rest]


def plain_cuts_of_trees(nodes: int, edges: EdgeList, rest: int, most: int) -> list[int] | None:
    """The same from the root upwards, where each edge on a cycle alone is tried; None if these are more than `most`.

    Of a tree, what has to stand on a node for the whole to be worth `rest` follows from what has to stand below.
    """
    tree = fused(nodes, edges)
    stems, tried, cuts = dict[int, int](), list[int](), list[int]()
    for place, (a, b) in enumerate(edges):
        own_a, own_b = tree.own[a], tree.own[b]
        if own_a == own_b and own_a >= 0:
            tried.append(place)
        elif own_a != own_b:
            stems[own_a if tree.below[own_a] == own_b and own_a else own_b] = place
        elif tree.worth[0] == rest:
            cuts.append(place)  # it hangs from nothing
    if len(tried) > most:
        return None
    wanted = {0: rest}
    for node in tree.clusters[1:]:
        below, stem = tree.below[node], 1 + tree.worth[node]
        instead = wanted[below] ^ tree.worth[below] ^ stem  # below 0: nothing will do
        wanted[node] = instead - 1
        if instead == 0:
            cuts.append(stems[node])
    cuts += [cut for cut in tried if plain_value(nodes, [*edges[:cut], *edges[cut + 1 :]]) == rest]
    return sorted(cuts)


if TYPE_CHECKING:
    from numpy.typing import NDArray

    Edges = Sequence[tuple[int, int]] | NDArray[Any]

PLAIN_EDGES = 50_000  # 0.2 s in plain Python; above, compiled code is worth loading
PLAIN_CUTS = 20_000  # edges, times those on cycles, each of which is cut in plain Python: 0.1 s
MOST_EDGES = 2**29  # a number of a node of the tree of values has 31 bits
BY = Evidence("proved", "the colon and fusion principles (Winning Ways, ch. 7)")


def nim_value(nodes: int, edges: Edges) -> int:
    """The nim-value of Green Hackenbush on a graph, node 0 being the ground.

    Args:    edges: pairs of node numbers, or an integer array of shape (m, 2); parallel edges and loops count, and what
             does not hang together with node 0 is ignored.
    Raises:  OutOfReach: more than 2^29 edges.
    Cost:    linear.

    >>> nim_value(4, [(0, 1), (1, 2), (2, 3), (3, 1)])
    2
    """
    if len(edges) <= PLAIN_EDGES:
        return plain_value(nodes, [(int(a), int(b)) for a, b in edges])
    return SearchedGraph(nodes, edges).value


def cuts_to(nodes: int, edges: Edges, rest: int) -> list[int]:
    """The edges, by their numbers in increasing order, without which the nim-value is `rest`.

    Raises:  OutOfReach: more than 2^29 edges.
    Cost:    O(m log m).

    >>> cuts_to(4, [(0, 1), (1, 2), (2, 3), (3, 1)], 0)
    [0]
    """
    cuts = _cuts_soon(nodes, edges, rest)
    return SearchedGraph(nodes, edges).cuts_to(rest) if cuts is None else cuts


def _cuts_soon(nodes: int, edges: Edges, rest: int) -> list[int] | None:
    """The same in plain Python, where that takes no longer than to load compiled code."""
    if not 0 < len(edges) <= PLAIN_EDGES:
        return None if len(edges) else []
    return plain_cuts_of_trees(nodes, [(int(a), int(b)) for a, b in edges], rest, PLAIN_CUTS // len(edges))


class SearchedGraph:
    """A graph, searched once by compiled code: its value, and the cuts that leave one.

    Args:    as for `nim_value`.
    Raises:  OutOfReach: more than 2^29 edges.

    >>> SearchedGraph(4, [(0, 1), (1, 2), (2, 3), (3, 1)]).value
    2
    """

    def __init__(self, nodes: int, edges: Edges) -> None:
        import numpy as np

        from grundy.engines.graph.fusion.kernels import rows, search, worths

        if len(edges) > MOST_EDGES:
            raise OutOfReach(f"{len(edges):,} edges: at most {MOST_EDGES:,} can be solved at once")
        flat = edges if isinstance(edges, np.ndarray) else np.fromiter(chain.from_iterable(edges), np.int32)
        ends = np.ascontiguousarray(flat.reshape(-1, 2).T, np.int32)
        self.a, self.b = ends
        starts, incident = np.zeros(nodes + 2, np.int32), np.empty(2 * len(self.a), np.int32)
        rows(self.a, self.b, starts, incident)
        number = np.full(nodes, -1, np.int32)
        parent, own = np.empty(nodes, np.int32), np.empty(nodes, np.int32)
        path, after = np.empty((2, nodes), np.int32)
        reached = search(self.a, self.b, starts, incident, number, parent, own, path, after)
        covers, inside, worth, last = np.zeros((4, reached), np.int32)
        self.tree = (number, parent, own, reached)
        self.worths = (covers, inside, worth, last)
        self.value = int(worths(self.a, self.b, *self.tree, *self.worths))

    def cuts_to(self, rest: int) -> list[int]:
        """The edges without which the value is `rest`."""
        import numpy as np

        from grundy.engines.graph.fusion.kernels import lowest_covers, ring_cuts, wanted_worths

        _, parent, own, reached = self.tree
        covers, inside, worth, _ = self.worths
        top, wanted = np.zeros((2, reached), np.int32)
        wins = np.zeros(len(self.a), np.uint8)
        if rest > len(self.a):
            return []
        wanted_worths(parent, own, reached, covers, inside, worth, rest, top, wanted, wins)
        meet = np.empty(reached, np.int32)
        lowest_covers(self.a, self.b, *self.tree, covers, meet, np.empty((4, reached), np.int32))
        bits = len(self.a).bit_length()
        size = min(reached * bits, 2 << bits) + 2
        work = (8, reached + 1), (size, 2), size, (bits + 1, 3)
        nodes, sons, flips, stack = (np.empty(shape, np.int32) for shape in work)
        in_ring = np.empty(len(self.a), np.uint8)
        ring_cuts(self.a, self.b, *self.tree, *self.worths, top, wanted, meet, wins, nodes, in_ring, sons, flips, stack)
        cuts: list[int] = np.flatnonzero(wins).tolist()
        return cuts


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for graphs of which an edge is cut, and what then hangs from nothing falls away."""
    shape = rule.shape
    assert isinstance(shape, Rooted)

    latest: list[tuple[Any, SearchedGraph]] = []  # the large graph that was asked for last

    def searched(state: Any, nodes: int, edges: Edges) -> SearchedGraph:
        if not latest or latest[0][0] is not state:
            latest[:] = [(state, SearchedGraph(nodes, edges))]
        return latest[0][1]

    def value(state: Any) -> int:
        nodes, edges = shape.graph(state)
        return nim_value(nodes, edges) if len(edges) <= PLAIN_EDGES else searched(state, nodes, edges).value

    def moves_to(state: Any, rest: int) -> Moves:
        nodes, edges = shape.graph(state)
        cuts = _cuts_soon(nodes, edges, rest)
        if cuts is None:
            cuts = searched(state, nodes, edges).cuts_to(rest)
        return Moves(len(cuts), lambda: shape.labels(state, cuts))

    def summands(state: Any) -> list[Summand]:
        return list(_summands(*shape.graph(state), lambda node: shape.name(state, node)))

    def answer(states: Iterable[Any]) -> Answer:
        return Answer([value(state) for state in states], BY, moves_to, summands)

    return Direct(answer)


def _summands(nodes: int, edges: Sequence[tuple[int, int]], name: Any) -> Iterable[Summand]:
    """What the value is the XOR of: the loops at the root after fusion, and each stem from there."""
    clusters, below, worth, _ = fused(nodes, edges)
    stems = [(node, 1 + worth[node]) for node in clusters if node and below[node] == 0]
    loops = worth[0]
    for _, stem in stems:
        loops ^= stem
    if loops:
        yield "cycles through the ground, of an odd number of edges", loops
    for node, stem in stems:
        yield f"the edge to {name(node)} and what stands on it", stem
