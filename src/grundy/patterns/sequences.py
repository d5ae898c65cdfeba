"""Suspected patterns of a sequence of nim-values, the simplest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any

from grundy.model.pattern import Pattern
from grundy.patterns.claims import LEAST, MOST_EXCEPTIONS, PatternClaim, Values, is_array, is_strong, judged
from grundy.patterns.digits import by_counts, by_formulas, by_halves, by_quotients
from grundy.patterns.periods import MOST_LISTED, periods

MOST = 4  # patterns of a table; more would be the same ones in other words
_FEWEST_ZEROS = 5
_SIGNS = 1 << 26  # entries of which the P-positions are looked at


def sequence_patterns(values: Values) -> list[Pattern]:
    """Patterns of a sequence, the simplest first; the first that explains all of it is the only one.

    Args:    values: nim-values of 0, 1, 2, ...; a list, or an array of unsigned integers.
    Cost:    a few passes for each family of patterns, and families that miss at once cost nothing.

    >>> [(p.statement, p.start, p.upto) for p in sequence_patterns([n % 4 for n in range(40)])]
    [('G(n) = n % 4', 0, 39)]
    """
    found = _values_patterns(values)
    if all(("rules", 1) in pattern.numbers for pattern in found):
        found += _p_patterns(values)
    # of two that break, the one with fewer failures says more
    return sorted(found, key=lambda p: (p.breaks is not None, p.exceptions if p.breaks else 0))[:MOST]


def _values_patterns(values: Values) -> list[Pattern]:
    """Patterns of the values; one alone if it explains all."""
    total = len(values)
    found: list[Pattern] = []
    for family in (periods, by_formulas, by_counts, by_halves, by_quotients):
        for pattern in family(values):
            if pattern.kind == "digits" and (found or pattern.exceptions > MOST_EXCEPTIONS):
                continue  # a list of values takes in exceptions, and one that is often wrong says nothing
            if is_strong(pattern, total) and ("rules", 1) not in pattern.numbers:
                return [pattern]
            found.append(pattern)
    return _essential([p for p in found if ("rules", 1) not in p.numbers] or found, total)


def _essential(found: list[Pattern], total: int) -> list[Pattern]:
    """Patterns without those that say less of the same."""
    if any(pattern.exceptions <= MOST_EXCEPTIONS for pattern in found):
        found = [p for p in found if p.breaks is None or p.exceptions <= max(MOST_EXCEPTIONS, total // 100)]
    broken = set()
    kept = []
    for pattern in found:
        if pattern.breaks and ("period", 1) in pattern.numbers and ("saltus", 0) in pattern.numbers:
            continue  # a stretch of one value, however long, tells nothing of the rest
        if pattern.breaks is None or pattern.breaks.at not in broken:
            kept.append(pattern)
        if pattern.breaks:
            broken.add(pattern.breaks.at)
    return kept


def _p_patterns(values: Values) -> list[Pattern]:
    """Patterns of the P-positions alone, for a table whose values have none."""
    values = values[:_SIGNS]
    total = len(values)
    if is_array(values):
        import numpy as np

        zeros: Any = np.flatnonzero(np.asarray(values) == 0)
        signs: Any = (np.asarray(values) != 0).astype(np.uint8)
    else:
        zeros = [n for n, value in enumerate(values) if value == 0]
        signs = [int(value != 0) for value in values]
    if len(zeros) < _FEWEST_ZEROS or len(zeros) == total:
        return []
    found = list(_named_sets(zeros, signs))

    def zeros_in(pattern: Pattern) -> int:
        return sum(1 for n in zeros if pattern.start <= n <= pattern.upto)

    if found:
        return found[:1]
    patterns = [p for p in _values_patterns(signs) if dict(p.numbers).get("period") != 1 and p.kind != "halving"]
    return [as_p_pattern(p, signs) for p in patterns if (zeros_in(p) >= _FEWEST_ZEROS)][:1]


def as_p_pattern(pattern: Pattern, signs: Any) -> Pattern:
    """A pattern of the signs (0 at P-positions, 1 elsewhere) as one of the P-positions."""
    numbers = dict(pattern.numbers)
    period, formula = numbers.get("period"), pattern.formula
    statement = f"zero where {formula} is 0, and only there" if formula else f"{pattern.kind} of the P-positions"
    if period and period <= MOST_LISTED and not numbers["saltus"]:
        rests = [rest for rest in range(period) if not signs[pattern.start + (rest - pattern.start) % period]]
        where = f"== {rests[0]}" if len(rests) == 1 else f"in ({', '.join(map(str, rests))})"
        formula = f"0 if n % {period} {where} else 1"
        statement = f"zero where n % {period} {where}, and only there"
    return replace(pattern, kind="P-positions", about="P-positions", formula=formula, statement=statement)


def _named_sets(zeros: Any, signs: Any) -> Iterator[Pattern]:
    """Sets of numbers with a name that the P-positions agree with."""
    total = len(signs)
    for name, condition, member, numbers in _SETS:
        members = set(takewhile(lambda n: n < total, numbers()))
        if abs(len(members) - len(zeros)) > max(2, len(zeros) // 10):
            continue
        if len(members.symmetric_difference(map(int, zeros))) > max(2, len(zeros) // 10):
            continue
        claim = _set_claim(name, condition, member, members)
        pattern = judged(signs, claim)
        inside = sum(pattern.start <= n <= pattern.upto for n in members) if pattern else 0
        if pattern and inside >= _FEWEST_ZEROS:
            yield pattern


def _set_claim(name: str, condition: str, member: Callable[[int], bool], members: set[int]) -> PatternClaim:
    def over(n: Any) -> Any:
        import numpy as np

        return ~np.isin(n, np.array(sorted(members), np.int64))

    formula = f"0 if {condition} else 1"
    statement = f"zero at the {name}, and only there"
    return PatternClaim("P-positions", statement, lambda n: int(not member(n)), over, formula, LEAST, "P-positions")


def _powers(offset: int) -> Callable[[], Iterator[int]]:
    def numbers() -> Iterator[int]:
        power = 1
        while True:
            yield power + offset
            power *= 2

    return numbers


def _squares() -> Iterator[int]:
    n = 0
    while True:
        yield n * n
        n += 1


def _triangular() -> Iterator[int]:
    n = 0
    while True:
        yield n * (n + 1) // 2
        n += 1


def _fibonacci() -> Iterator[int]:
    a, b = 1, 2
    while True:
        yield a
        a, b = b, a + b


def _is_square(n: int) -> bool:
    from math import isqrt

    return isqrt(n) ** 2 == n


# A Fibonacci number is one of which 5n² ± 4 is a square (Gessel 1972).
_SETS: tuple[tuple[str, str, Callable[[int], bool], Callable[[], Iterator[int]]], ...] = (
    ("powers of two", "n and n & n - 1 == 0", lambda n: n > 0 and n & n - 1 == 0, _powers(0)),
    ("numbers 2**k - 1", "n & n + 1 == 0", lambda n: n & n + 1 == 0, _powers(-1)),
    ("numbers 2**k + 1", "n > 1 and n - 1 & n - 2 == 0", lambda n: n > 1 and n - 1 & n - 2 == 0, _powers(1)),
    ("squares", "isqrt(n) ** 2 == n", _is_square, _squares),
    ("triangular numbers", "isqrt(8 * n + 1) ** 2 == 8 * n + 1", lambda n: _is_square(8 * n + 1), _triangular),
    (
        "Fibonacci numbers",
        "n and (isqrt(5 * n * n + 4) ** 2 == 5 * n * n + 4 or isqrt(abs(5 * n * n - 4)) ** 2 == 5 * n * n - 4)",
        lambda n: n > 0 and (_is_square(5 * n * n + 4) or (5 * n * n > 4 and _is_square(5 * n * n - 4))),
        _fibonacci,
    ),
)
