"""Compiled loops of the bit-sliced engine: groups of 512 states at a time, in vectors of eight words.

Bit numbering: state s is bit s & 63 of word s >> 6 & 7 of group s >> 9. A row is eight words. A table of outcomes
has one row a group: a bit is set iff its state is a P-position. A table of values has four rows a group, the binary
digits 0..3 of a code for each state. There is one such table for each level: code c > 0 at level k means the value
15 k + c - 1; code 0 means that the value is of another level or not yet known, so it excludes no value.

judge  the definition on every state, in tests/engines/bitsliced/test_mask_tables.py
"""

from __future__ import annotations

import numpy as np

from grundy.compile.before import before_compiling
from grundy.compile.jit import njit
from grundy.engines.bitsliced.vectors import filled, load, some, store, turned


@before_compiling
def _instructions() -> None:
    import grundy.engines.bitsliced.instructions  # noqa: F401  (tells Numba of them)


@njit
def _fitting(block, size, crossing, care, want, queue, near):
    """List the entries that fit a whole block of `size` groups in `queue`, those that may fit a part of it in `near`.

    Returns the lengths of the two lists.
    """
    low = size - 1
    always = 0
    checks = 0
    for j in range(crossing):
        fits = (block & care[j] & ~low) == (want[j] & ~low)
        partly = (care[j] & low) != 0
        queue[always] = j
        always += fits & ~partly
        near[checks] = j
        checks += fits & partly
    return always, checks


@njit
def fill_outcomes(
    table, head, misere, settled, later, order, tile_bits, block_bits, crossing, begin, layers, care, want, keep, flip,
    words, turn, select, queue, near,
):  # fmt: skip
    """Find the P-positions of the tiles in `order`.

    computes  the set of states without a move to a state of the set; in misère play a state of the set also has a
              move. If `later`, only states that are not settled enter the set, and they become settled: calls with
              `later` give the states of value 0, 1, 2, ... in turn
    method    64 states a word and 8 words a vector: an entry is a move for some states of each group that it fits. It
              reads the row of the group that the move leads to, from `words` words before it on, and rotates each
              word left by `turn` bits. Within the group, states are settled in layers, each after all its options
    arrays    table u8[8 G]; head u8[24] with the row of group 0 in words 8..15, for entries that read before word 0 of
              `table`; order i8[T] numbers of tiles, tile t having the 1 << tile_bits groups from t << tile_bits on;
              per entry i8 care, want, keep, flip, words, turn (0..63) and select u8[8 E], the states that it is for:
              entries below `crossing` leave the group, those of layer k are begin[k]..begin[k+1]-1; layers u8[8 K]
              the states of each layer; settled u8[8 G], used if `later`
    scratch   queue i8[crossing], near i8[crossing]
    requires  an entry leads to a group of an earlier tile, to a smaller group of this tile, or (selected states of
              groups that do not change) to a row of zeros; an entry fits group g iff g & care == want, and then leads
              to group (g & keep) ^ flip
    bounds    reads 8 words from word 8 t - words on, t < G: from `head` where that is negative; never beyond the end,
              because moves from the last group lead to smaller states
    cost      4 instructions for each entry that fits a group
    judge     the definition, in tests/engines/bitsliced/test_mask_tables.py
    """
    size = 1 << block_bits
    for i in range(order.size):
        tile = order[i] << tile_bits
        for block in range(tile, tile + (1 << tile_bits), size):
            always, checks = _fitting(block, size, crossing, care, want, queue, near)
            for g in range(block, block + size):
                own = 8 * g
                p_states = filled(False)
                store(table, own, p_states)
                if g == 0:
                    store(head, 8, p_states)
                excluded = filled(False)
                if later:
                    excluded = load(settled, own)
                    if not some(~excluded):
                        continue
                fitting = always
                for c in range(checks):
                    j = near[c]
                    queue[fitting] = j
                    fitting += (g & care[j]) == want[j]
                movable = filled(not misere)
                for q in range(fitting):
                    if later and q & 7 == 7 and not some(~excluded):
                        break
                    j = queue[q]
                    base = 8 * ((g & keep[j]) ^ flip[j]) - words[j]
                    chosen = load(select, 8 * j)
                    if base < 0:
                        target = load(head, 8 + base)
                    else:
                        target = load(table, base)
                    excluded = excluded | turned(target, turn[j]) & chosen
                    movable = movable | chosen
                for k in range(begin.size - 1):
                    for j in range(begin[k], begin[k + 1]):
                        if (g & care[j]) == want[j]:
                            base = own - words[j]
                            chosen = load(select, 8 * j)
                            if base < 0:
                                target = load(head, 8 + base)
                            else:
                                target = load(table, base)
                            excluded = excluded | turned(target, turn[j]) & chosen
                            movable = movable | chosen
                    p_states = p_states | load(layers, 8 * k) & movable & ~excluded
                    store(table, own, p_states)
                    if g == 0:
                        store(head, 8, p_states)
                if later:
                    store(settled, own, load(settled, own) | p_states)


@njit
def fill_values(
    table, head, settled, later, order, tile_bits, block_bits, crossing, begin, layers, care, want, keep, flip, words,
    turn, select, queue, near,
):  # fmt: skip
    """Find the values of one level, for the tiles in `order`; return how many groups have values of a later level.

    computes  for states not settled at an earlier level the mex over their options, if it is of this level
    method    as fill_outcomes, with a code of four bits for each state. Vector e_v has a bit for each state that has an
              option of code v, v = 1..15; the code of the mex is 1 + the number of leading ones of e_1, e_2, ..., but
              0 if all 15 are ones
    arrays    table u8[32 G]; settled u8[8 G] the states settled at earlier levels, read if `later`; queue i8[E], in:
              queue[j] = j from `crossing` on; the other arrays as in fill_outcomes
    cost      40 instructions for each entry that fits a group, 30 for each layer
    judge     the definition, in tests/engines/bitsliced/test_mask_tables.py
    """
    size = 1 << block_bits
    unsettled = 0
    for i in range(order.size):
        tile = order[i] << tile_bits
        for block in range(tile, tile + (1 << tile_bits), size):
            always, checks = _fitting(block, size, crossing, care, want, queue, near)
            for g in range(block, block + size):
                own = 32 * g
                code0 = code1 = code2 = code3 = filled(False)
                rest = filled(True)
                if later:
                    rest = ~load(settled, 8 * g)
                    if not some(rest):  # write zeros only over other words: untouched pages take no memory
                        low = load(table, own) | load(table, own + 8)
                        if some(low | load(table, own + 16) | load(table, own + 24)):
                            store(table, own, code0)
                            store(table, own + 8, code1)
                            store(table, own + 16, code2)
                            store(table, own + 24, code3)
                            if g == 0:
                                store(head, 8, code0)
                        continue
                fitting = always
                for c in range(checks):
                    j = near[c]
                    queue[fitting] = j
                    fitting += (g & care[j]) == want[j]
                store(table, own, code0)
                store(table, own + 8, code1)
                store(table, own + 16, code2)
                store(table, own + 24, code3)
                if g == 0:
                    store(head, 8, code0)
                e1 = e2 = e3 = e4 = e5 = e6 = e7 = e8 = e9 = e10 = e11 = e12 = e13 = e14 = e15 = filled(False)
                for k in range(begin.size):
                    # k = 0: the entries that leave the group; k > 0: the entries of layer k - 1
                    start = 0 if k == 0 else begin[k - 1]
                    stop = fitting if k == 0 else begin[k]
                    for q in range(start, stop):
                        j = queue[q]
                        if (g & care[j]) == want[j]:
                            base = 32 * ((g & keep[j]) ^ flip[j]) - words[j]
                            if base < 0:
                                a = load(head, 8 + base)
                            else:
                                a = load(table, base)
                            chosen = load(select, 8 * j)
                            places = turn[j]
                            a = turned(a, places) & chosen
                            b = turned(load(table, base + 8), places) & chosen
                            c0 = turned(load(table, base + 16), places) & chosen
                            d = turned(load(table, base + 24), places) & chosen
                            low1 = a & ~b
                            low2 = b & ~a
                            low3 = a & b
                            low0 = ~(a | b)
                            high0 = ~(c0 | d)
                            high1 = c0 & ~d
                            high2 = d & ~c0
                            high3 = c0 & d
                            e1 = e1 | low1 & high0
                            e2 = e2 | low2 & high0
                            e3 = e3 | low3 & high0
                            e4 = e4 | low0 & high1
                            e5 = e5 | low1 & high1
                            e6 = e6 | low2 & high1
                            e7 = e7 | low3 & high1
                            e8 = e8 | low0 & high2
                            e9 = e9 | low1 & high2
                            e10 = e10 | low2 & high2
                            e11 = e11 | low3 & high2
                            e12 = e12 | low0 & high3
                            e13 = e13 | low1 & high3
                            e14 = e14 | low2 & high3
                            e15 = e15 | low3 & high3
                    if k == 0:
                        continue
                    # t_v: codes 1..v are all excluded; the code is 1 + the number of true t_v, with 0 in place of 16
                    t2 = e1 & e2
                    t3 = t2 & e3
                    t4 = t3 & e4
                    t5 = t4 & e5
                    t6 = t5 & e6
                    t7 = t6 & e7
                    t8 = t7 & e8
                    t9 = t8 & e9
                    t10 = t9 & e10
                    t11 = t10 & e11
                    t12 = t11 & e12
                    t13 = t12 & e13
                    t14 = t13 & e14
                    t15 = t14 & e15
                    now = load(layers, 8 * (k - 1)) & rest
                    bit3 = t7 ^ t15
                    bit2 = t3 ^ t11 ^ bit3
                    bit1 = e1 ^ t5 ^ t9 ^ t13 ^ bit2
                    bit0 = ~t2 ^ t4 ^ t6 ^ t8 ^ t10 ^ t12 ^ t14 ^ bit1
                    code0 = code0 | bit0 & now
                    code1 = code1 | bit1 & now
                    code2 = code2 | bit2 & now
                    code3 = code3 | bit3 & now
                    store(table, own, code0)
                    store(table, own + 8, code1)
                    store(table, own + 16, code2)
                    store(table, own + 24, code3)
                    if g == 0:
                        store(head, 8, code0)
                unsettled += some(rest & ~(code0 | code1 | code2 | code3))
    return unsettled


@njit
def settle(table, settled, start, stop):
    """Add the states of groups start..stop-1 with a code > 0 in `table` u8[32 G] to the set `settled` u8[8 G]."""
    for g in range(start, stop):
        at = 32 * g
        codes = load(table, at) | load(table, at + 8) | load(table, at + 16) | load(table, at + 24)
        store(settled, 8 * g, load(settled, 8 * g) | codes)


@njit
def read_values(table, level, start, values):
    """Write to `values`, u1 or u2[64 n], the values that are of this level, of 64 n states from word `start` on."""
    for i in range(values.size >> 6):
        word = start + i
        at = (word >> 3) * 32 + (word & 7)
        a = table[at]
        b = table[at + 8]
        c = table[at + 16]
        d = table[at + 24]
        if (a | b | c | d) == np.uint64(0):
            continue
        one = np.uint64(1)
        for bit in range(64):
            s = np.uint64(bit)
            code = (a >> s & one) | (b >> s & one) << one
            code |= (c >> s & one) << np.uint64(2) | (d >> s & one) << np.uint64(3)
            if code > np.uint64(0):
                values[64 * i + bit] = np.int64(code) + (15 * level - 1)
