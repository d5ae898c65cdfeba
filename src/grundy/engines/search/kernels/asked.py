"""Whether some nodes of a graph in Node Kayles have a nim-value that is asked about, without keys or tables of parts.

That takes less than the nim-value: an option of the value asked about says no at once, and most options have such a
reply. The graph is the part that is worked on (kernels/leaves.py), its sets of nodes are words.

judge  the definition in plain Python, in tests/engines/search/test_asked.py
"""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels.leaves import NONE, ONE, SEVEN, in_table, piece_of, worked_out
from grundy.engines.search.kernels.spans import bits_of, zeros_below

WIDE = 32  # nodes of the largest graph that is asked about: options of a frame
FRAMES = 16  # a move in a part of more than one node takes two nodes at least: WIDE / 2
NO, YES, OPEN = 0, 1, -1


@njit
def is_worth(keys, a, value):
    """Whether some nodes, joined or not, have this nim-value.

    method    a graph has the value v if no option has, and for each m < v some option has m. So all options are asked
              for v, those of few nodes first, and then for each m that is not known of any option of up to seven nodes.
              Of several parts all but the largest are worked out. There is no recursion: a frame is a graph after a
              move in the one before.
    requires  each part of `a` has WIDE nodes at most
    judge     the definition, in tests/engines/search/test_asked.py
    cost      of queens' graphs about 1 us for 13 nodes, and twice as much for two nodes more
    """
    depth = -1
    answer = ask(keys, 0, a, value)
    while True:
        if answer == OPEN:
            depth += 1
        elif depth < 0:
            return answer == YES
        elif answer == YES:
            if keys.sought[depth] == keys.wanted[depth]:
                answer = NO
                depth -= 1
                continue
            keys.met[depth] |= 1 << keys.sought[depth]
            keys.following[depth] = keys.count[depth]
        if keys.following[depth] == keys.count[depth]:
            met, sought = keys.met[depth], keys.sought[depth]
            missing = zeros_below(~np.uint64(met))
            if sought != keys.wanted[depth] and (met >> sought) & 1 == 0:
                answer = NO
                depth -= 1
                continue
            if missing == keys.wanted[depth]:
                answer = YES
                depth -= 1
                continue
            keys.sought[depth], keys.following[depth] = missing, 0
        option = keys.following[depth]
        keys.following[depth] = option + 1
        answer = ask(keys, depth + 1, keys.options[WIDE * depth + option], keys.sought[depth])


@njit
def ask(keys, depth, a, value):
    """Answer at once whether some nodes have a nim-value, or begin the frame `depth` for that: OPEN."""
    largest = NONE
    while bits_of(a) > SEVEN:
        piece = piece_of(keys, a, a)
        a &= ~piece
        if bits_of(piece) <= SEVEN:
            value ^= in_table(keys, piece)
            continue
        if bits_of(piece) > bits_of(largest):
            piece, largest = largest, piece
        if piece != NONE:
            value ^= worked_out(keys, piece)
    value ^= in_table(keys, a)
    if largest == NONE:
        return YES if value == 0 else NO
    if value > bits_of(largest):
        return NO
    first, count, met, todo = WIDE * depth, 0, 0, largest
    while todo != NONE:
        left = largest & ~keys.closed[zeros_below(todo)]
        todo &= todo - ONE
        if bits_of(left) > SEVEN:
            enter_in_order(keys.options, first, count, left)
            count += 1
            continue
        option = in_table(keys, left)
        if option == value:
            return NO
        met |= 1 << option
    if count == 0:
        return YES if zeros_below(~np.uint64(met)) == value else NO
    keys.wanted[depth], keys.sought[depth], keys.met[depth] = value, value, met
    keys.count[depth], keys.following[depth] = count, 0
    return OPEN


@njit
def enter_in_order(sets, first, count, a):
    """Enter a set among the `count` ones from `first` on, those of few nodes first."""
    size = bits_of(a)
    at = first + count
    while at > first and bits_of(sets[at - 1]) > size:
        sets[at] = sets[at - 1]
        at -= 1
    sets[at] = a


@njit
def has_option(keys, a, value):
    """Whether an option of up to `keys.reach` nodes has a nim-value; False says nothing about larger ones.

    judge     the definition, in tests/engines/search/test_asked.py
    """
    count, todo = 0, a
    while todo != NONE:
        left = a & ~keys.closed[zeros_below(todo)]
        todo &= todo - ONE
        size = bits_of(left)
        if size <= SEVEN:
            if in_table(keys, left) == value:
                return True
        elif size <= keys.reach:
            enter_in_order(keys.replies, 0, count, left)
            count += 1
    option = 0
    while option < count and not is_worth(keys, keys.replies[option], value):
        option += 1
    return option < count


@njit
def at_once(keys, a, value):
    """Whether a part has a nim-value: YES, NO, or OPEN if it is large and no small option says no.

    judge     the definition, in tests/engines/search/test_asked.py
    """
    if keys.far == 0:
        return OPEN
    if bits_of(a) <= keys.far:
        return YES if is_worth(keys, a, value) else NO
    return NO if has_option(keys, a, value) else OPEN
