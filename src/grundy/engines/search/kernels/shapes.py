"""Sets as their keys: the least image of a shape on a grid, or of a set; and how options are gathered in a pool.

`keys` and `pool` are those of kernels/parts.py.

judge  the definition on every set, in tests/engines/search/test_search_keys.py
"""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.values import find

PLAIN, GRID, IMAGES = 0, 1, 2  # how a set becomes its key: as it is, as a shape on a grid, as the least of its images


@njit
def image(keys, k, a):
    """Where image k takes the set a."""
    target = w.nothing(a)
    base = k * keys.octets
    for j in range(keys.octets):
        octet = w.byte(a, j)
        target = w.either(target, w.load(keys.images, ((base + j) << 8) + octet, a))
    return target


@njit
def corner(keys, a):
    """A set of a grid moved to the corner, with the height and width of its box."""
    first, last = keys.column[w.lowest(a)], keys.column[w.highest(a)]
    top = 0
    while not w.meets(a, w.load(keys.row, top, a)):
        top += 1
    bottom = keys.rows - 1
    while not w.meets(a, w.load(keys.row, bottom, a)):
        bottom -= 1
    return w.down(a, first * keys.stride + top), bottom - top + 1, last - first + 1


@njit
def turned(keys, a, allowed, height, width, least):
    """The least of `least` and the ways in which a shape in the corner may be turned over (4 bits)."""
    down, across = keys.rows - height, (keys.columns - width) * keys.stride
    for f in range(1, 4):
        if (allowed >> f) & 1:
            b = w.down(image(keys, f, a), (down if f & 1 else 0) + (across if f & 2 else 0))
            if w.is_less(b, least):
                least = b
    return least


@njit
def small_value(known_values, a):
    """The nim-value of a set, if it is one of the first sets, all of whose values are known; else -1."""
    if w.fits_word(a) and a[0] < np.uint64(known_values.small.size):
        return np.int64(known_values.small[a[0]])
    return -1


@njit
def shaped(moves, keys, known_values, a):
    """The value of a part, or -1, and its key: see by_shape."""
    if keys.kind == GRID:
        a, height, width = corner(keys, a)
        value = small_value(known_values, a)
        if value >= 0:
            return value, a
        transposed = keys.allowed >> 4
        if transposed and height > width:
            a = image(keys, np.int64(0), a)
            height, width = width, height
            least = turned(keys, a, transposed, height, width, a if transposed & 1 else w.all_ones(a))
        else:
            least = turned(keys, a, keys.allowed, height, width, a)
            if transposed and width <= keys.rows:
                a = image(keys, np.int64(0), a)
                if not transposed & 1:  # the mirror image is another game: only turned over has it the same value
                    a = turned(keys, a, transposed, width, height, w.all_ones(a))
                value = small_value(known_values, a)
                if value >= 0:
                    return value, a
                if height == width:
                    least = a if w.is_less(a, least) else least
                    if transposed & 1:
                        least = turned(keys, a, transposed, height, width, least)
        return find(known_values, moves.shift, least), least
    value = small_value(known_values, a)
    if value >= 0:
        return value, a
    least = a
    if keys.kind == IMAGES:
        for k in range(keys.allowed):
            b = image(keys, k, a)
            if w.is_less(b, least):
                least = b
    return find(known_values, moves.shift, least), least


@njit
def put(pool, start, count, key):
    """Add a key to the `count` ones from `start` on, which stand in order; equal ones cancel. How many there are."""
    at = count
    while at > 0 and w.is_less(key, w.load(pool.words, start + at - 1, key)):
        at -= 1
    if at > 0 and w.is_same(key, w.load(pool.words, start + at - 1, key)):
        for j in range(at, count):
            w.store(pool.words, start + j - 1, w.load(pool.words, start + j, key))
        return count - 1
    for j in range(count, at, -1):
        w.store(pool.words, start + j, w.load(pool.words, start + j - 1, key))
    w.store(pool.words, start + at, key)
    return count + 1


@njit
def is_new(pool, scratch, end, mixed, like):
    """Whether the option `end` of the pool differs from those before it at this position; it is then remembered."""
    number = scratch.number[0]
    mask = scratch.slots.size // 2 - 1
    slot = np.int64(mixed & np.uint64(mask))
    while scratch.slots[2 * slot] == number:
        other = scratch.slots[2 * slot + 1]
        if pool.rest[other] == pool.rest[end] and pool.count[other] == pool.count[end]:
            same = True
            for j in range(pool.count[end]):
                a = w.load(pool.words, pool.first[other] + j, like)
                same &= w.is_same(a, w.load(pool.words, pool.first[end] + j, like))
            if same:
                return False
        slot = (slot + 1) & mask
    scratch.slots[2 * slot] = number
    scratch.slots[2 * slot + 1] = end
    return True
