"""How soon a position is won: play to its end if whoever wins hurries and whoever loses delays, and the other way."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from functools import partial

from grundy.errors import OutOfReach
from grundy.model.definition import MOST_LOOPY_MOVES, MOST_POSITIONS, sums_after
from grundy.model.measures import Measured, suspense
from grundy.model.rule import Position


def distances(successors: Sequence[Sequence[int]], misere: bool = False) -> list[int]:
    """The remoteness of every node of a graph, -1 for a draw.

    A node without successor has 0. Going back from these, in the order of their remoteness, a node has one more than
    the first of its successors that is lost, or if all are won, than the last of them.

    >>> distances([[], [0], [1, 3], [2], [4]])
    [0, 1, -1, -1, -1]
    """
    before: list[list[int]] = [[] for _ in successors]
    left = [len(set(ends)) for ends in successors]
    for node, ends in enumerate(successors):
        for end in set(ends):
            before[end].append(node)
    moves = [-1] * len(successors)
    queue = deque(node for node, count in enumerate(left) if not count)
    for node in queue:
        moves[node] = 0
    while queue:
        node = queue.popleft()
        lost = moves[node] % 2 == misere
        for nearer in before[node]:
            left[nearer] -= 1
            if moves[nearer] < 0 and (lost or not left[nearer]):
                moves[nearer] = moves[node] + 1
                queue.append(nearer)
    return moves


def remoteness_of(position: Position, misere: bool = False, most: int = MOST_POSITIONS) -> int | None:
    """The remoteness of a position, from all positions that can be reached; None: a draw.

    Raises:  BadRule: a move that does not pass the turn. OutOfReach: more than `most` positions.

    >>> from grundy.games.heaps import nim
    >>> remoteness_of(nim(3, 4)), remoteness_of(nim(1, 1)), remoteness_of(nim(7))
    (7, 2, 1)
    """
    root = frozenset(position.multiset().items())
    numbers: dict[Hashable, int] = {root: 0}
    nodes: list[Hashable] = [root]
    successors: list[list[int]] = []
    arcs = 0
    for node in nodes:  # grows while it is read
        ends: dict[int, None] = {}
        for after in sums_after(node):
            arcs += 1
            if after not in numbers:
                numbers[after] = len(nodes)
                nodes.append(after)
            ends[numbers[after]] = None
            if len(nodes) > most or arcs > MOST_LOOPY_MOVES:
                raise OutOfReach(
                    f"remoteness: more than {most:,} positions or {MOST_LOOPY_MOVES:,} moves below the one asked for; "
                    "a smaller position would help"
                )
        successors.append(list(ends))
    moves = distances(successors, misere)[0]
    return None if moves < 0 else moves


def suspense_of(position: Position, misere: bool = False, most: int = MOST_POSITIONS) -> int:
    """The suspense number of a position of play that ends.

    Raises:  BadRule: a move that does not pass the turn, or play that comes back. OutOfReach: too many positions.

    >>> from grundy.games.heaps import nim
    >>> suspense_of(nim(1, 1)), suspense_of(nim(3)), suspense_of(nim(3, 4))
    (2, 1, 3)
    """
    number: int = Measured(partial(suspense, misere=misere), most)(position)
    return number
