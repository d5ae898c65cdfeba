"""The compiled loop for moves that leave intervals of earlier heaps."""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit

ZERO, ONE = np.uint64(0), np.uint64(1)  # a node that is not signed is no place from the end


@njit
def interval_values(low, high, single, last, upto, g, base, start, stop):
    """Fill g[start:stop] with nim-values; return how far it got.

    computes  g[n] = mex of g over the intervals low[i][at]..high[i][at] and the heaps single[j][at], at = n - base
    method    last[i] is a tree over the values, the leaf of v the last heap of value v that lies below upto[i]; a node
              has the least of its children. With upto[i] = high + 1, v is in interval i if and only if last[i] of v is
              at least low. The mex is the least v that is in none: the trees are asked in turn for the first value from
              v on, until all agree
    arrays    low, high i8[I, stop - base], empty where low > high; single i8[J, stop - base], -1 where there is none;
              last i4[I, 2 size], size a power of 2, -1 where no heap has the value; upto i8[I]; g i4[N], in: g[:start]
              correct, out: g[start:done] too
    requires  base <= start; what is left is in 0..n - 1; the high ends of interval i that are not empty never fall
              with n, and are at least upto[i] - 1 from the start; N < 2^31
    returns   done: stop, or the first n whose value may be size or more
    bounds    g[:done] < size
    cost      O(log size) a heap for one interval; for several, times how often their trees disagree
    judge     plain_values, in tests/engines/heap/test_intervals.py
    source    this project
    """
    size = np.uint64(last.shape[1] // 2)
    for n in range(start, stop):
        at = n - base
        for i in range(len(low)):
            if low[i, at] > high[i, at]:
                continue
            tree = last[i]
            for heap in range(upto[i], high[i, at] + 1):
                node = size + np.uint64(g[heap])
                tree[node] = heap
                node >>= ONE
                while node:
                    least = min(tree[node << ONE], tree[node << ONE | ONE])
                    if tree[node] == least:
                        break
                    tree[node] = least
                    node >>= ONE
            upto[i] = high[i, at] + 1
        value = ZERO
        agreed = False
        while not agreed:
            agreed = True
            for i in range(len(low)):
                first = low[i, at]
                if first > high[i, at]:
                    continue
                tree = last[i]
                node = ONE
                if value == ZERO:
                    if tree[ONE] >= first:
                        return n
                else:
                    node = size + value
                    if tree[node] >= first:
                        while node > ONE and (node & ONE or tree[node | ONE] >= first):
                            node >>= ONE
                        if node <= ONE:
                            return n
                        node |= ONE
                while node < size:
                    node <<= ONE
                    if tree[node] >= first:
                        node |= ONE
                if node - size != value:
                    value = node - size
                    agreed = len(low) == 1 and len(single) == 0
            for j in range(len(single)):
                heap = single[j, at]
                if heap >= 0 and g[heap] == value:
                    value += ONE
                    agreed = False
            if value >= size:
                return n
        g[n] = value
    return stop


@njit
def interval_outcomes(low, high, single, last, upto, bits, misere, base, start, stop):
    """Fill the bits start..stop - 1 of a table of P-positions.

    computes  bit n = whether whoever moves from heap n loses: no option is a P-position; in misère play, there is one
    method    last[i] is the last P-position below upto[i]; with upto[i] = high + 1, one is in interval i if and only if
              last[i] is at least low
    arrays    low, high, single, upto as for interval_values; last i8[I], -1 where there is none; bits u1[N], in: those
              of heaps below start correct, others 0, out: those below stop correct
    requires  as interval_values
    returns   nothing
    bounds    8 * len(bits) >= stop
    cost      O(1) a heap and interval, and one step for each heap below the highest end
    judge     plain_losers, in tests/engines/heap/test_intervals.py
    source    this project
    """
    for n in range(start, stop):
        at = n - base
        has_moves = wins = False
        for i in range(len(low)):
            if low[i, at] > high[i, at]:
                continue
            has_moves = True
            for heap in range(upto[i], high[i, at] + 1):
                if bits[heap >> 3] >> (heap & 7) & 1:
                    last[i] = heap
            upto[i] = high[i, at] + 1
            wins |= last[i] >= low[i, at]
        for j in range(len(single)):
            heap = single[j, at]
            if heap >= 0:
                has_moves = True
                wins |= bits[heap >> 3] >> (heap & 7) & 1 != 0
        if not wins and (has_moves or not misere):
            bits[n >> 3] |= np.uint8(1 << (n & 7))
