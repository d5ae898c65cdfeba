"""A finite graph with tokens, as JSON: `{"nodes": [...], "edges": [[from, to], ...], "tokens": [...]}`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from operator import gt, lt
from typing import Any

from grundy.errors import OutOfReach
from grundy.text.collector import collector_paused
from grundy.text.json_reader import Document
from grundy.text.reader import Text, describe, visible

MOST_ARCS = 1_000_000
_MOST_BRACKETS = 5 * MOST_ARCS  # names may have brackets too; beyond this the text is not even decoded
_NODE = "a node, a string or a whole number"
_SHOWN = 8  # names in a cycle that is told


@dataclass(frozen=True, slots=True)
class GraphText:
    """A graph as it was written.

    Fields:  nodes: the names, all strings or all ints. edges: pairs of indices into nodes, each once, in the order
             of the text. tokens: indices into nodes, several may be equal.
    """

    nodes: tuple[str, ...] | tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    tokens: tuple[int, ...]


def read_graph(text: Text, loopy: bool = False) -> GraphText:
    """Read a graph; a negative whole number is a name like any other.

    Args:    loopy: whether cycles are allowed.
    Returns: the graph, which is empty if anything was reported.
    Raises:  OutOfReach: more than 10^6 arcs.
    Cost:    linear; 0.3 s for 10^5 nodes and 3·10^5 arcs.

    >>> read_graph(Text('{"nodes": ["a", "b"], "edges": [["a", "b"]], "tokens": ["a"]}', "<argument>"))
    GraphText(nodes=('a', 'b'), edges=((0, 1),), tokens=(0,))
    """
    brackets = text.string.count("[")
    if brackets > _MOST_BRACKETS:
        raise _too_many(text, f"at least {_MOST_BRACKETS} lists")
    with collector_paused():
        return _read(text, loopy)


def _read(text: Text, loopy: bool) -> GraphText:
    known = len(text.findings)
    document = Document(text)
    nodes, edges, tokens = document.fields(("nodes", "edges", "tokens"))
    if edges is not None and len(edges) > MOST_ARCS:
        raise _too_many(text, f"{len(edges)} arcs")
    index = _index(document, nodes)
    ends = _ends(document, index, edges)
    places = _indices(document, index, tokens or (), "tokens")
    if len(text.findings) == known and not loopy and nodes:
        _report_cycles(document, nodes, ends)
    if len(text.findings) > known or nodes is None:
        return GraphText((), (), ())
    return GraphText(tuple(nodes), tuple(dict.fromkeys(zip(ends[0::2], ends[1::2], strict=True))), tuple(places))


def write_graph(graph: GraphText) -> str:
    return json.dumps(
        {
            "nodes": graph.nodes,
            "edges": [[graph.nodes[a], graph.nodes[b]] for a, b in graph.edges],
            "tokens": [graph.nodes[token] for token in graph.tokens],
        },
        ensure_ascii=False,
    )


def _too_many(text: Text, found: str) -> OutOfReach:
    return OutOfReach(
        f"{text.name}: a graph in JSON may have {MOST_ARCS} arcs, found {found}; "
        "give a larger one as arrays in the library"
    )


def _index(document: Document, nodes: list[Any] | None) -> dict[Any, int] | None:
    """The index of every node; None, and what is wrong reported, if they are no strings or no ints, each once."""
    if nodes is None:
        return None
    kinds = set(map(type, nodes))
    if kinds <= {int} or kinds <= {str}:
        index = dict(zip(nodes, range(len(nodes)), strict=True))
        if len(index) == len(nodes):
            return index
    first = next((type(node) for node in nodes if type(node) in (int, str)), str)
    expected = f"{'a whole number' if first is int else 'a string'}, as the first node is"
    seen = set()
    for place, node in enumerate(nodes):
        if document.text.full:
            break
        if type(node) not in (int, str):
            document.report(["nodes", place], _NODE)
        elif type(node) is not first:
            document.report(["nodes", place], expected)
        elif node in seen:
            document.report(["nodes", place], "each node once", f"{describe(str(node))} again")
        seen.add(node if type(node) is first else None)
    return None


def _ends(document: Document, index: dict[Any, int] | None, edges: list[Any] | None) -> list[int]:
    """The ends of all edges as indices: from, to, from, to…; what is wrong is reported."""
    if edges is None:
        return []
    if set(map(type, edges)) <= {list} and set(map(len, edges)) <= {2}:
        return _indices(document, index, list(chain.from_iterable(edges)), "edges")
    for place, edge in enumerate(edges):
        if document.text.full:
            break
        if type(edge) is not list:
            document.report(["edges", place], "an edge [from, to]")
        elif len(edge) < 2:
            document.report_missing(["edges", place], "two nodes in an edge")
        elif len(edge) > 2:
            document.report(["edges", place, 2], "']' after two nodes")
        else:
            _indices(document, index, edge, "edges", 2 * place)
    return []


def _indices(
    document: Document, index: dict[Any, int] | None, names: Sequence[Any], key: str, before: int = 0
) -> list[int]:
    """The indices of nodes by their names; every unknown one is reported, and without an index all that are no names.

    `key` is where the names stand; in the edges there are two to each edge, and `before` ones before these.
    """
    kind = type(next(iter(index), "")) if index is not None else None
    if index is not None and set(map(type, names)) <= {kind}:
        with suppress(KeyError):
            return list(map(index.__getitem__, names))
    for place, name in enumerate(names, before):
        if document.text.full:
            break
        if type(name) in (int, str) and (index is None or (type(name) is kind and name in index)):
            continue
        path: list[int | str] = [key, place] if key == "tokens" else [key, place // 2, place % 2]
        document.report(path, "one of the nodes" if type(name) in (int, str) else _NODE)
    return []


def _report_cycles(document: Document, nodes: list[Any], ends: list[int]) -> None:
    """Report every self-loop, and cycles that share no node until the rest has none."""
    froms, tos = ends[0::2], ends[1::2]
    if _is_acyclic(len(nodes), froms, tos):
        return
    for edge, node in enumerate(froms):
        if node == tos[edge] and not document.text.full:
            document.report(["edges", edge], "no arc from a node to itself", _told(nodes, [node]))
    for cycle in _cycles(len(nodes), froms, tos):
        if document.text.full:
            return
        after = dict(zip(cycle, cycle[1:] + cycle[:1], strict=True))
        last = max(edge for edge, node in enumerate(froms) if after.get(node) == tos[edge])
        first = cycle.index(tos[last])  # told from the arc that closes it, the last one in the text
        document.report(["edges", last], "no cycle of moves", _told(nodes, cycle[first:] + cycle[:first]))


def find_cycle(nodes: Sequence[Any], edges: Sequence[tuple[int, int]]) -> str:
    """A cycle in words; "" if there is none."""
    froms, tos = [start for start, _ in edges], [end for _, end in edges]
    if _is_acyclic(len(nodes), froms, tos):
        return ""
    alone = next((start for start, end in edges if start == end), None)
    return _told(nodes, [alone] if alone is not None else next(_cycles(len(nodes), froms, tos)))


def _is_acyclic(count: int, froms: Sequence[int], tos: Sequence[int]) -> bool:
    if all(map(lt, froms, tos)) or all(map(gt, froms, tos)):
        return True
    successors: list[list[int]] = [[] for _ in range(count)]
    left = [0] * count  # arcs from nodes not yet reached
    for a, b in zip(froms, tos, strict=True):
        successors[a].append(b)
        left[b] += 1
    reached = [node for node in range(count) if not left[node]]
    for node in reached:
        for after in successors[node]:
            now = left[after] - 1
            left[after] = now
            if not now:
                reached.append(after)
    return len(reached) == count


def _cycles(count: int, froms: Sequence[int], tos: Sequence[int]) -> Iterator[list[int]]:
    """Cycles of two or more nodes, no two with a common node, such that without their nodes there is no other."""
    successors: list[list[int]] = [[] for _ in range(count)]
    predecessors: list[list[int]] = [[] for _ in range(count)]
    left = [0] * count  # arcs to nodes that may still be on a cycle
    for a, b in zip(froms, tos, strict=True):
        if a != b:
            successors[a].append(b)
            predecessors[b].append(a)
            left[a] += 1
    ended = [node for node in range(count) if not left[node]]
    start = 0
    while True:
        for node in ended:
            for before in predecessors[node]:
                left[before] -= 1
                if not left[before]:
                    ended.append(before)
        ended = []
        while start < count and left[start] <= 0:
            start += 1
        if start == count:
            return
        # whoever is left has a successor that is left: following them must come round
        path: dict[int, int] = {}
        node = start
        while node not in path:
            path[node] = len(path)
            node = next(after for after in successors[node] if left[after] > 0)
        cycle = list(path)[path[node] :]
        yield cycle
        for node in cycle:
            left[node] = -count * count  # out of play, whatever is counted off later
        ended = list(cycle)


def _told(nodes: Sequence[Any], cycle: Sequence[int]) -> str:
    names = [visible(str(nodes[node])) for node in cycle]
    shown = names if len(names) <= _SHOWN else [*names[: _SHOWN - 1], f"… ({len(names)} nodes)"]
    return f"the cycle {' → '.join([*shown, names[0]])}"
