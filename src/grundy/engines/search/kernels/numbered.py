"""Numbers for states that have more bits than a key, in the order in which they are met.

computes   the number of a state, which stands for it as its key from then on
arrays     words   i8[width * room]: the words of state 0, of state 1, and so on
           slots   i4[a power of two]: 1 + the number of a state, or 0; looked through one after the other
           state   as in position_nimber.py, with the WIDTH of states in words and how many are NUMBERED
requires   `has_room` for all that is numbered
bounds     slots are never more than half full; words are written only below `room`
cost       about 0.1 us a state where slots are in no cache; 8 bytes a word and 8 or more of slots
judge      a dictionary, in tests/engines/search/test_search_wide.py
"""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit

NUMBERED, WIDTH = 9, 10  # places in `state`, behind those of position_nimber.py


@njit
def slot_for(words, slots, width, states, at):
    """The slot of the state whose words stand in `states` from `at` on, or that where it would be put."""
    mask = np.uint64(len(slots) - 1)
    spread = np.uint64(0)
    for i in range(at, at + width):
        spread = (spread ^ np.uint64(states[i])) * np.uint64(0x9E3779B97F4A7C15)
        spread ^= spread >> np.uint64(32)
    slot = spread & mask
    while slots[slot] != 0:
        first = width * (np.int64(slots[slot]) - 1)
        i = 0
        while i < width and words[first + i] == states[at + i]:
            i += 1
        if i == width:
            break
        slot = (slot + np.uint64(1)) & mask
    return np.int64(slot)


@njit
def number(words, slots, state, states, at):
    """The number of the state whose words stand in `states` from `at` on; a new one if it has none."""
    width = state[WIDTH]
    slot = slot_for(words, slots, width, states, at)
    if slots[slot] == 0:
        last = state[NUMBERED]
        for i in range(width):
            words[width * last + i] = states[at + i]
        state[NUMBERED] = last + 1
        slots[slot] = last + 1
    return np.int64(slots[slot]) - 1


@njit
def has_room(words, slots, state, more):
    """Whether so many more states can be numbered."""
    all_of_them = state[NUMBERED] + more
    return state[WIDTH] * all_of_them <= len(words) and 2 * all_of_them <= len(slots)


@njit
def number_all(words, slots, state, states, numbers):
    """The numbers of states whose words stand one after the other. There must be room."""
    for place in range(len(numbers)):
        numbers[place] = number(words, slots, state, states, state[WIDTH] * place)


@njit
def is_less(words, width, key, states, at):
    """Whether the state whose words stand in `states` from `at` on comes before that with a number."""
    for i in range(width):
        if states[at + i] != words[width * key + i]:
            return states[at + i] < words[width * key + i]
    return False


@njit
def shorten(words, slots, state, key, pool, start, stop):
    """Write options down by the numbers of their parts: (where they end now, whether all come before the state `key`).

    In the pool stands of each option how many words its parts have, and these; then it is how many parts, and their
    numbers. There must be room.
    """
    width = state[WIDTH]
    at, to, falls = start, start, True
    while at < stop:
        parts = pool[at] // width
        pool[to] = parts
        for part in range(parts):
            here = at + 1 + part * width
            falls = falls and is_less(words, width, key, pool, here)
            pool[to + 1 + part] = number(words, slots, state, pool, here)
        at += 1 + parts * width
        to += 1 + parts
    return to, falls
