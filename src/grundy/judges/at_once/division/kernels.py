"""Large sets of numbers of the floor-division game as JSON, from their bytes straight to W where the first player wins.

The value of x changes at products of divisors alone: floor(x/d) is at least t just where x is at least d t, and 1 is
the first x that has a move. So a table of the products up to the largest number has the values of all.

reference  the reader of the format, and the engines, in tests/judges/test_at_once.py
source     the products in rising order as Dijkstra has them (A Discipline of Programming, 1976, chapter 17)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.compile.jit import njit
from grundy.judges.at_once.graphs.kernels import after_space, list_of, mark, spelt
from grundy.judges.at_once.kernels import LOST, REFUSED, WON, at_digit, number

_MOST = 60  # divisors: the values are below 64
_PRODUCTS = 1 << 20  # that there is room for
_STEPS = 1 << 26  # looks at a divisor, some tenths of a second
_DIVISORS_KEY, _INTS_KEY = (int.from_bytes(key, "little") for key in (b'"divisor', b'"ints"'))
_COMMA, _END = 44, 93
ONE = np.uint64(1)

# where what is worked with begins, in numbers of 32 bits: low and high halves of the products, their values, for each
# number of bits the first product that has so many, the divisors' halves, and to which product each has come
_LOW, _HIGH, _VALUES = 0, _PRODUCTS, 2 * _PRODUCTS
_FIRST = 3 * _PRODUCTS
_D_LOW, _D_HIGH, _REACHED = _FIRST + 66, _FIRST + 66 + _MOST, _FIRST + 66 + 2 * _MOST


@njit
def _wide(work: Any, low: int, high: int, place: int) -> Any:
    """A number of 64 bits, from its halves."""
    return np.uint64(work[high + place]) << np.uint64(32) | np.uint64(work[low + place])


@njit
def _whole(data: Any, at: int) -> tuple[Any, int]:
    """The number that begins here as JSON has it, without zeros before it, and where it ends."""
    at = after_space(data, at)
    if data[at] == 48 and at_digit(data, at + 1):
        return ONE, REFUSED
    return number(data, at)


@njit
def _separated(data: Any, at: int) -> tuple[bool, int]:
    """Whether another number of a list follows, and where it begins or the list has ended."""
    if at == REFUSED:
        return False, REFUSED
    at = after_space(data, at)
    if data[at] == _COMMA:
        return True, at + 1
    return False, at + 1 if data[at] == _END else REFUSED


@njit
def _bits(value: Any) -> int:
    count = 0
    while value:
        value >>= ONE
        count += 1
    return count


@njit
def _filled(work: Any, divisors: int, largest: Any) -> int:
    """How many products of divisors there are up to the largest number, each with its value; REFUSED: too many."""
    count, product = 0, ONE
    bits = 0
    while True:
        if count == _PRODUCTS or count * divisors > _STEPS:
            return REFUSED
        work[_LOW + count] = product & np.uint64(0xFFFFFFFF)
        work[_HIGH + count] = product >> np.uint64(32)
        while bits <= _bits(product):
            work[_FIRST + bits] = count
            bits += 1
        count += 1
        seen, following, any_left = np.uint64(0), np.uint64(0), False
        for place in range(divisors):
            divisor = _wide(work, _D_LOW, _D_HIGH, place)
            at = work[_REACHED + place]
            if _wide(work, _LOW, _HIGH, at) == product // divisor and product % divisor == np.uint64(0):
                at += np.uint32(1)
                work[_REACHED + place] = at
            # what lies before is at most product / divisor, so the last of it has the value of that
            seen |= ONE << (np.uint64(work[_VALUES + at - 1]) if at else np.uint64(0))
            if at < count and _wide(work, _LOW, _HIGH, at) <= largest // divisor:
                reached = _wide(work, _LOW, _HIGH, at) * divisor
                if not any_left or reached < following:
                    following, any_left = reached, True
        value = 0
        while seen >> np.uint64(value) & ONE:
            value += 1
        work[_VALUES + count - 1] = value
        if not any_left:
            while bits < 66:
                work[_FIRST + bits] = count
                bits += 1
            return count
        product = following


@njit
def division(data: Any, size: int, letters: Any, work: Any) -> int:
    """An object with "divisors", numbers from 2 on, and "ints", numbers from 0 on; who wins their sum is one letter."""
    at = spelt(data, mark(data, 0, 123), _DIVISORS_KEY)  # of which a number of 64 bits has 8 bytes
    if at == REFUSED or data[at] != 115 or data[at + 1] != 34:
        return REFUSED
    at = mark(data, mark(data, at + 2, 58), 91)
    divisors, more = 0, at != REFUSED
    while more:
        divisor, at = _whole(data, at)
        if at == REFUSED or divisors == _MOST or divisor < np.uint64(2):
            return REFUSED
        work[_D_LOW + divisors] = divisor & np.uint64(0xFFFFFFFF)
        work[_D_HIGH + divisors] = divisor >> np.uint64(32)
        divisors += 1
        more, at = _separated(data, at)
    if at != REFUSED:
        at = mark(data, at, _COMMA)
    begin = list_of(data, at, _INTS_KEY)
    if begin == REFUSED:
        return REFUSED
    largest, at, more = ONE, begin, True
    while more:
        value, at = _whole(data, at)
        if at == REFUSED:
            return REFUSED
        if value > largest:
            largest = value
        more, at = _separated(data, at)
    at = mark(data, at, 125)
    if at == REFUSED or after_space(data, at) != size or _filled(work, divisors, largest) == REFUSED:
        return REFUSED
    total = np.uint32(0)
    at, more = begin, True
    while more:
        value, at = _whole(data, at)
        if value:
            bits = _bits(value)
            low, high = np.int64(work[_FIRST + bits]) - 1, np.int64(work[_FIRST + bits + 1]) - 1
            while low < high:  # the last product that is no larger
                middle = (low + high + 1) >> 1
                if _wide(work, _LOW, _HIGH, middle) <= value:
                    low = middle
                else:
                    high = middle - 1
            total ^= work[_VALUES + low]
        more, at = _separated(data, at)
    letters[0] = WON if total else LOST
    return 1
