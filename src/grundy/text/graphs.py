"""A finite graph with tokens, as JSON or as lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, chain
from operator import gt, lt
from typing import Any

from grundy.errors import OutOfReach
from grundy.text.collector import collector_paused
from grundy.text.json_reader import Document
from grundy.text.reader import Text, describe, visible
from grundy.text.rows import LARGE, named, number_lines

# A finite graph with tokens, as JSON: `{"nodes": [...], "edges": [[from, to], ...], "tokens": [...]}`.

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
    before = len(text.findings)
    document = Document(text)
    nodes, edges, tokens = document.fields(("nodes", "edges", "tokens"))
    if edges is not None and len(edges) > MOST_ARCS:
        raise _too_many(text, f"{len(edges)} arcs")
    index = _index(document, nodes)
    ends = _ends(document, index, edges)
    places = _indices(document, index, tokens or (), "tokens")
    if len(text.findings) == before and not loopy and nodes:
        _report_cycles(document, nodes, ends)
    if len(text.findings) > before or nodes is None:
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


def _too_many(text: Text, actual: str) -> OutOfReach:
    return OutOfReach(
        f"{text.name}: a graph in JSON may have {MOST_ARCS} arcs, found {actual}; "
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
            document.report(["edges", edge], "no arc from a node to itself", _cycle_text(nodes, [node]))
    for cycle in _cycles(len(nodes), froms, tos):
        if document.text.full:
            return
        after = dict(zip(cycle, cycle[1:] + cycle[:1], strict=True))
        last = max(edge for edge, node in enumerate(froms) if after.get(node) == tos[edge])
        first = cycle.index(tos[last])  # told from the arc that closes it, the last one in the text
        document.report(["edges", last], "no cycle of moves", _cycle_text(nodes, cycle[first:] + cycle[:first]))


def find_cycle(nodes: Sequence[Any], edges: Sequence[tuple[int, int]]) -> str:
    """A cycle in words; "" if there is none."""
    froms, tos = [start for start, _ in edges], [end for _, end in edges]
    if _is_acyclic(len(nodes), froms, tos):
        return ""
    alone = next((start for start, end in edges if start == end), None)
    return _cycle_text(nodes, [alone] if alone is not None else next(_cycles(len(nodes), froms, tos)))


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


def _cycle_text(nodes: Sequence[Any], cycle: Sequence[int]) -> str:
    names = [visible(str(nodes[node])) for node in cycle]
    shown = names if len(names) <= _SHOWN else [*names[: _SHOWN - 1], f"… ({len(names)} nodes)"]
    return f"the cycle {' → '.join([*shown, names[0]])}"


# A finite graph with tokens, as lines: an arc `FROM TO` a line, and `@ NODE ...` for the nodes with tokens.

MOST_PLAIN_DIGITS = 18
_WORD = re.compile(r"[^ \t\r\n/]+")
_NAME = re.compile(r"[^ \t/]+")
_NUMBER = re.compile(rf"-?[0-9]{{1,{MOST_PLAIN_DIGITS}}}")
_ODD = re.compile(rf"(?<![0-9])0[0-9]|[0-9]{{{MOST_PLAIN_DIGITS + 1}}}")  # 07 beside 7, say: then names are texts
_UNSEEN = re.compile(r"[^\x20-\x7e\t\r\n]|\r(?!\n|\Z)")  # what may be no letter, and no blank
_TOKENS = re.compile(r"@[0-9 \t]*")
NOTHING = GraphText((), (), ())


def is_arcs(text: Text) -> bool:
    """Whether a text is such a list of lines, rather than JSON."""
    return text.string.lstrip()[:1] not in ("", "{", "[")


def read_arcs(text: Text, loopy: bool = False) -> GraphText:
    """Read a graph; lines end at a line break or '/', and what follows '#' in a line is a remark.

    Names are whole numbers, if all of them are, or else texts.

    Args:    loopy: whether cycles are allowed.
    Returns: the graph, which is empty if anything was reported.
    Raises:  OutOfReach: more than 10^6 arcs.
    Cost:    linear; about 1 s for 10^6 arcs between whole numbers, else three times that.

    >>> read_arcs(Text("1 2/2 3/@ 1", "<argument>"))
    GraphText(nodes=(1, 2, 3), edges=((0, 1), (1, 2)), tokens=(0,))
    """
    with collector_paused():
        return _read_arcs(text, loopy)


def _read_arcs(text: Text, loopy: bool) -> GraphText:
    graph = _read_large(text.string) if len(text.string) >= LARGE else None
    if graph is None:
        before = len(text.findings)
        graph = _read_lines(text)
        if len(text.findings) > before:
            return NOTHING
    cycle = "" if loopy else find_cycle(graph.nodes, graph.edges)
    if cycle:
        text.report_at(0, "no cycle of moves (--loopy allows them)", cycle)
        return NOTHING
    return graph


def _read_large(string: str) -> GraphText | None:
    """A long list of arcs between whole numbers, its tokens at the end, read all at once; None: it is to be read with
    care."""
    stop = string.find("@") if "@" in string else len(string)
    lines = number_lines(string[:stop].encode("utf-8", "surrogatepass"))
    if lines is None or (stop < len(string) and string[stop - 1] != "\n") or _ODD.search(string, 0, stop):
        return None
    import numpy as np

    lengths = lines.lengths
    if not ((lengths == 0) | (lengths == 2)).all() or len(lines.numbers) > 2 * MOST_ARCS:
        return None
    nodes, ends = named(lines.numbers)
    tokens: list[int] = []
    index = dict(zip(map(str, nodes), range(len(nodes)), strict=True)) if stop < len(string) else {}
    for line in string[stop:].split("\n"):
        if line.strip(" \t") and not _TOKENS.fullmatch(line):
            return None
        words = line[1:].split()
        if not index.keys() >= set(words):
            return None
        tokens += map(index.__getitem__, words)
    froms, tos = ends[::2], ends[1::2]
    once = np.sort(np.unique(froms * len(nodes) + tos, return_index=True)[1])
    return GraphText(tuple(nodes), tuple(zip(froms[once].tolist(), tos[once].tolist(), strict=True)), tuple(tokens))


def _read_lines(text: Text) -> GraphText:
    before = len(text.findings)
    if _UNSEEN.search(text.string):
        _report_unseen(text)
        if len(text.findings) > before:
            return NOTHING
    lines = text.string.replace("/", "\n").split("\n")
    rows = [line.partition("#")[0].split() for line in lines] if "#" in text.string else list(map(str.split, lines))
    pairs = [row for row in rows if len(row) == 2 and row[0][0] != "@"]
    if len(pairs) > MOST_ARCS:
        raise OutOfReach(f"{text.name}: a graph as text may have {MOST_ARCS} arcs, found {len(pairs)}; {WOULD_DO}")
    index = {word: place for place, word in enumerate(dict.fromkeys(chain.from_iterable(pairs)))}
    tokens: list[int] = []
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    for line, row in enumerate(rows):
        if row and row[0][0] == "@":
            tokens += _tokens(text, starts[line], lines[line], index)
        elif len(row) not in (0, 2) and not text.full:
            at = text.string.index(row[0], starts[line])
            text.report_at(at, "an arc FROM TO, or '@' and the nodes with tokens", describe(" ".join(row)))
    if len(text.findings) > before:
        return NOTHING
    ends = list(map(index.__getitem__, chain.from_iterable(pairs)))
    edges = tuple(dict.fromkeys(zip(ends[::2], ends[1::2], strict=True)))
    return GraphText(_named(list(index)), edges, tuple(tokens))


def _report_unseen(text: Text) -> None:
    """Report names with a character that cannot be seen, or that passes for a digit, as a no-break space does."""
    for line in text.line_parts():
        for match in _NAME.finditer(line.string.partition("#")[0] if not text.full else ""):
            name = match.group()
            if not name.isprintable() or any(character.isdecimal() and not character.isascii() for character in name):
                line.report_at(match.start(), "a node of visible characters", describe(name))


def _tokens(text: Text, start: int, line: str, index: dict[str, int]) -> Iterator[int]:
    """The nodes that a line names behind its '@'; what is none is reported."""
    line = line.partition("#")[0]
    for match in _WORD.finditer(line, line.index("@") + 1):
        if match.group() in index:
            yield index[match.group()]
        else:
            text.report_at(start + match.start(), "one of the nodes of the arcs (JSON has others)")


WOULD_DO = "grundy.loopy takes larger ones as arrays"


def _named(words: list[str]) -> tuple[str, ...] | tuple[int, ...]:
    """Whole numbers, if all words are such and no two the same number."""
    if all(map(_NUMBER.fullmatch, words)) and len(numbers := dict.fromkeys(map(int, words))) == len(words):
        return tuple(numbers)
    return tuple(words)
