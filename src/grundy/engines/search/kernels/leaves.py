"""Graphs of few nodes in Node Kayles, whose nim-values are looked up or worked out at once, without keys or a search.

A graph of k nodes has a number: bit j (j - 1) / 2 + i is set if its nodes i < j are joined. The same number with more
nodes is the same graph with nodes alone beside it, each worth 1, so that one table has all graphs of up to SEVEN nodes.

Here a part of up to 64 places is a word: bit i is its node i, in the order of the moves of the board. Every move from a
connected part of nine nodes takes two at least, and leaves a graph of the table; larger ones take a few moves more.

judge  the definition in plain Python, in tests/engines/search/test_leaves.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.spans import bits_of, zeros_below

SEVEN = 7  # nodes of the largest graphs of the table
ONE, NONE = np.uint64(1), np.uint64(0)


class LeafKeys(NamedTuple):
    """How a set becomes its key, as parts.Keys; and a graph, parts of which of up to `most` nodes need no key.

    kind ... octets  as in parts.Keys
    most      the nodes of the largest part that is worked out at once
    far, reach  kernels/asked.py: the nodes of the largest part, and of the largest reply, that is asked about at once;
              0: none
    near      u8[P * W]: the neighbours of each place
    order     i8[P]: the place that each move takes
    graphs    u1[2**21]: the nim-value of each graph of seven nodes, by its number
    nodes     i8[64]: the places of the part that is worked on
    closed    u8[64]: of each of its nodes the neighbours and itself
    at        i8[SEVEN]
    set, todo, rest  u8[64]; seen, total  i8[64]: the graphs that are being worked out, each after a move in the one
              before: all their nodes, those whose moves are not looked at, what such a move left and is not added yet;
              the values of options (bits), and of that one so far
    options   u8[FRAMES * WIDE]; wanted, sought, met, count, following  i8[64]: the graphs that are asked about, each
              after a move in the one before: their options of more than seven nodes; the value asked about, that which
              options are asked for at present, those that options have (bits); how many options, which one is next
    replies, pieces  u8[64]; sequence  i8[64]
    """

    kind: int
    rows: int
    columns: int
    stride: int
    allowed: int
    row: Any
    column: Any
    images: Any
    octets: int
    most: int
    far: int
    reach: int
    near: Any
    order: Any
    graphs: Any
    nodes: Any
    closed: Any
    at: Any
    set: Any
    todo: Any
    rest: Any
    seen: Any
    total: Any
    options: Any
    wanted: Any
    sought: Any
    met: Any
    count: Any
    following: Any
    replies: Any
    pieces: Any
    sequence: Any


@njit
def fill_graphs(values, squeezed, near, induced):
    """Work out the nim-values of all graphs of seven nodes.

    method    node by node: of each graph of k - 1 nodes and each set r of them, to which node k - 1 is joined. A move
              leaves a graph of fewer nodes, of which node k - 1 is the last if it stays; that is in the table.
    arrays    values u1[2**21], out; squeezed u1[64 * 64]: [64 * u + r] has the bits of r in u, moved together;
              near i8[SEVEN], induced i8[64], work space
    cost      2**21 graphs, seven moves each: about 50 ms
    judge     the definition in plain Python, in tests/engines/search/test_leaves.py
    """
    values[0] = SEVEN & 1
    for k in range(2, SEVEN + 1):
        last = k - 1
        everything = (1 << last) - 1
        for graph in range(1 << (last * (last - 1) // 2)):
            for v in range(last):
                near[v] = (graph >> (v * (v - 1) // 2)) & ((1 << v) - 1)
                for i in range(v):
                    near[i] |= ((near[v] >> i) & 1) << v
            induced[0] = 0
            highest = 0
            for u in range(1, 1 << last):  # the number of the graph on the nodes u
                if u >> (highest + 1):
                    highest += 1
                before = u ^ (1 << highest)
                size = bits_of(np.uint64(before))
                induced[u] = induced[before] | np.int64(squeezed[64 * before + (near[highest] & before)]) << (
                    size * (size - 1) // 2
                )
            for r in range(1, 1 << last):
                left = everything & ~r
                seen = 1 << (values[induced[left]] ^ ((SEVEN - bits_of(np.uint64(left))) & 1))
                for v in range(last):
                    left = everything & ~(near[v] | 1 << v)
                    size = bits_of(np.uint64(left))
                    number = induced[left]
                    if (r >> v) & 1 == 0:
                        number |= np.int64(squeezed[64 * left + r]) << (size * (size - 1) // 2)
                        size += 1
                    seen |= 1 << (values[number] ^ ((SEVEN - size) & 1))
                number = graph | r << (last * (last - 1) // 2)
                values[number] = zeros_below(~np.uint64(seen)) ^ ((SEVEN - k) & 1)


@njit
def gather(keys, a):
    """Make a set of up to 64 places the part that is worked on; how many nodes it has."""
    many = len(a)
    count = 0
    for i in range(keys.order.size):
        node = keys.order[i]
        if w.holds(a, w.place(a, node)):
            keys.nodes[count] = node
            count += 1
    for j in range(count):
        row = keys.nodes[j] * many
        own, own_bit = ONE << np.uint64(j), np.uint64(j)
        for i in range(j):
            other = keys.nodes[i]
            joined = (keys.near[row + (other >> 6)] >> np.uint64(other & 63)) & ONE
            own |= joined << np.uint64(i)
            keys.closed[i] |= joined << own_bit
        keys.closed[j] = own
    return count


@njit
def whole(count):
    """All of so many nodes, 1 to 64."""
    return ~NONE >> np.uint64(64 - count)


@njit
def piece_of(keys, a, rim):
    """The part of the nodes `a` in which the lowest of `rim` lies; `a` itself as soon as it has all of `rim`."""
    part = rim & (~rim + ONE)
    edge = part
    while edge != NONE:
        fresh = keys.closed[zeros_below(edge)] & a & ~part
        edge = (edge & (edge - ONE)) | fresh
        part |= fresh
        if rim & ~part == NONE:
            return a
    return part


@njit
def in_table(keys, a):
    """The nim-value of up to seven nodes, joined or not."""
    number, bit, count = NONE, NONE, 0
    while a != NONE:
        node = zeros_below(a)
        a &= a - ONE
        row = keys.closed[node]
        for i in range(count):
            number |= ((row >> np.uint64(keys.at[i])) & ONE) << bit
            bit += ONE
        keys.at[count] = node
        count += 1
    return np.int64(keys.graphs[np.int64(number)]) ^ ((SEVEN - count) & 1)


@njit
def worked_out(keys, a):
    """The nim-value of some nodes of the part that is worked on: the mex of all options.

    requires  each part of `a` has 62 nodes at most
    bounds    a graph has fewer nodes than the one before it, and its value is less than the number of its nodes
    judge     the definition, in tests/engines/search/test_leaves.py
    cost      one look-up for seven nodes; of more, one for each move of each graph of more than seven
    """
    if bits_of(a) <= SEVEN:
        return in_table(keys, a)
    depth = 0
    enter(keys, depth, a)
    while True:
        rest = keys.rest[depth]
        if bits_of(rest) > SEVEN:
            piece = piece_of(keys, rest, rest)
            keys.rest[depth] = rest & ~piece
            if bits_of(piece) > SEVEN:
                depth += 1
                enter(keys, depth, piece)
            else:
                keys.total[depth] ^= in_table(keys, piece)
            continue
        keys.seen[depth] |= 1 << (keys.total[depth] ^ in_table(keys, rest))
        if keys.todo[depth] != NONE:
            take_next(keys, depth)
            continue
        value = zeros_below(~np.uint64(keys.seen[depth]))
        if depth == 0:
            return value
        depth -= 1
        keys.total[depth] ^= value


@njit
def enter(keys, depth, a):
    """Begin to work out a graph, with its first move."""
    keys.set[depth], keys.todo[depth], keys.seen[depth] = a, a, 0
    take_next(keys, depth)


@njit
def take_next(keys, depth):
    """Look at the next move of a graph that is worked out."""
    todo = keys.todo[depth]
    keys.todo[depth] = todo & (todo - ONE)
    keys.rest[depth] = keys.set[depth] & ~keys.closed[zeros_below(todo)]
    keys.total[depth] = 0


@njit
def leaf_value(keys, a):
    """The nim-value of a set of up to `most` places, or -1."""
    if w.size(a) > keys.most:
        return -1
    return worked_out(keys, whole(gather(keys, a)))
