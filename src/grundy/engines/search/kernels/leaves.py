"""Node Kayles on graphs of few nodes, each looked up by its edges, or worked out from such: the search ends there.

A graph of n nodes is a word: bit j (j - 1) / 2 + i is set if its nodes i < j are joined. Nodes are so numbered that one
more without edges changes no bit, so a table of the graphs of SEVEN nodes has all smaller ones too. Larger graphs, up
to MOST nodes, are worked out from their options: nodes without neighbours are heaps of one, and a move at any other
node takes two nodes at least, so that graphs of nine nodes need one move, and those of eleven, whose words have 55
bits, two.

judge  the definition in plain Python, in tests/engines/search/test_leaves.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.spans import bits_of, zeros_below

SEVEN = 7
MOST = SEVEN + 4
ONE = np.uint64(1)


class SmallGraphs(NamedTuple):
    """The nim-values of the first sets, and those of small graphs.

    sets     u1: as `small` of KnownValues
    graphs   u1[2**21]: the nim-values of the graphs of SEVEN nodes, by their words
    joined   u1[P * P]: whether two places are joined
    places   P
    """

    sets: Any
    graphs: Any
    joined: Any
    places: int


@njit
def column(j):
    """The bit at which the neighbours of node j among those before it begin."""
    return np.uint64((j * (j - 1)) >> 1)


@njit
def around(graph, n, v):
    """The neighbours of node v of a graph of n nodes, as bits."""
    found = (graph >> column(v)) & ((ONE << np.uint64(v)) - ONE)
    for j in range(v + 1, n):
        found |= ((graph >> (column(j) + np.uint64(v))) & ONE) << np.uint64(j)
    return found


@njit
def within(graph, nodes):
    """The graph that some nodes (bits) of a graph make, numbered anew in their order."""
    found = np.uint64(0)
    bit = np.uint64(0)
    left = nodes
    while left != np.uint64(0):
        j = zeros_below(left)
        left &= left - ONE
        joined = graph >> column(j)
        before = nodes & ((ONE << np.uint64(j)) - ONE)
        while before != np.uint64(0):
            i = zeros_below(before)
            before &= before - ONE
            found |= ((joined >> np.uint64(i)) & ONE) << bit
            bit += ONE
    return found


@njit
def listed(graphs, graph, n):
    """The nim-value of a graph of at most SEVEN nodes."""
    return np.int64(graphs[np.int64(graph)]) ^ ((SEVEN - n) & 1)


@njit
def alone(graph, n):
    """The nodes of a graph that have neighbours, as bits, and what the others are worth."""
    found = np.uint64(0)
    for j in range(1, n):
        joined = (graph >> column(j)) & ((ONE << np.uint64(j)) - ONE)
        if joined != np.uint64(0):
            found |= joined | (ONE << np.uint64(j))
    return found, (n - bits_of(found)) & 1


@njit
def least_missing(seen):
    """The least value whose bit is not set."""
    return zeros_below(~seen)


@njit
def after_one(graphs, graph, n):
    """The nim-value of a graph of at most SEVEN + 2 nodes, from those of its options."""
    nodes, heap = alone(graph, n)
    seen = np.uint64(0)
    left = nodes
    while left != np.uint64(0):
        v = zeros_below(left)
        left &= left - ONE
        rest = nodes & ~(around(graph, n, v) | (ONE << np.uint64(v)))
        value = listed(graphs, within(graph, rest), bits_of(rest))
        seen |= ONE << np.uint64(value)
    return least_missing(seen) ^ heap


@njit
def after_two(graphs, graph, n):
    """The nim-value of a graph of at most MOST nodes, from those of its options and theirs."""
    nodes, heap = alone(graph, n)
    seen = np.uint64(0)
    left = nodes
    while left != np.uint64(0):
        v = zeros_below(left)
        left &= left - ONE
        rest = nodes & ~(around(graph, n, v) | (ONE << np.uint64(v)))
        count = bits_of(rest)
        option = within(graph, rest)
        value = listed(graphs, option, count) if count <= SEVEN else after_one(graphs, option, count)
        seen |= ONE << np.uint64(value)
    return least_missing(seen) ^ heap


@njit
def graph_value(graphs, graph, n):
    """The nim-value of a graph of at most MOST nodes."""
    if n <= SEVEN:
        return listed(graphs, graph, n)
    if n <= SEVEN + 2:
        return after_one(graphs, graph, n)
    return after_two(graphs, graph, n)


@njit
def fill(graphs):
    """Work out the table of the graphs of SEVEN nodes.

    requires  2**21 entries
    method    in the order of their words: a graph that is left has fewer edges, each at the same or a lower bit, so
              that it comes before
    judge     the definition in plain Python, in tests/engines/search/test_leaves.py
    """
    for graph in range(graphs.size):
        graphs[graph] = after_one(graphs, np.uint64(graph), SEVEN)


@njit
def evaluate(graphs, given, n, values):
    """The nim-values of some graphs of n nodes, at most MOST, into `values`.

    judge  the definition in plain Python, in tests/engines/search/test_leaves.py
    """
    for at in range(given.size):
        values[at] = graph_value(graphs, given[at], n)


@njit
def graph_of(joined, places, a):
    """The graph that a set of at most MOST places makes."""
    low, high = np.uint64(0), np.uint64(0)  # places, ten bits each, six to a word
    found = np.uint64(0)
    bit = np.uint64(0)
    n = 0
    while not w.is_empty(a):
        place = w.lowest(a)
        a = w.without(a, w.place(a, place))
        row = place * places
        for i in range(n):
            before = (low >> np.uint64(10 * i) if i < 6 else high >> np.uint64(10 * i - 60)) & np.uint64(1023)
            found |= np.uint64(joined[row + np.int64(before)]) << bit
            bit += ONE
        if n < 6:
            low |= np.uint64(place) << np.uint64(10 * n)
        else:
            high |= np.uint64(place) << np.uint64(10 * n - 60)
        n += 1
    return found


@njit
def leaf_value(leaves, a):
    """The nim-value of a set of places, if it is a graph of at most MOST nodes; else -1."""
    n = w.size(a)
    if n > MOST:
        return np.int64(-1)
    return np.int64(graph_value(leaves.graphs, graph_of(leaves.joined, leaves.places, a), n))
