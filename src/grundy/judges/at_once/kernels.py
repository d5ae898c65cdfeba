"""Large inputs of some formats, from their bytes straight to a letter for each case: W where the first player wins.

Only inputs as they usually are: numbers below 2^64, with 20 digits at most, blanks and tabs beside them, lines
that end as on any system. Whatever else there is, right or wrong, a kernel returns REFUSED, and the format's own reader
reads the input.

The parameters are the input, behind which there is a NUL byte; its size; the letters,
twice as many as the input has bytes; and as many numbers of 32 bits to work with as there is ROOM for: the first may be
given, the others are 0.

reference  the readers of the formats, and the engines, in tests/judges/test_at_once.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.compile.jit import njit

REFUSED = -1
WON, LOST, LINE = 87, 76, 10  # "W", "L" and the end of a line
ZERO, TEN = np.uint64(0), np.uint64(10)
_LAST = np.uint64((1 << 64) // 10)  # behind it a digit up to 5 leaves it below 2^64
DIGITS = 20
_WIDTH = 20  # squares of a row of chess
_HEAPS, _AMOUNTS = 1 << 19, 1 << 18  # of S-Nim, that there is room for
_STEPS = 1 << 28  # subtractions, some tenths of a second


@njit
def at_digit(data: Any, at: int) -> bool:
    return 48 <= data[at] <= 57


@njit
def number(data: Any, at: int) -> tuple[Any, int]:
    """The number that begins here, and where it ends; REFUSED for its end where it is too long."""
    first, value = at, ZERO
    while 48 <= data[at] <= 57:
        if value >= _LAST and (value > _LAST or data[at] > 53):
            return value, REFUSED
        value = value * TEN + np.uint64(data[at] - 48)
        at += 1
    return value, at if 0 < at - first <= DIGITS else REFUSED


@njit
def after_blanks(data: Any, at: int) -> int:
    while data[at] == 32 or data[at] == 9:
        at += 1
    return at


@njit
def next_line(data: Any, at: int, size: int) -> int:
    """Where the next line begins, of a line of which nothing but blanks is left; the input may end in place of it."""
    at = after_blanks(data, at)
    if data[at] == 13 and data[at + 1] == LINE:
        at += 1
    if data[at] == LINE:
        return at + 1
    return at if at == size else REFUSED


@njit
def alone(data: Any, at: int, size: int) -> tuple[Any, int]:
    """The only number of a line, and where the next line begins."""
    if at == REFUSED:
        return ZERO, at
    value, at = number(data, after_blanks(data, at))
    return value, at if at == REFUSED else next_line(data, at, size)


@njit
def case(data: Any, at: int, size: int) -> int:
    """Where the next line begins that is not blank; the size of the input, if there is none."""
    while at != REFUSED and at < size and not at_digit(data, after_blanks(data, at)):
        at = next_line(data, at, size)
    return at


@njit
def piles(data: Any, size: int, letters: Any, work: Any) -> int:
    """Nim, a position in each line that is not blank."""
    count = 0
    at = case(data, 0, size)
    while at != REFUSED and at < size:
        total = ZERO
        at = after_blanks(data, at)
        while at_digit(data, at):
            value, at = number(data, at)
            if at == REFUSED:
                return REFUSED
            total ^= value
            at = after_blanks(data, at)
        letters[count] = WON if total else LOST
        count += 1
        at = next_line(data, at, size)
        if at != REFUSED:
            at = case(data, at, size)
    return count if at == size and count else REFUSED


@njit
def sequential(data: Any, size: int, letters: Any, work: Any) -> int:
    """How many cases; for each how many piles, and in a second line the piles, from the first that may be taken on."""
    cases, at = alone(data, case(data, 0, size), size)
    count = 0
    while at != REFUSED and np.uint64(count) < cases:
        left, at = alone(data, case(data, at, size), size)
        if at == REFUSED:
            return REFUSED
        ones, larger = 0, False  # piles of one before the first larger one
        if left:
            at = after_blanks(data, at)
            while left and at_digit(data, at):
                value, at = number(data, at)
                if at == REFUSED:
                    return REFUSED
                larger |= value > np.uint64(1)
                ones += value == np.uint64(1) and not larger
                left -= np.uint64(1)
                at = after_blanks(data, at)
            at = REFUSED if left else next_line(data, at, size)
        letters[count] = WON if (ones % 2 == 1) != larger else LOST
        count += 1
    return count if at != REFUSED and case(data, at, size) == size else REFUSED


@njit
def chess(data: Any, size: int, letters: Any, work: Any) -> int:
    """How many boards; for each how many rows, and for each row how many pieces, and their columns.

    A row is staircase Nim: the XOR of every other run of pieces between empty squares, those left of the first of them.
    """
    cases, at = alone(data, case(data, 0, size), size)
    count = 0
    while at != REFUSED and np.uint64(count) < cases:
        rows, at = alone(data, case(data, at, size), size)
        total = 0
        while at != REFUSED and rows:
            pieces, at = number(data, after_blanks(data, at))
            if at == REFUSED or pieces > np.uint64(_WIDTH):
                return REFUSED
            mask: Any = 0
            for _ in range(pieces):
                column, at = number(data, after_blanks(data, at))
                if at == REFUSED or not np.uint64(1) <= column <= np.uint64(_WIDTH):
                    return REFUSED
                bit = 1 << (_WIDTH - np.int64(column))
                if mask & bit:
                    return REFUSED
                mask |= bit
            run, runs = 0, 0
            for square in range(_WIDTH + 1):  # the left edge is as an empty one
                if square < _WIDTH and mask >> square & 1:
                    run += 1
                else:
                    total ^= run * (runs & 1)
                    run, runs = 0, runs + 1
            rows -= np.uint64(1)
            at = next_line(data, at, size)
        letters[count] = WON if total else LOST
        count += 1
    return count if at != REFUSED and case(data, at, size) == size else REFUSED


@njit
def s_nim(data: Any, size: int, letters: Any, work: Any) -> int:
    """Sets, how many amounts and which; for each how many positions, and in each how many heaps, and which; then a 0.

    The letters of a set are a line. Work has the nim-values of heaps, the stamps of values, and the amounts.
    """
    count, stamp, steps = 0, 0, 0  # of letters, of values looked for, of subtractions
    stamps, takes = _HEAPS, _HEAPS + _AMOUNTS
    at = case(data, 0, size)
    while at != REFUSED:
        amounts, at = number(data, after_blanks(data, at))
        if at == REFUSED or amounts > np.uint64(_AMOUNTS):
            return REFUSED
        if not amounts:
            at = next_line(data, at, size)
            return count if at != REFUSED and case(data, at, size) == size else REFUSED
        taken = 0
        for _ in range(amounts):
            amount, at = number(data, after_blanks(data, at))
            if at == REFUSED or not amount:
                return REFUSED
            if amount < np.uint64(_HEAPS):  # others are more than any heap here has
                work[takes + taken] = amount
                taken += 1
        left, at = alone(data, next_line(data, at, size), size)
        filled = 0
        while at != REFUSED and left:
            heaps, at = number(data, after_blanks(data, at))
            total = np.uint32(0)
            while at != REFUSED and heaps:
                heap, at = number(data, after_blanks(data, at))
                if at == REFUSED or heap >= np.uint64(_HEAPS):
                    return REFUSED
                while filled <= np.int64(heap):
                    stamp += 1
                    steps += taken
                    if steps > _STEPS:
                        return REFUSED
                    for place in range(takes, takes + taken):
                        if work[place] <= filled:
                            work[stamps + work[filled - work[place]]] = stamp
                    value = 0
                    while work[stamps + value] == stamp:
                        value += 1
                    work[filled] = value
                    filled += 1
                total ^= work[heap]
                heaps -= np.uint64(1)
            if at == REFUSED:
                return REFUSED
            letters[count] = WON if total else LOST
            count += 1
            left -= np.uint64(1)
            at = next_line(data, at, size)
        letters[count] = LINE
        count += 1
        if at != REFUSED:
            at = case(data, at, size)
    return REFUSED
