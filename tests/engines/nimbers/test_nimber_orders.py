"""Orders and logarithms against powers, and the factors of Fermat numbers against what a prime is."""

from __future__ import annotations

from math import prod
from random import Random

import pytest

from grundy import nimber
from grundy.engines.nimbers import orders
from grundy.errors import BadNimber, OutOfReach
from grundy.model import nimbers


def is_probably_prime(n: int) -> bool:
    """Miller and Rabin's test with the first thirteen primes for bases."""
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
        x = pow(base, odd, n)
        if n > base and x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(twos - 1)):
            return False
    return n > 1


def test_factors_of_fermat_numbers_are_primes() -> None:
    for j in range(11):
        primes = orders.primes_of(j)
        assert prod(primes) == 2 ** (2**j) + 1
        assert list(primes) == sorted(primes)
        assert all(is_probably_prime(prime) for prime in primes)


def test_orders_of_small_numbers_by_counting() -> None:
    for a in range(1, 70):
        power, count = a, 1
        while power != 1:
            power, count = nimbers.multiply(power, a), count + 1
        assert nimber.order(a) == count


@pytest.mark.parametrize("bits", [64, 128])
def test_an_order_is_the_least_exponent(bits: int) -> None:
    chances = Random(bits)
    for _ in range(3):
        a = chances.getrandbits(bits) | 1 << bits - 1
        primes = orders.order_primes(a)
        assert nimbers.power(a, prod(primes)) == 1
        assert all(nimbers.power(a, prod(primes) // prime) != 1 for prime in primes)


def test_logarithms_to_64_bits_come_back() -> None:
    chances = Random(7)
    for bits in (2, 4, 8, 16, 32, 64):
        base = chances.getrandbits(bits) | 1 << bits - 1
        n = chances.getrandbits(bits)
        assert nimber.log(nimbers.power(base, n), base) == n % nimber.order(base)


def test_logarithms_of_all_bytes_by_counting() -> None:
    for base in (0, 1, 2, 19, 255):
        powers: dict[int, int] = {}
        for n in range(256):
            powers.setdefault(nimbers.power(base, n), n)
        for a in range(256):
            if a in powers:
                assert nimber.log(a, base) == powers[a]
            else:
                with pytest.raises(BadNimber, match=f"no power of {base} is {a}"):
                    nimber.log(a, base)


def test_a_large_prime_is_searched_by_arrays() -> None:
    """Of the primes for arrays only the two of F6 occur; here the same search for a smaller one of 128 bits."""
    prime = 274177
    base = nimbers.power(Random(3).getrandbits(128), (2**128 - 1) // prime)
    for n in (0, 1, 523, 524, 274176):
        assert orders.large_log(nimbers.power(base, n), base, prime) == n
    assert orders.large_log(2, base, prime) is None  # of order 3


def test_what_is_out_of_reach_is_refused() -> None:
    with pytest.raises(OutOfReach, match="128 bits"):
        nimber.log(5, 1 << 200)
    with pytest.raises(OutOfReach, match="2,048 bits"):
        nimber.order(1 << 3000)
    with pytest.raises(BadNimber, match="no power of 0 is 1"):
        nimber.order(0)


def test_a_nimber_has_operators() -> None:
    assert (nimber.Nimber(4) * 6 + 2) / 3 == nimber.Nimber(nimber.evaluate("(4*6+2)/3"))
    assert 1 / nimber.Nimber(7) == nimber.Nimber(nimber.inverse(7))
    assert nimber.Nimber(5) - 3 == 3 + nimber.Nimber(5) == nimber.Nimber(6)
    assert nimber.Nimber(9).sqrt() ** 2 == nimber.Nimber(9)
    assert sorted({nimber.Nimber(3), nimber.Nimber(1), nimber.Nimber(3)}) == [nimber.Nimber(1), nimber.Nimber(3)]
    assert (-nimber.Nimber(3), bool(nimber.Nimber(0)), hex(nimber.Nimber(10))) == (nimber.Nimber(3), False, "0xa")
    with pytest.raises(BadNimber):
        nimber.Nimber(-1)
    with pytest.raises(BadNimber):
        nimber.Nimber(3) / 0
