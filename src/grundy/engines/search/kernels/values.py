"""Tables of nim-values, which several kernels may read and write at once.

A table of nim-values has one set an entry, of as many words as a set; the bits from `shift` on of the highest word
are no places and hold the value. An entry of zeros is free. Full sets are compared, so that a value is never taken
for that of another set.

Several kernels may write such a table at once, without locks. An entry of one word comes whole, by one instruction that
fails where another was there first. Of several words the last is taken first, with ones for a value, which say that
the rest is being written, and gets its own value last; no entry that has one is ever written again.

judge  a dict of Python, in tests/engines/search/test_search_words.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.spans import exchange, release


class KnownValues(NamedTuple):
    """Nim-values that are known. What a kernel finds goes into `fresh`; whoever calls it pours that into the table.
    Where several work at once, it goes into the table itself.

    table     u8[slots * W]: see the module; slots is a power of two
    fresh     u8: the same, small, for one kernel alone; it stays in the nearest caches
    state     i8[4]: [0] entries that were added, [1] how many may be, [2] 1 if the table has no room any more,
              [3] 1 if several work at once
    small     u1: values of the sets below 2**(its length's logarithm), none of them beyond one word; or of length 1
    """

    table: Any
    fresh: Any
    state: Any
    small: Any


@njit
def slot_of(table, shift, key):
    """Where a key is in a table, or the free entry where it may come."""
    mask = table.size // len(key) - 1
    slot = np.int64(w.hashed(key, 0)) & mask
    while not w.is_in(table, slot, key, shift) and not w.is_empty(w.load(table, slot, key)):
        slot = (slot + 1) & mask
    return slot


@njit
def find_in(table, shift, key):
    """The nim-value of a key in one table, or -1."""
    mask = table.size // len(key) - 1
    slot = np.int64(w.hashed(key, 0)) & mask
    while True:
        entry = w.load_shared(table, slot, key)
        if w.is_same(w.places_only(entry, shift), key):
            value = entry[-1] >> np.uint64(shift)
            return np.int64(-1) if is_unfinished(key, value, shift) else np.int64(value)
        if w.is_empty(entry):
            return np.int64(-1)
        slot = (slot + 1) & mask


@njit
def is_unfinished(key, value, shift):
    """Whether an entry of this value is still being written; no table keeps such a value, where keys have words."""
    return len(key) > 1 and value == ~np.uint64(0) >> np.uint64(shift)


@njit
def insert(table, shift, key, value):
    """Put a key that has none yet with its nim-value into a table that others write too; whether it was not there."""
    mask, last = table.size // len(key) - 1, len(key) - 1
    slot = np.int64(w.hashed(key, 0)) & mask
    entry = w.with_value(key, value, shift)
    taken = entry[-1] if last == 0 else ~np.uint64(0) << np.uint64(shift)
    while True:
        there = w.load_shared(table, slot, key)
        if w.is_same(w.places_only(there, shift), key):
            return False
        if not w.is_empty(there):
            slot = (slot + 1) & mask
        elif exchange(table, slot * len(key) + last, np.uint64(0), taken):
            if last == 0:
                return True
            if w.is_empty(w.places_only(w.load(table, slot, key), shift)):
                w.store_shared(table, slot, entry)
                return True
            release(table, slot * len(key) + last, np.uint64(0))  # another, whose last word is 0, had just come there


@njit
def find(known_values, shift, key):
    """The nim-value of a key, or -1."""
    value = find_in(known_values.table, shift, key)
    return value if value >= 0 else find_in(known_values.fresh, shift, key)


@njit
def keep(known_values, shift, key, value):
    """Keep the nim-value of a key that has none yet; False if there is no room."""
    if known_values.state[0] >= known_values.state[1] or is_unfinished(key, np.uint64(value), shift):
        return False
    if known_values.state[3] != 0:
        known_values.state[0] += insert(known_values.table, shift, key, value)
        return True
    slot = slot_of(known_values.fresh, shift, key)
    if w.is_empty(w.load(known_values.fresh, slot, key)):
        w.store(known_values.fresh, slot, w.with_value(key, value, shift))
        known_values.state[0] += 1
    return True


@njit
def pour(source, table, like, shift):
    """Put all entries of one table into another with enough room; how many it did not have."""
    added = 0
    for i in range(source.size // len(like)):
        entry = w.load(source, i, like)
        if not w.is_empty(entry):
            slot = slot_of(table, shift, w.places_only(entry, shift))
            if w.is_empty(w.load(table, slot, like)):
                w.store(table, slot, entry)
                added += 1
    return added
