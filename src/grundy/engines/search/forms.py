"""The arrays of kernels/forms.py: a graph, its table of forms, and room for the work on one part."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, Literal

from grundy.engines.search.arrays import aligned, apart, packed
from grundy.engines.search.isomorphic import MOST_NODES, lessened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.engines.search.board import Board
    from grundy.engines.search.isomorphic import BoardGraph
    from grundy.engines.search.kernels.forms import FormKeys

FIRST_SLOTS = 1 << 13
LINES = 1 << 16  # sets asked of lately
SHARE = 4  # of the memory, one part in so many may go to forms
TRIED = 500  # positions of a search after which forms are given up or not
MOST_COST = 3.5  # see do_pay


def form_keys(board: Board, graph: BoardGraph) -> FormKeys:
    """The keys of a graph, none of whose forms is known."""
    from grundy.engines.search.kernels.forms import FormKeys

    near = packed(graph.near, board.words)
    heads, orders = _table(board, FIRST_SLOTS)
    own = _own(board, sum(ends.bit_count() for ends in graph.near))
    return FormKeys(graph.takes == "edges", near, pendant_table(graph.takes), heads, orders, **own)


def for_another(board: Board, keys: FormKeys) -> FormKeys:
    """The same table of forms for another who works at the same time."""
    from grundy.engines.search.kernels.forms import OFF

    own = _own(board, keys.around.size)
    own["state"][OFF] = keys.state[OFF]
    return keys._replace(**own)


def do_pay(positions: int, numbered: int, repeated: int) -> bool:
    """Whether forms save more than they cost, by so many positions, parts that were numbered for them, and those of
    them whose form had been met before.

    To number a part takes about as long as the rest of a position; if of all parts only one in k is new, a search has
    about k^2 times fewer positions. Both are rough, and repeats get more with time, so that only what loses clearly is
    given up: benchmarks/forms_speed.py has both kinds.

    >>> do_pay(500, 900, 430), do_pay(500, 3600, 940)
    (True, False)
    """
    new = 1 - repeated / max(1, numbered)
    return (1 + numbered / max(1, positions)) * new * new <= MOST_COST


def with_room(board: Board, keys: list[FormKeys], wanted: int, memory: int) -> list[FormKeys]:
    """The keys of all who work, with a larger table where they need one, if that is within their share of the memory.

    Where it is not, new forms take the places of older ones: fewer parts are found equal.

    Args:    wanted: forms that are to be added at once.
    """
    if wanted == 0 and all(own_keys.state[0] < own_keys.state[1] for own_keys in keys):
        return keys
    added = sum(int(own_keys.state[0]) for own_keys in keys)
    slots, grows = keys[0].orders.size // board.places, True
    while added + wanted >= _most_forms(slots) and grows:
        grows = 2 * slots * entry_bytes(board) <= memory // SHARE
        slots *= 2 if grows else 1
    if slots * board.places > keys[0].orders.size:
        heads, orders = _moved(board, keys[0], slots)
        keys = [own_keys._replace(heads=heads, orders=orders) for own_keys in keys]
    for own_keys in keys:
        own_keys.state[1] = own_keys.state[0] + max(1, (_most_forms(slots) - added) // len(keys)) if grows else 2**62
    return keys


def form_counts(keys: FormKeys, positions: int) -> tuple[int, int, int]:
    """What `do_pay` asks for: positions, parts that were numbered, those of them whose form had been met."""
    from grundy.engines.search.kernels.forms import NUMBERED, REPEATED

    return positions, int(keys.state[NUMBERED]), int(keys.state[REPEATED])


def weigh(keys: list[FormKeys], before: tuple[int, int, int], positions: int) -> None:
    """Have all who work give up forms if these cost more than they save; by counts of the first, not by the time."""
    from grundy.engines.search.kernels.forms import OFF

    if not do_pay(*(now - then for now, then in zip(form_counts(keys[0], positions), before, strict=True))):
        for own_keys in keys:
            own_keys.state[OFF] = 1


def enter(keys: FormKeys, entries: NDArray[np.uint64], like: Any, shift: int) -> None:
    """Have the sets of a table of nim-values stand for their forms, those that are the first of theirs."""
    from grundy.engines.search.kernels.forms import enter
    from grundy.engines.search.kernels.spans import Span, spans

    enter(spans(keys), Span(entries), like, shift)


def entry_bytes(board: Board) -> int:
    """Bytes of a form in the table."""
    return 8 * (1 + board.words) + 2 * board.places


def _most_forms(slots: int) -> int:
    return slots * 6 // 10


def _moved(board: Board, keys: FormKeys, slots: int) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    import numpy as np

    from grundy.engines.search.kernels.forms import rehouse
    from grundy.engines.search.kernels.spans import Span

    heads, orders = _table(board, slots)
    like = (np.uint64(0),) * board.words
    rehouse(Span(keys.heads), Span(keys.orders), Span(heads), Span(orders), like)
    return heads, orders


def _table(board: Board, slots: int) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    import numpy as np

    return np.zeros(slots * (1 + board.words), np.uint64), np.zeros(slots * board.places, np.uint16)


def _own(board: Board, ends: int) -> dict[str, Any]:
    """What one who works has for itself."""
    import numpy as np

    places = board.places
    fields: dict[str, Any] = {name: apart(places) for name in ("nodes", "at", "degree", "above", "order", "other")}
    fields |= {name: np.zeros(places, np.uint64) for name in ("colour", "fresh")}
    fields["first"], fields["around"] = apart(places + 1), apart(ends)
    fields["tally"] = np.zeros(8 * places + 16, np.uint64)
    fields["recent"] = aligned(LINES * (2 * board.words + 1))
    fields["state"] = apart(5)
    return fields


@cache
def pendant_table(takes: Literal["neighbours", "edges"]) -> NDArray[np.uint16]:
    """What may stand for each pendant of up to five nodes at a root: see kernels.FormKeys.pendants.

    Each of the 479 different ones is asked of once; the others are the same with their nodes in another order.
    """
    import numpy as np

    table = np.zeros(1 << (MOST_NODES + 1) * MOST_NODES // 2, np.uint16)
    for size in range(2, MOST_NODES + 2):
        pairs = [(i, j) for j in range(size) for i in range(j)]
        orders = [(0, *order) for order in permutations(range(1, size))]
        moved = [[1 << pairs.index((min(o[i], o[j]), max(o[i], o[j]))) for i, j in pairs] for o in orders]
        for number in range(1 << (size - 1) * (size - 2) // 2, 1 << len(pairs)):
            edges = [bit for bit in range(len(pairs)) if number >> bit & 1]
            near = [0] * size
            for i, j in (pairs[bit] for bit in edges):
                near[i] |= 1 << j
                near[j] |= 1 << i
            if not table[number] and _hangs(near):
                rest, heap = lessened(takes, tuple(near))
                for to, order in zip(moved, orders, strict=True):
                    stay = sum(1 << order[node] for node in range(size) if rest >> node & 1)
                    table[sum(to[bit] for bit in edges)] = stay | heap << 6
    return table


def _hangs(near: list[int]) -> bool:
    """Whether all nodes are joined to node 0, through others or not."""
    reached = 1
    for _ in near:
        for node, ends in enumerate(near):
            reached |= ends if reached >> node & 1 else 0
    return reached == (1 << len(near)) - 1
