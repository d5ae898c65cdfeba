"""Orders and logarithms of nimbers.

The numbers below 2^(2^k), without 0, are a cyclic group of 2^(2^k) - 1 = F(0) F(1) ... F(k-1) elements, where
F(j) = 2^(2^j) + 1 is a Fermat number. No two of these have a common factor, none has a square one, and those to F(10)
are known in full; so a question about a number is one for each prime.
"""

from __future__ import annotations

from functools import cache
from math import isqrt, prod
from typing import TYPE_CHECKING, TypeAlias

from grundy.errors import BadNimber, OutOfReach
from grundy.model import nimbers
from grundy.model.nimbers import divide, field_bits, inverse, multiply, no_power, power

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


MOST_ORDER_BITS = 2048
MOST_LOG_BITS = 128
SMALL = 1 << 24  # primes for which a dictionary of a few thousand powers does
# Of F(j) all prime factors but the largest: Euler 1732 (F5), Landry 1880 (F6), Morrison and Brillhart 1970 (F7), Brent
# and Pollard 1980 (F8), Western 1903 (F9), Selfridge, Brillhart and Brent 1953-1995 (F10).
SMALLER_FACTORS: tuple[tuple[int, ...], ...] = (
    (),
    (),
    (),
    (),
    (),
    (641,),
    (274177,),
    (59649589127497217,),
    (1238926361552897,),
    (2424833, 7455602825647884208337395736200454918783366342657),
    (45592577, 6487031809, 4659775785220018543264560743076778192897),
)


@cache
def primes_of(j: int) -> tuple[int, ...]:
    """The prime factors of F(j) = 2^(2^j) + 1 for j up to 10, the smallest first.

    >>> primes_of(0), primes_of(4), primes_of(5)
    ((3,), (65537,), (641, 6700417))
    """
    smaller = SMALLER_FACTORS[j]
    return (*smaller, ((1 << (1 << j)) + 1) // prod(smaller))


def order(a: int) -> int:
    """The least n >= 1 for which the n-th power of a is 1.

    Cost:    milliseconds for 128 bits, some 2 s for 2,048.
    Raises:  BadNimber: a is 0. OutOfReach: a has more than 2,048 bits.

    >>> order(1), order(2), order(4), order(2**64)
    (1, 3, 15, 113427455640312821154458202477256070485)
    """
    return prod(order_primes(a))


def order_primes(a: int) -> list[int]:
    """The primes whose product is the order of a."""
    if a == 0:
        raise BadNimber("order of 0: expected a number that is not 0; no power of 0 is 1")
    if field_bits(a) > MOST_ORDER_BITS:
        raise OutOfReach(
            f"the order of a number of {a.bit_length():,} bits: orders go to {MOST_ORDER_BITS:,} bits, since of larger "
            "Fermat numbers not all prime factors are known"
        )
    primes: list[int] = []
    while a > 1:  # a is the product of one number whose order divides F(j), and one of the smaller field
        bits = field_bits(a) >> 1
        conjugate = a ^ a >> bits
        primes += _primes_of_order(divide(conjugate, a), primes_of(bits.bit_length() - 1))
        a = multiply(a, conjugate)
    return sorted(primes)


def _primes_of_order(a: int, primes: tuple[int, ...]) -> list[int]:
    """Of these primes, whose product is a multiple of the order of a, those that divide it."""
    if a == 1:
        return []
    if len(primes) == 1:
        return list(primes)
    *smaller, largest = primes
    return _primes_of_order(power(a, largest), tuple(smaller)) + _primes_of_order(power(a, prod(smaller)), (largest,))


def log(a: int, base: int) -> int:
    """The least n >= 0 for which the n-th power of base is a.

    Cost:    some tenths of a second for 64 bits; for 128 bits, where the order of base has the prime
             67,280,421,310,721, some ten seconds and 400 MB.
    Raises:  BadNimber: there is none. OutOfReach: more than 128 bits.
    Source:  Pohlig and Hellman 1978; Shanks 1971.

    >>> log(3, 2), log(1, 7), log(5, 4)
    (2, 0, 4)
    """
    if a == 1:
        return 0
    if base < 2 or a == 0:
        if a == base:
            return 1
        raise no_power(a, base)
    if field_bits(a, base) > MOST_LOG_BITS:
        raise OutOfReach(
            f"a logarithm of numbers of {max(a, base).bit_length():,} bits; logarithms go to {MOST_LOG_BITS} bits"
        )
    primes = order_primes(base)
    whole = prod(primes)
    result = 0
    for prime in primes:
        rest = whole // prime
        digit = _log_of_prime_order(power(a, rest), power(base, rest), prime)
        if digit is None:
            break
        result += digit * rest * pow(rest, -1, prime)
    result %= whole
    if power(base, result) != a:
        raise no_power(a, base)
    return result


def _log_of_prime_order(a: int, base: int, prime: int) -> int | None:
    """The n below `prime`, the order of base, for which base^n is a; None if there is none."""
    if prime > SMALL:
        return large_log(a, base, prime)
    step = isqrt(prime) + 1
    powers: dict[int, int] = {}
    reached = 1
    for n in range(step):
        powers.setdefault(reached, n)
        reached = multiply(reached, base)
    back = inverse(reached)
    for large in range(step):
        if a in powers:
            return large * step + powers[a]
        a = multiply(a, back)
    return None


# ---- Logarithms to a base whose order is a prime of up to fifty bits, among numbers of 128 bits: by arrays of powers


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

    from grundy.engines.nimbers import arrays

    low, high = numbers
    f0, f1 = np.uint64(factor & _ONES), np.uint64(factor >> 64)
    lows = arrays.multiply(low, f0)
    sums = arrays.multiply(low ^ high, f0 ^ f1)
    highs = arrays.multiply(arrays.multiply(high, f1), np.uint64(_TOP))
    return lows ^ highs, sums ^ lows
