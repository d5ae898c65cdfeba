"""Divisor game: Project Euler 550, https://projecteuler.net/problem=550

Replace a pile by two piles, each a divisor of its size other than 1 and that size. Of k piles of 2 to n stones, how
many positions does the first player win, modulo 987654321, for n = 10^7 and k = 10^12?

    grundy sequence examples/contests/pe550.py:factors --to 23
    python examples/contests/pe550.py
"""

import grundy


@grundy.rule
def factors(primes):
    """A pile as its number of prime factors, which is all that matters: a divisor has any smaller number, from 1."""
    for left in range(1, primes):
        for right in range(1, left + 1):
            yield grundy.to(left, right)


@grundy.rule
def stones(n):
    """The rule as it is stated, to compare."""
    for left in range(2, n // 2 + 1):
        for right in range(2, left + 1):
            if n % left == 0 and n % right == 0:
                yield grundy.to(left, right)


def wins(n, k, modulus):
    """How many positions are N-positions, modulo a number.

    >>> wins(10, 5, 987654321)
    40085
    """
    import numpy as np

    primes = np.zeros(n + 1, np.int64)
    for p in range(2, n + 1):
        if primes[p] == 0:
            power = p
            while power <= n:
                primes[power::power] += 1
                power *= p
    values = grundy.sequence(factors, int(primes.max()))
    size = 1 << max(values).bit_length()
    counts = [0] * size  # how many piles there are of each value
    for number, many in enumerate(np.bincount(primes[2:])):
        counts[values[number]] += int(many)
    for step in (1 << i for i in range(size.bit_length() - 1)):  # as sums with all signs, in which XOR is a product
        for i in range(size):
            if not i & step:
                counts[i], counts[i | step] = counts[i] + counts[i | step], counts[i] - counts[i | step]
    whole = size * modulus
    lost = sum(pow(count, k, whole) for count in counts) % whole // size
    return (pow(n - 1, k, modulus) - lost) % modulus


if __name__ == "__main__":
    print(wins(10**7, 10**12, 987654321))
