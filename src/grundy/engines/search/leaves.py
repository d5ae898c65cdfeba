"""The arrays of kernels/leaves.py: a graph, and the nim-values of all graphs of up to seven nodes in Node Kayles."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from grundy.engines.search.arrays import apart, keys_of, packed
from grundy.engines.search.board import bits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.engines.search.board import Board
    from grundy.engines.search.isomorphic import BoardGraph
    from grundy.engines.search.kernels.leaves import LeafKeys

MOST = 12  # nodes of a part that is worked out and not searched
BYTES = 1 << 21  # of the table
FAR, REACH = 20, 16  # nodes of a part, and of an option of a larger one, that is asked about a value and not searched
NUMBERS = ("nodes", "at", "seen", "total", "wanted", "sought", "met", "count", "following", "sequence")
SETS = ("closed", "set", "todo", "rest", "options", "replies", "pieces")
OWN = NUMBERS + SETS  # what one who works has for itself


def leaf_keys(board: Board, graph: BoardGraph, keeps: bool = False) -> LeafKeys:
    """The keys of a board that is a graph in Node Kayles.

    Args:    keeps: whether a search is to keep what it finds of all parts that are not worked out.
    """
    import numpy as np

    from grundy.engines.search.kernels.leaves import LeafKeys

    order = np.array([bits(need)[0] for need, *_ in board.moves], np.int64)
    near = packed(graph.near, board.words)
    far, reach = (0, 0) if keeps else (FAR, REACH)
    return LeafKeys(*keys_of(board), MOST, far, reach, near, order, graph_values(), **_own())


def for_another(keys: LeafKeys) -> LeafKeys:
    """The same for another who works at the same time."""
    return keys._replace(**_own())


def _own() -> dict[str, Any]:
    from grundy.engines.search.kernels.asked import FRAMES, WIDE

    room = {"options": FRAMES * WIDE}
    return {name: apart(room.get(name, 64)).view("uint64" if name in SETS else "int64") for name in OWN}


@cache
def graph_values() -> NDArray[np.uint8]:
    """The nim-value of each graph of seven nodes: see kernels.LeafKeys.graphs; made when first needed."""
    import numpy as np

    from grundy.engines.search.kernels.leaves import SEVEN, fill_graphs
    from grundy.engines.search.kernels.spans import Span

    nodes = range(SEVEN - 1)
    squeezed = np.zeros(1 << 2 * len(nodes), np.uint8)
    for u in range(1 << len(nodes)):
        kept = [i for i in nodes if u >> i & 1]
        for r in range(1 << len(nodes)):
            squeezed[u << len(nodes) | r] = sum((r >> i & 1) << place for place, i in enumerate(kept))
    values = np.zeros(BYTES, np.uint8)
    work = np.zeros(SEVEN, np.int64), np.zeros(1 << len(nodes), np.int64)
    fill_graphs(*(Span(array) for array in (values, squeezed, *work)))
    return values
