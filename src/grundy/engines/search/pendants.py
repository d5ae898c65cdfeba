"""What hangs at one node of a graph, replaced by less of it that is worth the same in every graph.

A **pendant** at a node r is what is joined to the rest of the graph through r alone. Of everything that may ever happen
to it the rest sees little:

    c   what it is worth once r is gone because of a move elsewhere
    p   the same once r itself is chosen (where neighbours are taken; None where edges are)
    K   what it can be worth after a move in it that takes r away
    S   what it can become by a move in it that leaves r, each again as (c, p, K, S)

Two pendants X and Y with a heap beside each, which is then a part of it, are worth the same in every graph G if their
(c, p, K) are equal and each X' in S(X) is the same as some Y' in S(Y), or can be turned back to Y (Y is in S(X')), and
the other way round. For G with X beside G with Y is lost by whoever begins: a move in one G, or one that takes r away,
is answered by the same in the other, and any other move as said; play ends. That is how the well-known rules for Arc
Kayles are found and proved, without being listed:

    leaf    of several leaves at r one stays
    bridge  a leaf at r, and beside it an arm r-1-2-3: the arm is worth 1 by itself, joined to r or not
    2 x 2   a square of which r is a corner is a leaf at r and a heap of one; so are four nodes that are all joined

and others, for Node Kayles too. Only what some nodes of the pendant itself, with a heap, are worth is looked for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from grundy.model.convention import mex

MOST_NODES = 5  # of a pendant without its root: 32 sets of them

Kind: TypeAlias = tuple[int, int | None, frozenset[int], frozenset[int]]
"""(c, p, K, S): see the module; S are numbers of kinds."""


@lru_cache(maxsize=1 << 16)
def lessened(takes: Literal["neighbours", "edges"], near: tuple[int, ...]) -> tuple[int, int]:
    """The fewest nodes of a pendant that, with a heap beside them, are worth the same in every graph; and that heap.

    Args:    near: for each node the set of its neighbours; node 0 is the root.
    Cost:    up to some ms for six nodes.

    >>> lessened("edges", (0b0110, 0b1001, 0b1001, 0b0110))  # a square is a leaf and a heap of one
    (3, 1)
    >>> lessened("neighbours", (0b10, 0b01))  # a single leaf stays
    (3, 0)
    """
    pendant = _Pendant(takes, near)
    whole = (1 << len(near)) - 1
    wanted = pendant.kind(whole, 0)
    c = pendant.kinds[wanted][0]
    for part in sorted(range(1, whole, 2), key=lambda part: (part.bit_count(), part)):
        if pendant.joined(part) == part:
            heap = c ^ pendant.value(part & ~1)
            if pendant.kind(part, heap) == wanted:
                return part, heap
    return whole, 0


class _Pendant:
    """Sets of the nodes of a pendant, what they are worth, and of which kind they are with a heap beside them."""

    def __init__(self, takes: Literal["neighbours", "edges"], near: tuple[int, ...]) -> None:
        self.takes, self.near = takes, near
        self.kinds: list[Kind] = []
        self._numbers: dict[Kind, int] = {}
        self._known: dict[tuple[int, int], int] = {}
        self._values = {0: 0}

    def joined(self, part: int) -> int:
        """What of a set is joined to the root."""
        found, grown = 1, 0
        while found != grown:
            grown = found
            for i, ends in enumerate(self.near):
                if found >> i & 1:
                    found |= ends & part
        return found

    def moves(self, part: int) -> list[tuple[int, int]]:
        """(the node that is chosen, or with edges -1, what is left) for each move."""
        found = []
        for i, ends in enumerate(self.near):
            if part >> i & 1:
                if self.takes == "neighbours":
                    found.append((i, part & ~(ends | 1 << i)))
                else:
                    found += [(-1, part & ~(1 << i | 1 << j)) for j in range(i) if part & ends & 1 << j]
        return found

    def value(self, part: int) -> int:
        """The nim-value of a set by itself; sets are asked in order of size, so that this is no deep recursion."""
        if part not in self._values:
            for smaller in sorted(_subsets(part), key=int.bit_count):
                if smaller not in self._values:
                    self._values[smaller] = mex(self._values[rest] for _, rest in self.moves(smaller))
        return self._values[part]

    def kind(self, part: int, heap: int) -> int:
        """The number of the kind of a set with the root in it and a heap beside it."""
        asked = [self._settled(part, heap)]
        while asked[-1:]:
            here = asked[-1]
            if here in self._known:
                asked.pop()
                continue
            missing = [other for other in self._after(*here) if other not in self._known]
            if missing:
                asked += missing
            else:
                self._known[here] = self._named(*here)
        return self._known[self._settled(part, heap)]

    def _settled(self, part: int, heap: int) -> tuple[int, int]:
        """The same with what is not joined to the root as a part of the heap."""
        own = self.joined(part)
        return own, heap ^ self.value(part ^ own)

    def _after(self, part: int, heap: int) -> list[tuple[int, int]]:
        """What it can become by a move that leaves the root."""
        found = [self._settled(rest, heap) for _, rest in self.moves(part) if rest & 1]
        return [*found, *((part, less) for less in range(heap))]

    def _named(self, part: int, heap: int) -> int:
        after = frozenset(self._known[other] for other in self._after(part, heap))
        gone = [(node, self.value(rest) ^ heap) for node, rest in self.moves(part) if not rest & 1]
        p = next((worth for node, worth in gone if node == 0), None)
        kind = (self.value(part & ~1) ^ heap, p, frozenset(worth for node, worth in gone if node), after)
        for other in sorted({turned for option in after for turned in self.kinds[option][3]}):
            same = self.kinds[other]
            alike = same[:3] == kind[:3] and same[3] <= after
            if alike and all(option in same[3] or other in self.kinds[option][3] for option in after):
                return other
        if kind not in self._numbers:
            self._numbers[kind] = len(self.kinds)
            self.kinds.append(kind)
        return self._numbers[kind]


def _subsets(part: int) -> list[int]:
    found, some = [], part
    while some:
        found.append(some)
        some = some - 1 & part
    return found


def hanging(near: tuple[int, ...], part: int, root: int) -> list[int]:
    """The pieces of a connected set that hang at one of its nodes and are small, the smallest first."""
    found = []
    left = near[root] & part
    rest = part & ~(1 << root)
    while left:
        piece = left & -left
        grown = 0
        while piece != grown and piece.bit_count() <= MOST_NODES:
            grown, new = piece, piece & ~grown
            while new:
                low = new & -new
                piece |= near[low.bit_length() - 1] & rest
                new ^= low
        left &= ~piece
        if piece == grown and piece.bit_count() <= MOST_NODES:
            found.append(piece)
    return sorted(found, key=int.bit_count)


def pruned(takes: Literal["neighbours", "edges"], near: tuple[int, ...], part: int, root: int) -> tuple[int, int]:
    """A connected set with less of what hangs at one of its nodes, and the heap that stands for what is left out."""
    some = 0
    for piece in hanging(near, part, root):
        if (some | piece).bit_count() > MOST_NODES:
            break
        some |= piece
    if not some or some.bit_count() < 2:
        return part, 0
    nodes = [root]
    while some:
        nodes.append((some & -some).bit_length() - 1)
        some &= some - 1
    at = {node: place for place, node in enumerate(nodes)}
    local = tuple(sum(1 << at[other] for other in nodes if near[node] >> other & 1) for node in nodes)
    kept, heap = lessened(takes, local)
    for place, node in enumerate(nodes):
        if not kept >> place & 1:
            part ^= 1 << node
    return part, heap
