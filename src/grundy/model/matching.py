"""Maximum matchings of a graph without directions: as many edges without a common end as there can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Near = Sequence[Sequence[int]]
"""For each node its neighbours; without loops."""


def maximum_matching(near: Near, mate: Sequence[int] = (), without: int = -1) -> tuple[list[int], list[bool]]:
    """For each node the other end of its edge in a maximum matching, or -1; and which nodes some other one leaves out.

    Args:    mate: a matching to begin with. without: a node that is taken for one without edges, and not counted.
    Cost:    of each round, of which there are few, some steps an edge; a blossom within a blossom may be passed again.

    >>> maximum_matching([[1], [0, 2], [1]])
    ([1, 0, -1], [True, False, True])
    """
    mates = list(mate) or _greedy(near, without)
    while True:
        forest = _Forest(near, mates, without)
        if not forest.grow():
            return mates, [kind == OUTER for kind in forest.kind]


def _greedy(near: Near, without: int) -> list[int]:
    """A matching that no single edge makes larger; of a tree a maximum one.

    Of the edges at a node with a single one, that one is in some maximum matching (Karp & Sipser 1981): they are taken
    first, and those at nodes that have a single one thereafter.
    """
    mate = [-1] * len(near)
    left = list(map(len, near))
    for end in near[without] if without >= 0 else ():
        left[end] -= 1
    single = [node for node, count in enumerate(left) if count == 1 and node != without]
    for node in single:  # grows while it is read
        if mate[node] < 0:
            for free in near[node]:
                if mate[free] < 0 and free != without:
                    mate[node], mate[free] = free, node
                    for end in near[free]:
                        left[end] -= 1
                        if left[end] == 1 and end != without:
                            single.append(end)
                    break
    rest = [node for node, count in enumerate(left) if count > 1 and mate[node] < 0 and node != without]
    for node in sorted(rest, key=left.__getitem__):
        if mate[node] < 0:
            free = next((end for end in near[node] if mate[end] < 0 and end != without), -1)
            if free >= 0:
                mate[node], mate[free] = free, node
    return mate


UNREACHED, INNER, OUTER = 0, 1, 2


@dataclass
class _Forest:
    """Trees of paths, of edges in turn outside and inside a matching, from all nodes that it leaves out.

    Edmonds 1965: an odd cycle that closes is taken for one node, its first one. An edge between two trees makes the
    matching larger; both are then left alone until the next round. A round that finds none has reached by an even path
    just those nodes that some maximum matching leaves out (Gallai 1964, Edmonds 1965).

    kind    of each node: reached by an even path (OUTER), by odd ones alone (INNER), or not
    before  from where a node was reached by an edge outside the matching; of an inner node that a closed cycle made
            outer, the path goes to its mate, and from there along `before` round the cycle
    first   of each node one nearer to the first of its closed cycle, or that itself
    """

    near: Near
    mate: list[int]
    without: int
    kind: list[int] = field(init=False)
    tree: list[int] = field(init=False)
    before: list[int] = field(init=False)
    first: list[int] = field(init=False)
    waiting: list[int] = field(init=False)

    def grow(self) -> bool:
        """One round; whether the matching has become larger."""
        count, mate, near = len(self.near), self.mate, self.near
        self.kind, self.tree, self.before = [UNREACHED] * count, [-1] * count, [-1] * count
        self.first = list(range(count))
        roots = [node for node in range(count) if mate[node] < 0 and node != self.without]
        for root in roots:
            self.kind[root], self.tree[root] = OUTER, root
        kind, tree, before = self.kind, self.tree, self.before
        ended: set[int] = set()
        self.waiting = roots
        for node in self.waiting:  # grows while it is read
            if tree[node] in ended:
                continue
            for end in near[node]:
                if end == self.without:
                    continue
                if kind[end] == UNREACHED:
                    kind[end], tree[end], before[end] = INNER, tree[node], node
                    other = mate[end]
                    kind[other], tree[other] = OUTER, tree[node]
                    self.waiting.append(other)
                elif kind[end] == OUTER and tree[end] not in ended:
                    if tree[end] != tree[node]:
                        ended.update((tree[node], tree[end]))
                        self._turn(node, end)
                        self._turn(end, node)
                        break
                    if self._first_of(node) != self._first_of(end):
                        self._close(node, end)
        return bool(ended)

    def _first_of(self, node: int) -> int:
        """The first node of the closed cycle in which a node is."""
        first = self.first
        while first[node] != node:
            first[node] = first[first[node]]
            node = first[node]
        return node

    def _close(self, node: int, end: int) -> None:
        """Make one node of the odd cycle that an edge between two outer nodes of a tree closes."""
        top = self._meet(node, end)
        within: list[int] = []
        self._pass(node, top, end, within)
        self._pass(end, top, node, within)
        for vertex in within:
            if self.kind[vertex] != OUTER:
                self.kind[vertex] = OUTER
                self.waiting.append(vertex)
            self.first[vertex] = top

    def _meet(self, one: int, other: int) -> int:
        """Where the paths from two nodes to the root of their tree meet, each closed cycle being one node."""
        passed = set()
        here, there = self._first_of(one), self._first_of(other)
        while True:
            if here >= 0:
                if here in passed:
                    return here
                passed.add(here)
                here = self._above(here)
            here, there = (there, here) if there >= 0 else (here, there)

    def _above(self, node: int) -> int:
        """The next outer node on the way to the root, -1 for the root itself."""
        mate = self.mate[node]
        return self._first_of(self.before[mate]) if mate >= 0 else -1

    def _pass(self, node: int, top: int, child: int, within: list[int]) -> None:
        """Note, from a node of a cycle up to its first, from where each is reached the other way round."""
        while self._first_of(node) != top:
            mate = self.mate[node]
            within += (self._first_of(node), self._first_of(mate))
            self.before[node] = child
            child = mate
            node = self.before[mate]

    def _turn(self, node: int, partner: int) -> None:
        """Match a node anew, and all on its path to the root of its tree the other way."""
        while node >= 0:
            old = self.mate[node]
            self.mate[node] = partner
            if old < 0:
                return
            up = self.before[old]
            self.mate[old] = up
            node, partner = up, old
