"""Compiled work on parts of positions: splitting, keys, and the options of a part, each looked up.

A set of places is a tuple of 64-bit words (kernels/words.py). On a grid of R rows place i is row i % R, column i // R,
so that a column has R bits side by side and boards that differ in their columns alone have the same sets. Where a
square has L places, a column has R bits for each of these layers, one layer after the other.

judge  whole numbers of Python, in tests/engines/search/test_search_words.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grundy.compile.before import before_compiling
from grundy.compile.jit import njit
from grundy.engines.search.kernels import compact
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.forms import FormKeys, known_as
from grundy.engines.search.kernels.leaves import LeafKeys, leaf_value
from grundy.engines.search.kernels.shapes import GRID as GRID
from grundy.engines.search.kernels.shapes import IMAGES as IMAGES
from grundy.engines.search.kernels.shapes import PLAIN as PLAIN
from grundy.engines.search.kernels.shapes import corner as corner
from grundy.engines.search.kernels.shapes import image as image
from grundy.engines.search.kernels.shapes import is_new
from grundy.engines.search.kernels.shapes import put as put
from grundy.engines.search.kernels.shapes import shaped as shaped
from grundy.engines.search.kernels.shapes import small_value as small_value
from grundy.engines.search.kernels.values import find


class BoardArrays(NamedTuple):
    """The moves of a board and what joins its places, as arrays; W words make a set.

    need, off, clear, flip   u8[M * W]: move i is at i * W
    rim     u8[M * W]: the places that share a link with one that the move clears, and those that it flips
    near    u8[P * W]: places joined to a place whenever both are in the set
    wide    u8[L * W]: sets that join their places whenever all of them are in the set
    alone   u1[P]: whether a move needs this place and no other
    like    W words of nothing: says how many words a set has
    shift   the bit of the highest word at which values begin
    splits  whether a set falls into parts that add (normal play, and every move needs a place that none sets)
    live    where nothing splits: whether places that no move can touch any more may be left out
    end     what a set without places is worth: 0; in misère play 1, since whoever is to move has won
    """

    need: Any
    off: Any
    clear: Any
    flip: Any
    rim: Any
    near: Any
    wide: Any
    alone: Any
    like: Any
    shift: int
    splits: bool
    live: bool
    end: int


class Keys(NamedTuple):
    """How a set becomes its key.

    kind      PLAIN, GRID or IMAGES
    rows, columns  of the grid
    stride    the places of a column: as many as it has rows, for each layer
    allowed   GRID: bit 4 * t + f is set if shapes keep their values when transposed (t) and then turned over
              top to bottom (f & 1) and left to right (f & 2). IMAGES: how many images there are
    row       u8[rows * W]: the places of each row
    column    i8[P]: the column of each place
    images    u8: where sets go, byte by byte; entry ((k * octets + j) * 256 + v) * W says where the byte v at place
              8 * j goes. GRID: k = 0 transposes the first `rows` columns, k = f turns over. IMAGES: k-th image
    octets    bytes of a set that can have places
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


@njit
def look(moves, keys, known_values, a):
    """The nim-value of a part that is not empty, or -1, then its key, and a heap: the part is worth what both are.

    method    FormKeys: kernels/forms.py; LeafKeys: kernels/leaves.py; Keys: by_shape; the heap of both is empty
    judge     the definition on every set, in tests/engines/search/test_search_keys.py
    """
    return _look(moves, keys, known_values, a)


def _look(moves, keys, known_values, a):
    return _of(type(keys)).look(moves, keys, known_values, a)


def _expand(moves, keys, known_values, pool, scratch, part, target, start, words_start):
    return _of(type(keys)).expand(moves, keys, known_values, pool, scratch, part, target, start, words_start)


def _full(keys):
    return isinstance(keys, FormKeys) and keys.state[0] >= keys.state[1]


def _leaf(keys, a):
    return leaf_value(keys, a) if isinstance(keys, LeafKeys) else -1


def _moves_of(moves, keys, a):
    return w.size(a) if isinstance(keys, LeafKeys) else move_count(moves, a)


class KeyKernels(NamedTuple):
    """How a part is looked up, and its options listed, with keys of one type."""

    look: Any
    expand: Any


def _of(kind: Any) -> KeyKernels:
    """What is called with one type of keys."""
    if kind is LeafKeys:
        return KeyKernels(compact.by_leaf, by_word)
    return KeyKernels(by_form if kind is FormKeys else by_shape, by_sets)


@before_compiling
def _chosen() -> None:
    """Tell Numba of these: what is done depends on the keys' type alone."""
    from numba.extending import overload

    from grundy.compile.cached import INNER

    def look(moves, keys, known_values, a):
        return _of(keys.instance_class).look

    def expand(moves, keys, known_values, pool, scratch, part, target, start, words_start):
        return _of(keys.instance_class).expand

    def full(keys):
        if keys.instance_class is FormKeys:
            return lambda keys: keys.state[0] >= keys.state[1]
        return lambda keys: False

    def leaf(keys, a):
        return (lambda keys, a: leaf_value(keys, a)) if keys.instance_class is LeafKeys else lambda keys, a: -1

    def moves_of(moves, keys, a):
        if keys.instance_class is LeafKeys:
            return lambda moves, keys, a: w.size(a)
        return lambda moves, keys, a: move_count(moves, a)

    for stub, chosen in ((_look, look), (_expand, expand), (_full, full), (_leaf, leaf), (_moves_of, moves_of)):
        overload(stub, jit_options=INNER)(chosen)


@njit
def is_full(keys):
    """Whether the table of forms is to grow before the search goes on, if there is one."""
    return _full(keys)


def by_form(moves, keys, known_values, a):
    """As look, with a key that stands for all parts of the same form."""
    value = small_value(known_values, a)
    if value >= 0:
        return value, a, 0
    key, heap = known_as(keys, a)
    if w.is_empty(w.without(key, w.place(key, w.lowest(key)))):
        value = np.int64(moves.alone[w.lowest(key)])
    else:
        value = small_value(known_values, key)
        if value < 0:
            value = find(known_values, moves.shift, key)
    return (value ^ heap if value >= 0 else value), key, heap


def by_shape(moves, keys, known_values, a):
    """As look, with the least of the images of a set as its key.

    computes  GRID: the key is the least of the allowed images of the shape, moved to the corner; shapes that are higher
              than wide are transposed, where that is allowed
    requires  GRID: rows <= columns, and what `allowed` says verified for the moves
    judge     through look
    """
    value, key = shaped(moves, keys, known_values, a)
    return value, key, 0


@njit
def part_at(moves, a, seed, rim):
    """The part of the set a in which the place `seed` lies; a itself as soon as it has all of `rim`."""
    part = w.place(a, seed)
    edge = part
    while True:
        while not w.is_empty(edge):
            i = w.lowest(edge)
            fresh = w.without(w.both(w.load(moves.near, i, a), a), part)
            edge = w.either(w.without(edge, w.place(a, i)), fresh)
            part = w.either(part, fresh)
        if w.holds(part, rim):
            return a
        grown = False
        for k in range(moves.wide.size // len(a)):
            link = w.load(moves.wide, k, a)
            if w.holds(a, link) and w.meets(part, link) and not w.holds(part, link):
                edge = w.either(edge, w.without(link, part))
                part = w.either(part, link)
                grown = True
        if not grown:
            return part


@njit
def move_count(moves, a):
    """How many moves the set a has."""
    count = 0
    for i in range(moves.need.size // len(a)):
        if w.holds(a, w.load(moves.need, i, a)) and not w.meets(a, w.load(moves.off, i, a)):
            count += 1
    return count


@njit
def mobility(moves, keys, a):
    """How many moves a key has: in Node Kayles as many as places."""
    return _moves_of(moves, keys, a)


@njit
def worked_out(keys, a):
    """The nim-value of a part that needs no key, or -1."""
    return _leaf(keys, a)


class OptionPool(NamedTuple):
    """Options that are not known, for all positions between the root and the one that is worked on.

    rest    i8: the XOR of an option's parts that are known
    count   i8: how many of its parts are not known
    first   i8: where these are in `words`
    words   u8: keys, those of one option in order
    """

    rest: Any
    count: Any
    first: Any
    words: Any


class Scratch(NamedTuple):
    """Room for the work on one position.

    seen    i8: seen[v] == number[0] if an option of the value v was found
    slots   i8: (number, option) pairs, a small hash table of the options found; entries are a power of two
    values  i8: the values of options that are known, each once
    number  i8[3]: [0] of this position among all; results of `expand`: [1] options in all, [2] values known
    """

    seen: Any
    slots: Any
    values: Any
    number: Any


@njit
def has_move(moves, piece):
    """Whether a piece that `part_at` gave has a move: links are made of moves, so only a lone place may have none."""
    i = w.lowest(piece)
    return moves.alone[i] or not w.is_empty(w.without(piece, w.place(piece, i)))


@njit
def expand(moves, keys, known_values, pool, scratch, part, target, start, words_start):
    """List the options of a part, each once, that have parts of unknown value.

    computes  options start..end-1 of the pool; scratch.number[1:] and scratch.values
    method    each move's rest is cut into parts from the places around what was cleared; equal parts cancel; parts
              that are known are added up. Equal options have equal parts and equal sums.
    arrays    see Pool and Scratch
    requires  `part` is one part (or moves.splits is False), and its key; room in the pool for every move and place
    returns   end, and where its words end; -1 for end as soon as an option of the value `target` is found
    cost      about 0.2 us a move and part
    judge     the definition on every set, in tests/engines/search/test_search.py
    """
    return _expand(moves, keys, known_values, pool, scratch, part, target, start, words_start)


@njit
def expand_sets(moves, keys, known_values, pool, scratch, part, target, start, words_start):
    """As expand, whatever the moves are."""
    scratch.number[0] += 1
    number = scratch.number[0]
    end, words_end = start, words_start
    options, values = 0, 0
    for i in range(moves.need.size // len(part)):
        if not w.holds(part, w.load(moves.need, i, part)) or w.meets(part, w.load(moves.off, i, part)):
            continue
        left = w.differ(w.without(part, w.load(moves.clear, i, part)), w.load(moves.flip, i, part))
        value = 0
        count: Any = np.int64(0)  # a plain 0 is of a kind of its own, and `put` would be compiled for both
        mixed = np.uint64(0)
        rim = w.both(w.load(moves.rim, i, part), left)
        if moves.splits:
            while not w.is_empty(rim):
                piece = part_at(moves, left, w.lowest(rim), rim)
                left = w.without(left, piece)
                rim = w.without(rim, piece)
                if has_move(moves, piece):
                    part_value, key, heap = look(moves, keys, known_values, piece)
                    if part_value >= 0:
                        value ^= part_value
                    else:
                        value ^= heap
                        count = put(pool, words_end, count, key)
                        mixed ^= w.hashed(key, 0)
        else:
            if moves.live:
                left = playable(moves, left)
            if w.is_empty(left):
                value = moves.end
            else:
                part_value, key, _ = look(moves, keys, known_values, left)
                if part_value >= 0:
                    value = part_value
                else:
                    w.store(pool.words, words_end, key)
                    count = 1
                    mixed = w.hashed(key, 0)
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


def by_word(moves, keys, known_values, pool, scratch, part, target, start, words_start):
    """As expand, of a part of a graph in Node Kayles."""
    if w.size(part) > 64:
        return expand_sets(moves, keys, known_values, pool, scratch, part, target, start, words_start)
    return compact.expand(moves, keys, known_values, pool, scratch, part, target, start, words_start)


def by_sets(moves, keys, known_values, pool, scratch, part, target, start, words_start):
    """As expand."""
    return expand_sets(moves, keys, known_values, pool, scratch, part, target, start, words_start)


@njit
def playable(moves, a):
    """The places of a set that some move can still touch; parts side by side stay together."""
    live_places = w.nothing(a)
    while not w.is_empty(a):
        piece = part_at(moves, a, w.lowest(a), a)
        a = w.without(a, piece)
        if has_move(moves, piece):
            live_places = w.either(live_places, piece)
    return live_places
