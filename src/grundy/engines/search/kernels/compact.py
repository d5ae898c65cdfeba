"""The options of a part of a graph in Node Kayles, each looked up, with the part as one word (kernels/leaves.py).

judge  parts.expand for the same set, in tests/engines/search/test_leaves.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.asked import NO, YES, at_once
from grundy.engines.search.kernels.leaves import NONE, ONE, gather, leaf_value, piece_of, whole, worked_out
from grundy.engines.search.kernels.shapes import corner, image, is_new, put, shaped, turned
from grundy.engines.search.kernels.spans import bits_of, zeros_below
from grundy.engines.search.kernels.values import find

ALL_TURNS = 255


def by_leaf(moves, keys, known_values, a):
    """As parts.look, where small parts of a graph are worked out."""
    value = leaf_value(keys, a)
    if value >= 0:
        return value, a, 0
    key = least_image(moves, keys, known_values, a)
    return find(known_values, moves.shift, key), key, 0


@njit
def turned_over(line, size):
    """The last `size` bits of a line of places, the first bit last."""
    result = NONE
    while line != NONE:
        result |= ONE << np.uint64(size - 1 - zeros_below(line))
        line &= line - ONE
    return result


@njit
def across(keys, row, a):
    """The places of a row of a set, a bit for each column."""
    line = NONE
    left = w.both(a, w.load(keys.row, row, a))
    while not w.is_empty(left):
        i = w.lowest(left)
        line |= ONE << np.uint64(keys.column[i])
        left = w.without(left, w.place(a, i))
    return line


@njit
def least_of(keys, a, height, width, best, least, plain, down, across, both):
    """The least of `least` and those ways to turn a shape in the corner over whose last column is `best`."""
    if plain == best and w.is_less(a, least):
        least = a
    turns = (2 if down == best else 0) | (4 if across == best else 0) | (8 if both == best else 0)
    return turned(keys, a, turns, height, width, least)


@njit
def least_image(moves, keys, known_values, a):
    """The key of a part, as parts.shaped has it.

    method    of two images of the same box that is the less whose last column is the less number, if these differ; so
              only those with the least last column are made, most often one of the eight
    judge     parts.shaped, in tests/engines/search/test_leaves.py
    """
    if keys.allowed != ALL_TURNS or keys.stride > keys.rows or keys.columns > 64:
        return shaped(moves, keys, known_values, a)[1]
    a, height, width = corner(keys, a)
    if height > width:
        a = image(keys, np.int64(0), a)
        height, width = width, height
    first = a[0] & (~NONE >> np.uint64(64 - keys.rows))
    last = w.down(a, (width - 1) * keys.rows)[0]
    first_back, last_back = turned_over(first, height), turned_over(last, height)
    best = min(min(first, last), min(first_back, last_back))
    least = w.all_ones(a)
    if height == width:
        top, bottom = across(keys, 0, a), across(keys, height - 1, a)
        top_back, bottom_back = turned_over(top, width), turned_over(bottom, width)
        of_rows = min(min(top, bottom), min(top_back, bottom_back))
        if of_rows <= best:
            b = image(keys, np.int64(0), a)
            least = least_of(keys, b, height, width, of_rows, least, bottom, bottom_back, top, top_back)
        if of_rows < best:
            return least
    return least_of(keys, a, height, width, best, least, last, last_back, first, first_back)


@njit
def places_of(keys, nodes, like):
    """The places of some nodes of the part that is worked on."""
    a = w.nothing(like)
    while nodes != NONE:
        a = w.either(a, w.place(a, keys.nodes[zeros_below(nodes)]))
        nodes &= nodes - ONE
    return a


@njit
def in_sequence(keys, nodes):
    """List the nodes of the part that is worked on, those that leave few first: each with 64 times what it leaves."""
    for i in range(nodes):
        this = 64 * (nodes - bits_of(keys.closed[i])) + i
        at = i
        while at > 0 and keys.sequence[at - 1] > this:
            keys.sequence[at] = keys.sequence[at - 1]
            at -= 1
        keys.sequence[at] = this


@njit
def expand(moves, keys, known_values, pool, scratch, part, target, start, words_start):
    """As parts.expand, but that options which are seen not to have the value `target` only count.

    method    the part is gathered into one word, in which each move's rest is cut, moves that leave few nodes first;
              of what it is cut into, small parts are worked out; one larger part is asked whether the option is worth
              `target` by it (kernels/asked.py), and where that stays open, or there are several, they are sets again
    requires  a part of up to 64 places; move i takes the place keys.order[i] with its neighbours, and needs no other
    judge     the definition, in tests/engines/search/test_leaves.py
    """
    scratch.number[0] += 1
    number = scratch.number[0]
    end, words_end = start, words_start
    options, values = 0, 0
    nodes = gather(keys, part)
    everything = whole(nodes)
    in_sequence(keys, nodes)
    for j in range(nodes):
        closed = keys.closed[keys.sequence[j] & 63]
        left = everything & ~closed
        rim = NONE
        while closed != NONE:
            rim |= keys.closed[zeros_below(closed)]
            closed &= closed - ONE
        rim &= left
        value, pieces = 0, 0
        while rim != NONE:
            piece = piece_of(keys, left, rim)
            left &= ~piece
            rim &= ~piece
            if bits_of(piece) <= keys.most:
                value ^= worked_out(keys, piece)
            else:
                keys.pieces[pieces] = piece
                pieces += 1
        if pieces == 1 and target >= 0:
            answer = at_once(keys, keys.pieces[0], target ^ value)
            if answer == YES:
                return -1, words_end
            if answer == NO:
                options += 1
                continue
        count: Any = np.int64(0)  # a plain 0 is of a kind of its own, and `put` would be compiled for both
        mixed = NONE
        for k in range(pieces):
            key = least_image(moves, keys, known_values, places_of(keys, keys.pieces[k], part))
            part_value = find(known_values, moves.shift, key)
            if part_value >= 0:
                value ^= part_value
            else:
                count = put(pool, words_end, count, key)
                mixed ^= w.hashed(key, 0)
        if count == 0:
            if scratch.seen[value] != number:
                scratch.seen[value] = number
                scratch.values[values] = value
                values += 1
                options += 1
                if value == target:
                    return -1, words_end
            continue
        pool.rest[end] = value
        pool.count[end] = count
        pool.first[end] = words_end
        if is_new(pool, scratch, end, mixed + np.uint64(value), part):
            end += 1
            words_end += count
            options += 1
    scratch.number[1] = options
    scratch.number[2] = values
    return end, words_end
