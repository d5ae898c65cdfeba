"""Compiled loops for take-and-break codes without a sparse space. `plain.PlainValues` is their slow twin."""

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
                    is_option = False
                    for j in range(3):
                        if (repeat[c] >> j) & 1 and unions[j, place, floor] != 0:
                            is_option = True
                            break
                    if not is_option:
                        break
                    floor += 1
                floors[c, place] = floor
                value = max(value, floor)
        while value < width:
            is_option = False
            for k in range(min(n, finite - 1) + 1):
                d = digits[k]
                rest = n - k
                if (
                    (d & 1 and rest == 0 and value == 0)
                    or (d & 2 and rest > 0 and g[rest] == value)
                    or (d & 4 and pairs[rest % rows, value] != 0)
                ):
                    is_option = True
                    break
            if not is_option and left >= 0:
                for c in range(length):
                    d = repeat[c]
                    place = (left - c) % length
                    for j in range(3):
                        if (d >> j) & 1 and unions[j, place, value] != 0:
                            is_option = True
                            break
                    if is_option:
                        break
            if not is_option:
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


# ---- Compiled loops for take-and-break codes without a sparse space. `octal.plain.PlainValues` is their slow twin


@njit
def meets(x, y, w, none):
    """Whether x[i] ^ y[i] == w for some i.

    method    the least of x ^ y ^ w: a minimum is computed 16 to 64 values at a time, a search is not
    arrays    x, y u1[N] or u2[N], of one type; w and none of the same type
    requires  none the largest number of the type
    cost      N / 64 steps where values are bytes and vectors of 512 bits
    judge     its first line, through pair_values
    """
    least = none
    for i in range(len(x)):
        u = np.uint64(i)
        combined = x.dtype.type(x.dtype.type(x[u] ^ y[u]) ^ w)
        least = combined if combined < least else least
    return least == 0


@njit
def pair_values(digits, unequal, g, back, seen, most, stamped, start, stop):
    """Fill g[start:stop] with the nim-values of a finite code that leaves up to two heaps; return how far it got.

    computes  g[n] = mex of the values one move from a heap of n can leave
    method    the values of the first pairs of a split (the smaller heap up to `stamped`) are stamped seen[v] = n + 1;
              what is not stamped is looked for among the other pairs, by comparing the table with itself reversed.
              Most values occur among the first pairs or are met soon; the mex itself is compared with all pairs. How
              many pairs are stamped follows what the comparisons cost
    arrays    digits u1[F]; g u1[N] or u2[N] and back, of its type, with back[N - 1 - m] == g[m], in: right below
              start, out: below the place returned; seen u4[most], all below start + 1; stamped i8[1], at least 1
    requires  digits below 8, digits[0] in (0, 4); most is 256 for bytes, 65536 otherwise; stop < 2**32 - 1
    returns   stop, or the first n whose value is not below `most` (it was not written)
    bounds    the XOR of two values below a power of two is below it
    cost      about F' * n / 64 steps a heap, F' the digits that split
    judge     octal.plain.PlainValues, in tests/engines/heap/test_naive.py
    source    Guy & Smith 1956
    """
    size = len(g)
    count = len(digits)
    none = g.dtype.type(most - 1)
    for n in range(start, stop):
        stamp = np.uint32(n + 1)
        first = stamped[0]
        for k in range(min(n + 1, count)):
            d = digits[k]
            m = n - k
            if d & 1 and m == 0:
                seen[0] = stamp
            if d & 2 and m > 0:
                seen[g[m]] = stamp
            if d & 4:
                half = (m - 1) // 2 if unequal else m // 2
                for a in range(1, min(half, first) + 1):
                    seen[g[np.uint64(a)] ^ g[np.uint64(m - a)]] = stamp
        compared = 0
        value = 0
        while value < most:
            if seen[value] == stamp:
                value += 1
                continue
            is_option = False
            w = g.dtype.type(value)
            for k in range(min(n + 1, count)):
                if digits[k] & 4:
                    m = n - k
                    half = (m - 1) // 2 if unequal else m // 2
                    move = size - 1 - m  # g[m - a] is back[move + a]
                    a = first + 1
                    step = 1024
                    while a <= half:
                        end = min(a + step, half + 1)
                        compared += end - a
                        if meets(g[a:end], back[move + a : move + end], w, none):
                            is_option = True
                            break
                        a = end
                        step = min(2 * step, 16384)
                    if is_option:
                        break
            if not is_option:
                break
            value += 1
        if value == most:
            return n
        g[n] = value
        back[size - 1 - n] = value
        if compared > 24 * first + n:  # a stamp takes the time of about 24 comparisons
            stamped[0] += first // 8 + 1
        elif first > 512:
            stamped[0] -= first // 64
    return stop


@njit
def is_sum(parts, m, value, g, sums, first):
    """Whether `value` is one of m counters in `parts` heaps, all sets of fewer heaps being known.

    method    two equal heaps of b counters do not count, so what m - 2 b counters can be worth in two heaps fewer, m
              counters are worth too; that settles most values. Else, all ways to choose one heap
    arrays    as in several_values; first i8[2, 64 W], the least heap >= 1 of a parity with a value, or a large number
    cost      a few looks, or m
    judge     octal.plain.PlainValues, through several_values
    """
    if parts == 3:
        if first[m & 1, value] <= m - 2:
            return True
    else:
        for b in range(1, min(9, (m - parts + 4) // 2)):
            if (sums[parts - 4, m - 2 * b, value >> 6] >> np.uint64(value & 63)) & np.uint64(1):
                return True
    for a in range(1, m - parts + 2):
        rest = np.int64(g[a]) ^ value
        if (sums[parts - 3, m - a, rest >> 6] >> np.uint64(rest & 63)) & np.uint64(1):
            return True
    return False


@njit
def several_values(digits, parts, g, sums, first, start, stop):
    """Fill g[start:stop] with the nim-values of a finite code that leaves three heaps or more; return how far it got.

    computes  g[n] = mex of the values one move from a heap of n can leave
    method    the values of j heaps with m counters in all are a set of bits, for all j below `parts`; a value of
              `parts` heaps is looked for
    arrays    digits u1[F]; g u4[N], in: right below start, out: below the place returned; sums u8[parts - 2, N, W],
              the sets of 2, ..., parts - 1 heaps, in: right for totals below start and zero from there on;
              first i8[2, 64 W] as in is_sum, for heaps below start
    requires  parts the most heaps that a digit may leave, 3..5; digits[0] without bits 0 and 1; start >= 1
    returns   stop, or the first n whose value is not below 64 W (neither g[n] nor its sets were written)
    bounds    the XOR of two values below 64 W, a power of two, is below it
    cost      about n looks for the mex and a few for each smaller value; parts > 3: more for each value
    judge     octal.plain.PlainValues, in tests/engines/heap/test_naive.py
    source    Guy & Smith 1956, whose codes have up to two heaps
    """
    count = len(digits)
    width = sums.shape[2]
    most = 64 * width
    top = 0  # no value of heaps below n reaches it
    for m in range(start):
        top = max(top, g[m] + 1)
    for n in range(start, stop):
        power = 1
        while power < top:
            power *= 2
        for a in range(1, n // 2 + 1):
            v = g[a] ^ g[n - a]
            sums[0, n, v >> 6] |= np.uint64(1) << np.uint64(v & 63)
        for j in range(3, parts):
            for v in range(power):
                if is_sum(j, n, v, g, sums, first):
                    sums[j - 2, n, v >> 6] |= np.uint64(1) << np.uint64(v & 63)
        value = 0
        while value < power:
            is_option = False
            for k in range(min(n + 1, count)):
                d = digits[k]
                m = n - k
                if (d & 1 and m == 0 and value == 0) or (d & 2 and m > 0 and g[m] == value):
                    is_option = True
                for j in range(2, parts):
                    if (d >> j) & 1 and (sums[j - 2, m, value >> 6] >> np.uint64(value & 63)) & np.uint64(1):
                        is_option = True
                if not is_option and (d >> parts) & 1:
                    is_option = is_sum(parts, m, value, g, sums, first)
                if is_option:
                    break
            if not is_option:
                break
            value += 1
        if value >= most:
            for j in range(parts - 2):
                for i in range(width):
                    sums[j, n, i] = 0
            return n
        g[n] = value
        first[n & 1, value] = min(first[n & 1, value], n)
        top = max(top, value + 1)
    return stop
