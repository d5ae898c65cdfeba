"""Parts of a graph by what they are, not where: the search in plain Python with keys that are graphs.

A board is a graph where its moves say so: each takes a place with all its neighbours, or two neighbours. A part is then
known by a numbering of its nodes that depends on its form alone, as far as one was found; its key is the list of its
edges so numbered. Equal keys are the same graph, whatever numbering was found, so a value is never taken for another's;
a worse numbering only finds fewer parts equal. Keys are the same on every board.

Before that, what changes no value is left out (each by induction over the moves; `reduced`):

twins     neighbours are taken, u and v have the same neighbours and each other: whatever takes one takes both, and to
          choose u or v leaves the same. v is left out.
leaves    edges are taken, u and v are joined to w alone: what takes w leaves the other alone, without moves, and w-u
          leaves the same as w-v. v is left out.
pendants  what hangs at one node is replaced by less of it and a heap (see below)

What is left out is a function from a graph and a part to a smaller part and the heap that stands for the rest: another
game's equivalences are another such function.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from grundy.engines.search.board import Board, bits
from grundy.errors import OutOfReach
from grundy.model.convention import mex, nim_sum
from grundy.model.shapes import SubsetGame
from grundy.runs.chunk import run_to_end

Key: TypeAlias = tuple[str, str | tuple[int, ...]]
Memo: TypeAlias = dict[Key, int]
Parts: TypeAlias = tuple[list[Key], int]
"""Parts that are known by their keys, and a heap beside them."""
MOST_LEAVES = 12  # numberings that are tried
MOST_NUMBERED = 64  # nodes of a part that is numbered by its form


@dataclass(frozen=True, slots=True)
class BoardGraph:
    """What a board is as a graph: what a move takes, and for each place the set of its neighbours."""

    takes: Literal["neighbours", "edges"]
    near: tuple[int, ...]


def as_graph(board: Board | SubsetGame) -> BoardGraph | None:
    """The graph that the moves of a board are of, or None."""
    if any(off or flip for _, off, _, flip in board.moves):
        return None
    near = [0] * board.places
    if board.moves and all(need.bit_count() == 2 and clear == need for need, _, clear, _ in board.moves):
        for need, *_ in board.moves:
            a, b = bits(need)
            near[a] |= 1 << b
            near[b] |= 1 << a
        return BoardGraph("edges", tuple(near))
    if len(board.moves) != board.places or any(need.bit_count() != 1 for need, *_ in board.moves):
        return None
    for need, _, clear, _ in board.moves:
        near[need.bit_length() - 1] = (clear | need) ^ need
    symmetric = all(near[j] >> i & 1 for i in range(board.places) for j in bits(near[i]))
    whole = sum(need for need, *_ in board.moves) == (1 << board.places) - 1
    return BoardGraph("neighbours", tuple(near)) if symmetric and whole else None


Reduce: TypeAlias = Callable[["BoardGraph", int], tuple[int, int]]
"""From a graph and a connected part of it to a part of that and a heap that are together worth the same."""


def reduced(graph: BoardGraph, part: int) -> tuple[int, int]:
    """A connected part without twins, leaves and pendants that can be spared, and a heap for them: see the module."""
    heap = 0
    while True:
        before = part = without_twins(graph, part)[0]
        for root in bits(part):
            if part >> root & 1:
                part, nimber = pruned(graph.takes, graph.near, part, root)
                heap ^= nimber
        if part == before:
            return part, heap


def without_twins(graph: BoardGraph, part: int) -> tuple[int, int]:
    """A part without nodes that have twins, and all but one of the leaves at a node."""
    while True:
        seen: set[int] = set()
        left = part
        for i in bits(part):
            around = graph.near[i] & part
            if graph.takes == "neighbours":
                around |= 1 << i
            elif around.bit_count() != 1:
                continue
            if around in seen:
                left ^= 1 << i
            seen.add(around)
        if left == part:
            return part, 0
        part = left


def key(graph: BoardGraph, part: int) -> Key:
    """The key of a connected part."""
    places = bits(part)
    at = {place: node for node, place in enumerate(places)}
    near = [sum(1 << at[j] for j in bits(graph.near[i] & part)) for i in places]
    if sum(ends.bit_count() for ends in near) == 2 * (len(near) - 1):
        return graph.takes, _tree(near)
    return graph.takes, _numbered(near) if len(near) <= MOST_NUMBERED else tuple(near)


def _tree(near: list[int]) -> str:
    """A tree as brackets in brackets, from its middle outwards: equal for equal trees alone."""
    inner: list[list[str]] = [[] for _ in near]
    left = list(near)
    edge = [i for i, ends in enumerate(left) if ends.bit_count() <= 1]
    remaining = len(near)
    while remaining > 2:
        ready = []
        for i in edge:
            parent = left[i].bit_length() - 1
            inner[parent].append(f"({''.join(sorted(inner[i]))})")
            left[parent] ^= 1 << i
            if left[parent].bit_count() == 1:
                ready.append(parent)
        remaining -= len(edge)
        edge = ready
    return "".join(sorted(f"({''.join(sorted(inner[i]))})" for i in edge))


def _numbered(near: list[int]) -> tuple[int, ...]:
    """The neighbours of each node under a numbering by form: the least of those that are tried.

    Nodes are told apart by how many neighbours they have among those told apart so far; where that ends, one of the
    first that look alike is told apart at a time. Of nodes that may change places with nothing else moved, one does.
    """
    best: tuple[int, ...] | None = None
    waiting = [_refined(near, [(1 << len(near)) - 1])]
    tried = 0
    while waiting and tried < MOST_LEAVES:
        cells = waiting.pop()
        alike = next((place for place, cell in enumerate(cells) if cell & cell - 1), None)
        if alike is None:
            tried += 1
            number = [0] * len(near)
            for place, cell in enumerate(cells):
                number[cell.bit_length() - 1] = place
            rows = tuple(sum(1 << number[j] for j in bits(near[cell.bit_length() - 1])) for cell in cells)
            best = rows if best is None else min(best, rows)
            continue
        twins: set[tuple[bool, int]] = set()
        for i in bits(cells[alike]):
            kinds = {(False, near[i]), (True, near[i] | 1 << i)}
            if kinds & twins:
                continue
            twins |= kinds
            split = [*cells[:alike], 1 << i, cells[alike] ^ 1 << i, *cells[alike + 1 :]]
            waiting.append(_refined(near, split))
    assert best is not None
    return best


def _refined(near: list[int], cells: list[int]) -> list[int]:
    """Cells cut until all nodes of one have as many neighbours in each; the order depends on the form alone."""
    place = 0
    cells = list(cells)
    while place < len(cells):
        judge = cells[place]
        cut: list[int] = []
        for cell in cells:
            if not cell & cell - 1:
                cut.append(cell)
                continue
            groups: dict[int, int] = {}
            for i in bits(cell):
                count = (near[i] & judge).bit_count()
                groups[count] = groups.get(count, 0) | 1 << i
            cut += [groups[count] for count in sorted(groups)]
        place = 0 if len(cut) > len(cells) else place + 1
        cells = cut
    return cells


def value(board: Board, graph: BoardGraph, places: int, memo: Memo, most: int, reduce: Reduce = reduced) -> int:
    """The nim-value of a set, as `value_in_steps` has it."""
    return run_to_end(value_in_steps(board, graph, places, memo, most, reduce))


def value_in_steps(
    board: Board, graph: BoardGraph, places: int, memo: Memo, most: int, reduce: Reduce = reduced
) -> Generator[int, None, int]:
    """The nim-value of a set: the XOR of its parts, each the mex of its options. Yields after each
    option how many sets are known.

    Args:    memo: what is known; it holds for every board. most: sets of which a key may be made.
             reduce: what is left out of a part.
    Raises:  OutOfReach: more than `most` sets.
    Cost:    0.05 to 0.5 ms a set of 10 to 40 nodes.
    """
    keys: dict[int, tuple[Key, int]] = {}
    like: dict[Key, int] = {}

    def known_as(part: int) -> tuple[Key, int]:
        if part not in keys:
            if len(keys) >= most:
                raise OutOfReach(f"more than {most:,} sets")
            small, heap = reduce(graph, part)
            form = key(graph, small)
            keys[part] = form, heap
            like.setdefault(form, small)
        return keys[part]

    def forms(places: int) -> Parts:
        pairs = [known_as(part) for part in board.parts(places)]
        return [form for form, _ in pairs], nim_sum(heap for _, heap in pairs)

    roots = forms(places)
    waiting = list(roots[0])
    after: dict[Key, list[Parts]] = {}
    while waiting:
        form = waiting[-1]
        if form in memo:
            waiting.pop()
            continue
        if form not in after:
            part = like[form]
            rests = {part & ~clear for need, _, clear, _ in board.moves if part & need == need}
            options = []
            for rest in rests:
                options.append(forms(rest))
                yield len(memo)
            after[form] = options
        missing = [other for option, _ in after[form] for other in option if other not in memo]
        if missing:
            waiting.extend(missing)
        else:
            memo[form] = mex(_sum(memo, option) for option in after[form])
            waiting.pop()
    return _sum(memo, roots)


def _sum(memo: Memo, parts: Parts) -> int:
    return nim_sum(memo[part] for part in parts[0]) ^ parts[1]


# ---- What hangs at one node


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
        reach, grown = 1, 0
        while reach != grown:
            grown = reach
            for i, ends in enumerate(self.near):
                if reach >> i & 1:
                    reach |= ends & part
        return reach

    def moves(self, part: int) -> list[tuple[int, int]]:
        """(the node that is chosen, or with edges -1, what is left) for each move."""
        moves = []
        for i, ends in enumerate(self.near):
            if part >> i & 1:
                if self.takes == "neighbours":
                    moves.append((i, part & ~(ends | 1 << i)))
                else:
                    moves += [(-1, part & ~(1 << i | 1 << j)) for j in range(i) if part & ends & 1 << j]
        return moves

    def value(self, part: int) -> int:
        """The nim-value of a set by itself; sets are asked in order of size, so that this is no deep recursion."""
        if part not in self._values:
            for smaller in sorted(_subsets(part), key=int.bit_count):
                if smaller not in self._values:
                    self._values[smaller] = mex(self._values[rest] for _, rest in self.moves(smaller))
        return self._values[part]

    def kind(self, part: int, heap: int) -> int:
        """The number of the kind of a set with the root in it and a heap beside it."""
        waiting = [self._settled(part, heap)]
        while waiting[-1:]:
            here = waiting[-1]
            if here in self._known:
                waiting.pop()
                continue
            missing = [other for other in self._after(*here) if other not in self._known]
            if missing:
                waiting += missing
            else:
                self._known[here] = self._named(*here)
        return self._known[self._settled(part, heap)]

    def _settled(self, part: int, heap: int) -> tuple[int, int]:
        """The same with what is not joined to the root as a part of the heap."""
        own = self.joined(part)
        return own, heap ^ self.value(part ^ own)

    def _after(self, part: int, heap: int) -> list[tuple[int, int]]:
        """What it can become by a move that leaves the root."""
        after = [self._settled(rest, heap) for _, rest in self.moves(part) if rest & 1]
        return [*after, *((part, less) for less in range(heap))]

    def _named(self, part: int, heap: int) -> int:
        after = frozenset(self._known[other] for other in self._after(part, heap))
        gone = [(node, self.value(rest) ^ heap) for node, rest in self.moves(part) if not rest & 1]
        p = next((nimber for node, nimber in gone if node == 0), None)
        kind = (self.value(part & ~1) ^ heap, p, frozenset(nimber for node, nimber in gone if node), after)
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
    subsets, some = [], part
    while some:
        subsets.append(some)
        some = some - 1 & part
    return subsets


def hanging(near: tuple[int, ...], part: int, root: int) -> list[int]:
    """The pieces of a connected set that hang at one of its nodes and are small, the smallest first."""
    pieces = []
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
            pieces.append(piece)
    return sorted(pieces, key=int.bit_count)


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
    rest, heap = lessened(takes, local)
    for place, node in enumerate(nodes):
        if not rest >> place & 1:
            part ^= 1 << node
    return part, heap
