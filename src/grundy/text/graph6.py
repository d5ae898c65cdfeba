"""graph6, McKay's way to write a graph without directions: how many nodes, then a bit for each pair of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from grundy.text.reader import Text, describe

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
