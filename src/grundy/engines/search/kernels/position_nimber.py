"""Search for the nim-values of states whose options a compiled rule lists: couples of a state and a heap.

computes   whether a state is worth n, or what it is worth, with all that is learnt on the way kept in a table
method     a state is worth n if no option is, and for each m < n some option is, that is, if it is not worth m either.
           Each option is looked up before any is searched; of one with several parts all but the last are valued.
           Lemoine and Viennot 2012, Nimbers are inevitable
arrays     cells   i8[2 * slots]: a key, and what is known of it: 0 nothing, 1 + 4 v the value v, else 2 + 4 * the
                   values (bits) that it has not; slots are a power of two, and looked through one after the other
           frames  the questions that are open, each asked by the one below; see Frames
           pool    i8: the options of the states in the frames: (parts + 2**32 * XOR of known ones), keys of the parts
           state   i8[11]: height of the stack, keys in the table, states listed, end of the pool, why the rule
                   stopped, 1 if an option had a key that is no smaller than its state's; of the state that was
                   listed last how many words and options it took; 1 for misère play, where only n = 0 is asked:
                   a state is worth 0 if whoever is to move loses, and each option must be one state; and what
                   numbered.py counts
           words, slots  the states of several words, whose keys are numbers, as in numbered.py; else WIDTH is 0
requires   the address is that of a kernel of compile/options.py for these keys, and the first frame is asked
returns    RUNNING after `budget` states, DONE, or what must grow; called again it goes on
bounds     a table is never more than half full; frames and pool are looked at before they are written
cost       about 0.1 us for each option beside what the rule takes; 16 bytes a slot
judge      engines/search/user_rule.py and model.definition, in tests/engines/search/test_search_own.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grundy.compile.before import before_compiling
from grundy.compile.jit import njit
from grundy.engines.search.kernels.numbered import NUMBERED, WIDTH, has_room, shorten
from grundy.engines.search.kernels.spans import listed

RUNNING, DONE, TABLE_FULL, STACK_FULL, POOL_FULL, RULE_STOPPED, TOO_WIDE, SUM, NUMBERS_FULL = range(9)
VALUE = -1  # asked of a state: what it is worth
MOST_VALUE = 60  # values from here on are in no word of those that a state has not
EXACT, PARTIAL = 1, 2
LISTED = 16  # words of the pool that are free before a rule is called
ROOM = 10  # as in compile/options.py
HEIGHT, KEYS, NODES, END, WHY, RISING, WORDS, OPTIONS, MISERE = range(9)
COUNTS = 1 + max(MISERE, NUMBERED, WIDTH)  # entries of `state`


class NimberFrames(NamedTuple):
    """The questions that are open.

    key    i8: the state
    heap   i8: n: is it worth n? VALUE: what is it worth?
    stage  i8: 0 not listed; 1 its options of one part are asked, 2 the others, 3 smaller values
    first, at, last  i8: its options in the pool, and the one that is being asked
    """

    key: Any
    heap: Any
    stage: Any
    first: Any
    at: Any
    last: Any


@before_compiling
def _instructions() -> None:
    import grundy.engines.search.instructions  # noqa: F401  (tells Numba of the call)


@njit
def slot_of(cells, key):
    """Where a key is, or where it would be put."""
    mask = np.uint64(len(cells) // 2 - 1)
    spread = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = (spread ^ (spread >> np.uint64(32))) & mask
    while cells[2 * np.int64(slot) + 1] != 0 and cells[2 * np.int64(slot)] != key:
        slot = (slot + np.uint64(1)) & mask
    return 2 * np.int64(slot)


@njit
def known(cells, key):
    """What is known of a state."""
    return cells[slot_of(cells, key) + 1]


@njit
def is_not(info, n):
    """Whether it is known that a value is not n; n is at most MOST_VALUE."""
    if info & 3 == EXACT:
        return info >> 2 != n
    return (info >> (2 + n)) & 1 != 0


@njit
def keep(cells, state, key, info):
    """Put down what is known of a state. There must be room."""
    slot = slot_of(cells, key)
    if cells[slot + 1] == 0:
        cells[slot] = key
        state[KEYS] += 1
    cells[slot + 1] = info


@njit
def copy(old, cells, state, exact_alone):
    """Put the keys of one table into another, all or those whose value is known."""
    state[KEYS] = 0
    for slot in range(0, len(old), 2):
        if old[slot + 1] != 0 and (not exact_alone or old[slot + 1] & 3 == EXACT):
            keep(cells, state, old[slot], old[slot + 1])


@njit
def push(frames, state, key, heap):
    """Ask a question; False if there is no room for it."""
    height = state[HEIGHT]
    if height >= len(frames.key):
        return False
    frames.key[height], frames.heap[height], frames.stage[height] = key, heap, 0
    frames.first[height] = state[END]
    state[HEIGHT] = height + 1
    return True


@njit
def rule_out(cells, state, key, n):
    """Note that a state is not worth n, and leave it."""
    keep(cells, state, key, known(cells, key) | PARTIAL | (1 << (2 + n)))
    leave(state)


@njit
def leave(state):
    """Leave the question on top."""
    state[HEIGHT] -= 1


@njit
def look(cells, pool, at, n):
    """What an option of a state is to whoever asks whether that is worth n, after all known parts are looked up.

    Returns (how many parts are open, one of them, its heap): with none open, the heap is 0 if the option is worth n.
    """
    parts, rest = pool[at] & 0xFFFFFFFF, (pool[at] >> 32) ^ n
    waiting, some = 0, 0
    for place in range(at + 1, at + 1 + parts):
        info = known(cells, pool[place])
        if info & 3 == EXACT:
            rest ^= info >> 2
        else:
            waiting += 1
            some = pool[place]
    return waiting, some, rest


@njit
def sift(cells, pool, start, stop, state, key, n):
    """Leave in the pool what is still open of the options listed there; -1 if one of them is worth n, else its end.

    -2 if in misère play one of them is a sum. Equal parts cancel; known parts are added up in the option's first word.
    """
    end = start
    at = start
    state[OPTIONS] = 0
    while at < stop:
        state[OPTIONS] += 1
        parts = pool[at]
        if state[MISERE] != 0 and parts != 1:
            return -2
        total = 0
        to = end + 1
        for place in range(at + 1, at + 1 + parts):
            part = pool[place]
            if part >= key and state[WIDTH] == 0:
                state[RISING] = 1
            info = known(cells, part)
            if info & 3 == EXACT:
                total ^= info >> 2
                continue
            twin = end + 1
            while twin < to and pool[twin] != part:
                twin += 1
            if twin < to:
                to -= 1
                pool[twin] = pool[to]
            else:
                pool[to] = part
                to += 1
        count = to - end - 1
        rest = total ^ n
        at += parts + 1
        if count == 0:
            if rest == 0:
                return -1
            continue
        if count == 1 and rest <= MOST_VALUE and is_not(known(cells, pool[end + 1]), rest):
            continue
        pool[end] = count | (total << 32)
        end = to
    return end


@njit
def run(address, cells, frames, pool, words, slots, state, budget):
    """Go on with the question on top until all are answered."""
    stop = state[NODES] + budget
    while state[HEIGHT] > 0:
        if state[NODES] >= stop:
            return RUNNING
        if 2 * (state[KEYS] + 1) > len(cells) // 2:
            return TABLE_FULL
        top = state[HEIGHT] - 1
        key, n = frames.key[top], frames.heap[top]
        state[END] = frames.last[top] if frames.stage[top] else frames.first[top]
        info = known(cells, key)
        if info & 3 == EXACT:
            leave(state)
            continue
        if n == VALUE:
            n = 0
            while n <= MOST_VALUE and is_not(info, n):
                n += 1
            if n > MOST_VALUE:
                return TOO_WIDE
            if not push(frames, state, key, n):
                return STACK_FULL
            continue
        if n > MOST_VALUE:
            return TOO_WIDE
        if is_not(info, n):
            leave(state)
            continue
        if frames.stage[top] == 0:
            start = frames.first[top]
            room = len(pool) - start
            if room < LISTED:
                return POOL_FULL
            place = state.ctypes.data + 8 * WORDS
            given = words.ctypes.data + 8 * state[WIDTH] * key if state[WIDTH] else key
            state[WHY] = listed(address, given, pool.ctypes.data + 8 * start, room, place)
            if state[WHY] == ROOM:
                return POOL_FULL
            if state[WHY] != 0:
                return RULE_STOPPED
            if state[WIDTH]:
                if not has_room(words, slots, state, state[WORDS] // state[WIDTH]):
                    return NUMBERS_FULL
                end, falls = shorten(words, slots, state, key, pool, start, start + state[WORDS])
                state[WORDS] = end - start
                if not falls:
                    state[RISING] = 1
            state[NODES] += 1
            last = sift(cells, pool, start, start + state[WORDS], state, key, n)
            if last == -2:
                return SUM
            stuck = state[MISERE] != 0 and state[OPTIONS] == 0  # whoever cannot move wins
            if last < 0 or state[OPTIONS] < n or stuck:  # a value is at most the number of options
                rule_out(cells, state, key, n)
                continue
            frames.at[top], frames.last[top], frames.stage[top] = start, last, 1
            state[END] = last
            continue
        if frames.stage[top] < 3:
            if not ask_options(cells, frames, pool, state, top):
                return STACK_FULL
            continue
        m = 0
        while m < n and is_not(info, m):
            m += 1
        if m == n:
            keep(cells, state, key, (n << 2) | EXACT)
            leave(state)
        elif not push(frames, state, key, m):
            return STACK_FULL
    return DONE


@njit
def ask_options(cells, frames, pool, state, top):
    """Go on to the next option of the question on top that is not answered, and ask it; False if the stack is full."""
    key, n = frames.key[top], frames.heap[top]
    while True:
        at = frames.at[top]
        if at >= frames.last[top]:
            frames.at[top] = frames.first[top]
            frames.stage[top] += 1
            return True
        parts = pool[at] & 0xFFFFFFFF
        if (parts == 1) == (frames.stage[top] == 1):
            waiting, some, rest = look(cells, pool, at, n)
            if waiting == 0 and rest == 0:
                rule_out(cells, state, key, n)
                return True
            if waiting == 1 and (rest > MOST_VALUE or not is_not(known(cells, some), rest)):
                return push(frames, state, some, rest)
            if waiting > 1:
                return push(frames, state, some, VALUE)
        frames.at[top] = at + parts + 1
