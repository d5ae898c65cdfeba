"""Large inputs of numbers, from their bytes straight to those of the output; as the kernels one folder above.

What is given to work with are the products of the powers of two below 2^16 with a number whose powers are all that are
below 2^16 but 0: from them tables of powers and logarithms are made.

reference  the readers of the formats, and the engines, in tests/judges/test_at_once.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.compile.jit import njit
from grundy.judges.at_once.kernels import LINE, REFUSED, TEN, ZERO, after_blanks, alone, case, number

_ORDER, _POWERS, _LOGS = (1 << 16) - 1, 1 << 16, 1 << 18  # of the field of 2^16 elements, and where its tables are
_16, _32 = np.uint64(16), np.uint64(32)
_ONES_16, _ONES_32 = np.uint64((1 << 16) - 1), np.uint64((1 << 32) - 1)
_HALF_16, _HALF_32 = np.uint64(1 << 15), np.uint64(1 << 31)


@njit
def _fill_logarithms(work: Any) -> bool:
    """Make tables of the field of 2^16 elements; whether what is given is the product of each power of two with a
    number whose powers are all elements but 0."""
    element: Any = np.uint32(1)
    for power in range(_ORDER):
        if power and element == 1:
            return False
        work[_POWERS + power] = element
        work[_POWERS + _ORDER + power] = element
        work[_LOGS + np.int64(element)] = power
        product: Any = np.uint32(0)
        for bit in range(16):
            if element >> np.uint32(bit) & np.uint32(1):
                product ^= work[bit]
        element = product
    return bool(element == 1)


@njit
def _product_16(work: Any, a: Any, b: Any) -> Any:
    if a == ZERO or b == ZERO:
        return ZERO
    log = np.int64(work[_LOGS + np.int64(a)]) + np.int64(work[_LOGS + np.int64(b)])
    return np.uint64(work[_POWERS + log])


@njit
def _product_32(work: Any, a: Any, b: Any) -> Any:
    """With F = 2^16: F times F is F + F/2."""
    a1, a0, b1, b0 = a >> _16, a & _ONES_16, b >> _16, b & _ONES_16
    low = _product_16(work, a0, b0)
    high = _product_16(work, _product_16(work, a1, b1), _HALF_16)
    return (_product_16(work, a1 ^ a0, b1 ^ b0) ^ low) << _16 ^ low ^ high


@njit
def _product_64(work: Any, a: Any, b: Any) -> Any:
    """The same with F = 2^32."""
    a1, a0, b1, b0 = a >> _32, a & _ONES_32, b >> _32, b & _ONES_32
    low = _product_32(work, a0, b0)
    high = _product_32(work, _product_32(work, a1, b1), _HALF_32)
    return (_product_32(work, a1 ^ a0, b1 ^ b0) ^ low) << _32 ^ low ^ high


@njit
def _inverse_32(work: Any, a: Any) -> Any:
    """The conjugate, of which F is the sum with F + 1, divided by the norm, which is below F."""
    a1, a0 = a >> _16, a & _ONES_16
    norm = _product_16(work, a0, a1 ^ a0) ^ _product_16(work, _product_16(work, a1, a1), _HALF_16)
    inverse = np.uint64(work[_POWERS + _ORDER - np.int64(work[_LOGS + np.int64(norm)])])
    return _product_16(work, a1, inverse) << _16 | _product_16(work, a1 ^ a0, inverse)


@njit
def _inverse_64(work: Any, a: Any) -> Any:
    a1, a0 = a >> _32, a & _ONES_32
    norm = _product_32(work, a0, a1 ^ a0) ^ _product_32(work, _product_32(work, a1, a1), _HALF_32)
    inverse = _inverse_32(work, norm)
    return _product_32(work, a1, inverse) << _32 | _product_32(work, a1 ^ a0, inverse)


@njit
def _written(letters: Any, count: int, value: Any) -> int:
    """Where the next line begins, behind a number in a line of its own."""
    digits, rest = 1, value // TEN
    while rest:
        digits, rest = digits + 1, rest // TEN
    for place in range(count + digits - 1, count - 1, -1):
        letters[place] = 48 + np.int64(value % TEN)
        value //= TEN
    letters[count + digits] = LINE
    return count + digits + 1


@njit
def products(data: Any, size: int, letters: Any, work: Any) -> int:
    """How many cases, and in each line two numbers; their nim-product for each.

    A product lies in the smallest field with both numbers, and has at most twice as many digits as the larger one.
    """
    if not _fill_logarithms(work):
        return REFUSED
    cases, at = alone(data, case(data, 0, size), size)
    count = 0
    while at != REFUSED and cases:
        a, at = number(data, after_blanks(data, case(data, at, size)))
        if at == REFUSED:
            return REFUSED
        b, at = alone(data, at, size)
        count = _written(letters, count, _product_64(work, a, b))
        cases -= np.uint64(1)
    return count if at != REFUSED and case(data, at, size) == size else REFUSED


@njit
def inverses(data: Any, size: int, letters: Any, work: Any) -> int:
    """How many cases, and in each line a number that is not 0; its nim-inverse for each, of the same field."""
    if not _fill_logarithms(work):
        return REFUSED
    cases, at = alone(data, case(data, 0, size), size)
    count = 0
    while at != REFUSED and cases:
        a, at = alone(data, case(data, at, size), size)
        if at == REFUSED or not a:
            return REFUSED
        count = _written(letters, count, _inverse_64(work, a))
        cases -= np.uint64(1)
    return count if at != REFUSED and case(data, at, size) == size else REFUSED
