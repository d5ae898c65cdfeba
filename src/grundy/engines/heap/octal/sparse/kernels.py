"""Compiled loops for codes with a sparse space. `plain` has their slow twins."""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit

OPEN_RARE = -1  # a heap that is rare or has a far witness: the values before the buffer are needed to tell
FULL = -2  # there is no room for another rare heap
WIDE = -3  # a value does not fit


@njit
def sparse_values(
    g, base, start, stop, splits, singles, ends, unequal, classes, twist, small, rares, near, stamp, note
):
    """Fill g[start - base : stop - base] with nim-values; return how far it got.

    computes  g[n - base] = G(n), the mex of the values that a move leaves
    method    the values of pairs with a rare heap, and of single heaps, are marked; the least common value c not marked
              is the candidate; for each rare value below c that is not marked, a pair of common heaps (a, n - t - a) is
              looked for, first with small a. If there is none at all, the least such value is G(n), and n a rare heap
    arrays    g u2[N], in: heaps base..start - 1; splits, singles, ends i8: the numbers that may be taken leaving two
              heaps, one, none; classes u1[V]: parity of the bits of v & mask; twist i8[2] of the space;
              small u2[S]: G(0..S - 1), S > rares[-1] unless base is 0; rares i8[R], note[0] of them in use, all those
              below start, in order; stamp i8[V], all below start; note i8[5], in and out: the number of rare heaps, of
              witnesses looked at, the largest a that was needed, the last heap that needed an a beyond `near`, and why
              it stopped
    requires  V a power of two; base = 0 or base <= start - 1 - max(splits) - max(near, the last rare heap)
    returns   stop; or the heap at which it stopped, not filled, and note[4] says why: OPEN_RARE, FULL, WIDE
    bounds    the XOR of two values below V is below V; n < 2**62
    cost      splits * rares a heap, and some witnesses; n * splits for a heap that is rare
    judge     plain.values and the definition, in tests/engines/heap/test_sparse.py
    source    Winning Ways, ch. 4; Flammenkamp
    """
    width = len(stamp)
    count = note[0]
    note[4] = 0
    for n in range(start, stop):
        for t in splits:
            for i in range(count):
                r = rares[i]
                b = n - t - r
                if b < 1:
                    break
                if unequal and b == r:
                    continue
                stamp[small[r] ^ g[b - base]] = n
        for t in singles:
            if n > t:
                stamp[g[n - t - base]] = n
        for t in ends:
            if n == t:
                stamp[0] = n
        shift = (twist[0] * (n + twist[1])) & 1
        value = 0
        pending = 0
        while value < width:
            if stamp[value] != n:
                if classes[value] ^ shift:
                    break
                pending += 1
            value += 1
        if value == width:
            note[4] = WIDE
            return n
        a = 0
        while pending > 0:
            a += 1
            if base > 0 and a > near:
                note[4] = OPEN_RARE
                return n
            inside = False
            for t in splits:
                b = n - t - a
                if b < a:
                    continue
                inside = True
                if b < base:
                    continue
                x = small[a] ^ g[b - base] if a < len(small) else g[a - base] ^ g[b - base]
                if stamp[x] != n and not (unequal and a == b):
                    stamp[x] = n
                    if x < value and not (classes[x] ^ shift):
                        pending -= 1
            note[1] += 1
            if not inside:
                break
        if a > near:
            note[3] = n
        elif a > note[2]:
            note[2] = a
        if pending > 0:
            if count == len(rares):
                note[4] = FULL
                return n
            for v in range(value):
                if stamp[v] != n and not (classes[v] ^ shift):
                    value = v
                    break
            if n > 0:  # a heap of 0 is no part of a split
                rares[count] = n
                count += 1
                note[0] = count
        g[n - base] = value
    return stop


@njit
def window_marks(g, start, stop, window, multiplier, power, rolling, every, heaps, hashes):
    """Note the windows of values whose hash has some zero bits; return how many were noted.

    computes  for each n in start..stop-1 the hash of g[n + 1 - window : n + 1], the sum of
              (g[i] + 1) * multiplier**(n - i), mod 2**64; where it is marked, n + 1 and the hash are noted
    arrays    g u2[N]; rolling u8[1], in and out: the hash of the `window` values before start and before stop;
              heaps i8[M], hashes u8[M], out
    requires  start >= window; power = multiplier**window mod 2**64; every u8, a power of two less one
    returns   how many, at most M; the rest is left out
    cost      two multiplications a heap
    judge     plain.window_hashes, in tests/engines/heap/test_sparse.py
    """
    noted = 0
    h = rolling[0]
    one = np.uint64(1)
    for n in range(start, stop):
        h = h * multiplier + np.uint64(g[n]) + one - (np.uint64(g[n - window]) + one) * power
        if ((h * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)) & every == np.uint64(0) and noted < len(heaps):
            heaps[noted] = n + 1
            hashes[noted] = h
            noted += 1
    rolling[0] = h
    return noted


@njit
def settle(w, places, odd, splits, singles, numbers, required, near, note):
    """Look for the witnesses of some heaps one by one; return how many were settled before one was not.

    computes  whether each rare value below the nim-value of the heap at places[i] is the value of some move, by pairs
              of a heap a = 1, 2, ..., near and one in the words
    method    a value is the number of a bit, as `words.Words` says; the bits not yet shown are one machine word
    arrays    w u2, u4 or u8[N]: words; places i8[P]; odd: the parity of the heap at place 0; splits, singles i8: what
              may be taken to leave two heaps, and one that shows a rare value; numbers i8[near + 1]: the bit of G(a),
              or -1 if a is rare; required u8[2, 64]: the bits below, for even and odd heaps;
              note i8[1], in and out: the largest a that was needed
    requires  places[i] >= near + the most that may be taken
    returns   P, or the first i whose heap is not settled, or has the word 0
    cost      some witnesses a heap
    judge     words.Words.required and the definition, in tests/engines/heap/test_sparse.py
    """
    one = np.uint64(1)
    zero = np.uint64(0)
    for i in range(len(places)):
        n = places[i]
        x = np.uint64(w[n])
        if x == zero:
            return i
        need = required[(n + odd) & 1, _number(x)]
        for t in singles:
            need &= ~np.uint64(w[n - t])
        a = 0
        while need != zero:
            a += 1
            if a > near:
                return i
            if numbers[a] < 0:
                continue
            for t in splits:
                y = np.uint64(w[n - t - a])
                if y != zero:
                    need &= ~(one << np.uint64(_number(y) ^ numbers[a]))
        if a > note[0]:
            note[0] = a
    return len(places)


@njit
def values_of_words(w, table, odd, g):
    """Fill g with the nim-values of words.

    arrays    w u2, u4 or u8[N]: words, none 0; table u2[2, bits] of `words.Words.table`; odd: the parity of the first
              heap; g u2[N], out
    cost      some ns a heap
    judge     words.Words.to_values, in tests/engines/heap/test_sparse.py
    """
    for n in range(len(w)):
        g[n] = table[(n + odd) & 1, _number(np.uint64(w[n]))]


@njit
def hash_windows(w, places, count, window, every, heaps, hashes):
    """Note the windows that end at some places and whose last words have a hash with some zero bits.

    computes  the sum of (w[i] + 1) times 0x9E3779B97F4A7C15^(n - i), mod 2**64, over w[n + 1 - window : n + 1]; of its
              64 bits the upper 32, and below them the upper 32 of the same sum over the last 16 words, which choose
    arrays    w u2, u4 or u8[N]; places i8[P], `count` in use; heaps i8[M], hashes u8[M], out: n and the hash
    requires  places >= max(window, 16)
    returns   how many, at most M; the rest is left out
    cost      a multiplication a word of the windows noted
    judge     plain.window_hashes, in tests/engines/heap/test_sparse.py
    """
    noted = 0
    one = np.uint64(1)
    factor = np.uint64(0x9E3779B97F4A7C15)
    for i in range(count):
        n = places[i]
        h = np.uint64(0)
        for j in range(n - 15, n + 1):
            h = h * factor + np.uint64(w[j]) + one
        choice = h >> np.uint64(32)
        if choice & every != np.uint64(0) or noted == len(heaps):
            continue
        h = np.uint64(0)
        for j in range(n + 1 - window, n + 1):
            h = h * factor + np.uint64(w[j]) + one
        heaps[noted] = n
        hashes[noted] = (h >> np.uint64(32) << np.uint64(32)) | choice
        noted += 1
    return noted


@njit
def _number(x):
    """The number of the only bit that is set in a u8."""
    n = 0
    for place in (32, 16, 8, 4, 2, 1):
        if x >> np.uint64(place) != np.uint64(0):
            x >>= np.uint64(place)
            n += place
    return n


@njit
def fill_numbers(x, start, stop, lags, constants, bits, stamp):
    """Fill x[start:stop] with what is kept of the heaps; return stop.

    computes  x[n] = 255 - the least number that no lag excludes, or 0 if all below `bits` are excluded
    method    a number that x[n - lag] and the constant exclude is stamped with the heap, so `stamp` is never cleared
    arrays    x u1[N], in: those before start; lags i8[L]; constants u1[L], 255 XOR the constant of each lag;
              stamp i8[257], all below 0
    requires  start >= max(lags); bits <= 255
    cost      a load, an XOR and a store a lag
    judge     the definition, in tests/engines/heap/test_numbers.py
    """
    for n in range(start, stop):
        for i in range(len(lags)):
            complement = x[n - lags[i]]
            if complement != 0:
                stamp[complement ^ constants[i]] = n
        number = 0
        while number < bits and stamp[number] == n:
            number += 1
        x[n] = 255 - number if number < bits else 0
    for number in range(257):
        stamp[number] = -1
    return stop


@njit
def settle_numbers(x, places, count, odd, splits, singles, numbers, required, near, note, left, missing):
    """Look for the witnesses of some heaps one by one; return how many were not settled.

    computes  whether each rare value below the nim-value of the heap at places[i] is the value of some move, by pairs
              of a heap a = 1, 2, ..., near and one of x
    arrays    x u1[N], as in `fill_numbers`; places i8[P], `count` in use; odd: the parity of the heap at place 0;
              splits, singles i8: what may be taken to leave two heaps, and one that shows a rare value;
              numbers i8[near + 1]: the number of G(a), or -1 if a is rare; required u1[2, bits, 32] of
              `Numbers.required`; note i8[1], in and out: the largest a that was needed; left i8[P], out: the places of
              heaps not settled, or rare; missing u1[256], work space
    requires  places[i] >= near + the most that may be taken
    cost      some witnesses a heap
    judge     the definition, in tests/engines/heap/test_numbers.py
    """
    unsettled = 0
    for i in range(count):
        n = places[i]
        own = 255 - x[n]
        if own == 255:
            left[unsettled] = n
            unsettled += 1
            continue
        pending = 0
        for v in range(256):
            missing[v] = required[(n + odd) & 1, own, v >> 3] >> (v & 7) & 1
            pending += missing[v]
        for t in singles:
            v = 255 - x[n - t]
            pending -= missing[v]
            missing[v] = 0
        a = 0
        while pending > 0 and a < near:
            a += 1
            if numbers[a] < 0:
                continue
            for t in splits:
                complement = x[n - t - a]
                if complement != 0:
                    v = (255 - complement) ^ numbers[a]
                    pending -= missing[v]
                    missing[v] = 0
        if pending > 0:
            left[unsettled] = n
            unsettled += 1
        elif a > note[0]:
            note[0] = a
    return unsettled


@njit
def show_pairs(low, y, base, total, first, stop, shown):
    """Mark the numbers that pairs of two common heaps, together `total`, show.

    computes  shown[number] = 1 for the pairs (a, total - a), a = first, ..., stop - 1
    arrays    low u1[A], what is kept of heap a at a; y u1[B], what is kept of heap b at b - base; shown u1[256], in and
              out
    requires  0 <= first; stop <= A; base <= total - stop + 1; total - first - base < B
    cost      about 0.8 ns a pair
    judge     the definition, in tests/engines/heap/test_first_heaps.py
    """
    for a in range(first, stop):
        complement = low[a]
        other = y[total - a - base]
        if complement != 0 and other != 0:
            shown[complement ^ other] = 1


@njit
def note_numbers(x, start, stop, key, keys, note):
    """Note the heaps that keep a byte; return how many, and tell how far in note[0] and the least byte in note[1].

    arrays    x u1[N]; keys i8[K], out: the places of heaps with the byte `key`; note i8[2], out
    cost      a load a heap
    judge     a list of Python, in tests/engines/heap/test_numbers.py
    """
    count = 0
    least = 255
    n = start
    while n < stop and count < len(keys):
        complement = x[n]
        if complement == key:
            keys[count] = n
            count += 1
        if complement != 0 and complement < least:
            least = complement
        n += 1
    note[0] = n
    note[1] = least
    return count
