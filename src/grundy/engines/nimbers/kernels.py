"""Nim-multiplication by bits: plane i has bit i of many numbers, and XOR and AND of planes work on all of them at once.

A block is 64 * LANES words, word i of lane l at LANES * i + l. After `transpose` it is 64 planes of LANES words each. A
word holds one number of 64 bits or several smaller ones, whose planes then follow on each other; the other kernels take
the planes of numbers of one size, `run` words a plane.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.compile.jit import njit

LANES = 16  # words side by side: with 8 the loops are short, with 32 the planes leave the first cache
BLOCK = 64 * LANES
LEAVES = 324 * LANES  # words of the 81 products of four planes that a product of 64 planes comes down to
SPARE = 6  # rows of LEAVES words that products, inverses and maps of words have to work with
ROWS = 5  # of the maps of numbers of 2, 4, 8, 16 and 32 bits


@njit
def transpose(block: Any) -> None:
    """Turn 64 words into 64 planes, or back, in every lane.

    computes  bit j of word i and bit i of word j change places, for each lane
    method    squares of 32, 16, ..., 1 bits off the diagonal change places
    arrays    block u8[64 * LANES], in and out
    cost      6 * 32 * LANES steps of six operations
    reference tests/engines/nimbers/test_nimber_arrays.py: bit by bit
    source    Warren, Hacker's Delight, 7-3
    """
    size, mask = 32, np.uint64(0x00000000FFFFFFFF)
    while size:
        run, shift = size * LANES, np.uint64(size)
        start = 0  # no range: of one with a step that LLVM does not know, Numba asks whether it is 0
        while start < BLOCK:
            for at in range(start, start + run):
                moved = ((block[at] >> shift) ^ block[at + run]) & mask
                block[at + run] ^= moved
                block[at] ^= moved << shift
            start += 2 * run
        size >>= 1
        mask ^= mask << np.uint64(size)


@njit
def split(source: Any, target: Any, size: int, run: int) -> None:
    """Of numbers of `size` planes make three of half the size: the low halves, the high halves and their XOR.

    arrays    source u8[size * run], in: plane i from i * run on; target u8[size // 2 * 3 * run], out: likewise, in each
              plane the low halves, the high ones and the XOR
    reference through multiply_words
    """
    half = size // 2
    for plane in range(half):
        low, high = source[plane * run : (plane + 1) * run], source[(plane + half) * run : (plane + half + 1) * run]
        to = target[3 * plane * run : 3 * (plane + 1) * run]
        first, second, third = to[:run], to[run : 2 * run], to[2 * run :]
        for at in range(run):
            first[at] = low[at]
            second[at] = high[at]
            third[at] = low[at] ^ high[at]


@njit
def join(source: Any, target: Any, size: int, run: int, by_top: Any) -> None:
    """Of the products of low halves, high halves and sums of halves, of `size` planes each, make the product.

    computes  low = low ^ high⊗2^(size-1), high = sums ^ low
    arrays    source u8[size * 3 * run], in; target u8[2 * size * run], out
              by_top i4[]: the linear map of high to high⊗2^(size-1), as `add_map` has it
    reference through multiply_words
    """
    for plane in range(size):
        products = source[3 * plane * run : 3 * (plane + 1) * run]
        low, sums = products[:run], products[2 * run :]
        to = target[(plane + size) * run : (plane + size + 1) * run]
        for at in range(run):
            to[at] = low[at] ^ sums[at]
        to = target[plane * run : (plane + 1) * run]
        for at in range(run):
            to[at] = low[at]
    add_map(source[run:], target, size, 3 * run, run, by_top)


@njit
def add_map(source: Any, target: Any, size: int, apart: int, run: int, linear: Any) -> None:
    """Add (XOR) a linear map of numbers of `size` planes to other numbers.

    arrays    source u8: plane i from i * apart on; target u8[size * run]
              linear i4[]: in place i, for i <= size, where the planes that make plane i begin; there, their numbers
    reference through map_words
    """
    for plane in range(size):
        to = target[plane * run : (plane + 1) * run]
        begin, end = linear[plane], linear[plane + 1]
        if (end - begin) & 1:
            term = source[linear[begin] * apart : linear[begin] * apart + run]
            for at in range(run):
                to[at] ^= term[at]
            begin += 1
        for pair in range(begin, end, 2):  # two at a time: each plane is read and written half as often
            term = source[linear[pair] * apart : linear[pair] * apart + run]
            other = source[linear[pair + 1] * apart : linear[pair + 1] * apart + run]
            for at in range(run):
                to[at] ^= term[at] ^ other[at]


@njit
def multiply_fours(a: Any, b: Any, run: int) -> None:
    """Multiply numbers of four planes; the product takes the place of a.

    method    the formulas of `split` and `join` for four, two and one bits, written out: nine products of bits
    arrays    a, b u8[4 * run]
    reference through multiply_words
    """
    p0, p1, p2, p3 = a[:run], a[run : 2 * run], a[2 * run : 3 * run], a[3 * run : 4 * run]
    q0, q1, q2, q3 = b[:run], b[run : 2 * run], b[2 * run : 3 * run], b[3 * run : 4 * run]
    for at in range(run):
        a0, a1, a2, a3 = p0[at], p1[at], p2[at], p3[at]
        b0, b1, b2, b3 = q0[at], q1[at], q2[at], q3[at]
        low = a0 & b0
        low1 = ((a0 ^ a1) & (b0 ^ b1)) ^ low
        low0 = low ^ (a1 & b1)
        high = a2 & b2
        high1 = ((a2 ^ a3) & (b2 ^ b3)) ^ high
        high0 = high ^ (a3 & b3)
        a0, a1, b0, b1 = a0 ^ a2, a1 ^ a3, b0 ^ b2, b1 ^ b3
        cross = a0 & b0
        cross1 = ((a0 ^ a1) & (b0 ^ b1)) ^ cross
        cross0 = cross ^ (a1 & b1)
        p0[at] = low0 ^ high1  # of high⊗2, whose planes are high1 and high0 ^ high1
        p1[at] = low1 ^ high0 ^ high1
        p2[at] = cross0 ^ low0
        p3[at] = cross1 ^ low1


@njit
def multiply_planes(a: Any, b: Any, spare: Any, size: int, run: int, by_top: Any) -> None:
    """Multiply numbers of 4, 8, ..., 64 planes; the product takes the place of a, and b is lost.

    method    Karatsuba's three products of halves for two numbers, down to four planes
    arrays    a, b, spare u8[>= run * size * 1.5^log2(size / 4)]; in: the first size * run of a and b
              by_top i4[ROWS, :]: row log2(s) - 1 is the map of a number of s planes to its product with 2^(s-1)
    cost      for 64 planes 729 AND, about 3,600 XOR of planes
    reference through multiply_words
    source    Conway, On Numbers and Games, ch. 6
    """
    source, target, half, wide = a, spare, size, run
    while half > 4:
        split(source, target, half, wide)
        source, target, half, wide = target, source, half // 2, 3 * wide
    ours, half, wide = source, size, run
    source = b
    while half > 4:
        split(source, target, half, wide)
        source, target, half, wide = target, source, half // 2, 3 * wide
    multiply_fours(ours, source, wide)
    source = ours
    row = 1
    while half < size:
        wide //= 3
        join(source, target, half, wide, by_top[row])
        source, target, half, row = target, source, 2 * half, row + 1
    if source is not a:
        for at in range(size * run):
            a[at] = source[at]


@njit
def invert_planes(a: Any, levels: Any, b: Any, c: Any, spare: Any, size: int, by_top: Any, square_by_top: Any) -> None:
    """Put the inverse of each number of 8, ..., 64 planes of LANES words in its place, 0 for 0.

    method    with h and l the halves of x: 1/x = (h⊗F ⊕ h ⊕ l) / N, where N = l⊗(h ⊕ l) ⊕ h²⊗F/2 has half the planes;
              at four planes 1/x = x²⊗x⁴⊗x⁸
    arrays    a, b, c, spare as in `multiply_planes`; levels u8[BLOCK * 2]: halves of all sizes, one after the other
              by_top as there; square_by_top i4[ROWS, :]: row log2(s) - 1 is the map of x to x²⊗2^(s-1), but row 0 the
              map of x to x² for four planes
    cost      1.5 products
    reference through invert_words
    """
    half, at_level, row = size, 0, 0
    while 2 << row < size:
        row += 1
    while half > 4:  # a: the number of whose size `half` is
        half, row = half // 2, row - 1
        words = half * LANES
        for at in range(words):
            low, high = a[at], a[words + at]
            levels[at_level + at] = high
            levels[at_level + words + at] = low ^ high
            a[at] = low
            b[at] = low ^ high
        multiply_planes(a, b, spare, half, LANES, by_top)
        add_map(levels[at_level:], a, half, LANES, LANES, square_by_top[row])
        at_level += 2 * words
    words = 4 * LANES
    for at in range(words):
        b[at] = c[at] = spare[at] = 0
    add_map(a, b, 4, LANES, LANES, square_by_top[0])
    add_map(b, c, 4, LANES, LANES, square_by_top[0])
    add_map(c, spare, 4, LANES, LANES, square_by_top[0])
    multiply_fours(b, c, words // 4)
    multiply_fours(b, spare, words // 4)
    for at in range(words):
        a[at] = b[at]
    while half < size:  # a: the inverse of the norm, of `half` planes
        words = half * LANES
        at_level -= 2 * words
        for at in range(words):
            b[at] = a[at]
            c[at] = levels[at_level + words + at]
        multiply_planes(c, b, spare, half, LANES, by_top)
        for at in range(words):
            b[at] = levels[at_level + at]
        multiply_planes(b, a, spare, half, LANES, by_top)
        for at in range(words):
            a[at] = c[at]
            a[words + at] = b[at]
        half *= 2


@njit
def multiply_words(a: Any, b: Any, out: Any, size: int, by_top: Any, spare: Any) -> None:
    """Fill out with the nim-products of the numbers of `size` bits, 8 to 64, in the words of a and b.

    arrays    a, b, out u8[n]; out may be a or b; spare u8[SPARE, LEAVES], work space
    reference tests/engines/nimbers/test_nimber_arrays.py: products of Python integers
    """
    left, right, x, y, rest = spare[0], spare[1], spare[2], spare[3], spare[4]
    words = size * LANES
    for start in range(0, len(a), BLOCK):
        load(a[start : start + BLOCK], left)
        load(b[start : start + BLOCK], right)
        first = 0
        while first < BLOCK:
            for at in range(words):
                x[at], y[at] = left[first + at], right[first + at]
            multiply_planes(x, y, rest, size, LANES, by_top)
            for at in range(words):
                left[first + at] = x[at]
            first += words
        store(left, out[start : start + BLOCK])


@njit
def invert_words(a: Any, out: Any, size: int, by_top: Any, square_by_top: Any, spare: Any) -> None:
    """Fill out with the inverses of the numbers of `size` bits, 8 to 64, in the words of a; with 0 for 0.

    arrays    a, out u8[n]; out may be a; spare u8[SPARE, LEAVES], work space
    reference tests/engines/nimbers/test_nimber_arrays.py: products of Python integers
    """
    block, x, b, c, rest, levels = spare[0], spare[1], spare[2], spare[3], spare[4], spare[5]
    words = size * LANES
    for start in range(0, len(a), BLOCK):
        load(a[start : start + BLOCK], block)
        first = 0
        while first < BLOCK:
            for at in range(words):
                x[at] = block[first + at]
            invert_planes(x, levels, b, c, rest, size, by_top, square_by_top)
            for at in range(words):
                block[first + at] = x[at]
            first += words
        store(block, out[start : start + BLOCK])


@njit
def map_words(a: Any, out: Any, size: int, linear: Any, spare: Any) -> None:
    """Fill out with a linear map of the numbers of `size` bits in the words of a.

    arrays    a, out u8[n], out may be a; linear i4[]: as in `add_map`; spare u8[SPARE, LEAVES], work space
    reference tests/engines/nimbers/test_nimber_arrays.py: squares and roots of Python integers
    """
    block, mapped = spare[0], spare[1]
    words = size * LANES
    for start in range(0, len(a), BLOCK):
        load(a[start : start + BLOCK], block)
        for at in range(BLOCK):
            mapped[at] = 0
        first = 0
        while first < BLOCK:
            add_map(block[first : first + words], mapped[first : first + words], size, LANES, LANES, linear)
            first += words
        store(mapped, out[start : start + BLOCK])


@njit
def load(words: Any, block: Any) -> None:
    """Turn at most BLOCK words into planes; where words are missing stands 0.

    reference through map_words
    """
    for at in range(len(words)):
        block[at] = words[at]
    for at in range(len(words), BLOCK):
        block[at] = 0
    transpose(block)


@njit
def store(block: Any, words: Any) -> None:
    """Turn planes into words, as many as there is room for; the planes are lost.

    reference through map_words
    """
    transpose(block)
    for at in range(len(words)):
        words[at] = block[at]
