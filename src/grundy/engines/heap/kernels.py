"""Compiled loops for take-away sets: nim-values of heaps 0, 1, 2, ... in order.

Three ways to the same numbers, for three shapes of set; take_away.py chooses by their measured costs.
`take_away.plain_words` is the slow twin of all three.
"""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit

BLOCK = 256  # heaps treated at once where every amount reaches behind them


@njit
def one_hot_values(lags, sub, w, g, start, stop, spare):
    """Fill g[start:stop] with nim-values, each kept as the word 1 << value; return how far it got.

    computes  g[n] = mex of g[n - s] for the amounts s <= n
    method    options are OR-ed; ~x & (x + 1) is the lowest value not among them, already one-hot.
              A block of heaps no longer than the amounts is a vector loop: amounts >= BLOCK are OR-ed over blocks,
              amounts >= sub over sub-blocks, the few below sub heap by heap
    arrays    lags i8[K] the amounts in increasing order; w u1/u2/u4/u8[m + c] work space, m = lags[-1], c >= 1;
              g u1[N], in: g[:start] correct, out: g[start:done] too; spare as w[2, BLOCK], work space
    requires  K >= 1, 0 <= start <= stop <= N, 1 <= sub <= BLOCK
    returns   done: stop, or a heap near (not after) the first whose value does not fit a word of w
    bounds    no value is above K, so it always fits if K is below the bits of a word; word 0 stands for "no heap"
    cost      about K / (256 / bits of a word) + the number of lags below sub, nanoseconds a heap
    judge     plain_words, in tests/engines/heap/test_heap_engine.py
    source    this project
    """
    one = w.dtype.type(1)
    zero = w.dtype.type(0)
    levels = 3 + (w.itemsize > 1) + (w.itemsize > 2) + (w.itemsize > 4)
    highs = spare[0]  # highs[k] has the bits whose number has the binary digit k
    for k in range(levels):
        highs[k] = w.dtype.type(~(np.uint64(0xFFFFFFFFFFFFFFFF) // np.uint64((1 << (1 << k)) + 1)))
    count = len(lags)
    m = lags[count - 1]
    chunk = len(w) - m
    far = count
    while far > 0 and lags[far - 1] >= BLOCK:
        far -= 1
    near = count
    while near > 0 and lags[near - 1] >= sub:
        near -= 1
    acc = spare[1]
    for i in range(m):
        n = start - m + i
        w[i] = one << w.dtype.type(g[n]) if n >= 0 else w.dtype.type(0)
    done = start
    while done < stop:
        here = min(chunk, stop - done)
        at = m
        end = m + here
        while at < end:
            size = min(BLOCK, end - at)
            a = acc[:size]
            for i in range(size):
                a[i] = 0
            j = far
            while j + 4 <= count:
                x0 = w[at - lags[j] : at - lags[j] + size]
                x1 = w[at - lags[j + 1] : at - lags[j + 1] + size]
                x2 = w[at - lags[j + 2] : at - lags[j + 2] + size]
                x3 = w[at - lags[j + 3] : at - lags[j + 3] + size]
                for i in range(size):
                    a[i] |= x0[i] | x1[i] | x2[i] | x3[i]
                j += 4
            while j < count:
                x0 = w[at - lags[j] : at - lags[j] + size]
                for i in range(size):
                    a[i] |= x0[i]
                j += 1
            below = 0
            while below < size:
                part = min(sub, size - below)
                p = at + below
                c = a[below : below + part]
                for j in range(near, far):
                    x0 = w[p - lags[j] : p - lags[j] + part]
                    for i in range(part):
                        c[i] |= x0[i]
                if near == 0:
                    y = w[p : p + part]
                    for i in range(part):
                        y[i] = ~c[i] & (c[i] + one)
                else:
                    for i in range(part):
                        x = c[i]
                        for j in range(near):
                            x |= w[np.uint64(p + i - lags[j])]
                        w[np.uint64(p + i)] = ~x & (x + one)
                below += part
            y = w[at : at + size]
            out = g[done + at - m : done + at - m + size]
            lost = np.uint8(0)
            for i in range(size):
                lost = np.uint8(lost | np.uint8(y[i] == zero))
                out[i] = np.uint8(0)
            if lost != 0:
                return done + at - m
            for level in range(levels):
                high = highs[level]
                digit = np.uint8(1 << level)
                for i in range(size):
                    out[i] = np.uint8(out[i] | (digit if w.dtype.type(y[i] & high) != zero else np.uint8(0)))
            at += size
        done += here
        for i in range(m):  # forwards: the source is never behind the target
            w[i] = w[here + i]
    return done


@njit
def stamp_values(amounts, g, seen, start, stop):
    """Fill g[start:stop] with nim-values by marking the value of every option.

    computes  g[n] = mex of g[n - s] for the amounts s <= n
    method    the definition; seen[v] = n + 1 says that value v is an option of heap n, so `seen` is never cleared
    arrays    amounts i8[K] in increasing order; g u1/u2/u4[N], in: g[:start] correct, out: g[:stop] too;
              seen u4[K + 2], in: zeros, or what a call with a smaller start left
    requires  0 <= start <= stop <= N < 2**32, values up to K fit g
    bounds    no value is above K, and seen[K + 1] is never marked
    cost      about 0.4 K nanoseconds a heap
    judge     plain_words, in tests/engines/heap/test_heap_engine.py
    source    the definition
    """
    for n in range(start, stop):
        mark = np.uint32(n + 1)
        for s in amounts:
            if s > n:
                break
            seen[g[n - s]] = mark
        v = 0
        while seen[v] == mark:
            v += 1
        g[n] = v


@njit
def sweep_values(bits, m, g, start, stop, most, rest, excluded, head, link):
    """Fill g[start:stop] with nim-values, value by value: all heaps of value 0, then all of value 1, and so on.

    computes  g[n] = mex of g[n - s] for the amounts s <= n
    method    a heap has value v iff it has no smaller value and no heap of value v is one move away. So, for one v, go
              through the heaps without a value in increasing order; the first that is not excluded has value v and
              excludes n + s for all s at once: the bits of the set, shifted by n, are OR-ed into `excluded`
    arrays    bits u8[m // 64 + 4]: word 0 empty, then bit s is set for each amount s, then empty words;
              g u1/u2/u4[N], in: g[:start] correct, out: g[:stop] too; work space: head i4[largest value + 2],
              link i4[m], rest and excluded u8[at least (stop - start) / 64 + 1]
    requires  m >= 1 the largest amount, 0 <= start < stop <= N, stop - start < 2**31, values up to `most` fit g
    returns   how many heaps have a value above `most`: what g has of them, after the others, is not set
    bounds    a shifted set reaches m // 64 + 2 words, cut off at the end of `excluded`; head[v] is read for v up to the
              largest value of the window only, then v is past it by at most one at each step and stays below len(head)
    cost      about m / 64 * 0.1 ns a heap, and (stop - start + m) / 64 word steps for each value
    judge     plain_words, in tests/engines/heap/test_heap_engine.py
    source    this project
    """
    one = np.uint64(1)
    last = np.uint64(63)
    size = stop - start
    words = (size + 63) >> 6
    reach = (m >> 6) + 1
    for w in range(words):
        rest[w] = ~np.uint64(0)
    if size & 63:
        rest[words - 1] = (one << np.uint64(size & 63)) - one
    low = max(0, start - m)  # heaps below cannot be reached from this block
    for v in range(len(head)):
        head[v] = -1
    for n in range(low, start):
        link[n - low] = head[g[n]]
        head[g[n]] = n - low
    left = size
    first = 0
    v = 0
    while left > 0 and v <= most:
        while rest[first] == 0:
            first += 1
        for w in range(first, words):
            excluded[w] = np.uint64(0)
        at = head[v]
        while at >= 0:  # heaps of value v before the block: the set is shifted down
            back = start - (at + low)
            skip = back >> 6
            down = np.uint64(back & 63)
            up = last - down
            count = min(words, reach - skip)
            a = bits[skip + 1 : skip + 1 + count]
            b = bits[skip + 2 : skip + 2 + count]
            e = excluded[:count]
            for w in range(count):
                e[w] |= (a[w] >> down) | ((b[w] << one) << up)
            at = link[at]
        for w in range(first, words):
            free = rest[w] & ~excluded[w]
            while free != 0:
                lowest = free & (~free + one)
                x = lowest - one  # its number of ones is the place of `lowest`
                x = x - ((x >> one) & np.uint64(0x5555555555555555))
                x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
                x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
                up = (x * np.uint64(0x0101010101010101)) >> np.uint64(56)
                g[start + w * 64 + np.int64(up)] = v
                left -= 1
                rest[w] ^= lowest
                down = last - up
                count = min(words - w, reach + 1)
                a = bits[1 : 1 + count]
                b = bits[:count]
                e = excluded[w : w + count]
                for i in range(count):
                    e[i] |= (a[i] << up) | ((b[i] >> one) >> down)
                free = rest[w] & ~excluded[w] & ~(lowest - one)
        v += 1
    return left


@njit
def step_values(divisors, wanted, answers, counts, events, slots, limits, places, points, befores, afters, state, most):
    """Nim-values of floor division at the integers `wanted`, going through the changes of all G(x // d).

    computes  answers[i] = G(wanted[i]), G(x) = mex of G(x // d) over d in divisors, G(0) = 0
    method    a binary heap of the next change for each change b of G: at d * b the quotient x // d passes b; counts[v]
              divisors have G(x // d) = v. An entry moves on to the next divisor while places < limits
    arrays    divisors i8[D] increasing; wanted i8[W] increasing; answers i8[W], out; counts i8[D + 3];
              events, slots i8[C] the heap (the change's x, and where its data are); limits, places, points, befores,
              afters i8[C]: by slot, how many divisors matter, which is next, b, the values at b - 1 and at b;
              state i8[5]: heap size, value, x, answers done, slots ever used; slots[size:used] are free again
    requires  0 <= wanted < 2**62; divisors >= 2; as steps._compiled prepares them, or as an earlier call left them
    returns   0 all answered, 1 stopped after `most` steps (call again), 2 more than C changes to keep
    bounds    d * b <= wanted[-1] is tested before the product is formed, so it never overflows; a value is at most D
    cost      about 20 ns a step
    judge     steps._plain, in tests/engines/heap/test_heap_engine.py
    source    this project
    """
    size, value, x, done, fresh = state[0], state[1], state[2], state[3], state[4]
    steps = 0
    top = wanted[-1]
    count = len(divisors)
    while True:
        while done < len(wanted) and wanted[done] < x:
            answers[done] = value
            done += 1
        if done == len(wanted) or steps > most:
            state[0], state[1], state[2], state[3], state[4] = size, value, x, done, fresh
            return 0 if done == len(wanted) else 1
        least = value
        while size > 0 and events[0] == x:
            slot = slots[0]
            counts[befores[slot]] -= 1
            counts[afters[slot]] += 1
            if counts[befores[slot]] == 0 and befores[slot] < least:
                least = befores[slot]
            steps += 1
            places[slot] += 1
            if places[slot] < limits[slot]:
                event = divisors[places[slot]] * points[slot]
            else:  # this change is passed by all: the last entry takes the top, the slot is free
                size -= 1
                event = events[size]
                moved = slots[size]
                slots[size] = slot
                slot = moved
                if size == 0:
                    break
            at = 0  # sift down
            while True:
                child = 2 * at + 1
                if child >= size:
                    break
                if child + 1 < size and events[child + 1] < events[child]:
                    child += 1
                if events[child] >= event:
                    break
                events[at], slots[at] = events[child], slots[child]
                at = child
            events[at], slots[at] = event, slot
        while counts[least] > 0:
            least += 1
        if least != value:
            if divisors[0] <= top // x:
                if size == len(events):
                    return 2
                limit = top // x
                low, high = 1, count  # divisors[:low] <= limit < divisors[high:]
                while low < high:
                    middle = (low + high) // 2
                    if divisors[middle] <= limit:
                        low = middle + 1
                    else:
                        high = middle
                if size == fresh:
                    slots[size] = size
                    fresh += 1
                slot = slots[size]
                limits[slot], places[slot], points[slot] = low, 0, x
                befores[slot], afters[slot] = value, least
                event = divisors[0] * x
                at = size
                size += 1
                while at > 0 and events[(at - 1) // 2] > event:  # sift up
                    events[at], slots[at] = events[(at - 1) // 2], slots[(at - 1) // 2]
                    at = (at - 1) // 2
                events[at], slots[at] = event, slot
            value = least
        x = events[0] if size > 0 else top + 1
