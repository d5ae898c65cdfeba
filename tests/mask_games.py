"""Games whose moves are masks, with what the definition says of them."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
from hypothesis import strategies as st

from grundy.engines import bitsliced
from grundy.engines.bitsliced import work

# --- the definition, and games --------------------------------------------------------------------------------------


def options(moves, state):
    return [(state & ~clear) ^ flip for need, off, clear, flip in moves if state & need == need and not state & off]


def values_by_definition(moves, bits):
    values = []
    for state in range(1 << bits):
        reached = {values[after] for after in options(moves, state)}
        value = 0
        while value in reached:
            value += 1
        values.append(value)
    return values


def outcomes_by_definition(moves, bits, misere):
    lost = []
    for state in range(1 << bits):
        after = options(moves, state)
        lost.append(not any(lost[t] for t in after) and not (misere and not after))
    return lost


def clearing(masks):
    return [(mask, 0, mask, 0) for mask in masks]


def kayles_rows(bits):
    return clearing([1 << i for i in range(bits)] + [3 << i for i in range(bits - 1)])


def chess_rows(bits):
    """A piece slides down to the nearest empty square below it."""
    moves = []
    for piece in range(bits):
        for free in range(piece):
            between = (1 << piece) - (2 << free)
            moves.append((1 << piece | between, 1 << free, 0, 1 << piece | 1 << free))
    return moves


def heap_above(idle, bits):
    """Nim with one heap, whose size is a state without its lowest `idle` bits; no move needs or changes these."""
    return [
        (1 << i, 0, (1 << i) - (1 << idle), 1 << i | smaller << idle)
        for i in range(idle, bits)
        for smaller in range(1 << i - idle)
    ]


def cram(rows, columns):
    down = [(1 | 1 << columns) << r * columns + c for r in range(rows - 1) for c in range(columns)]
    across = [3 << r * columns + c for r in range(rows) for c in range(columns - 1)]
    return clearing(down + across)


def node_kayles(count, edges):
    """Take a node and all its neighbours that are left."""
    beside = [sum(1 << (b if a == i else a) for a, b in edges if i in (a, b)) for i in range(count)]
    return [(1 << i, 0, 1 << i | beside[i], 0) for i in range(count)]


def chomp(rows, columns):
    """Eat a square and all that is left above it and to its right; the first one is poisoned and never eaten."""
    return [
        (1 << r * columns + c, 0, sum(1 << y * columns + x for y in range(r, rows) for x in range(c, columns)), 0)
        for r in range(rows)
        for c in range(columns)
        if r or c
    ]


def rectangles(rows, columns):
    return clearing(
        sum(1 << r * columns + c for r in range(top, bottom) for c in range(left, right))
        for top in range(rows)
        for bottom in range(top + 1, rows + 1)
        for left in range(columns)
        for right in range(left + 1, columns + 1)
    )


@contextmanager
def small_pieces(block_bits, chunk_seconds=work.CHUNK_SECONDS):
    """Let tiles be of 2**block_bits groups at least, so that small tables have many, and chunks be short."""
    before = work.BLOCK_BITS, work.CHUNK_SECONDS
    work.BLOCK_BITS, work.CHUNK_SECONDS = block_bits, chunk_seconds
    try:
        yield
    finally:
        work.BLOCK_BITS, work.CHUNK_SECONDS = before


def sliced_values(moves, bits, threads=1):
    """By the kernels fill_values and settle, and read by read_values, however small the game is."""
    levels = []

    def allocate(level, dtype, entries):
        assert level == len(levels)
        levels.append(np.zeros(entries, dtype))
        return levels[-1]

    for _ in bitsliced.fill_values(bitsliced.plan(moves, bits), allocate, threads)(None):
        pass
    return bitsliced.SlicedValues(bits, tuple(levels))


def sliced_outcomes(moves, bits, misere, threads=1):
    made = bitsliced.plan(moves, bits)
    words = np.zeros(made.groups * 8, np.uint64)
    for _ in bitsliced.fill_outcomes(made, lambda *_: words, misere, threads)(None):
        pass
    return bitsliced.SlicedOutcomes(bits, words)


@st.composite
def any_moves(draw, most_bits=13):
    """Games of moves in all four fields; only those are kept that lead to smaller numbers."""
    bits = draw(st.sampled_from([*range(1, 9), *range(9, most_bits + 1), *range(10, most_bits + 1)]))
    few = draw(st.integers(0, 3))
    source = draw(st.randoms(use_true_random=False))

    def mask():
        bit_set = source.getrandbits(bits)
        for _ in range(few):
            bit_set &= source.getrandbits(bits)
        return bit_set

    moves = []
    for _ in range(draw(st.integers(0, 24))):
        top = 1 << source.randrange(bits)
        need, off, clear, flip = mask(), mask(), mask(), mask()
        if source.random() < 0.5:  # a bit goes to 0, and only lower ones are changed otherwise
            need, off, flip = need | top, off & ~top, flip & top - 1
            clear |= top
        elif source.random() < 0.7:
            need, off, clear, flip = need | top, off & ~top, clear & ~top, flip & top - 1 | top
        moves.append((need, off, clear, flip))
    return [move for move in moves if always_smaller(move, bits)], bits


def always_smaller(move, bits):
    return all(after < state for state in range(1 << bits) for after in options([move], state))
