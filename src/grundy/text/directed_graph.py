"""A graph with directions, as people write it: a list of arcs, or JSON.

    a->b->c, c-a, d      arcs; with '-' one each way; and nodes without any
    1 2                  one arc a line, from the first node to the second
    {"nodes": ["a", "b"], "edges": [["a", "b"]]}

Names are those of graphs without directions, which may be given, too: each edge is then an arc each way. An arc may be
there several times, and lead from a node to itself.
"""

from __future__ import annotations

import re

from grundy.text.reader import BLANKS, Text
from grundy.text.undirected_graph import (
    MOST_EDGES,
    MOST_NODES,
    MOST_OF_MULTIGRAPH,
    NODE,
    NOTHING,
    Name,
    NetText,
    is_graph6,
    node_name,
    of_one_kind,
    read_json,
    read_net,
)

JOINS = ("->", ">", "-")
_TOKEN = re.compile(r"\([^)\n]*\)|->|[-,;>]|[^ \t,;>(-]+|\(")


def read_digraph(text: Text) -> NetText:
    """Read a graph whose edges lead from the first node to the second; it is empty if anything was reported.

    >>> read_digraph(Text("a->b->b, c-a", "<argument>"))
    NetText(nodes=('a', 'b', 'c'), edges=((0, 1), (0, 2), (1, 1), (2, 0)))
    >>> read_digraph(Text("2 1", "<argument>")).edges
    ((0, 1),)
    """
    known = len(text.findings)
    string = text.string.strip(f"{BLANKS}\r\n")
    if string.startswith("{"):
        net = read_json(text, multigraph=True, most=MOST_OF_MULTIGRAPH)
    elif is_graph6(string) and not set(JOINS) & set(string):
        net = both_ways(read_net(text))
    else:
        net = _read_list(text)
    for found, most, what in ((net.nodes, MOST_NODES, "nodes"), (net.edges, MOST_EDGES, "arcs")):
        if len(found) > most:
            text.report_at(0, f"a graph of at most {most:,} {what}", f"one of {len(found):,}")
    return NOTHING if len(text.findings) > known else NetText(net.nodes, tuple(sorted(net.edges)))


def both_ways(net: NetText) -> NetText:
    """A graph without directions as one with an arc each way; a loop is one arc."""
    back = ((b, a) for a, b in net.edges if a != b)
    return NetText(net.nodes, tuple(sorted((*net.edges, *back))))


def _read_list(text: Text) -> NetText:
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
                _read_piece(line, piece, at, names, arcs)
            elif at < len(line.string):
                line.report_at(at, "a node or an arc before it")
            piece = []
            if text.full:
                return NOTHING
    return NetText(of_one_kind(names), tuple(arcs))


def _read_piece(
    line: Text, piece: list[tuple[int, str]], stop: int, names: dict[Name, int], arcs: list[tuple[int, int]]
) -> None:
    """What stands between two separators: nodes with '->' or '-' between them, or two with a blank between."""
    if not any(token in JOINS for _, token in piece):
        if len(piece) > 2:
            line.report_at(piece[2][0], "',' or the end of the line after an arc of two nodes")
            return
        piece = [one for at, token in piece for one in ((at, "->"), (at, token))][1:]
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
