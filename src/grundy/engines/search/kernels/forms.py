"""Parts of a graph by their form, compiled: what can be spared is left out, and equal graphs become one set.

The key of a part is the first part of the same form that was met: another set of places of the same board, so that the
search knows nothing of forms. Which one that is stands in a table, with a numbering of its nodes. A part is numbered in
the same way; it is taken for the other only if the edges of both are the same under their numberings, each compared.
So equal keys are equal graphs, whatever the numberings are; a bad one only leaves equal graphs apart.

numbering  leaves are peeled off, level by level; the code of a node is a hash of the codes of what was peeled off at
           it. What remains (a node, two, or what has cycles) is coloured by these codes, and then again and again by
           the colours around, until no colour splits; one of the first colour that several have gets a colour of its
           own, and so on. The order is by colour, then what hangs there by code.

Several kernels may write the table at once, without locks: an entry that two have written fails the comparison, which
is made with a copy of it.

judge  grundy.engines.search.isomorphic in plain Python, in tests/engines/search/test_forms.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.reduction import reduced

PROBES = 8  # entries in which a form may lie
ADDED, MOST, OFF, NUMBERED, REPEATED = 0, 1, 2, 3, 4  # of the state
CORE = np.uint64(0x9E3779B97F4A7C15)
CHOSEN = np.uint64(0xD1B54A32D192ED03)


class FormKeys(NamedTuple):
    """A graph, and what is known of the forms of its parts. P places, W words a set.

    edges     whether moves take two neighbours, or a node with all of them
    near      u8[P * W]: the neighbours of each place
    pendants  u2[2**15]: bits 0 to 5: the nodes that stay; above them the heap. The entry of a pendant is the number of
              its edges: bit j (j - 1) / 2 + i is set if its nodes i < j are joined; node 0 is the root
    heads     u8[slots * (1 + W)]: the hash of a form, 0 if the entry is free, and the set that stands for it
    orders    u2[slots * P]: that set in order
    recent    u8[lines * (2 W + 1)]: sets that were asked of lately, with the set that stands for each and the heap
    state     i8[5]: [0] forms that were added, [1] how many may be before the table is to grow, [2] whether forms are
              given up, [3] parts that were numbered, [4] those of them for which another stands that was met before
    nodes     i8[P]: the places of the part that is numbered; from here on its nodes count from 0
    at        i8[P]: the node at each place; while two are compared, the number of each node
    first     i8[P + 1], around  i8[edges]: the neighbours of each node
    degree    i8[P], above  i8[P]: the node at which one was peeled off, or -1
    order     i8[P], other  i8[P]
    colour    u8[P], fresh  u8[P]
    tally     u8[2 T], T a power of two, 2 P at least: colours, and how many nodes have them
    """

    edges: bool
    near: Any
    pendants: Any
    heads: Any
    orders: Any
    recent: Any
    state: Any
    nodes: Any
    at: Any
    first: Any
    around: Any
    degree: Any
    above: Any
    order: Any
    other: Any
    colour: Any
    fresh: Any
    tally: Any


@njit
def mixed(h):
    """A word made of a word; one to one."""
    h = (h ^ (h >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    h = (h ^ (h >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93)
    return h ^ (h >> np.uint64(32))


@njit
def known_as(keys, a):
    """The set that stands for a connected part, and a heap: both together are worth what the part is.

    That is the part itself where forms are given up; what is known of sets that stood for others stays true.

    requires  every move takes a place with its neighbours, or two neighbours
    cost      0.1 us if it was asked of lately; else some 10 us for 60 nodes
    judge     grundy.engines.search.isomorphic in plain Python, in tests/engines/search/test_forms.py
    """
    if keys.state[OFF] != 0:
        return a, 0
    width = 2 * len(a) + 1
    line = np.int64(w.hashed(a, 1)) & (keys.recent.size // width - 1)
    line *= width
    if w.words_are(keys.recent, line, a):
        heap = np.int64(keys.recent[line + 2 * len(a)])
        return w.load_at(keys.recent, line + len(a), a), heap
    b, heap = reduced(keys, a)
    if not w.is_empty(w.without(b, w.place(b, w.lowest(b)))):
        before = keys.state[ADDED]
        b = standing_for(keys, b, numbered(keys, b))
        keys.state[NUMBERED] += 1
        if keys.state[ADDED] == before and not w.is_same(a, b):
            keys.state[REPEATED] += 1
    w.put_words(keys.recent, line, a)
    w.put_words(keys.recent, line + len(a), b)
    keys.recent[line + 2 * len(a)] = np.uint64(heap)
    return b, heap


@njit
def numbered(keys, a):
    """Number the nodes of a connected part by its form (see the module): keys.order; the hash of the form, never 0."""
    nodes, at, first, around, degree = keys.nodes, keys.at, keys.first, keys.around, keys.degree
    colour, above, order = keys.colour, keys.above, keys.order
    count = 0
    left = a
    while not w.is_empty(left):
        i = w.lowest(left)
        left = w.without(left, w.place(a, i))
        nodes[count], at[i] = i, count
        count += 1
    ends = 0
    peeled = 0
    for k in range(count):
        first[k] = ends
        joined = w.both(w.load(keys.near, nodes[k], a), a)
        while not w.is_empty(joined):
            i = w.lowest(joined)
            joined = w.without(joined, w.place(a, i))
            around[ends] = at[i]
            ends += 1
        degree[k] = ends - first[k]
        above[k], colour[k] = -1, np.uint64(1)
        if degree[k] == 1:
            order[peeled] = k
            peeled += 1
    first[count] = ends
    begun = 0
    while count - begun > 2 and peeled > begun:  # one level
        level = peeled
        for place in range(begun, level):
            k = order[place]
            degree[k] = 0
            for e in range(first[k], first[k + 1]):
                j = around[e]
                if degree[j] > 0:
                    above[k] = j
            j = above[k]
            colour[k] = mixed(colour[k])
            colour[j] += mixed(colour[k] ^ CORE)
            degree[j] -= 1
            if degree[j] == 1:
                order[peeled] = j
                peeled += 1
        begun = level
    core = 0
    for k in range(count):
        if above[k] < 0:
            order[core] = k
            core += 1
            colour[k] = mixed(colour[k])
    kinds = refined(keys, core)
    while kinds < core:
        chosen = order[first_alike(keys, core)]
        colour[chosen] = mixed(colour[chosen] ^ CHOSEN)
        kinds = refined(keys, core)
    in_order(colour, order, 0, core)
    whole = np.uint64(count)
    for place in range(core):
        whole = mixed(whole ^ colour[order[place]])
    done = core
    for place in range(count):
        k = order[place]
        begun = done
        for e in range(first[k], first[k + 1]):
            if above[around[e]] == k:
                order[done] = around[e]
                done += 1
        in_order(colour, order, begun, done)
    return whole | np.uint64(1)


@njit
def in_order(colour, order, start, end):
    """Sort order[start:end] by colour."""
    gap = 1
    while 3 * gap < end - start:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(start + gap, end):
            k = order[i]
            j = i
            while j >= start + gap and colour[order[j - gap]] > colour[k]:
                order[j] = order[j - gap]
                j -= gap
            order[j] = k
        gap //= 3


@njit
def tallied(keys, core):
    """Count the colours of the first nodes of the order, in keys.tally; how many there are."""
    tally = keys.tally
    mask = 4
    while mask < 2 * core:
        mask *= 2
    for free in range(mask):
        tally[2 * free + 1] = np.uint64(0)
    kinds = 0
    for place in range(core):
        here = keys.colour[keys.order[place]]
        slot = np.int64(here) & (mask - 1)
        while tally[2 * slot + 1] != np.uint64(0) and tally[2 * slot] != here:
            slot = (slot + 1) & (mask - 1)
        if tally[2 * slot + 1] == np.uint64(0):
            kinds += 1
        tally[2 * slot] = here
        tally[2 * slot + 1] += np.uint64(1)
    return kinds


@njit
def first_alike(keys, core):
    """The place in the order of a node of the least colour that several have; keys.tally is as `refined` left it."""
    tally = keys.tally
    mask = 4
    while mask < 2 * core:
        mask *= 2
    best, least = 0, ~np.uint64(0)
    for place in range(core):
        here = keys.colour[keys.order[place]]
        slot = np.int64(here) & (mask - 1)
        while tally[2 * slot] != here or tally[2 * slot + 1] == np.uint64(0):
            slot = (slot + 1) & (mask - 1)
        if tally[2 * slot + 1] > np.uint64(1) and here < least:
            best, least = place, here
    return best


@njit
def refined(keys, core):
    """Colour the first nodes of the order by the colours around until no colour splits; how many there are."""
    colour, fresh, order, first, around = keys.colour, keys.fresh, keys.order, keys.first, keys.around
    colours = tallied(keys, core)
    while colours < core:
        for place in range(core):
            k = order[place]
            total = colour[k] * CORE
            for e in range(first[k], first[k + 1]):
                if keys.above[around[e]] < 0:
                    total += mixed(colour[around[e]])
            fresh[place] = mixed(total)
        for place in range(core):
            colour[order[place]] = fresh[place]
        kinds = colours
        colours = tallied(keys, core)
        if colours <= kinds:
            break
    return colours


@njit
def standing_for(keys, a, name):
    """The set of the table whose form is that of a part that was just numbered; the part itself if there is none."""
    stride = 1 + len(a)
    places = keys.at.size
    mask = keys.heads.size // stride - 1
    slot = np.int64(name >> np.uint64(20)) & mask
    for probe in range(PROBES):
        here = (slot + probe) & mask
        there = keys.heads[here * stride]
        if there == name:
            b = w.load_at(keys.heads, here * stride + 1, a)
            if is_alike(keys, a, b, here * places):
                return b
        elif there == np.uint64(0):
            slot = here
            keys.state[ADDED] += 1
            break
    keys.heads[slot * stride] = name
    w.put_words(keys.heads, slot * stride + 1, a)
    for k in range(w.size(a)):
        keys.orders[slot * places + k] = np.uint16(keys.nodes[keys.order[k]])
    return a


@njit
def is_alike(keys, a, b, start):
    """Whether a part that was just numbered and a set have the same edges, node by node in their orders."""
    count = w.size(a)
    if w.size(b) != count:
        return False
    other, order, first, around = keys.other, keys.order, keys.first, keys.around
    left = b
    for k in range(count):
        other[k] = np.int64(keys.orders[start + k])
        if not w.holds(left, w.place(a, other[k])) or other[k] >= keys.at.size:
            return False
        left = w.without(left, w.place(a, other[k]))
        keys.fresh[order[k]] = np.uint64(k)
    for k in range(count):
        node = order[k]
        joined = w.both(w.load(keys.near, other[k], a), b)
        if w.size(joined) != first[node + 1] - first[node]:
            return False
        for e in range(first[node], first[node + 1]):
            if not w.holds(joined, w.place(a, other[np.int64(keys.fresh[around[e]])])):
                return False
    return True


@njit
def rehouse(old, old_orders, heads, orders, like):
    """Put all entries of a table of forms into a larger one; how many had room."""
    stride = 1 + len(like)
    slots, mask = old.size // stride, heads.size // stride - 1
    places = old_orders.size // slots
    moved = 0
    for i in range(slots):
        name = old[i * stride]
        if name == np.uint64(0):
            continue
        slot = np.int64(name >> np.uint64(20)) & mask
        for probe in range(PROBES):
            here = (slot + probe) & mask
            if heads[here * stride] == np.uint64(0):
                for j in range(stride):
                    heads[here * stride + j] = old[i * stride + j]
                for j in range(places):
                    orders[here * places + j] = old_orders[i * places + j]
                moved += 1
                break
    return moved


@njit
def enter(keys, table, like, shift):
    """Have the sets of a table of nim-values stand for their forms, those that are the first of theirs."""
    for i in range(table.size // len(like)):
        a = w.places_only(w.load(table, i, like), shift)
        if not w.is_empty(a):
            known_as(keys, a)
