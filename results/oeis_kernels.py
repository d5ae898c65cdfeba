"""Kernels of sequences for which grundy has no engine; Numba compiles them when `compiled` is called.

Each has a slow twin that goes by the definition, the program beside its b-file.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

WINDOW = 1 << 14  # third legs that a row of Tripod Nim may lie apart, a power of 2


@cache
def compiled(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The function as machine code."""
    from numba import njit

    done: Callable[..., Any] = njit(kernel)
    return done


def tripods(used: Any, least: Any, taken: Any, begin: int, end: int, last: Any, periods: Any) -> int:
    """Tripod Nim with 2 in the centre: of each first leg n, for second legs b from `begin` on, the third leg c to lose.

    c is the least one that makes no P-position with n and a smaller second leg, nor with b and a smaller first one. Of
    each n `least` is the least third leg that is free, and `used` says of those above it, modulo WINDOW, which are not.
    `taken` says of a third leg for which b it was last taken. `last` gets the differences c - b, modulo the periods of
    the rows. Returns in how many places one of them is another than a period before; -1: a row lies too far apart.
    """
    mask = used.shape[1] - 1
    others = 0
    for b in range(begin, end):
        for n in range(used.shape[0]):
            c = least[n]
            while used[n, c & mask] or taken[c & mask] == b or n + b + c < 2:
                c += 1
            if c - least[n] > mask - 1:
                return -1
            taken[c & mask] = b
            used[n, c & mask] = 1
            place = b % periods[n]
            others += last[n, place] != c - b
            last[n, place] = c - b
            c = least[n]
            while used[n, c & mask]:
                used[n, c & mask] = 0
                c += 1
            least[n] = c
    return others


def sharing(full: Any, begin: Any, values: Any) -> int:
    """Sharing Nim with three piles, of 0, x and y; `values` of x = 0 and y = 0, 1, ...; returns the largest of all.

    Of a move one pile is idle. Twice this pile, less the sum of the others, does not change by it; and the moves from a
    position are those to all positions with the same number and the same pile idle in which the others are less far
    apart. So a position is worth the least value that none of its three numbers has met. A column of `full` has the
    values that a number has met, 64 to a word, and `begin` its first word that is not full: numbers of neighbouring
    positions are neighbours in memory. -1: a value needs more words.
    """
    words, most = len(full), len(values) - 1
    largest = 0
    for y in range(most + 1):
        for x in range(min(y, most - y) + 1):
            a, b, c = most - x - y, most + 2 * x - y, most + 2 * y - x
            word = max(begin[a], begin[b], begin[c])
            while word < words and full[word, a] | full[word, b] | full[word, c] == -1:
                word += 1
            if word == words:
                return -1
            free, place = ~(full[word, a] | full[word, b] | full[word, c]), 0
            for half in (32, 16, 8, 4, 2, 1):
                if free & ((1 << half) - 1) == 0:
                    free >>= half
                    place += half
            for number in (a, b, c):
                full[word, number] |= 1 << place
                while begin[number] < words and full[begin[number], number] == -1:
                    begin[number] += 1
            value = 64 * word + place
            largest = max(largest, value)
            if x == 0:
                values[y] = value
    return largest


def primes_taken(composite: Any, values: Any, before: Any, last: Any) -> int:
    """The nim-values of heaps from which a move takes a prime; returns the largest.

    `composite` says of each odd number 2i + 1 whether it is no prime. A heap has an option of value v two counters
    below, or at an odd distance: of each value and parity, `last` is the largest heap so far, and `before` leads from
    a heap to the next smaller one, -1 to none. Small distances are prime most often, so few heaps are looked at.
    -1: a value needs more rows of `last`.
    """
    largest = 0
    for n in range(len(values)):
        value = 0
        while value < len(last):
            heap = last[value, 1 - n % 2]
            while heap >= 0 and composite[(n - heap) // 2]:
                heap = before[heap]
            if heap < 0 and (n < 2 or values[n - 2] != value):
                break
            value += 1
        if value == len(last):
            return -1
        values[n] = value
        before[n] = last[value, n % 2]
        last[value, n % 2] = n
        largest = max(largest, value)
    return largest


def slot_of(position: int, table: Any) -> int:
    """The place of a position in a table of twice a position, and one more if it is won; 0 is an empty place."""
    slot = ((position ^ position >> 25) * 0x1E3779B97F4A7C15 >> 35) & len(table) - 1
    while table[slot] and table[slot] >> 1 != position:
        slot = (slot + 1) & len(table) - 1
    return int(slot)


def disjoint_sets(sets: Any, here: Any, path: Any, options: Any, ends: Any, table: Any, slot_of: Any) -> int:
    """Who wins where a move takes all numbers of one of `sets`: 1 the first player, 0 the second.

    A set is a word, of which bit n is the number n, 0 < n < 50. A position is the union of the sets that can be taken,
    for other numbers change nothing; `path[d]` is that at depth d. Depth first: row d of `options` has those positions
    that a move leaves there and that are not decided yet, `ends[d]` of them, the ones of few numbers last. `here` is
    room for the sets that can be taken. `table` has the positions that are decided. -1: it is full.
    """
    free = len(table) - len(table) // 8
    depth = left = 0
    for one in sets:
        left |= one
    while True:
        path[depth] = left
        won = count = end = 0
        for one in sets:
            if left & one == one:
                here[count] = one
                count += 1
        for i in range(count):
            after = 0
            for j in range(count):
                after |= here[j] if here[i] & here[j] == 0 else 0
            entry = table[slot_of(after, table)]
            if after == 0 or (entry and not entry & 1):
                won = 1
                break
            if not entry:
                size = after - (after >> 1 & 0x5555555555555)
                size = (size & 0x3333333333333) + (size >> 2 & 0x3333333333333)
                size = (size + (size >> 4) & 0xF0F0F0F0F0F0F) % 255
                options[depth, end] = -(size << 50 | after)
                end += 1
        options[depth, :end].sort()
        ends[depth] = end
        deeper = False
        while not deeper:
            while not won and not deeper and ends[depth]:
                ends[depth] -= 1
                left = -options[depth, ends[depth]] & (1 << 50) - 1
                entry = table[slot_of(left, table)]
                deeper = entry == 0
                won = 1 if entry and not entry & 1 else 0
            if not deeper:
                free -= 1
                if free == 0:
                    return -1
                table[slot_of(path[depth], table)] = 2 * path[depth] | won
                if depth == 0:
                    return won
                depth -= 1
                won = 1 - won  # who moves to a lost position wins
        depth += 1
