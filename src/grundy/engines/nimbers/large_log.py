"""Logarithms to a base whose order is a prime of up to fifty bits, among numbers of 128 bits: by arrays of powers."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, TypeAlias

from grundy.engines.nimbers import arrays
from grundy.model import nimbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Halves: TypeAlias = "tuple[NDArray[np.uint64], NDArray[np.uint64]]"  # low and high halves of numbers of 128 bits
_ONES = (1 << 64) - 1
_TOP = 1 << 63  # with F = 2^64 it is F⊗F = F ⊕ this


def large_log(a: int, base: int, prime: int) -> int | None:
    """The n below `prime`, the order of base, for which base^n is a; None if there is none.

    With m about the square root of the prime, n = m i + j: the powers base^j are compared with all a / base^(m i) at
    once, by their low halves, and what is alike there is looked at in full.

    Cost:    for a prime of 46 bits 8 million powers of each kind: seconds, and 50 bytes for each.
    """
    import numpy as np

    steps = isqrt(prime) + 1
    back = nimbers.inverse(nimbers.power(base, steps))
    small, giant = powers(base, steps), powers(back, steps, a)
    for low in np.intersect1d(small[0], giant[0], assume_unique=True):
        for i in np.flatnonzero(giant[0] == low):
            for j in np.flatnonzero(small[0] == low):
                n = (steps * int(i) + int(j)) % prime
                if nimbers.power(base, n) == a:
                    return n
    return None


def powers(base: int, count: int, first: int = 1) -> Halves:
    """So many powers 1, base, base², ... times the first number, twice as many at each step."""
    import numpy as np

    low, high = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    low[0], high[0] = first & _ONES, first >> 64
    done, factor = 1, base  # factor: base to the power `done`
    while done < count:
        more = min(done, count - done)
        low[done : done + more], high[done : done + more] = multiply_by((low[:more], high[:more]), factor)
        done, factor = done + more, nimbers.square(factor)
    return low, high


def multiply_by(numbers: Halves, factor: int) -> Halves:
    """Nim-products of numbers of 128 bits with one."""
    import numpy as np

    low, high = numbers
    f0, f1 = np.uint64(factor & _ONES), np.uint64(factor >> 64)
    lows = arrays.multiply(low, f0)
    sums = arrays.multiply(low ^ high, f0 ^ f1)
    highs = arrays.multiply(arrays.multiply(high, f1), np.uint64(_TOP))
    return lows ^ highs, sums ^ lows
