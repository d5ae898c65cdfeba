"""Compiled loops for take-and-break codes that leave up to two heaps. `plain.PlainValues` is their slow twin."""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit


@njit
def octal_values(digits, repeat, unequal, g, pairs, unions, floors, start, stop):
    """Fill g[start:stop] with nim-values by marking the values of all pairs; return how far it got.

    computes  g[n] = mex of the values one move from a heap of n can leave
    method    a value of two heaps with m counters in all is marked once for all digits, in a row of `pairs`;
              rows that only repeating digits still need are united by their residue
    arrays    digits u1[F] and repeat u1[q] of the code; g i4[N], in: g[:start] correct, out: g[start:done] too;
              pairs u1[F + 1, V] row m mod (F + 1) for m counters, unions u1[3, max(q, 1), V] for 0, 1, 2 heaps:
              floors i8[max(q, 1), max(q, 1)]: for a repeating digit and a residue, all smaller values are in its
              unions, which only grow; all zero before the first call and then as the call before left them, pairs
              and unions widened with zeros if need be
    requires  digits below 8, digits[0] in (0, 4); V a power of two, all of g[:start] below V; g[0] == 0 if start > 0
    returns   done: stop, or the first n whose value does not fit below V (it was not written, the marks are kept)
    bounds    the XOR of two values below V is below V; n < 2**31
    cost      about n / 2 marks a heap
    judge     plain.PlainValues, in tests/engines/heap/test_octal.py
    source    Guy & Smith 1956
    """
    finite = len(digits)
    rows = finite + 1
    length = len(repeat)
    width = pairs.shape[1]
    splits = False
    for k in range(finite):
        splits |= digits[k] >= 4
    for k in range(length):
        splits |= repeat[k] >= 4
    now = 1 if digits[0] >= 4 else 0
    for n in range(start, stop):
        m = n if now else n - 1  # the counters of the newest pairs that a move can leave
        if splits and m >= 0:
            row = pairs[m % rows]
            for v in range(width):
                row[v] = 0
            half = (m - 1) // 2 if unequal else m // 2
            for a in range(1, half + 1):
                row[g[a] ^ g[m - a]] = 1
        left = n - finite
        if length > 0 and left >= 0:
            place = left % length
            if left == 0:
                unions[0, place, 0] = 1
            else:
                unions[1, place, g[left]] = 1
            if splits:
                row = pairs[left % rows]
                for v in range(width):
                    unions[2, place, v] |= row[v]
        value = 0
        if left >= 0:
            for c in range(length):
                place = (left - c) % length
                floor = floors[c, place]
                while floor < width:
                    found = False
                    for j in range(3):
                        if (repeat[c] >> j) & 1 and unions[j, place, floor] != 0:
                            found = True
                            break
                    if not found:
                        break
                    floor += 1
                floors[c, place] = floor
                value = max(value, floor)
        while value < width:
            found = False
            for k in range(min(n, finite - 1) + 1):
                d = digits[k]
                rest = n - k
                if (
                    (d & 1 and rest == 0 and value == 0)
                    or (d & 2 and rest > 0 and g[rest] == value)
                    or (d & 4 and pairs[rest % rows, value] != 0)
                ):
                    found = True
                    break
            if not found and left >= 0:
                for c in range(length):
                    d = repeat[c]
                    place = (left - c) % length
                    for j in range(3):
                        if (d >> j) & 1 and unions[j, place, value] != 0:
                            found = True
                            break
                    if found:
                        break
            if not found:
                break
            value += 1
        if value == width:
            return n
        g[n] = value
    return stop


@njit
def match_lengths(d, z):
    """How far a sequence agrees, from its end backwards, with itself moved by 1, 2, ... places.

    computes  z[p] = the most L with d[N - 1 - i] == d[N - 1 - i - p] for all i < L (z[0] = N)
    method    the Z-function of the sequence read backwards
    arrays    d i4[N]; z i8[N], out
    requires  N >= 1
    bounds    z[p] <= N - p
    cost      O(N)
    judge     periods.plain_match_lengths, in tests/engines/heap/test_periods.py
    source    Gusfield 1997, Algorithms on Strings, 1.4
    """
    size = len(d)
    last = size - 1
    z[0] = size
    left = 0
    right = 0
    for p in range(1, size):
        length = 0
        if p < right:
            length = min(right - p, z[p - left])
        while p + length < size and d[last - length] == d[last - p - length]:
            length += 1
        if p + length > right:
            left = p
            right = p + length
        z[p] = length


@njit
def differences(g, d):
    """Fill d[n] = g[n + 1] - g[n] for n < len(d).

    arrays    g i4[N + 1], d i4[N], out
    cost      O(N)
    judge     its one line, through match_lengths
    """
    for n in range(len(d)):
        d[n] = np.int32(g[n + 1] - g[n])
