"""A large graph given as arrays, for programs: the values of all its nodes at once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.errors import BadRule
from grundy.model.convention import Value, Winner, add, winner
from grundy.model.definition import cycle_text

if TYPE_CHECKING:
    from numpy.typing import NDArray


def graph_values(indptr: NDArray[Any] | Any, indices: NDArray[Any] | None = None) -> Any:
    """Compute the nim-values of all nodes of a graph without cycles, given in compressed rows (as in scipy.sparse).

    Parameters
    ----------
    indptr : integer array, shape (nodes + 1,)
        A move leads from u to ``indices[indptr[u] : indptr[u + 1]]``.
        Or in place of both arrays a DiGraph of NetworkX, whose arcs are the moves.
    indices : integer array, shape (arcs,)
        Each in 0..nodes - 1; fewer than 2 * 10**9 arcs; repeats are harmless.

    Returns
    -------
    uint16 array, shape (nodes,)
        The nim-value of each node: the mex of the values of its successors; of a DiGraph a dict from node to value.

    Raises
    ------
    BadRule
        A cycle, which is named; arrays that are no compressed rows; a graph whose edges have no directions.
    OutOfReach
        Too many arcs.

    Notes
    -----
    10**6 nodes and 10**7 arcs take about 0.03 s where all arcs lead to smaller numbers, or all to larger ones, and
    about 0.3 s where the nodes are numbered at random.

    Examples
    --------
    >>> import numpy as np
    >>> graph_values(np.array([0, 0, 1, 3]), np.array([0, 0, 1])).tolist()
    [0, 1, 2]
    """
    from grundy.engines.graph.acyclic import Cycle, csr, csr_values

    nodes = None
    if indices is None:
        nodes = _nodes_of(indptr)
        place = {node: number for number, node in enumerate(nodes)}
        adjacent: Any = indptr.adj  # type: ignore[union-attr]
        arcs = [(place[node], place[other]) for node in nodes for other in adjacent[node]]
        indptr, indices = csr(len(nodes), *(_integers("arcs", [arc[end] for arc in arcs]) for end in (0, 1)))
    values = csr_values(_integers("indptr", indptr), _integers("indices", indices))
    if isinstance(values, Cycle):
        raise BadRule(cycle_text([at if nodes is None else nodes[at] for at in values.nodes]))
    return values if nodes is None else dict(zip(nodes, values.tolist(), strict=True))


def _nodes_of(graph: Any) -> list[Any]:
    """The nodes of a DiGraph. Raises BadRule: it is none."""
    if not hasattr(graph, "adj") or not graph.is_directed():
        raise BadRule(
            f"graph: expected indptr and indices, or a DiGraph with an arc for each move, found {type(graph).__name__}"
        )
    return list(graph.adj)


def _integers(name: str, given: Any) -> NDArray[Any]:
    """A row of integers; one of other numbers would be cut to such."""
    import numpy as np

    array = np.asarray(given)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size):
        raise BadRule(f"graph: expected {name} as a row of integers, found {array.dtype} {array.shape}")
    return array if array.size else array.astype(np.int64)


# ---- A large graph in which play may go on for ever, for programs: the values of all its nodes at once


class LoopyGraph:
    """Loopy nim-values of a graph; made by `loopy`.

    Attributes
    ----------
    nodes : sequence
        What the nodes are called: 0, 1, 2, ... for a graph given as arrays.
    values : int32 array, shape (nodes,)
        The nim-value of each node; -1: it has none, and its `value` is infinite.
    remoteness : int32 array, shape (nodes,)
        How many moves play from each node takes if whoever wins hurries and whoever loses delays; -1: a draw.

    Examples
    --------
    >>> from grundy import loopy
    >>> graph = loopy({0: [1], 1: [2], 2: []})
    >>> graph.values.tolist(), graph.remoteness.tolist()
    ([0, 1, 0], [2, 1, 0])
    """

    def __init__(self, nodes: Sequence[Any], sources: NDArray[Any], targets: NDArray[Any]) -> None:
        import numpy as np

        from grundy.engines.graph.acyclic import csr
        from grundy.engines.graph.loopy import csr_loopy_values

        self.nodes = nodes
        self._rows = csr(len(nodes), sources, targets)
        self.values: NDArray[Any] = np.maximum(csr_loopy_values(*self._rows), -1)

    def __repr__(self) -> str:
        infinite = int((self.values < 0).sum())
        sizes = f"{len(self.nodes):,} nodes, {len(self._rows[1]):,} arcs"
        return f"LoopyGraph: {sizes}, {infinite:,} nodes without a nim-value"

    @cached_property
    def remoteness(self) -> NDArray[Any]:
        """See the class."""
        import numpy as np

        from grundy.engines.graph.kernels import end_distances
        from grundy.engines.graph.loopy import entering_rows

        distances, queue, left = np.empty((3, len(self.nodes)), np.int32)
        end_distances(self._rows[0], *entering_rows(*self._rows), distances, False, queue, left)
        return distances

    def value(self, *tokens: Hashable) -> Value:
        """The value of a position: of one token, or of the sum of several."""
        return add(map(self._value, map(self._place, tokens)))

    def winner(self, *tokens: Hashable) -> Winner:
        """Who wins with tokens on these nodes: "first", "second", or "draw"."""
        return winner(self.value(*tokens))

    def winning_moves(self, *tokens: Hashable) -> list[tuple[int, Any]]:
        """The moves that win: the place of a token in the list, from 0 on, and the node to which it goes."""
        places = list(map(self._place, tokens))
        moves = []
        for number, place in enumerate(places):
            rest = add(self._value(other) for at, other in enumerate(places) if at != number)
            ends = dict.fromkeys(self._rows[1][self._rows[0][place] : self._rows[0][place + 1]].tolist())
            moves += [(number, self.nodes[end]) for end in ends if add([rest, self._value(end)]) == 0]
        return moves

    @cached_property
    def _places(self) -> dict[Hashable, int]:
        return {node: place for place, node in enumerate(self.nodes)}

    def _place(self, node: Any) -> int:
        if isinstance(self.nodes, range):
            if type(node) is int and 0 <= node < len(self.nodes):
                return node
        elif node in self._places:
            return self._places[node]
        raise BadRule(f"loopy: expected tokens on nodes, found {node!r}")

    def _value(self, place: int) -> Value:
        from grundy.engines.graph.loopy import infinity

        value = int(self.values[place])
        return value if value >= 0 else infinity(*self._rows, self.values, place)


def loopy(
    graph: Mapping[Hashable, Iterable[Hashable]] | Any, targets: Any = None, *, nodes: int | None = None
) -> LoopyGraph:
    """Compute the loopy nim-values of all nodes of a graph with cycles, where play may be a draw.

    Parameters
    ----------
    graph : integer array of shape (arcs,), mapping, or a graph of NetworkX
        Where each arc comes from; or from each node to those that a move leads to; edges that are not directed are
        moves in both directions.
    targets : integer array, shape (arcs,)
        Where each arc leads, if the graph is given as arrays.
    nodes : int, optional
        How many nodes there are; up to the largest number in the arrays.

    Returns
    -------
    LoopyGraph

    Raises
    ------
    BadRule
        Arrays of different lengths, or with numbers that are no nodes.

    Notes
    -----
    10**6 arcs take about 0.2 s, 10**7 about 4 s. Arcs may be repeated, and lead from a node to itself.

    References
    ----------
    Smith 1966, Graphs and composite games; Fraenkel & Perl 1975; Fraenkel & Tassa 1975.

    Examples
    --------
    >>> import numpy as np
    >>> found = loopy(np.array([0, 1, 1, 3, 3]), np.array([1, 0, 2, 3, 1]))
    >>> found.values.tolist(), found.remoteness.tolist()
    ([0, 1, 0, -1], [2, 1, 0, -1])
    >>> found.value(3), found.winner(3), found.winner(3, 1), found.winning_moves(3, 1)
    (infinity(1), 'draw', 'first', [(0, 1)])
    """
    import numpy as np

    if targets is not None:
        sources, ends = np.asarray(graph), np.asarray(targets)
        if sources.ndim != 1 or sources.shape != ends.shape or {sources.dtype.kind, ends.dtype.kind} - set("iu"):
            raise BadRule(
                "loopy: expected two integer arrays of one length, found "
                f"{sources.dtype} {sources.shape} and {ends.dtype} {ends.shape}"
            )
        count = max(int(sources.max(initial=-1)), int(ends.max(initial=-1))) + 1 if nodes is None else nodes
        return LoopyGraph(range(count), sources, ends)
    successors = getattr(graph, "adj", graph)  # of NetworkX
    if not isinstance(successors, Mapping) or nodes is not None:
        raise BadRule("loopy: expected two arrays, a mapping from nodes to nodes, or a graph of NetworkX")
    places: dict[Hashable, int] = {start: place for place, start in enumerate(successors)}
    arcs = [(places[start], places.setdefault(end, len(places))) for start in successors for end in successors[start]]
    pairs = np.array(arcs, np.int64).reshape(-1, 2)
    return LoopyGraph(list(places), pairs[:, 0], pairs[:, 1])
