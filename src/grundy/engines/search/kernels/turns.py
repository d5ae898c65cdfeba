"""Values of states of a rule with turns, whose options a compiled rule lists: nim-values, or loony.

computes   the value of each state that is asked for, and of all below; where some move has to be answered also the set
           of nim-heaps beside which whoever is to move in the state wins
method     the state on top of a stack is worked out; at the first part that is not known it is left, and that part is
           put on top. An option that lets the opponent move wins beside the heap of its value; one that keeps the turn
           beside all others; one that has to be answered beside the heaps of no set of its parts, each set moved by the
           XOR of the other parts. The least heap beside which no option wins is the value; there is none: loony
arrays     keys i8[slots], infos i4[slots], places i8[slots]: the state in a slot; what is known of it: 0 nothing, OPEN,
           LOONY, or FIRST + the nim-value; where its set begins
           stack   i8: the states that are open, each needed by the one below
           pool    i8: the options of the state on top: parts + 2**32 * (0 opponent, 1 again, 2 answer), and their keys
           sets    u8[]: 2 * words + whether all heaps beyond the words are in the set, and these words
           seen    u1[width], more u8[width / 64], other u8[width / 64]: for the state on top
           state   i8[12], see the names below. Where DENSE is 1, a key is its own slot, and states NEXT to UPTO - 1 are
                   worked out one after the other
requires   the address is that of a kernel of compile/options.py for these keys, with turns; width a power of two, 64 at
           least; a state on the stack is in the table
returns    RUNNING after `budget` states, DONE, what must grow, CYCLE, OUTSIDE (a key that has no slot of its own) or
           RULE_STOPPED; called again it goes on
bounds     a table is never more than half full; values are below the width, so that XORs of them are, too
cost       some nanoseconds for each option beside what the rule takes; 20 bytes a slot, and the sets
judge      model.definition, in tests/engines/search/test_turns.py
source     Winning Ways, ch. 12
"""

from __future__ import annotations

import numpy as np

from grundy.compile.before import before_compiling
from grundy.compile.jit import njit
from grundy.engines.search.kernels.spans import listed

RUNNING, DONE, TABLE_FULL, STACK_FULL, POOL_FULL, SETS_FULL, TOO_NARROW, OUTSIDE, CYCLE, RULE_STOPPED = range(10)
ROOM = 10  # as in compile/options.py
LOONY = 1 << 30
OPEN, FIRST = 1, 2  # of infos: a state on the stack; the nim-value 0
HEIGHT, KEYS, NODES, WORDS, WHY, RISING, USED, AT, SETS, DENSE, NEXT, UPTO = range(12)


@before_compiling
def _instructions() -> None:
    import grundy.engines.search.instructions  # noqa: F401  (tells Numba of the call)


@njit
def slot_of(keys, infos, key, dense):
    """Where a state is, or where it would be put; -1 if it has no slot of its own."""
    if dense != 0:
        return key if 0 <= key < len(infos) else -1
    mask = np.uint64(len(infos) - 1)
    spread = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = np.int64((spread ^ (spread >> np.uint64(32))) & mask)
    while infos[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & np.int64(mask)
    return slot


@njit
def copy(old_keys, old_infos, old_places, keys, infos, places):
    """Put the states of one table into another."""
    for place in range(len(old_infos)):
        if old_infos[place] != 0:
            slot = slot_of(keys, infos, old_keys[place], 0)
            keys[slot], infos[slot], places[slot] = old_keys[place], old_infos[place], old_places[place]


@njit
def moved(word, by):
    """A word of a set whose heaps have another heap of less than 64 beside them: bit x goes to bit x ^ by."""
    if by & 1:
        word = ((word >> np.uint64(1)) & np.uint64(0x5555555555555555)) | (
            (word & np.uint64(0x5555555555555555)) << np.uint64(1)
        )
    if by & 2:
        word = ((word >> np.uint64(2)) & np.uint64(0x3333333333333333)) | (
            (word & np.uint64(0x3333333333333333)) << np.uint64(2)
        )
    if by & 4:
        word = ((word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)) | (
            (word & np.uint64(0x0F0F0F0F0F0F0F0F)) << np.uint64(4)
        )
    if by & 8:
        word = ((word >> np.uint64(8)) & np.uint64(0x00FF00FF00FF00FF)) | (
            (word & np.uint64(0x00FF00FF00FF00FF)) << np.uint64(8)
        )
    if by & 16:
        word = ((word >> np.uint64(16)) & np.uint64(0x0000FFFF0000FFFF)) | (
            (word & np.uint64(0x0000FFFF0000FFFF)) << np.uint64(16)
        )
    if by & 32:
        word = (word >> np.uint64(32)) | (word << np.uint64(32))
    return word


@njit
def answered(keys, infos, places, pool, sets, more, other, at, parts, total, dense):
    """Add to `more` the heaps beside which a move that has to be answered wins; whether all beyond are among them."""
    words = len(more)
    for i in range(words):
        other[i] = 0
    beyond = np.int64(0)
    for place in range(at + 1, at + 1 + parts):
        slot = slot_of(keys, infos, pool[place], dense)
        by = total ^ np.int64(infos[slot] - FIRST)
        start = places[slot]
        held, tail = np.int64(sets[start] >> np.uint64(1)), np.int64(sets[start] & np.uint64(1))
        fill = ~np.uint64(0) if tail != 0 else np.uint64(0)
        beyond |= tail
        for i in range(words):
            word = sets[start + 1 + i] if i < held else fill
            other[i ^ (by >> 6)] |= moved(word, by & 63)
    for i in range(words):
        more[i] |= ~other[i]
    return 1 - beyond


@njit
def finish(infos, places, sets, seen, more, state, slot, alone, beyond):
    """Put down the value of the state on top, of which all options are known; False where the width is too small.

    alone: the one heap beside which moves that keep the turn do not win; -1 no such move, -2 there is no such heap.
    """
    words = len(more)
    if alone != -1:
        beyond = 1
    fill = ~np.uint64(0) if beyond != 0 else np.uint64(0)
    value = np.int64(-1)
    for i in range(words):
        word = more[i]
        for bit in range(64):
            word |= np.uint64(seen[64 * i + bit]) << np.uint64(bit)
        if alone != -1:
            but = np.uint64(0)
            if alone >> 6 == i:
                but = np.uint64(1) << np.uint64(alone & 63)
            word |= ~but
        more[i] = word
        if value < 0 and word != ~np.uint64(0):
            value = np.int64(64 * i)
            while word & np.uint64(1):
                word >>= np.uint64(1)
                value += 1
    if value < 0 and beyond == 0:
        return False
    if state[SETS] != 0:
        held = words
        while held > 0 and more[held - 1] == fill:
            held -= 1
        used = state[USED]
        sets[used] = np.uint64(2 * held + beyond)
        for i in range(held):
            sets[used + 1 + i] = more[i]
        places[slot], state[USED] = used, used + 1 + held
    infos[slot] = LOONY if value < 0 else FIRST + value
    return True


@njit
def run(address, keys, infos, places, stack, pool, sets, seen, more, other, state, budget):
    """Work out the states on the stack, and with DENSE those that are next."""
    dense, words = state[DENSE], len(more)
    last = state[NODES] + budget
    while True:
        if state[HEIGHT] == 0:
            while state[NEXT] < state[UPTO] and infos[state[NEXT]] >= FIRST:
                state[NEXT] += 1
            if state[NEXT] >= state[UPTO]:
                return DONE
            infos[state[NEXT]] = OPEN
            stack[0], state[HEIGHT] = state[NEXT], 1
            state[KEYS] += 1
        if state[NODES] >= last:
            return RUNNING
        if dense == 0 and 2 * (state[KEYS] + 1) > len(infos):
            return TABLE_FULL
        if state[SETS] != 0 and state[USED] + words + 1 > len(sets):
            return SETS_FULL
        key = stack[state[HEIGHT] - 1]
        state[AT] = key
        state[WHY] = listed(address, key, pool.ctypes.data, len(pool), state.ctypes.data + 8 * WORDS)
        if state[WHY] == ROOM:
            return POOL_FULL
        if state[WHY] != 0:
            return RULE_STOPPED
        state[NODES] += 1
        for i in range(len(seen)):
            seen[i] = 0
        for i in range(words):
            more[i] = 0
        alone, beyond, waiting = np.int64(-1), 0, False
        at, stop = 0, state[WORDS]
        while at < stop:
            parts, then = pool[at] & 0xFFFFFFFF, pool[at] >> 32
            total, loony = np.int64(0), False
            for place in range(at + 1, at + 1 + parts):
                part = pool[place]
                slot = slot_of(keys, infos, part, dense)
                if slot < 0:
                    return OUTSIDE
                info = infos[slot]
                if info < FIRST:
                    if part >= key:
                        state[RISING] = 1
                    if info == OPEN:
                        state[AT] = part
                        return CYCLE
                    if state[HEIGHT] >= len(stack):
                        return STACK_FULL
                    keys[slot], infos[slot] = part, OPEN
                    stack[state[HEIGHT]] = part
                    state[HEIGHT] += 1
                    state[KEYS] += 1
                    waiting = True
                    break
                if info == LOONY:
                    loony = True
                else:
                    total ^= np.int64(info - FIRST)
            if waiting:
                break
            if then == 0:
                if not loony:
                    seen[total] = 1
            elif then == 1:
                if loony or (alone != -1 and alone != total):
                    alone = np.int64(-2)
                else:
                    alone = total
            elif not loony:
                beyond |= answered(keys, infos, places, pool, sets, more, other, at, parts, total, dense)
            at += parts + 1
        if waiting:
            continue
        if not finish(infos, places, sets, seen, more, state, slot_of(keys, infos, key, dense), alone, beyond):
            return TOO_NARROW
        state[HEIGHT] -= 1
