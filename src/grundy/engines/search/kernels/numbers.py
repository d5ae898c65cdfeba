"""Tables of proof numbers, which several kernels may read and write at once.

A table of proof numbers has clusters of four entries. An entry is a key with n in the bits from `shift` on, and a word:
28 bits of the proof number, 28 of the disproof number, 8 of the logarithm of the work done. Lost couples are kept as
nim-values, in the other table, for ever.

judge  a dict of Python, in tests/engines/search/test_search_numbers.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.spans import acquire, bring_near, zeros_above

INFINITE = (1 << 28) - 1
FIELD = np.uint64(INFINITE)
MARKED = np.uint64(1 + 4 * 6)  # from this effort on, which is 64 positions, others are to see that a couple is searched


class Rated(NamedTuple):
    """The proof numbers that are known.

    table   u8: see the module
    signal  i8[1]: not 0: whoever works is to stop
    shared  whether several work at once
    log     u8: entries of couples that were settled by much work, with plain keys, one after the other
    logged  i8[2]: [0] entries in the log, [1] how many positions are much work
    """

    table: Any
    signal: Any
    shared: bool
    log: Any
    logged: Any


@njit
def word_of(table, shift, key, heap):
    """The word of numbers of a couple, or 0."""
    each = len(key) + 1
    mask = table.size // (4 * each) - 1
    at = (np.int64(w.hashed(key, heap + 1)) & mask) * 4 * each
    marked = w.with_value(key, heap, shift)
    for _ in range(4):
        word = acquire(table, at + each - 1)  # once: it may become another
        if w.words_are(table, at, w.sealed(marked, word)):
            return word
        at += each
    return np.uint64(0)


@njit
def bring_numbers_near(rated, shift, key, heap):
    """Have the cluster of a couple fetched: it will be looked up soon. The table is larger than any cache, and so the
    clusters of all options of a position come at once, and not each after the one before."""
    each = len(key) + 1
    mask = rated.table.size // (4 * each) - 1
    at = (np.int64(w.hashed(key, heap + 1)) & mask) * 4 * each
    for line in range(0, 4 * each, 8):
        bring_near(rated.table, at + line)


@njit
def find_numbers(rated, shift, key, heap):
    """The proof and disproof number of a couple, or -1 and -1."""
    word = word_of(rated.table, shift, key, heap)
    if word == np.uint64(0):
        return -1, -1
    return np.int64(word & FIELD), np.int64((word >> np.uint64(28)) & FIELD)


@njit
def put_numbers(table, shift, key, heap, word):
    """Put an entry in the place of that of the same couple, or of the least work in its cluster."""
    many = len(key)
    each = many + 1
    mask = table.size // (4 * each) - 1
    at = (np.int64(w.hashed(key, heap + 1)) & mask) * 4 * each
    marked = w.with_value(key, heap, shift)
    best, least = at, np.uint64(256)
    for _ in range(4):
        there = table[at + many]
        if w.words_are(table, at, w.sealed(marked, there)):
            best = at
            break
        cost = there >> np.uint64(56)
        if cost < least:
            best, least = at, cost
        at += each
    w.put_words(table, best, w.sealed(marked, word))
    table[best + many] = word


@njit
def as_word(phi, delta, work):
    """The word of a couple's numbers, which took so many nodes."""
    effort = np.uint64(1 + 4 * (63 - zeros_above(np.uint64(work | 1))))
    return np.uint64(phi) | (np.uint64(delta) << np.uint64(28)) | (effort << np.uint64(56))


@njit
def keep_numbers(rated, shift, key, heap, phi, delta, work):
    """Keep the numbers of a couple, which took so many nodes."""
    put_numbers(rated.table, shift, key, heap, as_word(phi, delta, work))


@njit
def note(rated, shift, key, heap, phi, delta, work):
    """Write the numbers of a couple that is settled into the log, if they took much work and there is room."""
    each = len(key) + 1
    at = rated.logged[0] * each
    if work >= rated.logged[1] and at + each <= rated.log.size:
        w.put_words(rated.log, at, w.with_value(key, heap, shift))
        rated.log[at + each - 1] = as_word(phi, delta, work)
        rated.logged[0] += 1


@njit
def take(entries, table, like, shift):
    """Put entries with plain keys into a table of proof numbers, as `put_numbers` does."""
    many = len(like)
    for at in range(0, entries.size, many + 1):
        marked = w.load_at(entries, at, like)
        heap = np.int64(marked[-1] >> np.uint64(shift))
        put_numbers(table, shift, w.places_only(marked, shift), heap, entries[at + many])


@njit
def mark(rated, shift, key, heap, limit):
    """Let others see that a couple is searched until its disproof number comes to `limit`, if it is a long search."""
    word = word_of(rated.table, shift, key, heap)
    if word >> np.uint64(56) >= MARKED and limit < INFINITE:
        fields = FIELD << np.uint64(28)
        put_numbers(rated.table, shift, key, heap, (word & ~fields) | (np.uint64(limit) << np.uint64(28)))


@njit
def resettle(old, table, like, shift, which, workers):
    """Put the entries of a table of proof numbers into another, which is worker `which` of so many that do so: into
    one twice as large all at once, since they write to different places of it."""
    many = len(like)
    each = many + 1
    mask = table.size // (4 * each) - 1
    clusters = old.size // (4 * each)
    for i in range(4 * (clusters * which // workers), 4 * (clusters * (which + 1) // workers)):
        word = old[i * each + many]
        if word == np.uint64(0):
            continue
        marked = w.unsealed(w.load_at(old, i * each, like), word)
        heap = np.int64(marked[-1] >> np.uint64(shift))
        key = w.places_only(marked, shift)
        at = (np.int64(w.hashed(key, heap + 1)) & mask) * 4 * each
        best = at
        for _ in range(4):
            if table[at + many] < table[best + many]:
                best = at
            at += each
        w.put_words(table, best, w.sealed(marked, word))
        table[best + many] = word


@njit
def reseal(table, like, undo):
    """Mix the keys of all entries with their numbers, or undo it: plain ones are what is kept in files."""
    many = len(like)
    for at in range(0, table.size, many + 1):
        word, key = table[at + many], w.load_at(table, at, like)
        if word != np.uint64(0):
            w.put_words(table, at, w.unsealed(key, word) if undo else w.sealed(key, word))
