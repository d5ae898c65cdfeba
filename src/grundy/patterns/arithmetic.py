"""Values that are an arithmetic function of n, such as the number of its prime factors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grundy.model.pattern import Pattern
from grundy.patterns.claims import PatternClaim, Values, judged

SAMPLE = 400  # values that a function is tried on first
FEWEST = 40  # values in all
MOST = 1 << 20  # values for which the prime factors are worked out
SHIFTS = (0, 1, -1)


def least_factors(count: int) -> list[int]:
    """The least prime factor of each number below `count`; of 0 and 1 itself.

    >>> least_factors(10)
    [0, 1, 2, 3, 2, 5, 2, 7, 2, 3]
    """
    least = list(range(count))
    for p in range(2, int(count**0.5) + 1):
        if least[p] == p:
            for multiple in range(p * p, count, p):
                if least[multiple] == multiple:
                    least[multiple] = p
    return least


def _prime_factors(least: list[int]) -> list[int]:
    values = [0] * len(least)
    for n in range(2, len(least)):
        values[n] = values[n // least[n]] + 1
    return values


def _different_factors(least: list[int]) -> list[int]:
    values = [0] * len(least)
    for n in range(2, len(least)):
        rest = n // least[n]
        values[n] = values[rest] + (least[rest] != least[n])
    return values


def _divisors(least: list[int]) -> list[int]:
    values = [0, *[1] * (len(least) - 1)]
    for n in range(2, len(least)):
        rest, power = n, 1
        while rest % least[n] == 0:
            rest //= least[n]
            power += 1
        values[n] = values[rest] * power
    return values


def _coprime(least: list[int]) -> list[int]:
    values = [0, *[1] * (len(least) - 1)]
    for n in range(2, len(least)):
        p, rest = least[n], n // least[n]
        values[n] = values[rest] * (p if least[rest] == p else p - 1)
    return values


def _place_of_least(least: list[int]) -> list[int]:
    place: dict[int, int] = {}
    values = [0] * len(least)
    for n in range(2, len(least)):
        if least[n] == n:
            place[n] = len(place) + 1
        values[n] = place[least[n]]
    return values


def _largest_proper(least: list[int]) -> list[int]:
    return [n // p if n > 1 else 0 for n, p in enumerate(least)]


Function = Callable[[list[int]], list[int]]
FUNCTIONS: tuple[tuple[str, Function], ...] = (
    ("the number of prime factors of n, each as often as it divides n", _prime_factors),
    ("the number of different prime factors of n", _different_factors),
    ("the number of divisors of n", _divisors),
    ("the place of the least prime factor of n among the primes (2 is the first)", _place_of_least),
    ("the largest divisor of n below n", _largest_proper),
    ("the least prime factor of n", list),
    ("the number of numbers up to n that have no factor with n in common (Euler's function)", _coprime),
)


def by_arithmetic(values: Values) -> Iterator[Pattern]:
    """The first of these functions that is the values, perhaps 1 more or less.

    >>> omega = [0, 0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3, 1, 2, 2, 4, 1, 3, 1, 3, 2, 2, 1, 4, 2, 2, 3, 3, 1, 3, 1, 5]
    >>> [pattern.statement for pattern in by_arithmetic([*omega, 2, 2, 2, 4, 1, 2, 2, 4, 1])]
    ['G(n) = the number of prime factors of n, each as often as it divides n']
    """
    total = len(values)
    if not FEWEST <= total <= MOST:
        return
    sample = [int(value) for value in values[:SAMPLE]]
    near = least_factors(len(sample))
    for name, function in FUNCTIONS:
        first = function(near)
        for shift in SHIFTS:
            wrong = [n for n in range(2, len(sample)) if sample[n] != first[n] + shift]
            if len(wrong) > 2 or (wrong and wrong[-1] > len(sample) // 8):
                continue
            pattern = judged(values, _claim(name, function(least_factors(total)), shift))
            if pattern:
                yield pattern
                return


def _claim(name: str, values: list[int], shift: int) -> PatternClaim:
    def over(n: Any) -> Any:
        import numpy as np

        return np.array(values, np.int64)[n] + shift

    more = f" {'+' if shift > 0 else '-'} 1" if shift else ""
    statement = f"G(n) = {name}{',' if more and ' ' in name else ''}{more}"
    return PatternClaim("arithmetic function", statement, lambda n: values[n] + shift, over, "", FEWEST // 2)
