"""Suspected patterns of a sequence of nim-values, the simplest first."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import Any

from grundy.model.pattern import Pattern
from grundy.patterns.arithmetic import by_arithmetic
from grundy.patterns.claims import (
    LEAST,
    MOST_EXCEPTIONS,
    PatternClaim,
    Values,
    is_array,
    is_strong,
    judged,
    with_numbers,
)
from grundy.patterns.digits import by_counts, by_formulas, by_halves, by_quotients
from grundy.patterns.shares import by_shares

# Periods of a sequence, with and without saltus: suspected from its steps, then tested on every entry.

SOUGHT = 1 << 24  # entries in which a period is sought; it is tested on all
MOST_LISTED = 1000  # residues that a formula lists


def periods(values: Values) -> list[Pattern]:
    """Suspected periods p with G(n + p) = G(n) + saltus, the best first; at most three.

    A period is suspected if it is seen three times or more (four after a pre-period): in the last quarter of the
    table or more of it, or of a half or a quarter of it. It is the least there. Where the pattern holds to the end
    of the table, `start` is the exact pre-period: the least e with G(n + p) = G(n) + saltus for all n >= e in it.
    Cost: linear, with a few passes.
    """
    patterns: list[Pattern] = []
    seen = set()
    for period, end in _suspects(values):
        saltus = int(values[end]) - int(values[end - period])
        rests = _rests(values, period, saltus, end)
        key = period, saltus, rests.tobytes() if is_array(rests) else tuple(rests)
        if key in seen:
            continue
        seen.add(key)
        pattern = judged(values, _claim(period, saltus, rests))
        run = pattern.upto + 1 - pattern.start if pattern else 0
        # after a beginning that is not like it three times is little: digits of n repeat so, too
        if pattern and (run >= 4 * period or pattern.start <= 4):
            numbers = [("period", period), ("preperiod", pattern.start), ("saltus", saltus), ("repeats", run // period)]
            patterns.append(with_numbers(pattern, *numbers))
            if is_strong(pattern, len(values)):
                break
    return sorted(patterns, key=lambda p: (p.breaks is not None, p.exceptions, p.start))[:3]


def _suspects(values: Values) -> Iterator[tuple[int, int]]:
    """Periods, and for each the last n up to which it is suspected."""
    total = min(len(values), SOUGHT)
    if total < LEAST:
        return
    labels, width = _steps(values, total)
    last = total - 1  # there is one step less than entries
    half, quarter = last // 2, last // 4
    cuts = ((0, last), (0, half), (half, last), (0, quarter), (quarter, half), (half, half + quarter))
    for low, high in (*cuts, (half + quarter, last)):
        period = least_period(labels[low * width : high * width], width)
        if period:
            yield period, high


def _steps(values: Values, total: int) -> tuple[bytes, int]:
    """The differences of neighbours as labels of a fixed width in bytes: equal labels, equal differences."""
    if is_array(values):
        import numpy as np

        steps = np.diff(np.asarray(values[:total]).astype(np.int64))
        steps -= steps.min()
        wide = 1 if steps.max() < 256 else 4 if steps.max() < 1 << 32 else 8
        return steps.astype(f"u{wide}").tobytes(), wide
    names: dict[int, int] = {}
    # a list is never longer than what is looked at
    labels = [names.setdefault(int(b) - int(a), len(names)) for a, b in pairwise(values)]
    return (bytes(labels), 1) if len(names) <= 256 else (array("Q", labels).tobytes(), 8)


def least_period(labels: bytes, width: int) -> int | None:
    """The least period that the end of a sequence of labels shows three times or more.

    The end is as long as possible, all of it or 3/4, 9/16, ... down to a quarter. In an end of T labels the first
    2T/3 are looked for within it: where they next occur is the least period of theirs, and any period of the whole
    end up to T/3 is a multiple of it (Fine & Wilf 1965), so it is the period of all or there is none.
    Cost: linear for each of the lengths, by the two-way search of `bytes.find`.

    >>> least_period(b"xyabcabcabca", 1)
    3
    """
    total = len(labels) // width
    length = total
    while length >= max(LEAST - 1, total // 4):
        tail = labels[(total - length) * width :]
        needle = tail[: (length - length // 3) * width]
        at = tail.find(needle, width)
        while at % width and at > 0:
            at = tail.find(needle, at + 1)
        if at > 0 and tail[at:] == tail[:-at]:
            return at // width
        length = length * 3 // 4
    return None


def _rests(values: Values, period: int, saltus: int, end: int) -> Any:
    """For each residue, the value less the saltus of all full periods before."""
    if is_array(values):
        import numpy as np

        rests = np.empty(period, np.int64)
        places = np.arange(end - period + 1, end + 1)
        rests[places % period] = np.asarray(values[end - period + 1 : end + 1]).astype(np.int64)
        rests[places % period] -= places // period * saltus
        return rests
    listed = [0] * period
    for n in range(end - period + 1, end + 1):
        listed[n % period] = int(values[n]) - n // period * saltus
    return listed


def _claim(period: int, saltus: int, rests: Any) -> PatternClaim:
    kind = "arithmetic period" if saltus else "period"
    formula, plain = periodic_formula(period, saltus, rests)
    words = f"G(n + {period}) = G(n)" + (f" {'+' if saltus > 0 else '-'} {abs(saltus)}" if saltus else "")
    if plain:
        kind, words = "formula", f"G(n) = {formula}"

    def at(n: int) -> int:
        return n // period * saltus + int(rests[n % period])

    def over(n: Any) -> Any:
        return n // period * saltus + rests[n % period]

    return PatternClaim(kind, words, at, over, formula, max(LEAST, 3 * period))


def periodic_formula(period: int, saltus: int, rests: Any) -> tuple[str, bool]:
    """A Python expression for n // period * saltus + rests[n % period], and whether it needs no list of residues.

    >>> periodic_formula(4, 0, [0, 1, 2, 3]), periodic_formula(5, 0, [0, 0, 1, 1, 2]), periodic_formula(3, 1, [0] * 3)
    (('n % 4', True), ('n % 5 // 2', True), ('n // 3', True))
    >>> periodic_formula(3, 0, [1, 0, 2])
    ('(1, 0, 2)[n % 3]', False)
    """
    if period > MOST_LISTED:
        return "", False
    rests = [int(rest) for rest in rests]
    claimed = [n // period * saltus + rests[n % period] for n in range(3 * period)]
    for formula, value in _plain_formulas(period, saltus, rests):
        if all(value(n) == claim for n, claim in enumerate(claimed)):
            return formula, True
    residues = f"({', '.join(map(str, rests))})[n % {period}]"
    if not saltus:
        return residues, False
    return f"{_times(f'n // {period}', saltus)} + {residues}", False


def _plain_formulas(p: int, s: int, rests: list[int]) -> Iterator[tuple[str, Any]]:
    """Formulas with that period and saltus, simplest first; each is checked by whoever asks."""
    first = rests[0]
    if p == 1 and s == 0:
        yield f"{first}", lambda n: first
        return
    if p == 1:
        line = "n" if s == 1 else f"{s} * n"
        yield line + _plus(first), lambda n: s * n + first
        return
    if s == 0:
        yield f"n % {p}", lambda n: n % p
        for d in range(2, p):
            yield f"n % {p} // {d}", lambda n, d=d: n % p // d
        for d in range(2, p):
            yield f"n % {p} % {d}", lambda n, d=d: n % p % d
        if max(rests) == p - 1:
            yield f"(n{_plus(first)}) % {p}", lambda n: (n + first) % p
            shift = first - p
            yield f"(n{_plus(shift)}) % {p}", lambda n: (n + shift) % p
        for shift in range(1, p):
            for d in (d for d in range(2, p) if rests.count(0) in (d, p % d)):
                yield f"(n + {shift}) % {p} // {d}", lambda n, d=d, c=shift: (n + c) % p // d
        return
    yield _times(f"n // {p}", s) + _plus(first), lambda n: n // p * s + first
    shift = next((n for n in range(p) if rests[n] != first), p)
    yield _times(f"(n + {p - shift}) // {p}", s) + _plus(first), lambda n: (n + p - shift) // p * s + first
    if s == p:
        yield f"n ^ {first}", lambda n: n ^ first


def _plus(constant: int) -> str:
    return "" if not constant else f" + {constant}" if constant > 0 else f" - {-constant}"


def _times(expression: str, factor: int) -> str:
    return expression if factor == 1 else f"{expression} * {factor}"


# Suspected patterns of a sequence of nim-values, the simplest first.

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
    patterns = _values_patterns(values)
    if all(("rules", 1) in pattern.numbers for pattern in patterns):
        patterns += p_patterns(values)
    # of two that break, the one with fewer failures says more
    return sorted(patterns, key=lambda p: (p.breaks is not None, p.exceptions if p.breaks else 0))[:MOST]


def _values_patterns(values: Values) -> list[Pattern]:
    """Patterns of the values; one alone if it explains all."""
    total = len(values)
    patterns: list[Pattern] = []
    for family in (periods, by_formulas, by_counts, by_shares, by_arithmetic, by_halves, by_quotients):
        for pattern in family(values):
            if pattern.kind == "digits" and (patterns or pattern.exceptions > MOST_EXCEPTIONS):
                continue  # a list of values takes in exceptions, and one that is often wrong says nothing
            if is_strong(pattern, total) and ("rules", 1) not in pattern.numbers:
                return [pattern]
            patterns.append(pattern)
    return _essential([p for p in patterns if ("rules", 1) not in p.numbers] or patterns, total)


def _essential(patterns: list[Pattern], total: int) -> list[Pattern]:
    """Patterns without those that say less of the same."""
    if any(pattern.exceptions <= MOST_EXCEPTIONS for pattern in patterns):
        patterns = [p for p in patterns if p.breaks is None or p.exceptions <= max(MOST_EXCEPTIONS, total // 100)]
    broken = set()
    essentials = []
    for pattern in patterns:
        if pattern.breaks and ("period", 1) in pattern.numbers and ("saltus", 0) in pattern.numbers:
            continue  # a stretch of one value, however long, tells nothing of the rest
        if pattern.breaks is None or pattern.breaks.at not in broken:
            essentials.append(pattern)
        if pattern.breaks:
            broken.add(pattern.breaks.at)
    return essentials


def p_patterns(values: Values) -> list[Pattern]:
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
    named_patterns = list(_named_sets(zeros, signs))

    def zeros_in(pattern: Pattern) -> int:
        return sum(1 for n in zeros if pattern.start <= n <= pattern.upto)

    if named_patterns:
        return named_patterns[:1]
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
