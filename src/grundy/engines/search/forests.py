"""Node Kayles and Arc Kayles on forests: the nim-values of trees by what they are, from those of the trees that one cut
edge leaves.

A rooted tree is the numbers of those that hang at its root, in order; equal trees have one number, wherever they hang.
To cut the edge between u and x leaves a branch on either side, and every part that a move leaves is such a branch, for
a move at v takes whole nodes, and what it leaves hangs at a node next to one that it took. So where G is the nim-value
and C that of a rooted tree without its root,

    Node Kayles   the move at v leaves the XOR, over the neighbours w of v, of C of the branch at w away from v
    Arc Kayles    the move at u and w leaves C of the branch at u away from w, XOR C of that at w away from u

and C is the XOR of G of the branches at the root. The work is the number of trees that cuts lead to, times their nodes:
few for a path, a comb, a broom or a caterpillar; for a tree with many long branches more than any machine has. What
hangs at one node and is small is replaced by less of it and a heap (isomorphic.lessened).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grundy.engines.search.isomorphic import MOST_NODES, lessened
from grundy.model.convention import mex, nim_sum

Takes: TypeAlias = Literal["neighbours", "edges"]
Branch: TypeAlias = tuple[int, int]
"""The number of a rooted tree, and a heap beside it, which are together worth what is meant."""
Options: TypeAlias = dict[tuple[int, ...], int]
"""The value that each move leaves, by the node or the two nodes that are chosen."""
STEPS = 2_000  # nodes that are looked at between two words on how far the work is


@dataclass(slots=True)
class _Spread:
    """The nodes of a tree that is spread out, each after its parent; equal branches at a node are one place.

    trees    of each place the number of what hangs at it, with it, away from its parent
    parents  the place of its parent; -1 for the root
    odd      whether there is an odd number of such branches: others cancel each other out
    above    the branch at its parent away from it; for the root that of nothing
    """

    trees: list[int]
    parents: list[int]
    odd: list[bool]
    above: list[Branch]

    def edges(self) -> list[tuple[int, int, int]]:
        """The two branches at each edge, in order, and the heap beside them."""
        both = zip(self.trees[1:], self.above[1:], strict=True)
        return [(tree, other, heap) if tree < other else (other, tree, heap) for tree, (other, heap) in both]


class Forests:
    """The nim-values of trees in one of the games, and all that has been learnt of them.

    >>> path = Forests("neighbours")
    >>> path.value_of([[1], [0, 2], [1, 3], [2]])          # a path of four nodes is worth 0, as in Dawson's Chess
    0
    """

    def __init__(self, takes: Takes, lessens: bool = True) -> None:
        self.takes, self.lessens = takes, lessens
        self.steps = 0  # nodes that were looked at
        self.trees: list[tuple[int, ...]] = []  # of each number the numbers of what hangs at the root
        self.values: dict[int, int] = {}
        self._numbers: dict[tuple[int, ...], int] = {}
        self._sizes: list[int] = []
        self._made: dict[tuple[int, ...], Branch] = {}
        self._unrooted: dict[tuple[int, int], int] = {}
        self._beside: dict[int, tuple[tuple[int, bool, tuple[int, ...]], ...]] = {}
        self._rootless: dict[int, int] = {}

    def value_of(self, near: Sequence[Sequence[int]]) -> int:
        """The nim-value of a forest, given by the neighbours of each node."""
        steps = self.options(near)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return mex(end.value.values())

    # ---- Rooted trees

    def number(self, children: tuple[int, ...]) -> int:
        """The number of a rooted tree, given by those at its root in order."""
        number = self._numbers.get(children)
        if number is None:
            number = self._numbers[children] = len(self.trees)
            self.trees.append(children)
            self._sizes.append(1 + sum(self._sizes[child] for child in children))
        return number

    def joined(self, branches: Iterable[Branch]) -> Branch:
        """The rooted tree at whose root some branches hang, with less of what is small."""
        heap, children = 0, []
        for child, beside in branches:
            heap ^= beside
            children.append(child)
        children.sort()
        own, more = self._lessened(tuple(children))
        return own, heap ^ more

    def _lessened(self, children: tuple[int, ...]) -> Branch:
        branch = self._made.get(children)
        if branch is None:
            branch = self._made[children] = self._less(children) if self.lessens else (self.number(children), 0)
        return branch

    def _less(self, children: tuple[int, ...]) -> Branch:
        """Pieces at the root are put together, the smallest first, as long as they are small; then less is tried."""
        pieces = sorted(children, key=lambda child: (self._sizes[child], child))
        heap = 0
        small_pieces: list[int] = []  # what is small, put together
        while pieces and 1 + self._size(small_pieces) + self._sizes[pieces[0]] <= MOST_NODES + 1:
            small_pieces.append(pieces.pop(0))
            near = self._near(tuple(small_pieces))
            part, more = lessened(self.takes, near)
            heap ^= more
            if part != (1 << len(near)) - 1:
                small_pieces = self._children_of(near, part)
        return self.number(tuple(sorted(small_pieces + pieces))), heap

    def _size(self, trees: Sequence[int]) -> int:
        return sum(self._sizes[tree] for tree in trees)

    def _near(self, children: tuple[int, ...]) -> tuple[int, ...]:
        """A small rooted tree as the sets of neighbours of its nodes, the root first."""
        near = [0]
        waiting = [(0, child) for child in children]
        for parent, tree in waiting:  # grows while it is read
            own = len(near)
            near.append(1 << parent)
            near[parent] |= 1 << own
            waiting += [(own, child) for child in self.trees[tree]]
        return tuple(near)

    def _children_of(self, near: tuple[int, ...], part: int) -> list[int]:
        """The numbers of what hangs at the root in a part of a small tree whose nodes stand after their parents."""
        inner: list[list[int]] = [[] for _ in near]
        for node in range(len(near) - 1, 0, -1):
            if part >> node & 1:
                parent = (near[node] & ((1 << node) - 1)).bit_length() - 1
                inner[parent].append(self.number(tuple(sorted(inner[node]))))
        return inner[0]

    # ---- Values

    def _kinds(self, tree: int) -> tuple[tuple[int, bool, tuple[int, ...]], ...]:
        """What hangs at the root, each kind once: whether there is an odd number of it, and what hangs beside one."""
        tree_kinds = self._beside.get(tree)
        if tree_kinds is None:
            children = self.trees[tree]
            kinds = []
            for place, child in enumerate(children):
                if not place or children[place - 1] != child:
                    kinds.append((child, bool(children.count(child) & 1), children[:place] + children[place + 1 :]))
            tree_kinds = self._beside[tree] = tuple(kinds)
        return tree_kinds

    def _spread(self, tree: int) -> _Spread:
        places = _Spread([tree], [-1], [True], [(0, 0)])
        trees, parents, odd, above = places.trees, places.parents, places.odd, places.above
        for own, subtree in enumerate(trees):  # grows while it is read
            farther, heap = above[own]
            for child, is_odd, others in self._kinds(subtree):
                if own:
                    place = bisect(others, farther)
                    others = (*others[:place], farther, *others[place:])
                made = self._made.get(others) or self._lessened(others)
                trees.append(child)
                parents.append(own)
                odd.append(is_odd)
                above.append((made[0], made[1] ^ heap) if heap else made)
        self.steps += len(trees)
        return places

    def learn(self, wanted: Iterable[int]) -> Generator[int, None, None]:
        """Find the values of some rooted trees; yields now and then how many trees are known."""
        values = self.values
        waiting = list(wanted)
        spread: dict[int, _Spread] = {}
        last_report = self.steps
        while waiting:
            tree = waiting[-1]
            if tree in values:
                waiting.pop()
                continue
            places = spread.pop(tree, None)
            if places is None:
                places = self._spread(tree)
                edges = places.edges()
                least = min(edges, default=(-1, tree, 0))
                value = self._unrooted.get(least[:2])
                if value is not None:
                    values[tree] = value ^ least[2]
                    continue
                missing = {child for a, b, _ in edges for end in (a, b) for child in self.trees[end]} - values.keys()
                if missing:
                    spread[tree] = places
                    waiting.extend(sorted(missing, key=self._sizes.__getitem__, reverse=True))
                if self.steps - last_report > STEPS:
                    last_report = self.steps
                    yield len(values)
                if missing:
                    continue
            least = min(places.edges(), default=(-1, tree, 0))
            values[tree] = mex(self._after(places))
            self._unrooted[least[:2]] = values[tree] ^ least[2]

    def rootless(self, tree: int) -> int:
        """The value of a tree without its root."""
        value = self._rootless.get(tree)
        if value is None:
            value = self._rootless[tree] = nim_sum(self.values[child] for child in self.trees[tree])
        return value

    def _after(self, places: _Spread) -> set[int]:
        """The values of what the moves leave of a tree."""
        rest = self.rootless
        above = [rest(tree) ^ heap for tree, heap in places.above[1:]]
        below = [rest(tree) for tree in places.trees[1:]]
        if self.takes == "edges":
            return {a ^ b for a, b in zip(above, below, strict=True)}
        values = [0, *above]
        for value, parent, is_odd in zip(below, places.parents[1:], places.odd[1:], strict=True):
            if is_odd:
                values[parent] ^= value
        return set(values)

    def options(self, near: Sequence[Sequence[int]]) -> Generator[int, None, Options]:
        """The value of what each move of a forest leaves, by the node or the two nodes that are chosen.

        Args:    near: for each node, its neighbours.
        """
        parent = [-1] * len(near)
        order: list[int] = []
        tops: list[int] = []
        seen = [False] * len(near)
        for start in range(len(near)):
            if seen[start]:
                continue
            seen[start] = True
            tops.append(start)
            queue = [start]
            for node in queue:  # grows while it is read
                for end in near[node]:
                    if not seen[end]:
                        seen[end], parent[end] = True, node
                        queue.append(end)
            order += queue
        down: list[Branch] = [(0, 0)] * len(near)
        for node in reversed(order):
            down[node] = self.joined(down[end] for end in near[node] if end != parent[node])
        up: list[Branch | None] = [None] * len(near)
        made: dict[tuple[int, int, int], Branch] = {}  # equal branches at a node look alike from there
        for node in order:
            above = parent[node]
            if above < 0:
                continue
            if (above, *down[node]) not in made:
                others = [down[end] for end in near[above] if end not in (node, parent[above])]
                farther = up[above]
                made[above, *down[node]] = self.joined(others if farther is None else [*others, farther])
            up[node] = made[above, *down[node]]
        cut = [branch for node in order if up[node] for branch in (down[node], up[node])]
        yield from self.learn({tree for branch in cut if branch for tree in self.trees[branch[0]]})

        def rest(branch: Branch) -> int:
            return self.rootless(branch[0]) ^ branch[1]

        root: dict[int, int] = {}
        totals: Options = {}
        after: dict[int, list[int]] = {top: [] for top in tops}
        for node in order:
            outer = up[node]
            root[node] = node if outer is None else root[parent[node]]
            total = 0 if outer is None else rest(outer)
            if self.takes == "neighbours":
                for end in near[node]:
                    if end != parent[node]:
                        total ^= rest(down[end])
                totals[(node,)] = total
                after[root[node]].append(total)
            elif outer is not None:
                total ^= rest(down[node])
                totals[min(node, parent[node]), max(node, parent[node])] = total
                after[root[node]].append(total)
        values = {top: mex(some) for top, some in after.items()}
        whole = nim_sum(values.values())
        return {move: total ^ whole ^ values[root[move[0]]] for move, total in totals.items()}
