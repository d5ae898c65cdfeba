"""The compiled loop for Top Entails. `plain.first_heaps` is its slow twin."""

from __future__ import annotations

from grundy.compile.jit import njit

LOONY = 1 << 15  # as in plain.py
MIRRORED_LOONY = 1 << 14  # so that a loony heap and another one never add up to a value
WIDE = 1 << 14  # values


@njit
def top_entails_values(values, mirrored, start, stop, top, even, splits):
    """Fill values[start:stop]; returns the least power of 2 above all values, or -1 where a value does not fit.

    computes  the nim-value of each heap that is split in two, or loses a counter and must be answered in; or LOONY
    method    all pairs of smaller heaps: their XORs are the splits of n. even[x] says whether the last heap with a
              split of value x was even; an even heap is worth the least x of which it was not, an odd one the least of
              which it was, and is loony if there is none
    arrays    values u2[N], mirrored u2[N] with mirrored[N - 1 - n] the value of n (or MIRRORED_LOONY), in: [:start]
              correct, out: [:stop] too; even u1[WIDE], as heap start - 1 left it; splits u1[65536], of no meaning
    requires  0 <= start <= stop <= N; top a power of 2 above all values[:start] that are not loony; N < 2**31
    bounds    XORs of values below top are below top; those of a loony heap are above WIDE, and nothing reads them
    cost      O(n) for heap n
    reference plain.first_heaps, in tests/engines/heap/test_entailing.py, with an outcome search
    source    Winning Ways, ch. 12; West 1996, New values for Top Entails
    """
    last = len(values) - 1
    for n in range(start, stop):
        for x in range(top):
            splits[x] = 0
        back = last - n
        for k in range(1, n // 2 + 1):
            splits[values[k] ^ mirrored[back + k]] = 1
        value = LOONY
        if n & 1:
            for x in range(top):
                if splits[x]:
                    even[x] = 0
                elif even[x] and value == LOONY:
                    value = x
        else:
            for x in range(top):
                if splits[x]:
                    even[x] = 1
                elif not even[x] and value == LOONY:
                    value = x
            if value == LOONY:
                value = top  # which no split has
        values[n] = value
        mirrored[back] = MIRRORED_LOONY if value == LOONY else value
        if value != LOONY and value >= top:
            top *= 2
            if top >= WIDE:
                return -1
    return top
