"""Numerical semigroups as sets of bits: which sums of some coins there are, and which numbers are none.

A set of numbers is an int; bit n says that n is in it. Of coins without a common divisor the numbers that are no sum,
the gaps, are finitely many, and tell the semigroup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd

MOST_GAP = 1_000_000  # of the numbers in which gaps are looked for


def sums_to(coins: Sequence[int], most: int) -> int:
    """The sums of coins, each as often as you like, up to `most`.

    >>> bin(sums_to((3, 5), 8))
    '0b101101001'
    """
    every = (1 << most + 1) - 1
    sums = 1
    for coin in coins:
        while coin <= most:  # 0 or 1 of them, then 0 to 3, then 0 to 7, ...
            sums |= sums << coin & every
            coin *= 2
    return sums


def gaps_of(coins: Sequence[int]) -> int | None:
    """The numbers that are no sums of coins; None of coins with a common divisor, or if one is beyond MOST_GAP.

    >>> [n for n in range(8) if gaps_of((3, 5)) >> n & 1]
    [1, 2, 4, 7]
    """
    if gcd(*coins) != 1:
        return None
    least = min(coins)
    most = 4 * max(coins)
    while most <= 2 * MOST_GAP:
        gaps = ~sums_to(coins, most) & ((1 << most + 1) - 1)
        if gaps.bit_length() + least <= most:  # as many sums in a row as the least coin has, and so all from there on
            return gaps if gaps.bit_length() <= MOST_GAP else None
        most *= 2
    return None


def without(gaps: int, number: int) -> int:
    """The gaps that are left when one of them is a coin, too.

    >>> [n for n in range(8) if without(gaps_of((3, 5)), 4) >> n & 1]
    [1, 2]
    """
    every = (1 << gaps.bit_length()) - 1
    sums = every ^ gaps
    while number < gaps.bit_length():
        sums |= sums << number & every
        number *= 2
    return every ^ sums


def is_symmetric(gaps: int) -> bool:
    """Whether of two numbers with the sum of the largest gap always one is a gap: a quiet end.

    >>> is_symmetric(gaps_of((4, 7))), is_symmetric(gaps_of((4, 5, 7)))
    (True, False)
    """
    largest = gaps.bit_length() - 1
    return 2 * gaps.bit_count() == largest + 1


def members(bits: int) -> Iterator[int]:
    """The numbers of a set, in order.

    >>> [*members(0b1011)]
    [0, 1, 3]
    """
    while bits:
        least = bits & -bits
        yield least.bit_length() - 1
        bits ^= least


def least_coins(coins: Sequence[int]) -> tuple[int, ...]:
    """The coins that are no sums of smaller ones, in order.

    >>> least_coins((9, 4, 6, 8, 4))
    (4, 6, 9)
    """
    generators: list[int] = []
    most = max(coins, default=0)
    sums = 1
    for coin in sorted(set(coins)):
        if not sums >> coin & 1:
            generators.append(coin)
            sums = sums_to(generators, most)
    return tuple(generators)
