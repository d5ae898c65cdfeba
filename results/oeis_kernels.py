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


def sharing(most: int, full: Any, values: Any) -> int:
    """Sharing Nim with three piles, of 0, x and y; `values` of x = 0 and y = 0, 1, ..., `most`; returns the largest.

    Of a move one pile is idle. Twice this pile, less the sum of the others, does not change by it; and the moves from a
    position are those to all positions with the same number and the same pile idle in which the others are less far
    apart. So `full` has the values that each number has met, 64 to a word, and a position is worth the least one that
    none of its three numbers has met. -1: a value needs more words.
    """
    words = full.shape[1]
    begin = [0] * full.shape[0]
    largest = 0
    for y in range(most + 1):
        for x in range(min(y, most - y) + 1):
            a, b, c = most - x - y, most + 2 * x - y, most + 2 * y - x
            word = max(begin[a], begin[b], begin[c])
            while word < words and (full[a, word] | full[b, word] | full[c, word]) == -1:
                word += 1
            if word == words:
                return -1
            met = full[a, word] | full[b, word] | full[c, word]
            place = 0
            while met >> place & 1:
                place += 1
            for family in (a, b, c):
                full[family, word] |= 1 << place
                while begin[family] < words - 1 and full[family, begin[family]] == -1:
                    begin[family] += 1
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
