"""Large graphs as JSON, from their bytes straight to W where the first player wins; as the kernels one folder above.

reference  the reader of the format, and the engines, in tests/judges/test_at_once.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.compile.jit import njit
from grundy.judges.at_once.kernels import DIGITS, LINE, LOST, REFUSED, WON, at_digit

_NODES, _ARCS = 1 << 20, 10**6  # of a graph; more arcs are refused by the reader, too
_TEXT, _WHOLE = 34, 48  # the names of nodes: texts, in quotation marks, or whole numbers
_NODES_KEY, _EDGES_KEY, _TOKENS_KEY = (int.from_bytes(key, "little") for key in (b'"nodes"', b'"edges"', b'"tokens"'))
_SEED, _PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)  # of the hash FNV-1a


@njit
def mark(data: Any, at: int, mark: int) -> int:
    """Where what follows a mark begins, before which there may be blanks and ends of lines."""
    if at == REFUSED:
        return REFUSED
    at = after_space(data, at)
    return at + 1 if data[at] == mark else REFUSED


@njit
def after_space(data: Any, at: int) -> int:
    while data[at] == 32 or data[at] == LINE or data[at] == 13 or data[at] == 9:
        at += 1
    return at


@njit
def spelt(data: Any, at: int, word: int) -> int:
    """Where bytes end that are one number, before which there may be blanks and ends of lines."""
    if at == REFUSED:
        return REFUSED
    at = after_space(data, at)
    while word:
        if data[at] != word & 255:
            return REFUSED
        at += 1
        word >>= 8
    return at


@njit
def list_of(data: Any, at: int, key: int) -> int:
    """Where the list of a key begins, whose bytes are one number."""
    return mark(data, mark(data, spelt(data, at, key), 58), 91)


@njit
def _name(data: Any, at: int, kind: int) -> tuple[Any, int]:
    """The hash of a name, and where it ends: a number without a leading 0, or printable ASCII without `[` and `\\`."""
    key, first = _SEED, at
    if kind == _TEXT:
        if data[at] != _TEXT:
            return key, REFUSED
        at += 1
        while data[at] != _TEXT:
            if data[at] < 32 or data[at] > 126 or data[at] == 91 or data[at] == 92:
                return key, REFUSED
            key = (key ^ np.uint64(data[at])) * _PRIME
            at += 1
        at += 1
    else:
        while at_digit(data, at):
            key = (key ^ np.uint64(data[at])) * _PRIME
            at += 1
        if not 0 < at - first <= DIGITS or (data[first] == 48 and at - first > 1):
            return key, REFUSED
    return key ^ key >> np.uint64(29), at


@njit
def _find(data: Any, at: int, end: int, key: Any, table: Any, names: int, mask: int) -> Any:
    """The slot of the name between two places in a table of nodes counted from 1, or the one where it would stand.

    The table has 0 in empty slots, and the places where the names of the nodes begin, from `names` on.
    """
    slot = np.int64(key) & mask
    while table[slot]:
        other = np.int64(table[names + np.int64(table[slot]) - 1])
        place = 0
        while place < end - at and data[at + place] == data[other + place]:
            place += 1
        if place == end - at and not (at_digit(data, other + place) and data[other] != _TEXT):
            return slot
        slot = (slot + 1) & mask
    return slot


@njit
def _node(data: Any, at: int, kind: int, table: Any, names: int, mask: int) -> tuple[Any, int]:
    """The node that is named next, counted from 1, and where its name ends; no node: REFUSED."""
    at = after_space(data, at)
    key, end = _name(data, at, kind)
    if end == REFUSED:
        return REFUSED, end
    return np.int64(table[_find(data, at, end, key, table, names, mask)]) or REFUSED, end


@njit
def graph(data: Any, size: int, letters: Any, work: Any) -> int:
    """Nodes, edges and tokens as JSON, in this order, without a cycle."""
    if size >= 1 << 31:
        return REFUSED
    names = 4 * _NODES
    at = list_of(data, mark(data, 0, 123), _NODES_KEY)
    if at == REFUSED:
        return REFUSED
    kind = _TEXT if data[after_space(data, at)] == _TEXT else _WHOLE
    node: Any
    nodes, more = 0, True
    while more:
        at = after_space(data, at)
        _, end = _name(data, at, kind)
        if end == REFUSED or nodes == _NODES:
            return REFUSED
        work[names + nodes] = at
        nodes += 1
        at = after_space(data, end)
        more = data[at] == 44
        at += more
    at = mark(data, at, 93)
    mask = 1
    while mask < 2 * nodes:
        mask = 2 * mask + 1
    for node in range(nodes):
        begin = np.int64(work[names + node])
        key, end = _name(data, begin, kind)
        slot = _find(data, begin, end, key, work, names, mask)
        if work[slot]:
            return REFUSED
        work[slot] = node + 1

    # the arcs, as pairs; how many leave each node, and how many lead to it
    ends = names + _NODES
    after = ends + 2 * _ARCS
    before = after + _NODES + 2
    left = before + _NODES + 2
    arcs = 0
    at = list_of(data, mark(data, at, 44), _EDGES_KEY)
    if at == REFUSED:
        return REFUSED
    at = after_space(data, at)
    more = data[at] != 93
    while more:
        if arcs == _ARCS:
            return REFUSED
        at = mark(data, at, 91)
        for which in range(2):
            if at == REFUSED:
                return REFUSED
            node, end = _node(data, at, kind, work, names, mask)
            if node == REFUSED:
                return REFUSED
            work[ends + 2 * arcs + which] = node - 1
            work[(before if which else after) + node] += 1
            at = mark(data, end, 93 if which else 44)
        if at == REFUSED:
            return REFUSED
        arcs += 1
        at = after_space(data, at)
        more = data[at] == 44
        at += more
    at = list_of(data, mark(data, mark(data, at, 93), 44), _TOKENS_KEY)
    if at == REFUSED:
        return REFUSED

    # sorted by either end: what follows node u, and what leads to it, begins at after[u] and before[u]
    targets, sources = left + _NODES, left + _NODES + _ARCS
    for node in range(nodes):
        work[left + node] = work[after + node + 1]
        work[after + node + 1] += work[after + node]
        work[before + node + 1] += work[before + node]
    for arc in range(arcs - 1, -1, -1):  # from the back, so that each begin is one again when its node is done
        start, stop = np.int64(work[ends + 2 * arc]), np.int64(work[ends + 2 * arc + 1])
        work[after + start + 1] -= 1
        work[targets + np.int64(work[after + start + 1])] = stop
        work[before + stop + 1] -= 1
        work[sources + np.int64(work[before + stop + 1])] = start

    # nodes whose options all have a value; begins stand one further on now
    ready, values, seen = sources + _ARCS, sources + _ARCS + _NODES, sources + _ARCS + 2 * _NODES
    work[after + nodes + 1] = arcs
    work[before + nodes + 1] = arcs
    count = 0
    for node in range(nodes):
        if not work[left + node]:
            work[ready + count] = node
            count += 1
    done = 0
    while done < count:
        node = np.int64(work[ready + done])
        done += 1
        for arc in range(np.int64(work[after + node + 1]), np.int64(work[after + node + 2])):
            work[seen + np.int64(work[values + np.int64(work[targets + arc])])] = done
        mex = 0
        while work[seen + mex] == done:
            mex += 1
        work[values + node] = mex
        for arc in range(np.int64(work[before + node + 1]), np.int64(work[before + node + 2])):
            source = np.int64(work[sources + arc])
            work[left + source] -= 1
            if not work[left + source]:
                work[ready + count] = source
                count += 1
    if count < nodes:
        return REFUSED

    total = np.uint32(0)
    at = after_space(data, at)
    more = data[at] != 93
    while more:
        node, end = _node(data, at, kind, work, names, mask)
        if node == REFUSED:
            return REFUSED
        total ^= work[values + node - 1]
        at = after_space(data, end)
        more = data[at] == 44
        at += more
    at = mark(data, mark(data, at, 93), 125)
    if at == REFUSED or after_space(data, at) != size:
        return REFUSED
    letters[0] = WON if total else LOST
    return 1
