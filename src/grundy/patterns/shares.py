"""Values that return along a map of n: n // k where k divides n, else the value of what is left without a share of n.

Taking at most n // k counters of n has such values, with G(n - n // k - 1) for the rest (AtCoder ARC 091, Strange Nim).
For k = 2 that is a pattern of digits: G(2m) = m, G(2m + 1) = G(m).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.model.pattern import Pattern
from grundy.patterns.claims import MOST_EXCEPTIONS, PatternClaim, Values, judged, with_numbers

SAMPLE = 4_000  # values that shares are tried on first
MOST_SHARE = 24
FROM = 16  # values for each share, at least


def by_shares(values: Values) -> Iterator[Pattern]:
    """The pattern of the least k with which the values return so, if there is one.

    >>> values = []
    >>> for n in range(300):
    ...     values.append(n // 3 if n % 3 == 0 else values[n - n // 3 - 1])
    >>> [(pattern.statement, pattern.start) for pattern in by_shares(values)]
    [('G(n) = n // 3 if n % 3 == 0, else G(n - n // 3 - 1)', 0)]
    """
    sample = [int(value) for value in values[:SAMPLE]]
    for k in range(3, min(MOST_SHARE, len(sample) // FROM) + 1):
        for rest in range(k):
            constant = sample[k * 8 + rest] - 8
            if _fits(sample, k, rest, constant):
                pattern = judged(values, _claim(values, k, rest, constant))
                if pattern:
                    yield with_numbers(pattern, ("base", k), ("rules", k))
                    return


def _fits(sample: list[int], k: int, rest: int, constant: int) -> bool:
    """Whether the sample has it, but for its first values and a few others."""
    few = min(MOST_EXCEPTIONS, len(sample) // 100)
    for n in reversed(range(len(sample) // 4, len(sample))):
        if sample[n] != (n // k + constant if n % k == rest else sample[n - n // k - 1]):
            few -= 1
            if few < 0:
                return False
    return True


def _claim(values: Values, k: int, rest: int, constant: int) -> PatternClaim:
    share = f"n // {k}" + (f" {'+' if constant > 0 else '-'} {abs(constant)}" if constant else "")

    def at(n: int) -> int:
        if n % k == rest:
            return n // k + constant
        return int(values[n - n // k - 1]) if n else 0

    def over(n: Any) -> Any:
        import numpy as np

        before = values[np.maximum(n - n // k - 1, 0)]
        return np.where(n % k == rest, n // k + constant, before)

    formula = f"{share} if n % {k} == {rest} else G(n - n // {k} - 1)"
    statement = f"G(n) = {share} if n % {k} == {rest}, else G(n - n // {k} - 1)"
    return PatternClaim("halving", statement, at, over, formula, 2 * FROM)
