"""Compiled loops of the table engines; boards.py and cuts.py say what the arrays mean and keep the slow twins.

Bit numbering of the mask kernels: state s is bit s & 63 (0 the lowest) of word s >> 6.
"""

from __future__ import annotations

import numpy as np

from grundy.compile.before import before_compiling
from grundy.compile.jit import njit
from grundy.engines.table.stubs import trailing_zeros


@before_compiling
def _instructions() -> None:
    import grundy.engines.table.instructions  # noqa: F401  (tells Numba of them)


@njit
def fill_planes(planes, depth, high, shift, select, low_shift, low_select, low_count, layer, start, stop, near, here):
    """Set the planes of words start..stop-1 from those of the words before.

    computes  for each state s, the mex of the values of s & ~m over all masks m contained in s
    method    64 states a word; planes are one-hot, plane v has a 1 for each state of value v. For word h and a mask
              with high part inside h, the states of h that have its low part exclude the values of the states
              at word h & ~high, found `shift` bits lower. Masks without a high part stay in the word: its states
              are settled in layers of equal popcount. Planes go in blocks of 8; later blocks are only for states
              whose value was not found in earlier ones, and are read only in words that reached them
    arrays    planes u8[B, 8 W], plane 8b+i of word h at [b, 8h+i], in: words < start correct, the rest 0
              depth u1[W] blocks in use; high, shift, select u8[M] the masks with a high part: their bits above the
              lowest 6, their lowest 6 bits, the set of states of a word that contain those
              low_shift, low_select u8[K] the others, by popcount; low_count i8[7] how many of them a state of
              popcount k could come from; layer u8[7] the states of a word with popcount k
              near, here i8[M+1] scratch
    requires  8 B > number of bits of a state; every mask nonzero and inside the states
    returns   nothing: a value is at most the number of bits (each move clears one), so the planes always suffice
    bounds    h & ~high <= h < W; list lengths <= M; shifts are < 64
    cost      W (M / 8 + about 4 * 8 B' * (masks that fit + 80)) word operations, B' = blocks in use, mostly 2
    judge     masks.slow_values, in tests/engines/table/test_table_engine.py
    """
    zero = np.uint64(0)
    one = np.uint64(1)
    two = np.uint64(2)
    three = np.uint64(3)
    four = np.uint64(4)
    five = np.uint64(5)
    six = np.uint64(6)
    seven = np.uint64(7)
    masks = high.size
    blocks = planes.shape[0]
    before = ~zero  # no word has this upper part
    nears = 0
    for h in range(np.uint64(start), np.uint64(stop)):
        # `near`: masks that fit in the upper bits of the word's number, kept for 128 words; `here`: those that fit
        upper = h >> seven
        if upper != before:
            before = upper
            nears = 0
            for g in range(masks):
                u = high[g] >> seven
                near[nears] = g
                nears += (upper & u) == u
        heres = 0
        for i in range(nears):
            g = near[i]
            here[heres] = g
            heres += (h & high[g]) == high[g]
        rest = ~zero
        at = h << three
        for b in range(blocks):
            plane = planes[b]
            if b > 0:
                deep = 0
                for i in range(heres):
                    g = here[i]
                    here[deep] = g
                    deep += depth[h & ~high[g]] > b
                heres = deep
            # excluded values, one word for each plane of the block; locals, so that they stay in registers
            e0 = zero
            e1 = zero
            e2 = zero
            e3 = zero
            e4 = zero
            e5 = zero
            e6 = zero
            e7 = zero
            for i in range(heres):
                g = here[i]
                s = shift[g]
                q = select[g]
                t = (h & ~high[g]) << three
                e0 |= (plane[t] << s) & q
                e1 |= (plane[t + one] << s) & q
                e2 |= (plane[t + two] << s) & q
                e3 |= (plane[t + three] << s) & q
                e4 |= (plane[t + four] << s) & q
                e5 |= (plane[t + five] << s) & q
                e6 |= (plane[t + six] << s) & q
                e7 |= (plane[t + seven] << s) & q
            p0 = zero
            p1 = zero
            p2 = zero
            p3 = zero
            p4 = zero
            p5 = zero
            p6 = zero
            p7 = zero
            for k in range(7):
                todo = rest & layer[k]
                if todo == zero:
                    continue
                g0 = todo & ~e0
                todo &= e0
                g1 = todo & ~e1
                todo &= e1
                g2 = todo & ~e2
                todo &= e2
                g3 = todo & ~e3
                todo &= e3
                g4 = todo & ~e4
                todo &= e4
                g5 = todo & ~e5
                todo &= e5
                g6 = todo & ~e6
                todo &= e6
                g7 = todo & ~e7
                p0 |= g0
                p1 |= g1
                p2 |= g2
                p3 |= g3
                p4 |= g4
                p5 |= g5
                p6 |= g6
                p7 |= g7
                for j in range(low_count[k]):
                    s = low_shift[j]
                    q = low_select[j]
                    e0 |= (g0 << s) & q
                    e1 |= (g1 << s) & q
                    e2 |= (g2 << s) & q
                    e3 |= (g3 << s) & q
                    e4 |= (g4 << s) & q
                    e5 |= (g5 << s) & q
                    e6 |= (g6 << s) & q
                    e7 |= (g7 << s) & q
            plane[at] = p0
            plane[at + one] = p1
            plane[at + two] = p2
            plane[at + three] = p3
            plane[at + four] = p4
            plane[at + five] = p5
            plane[at + six] = p6
            plane[at + seven] = p7
            depth[h] = b + 1
            rest &= ~(p0 | p1 | p2 | p3 | p4 | p5 | p6 | p7)
            if rest == zero:
                break


@njit
def read_planes(planes, depth, values):
    """Turn one-hot planes into one byte a state.

    computes  values[64 h + j] = v where bit j of plane v of word h is set
    arrays    planes u8[B, 8 W], depth u1[W] as fill_planes left them; values u1[64 W], in: 0, out: nim-values
    bounds    64 h + j < 64 W
    cost      a few operations a state
    judge     masks.slow_values, in tests/engines/table/test_table_engine.py
    """
    one = np.uint64(1)
    zero = np.uint64(0)
    for h in range(np.uint64(depth.size)):
        for b in range(depth[h]):
            for i in range(8):
                if b + i > 0:  # plane 0: already there
                    word = planes[b, (h << np.uint64(3)) + np.uint64(i)]
                    while word != zero:
                        values[(h << np.uint64(6)) + trailing_zeros(word)] = 8 * b + i
                        word &= word - one


@njit
def find_runs(blocked, base, run):
    """run[r, base[c0] + c1] = 1 where row r has no blocked cell in columns c0..c1-1, and c0 < c1.

    arrays    blocked u1[R, C] 0/1; base u8[C+1] and the layout of run u1[R, T] as in fill_cuts; run in: anything
    bounds    base[c0] + c1 < T for c0 <= c1 <= C
    cost      R T
    judge     cuts.slow_value through fill_cuts, in tests/engines/table/test_table_engine.py
    """
    rows, columns = blocked.shape
    run[:] = 0
    for r in range(rows):
        end = columns
        for c0 in range(columns - 1, -1, -1):
            if blocked[r, c0]:
                end = c0
            for c1 in range(c0 + 1, end + 1):
                run[r, base[c0] + np.uint64(c1)] = 1


@njit
def fill_cuts(
    table, interval, blocked, run, base, floor, stride, seen, first, stamp, tick, window, most, top, bottom, begin
):
    """Set the values of all sub-rectangles whose first row is top, top-1, ..., bottom.

    computes  G(r0, r1, c0, c1) = mex of G(r0, r, c0, c1) ^ G(r+1, r1, c0, c1) over the rows r free in columns
              c0..c1-1, and of G(r0, r1, c0, c) ^ G(r0, r1, c+1, c1) over the columns c free in rows r0..r1-1
    method    all (c0, c1) of one row interval are a row of `table`. Rows that can be taken: three straight runs
              through memory for each. Columns: for falling c0, as soon as G(.., c0, c) is final it is pushed into
              `seen` of all (c0, c1), c1 > c, which is straight in memory too. `seen` has a bit for each value below
              `window`; the rare entry whose bits are all set is done again with stamps, option by option
    arrays    table u1|u2[P, T], row interval[r0, r1], entry base[c0] + c1; in: rows of r0 > top, and those of
              r0 = top, r1 < begin, correct; row 0 (empty) all 0. The entries of a c0 run from c1 = floor[c0] to
              stride - 1; those with c1 < c0 or c1 > C may hold anything and are never used for others
              interval i8[R+1, R+1], 0 where r0 >= r1; blocked u1[R, C]; run u1[R, T] of find_runs; base u8[C+1]
              floor u8[C+1]: at most c, multiples of some number of lanes, as stride is, so that no loop is ragged
              seen u8[T], first i8[C] (first blocked row at or below r0), stamp i8[65536] scratch; tick i8[1] in: at
              least every stamp
    requires  1 <= window <= 64, most <= largest of table's type, 0 <= bottom <= top < R, top < begin <= R
    returns   -1 when done, or r0 (R+1) + r1 of the first row interval with a value above `most` (begin there again)
    bounds    a XOR of two values of u2 is < 65536; base[c0] + stride <= T, floor[c+1] >= floor[c0] for c >= c0
    cost      about R^3/6 (C^2/2 + 8 C) + R^2/2 (C^3/6 + 8 C^2) steps of a vector loop; P T bytes
    judge     cuts.slow_value, in tests/engines/table/test_table_engine.py
    source    Google Code Jam 2019, Round 1C, Bacterial Tactics, analysis
    """
    rows, columns = blocked.shape
    entries = seen.size
    end = np.uint64(stride)
    one = np.uint64(1)
    wide = np.uint64(window)
    low = np.uint64(63)
    limit = np.uint64(most)
    for c in range(columns):
        first[c] = rows
        for r in range(rows - 1, top, -1):
            if blocked[r, c]:
                first[c] = r
    for r0 in range(top, bottom - 1, -1):
        for c in range(columns):
            if blocked[r0, c]:
                first[c] = r0
        for r1 in range(begin, rows + 1):
            values = table[interval[r0, r1]]
            seen[:] = 0
            for r in range(r0, r1):
                above = table[interval[r0, r]]
                below = table[interval[r + 1, r1]]
                free = run[r]
                for i in range(entries):
                    x = np.uint64(above[i] ^ below[i])
                    seen[i] |= (np.uint64(free[i]) & np.uint64(x < wide)) << (x & low)
            for c0 in range(columns, -1, -1):
                here = base[c0]
                for c in range(c0, columns + 1):
                    j = here + np.uint64(c)
                    v = trailing_zeros(~seen[j])  # at most `window`, as no higher bit is ever set
                    if v >= wide:
                        tick[0] += 1
                        now = tick[0]
                        for r in range(r0, r1):
                            if run[r, j]:
                                stamp[table[interval[r0, r], j] ^ table[interval[r + 1, r1], j]] = now
                        for k in range(c0, c):
                            if first[k] >= r1:
                                stamp[values[here + np.uint64(k)] ^ values[base[k + 1] + np.uint64(c)]] = now
                        while stamp[v] == now:
                            v += one
                        if v > limit:
                            return r0 * (rows + 1) + r1
                    values[j] = v
                    if c < columns and first[c] >= r1:
                        right = base[c + 1]
                        for k in range(floor[c + 1], end):
                            x = np.uint64(v ^ values[right + k])
                            seen[here + k] |= np.uint64(x < wide) << (x & low)
        begin = r0
    return -1


@njit
def fill_pairs(vectors, starts, sets, full, values, columns, start, stop, at):
    """Fill values[start:stop] with the nim-values of pairs, row by row; return how far it got.

    computes  for each pair (a, b), place a * columns + b, the mex of the values of all pairs that a multiple of one of
              some vectors leads back to
    method    a set of values for each line in a vector's direction; a pair's value is the least that none of the sets
              of its lines has, looked for from the first word on that none of them has full
    arrays    vectors i8[V, 2] (da, db), starts i8[V] where the lines of each begin among the sets
              sets u8[L, W], bit k of word w of a line: the value 64 w + k is on it; full u4[L]: how many of its first
              words are full; both as the call before left them
              values u2 or u4[N], in: [:start] correct, out: [:done] too; at i8[V], work space
    requires  da, db >= 0, not both 0; sets zero before the first call, each bit and word of `full` for what is done
    returns   done: stop, or the first place whose value fits no set (W is then to be doubled) or no entry
    bounds    the line of (a, b) in the direction (da, db) begins at a pair with a < da or b < db: of these there are
              da * columns + db * rows, and L is their sum
    cost      V steps a pair, and a few words of each line
    judge     riders.pair_values, in tests/engines/table/test_table_engine.py
    """
    count = vectors.shape[0]
    words = sets.shape[1]
    most = (1 << 8 * values.itemsize) - 1
    all_ones = np.uint64(0xFFFFFFFFFFFFFFFF)
    one = np.uint64(1)
    for place in range(start, stop):
        a = place // columns
        b = place - a * columns
        word = np.int64(0)
        for v in range(count):
            da = vectors[v, 0]
            db = vectors[v, 1]
            back = a // da if da and (not db or a // da <= b // db) else b // db
            first_a = a - back * da
            first_b = b - back * db
            if first_a < da:
                at[v] = starts[v] + first_a * columns + first_b
            else:
                at[v] = starts[v] + da * columns + first_a * db + first_b
            if full[at[v]] > word:
                word = np.int64(full[at[v]])
        seen = all_ones
        while word < words:
            seen = np.uint64(0)
            for v in range(count):
                seen |= sets[at[v], word]
            if seen != all_ones:
                break
            word += 1
        if word == words:
            return place
        bit = trailing_zeros(~seen)
        value = 64 * word + np.int64(bit)
        if value > most:
            return place
        values[place] = value
        for v in range(count):
            line = at[v]
            sets[line, word] |= one << bit
            while full[line] < words and sets[line, full[line]] == all_ones:
                full[line] += 1
    return stop


@njit
def three_rows(upper, middle, lower, begin, diagonal, corner, table, first, last):
    """Fill the nim-values of Chomp on rows of a >= b >= c cells, first <= a < last; return the largest of all, or -1.

    computes  the mex of the values that bites leave; nobody takes the first cell, so that no bite clears the board
    method    a bite of the last row leaves (a, b, i), (a, i, i) or (i, i, i), i < c, whose values `lower` gathers as
              c grows; one of the second (a, i, c) or (i, i, c) with c <= i < b: middle[c], as b grows; one of the first
              (i, b, c) with b <= i < a: upper[b (b + 1) / 2 + c], as a grows. Each is a set, 64 values to a word. A
              position is worth the least value in none of the three
    arrays    upper i8[n (n + 1) / 2, W], middle i8[n, W], lower i8[W] sets, of which `upper` is kept from call to call;
              begin i8[n + len(upper)] the first word of each of `middle`, then of `upper`, that is not full
              diagonal i8[n, n] the value of (a, a, c) at [a, c], corner i8[n] that of (a, b, b) at [b]: of the last a
              that of (a, a, a); table u2: the value of (a, b, c) at [a (a + 1) (a + 2) / 6 + b (b + 1) / 2 + c], or
              empty, and then nothing is written
    requires  1 <= first, last <= n; all arrays as the call before left them, which ended with `first`; 0 at first
    returns   -1: a value needs more than 64 W bits, or 16 in a table
    bounds    a value is at most a + b + c - 1, the number of bites
    cost      O(1) words for a position, as values are dense; n^3 / 6 positions
    reference three_rows.planes, in tests/engines/table/test_three_rows.py, and plain recursion there
    """
    count, words = len(diagonal), upper.shape[1]
    largest = 0
    for a in range(first, last):
        middle[:] = 0
        begin[:count] = 0
        for b in range(a + 1):
            for c in range(b if b > 1 else 0):
                value = diagonal[b - 1, c]
                middle[c, value >> 6] |= 1 << (value & 63)
            lower[:] = 0
            for c in range(b + 1):
                if c:
                    lower[corner[c - 1] >> 6] |= 1 << (corner[c - 1] & 63)
                if c > 1:
                    value = diagonal[c - 1, c - 1]
                    lower[value >> 6] |= 1 << (value & 63)
                line = b * (b + 1) // 2 + c
                word = max(begin[c], begin[count + line])
                met = upper[line, word] | middle[c, word] | lower[word]
                while met == -1:
                    word += 1
                    if word == words:
                        return -1
                    met = upper[line, word] | middle[c, word] | lower[word]
                free, value = ~met, word << 6
                for half in (32, 16, 8, 4, 2, 1):
                    if free & ((1 << half) - 1) == 0:
                        free >>= half
                        value += half
                bit = 1 << (value & 63)
                upper[line, word] |= bit
                while begin[count + line] < words - 1 and upper[line, begin[count + line]] == -1:
                    begin[count + line] += 1
                middle[c, word] |= bit
                while begin[c] < words - 1 and middle[c, begin[c]] == -1:
                    begin[c] += 1
                lower[word] |= bit
                if c == b:
                    corner[b] = value
                if b == a:
                    diagonal[a, c] = value
                if len(table):
                    if value > 0xFFFF:
                        return -1
                    table[a * (a + 1) * (a + 2) // 6 + line] = value
                largest = max(largest, value)
    return largest
