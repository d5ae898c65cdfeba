"""Divisor Nim: Project Euler 509, https://projecteuler.net/problem=509

Take a proper divisor of a pile from it. How many of the triples of piles from 1 to n does the first player win, modulo
1234567890, for n = 123456787654321?

    grundy table examples/contests/pe509.py --states 2000       shows the pattern
    grundy check examples/contests/pe509.py '(n & -n).bit_length() - 1' --start 1 --to 5000
    python examples/contests/pe509.py
"""

import grundy


@grundy.rule
def divisors(n):
    for d in range(1, n // 2 + 1):
        if n % d == 0:
            yield grundy.to(n - d, take=d)


def wins(n):
    """How many triples from 1 to n are N-positions.

    A pile of 2^k times an odd number is worth k: what a proper divisor leaves has another power of 2 (an odd multiple
    of an odd divisor), or any lower one.

    >>> wins(10), wins(100)
    (692, 735494)
    """
    counts = [(n >> k) - (n >> k + 1) for k in range(n.bit_length())]  # how many piles are worth k
    counts += [0] * len(counts)
    lost = sum(a * b * counts[i ^ j] for i, a in enumerate(counts) for j, b in enumerate(counts) if i ^ j < len(counts))
    return n**3 - lost


if __name__ == "__main__":
    print(wins(123456787654321) % 1234567890)
