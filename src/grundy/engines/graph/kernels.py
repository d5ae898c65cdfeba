"""Compiled loops for graphs in compressed rows (CSR): the successors of node u are indices[indptr[u] : indptr[u + 1]].

`acyclic.plain_values` is the slow twin of both kernels. Values are u2: a value v needs v (v + 1) / 2 arcs, so no graph
of fewer than 2 * 10**9 arcs reaches 63246.
"""

from __future__ import annotations

import numpy as np

from grundy.engines.jit import njit

UNSEEN = 65535
ON_PATH = 65534


@njit
def lowest(word):
    """The place of the lowest bit of a word u8 that is not 0: the number of ones in the word just below that bit."""
    x = (word & (~word + np.uint64(1))) - np.uint64(1)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@njit
def stamped_mex(indices, begin, end, values, marks, mark):
    """The mex of values[indices[begin:end]], any size: values seen carry `mark`, which no earlier call used."""
    for k in range(begin, end):
        marks[values[np.uint32(indices[k])]] = mark
    mex = 64  # all below are there, or this were not called
    while marks[mex] == mark:
        mex += 1
    return mex


@njit
def ordered_values(indptr, indices, values, marks, upward):
    """Nim-values of a graph whose arcs all lead to smaller node numbers, or (upward) all to larger ones.

    computes  values[u] = mex of the values of u's successors
    method    nodes in increasing (upward: decreasing) order, so that every successor has its value already; one word
              for values below 64, stamps where all of these occur
    arrays    indptr i8[n + 1]; indices i4[arcs], all in 0..n-1; values u2[n], out; marks u4[65536], zeros, work space
    returns   n, or how many nodes have their values when an arc in the other direction was met
    bounds    a mark is a node number + 1, and every node is looked at once
    cost      2 to 3 ns an arc while `values` fits the cache
    judge     acyclic.plain_values, in tests/engines/graph/test_graph_engine.py
    source    the definition
    """
    n = len(indptr) - 1
    one = np.uint64(1)
    for i in range(n):
        u = n - 1 - i if upward else i
        begin, end = indptr[u], indptr[u + 1]
        seen = np.uint64(0)
        if upward:
            for k in range(begin, end):
                if indices[k] <= u:
                    return i
                v = values[np.uint32(indices[k])]
                if v < 64:
                    seen |= one << np.uint64(v)
        else:
            for k in range(begin, end):
                if indices[k] >= u:
                    return i
                v = values[np.uint32(indices[k])]
                if v < 64:
                    seen |= one << np.uint64(v)
        if ~seen != 0:
            values[u] = lowest(~seen)
        else:
            values[u] = stamped_mex(indices, begin, end, values, marks, np.uint32(u + 1))
    return n


@njit
def search_values(indptr, indices, values, marks, path, at):
    """Nim-values of any graph, by depth-first search with its own stack, or its first cycle.

    computes  values[u] = mex of the values of u's successors
    method    a node gets its value when it has no successor without one; a successor on the path closes a cycle.
              The rows are read forwards only: no table of predecessors, which would cost more than all the rest
    arrays    indptr i8[n + 1]; indices i4[arcs], all in 0..n-1; values u2[n], out (UNSEEN: no value yet, ON_PATH);
              marks u4[65536], zeros; path i4[n], at i8[n]: the stack, and how far each node's row is read
    requires  values are all UNSEEN at the start
    returns   (0, 0), or (first, depth): path[first:depth] is a cycle
    bounds    a node is pushed once, so path is never overrun
    cost      two looks at each arc; 20 ns an arc where a million nodes are numbered at random
    judge     acyclic.plain_values, in tests/engines/graph/test_graph_engine.py
    source    the definition
    """
    n = len(indptr) - 1
    one = np.uint64(1)
    for root in range(n):
        if values[root] != UNSEEN:
            continue
        path[0] = root
        at[0] = indptr[root]
        values[root] = ON_PATH
        depth = 1
        while depth > 0:
            u = path[depth - 1]
            k = at[depth - 1]
            end = indptr[u + 1]
            child = -1
            while k < end:
                v = values[np.uint32(indices[k])]
                if v >= ON_PATH:
                    child = indices[k]
                    break
                k += 1
            if child < 0:
                seen = np.uint64(0)
                for k in range(indptr[u], end):
                    v = values[np.uint32(indices[k])]
                    if v < 64:
                        seen |= one << np.uint64(v)
                if ~seen != 0:
                    values[u] = lowest(~seen)
                else:
                    values[u] = stamped_mex(indices, indptr[u], end, values, marks, np.uint32(u + 1))
                depth -= 1
                continue
            if values[child] == ON_PATH:
                first = depth - 1
                while path[first] != child:
                    first -= 1
                return first, depth
            at[depth - 1] = k
            values[child] = ON_PATH
            path[depth] = child
            at[depth] = indptr[child]
            depth += 1
    return 0, 0


@njit
def fill_rows(sources, targets, indptr, indices):
    """Sort arcs by their source, keeping the order of each node's arcs.

    arrays    sources, targets i8[arcs], in 0..n-1; indptr i8[n], in: where each row starts, out: where it ends;
              indices i4[arcs], out: the targets, row by row
    requires  indptr[u] = the number of arcs from nodes below u
    cost      one pass, about 5 ns an arc
    judge     acyclic.plain_values through csr_values, in tests/engines/graph/test_graph_engine.py
    """
    for k in range(len(sources)):
        u = sources[k]
        indices[indptr[u]] = targets[k]
        indptr[u] += 1
