"""P-positions that a relation between their numbers tells, such as a + 2 * b divisible by 5, in a short sentence.

Relations are tried in the order of the sentences that say them: linear equations, inequalities and congruences; bounds
and equations in which one number is a quadratic polynomial in another; Wythoff's pairs for each of his generalised
games (Fraenkel 1982); XOR, of the numbers or of their residues, as in normal and in misère play (Bouton 1901).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import gcd
from operator import eq, ge, le, lt, xor
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from grundy.model.pattern import Break, Pattern
from grundy.patterns.axes import LETTERS
from grundy.patterns.claims import MOST_EXCEPTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

Grid: TypeAlias = "Sequence[Any]"  # of each number an open array, or a whole number
KIND = "relation"
FEWEST = 8  # P-positions, and other states
MOST_NUMBERS = 4
MOST_MODULUS = 12
MOST_RESIDUES = 2  # that a sentence about a sum names
MOST_APART = 5  # in Wythoff's generalised game, in which a and b may fall by amounts that differ by less
_CORNER = {2: 32, 3: 10, 4: 6}  # numbers in each direction that relations are looked for in
_COEFFICIENTS = {2: 4, 3: 2, 4: 1}  # largest of a linear relation
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {"==": eq, "<": lt, "<=": le, ">=": ge}
_AT_ONCE = 1 << 20
_EARLY = 8  # exceptions lie in this part of the numbers, the first one


class NumberRelation(NamedTuple):
    """A condition on the numbers of a state: the P-positions are claimed to be where it is true.

    Fields:  text: for people. holds: of arrays of the numbers. condition: in Python. linear: whether it is linear.
    """

    text: str
    holds: Callable[[Grid], Any]
    condition: str
    linear: bool = False


def _linear_relation(text: str, holds: Callable[[Grid], Any]) -> NumberRelation:
    return NumberRelation(text, holds, text, True)


def relation_patterns(signs: NDArray[Any]) -> Iterator[Pattern]:
    """The shortest relation that tells the P-positions of a table, if one does; every entry is compared.

    Args:    signs: 0 at a P-position, another number elsewhere.

    >>> import numpy as np
    >>> a, b = np.ogrid[:40, :40]
    >>> [pattern.statement for pattern in relation_patterns((a + 2 * b) % 5 != 0)]
    ['P-position iff (a + 2 * b) % 5 == 0']
    >>> [pattern.statement for pattern in relation_patterns(2 * b >= a * a + a)]
    ['P-position iff 2 * b < a * a + a']
    """
    import numpy as np

    if not 2 <= signs.ndim <= MOST_NUMBERS or min(signs.shape) < 6:
        return
    lost = np.asarray(signs) == 0
    count = int(np.count_nonzero(lost))
    if min(count, lost.size - count) < FEWEST:
        return
    near = lost[tuple(slice(0, _CORNER[lost.ndim]) for _ in lost.shape)]
    best: Pattern | None = None
    for relation in _relations(near):
        pattern = _judged(lost, relation)
        if pattern is not None and (best is None or _weight(pattern) < _weight(best)):
            best = pattern
            if best.breaks is None and not best.start:
                break
    if best is not None:
        yield best


def _weight(pattern: Pattern) -> tuple[bool, int]:
    return pattern.breaks is not None, pattern.exceptions


def _relations(near: NDArray[Any]) -> Iterator[NumberRelation]:
    """Relations that may tell the P-positions, from a corner of the table; the shortest first."""
    import numpy as np

    names = LETTERS[: near.ndim]
    grid = np.ogrid[tuple(slice(0, side) for side in near.shape)]
    yield from _linear(near, grid, names, 1)
    yield from _congruences(near, grid, names)
    yield from _linear(near, grid, names, _COEFFICIENTS[near.ndim])
    if near.ndim == 2:
        yield from _polynomials(near)
        yield from _wythoff()
    yield from _xors(names)


def _sum_text(names: Sequence[str], coefficients: Sequence[int]) -> str:
    """A sum of multiples of numbers, as a formula."""
    text = ""
    for name, times in zip(names, coefficients, strict=True):
        if times:
            term = name if abs(times) == 1 else f"{abs(times)} * {name}"
            sign = "-" if times < 0 else "+"
            text += f" {sign} {term}" if text else term if times > 0 else f"-{term}"
    return text


def _sides(names: Sequence[str], coefficients: Sequence[int], constant: int) -> tuple[str, str]:
    """The sides of sum = constant on which no number has a sign, the first number on the left."""
    left = _sum_text(names, [max(times, 0) for times in coefficients])
    right = _sum_text(names, [max(-times, 0) for times in coefficients])
    if not right:
        return left, str(constant)
    more = f" + {abs(constant)}" if constant else ""
    return (left + more, right) if constant < 0 else (left, right + more)


def _sum(coefficients: Sequence[int]) -> Callable[[Grid], Any]:
    return lambda grid: sum(times * number for times, number in zip(coefficients, grid, strict=True))


def _linear(near: Any, grid: Grid, names: str, most: int) -> Iterator[NumberRelation]:
    """Equations and inequalities with small coefficients that the corner allows, all but a few entries of it."""
    import numpy as np

    for coefficients in sorted(product(range(-most, most + 1), repeat=len(names)), key=_size):
        first = next((times for times in coefficients if times), 0)
        if first <= 0 or gcd(*coefficients) > 1:
            continue
        number = _sum(coefficients)
        sums = np.broadcast_to(number(grid), near.shape)
        inside, outside = sums[near], sums[~near]
        if not len(inside) or not len(outside):
            continue
        constants, counts = np.unique(inside, return_counts=True)
        c = int(constants[counts.argmax()])
        low, high = int(inside.min()), int(inside.max())
        if counts.max() * 10 >= len(inside) * 8:
            yield _compared(names, coefficients, "==", c)
        if high < outside.min():
            yield _compared(names, coefficients, "<=", high)
        if low > outside.max():
            yield _compared(names, coefficients, ">=", low)


def _compared(names: str, coefficients: tuple[int, ...], sign: str, constant: int) -> NumberRelation:
    number, compare = _sum(coefficients), _COMPARE[sign]
    left, right = _sides(names, coefficients, constant)
    return _linear_relation(f"{left} {sign} {right}", lambda grid: compare(number(grid), constant))


def _size(coefficients: tuple[int, ...]) -> tuple[int, int]:
    return sum(map(abs, coefficients)), sum(times < 0 for times in coefficients)


def _congruences(near: Any, grid: Grid, names: str) -> Iterator[NumberRelation]:
    """Residues of a sum of multiples of the numbers."""
    import numpy as np

    for modulus in range(2, MOST_MODULUS + 1):
        for coefficients in sorted(product(range(modulus), repeat=len(names)), key=_size):
            first = next((times for times in coefficients if times), 0)
            if not first or modulus % first or gcd(*coefficients, modulus) > 1:
                continue  # another has the same residues, each times a number
            number = _sum(coefficients)
            residues = np.broadcast_to(number(grid) % modulus, near.shape)
            lost = np.bincount(residues[near], minlength=modulus)
            others = np.bincount(residues[~near], minlength=modulus)
            told = [int(rest) for rest in np.flatnonzero(lost > others)]
            wrong = int(np.minimum(lost, others).sum())
            if not 0 < len(told) <= min(MOST_RESIDUES, modulus // 2) or wrong * 50 > near.size:
                continue
            text = _sum_text(names, coefficients)
            residue = f"({text}) % {modulus}" if " " in text else f"{text} % {modulus}"
            where = f"== {told[0]}" if len(told) == 1 else f"in ({', '.join(map(str, told))})"

            def holds(grid: Grid, n: Any = number, m: int = modulus, told: list[int] = told) -> Any:
                return reduce(lambda one, other: one | other, (n(grid) % m == rest for rest in told))

            yield _linear_relation(f"{residue} {where}", holds)


def _larger(grid: Grid) -> tuple[Any, Any]:
    import numpy as np

    a, b = grid
    return np.minimum(a, b), np.maximum(a, b)


_ORDERS: tuple[tuple[str, str, Callable[[Grid], tuple[Any, Any]]], ...] = (
    ("a", "b", lambda grid: (grid[0], grid[1])),
    ("b", "a", lambda grid: (grid[1], grid[0])),
    ("min(a, b)", "max(a, b)", _larger),
)


def _polynomials(near: Any) -> Iterator[NumberRelation]:
    """Bounds on one number, and equations, by a polynomial in the other of degree two at most."""
    for u, v, ordered in _ORDERS:
        rows = near if u == "a" else near.T
        for sign in ("==", "<", ">="):
            bounds = [_bound(row, sign, n if u.startswith("min") else 0) for n, row in enumerate(rows)]
            fitted = _quadratic({n: bound for n, bound in enumerate(bounds) if bound is not None})
            if fitted is None:
                continue
            p, q, r, whole = fitted
            text = _sum_text((f"{u} * {u}", u), (p, q))
            text = f"{text} {'-' if r < 0 else '+'} {abs(r)}" if text and r else text or str(r)
            left = v if whole == 1 else f"{whole} * {v}"

            def holds(
                grid: Grid, of: Any = ordered, compare: Any = _COMPARE[sign], given: tuple[int, int, int, int] = fitted
            ) -> Any:
                x, y = of(grid)
                p, q, r, whole = given
                return compare(whole * y, p * x * x + q * x + r)

            yield NumberRelation(f"{left} {sign} {text}", holds, f"{left} {sign} {text}")


def _bound(row: Any, sign: str, first: int) -> int | None:
    """The number at which a row changes from P-positions to others, or the one at which it has one; None: nowhere."""
    import numpy as np

    lost = row[first:] if sign != ">=" else ~row[first:]
    if sign == "==":
        return first + int(lost.argmax()) if np.count_nonzero(lost) == 1 else None
    count = int(np.count_nonzero(lost))
    return first + count if 0 < count < len(lost) and lost[:count].all() else None


def _quadratic(bounds: dict[int, int]) -> tuple[int, int, int, int] | None:
    """p, q, r and the least w with w * bound = p n^2 + q n + r at all but the first few n; None if there is none.

    >>> _quadratic({n: n * (n + 1) // 2 for n in range(2, 9)})
    (1, 1, 0, 2)
    """
    if len(bounds) < 5:
        return None
    places = sorted(bounds)[-5:]
    x, y = [Fraction(n) for n in places], [Fraction(bounds[n]) for n in places]
    slopes = [(y[i + 1] - y[i]) / (x[i + 1] - x[i]) for i in range(4)]
    curve = (slopes[1] - slopes[0]) / (x[2] - x[0])
    line = slopes[0] - curve * (x[0] + x[1])
    rest = y[0] - curve * x[0] * x[0] - line * x[0]
    if any(curve * n * n + line * n + rest != bound for n, bound in zip(x, y, strict=True)):
        return None
    whole = max(number.denominator for number in (curve, line, rest))
    numbers = [number * whole for number in (curve, line, rest)]
    if whole > 4 or any(number.denominator != 1 for number in numbers):
        return None
    p, q, r = map(int, numbers)
    return p, q, r, whole


def _wythoff() -> Iterator[NumberRelation]:
    """The pairs (floor(n * r), floor(n * r) + k * n), r = (2 - k + sqrt(k * k + 4)) / 2: by isqrt, exactly."""
    for k in range(1, MOST_APART + 1):
        apart = "abs(a - b)" if k == 1 else f"abs(a - b) // {k}"
        ratio = f"({2 - k} + sqrt({k * k + 4})) / 2" if k != 2 else "sqrt(2)"
        words = f"min(a, b) == floor(n * {ratio}), n = {apart}" + (", which is whole" if k > 1 else "")
        exact = "" if k == 1 else f"abs(a - b) % {k} == 0 and "
        times = "" if k == 2 else f"{apart} + " if k == 1 else f"{2 - k} * ({apart}) + "
        share = f"{times}isqrt({k * k + 4} * ({apart}) ** 2)"
        condition = f"{exact}min(a, b) == ({share}) // 2"

        def holds(grid: Grid, k: int = k) -> Any:
            import numpy as np

            x, y = _larger(grid)
            n, rest = np.divmod(y - x, k)
            square = (k * k + 4) * n * n
            root = np.sqrt(square.astype(float)).astype(np.int64)
            root -= root * root > square
            root += (root + 1) * (root + 1) <= square
            return (rest == 0) & (x == ((2 - k) * n + root) // 2)

        yield NumberRelation(words, holds, condition)


def _xors(names: str) -> Iterator[NumberRelation]:
    """The XOR of the numbers, or of their residues; and the same but for states of numbers 0 and 1 alone."""
    for modulus in (0, *range(2, 9)):
        parts = [f"{name} % {modulus}" for name in names] if modulus else list(names)
        total = " ^ ".join(f"({part})" if modulus else part for part in parts)
        # the XOR of residues modulo a power of two is the residue of the XOR
        whole = f"({' ^ '.join(names)}) % {modulus}" if modulus in (2, 4, 8) else total

        def residues(grid: Grid, m: int = modulus) -> list[Any]:
            return [number % m if m else number for number in grid]

        def zero(grid: Grid, of: Any = residues) -> Any:
            return reduce(xor, of(grid)) == 0

        def misere(grid: Grid, of: Any = residues) -> Any:
            numbers = of(grid)
            small = reduce(lambda one, other: one & other, (number < 2 for number in numbers))
            return reduce(xor, numbers) == small

        yield NumberRelation(f"{whole} == 0", zero, f"{whole} == 0")
        text = f"{whole} == (1 if max({', '.join(parts)}) < 2 else 0)"
        yield NumberRelation(text, misere, text)


def _judged(lost: NDArray[Any], relation: NumberRelation) -> Pattern | None:
    """The pattern that a relation comes to; None if it fails too often.

    Its exceptions are few and lie among the first numbers, or it holds for all numbers up to half of the table's at
    least, and then the first failure is named.
    """
    import numpy as np

    reach = max(lost.shape)
    near = tuple(slice(0, _CORNER[lost.ndim]) for _ in lost.shape)
    corner = lost[near]
    if _too_many(int(np.count_nonzero(_claimed(relation, corner.shape, 0, len(corner)) != corner)), corner):
        return None
    step = max(1, _AT_ONCE // max(1, lost[0].size))
    count, last, first = 0, -1, None
    for low in range(0, len(lost), step):
        high = min(low + step, len(lost))
        places = np.argwhere(_claimed(relation, lost.shape, low, high) != lost[low:high])
        if not len(places):
            continue
        places[:, 0] += low
        largest = places.max(axis=1)
        count += len(places)
        last = max(last, int(largest.max()))
        at = int(largest.argmin())
        place = int(largest[at]), tuple(int(number) for number in places[at])
        first = place if first is None else min(first, place)
    statement = f"P-position iff {relation.text}"
    formula = f"0 if {relation.condition} else 1"
    numbers: tuple[tuple[str, Any], ...] = (("condition", relation.condition),) if relation.linear else ()
    if last + 1 <= max(3, reach // _EARLY) and not _too_many(count, lost):
        return Pattern(KIND, statement, last + 1, reach - 1, formula, "P-positions", None, count, numbers)
    assert first is not None
    until, state = first
    if 2 * until < reach:
        return None
    claimed = bool(np.asarray(relation.holds([np.array([number]) for number in state])).reshape(-1)[0])
    failure = Break(state, int(not claimed), int(claimed))
    return Pattern(KIND, statement, 0, until - 1, formula, "P-positions", failure, count, numbers)


def _too_many(wrong: int, lost: NDArray[Any]) -> bool:
    """Whether a relation has more exceptions than one that is worth naming."""
    import numpy as np

    count = int(np.count_nonzero(lost))
    rare = min(count, lost.size - count)
    return wrong * (4 if wrong <= MOST_EXCEPTIONS else 20) > rare


def _claimed(relation: NumberRelation, shape: tuple[int, ...], low: int, high: int) -> Any:
    import numpy as np

    grid = np.ogrid[(slice(low, high), *(slice(0, side) for side in shape[1:]))]
    return np.broadcast_to(relation.holds(grid), (high - low, *shape[1:]))
