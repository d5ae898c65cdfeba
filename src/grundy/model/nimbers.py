"""Nimbers: the field that nim-values form with nim-addition (XOR) and nim-multiplication (Conway, ONAG, ch. 6).

The numbers below F = 2^(2^k) are a field, and each such field is made from the one before it: every x below F² is
h⊗F ⊕ l with h and l below F, where ⊗F is a shift by 2^k bits, and F⊗F = F ⊕ F/2. All that is here follows from that,
by going down to the field of 256 elements, which is a table (of 65,536 for long numbers); numbers are Python integers
of any size.

The conjugate of h⊗F ⊕ l is h⊗F ⊕ h ⊕ l. Sum and product of the two are h and the norm, both below F: so division,
the trace and the order of a number are those of smaller ones.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from grundy.errors import BadNimber
from grundy.text.numbers import short_repr

_SMALL, _LARGE = 8, 16  # bits of the fields that are tables
_FEW = 64  # bits of the numbers for which the larger table would not be worth its making, some hundredths of a second
_WINDOW = 4  # bits of an exponent that are gone through at once

_Table: TypeAlias = "tuple[int, Sequence[int], Sequence[int]]"  # its bits, powers of a number twice over, logarithms


def field_bits(*numbers: int) -> int:
    """How many bits have the numbers of the smallest field that has all these: 1, 2, 4, 8, 16, ...

    >>> field_bits(1), field_bits(2), field_bits(15, 16), field_bits(256)
    (1, 2, 8, 16)
    """
    bits = max(number.bit_length() for number in numbers)
    return 1 << (bits - 1).bit_length() if bits > 1 else 1


def multiply(a: int, b: int) -> int:
    """The nim-product. Cost: about n^1.6 for n bits; 20 µs for 64.

    >>> multiply(2, 2), multiply(4, 4), multiply(16, 16), multiply(256, 256), multiply(16, 3)
    (3, 6, 24, 384, 48)
    """
    return _product(a, b, _table_for(a | b))


def _product(a: int, b: int, table: _Table) -> int:
    leaf, powers, logs = table
    if a >> leaf == b >> leaf == 0:
        return powers[logs[a] + logs[b]] if a and b else 0
    bits = field_bits(a, b) >> 1
    ones = (1 << bits) - 1
    a1, a0, b1, b0 = a >> bits, a & ones, b >> bits, b & ones
    low = _product(a0, b0, table)
    if not (a1 and b1):  # one of them is in the smaller field, and multiplies both halves of the other
        return _product(a1 or a0, b1 or b0, table) << bits ^ low if a1 or b1 else low
    return (_product(a1 ^ a0, b1 ^ b0, table) ^ low) << bits ^ low ^ _by_top(_product(a1, b1, table), bits, table)


def _by_top(a: int, bits: int, table: _Table) -> int:
    """a ⊗ 2^(bits-1), the constant of F⊗F = F ⊕ F/2, for a of so many bits."""
    leaf, powers, logs = table
    if not a:
        return 0
    if bits <= leaf:
        return powers[logs[a] + logs[1 << bits - 1]]
    bits >>= 1
    a1, a0 = a >> bits, a & (1 << bits) - 1
    return _by_top(a1 ^ a0, bits, table) << bits ^ _by_top(_by_top(a1, bits, table), bits, table)


def _table_for(a: int) -> _Table:
    return _small_table() if a.bit_length() <= _FEW else _large_table()


@cache
def _small_table() -> _Table:
    """Of the 255 numbers of the field of 256: powers of one of them, twice over, and logarithms to its base."""

    def product(a: int, b: int, bits: int) -> int:
        if bits == 1:
            return a & b
        bits >>= 1
        ones = (1 << bits) - 1
        high, low = product(a >> bits, b >> bits, bits), product(a & ones, b & ones, bits)
        cross = product(a >> bits ^ a & ones, b >> bits ^ b & ones, bits)
        return (cross ^ low) << bits ^ low ^ product(high, 1 << bits - 1, bits)

    for base in range(16, 256):
        powers = [1]
        while (power := product(powers[-1], base, _SMALL)) != 1:
            powers.append(power)
        if len(powers) == 255:
            break
    return _SMALL, bytes(powers * 2), _logarithms(powers)


@cache
def _large_table() -> _Table:
    """The same of the field of 65,536: to multiply by one number is a linear map, so a table a byte does it."""
    small = _small_table()
    order = (1 << _LARGE) - 1
    for base in range(1 << _SMALL, 1 << _LARGE):
        if all(power(base, order // prime) != 1 for prime in (3, 5, 17, 257)):
            break
    low, high = ([_product(base, byte << shift, small) for byte in range(256)] for shift in (0, _SMALL))
    powers = [1]
    while (following := low[powers[-1] & 255] ^ high[powers[-1] >> _SMALL]) != 1:
        powers.append(following)
    return _LARGE, array("H", powers * 2), array("H", _logarithms(powers))


def _logarithms(powers: Sequence[int]) -> list[int]:
    logs = [0] * (len(powers) + 1)
    for log, power in enumerate(powers):
        logs[power] = log
    return logs


def square(a: int) -> int:
    """a ⊗ a; it is linear: the square of a sum is the sum of the squares.

    >>> [square(a) for a in range(8)]
    [0, 1, 3, 2, 6, 7, 5, 4]
    """
    return _square(a, _table_for(a))


def _square(a: int, table: _Table) -> int:
    if a >> table[0] == 0:
        return _product(a, a, table)
    bits = field_bits(a) >> 1
    high = _square(a >> bits, table)
    return high << bits ^ _square(a & (1 << bits) - 1, table) ^ _by_top(high, bits, table)


def sqrt(a: int) -> int:
    """The one number whose square is a.

    >>> [sqrt(a) for a in range(8)]
    [0, 1, 3, 2, 7, 6, 4, 5]
    """
    if a < 2:
        return a
    bits = field_bits(a) >> 1
    high = a >> bits
    return sqrt(high) << bits ^ sqrt(a & (1 << bits) - 1 ^ _by_top(high, bits, _table_for(a)))


def _norm(a: int, bits: int) -> int:
    """The product of a and its conjugate, for a of two times so many bits: a number of so many."""
    high, low = a >> bits, a & (1 << bits) - 1
    return multiply(low, high ^ low) ^ _by_top(square(high), bits, _table_for(a))


def inverse(a: int) -> int:
    """The number whose product with a is 1.

    Raises:  BadNimber: a is 0.

    >>> [inverse(a) for a in range(1, 8)]
    [1, 3, 2, 15, 12, 9, 11]
    """
    if a == 0:
        raise BadNimber("1/0: expected a divisor that is not 0, found 0")
    leaf, powers, logs = _table_for(a)
    if a >> leaf == 0:
        return powers[(1 << leaf) - 1 - logs[a]]
    bits = field_bits(a) >> 1
    return multiply(a ^ a >> bits, inverse(_norm(a, bits)))


def divide(a: int, b: int) -> int:
    """The number whose product with b is a.

    Raises:  BadNimber: b is 0.

    >>> divide(6, 4), divide(1, 2)
    (4, 3)
    """
    if b == 0:
        raise BadNimber(f"{short_repr(a)}/0: expected a divisor that is not 0, found 0")
    return multiply(a, inverse(b))


def power(a: int, n: int) -> int:
    """a to the n-th power, n an ordinary integer of any size and sign; power(0, 0) is 1.

    Raises:  BadNimber: a is 0 and n is negative.

    >>> power(2, 3), power(4, -1), power(7, 10**100)
    (1, 15, 2)
    """
    if a == 0:
        if n < 0:
            raise BadNimber(
                f"0 to the power {short_repr(n)}: expected an exponent that is not negative, found {short_repr(n)}"
            )
        return int(n == 0)
    n %= (1 << field_bits(a)) - 1  # the number of its field that are not 0
    if n.bit_length() <= 4 * _WINDOW:  # so few steps that powers for a window would not be worth it
        return _power(a, n, 1)
    return _power(a, n, _WINDOW)


def _power(a: int, n: int, window: int) -> int:
    """The same by so many bits of n at once."""
    table = _table_for(a)
    few = [1, a]
    while len(few) < 1 << window:
        few.append(_product(few[-1], a, table))
    result = 1
    for place in range(-(-n.bit_length() // window) - 1, -1, -1):
        for _ in range(window):
            result = _square(result, table)
        if digit := n >> place * window & (1 << window) - 1:
            result = _product(result, few[digit], table)
    return result


def trace(a: int, bits: int = 0) -> int:
    """The sum of a, a², a⁴, a⁸, ... in the field of numbers of so many bits (the smallest that has a): 0 or 1.

    The sum of a number and its conjugate is its higher half, so the trace is its highest bit in the field.

    Raises:  BadNimber: there is no field of so many bits, or a is not in it.

    >>> trace(1), trace(2), trace(3), trace(1, bits=2), trace(8)
    (1, 1, 1, 0, 1)
    """
    least = field_bits(a)
    bits = bits or least
    if bits & bits - 1 or bits < least:
        raise BadNimber(
            f"trace of {short_repr(a)}: expected the bits of a field that has it ({least} or {2 * least}, ...), "
            f"found {bits}"
        )
    return a >> bits - 1


def no_power(a: int, base: int) -> BadNimber:
    """Of a logarithm that does not exist."""
    return BadNimber(
        f"log of {short_repr(a)} to base {short_repr(base)}: no power of {short_repr(base)} is {short_repr(a)}"
    )


def solve_quadratic(b: int, c: int) -> tuple[int, int]:
    """Both x with x⊗x ⊕ b⊗x = c, the smaller one first; for b = 0 they are the same.

    There always are such: where the field of b and c has none, the next one has.

    >>> solve_quadratic(1, 1), solve_quadratic(1, 2), solve_quadratic(0, 3), solve_quadratic(2, 0)
    ((2, 3), (4, 5), (2, 2), (0, 2))
    """
    if b == 0:
        return sqrt(c), sqrt(c)
    quotient = divide(c, square(b))  # with x = b⊗y it is y⊗y ⊕ y = quotient
    bits = field_bits(quotient)
    outside = trace(quotient)  # then y = F ⊕ z with z⊗z ⊕ z = quotient ⊕ F/2
    y = outside << bits ^ _half_of_pair(quotient ^ outside << bits - 1, bits)
    x = multiply(b, y)
    return min(x, x ^ b), max(x, x ^ b)


def _half_of_pair(c: int, bits: int) -> int:
    """A y of so many bits with y⊗y ⊕ y = c, for a c of trace 0 there; the other one is y ⊕ 1."""
    if bits == 1:
        return 0
    bits >>= 1
    high = _half_of_pair(c >> bits, bits)
    low = c & (1 << bits) - 1 ^ _by_top(square(high), bits, _table_for(c))
    if low >> bits - 1:  # of trace 1: with the other choice of `high` it changes by F/2, and has trace 0
        high ^= 1
        low ^= 1 << bits - 1
    return high << bits ^ _half_of_pair(low, bits)
