"""What a search knows beforehand: the nim-values of sets of the first places, and of graphs of few nodes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from grundy.engines.search.board import Board, bits
from grundy.engines.search.isomorphic import BoardGraph, as_graph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TABLED = 21  # bits of the words of graphs of seven nodes


@cache
def graph_table() -> NDArray[np.uint8]:
    """The nim-values in Node Kayles of all graphs of seven nodes, and so of fewer: see kernels/leaves.py.

    Cost:    2 MiB, and some 0.3 s when it is first asked for.
    """
    import numpy as np

    from grundy.engines.search.kernels.leaves import fill
    from grundy.engines.search.kernels.spans import Span

    table = np.zeros(1 << TABLED, np.uint8)
    fill(Span(table))
    return table


def graph_in(board: Board) -> BoardGraph | None:
    """The graph on which a board is Node Kayles, or None."""
    graph = as_graph(board)
    return graph if graph and graph.takes == "neighbours" else None


def reaches_across(board: Board, graph: BoardGraph) -> bool:
    """Whether nodes of half the columns of a grid are joined: then its parts are scattered, and few lie on the first
    places."""
    column = board.rows * board.layers
    farthest = max((abs(i // column - j // column) for i, near in enumerate(graph.near) for j in bits(near)), default=0)
    return 2 * farthest >= board.columns


def with_graphs(graph: BoardGraph, sets: Any) -> Any:
    """The values of the first sets, or None, and those of small graphs."""
    import numpy as np

    from grundy.engines.search.kernels.leaves import SmallGraphs

    joined = np.array([near >> j & 1 for near in graph.near for j in range(len(graph.near))], np.uint8)
    sets = np.zeros(1, np.uint8) if sets is None else sets
    return SmallGraphs(sets, graph_table(), joined, len(graph.near))
