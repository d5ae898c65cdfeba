"""Compiled loops for graphs in compressed rows (CSR): the successors of node u are indices[indptr[u] : indptr[u + 1]].

`acyclic.plain_values` is the slow twin of both kernels. Values are u2: a value v needs v (v + 1) / 2 arcs, so no graph
of fewer than 2 * 10**9 arcs reaches 63246.
"""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit

UNSEEN = 65535
ON_PATH = 65534
UNLABELLED = -1
ENDLESS = -2


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


@njit
def loopy_labels(indptr, indices, entering, sources, label, work):
    """Loopy nim-values of any graph: integers, and ENDLESS where there is none.

    computes  label[u] = m where the integers among the labels of u's successors have mex m, and every other successor
              can move to a node that was labelled m before; ENDLESS where that never comes about
    method    m = 0, 1, 2, ...; a node that is not labelled watches one successor that still forbids it the label m, and
              is looked at again when that one no longer does; who then has no successor labelled m never gets a label
    arrays    indptr i8[n + 1], indices i4[arcs]: the successors of each node; entering, sources: what leads to it, in
              the same way; label i4[n], out; work i4[7, n]
    bounds    a node is in the queue, put by for the next m, on the list of what it watches, or done: n entries each do
    cost      30 to 150 ns an arc where the graph does not fit the cache
    reference loopy.loopy_values, in tests/engines/graph/test_graph_engine.py
    source    Smith 1966; Fraenkel & Tassa 1975
    """
    n = len(indptr) - 1
    answered, place, watcher, next_watcher, open_ = work[0], work[1], work[2], work[3], work[4]
    queue, later = work[5], work[6]
    for u in range(n):
        label[u] = UNLABELLED
        answered[u] = -1
        place[u] = 0
        watcher[u] = -1
        open_[u] = u
        queue[u] = u
    waiting = remaining = n
    m = 0
    while remaining:
        put_by = 0
        while waiting:
            waiting -= 1
            u = queue[waiting]
            if label[u] != UNLABELLED:
                continue
            if answered[u] == m:
                later[put_by] = u
                put_by += 1
                continue
            begin, size = indptr[u], indptr[u + 1] - indptr[u]
            at = place[u]
            k = 0
            while k < size:
                w = indices[begin + at]
                if label[w] < 0 and answered[w] != m:
                    break
                at = at - 1 if at else size - 1
                k += 1
            if k < size:
                place[u] = at
                next_watcher[u] = watcher[w]
                watcher[w] = u
                continue
            label[u] = m
            w = watcher[u]
            while w >= 0:
                later[put_by] = w
                put_by += 1
                w = next_watcher[w]
            watcher[u] = -1
            for k in range(entering[u], entering[u + 1]):
                p = sources[k]
                if answered[p] != m:
                    answered[p] = m
                    if label[p] < 0:
                        w = watcher[p]
                        while w >= 0:
                            queue[waiting] = w
                            waiting += 1
                            w = next_watcher[w]
                        watcher[p] = -1
        still_open = 0
        for k in range(remaining):
            u = open_[k]
            if label[u] == UNLABELLED:
                if answered[u] == m:
                    open_[still_open] = u
                    still_open += 1
                else:
                    label[u] = ENDLESS
        remaining = still_open
        queue, later = later, queue
        waiting = put_by
        m += 1


@njit
def end_distances(indptr, entering, sources, distance, misere, queue, left):
    """How many moves play takes from every node, if whoever wins hurries and whoever loses delays.

    computes  distance[u]: 0 without a successor; else 1 + the least of the distances of successors that are lost for
              who moves there; else, if all are won, 1 + the greatest; -1 where neither comes about: a draw
    method    nodes in the order of their distances, backwards along the arcs; a lost node has an even distance, in
              misère play an odd one
    arrays    indptr i8[n + 1]: how many arcs leave each node; entering i8[n + 1], sources i4[arcs]: what leads to it;
              distance i4[n], out; queue i4[n], left i4[n], work space
    cost      10 to 50 ns an arc where the graph does not fit the cache
    reference model.compound.distances, in tests/engines/graph/test_loopy_graphs.py
    source    Smith 1966
    """
    n = len(indptr) - 1
    filled = 0
    for u in range(n):
        left[u] = indptr[u + 1] - indptr[u]
        distance[u] = -1
        if not left[u]:
            distance[u] = 0
            queue[filled] = u
            filled += 1
    done = 0
    while done < filled:
        u = queue[done]
        done += 1
        lost = distance[u] % 2 == misere
        for k in range(entering[u], entering[u + 1]):
            p = sources[k]
            left[p] -= 1
            if distance[p] < 0 and (lost or not left[p]):
                distance[p] = distance[u] + 1
                queue[filled] = p
                filled += 1
