"""Patterns in the digits of n: functions of one count of its bits, closed formulas, and rules by halves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import isqrt
from typing import Any, NamedTuple

from grundy.model.convention import mex
from grundy.model.pattern import Pattern
from grundy.patterns.claims import PatternClaim, Values, judged, with_numbers

FROM = 16  # entries of the smallest table in which digits are looked at
SAMPLE = 4096  # entries on which rules by halves are guessed
_MOST_CLASSES = 62


class Count(NamedTuple):
    """A number k(n) that many n share: its name, and the first n that has it."""

    words: str
    text: str
    power: str  # 2 to the k - 1 (`powers` is 1) or to the k (0)
    powers: int
    at: Callable[[int], int]
    over: Callable[[Any], Any]
    first: Callable[[int], int]


def _counts() -> Iterator[Count]:
    def bits(n: Any) -> Any:
        import numpy as np

        return np.bitwise_count(n).astype(np.int64)

    def length(n: Any) -> Any:
        import numpy as np

        return np.frexp(n.astype(np.float64))[1].astype(np.int64)  # exact below 2**53

    def twos(c: int) -> Count:
        m, what = ("n", "n") if not c else (f"(n{_plus(c)})", f"n{_plus(c)}")

        def first(k: int) -> int:
            return 1 if c == 2 and k == 1 else (1 << k - 1 if k else 0) - c  # the least n >= 0, if there is one

        return Count(
            f"the largest power of 2 that divides {what}",
            f"({m} & -{m}).bit_length()",
            f"{m} & -{m}",
            1,
            lambda n: (n + c & -(n + c)).bit_length(),
            lambda n: length(n + c & -(n + c)),
            first,
        )

    def digits(c: int) -> Count:
        m, what = ("n", "n") if not c else (f"(n{_plus(c)})", f"n{_plus(c)}")
        return Count(
            f"the number of binary digits of {what}",
            f"{m}.bit_length()",
            f"1 << {m}.bit_length() >> 1",
            1,
            lambda n: (n + c).bit_length(),
            lambda n: length(n + c),
            lambda k: (1 << k - 1 if k else 0) - c,
        )

    yield from map(twos, (0, 1, -1, 2))
    yield Count(
        "the number of ones among the binary digits of n",
        "n.bit_count()",
        "1 << n.bit_count()",
        0,
        int.bit_count,
        bits,
        lambda k: (1 << k) - 1,
    )
    yield from map(digits, (0, 1))


def _plus(c: int) -> str:
    return f" {'+' if c > 0 else '-'} {abs(c)}"


def by_counts(values: Values) -> Iterator[Pattern]:
    """Patterns in which the value depends on one count alone."""
    total = len(values)
    if total < FROM:
        return
    for count in _counts():
        class_values: list[int] = []
        for k in range(_MOST_CLASSES):
            n = count.first(k)
            if n >= total:
                break
            class_values.append(int(values[n]) if n >= 0 else 0)  # a class that no n is in
        for formula, table, plain in _simple(count, class_values):
            if _differs(values, count, table):
                continue
            claim = _count_claim(count, formula, table, plain, len(class_values), min(total, SAMPLE))
            pattern = judged(values, claim)
            if pattern:
                yield pattern
                break


def _simple(count: Count, class_values: list[int]) -> Iterator[tuple[str, list[int], bool]]:
    """Formulas for the values of a count's classes, as text and as a table for more classes than are seen."""
    classes = range(1, len(class_values))
    if len(classes) < 3 or len(set(class_values[1:])) < 2:
        return
    many = range(_MOST_CLASSES + 2)

    def fits(table: list[int]) -> bool:
        return all(table[k] == class_values[k] for k in classes)

    line = [k + class_values[1] - 1 for k in many]
    shift = class_values[1] - 1
    if fits(line):
        yield count.text + (f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else ""), line, True
    for c in (0, 1):
        for d in (2, 3, 4):
            cycle = [(k + c) % d for k in many]
            if fits(cycle) and len(classes) > d:
                yield (f"({count.text} + {c}) % {d}" if c else f"{count.text} % {d}"), cycle, True
    powers = [1 << k - count.powers if k >= count.powers else 0 for k in many]
    if fits(powers):
        yield count.power, powers, True
    if fits([2 * power - 1 for power in powers]):
        yield f"2 * ({count.power}) - 1", [2 * power - 1 for power in powers], True
    if fits([power - 1 for power in powers]):
        yield f"({count.power}) - 1", [power - 1 for power in powers], True
    listed = f"({', '.join(map(str, class_values))})[{count.text}]"
    yield listed, class_values + [0] * (_MOST_CLASSES + 2 - len(class_values)), False


def _differs(values: Values, count: Count, table: list[int]) -> bool:
    """Whether half of the first 64 entries are wrong: a cheap look before all of them."""
    first = [int(value) for value in values[:64]]
    wrong = sum(table[count.at(n)] != value for n, value in enumerate(first))
    return 2 * wrong > len(first)


def _count_claim(count: Count, formula: str, table: list[int], plain: bool, classes: int, total: int) -> PatternClaim:
    def over(n: Any) -> Any:
        import numpy as np

        return np.array(table, np.int64)[count.over(n)]

    statement = f"G(n) = {formula}" if plain else f"G(n) depends on {count.words} alone: {formula}"
    kind = "formula" if plain else "digits"
    # a class is no evidence unless it is met again: half of the table must be
    return PatternClaim(
        kind, statement, lambda n: table[count.at(n)], over, formula, max(FROM - 2, classes + 8, total // 4)
    )


def by_formulas(values: Values) -> Iterator[Pattern]:
    """Closed formulas that are no function of one count."""
    if len(values) < FROM:
        return

    def odious(n: Any) -> Any:
        import numpy as np

        return 2 * n + 1 - np.bitwise_count(n).astype(np.int64) % 2

    def root(n: Any) -> Any:
        import numpy as np

        return np.sqrt(n.astype(np.float64)).astype(np.int64)  # exact below 2**52

    both: list[tuple[str, Callable[[int], int], Callable[[Any], Any]]] = [
        ("2 * n + 1 - n.bit_count() % 2", lambda n: 2 * n + 1 - n.bit_count() % 2, odious),
        ("isqrt(n)", isqrt, root),
        ("n ^ n >> 1", lambda n: n ^ n >> 1, lambda n: n ^ n >> 1),
        ("n ^ n << 1", lambda n: n ^ n << 1, lambda n: n ^ n << 1),
        ("n & n >> 1", lambda n: n & n >> 1, lambda n: n & n >> 1),
    ]
    for formula, at, over in both:
        pattern = judged(values, PatternClaim("formula", f"G(n) = {formula}", at, over, formula, FROM))
        if pattern:
            yield pattern


class DigitRule(NamedTuple):
    """What G(b*m + r) is: slope * m + constant + factor * G(m + shift), or + G(b*m + r - 1) if shift is None.

    With `worth` it is worth[G(m)] instead: each value of m has one of b*m + r.
    """

    slope: int
    constant: int
    factor: int = 0
    shift: int | None = 0
    worth: tuple[int, ...] = ()

    def place(self, n: Any, base: int) -> Any:
        return n - 1 if self.shift is None else n // base + self.shift


def by_halves(values: Values, bases: tuple[int, ...] = (2, 3, 4)) -> Iterator[Pattern]:
    """Rules such as G(2m) = m, G(2m + 1) = G(m); where only one of the two is found, that one."""
    total = len(values)
    if total < 2 * FROM:
        return
    sample = [int(value) for value in values[:SAMPLE]]
    for base in bases:
        parts = [_part(sample, base, rest) for rest in range(base)]
        rules = [part for part in parts if part]
        if not rules or (len(rules) < base and base > 2) or (len(rules) == base and not any(p.factor for p in rules)):
            continue
        pattern = judged(values, _halves_claim(values, base, parts))
        if pattern:
            yield with_numbers(pattern, ("base", base), ("rules", len(rules)))
            if len(rules) == base:
                return


def by_quotients(values: Values, most: int = 64) -> Iterator[Pattern]:
    """The rule G(n) = G(n // d) from some n on, for the least d that has one.

    >>> values = [0, 1]
    >>> for n in range(2, 600):
    ...     values.append(3 if n in (4, 5) else 2 if n < 4 else 0 if n < 12 else values[n // 12])
    >>> [(pattern.statement, pattern.start) for pattern in by_quotients(values)]
    [('G(n) = G(n // 12)', 6)]
    """
    sample = [int(value) for value in values[:SAMPLE]]
    total = len(sample)
    for base in range(2, min(most, total // FROM) + 1):
        last = next((n for n in reversed(range(total)) if sample[n] != sample[n // base]), -1)
        if last >= 2 * base:
            continue

        def at(n: int, base: int = base) -> int:
            return int(values[n // base])

        def over(n: Any, base: int = base) -> Any:
            return values[n // base]

        formula = f"G(n // {base})"
        pattern = judged(values, PatternClaim("halving", f"G(n) = {formula}", at, over, formula, 2 * FROM - 4))
        if pattern:
            yield with_numbers(pattern, ("base", base), ("rules", base))
            return


def _part(sample: list[int], base: int, rest: int) -> DigitRule | None:
    """The simplest rule for one residue that a sample suggests."""
    sub = sample[rest::base]
    middle = len(sub) // 2
    slope = sub[middle + 1] - sub[middle]
    guesses = [DigitRule(slope, sub[middle] - slope * middle)]
    for factor, shift in ((1, 0), (1, None), (1, 1), (1, -1), (2, 0), (base, 0)):
        if shift is None and rest == 0:
            continue
        part = DigitRule(0, 0, factor, shift)
        n = base * middle + rest
        guesses.append(part._replace(constant=sub[middle] - factor * sample[part.place(n, base)]))
    for part in guesses:
        bad = [m for m in range(1, len(sub)) if _predict(part, base * m + rest, base, sample) != sub[m]]
        if not bad or bad[-1] < len(sub) // 4 or 100 * len(bad) < len(sub):
            return part
    return _by_value(sample, sub)


def _by_value(sample: list[int], sub: list[int]) -> DigitRule | None:
    """The rule that each value of m has one of b*m + r, as in G(2m) = mex(0, G(m)), if a sample suggests it."""
    first = len(sub) // 8
    met = Counter(sample[first : len(sub)])
    image = dict(zip(sample[first : len(sub)], sub[first:], strict=True))
    largest = max(met, default=0)
    if not 1 <= largest < _MOST_CLASSES or min(met.values()) < 4:
        return None
    if any(image[value] != leads for value, leads in zip(sample[first : len(sub)], sub[first:], strict=True)):
        return None
    return DigitRule(0, 0, 1, 0, tuple(image.get(value, 0) for value in range(largest + 1)))


def _predict(part: DigitRule, n: int, base: int, values: Any) -> int:
    if part.worth:
        below = int(values[n // base])
        return part.worth[below] if below < len(part.worth) else -1  # a value that nothing is known of
    term = part.factor * int(values[max(0, part.place(n, base))]) if part.factor else 0
    return part.slope * (n // base) + part.constant + term


def _halves_claim(values: Values, base: int, parts: list[DigitRule | None]) -> PatternClaim:
    def at(n: int) -> int:
        part = parts[n % base]
        return _predict(part, n, base, values) if part else int(values[n])

    def over(n: Any) -> Any:
        import numpy as np

        result = np.empty(len(n), np.int64)
        for rest, part in enumerate(parts):
            which = n % base == rest
            m = n[which]
            if part is None:
                result[which] = values[m]
                continue
            if part.worth:
                below = values[m // base].astype(np.int64)
                unknown = below >= len(part.worth)
                result[which] = np.where(unknown, -1, np.array(part.worth)[np.where(unknown, 0, below)])
                continue
            result[which] = part.slope * (m // base) + part.constant
            if part.factor:
                result[which] += part.factor * values[np.maximum(part.place(m, base), 0)].astype(np.int64)
        return result

    sentences = [_says(base, rest, part) for rest, part in enumerate(parts) if part]
    branches = [_text(part, f"n // {base}", "n - 1") if part else "G(n)" for part in parts]
    formula = branches[-1]
    for rest in reversed(range(base - 1)):
        formula = f"{branches[rest]} if n % {base} == {rest} else {formula}"
    return PatternClaim("halving", ", ".join(sentences), at, over, formula, 2 * FROM - 4)


def _says(base: int, rest: int, part: DigitRule) -> str:
    tail = f" + {rest}" if rest else ""
    before = f"{base}m" if rest == 1 else f"{base}m + {rest - 1}"
    for number in range(len(part.worth)):
        if part.worth == tuple(mex((number, value)) for value in range(len(part.worth))):
            return f"G({base}m{tail}) = mex({number}, G(m))"
    return f"G({base}m{tail}) = {_text(part, 'm', before)}"


def _text(part: DigitRule, m: str, before: str) -> str:
    """The rule for one residue as an expression."""
    if part.worth:
        return f"({', '.join(map(str, part.worth))})[G({m})]"
    inner = m if " " not in m else f"({m})"
    terms = []
    if part.slope:
        terms.append(m if part.slope == 1 else f"{part.slope} * {inner}")
    if part.factor:
        place = before if part.shift is None else m + (f" {'+' if part.shift > 0 else '-'} 1" if part.shift else "")
        terms.append(f"G({place})" if part.factor == 1 else f"{part.factor} * G({place})")
    text = " + ".join(terms)
    if not text:
        return str(part.constant)
    sign = "+" if part.constant > 0 else "-"
    return text if not part.constant else f"{text} {sign} {abs(part.constant)}"
