"""Loopy nim-values of finite graphs, where play may go on for ever and is then a draw.

A node's value is an integer m or infinity with a set K of integers (Smith 1966; Fraenkel & Perl 1975). A sum of nodes
with integer values is won by the second player iff their XOR is 0. If just one value is infinite, infinity(K), and the
XOR of the others is m, the first player wins iff m is in K; in every other case the sum is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.graph.acyclic import csr
from grundy.engines.options import SearchOptions
from grundy.model.convention import Infinity, Value, add
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Arcs, Moves

if TYPE_CHECKING:
    from numpy.typing import NDArray

NONE = -1  # no label yet
ENDLESS = -2
PLAIN_ARCS = 100_000  # 0.3 s in plain Python; above, compiled code is worth loading
BY = Evidence(
    "computed",
    "the loopy nim-values of all nodes, labelled from the end of play backwards (Smith 1966; Fraenkel & Tassa 1975)",
)


def loopy_values(node_count: int, arcs: Sequence[tuple[int, int]]) -> list[int | Infinity]:
    """Loopy nim-values of nodes 0..node_count - 1 of any finite graph; on acyclic graphs the ordinary ones.

    Args:    node_count: >= 0.
             arcs: (from, to) pairs of node numbers, in any order; self-loops allowed, the same arc twice is harmless.
    Cost:    about 2 microseconds an arc on common graphs; plain Python, never recursive, the slow twin of the kernel.
    Source:  A. S. Fraenkel & U. Tassa, Strategy for a class of games with dynamic ties (1975): a node may be labelled m
             if its labelled successors have mex m and each successor that is not labelled with an integer can move to a
             node labelled m; once no more can be, a node without a successor labelled m is infinite.

    >>> print(*loopy_values(4, [(0, 1), (1, 0), (1, 2), (3, 0)]))  # 2 is the end; nobody can use the cycle to escape
    0 1 0 1
    >>> print(*loopy_values(4, [(0, 0), (0, 2), (1, 0), (3, 1), (3, 3)]))
    infinity(0) 0 0 infinity(0)
    >>> print(*loopy_values(2, [(0, 1), (1, 0)]))
    infinity() infinity()
    """
    after: list[list[int]] = [[] for _ in range(node_count)]
    before: list[list[int]] = [[] for _ in range(node_count)]
    for source, target in arcs:
        after[source].append(target)
        before[target].append(source)
    label = [NONE] * node_count
    answered = [-1] * node_count  # the last m for which a successor is labelled m
    # a node watches one successor that still forbids label m: not labelled with an integer, and unable to move to m
    watchers: list[list[int]] = [[] for _ in range(node_count)]
    place = [0] * node_count  # where in its row a node looks first
    open_nodes = list(range(node_count))
    queue = open_nodes[:]  # nodes that watch nothing
    m = 0
    while open_nodes:
        later: list[int] = []
        while queue:
            u = queue.pop()
            if label[u] != NONE:
                continue
            if answered[u] == m:
                later.append(u)
                continue
            row = after[u]
            for k in range(len(row)):
                w = row[place[u] - k]  # from place[u] backwards, and round
                if label[w] < 0 and answered[w] != m:
                    place[u] = (place[u] - k) % len(row)
                    watchers[w].append(u)
                    break
            else:
                label[u] = m
                later.extend(watchers[u])
                watchers[u] = []
                for p in before[u]:
                    if answered[p] != m:
                        answered[p] = m
                        if label[p] < 0:
                            queue.extend(watchers[p])
                            watchers[p] = []
        remaining = []
        for u in open_nodes:
            if label[u] == NONE:
                if answered[u] == m:
                    remaining.append(u)
                else:
                    label[u] = ENDLESS
        open_nodes = remaining
        queue = later
        m += 1
    infinities: dict[frozenset[int], Infinity] = {}
    values: list[int | Infinity] = []
    for u in range(node_count):
        if label[u] >= 0:
            values.append(label[u])
        else:
            finite = frozenset(label[w] for w in after[u] if label[w] >= 0)
            values.append(infinities.setdefault(finite, Infinity(finite)))
    return values


def csr_loopy_values(indptr: NDArray[Any], indices: NDArray[Any]) -> NDArray[Any]:
    """The same of a graph in compressed rows, compiled: int32[nodes], ENDLESS where there is no integer.

    Args:    as `acyclic.csr` makes them.
    Cost:    10**6 arcs at random take about 0.2 s.
    """
    import numpy as np

    from grundy.engines.graph.kernels import loopy_labels

    nodes = len(indptr) - 1
    label = np.empty(nodes, np.int32)
    loopy_labels(indptr, indices, *entering_rows(indptr, indices), label, np.empty((7, nodes), np.int32))
    return label


def entering_rows(indptr: NDArray[Any], indices: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The arcs of a graph in compressed rows by where they lead, in compressed rows of where they come from."""
    import numpy as np

    nodes = len(indptr) - 1
    return csr(nodes, indices, np.repeat(np.arange(nodes, dtype=np.int32), np.diff(indptr)))


def infinity(indptr: NDArray[Any], indices: NDArray[Any], label: NDArray[Any], node: int) -> Infinity:
    """The value of a node without an integer: the integers among its successors."""
    around = label[indices[indptr[node] : indptr[node + 1]]]
    return Infinity(frozenset(around[around >= 0].tolist()))


class LoopyNodes:
    """The values of the nodes of a graph."""

    def __init__(self, graph: Arcs) -> None:
        self._graph = graph
        self._values: Sequence[Value] | None = None
        if len(graph.edges) <= PLAIN_ARCS:
            self._values = loopy_values(len(graph.nodes), graph.edges)
            return
        import numpy as np

        ends = np.array(graph.edges, np.int32)
        self._rows = csr(len(graph.nodes), ends[:, 0], ends[:, 1])
        self._label = csr_loopy_values(*self._rows)

    def __getitem__(self, node: int) -> Value:
        if self._values is not None:
            return self._values[node]
        label = int(self._label[node])
        return label if label >= 0 else infinity(*self._rows, self._label, node)

    def moves_to(self, node: int, rest: Value) -> Moves:
        """The moves of a token that win with `rest` beside."""
        ends = self._graph.successors[node]
        return listed([(("to", self._graph.nodes[end]),) for end in ends if add([rest, self[end]]) == 0])


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for a token on a node of any graph, where play may come back to a node."""
    assert isinstance(rule.shape, Arcs)
    graph = rule.shape
    solved_nodes: list[LoopyNodes] = []

    def answer(states: Sequence[int]) -> Answer:
        if not solved_nodes:
            solved_nodes.append(LoopyNodes(graph))
        return Answer([solved_nodes[0][node] for node in states], BY, solved_nodes[0].moves_to)

    return Direct(answer)
