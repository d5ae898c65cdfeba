"""Search for the nim-value of a part, if it lies in a requested set; with the set of all values, plain mex.

A set of values is bits of B words: value v is bit v & 63 of word v >> 6, so that sets reach as far as values do.
Of a position are known: the values V of some options. The value r can still be that of the position if it is not in V
and no more smaller values are missing in V than there are options whose values are open. With m the largest such r
that is requested, an open option matters only if its value is at most m and not in V: that set is requested of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import parts, values
from grundy.engines.search.kernels import words as w

ENTER, CHOOSE, BACK = 0, 1, 2  # what is to be done next
RUNNING, DONE, TABLE_FULL, STACK_FULL = 0, 1, 2, 3
UNKNOWN = -1


class SetFrames(NamedTuple):
    """The positions between the root and the one that is worked on.

    part    u8[depth * W]
    want    u8[depth * B]: the values that are requested
    have    u8[depth * B]: the values of options that are known
    first, last, words  i8: its options in the pool, and where their words end; those before `first` are done
    chosen  i8: the place in the pool's words of the part that is searched
    limit   i8: the least m (see the module) at which an option was found not to matter
    """

    part: Any
    want: Any
    have: Any
    first: Any
    last: Any
    words: Any
    chosen: Any
    limit: Any


@njit
def has(values, start, v):
    """Whether v is in the set of values that begins at word `start`."""
    return (values[start + (v >> 6)] >> np.uint64(v & 63)) & np.uint64(1) != np.uint64(0)


@njit
def include(values, start, v):
    """Add v to the set of values that begins at word `start`."""
    values[start + (v >> 6)] |= np.uint64(1) << np.uint64(v & 63)


@njit
def largest_possible(want, have, start, open_options, most):
    """The largest requested value that the position can still have, or -1."""
    missing, largest = 0, -1
    for v in range(most):
        if not has(have, start, v):
            if missing > open_options:
                break
            if has(want, start, v):
                largest = v
            missing += 1
    return largest


@njit
def least_missing(have, start, most):
    """The least value that is not in a set of values."""
    for v in range(most):
        if not has(have, start, v):
            return v
    return most


@njit
def look_again(moves, known_values, pool, option, like):
    """Add up those parts of an option whose values have become known; how many are not."""
    first, open_parts = pool.first[option], 0
    for j in range(pool.count[option]):
        key = w.load(pool.words, first + j, like)
        value = values.find(known_values, moves.shift, key)
        if value >= 0:
            pool.rest[option] ^= value
        else:
            w.store(pool.words, first + open_parts, key)
            open_parts += 1
    pool.count[option] = open_parts
    return open_parts


@njit
def swap(pool, i, j):
    """Exchange two options."""
    pool.rest[i], pool.rest[j] = pool.rest[j], pool.rest[i]
    pool.count[i], pool.count[j] = pool.count[j], pool.count[i]
    pool.first[i], pool.first[j] = pool.first[j], pool.first[i]


@njit
def easiest(pool, first, last, like):
    """The open option with the least sum of squares of the sizes of its parts."""
    best, least = first, 1 << 60
    for option in range(first, last):
        effort: Any = 0
        for j in range(pool.count[option]):
            places = w.size(w.load(pool.words, pool.first[option] + j, like))
            effort += places * places
        if effort < least:
            best, least = option, effort
    return best


@njit
def run(moves, keys, known_values, pool, scratch, frames, state, everything, budget):
    """Go on with the search for the value of the part in frame 0, for about `budget` nodes.

    computes  state[3]: the value, or -1 if it is not in the set requested in frame 0, when it returns DONE
    method    see the module; of an option with several parts that are not known, the values of all but the largest are
              found first. With `everything` all values are requested of every option.
    arrays    state i8[8]: [0] depth, [1] what is to be done, [2] nodes, [3] value of the frame that was left last,
              [6] options and [7] words of options that one position may need; the others: see their classes
    returns   RUNNING, DONE, or what is too small: TABLE_FULL, STACK_FULL; with larger arrays it goes on
    judge     the definition on every set, in tests/engines/search/test_search.py
    source    Beling & Rogalski 2020, On pruning search trees of impartial games
    """
    like = moves.like
    many = frames.want.size // frames.chosen.size
    most = 64 * many
    depth, todo, nodes, value = state[0], state[1], state[2], state[3]
    stop = nodes + budget
    status = RUNNING
    while True:
        here = depth * many
        if todo == ENTER:
            if nodes >= stop:
                break
            if (known_values.state[0] >= known_values.state[1] and known_values.state[2] == 0) or parts.is_full(keys):
                status = TABLE_FULL
                break
            start = frames.last[depth - 1] if depth > 0 else 0
            words = frames.words[depth - 1] if depth > 0 else 0
            room = pool.words.size // len(like)
            if depth + 2 > frames.chosen.size or start + state[6] > pool.rest.size or words + state[7] > room:
                status = STACK_FULL
                break
            nodes += 1
            part = w.load(frames.part, depth, like)
            end, words_end = parts.expand(moves, keys, known_values, pool, scratch, part, UNKNOWN, start, words)
            frames.first[depth], frames.last[depth], frames.words[depth] = start, end, words_end
            frames.limit[depth] = most
            for j in range(many):
                frames.have[here + j] = np.uint64(0)
            for j in range(scratch.number[2]):
                include(frames.have, here, scratch.values[j])
            todo = CHOOSE
        elif todo == CHOOSE:
            first, last = frames.first[depth], frames.last[depth]
            largest = largest_possible(frames.want, frames.have, here, last - first, most)
            value = UNKNOWN
            if first == last:
                value = least_missing(frames.have, here, most)
                if value > frames.limit[depth]:
                    value = UNKNOWN
                else:
                    values.keep(known_values, moves.shift, w.load(frames.part, depth, like), value)
            if first == last or largest < 0:
                todo = BACK
                continue
            swap(pool, first, easiest(pool, first, last, like))
            if look_again(moves, known_values, pool, first, like) == 0:
                include(frames.have, here, pool.rest[first])
                frames.first[depth] += 1
                continue
            open_parts = pool.count[first]
            at = pool.first[first]
            for j in range(at + 1, at + open_parts):
                if w.size(w.load(pool.words, j, like)) < w.size(w.load(pool.words, at, like)):
                    at = j
            frames.chosen[depth] = at
            depth += 1
            below = depth * many
            w.store(frames.part, depth, w.load(pool.words, at, like))
            for j in range(many):
                frames.want[below + j] = ~np.uint64(0) if everything or open_parts > 1 else np.uint64(0)
            if not everything and open_parts == 1:
                for v in range(largest + 1):
                    if not has(frames.have, here, v):
                        include(frames.want, below, v ^ pool.rest[first])
            todo = ENTER
        else:  # BACK
            if depth == 0:
                status = DONE
                break
            depth -= 1
            here = depth * many
            option = frames.first[depth]
            if value == UNKNOWN:  # it does not matter
                largest = largest_possible(frames.want, frames.have, here, frames.last[depth] - option, most)
                frames.limit[depth] = min(frames.limit[depth], largest)
                frames.first[depth] += 1
            else:
                at, last = frames.chosen[depth], pool.first[option] + pool.count[option]
                for j in range(at + 1, last):
                    w.store(pool.words, j - 1, w.load(pool.words, j, like))
                pool.count[option] -= 1
                pool.rest[option] ^= value
                if look_again(moves, known_values, pool, option, like) == 0:
                    include(frames.have, here, pool.rest[option])
                    frames.first[depth] += 1
            todo = CHOOSE
    state[0], state[1], state[2], state[3] = depth, todo, nodes, value
    return status
