"""What can be left out of a part of a graph: twins, leaves and pendants, as in isomorphic.py.

`keys` are a graph's (kernels/forms.py): of them are used edges, near and pendants, and of nodes the first six.

judge  grundy.engines.search.isomorphic in plain Python, in tests/engines/search/test_forms.py
"""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import words as w

MOST_HANGING = 5  # nodes of a pendant without its root: see isomorphic.py


@njit
def reduced(keys, a):
    """A connected part without twins, leaves and pendants that can be spared, and a heap for them (isomorphic.py)."""
    heap = 0
    while True:
        before = a
        a = without_leaves(keys, a) if keys.edges else without_twins(keys, a)
        roots = a
        while not w.is_empty(roots):
            root = w.lowest(roots)
            roots = w.without(roots, w.place(roots, root))
            a, nimber = pruned(keys, a, root)
            heap ^= nimber
            roots = w.both(roots, a)
        if w.is_same(a, before):
            return a, heap


@njit
def without_twins(keys, a):
    """A part without nodes that have a neighbour before them with the same other neighbours."""
    while True:
        left = a
        nodes = a
        while not w.is_empty(nodes):
            i = w.lowest(nodes)
            nodes = w.without(nodes, w.place(a, i))
            joined = w.both(w.load(keys.near, i, a), a)
            around = w.either(joined, w.place(a, i))
            others = w.both(joined, nodes)
            while not w.is_empty(others):
                j = w.lowest(others)
                others = w.without(others, w.place(a, j))
                if w.is_same(w.either(w.both(w.load(keys.near, j, a), a), w.place(a, j)), around):
                    left = w.without(left, w.place(a, j))
        if w.is_same(left, a):
            return a
        a = left


@njit
def without_leaves(keys, a):
    """A part without all but one of the leaves at each node."""
    nodes = a
    while not w.is_empty(nodes):
        i = w.lowest(nodes)
        nodes = w.without(nodes, w.place(a, i))
        joined = w.both(w.load(keys.near, i, a), a)
        leaves = 0
        while not w.is_empty(joined):
            j = w.lowest(joined)
            joined = w.without(joined, w.place(a, j))
            if w.is_same(w.both(w.load(keys.near, j, a), a), w.place(a, i)):
                leaves += 1
                if leaves > 1:
                    a = w.without(a, w.place(a, j))
                    nodes = w.without(nodes, w.place(a, j))
    return a


@njit
def hanging(keys, a, root):
    """The nodes of the smallest pieces that hang at a node of a connected part, MOST_HANGING at most in all."""
    some = pieces(keys, a, root, 1, MOST_HANGING, 64 * len(a))
    if w.size(some) > MOST_HANGING:
        some = w.nothing(a)
        for wanted in range(1, MOST_HANGING + 1):
            some = w.either(some, pieces(keys, a, root, wanted, wanted, MOST_HANGING - w.size(some)))
    return some


@njit
def pieces(keys, a, root, least, most, room):
    """Pieces that hang at a node and have from `least` to `most` nodes, as long as there is room for all of one."""
    rest = w.without(a, w.place(a, root))
    some = w.nothing(a)
    left = w.both(w.load(keys.near, root, a), rest)
    while not w.is_empty(left):
        piece = w.place(a, w.lowest(left))
        edge = piece
        while not w.is_empty(edge) and w.size(piece) <= most:
            i = w.lowest(edge)
            fresh = w.without(w.both(w.load(keys.near, i, a), rest), piece)
            edge = w.either(w.without(edge, w.place(a, i)), fresh)
            piece = w.either(piece, fresh)
        left = w.without(left, piece)
        size = w.size(piece)
        if w.is_empty(edge) and least <= size and size <= most and size <= room:
            some = w.either(some, piece)
            room -= size
    return some


@njit
def pruned(keys, a, root):
    """A connected part with less of what hangs at one of its nodes, and the heap that stands for what is left out."""
    some = hanging(keys, a, root)
    count = w.size(some)
    if count < 2:
        return a, 0
    keys.nodes[0] = root
    for k in range(count):
        keys.nodes[k + 1] = w.lowest(some)
        some = w.without(some, w.place(a, w.lowest(some)))
    number, bit = 0, 0
    for j in range(1, count + 1):
        joined = w.load(keys.near, keys.nodes[j], a)
        for i in range(j):
            if w.holds(joined, w.place(a, keys.nodes[i])):
                number |= 1 << bit
            bit += 1
    entry = np.int64(keys.pendants[number])
    for j in range(1, count + 1):
        if (entry >> j) & 1 == 0:
            a = w.without(a, w.place(a, keys.nodes[j]))
    return a, entry >> 6
