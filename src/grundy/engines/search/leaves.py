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
OWN = ("nodes", "at", "seen", "total", "closed", "set", "todo", "rest")  # what one who works has for itself
SETS = OWN[4:]  # those that are words


def leaf_keys(board: Board, graph: BoardGraph) -> LeafKeys:
    """The keys of a board that is a graph in Node Kayles."""
    import numpy as np

    from grundy.engines.search.kernels.leaves import LeafKeys

    order = np.array([bits(need)[0] for need, *_ in board.moves], np.int64)
    near = packed(graph.near, board.words)
    return LeafKeys(*keys_of(board), MOST, near, order, graph_values(), **_own())


def for_another(keys: LeafKeys) -> LeafKeys:
    """The same for another who works at the same time."""
    return keys._replace(**_own())


def _own() -> dict[str, Any]:
    return {name: apart(64).view("uint64" if name in SETS else "int64") for name in OWN}


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
