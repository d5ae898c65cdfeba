"""A graph as people write it: a list of edges or of arcs, graph6, or JSON."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import Any, TypeAlias

from grundy.text import rows
from grundy.text.collector import collector_paused
from grundy.text.json_reader import Document
from grundy.text.reader import BLANKS, Text, describe, number

# graph6, McKay's way to write a graph without directions: how many nodes, then a bit for each pair of them.

_GRAPH6 = ">>graph6<<"
_SIX = "a character of graph6, '?' to '~'"
_NO_SIX = re.compile(r"[^?-~]")
_SIX_BITS = bytes((value - 63) % 256 for value in range(256))


def is_graph6(string: str) -> bool:
    """Whether a text is meant as graph6, rather than as a list of edges."""
    return string.startswith(_GRAPH6) or re.fullmatch(r"[:;&]?[^ \t,;0-9(-]+", string) is not None


def _size_and_count(string: str) -> tuple[int, int] | None:
    """How many of the first characters of a graph6 say how many nodes it has, and how many; None if they do not."""
    values = [ord(character) - 63 for character in string[:8]]
    if not values or min(values[:1]) < 0 or max(values[:1]) > 63:
        return None
    size = 1 if values[0] < 63 else 4 if values[1:2] != [63] else 8
    if len(values) < size or min(values[:size]) < 0 or max(values[:size]) > 63:
        return None
    return size, _count(values, size)


def _count(values: Sequence[int], size: int) -> int:
    """How many nodes, from the first characters."""
    if size == 1:
        return values[0]
    count = 0
    for value in values[size // 4 : size]:
        count = count << 6 | value
    return count


def read_graph6(text: Text, most_nodes: int, most_edges: int) -> tuple[int, list[tuple[int, int]]] | None:
    """How many nodes a graph has, and its edges by the places of their ends; None where something was reported.

    >>> read_graph6(Text("DQc", "<argument>"), 10, 10)
    (5, [(0, 2), (1, 3), (0, 4), (3, 4)])
    """
    start = len(text.string) - len(text.string.lstrip(" \t\r\n"))
    string = text.string.strip(" \t\r\n")
    if string.startswith(_GRAPH6):
        start, string = start + len(_GRAPH6), string.removeprefix(_GRAPH6)
    if string[:1] in (":", "&", ";"):
        text.report_at(start, "graph6: one graph without directions (not sparse6 or digraph6)", describe(string[0]))
        return None
    head = _size_and_count(string)
    if head and head[1] > most_nodes:  # before the rest is looked at, which may be long
        text.report_at(start, f"a graph of at most {most_nodes:,} nodes", f"one of {head[1]:,}")
        return None
    odd = _NO_SIX.search(string)
    if odd:
        expected = _SIX if odd.group() not in "\r\n" else "the end after one graph"
        text.report_at(start + odd.start(), expected, describe(odd.group()))
        return None
    if not head:
        text.report_at(start + len(string), "graph6: the number of nodes", describe("\n"))
        return None
    size, count = head
    wanted = size + -(-(count * (count - 1) // 2) // 6)
    if len(string) < wanted:
        text.report_at(start + len(string), f"{wanted} characters, as a graph6 of {count} nodes has", f"{len(string)}")
    elif len(string) > wanted:
        text.report_at(start + wanted, f"the end after the {wanted} characters that a graph6 of {count} nodes has")
    else:
        values = string[size:].encode("ascii").translate(_SIX_BITS)
        listed = sum(times * value.bit_count() for value, times in Counter(values).items())
        if listed > most_edges:
            text.report_at(start, f"a graph of at most {most_edges:,} edges", f"one of {listed:,}")
            return None
        edges = list(_pairs(values))
        if edges and edges[-1][1] >= count:
            text.report_at(start + wanted - 1, "zeros in the bits after the last pair of nodes")
        return count, edges
    return None


def _pairs(values: bytes) -> Iterator[tuple[int, int]]:
    """The pairs of nodes whose bits are set: 0-1, 0-2, 1-2, 0-3, ..., six a value, the highest bit first."""
    larger, start = 1, 0
    for place, value in enumerate(values):
        if value:
            for bit in range(6):
                if value & 32 >> bit:
                    while 6 * place + bit - start >= larger:
                        start += larger
                        larger += 1
                    yield 6 * place + bit - start, larger


# A graph without directions, as people write it: a list of edges, graph6, or JSON.
#
#     1-2, 2-3, 4          edges, and nodes without any; 1-2-3 is two edges
#     1 2                  one edge a line, as most programs write them
#     DQc                  graph6 (McKay), with or without its header
#     {"nodes": ["a", "b"], "edges": [["a", "b"]]}
#
# Names are numbers, words of letters, digits, '_' and '.', or cells of a grid, (2,3). An edge twice, in either
# direction, is harmless; an edge from a node to itself is not. In a multigraph two edges are two, and a loop is one.

MOST_NODES = 10_000
MOST_EDGES = 1_000_000
MOST_OF_MULTIGRAPH = MOST_EDGES + 1  # nodes: whoever counts edges reads each once
Name: TypeAlias = int | str | tuple[int, int]
NODE = re.compile(r"\([0-9]{1,9},[0-9]{1,9}\)|(?:[^\W\d]|[0-9])(?:[^\W\d]|[0-9.])*")  # no digit but 0 to 9
_ITEM = re.compile(r"(?:\([^)\n]*\)|[^ \t,;])+|[,;]")
_WORD, _GAP = re.compile(r"[^ \t\r\n,;-]+"), re.compile(r"[ \t\r\n,;-]+")
_NUMBERS = re.compile(r"[0-9 \t\r\n,;-]+")
MOST_PLAIN_DIGITS = 18
_LONG = re.compile(rf"[0-9]{{{MOST_PLAIN_DIGITS + 1}}}")
LARGE = 10_000  # characters, from which it is worth while to read a list all at once
_ENDS = "an edge of two nodes"


@dataclass(frozen=True, slots=True)
class NetText:
    """A graph as it was written.

    Fields:  nodes: the names, each once. edges: pairs of indices into nodes, the smaller first, in order; each once but
             in a multigraph.
    """

    nodes: tuple[Name, ...]
    edges: tuple[tuple[int, int], ...]


NOTHING = NetText((), ())


def net_text(nodes: Sequence[Name], edges: Iterable[tuple[int, int]], multigraph: bool = False) -> NetText:
    """A graph with its edges in order, the smaller end first, each once but in a multigraph."""
    return NetText(tuple(nodes), in_order(((a, b) if a < b else (b, a) for a, b in edges), len(nodes), multigraph))


def in_order(pairs: Iterable[tuple[int, int]], count: int, repeated: bool = False) -> tuple[tuple[int, int], ...]:
    """Pairs of numbers below `count` in order, each once unless `repeated`.

    As single numbers they are sorted in a third of the time that pairs take, which tells where there are millions.

    >>> in_order([(2, 0), (1, 2), (2, 0)], 3), in_order([(1, 1), (0, 1), (1, 1)], 2, repeated=True)
    (((1, 2), (2, 0)), ((0, 1), (1, 1), (1, 1)))
    """
    keys = [a * count + b for a, b in pairs]
    return tuple([divmod(key, count) for key in sorted(keys if repeated else set(keys))])


def read_net(text: Text, multigraph: bool = False, beyond: Callable[[NetText], bool] | None = None) -> NetText:
    """Read a graph; it is empty if anything was reported.

    Args:    beyond: which graphs of more than MOST_NODES nodes, up to as many as of a multigraph, are taken too.

    >>> read_net(Text("a-b-c, d", "<argument>"))
    NetText(nodes=('a', 'b', 'c', 'd'), edges=((0, 1), (1, 2)))
    >>> read_net(Text("B_", "<argument>"))
    NetText(nodes=(1, 2, 3), edges=((0, 1),))
    >>> read_net(Text("a-b, a-b, b-b", "<argument>"), multigraph=True).edges
    ((0, 1), (0, 1), (1, 1))
    """
    with collector_paused():
        return _read(text, multigraph, beyond)


def _read(text: Text, multigraph: bool, beyond: Callable[[NetText], bool] | None) -> NetText:
    before = len(text.findings)
    string = text.string.strip(" \t\r\n")
    most = MOST_OF_MULTIGRAPH if multigraph or beyond else MOST_NODES
    if string.startswith("{"):
        written = read_json(text, multigraph, most)
        net = net_text(written.nodes, written.edges, multigraph)
    elif is_graph6(string):
        read = read_graph6(text, MOST_NODES, MOST_EDGES)
        net = net_text(range(1, read[0] + 1), read[1]) if read else NOTHING
    else:
        net = _read_list(text, multigraph, most)
    if beyond and MOST_NODES < len(net.nodes) <= most and not beyond(net):
        if string.startswith("{"):
            read_json(text, multigraph, MOST_NODES)
        else:
            _refuse_many(text, len(net.nodes), MOST_NODES)
    return NOTHING if len(text.findings) > before else net


# Lists of edges.


def _refuse_many(text: Text, nodes: int, most: int) -> bool:
    """Whether there are more nodes than whoever asked takes, which then is reported."""
    if nodes > most:
        text.report_at(0, f"a graph of at most {most:,} nodes", f"one of {nodes:,}")
    return nodes > most


def _read_list(text: Text, multigraph: bool, most: int) -> NetText:
    names: dict[Name, int] = {}
    edges: list[tuple[int, int]] = []
    pairs = _read_pairs(text.string, multigraph, most) if len(text.string) >= rows.LARGE else None
    if pairs is not None:
        _refuse_many(text, len(pairs.nodes), most)
        return pairs
    plain = _plain_list(text.string.strip(" \t\r\n"), multigraph) if len(text.string) >= LARGE else None
    if plain is not None:
        if _refuse_many(text, len(plain[0]), most):
            return NOTHING
        return net_text(of_one_kind(plain[0]), plain[1], multigraph)
    for line in text.line_parts():
        items = [(match.start(), match.group()) for match in _ITEM.finditer(line.string)]
        piece: list[tuple[int, str]] = []
        for at, item in [*items, (len(line.string), ",")]:
            if item not in (",", ";"):
                piece.append((at, item))
                continue
            _read_piece(line, piece, at, at < len(line.string), names, edges, multigraph)
            piece = []
            if text.full:
                return NOTHING
    _refuse_many(text, len(names), most)
    return net_text(of_one_kind(names), edges, multigraph)


def of_one_kind(names: Iterable[Name]) -> tuple[Name, ...]:
    """The names, all of one kind, so that moves can be listed in order."""
    nodes = tuple(names)
    return nodes if len(set(map(type, nodes))) < 2 else tuple(map(name_text, nodes))


def _read_pairs(string: str, multigraph: bool, most: int) -> NetText | None:
    """The graph of a long list of two numbers a line; None: it is to be read in another way."""
    lines = rows.number_lines(string.encode("utf-8", "surrogatepass"))
    if lines is None or (lines.lengths != 2).any() or _LONG.search(string):
        return None
    import numpy as np

    names, ends = rows.named(lines.numbers)
    one, other = ends[::2], ends[1::2]
    if not multigraph and (one == other).any():
        return None
    if len(names) > most:  # reported by whoever asked
        return NetText(tuple(names), ())
    edges = np.minimum(one, other) * len(names) + np.maximum(one, other)
    edges = np.sort(edges) if multigraph else np.unique(edges)
    smaller, larger = np.divmod(edges, len(names))
    return NetText(tuple(names), tuple(zip(smaller.tolist(), larger.tolist(), strict=True)))


def _plain_list(string: str, multigraph: bool) -> tuple[list[Name], list[tuple[int, int]]] | None:
    """Names and edges of a long list without anything odd, read all at once; None: it is to be read with care."""
    words, gaps = _WORD.findall(string), _GAP.findall(string)
    if len(words) != len(gaps) + 1 or not _WORD.match(string):
        return None
    kinds = {gap: _kind(gap) for gap in set(gaps)}
    places = _places(words, _NUMBERS.fullmatch(string) is not None)
    if places is None or "" in kinds.values():
        return None
    ends, names = places
    joining, parting = ({kinds[gap] for gap in set(gaps[start::2])} for start in (0, 1))
    if parting <= {","} and "," not in joining and len(words) % 2 == 0:  # pairs alone
        edges = list(zip(ends[::2], ends[1::2], strict=True))
    elif " " in kinds.values():
        return None
    else:
        edges = [(a, b) for a, b, gap in zip(ends, ends[1:], gaps, strict=False) if kinds[gap] != ","]
    if not multigraph and any(a == b for a, b in edges):
        return None
    return names, edges


def _places(words: list[str], numbers: bool) -> tuple[list[int], list[Name]] | None:
    """The place of each word among the names, and the names as they come; None if one is no name."""
    names: dict[Name, int] = {}
    if numbers and max(map(len, words)) <= MOST_PLAIN_DIGITS:
        node_numbers = list(map(int, words))
        names.update(zip(dict.fromkeys(node_numbers), count(), strict=False))
        return list(map(names.__getitem__, node_numbers)), list(names)
    place: dict[str, int] = {}
    for word in dict.fromkeys(words):
        name = node_name(word) if NODE.fullmatch(word) else None
        if name is None:
            return None
        place[word] = names.setdefault(name, len(names))
    return list(map(place.__getitem__, words)), list(names)


def _kind(gap: str) -> str:
    """What stands between two names: '-', a separator as ',', blanks as ' ', or "" for what is odd."""
    if gap == "-":
        return gap
    left = gap.strip(" \t")
    if not left:
        return " "
    return "," if left in (",", ";", "\n", "\r\n") else ""


def _read_piece(
    line: Text,
    piece: list[tuple[int, str]],
    stop: int,
    comma: bool,
    names: dict[Name, int],
    edges: list[tuple[int, int]],
    multigraph: bool,
) -> None:
    """What stands between two separators: two nodes with a blank between, or words such as 1-2-3."""
    if not piece:
        if comma:
            line.report_at(stop, "a node or an edge before it")
        return
    chains = [_read_chain(line, at, item) for at, item in piece]
    if all("-" not in item for _, item in piece) and len(piece) > 1:
        if len(piece) > 2:
            line.report_at(piece[2][0], "',' or the end of the line after an edge of two nodes")
            return
        chains = [[node for chain in chains for node in chain]]
    for chain in chains:
        ends = [(at, names.setdefault(name, len(names))) for at, name in chain if name is not None]
        for (_, a), (at, b) in pairwise(ends):
            if a == b and not multigraph:
                line.report_at(at, "no edge from a node to itself")
            edges.append((a, b))


def _read_chain(line: Text, start: int, item: str) -> list[tuple[int, Name | None]]:
    """The nodes of one word, with their places; what is no name is reported."""
    chain: list[tuple[int, Name | None]] = []
    at = 0
    while True:
        match = NODE.match(item, at)
        stop = match.end() if match else at
        if match is None or item[stop : stop + 1] not in ("", "-"):
            wrong = item[at:].split("-")[0]
            expected = "a node: a number, a word, or a cell such as (2,3)"
            line.report_at(start + at, expected, describe(wrong) if wrong else None)
            return chain
        name = node_name(match.group())
        if name is None:
            line.report_at(start + at, "a number of at most 4,300 digits")
        chain.append((start + at, name))
        if stop == len(item):
            return chain
        at = stop + 1


def node_name(word: str) -> Name | None:
    """The node that a word names; None where its number has too many digits."""
    if word[0] == "(":
        row, column = word[1:-1].split(",")
        return int(row), int(column)
    return number(word) if word.isdigit() and word.isascii() else word


# JSON.


def read_json(text: Text, multigraph: bool, most: int) -> NetText:
    """The nodes and edges as they are written: which end of an edge comes first may be its direction."""
    document = Document(text)
    nodes, edges = document.fields(("nodes", "edges"))
    index: dict[Name, int] = {}
    for place, value in enumerate(nodes or ()):
        node = _json_name(value)
        if node is None:
            document.report(["nodes", place], "a node: a string, a whole number, or a cell [row, column]")
        elif node in index:
            document.report(["nodes", place], "each node once", f"{describe(str(node))} again")
        elif index and type(node) is not type(next(iter(index))):
            document.report(["nodes", place], "nodes of one kind, as the first is")
        else:
            index[node] = len(index)
        if text.full:
            return NOTHING
    if len(index) > most:
        document.report(["nodes"], f"at most {most:,} nodes", f"{len(index):,}")
    pairs = []
    for place, edge in enumerate(edges or ()):
        if text.full:
            return NOTHING
        if type(edge) is not list:
            document.report(["edges", place], f"{_ENDS}, [a, b]")
            continue
        if len(edge) != 2:
            if len(edge) < 2:
                document.report_missing(["edges", place], f"two nodes in {_ENDS[:7]}")
            else:
                document.report(["edges", place, 2], "']' after two nodes")
            continue
        ends = [index.get(name) if (name := _json_name(end)) is not None else None for end in edge]
        for k, end in enumerate(ends):
            if end is None and nodes is not None:
                document.report(["edges", place, k], "one of the nodes")
        if ends[0] is not None and ends[1] is not None:
            if ends[0] == ends[1] and not multigraph:
                document.report(["edges", place], "no edge from a node to itself")
            pairs.append((ends[0], ends[1]))
    return NetText(tuple(index), tuple(pairs))


def _json_name(value: Any) -> Name | None:
    if type(value) in (int, str):
        return value  # type: ignore[no-any-return]
    if (
        type(value) is list
        and len(value) == 2
        and all(type(coordinate) is int and coordinate >= 0 for coordinate in value)
    ):
        return value[0], value[1]
    return None


# Writing.


def name_text(name: Name) -> str:
    """A name as it is written in a list of edges."""
    return f"({name[0]},{name[1]})" if isinstance(name, tuple) else str(name)


def write_net(net: NetText, join: str = "-") -> str:
    """A graph as a list of edges, or as JSON where names are no plain ones; `join` stands between two nodes.

    >>> write_net(NetText((1, 2, 3, 4), ((0, 1), (1, 2))))
    '1-2, 2-3, 4'
    """
    words = [name_text(name) for name in net.nodes]
    plain = all(NODE.fullmatch(word) and node_name(word) == name for word, name in zip(words, net.nodes, strict=True))
    joined = {end for edge in net.edges for end in edge}
    items = [f"{words[a]}{join}{words[b]}" for a, b in net.edges]
    items += [word for node, word in enumerate(words) if node not in joined]
    if not plain or (not net.edges and any(word[0] not in "0123456789(" for word in words)):
        nodes = [list(name) if isinstance(name, tuple) else name for name in net.nodes]
        edges = [[nodes[a], nodes[b]] for a, b in net.edges]
        return json.dumps({"nodes": nodes, "edges": edges}, ensure_ascii=False)
    return ", ".join(items)


def graph_json(graph: Any, back: bool = False) -> str:
    """A graph of NetworkX, or of another library that names `nodes` and `edges` as it does, as text that is read here.

    Args:    back: each edge a second time the other way, but one from a node to itself.

    >>> class Path:
    ...     nodes, edges = ["a", "b", "c"], [("a", "b"), ("b", "c")]
    >>> read_net(Text(graph_json(Path), "<argument>")).edges
    ((0, 1), (1, 2))
    """
    edges = [[start, end] for start, end, *_ in graph.edges]  # of parallel edges a key comes third
    if back:
        edges += [[end, start] for start, end in edges if start != end]
    return json.dumps({"nodes": list(graph.nodes), "edges": edges}, ensure_ascii=False, default=str)


# A graph with directions, as people write it: a list of arcs, or JSON.
#
#     a->b->c, c-a, d      arcs; with '-' one each way; and nodes without any
#     1 2                  one arc a line, from the first node to the second
#     {"nodes": ["a", "b"], "edges": [["a", "b"]]}
#
# Names are those of graphs without directions, which may be given, too: each edge is then an arc each way. An arc may
# be there several times, and lead from a node to itself.

JOINS = ("->", ">", "-")
_TOKEN = re.compile(r"\([^)\n]*\)|->|[-,;>]|[^ \t,;>(-]+|\(")


def read_digraph(text: Text) -> NetText:
    """Read a graph whose edges lead from the first node to the second; it is empty if anything was reported.

    >>> read_digraph(Text("a->b->b, c-a", "<argument>"))
    NetText(nodes=('a', 'b', 'c'), edges=((0, 1), (0, 2), (1, 1), (2, 0)))
    >>> read_digraph(Text("2 1", "<argument>")).edges
    ((0, 1),)
    """
    before = len(text.findings)
    string = text.string.strip(f"{BLANKS}\r\n")
    if string.startswith("{"):
        net = read_json(text, multigraph=True, most=MOST_OF_MULTIGRAPH)
    elif is_graph6(string) and not set(JOINS) & set(string):
        net = both_ways(read_net(text))
    else:
        net = _read_arcs(text)
    for members, most, what in ((net.nodes, MOST_NODES, "nodes"), (net.edges, MOST_EDGES, "arcs")):
        if len(members) > most:
            text.report_at(0, f"a graph of at most {most:,} {what}", f"one of {len(members):,}")
    return NOTHING if len(text.findings) > before else NetText(net.nodes, tuple(sorted(net.edges)))


def both_ways(net: NetText) -> NetText:
    """A graph without directions as one with an arc each way; a loop is one arc."""
    back = ((b, a) for a, b in net.edges if a != b)
    return NetText(net.nodes, tuple(sorted((*net.edges, *back))))


def _read_arcs(text: Text) -> NetText:
    names: dict[Name, int] = {}
    arcs: list[tuple[int, int]] = []
    for line in text.line_parts():
        tokens = [(match.start(), match.group()) for match in _TOKEN.finditer(line.string)]
        piece: list[tuple[int, str]] = []
        for at, token in [*tokens, (len(line.string), ",")]:
            if token not in (",", ";"):
                piece.append((at, token))
                continue
            if piece:
                _read_arc(line, piece, at, names, arcs)
            elif at < len(line.string):
                line.report_at(at, "a node or an arc before it")
            piece = []
            if text.full:
                return NOTHING
    return NetText(of_one_kind(names), tuple(arcs))


def _read_arc(
    line: Text, piece: list[tuple[int, str]], stop: int, names: dict[Name, int], arcs: list[tuple[int, int]]
) -> None:
    """What stands between two separators: nodes with '->' or '-' between them, or two with a blank between."""
    if not any(token in JOINS for _, token in piece):
        if len(piece) > 2:
            line.report_at(piece[2][0], "',' or the end of the line after an arc of two nodes")
            return
        piece = [pair for at, token in piece for pair in ((at, "->"), (at, token))][1:]
    last: int | None = None
    for place, (at, token) in enumerate(piece):
        if place % 2:
            if token not in JOINS:
                line.report_at(at, "'->' or ','")
                return
            continue
        name = node_name(token) if NODE.fullmatch(token) else None
        if name is None:
            line.report_at(at, "a node: a number, a word, or a cell such as (2,3)")
            return
        here = names.setdefault(name, len(names))
        if last is not None:
            arcs.append((last, here))
            if piece[place - 1][1] == "-" and here != last:
                arcs.append((here, last))
        last = here
    if len(piece) % 2 == 0:
        line.report_at(stop, "a node after it")
