"""Suspected patterns of a table of pairs G(a, b), the simplest first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import atan2, isfinite
from typing import TYPE_CHECKING, Any

from grundy.model.pattern import Break, Pattern
from grundy.patterns.axes import axis_periods
from grundy.patterns.claims import MOST_EXCEPTIONS
from grundy.patterns.ratios import ratio_patterns
from grundy.patterns.sequences import least_period, sequence_patterns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[Any]

SMALLEST = 6  # rows and columns of the smallest table that is looked at
_CORNER = 48
_ROWS = 256  # rows tested at once
_MOST_RESIDUES = 400
_FEWEST_POINTS = 8
GOLDEN = (1 + 5**0.5) / 2


def pair_patterns(table: Table) -> list[Pattern]:
    """Patterns of a table of pairs, the simplest first; one that explains every value is the only one.

    Args:    table: integers, shape (rows, columns); entry [a, b] is the value of the pair (a, b).
    Cost:    a few passes; what fails in the 48 x 48 corner costs nothing.
    """
    if min(table.shape) < SMALLEST:
        return list(axis_periods(table)) if min(table.shape) else []
    patterns: list[Pattern] = []
    for pattern in (*_by_one_number(table), *_by_sum(table), *_by_residues(table)):
        if pattern.breaks is None:
            return [pattern]
        if pattern.formula not in {other.formula for other in patterns if other.formula}:
            patterns.append(pattern)
    if patterns:
        return patterns[:2]
    symmetric = _symmetric(table)
    more = [*axis_periods(table), *ratio_patterns(table)]
    return [*([symmetric] if symmetric else []), *(more or lines(table))]


Predict = Callable[[Any, Any], Any]


def _judged(
    table: Table, kind: str, statement: str, predict: Predict, formula: str, numbers: tuple[tuple[str, Any], ...] = ()
) -> Pattern | None:
    """The pattern that a claim about every entry comes to; `predict` takes a column of a and a row of b.

    It holds in the largest square 0..m without a failure; worth naming is half of the table, or a claim with at
    most ten failures and 1% in all of it.
    """
    import numpy as np

    height, width = table.shape
    b = np.arange(width, dtype=np.int64)[None, :]
    corner = np.arange(min(height, _CORNER), dtype=np.int64)[:, None]
    near = min(width, _CORNER)
    if np.count_nonzero(predict(corner, b[:, :near]) != table[: len(corner), :near]) > len(corner) * near // 20:
        return None
    first, count = None, 0
    for low in range(0, height, _ROWS):
        a = np.arange(low, min(low + _ROWS, height), dtype=np.int64)[:, None]
        rows, columns = np.nonzero(predict(a, b) != table[low : low + _ROWS])
        if len(rows):
            count += len(rows)
            reach = np.maximum(rows + low, columns)
            at = int(np.argmin(reach))
            place = int(reach[at]), int(rows[at]) + low, int(columns[at])
            first = min(first, place) if first else place
    reach_all = max(height, width)
    if first is None:
        return Pattern(kind, statement, 0, reach_all - 1, formula, numbers=numbers)
    m, i, j = first
    if 2 * m < reach_all and count > min(MOST_EXCEPTIONS, table.size // 100):
        return None
    claimed = int(np.broadcast_to(predict(np.array([[i]]), np.array([[j]])), (1, 1))[0, 0])
    failure = Break((i, j), claimed, int(table[i, j]))
    return Pattern(kind, statement, 0, m - 1, formula, breaks=failure, exceptions=count, numbers=numbers)


def _numbers() -> Iterator[tuple[str, Predict]]:
    """Numbers that the value of a pair may depend on alone; none is negative, and all arrays are whole."""
    import numpy as np

    yield "a ^ b", lambda a, b: a ^ b
    yield "a + b", lambda a, b: a + b
    yield "abs(a - b)", lambda a, b: abs(a - b)
    yield "min(a, b)", np.minimum
    yield "max(a, b)", np.maximum
    yield "a", lambda a, b: a + 0 * b
    yield "b", lambda a, b: b + 0 * a
    yield "a & b", lambda a, b: a & b
    yield "a | b", lambda a, b: a | b


def _by_one_number(table: Table) -> Iterator[Pattern]:
    """Patterns in which the value depends on one number alone, such as a + b."""
    import numpy as np

    height, width = table.shape
    near_a = np.arange(min(height, _CORNER))[:, None]
    near_b = np.arange(min(width, _CORNER))[None, :]
    corner = table[: near_a.size, : near_b.size]
    for text, number in _numbers():
        near = number(near_a, near_b)
        classes = np.zeros(int(near.max()) + 1, np.int64)
        classes[near.ravel()[::-1]] = corner.ravel()[::-1]
        if np.count_nonzero(classes[near] != corner) > corner.size // 20:
            continue
        class_values = _classes(table, number)
        formula = formula_of(class_values, text)
        statement = f"G(a, b) = {formula}" if formula else f"G(a, b) depends on {text} alone"
        kind = "formula" if formula else "digits"

        def predict(a: Any, b: Any, number: Predict = number, class_values: Any = class_values) -> Any:
            return class_values[number(a, b)]

        pattern = _judged(table, kind, statement, predict, formula, (("depends_on", text),))
        if pattern:
            yield pattern


def _classes(table: Table, number: Predict) -> NDArray[np.int64]:
    """For each k, the value of the first pair whose number is k; 0 where there is none."""
    import numpy as np

    height, width = table.shape
    b = np.arange(width)[None, :]
    class_values = np.zeros(1, np.int64)
    for low in reversed(range(0, height, _ROWS)):
        a = np.arange(low, min(low + _ROWS, height))[:, None]
        numbers = number(a, b)
        if int(numbers.max()) >= len(class_values):
            class_values = np.concatenate(
                [class_values, np.zeros(int(numbers.max()) + 1 - len(class_values), np.int64)]
            )
        class_values[numbers.ravel()[::-1]] = table[low : low + _ROWS].ravel()[::-1]
    return class_values


def formula_of(sequence: Any, inner: str) -> str:
    """The formula of a sequence with another expression for n; nothing unless it holds for all of it."""
    values = [int(value) for value in sequence]
    for pattern in sequence_patterns(values) if len(set(values[:8])) > 1 or len(values) > 16 else []:
        whole = pattern.about == "nim-values" and pattern.start == 0 and pattern.breaks is None
        if whole and pattern.formula and "G(" not in pattern.formula:
            place = inner if inner.isalnum() or inner.endswith(")") else f"({inner})"
            return inner if pattern.formula == "n" else re.sub(r"\bn\b", place, pattern.formula)
    return ""


def _by_sum(table: Table) -> Iterator[Pattern]:
    """Two games side by side: G(a, b) = G(a, 0) ^ G(0, b)."""
    import numpy as np

    if table[0, 0]:
        return
    first, second = table[:, 0].astype(np.int64), table[0, :].astype(np.int64)
    parts = formula_of(first, "a"), formula_of(second, "b")
    formula = " ^ ".join(f"({part})" if " " in part else part for part in parts) if all(parts) else ""
    statement = "G(a, b) = G(a, 0) ^ G(0, b), two games side by side"
    pattern = _judged(table, "sum", statement, lambda a, b: first[a] ^ second[b], formula)
    if pattern:
        yield pattern


def _by_residues(table: Table) -> Iterator[Pattern]:
    """Rows and columns that repeat."""
    height, width = table.shape
    p, q = _row_period(table), _row_period(table.T)
    if not p or not q or min(height - p, width - q) < 1:
        return
    residues = table[:p, :q].copy()
    formula = ""
    if p * q <= _MOST_RESIDUES:
        rows = (f"({', '.join(map(str, row))}{',' * (q == 1)})" for row in residues.tolist())
        formula = f"({', '.join(rows)}{',' * (p == 1)})[a % {p}][b % {q}]"
    statement = f"G(a + {p}, b) = G(a, b) and G(a, b + {q}) = G(a, b)"
    numbers = (("period", [p, q]),)
    pattern = _judged(table, "period", statement, lambda a, b: residues[a % p, b % q], formula, numbers)
    if pattern:
        yield pattern


def _row_period(table: Table) -> int | None:
    """The least period of the rows of a table, if they show one three times."""
    from array import array

    names: dict[bytes, int] = {}
    labels = array("Q", [names.setdefault(row.tobytes(), len(names)) for row in table])
    return least_period(labels.tobytes(), 8)


def _symmetric(table: Table) -> Pattern | None:
    height, width = table.shape
    if height != width:
        return None
    return _judged(table, "symmetry", "G(a, b) = G(b, a)", lambda a, b: table[b, a], "G(b, a)")


def lines(table: Table) -> list[Pattern]:
    """Lines near which the P-positions lie, where there are few of them; Wythoff's lie on two (Wythoff 1907).

    P-positions are grouped by the direction in which they are seen from (0, 0), and a line b = slope * a + offset is
    fitted to each group by least squares. A group is told if every point of its outer half is near the line.
    """
    import numpy as np

    height, width = table.shape
    a, b = np.nonzero(table == 0)
    if not _FEWEST_POINTS <= len(a) <= 4 * (height + width):
        return []
    far = np.maximum(a, b) >= max(8, min(height, width) // 4)
    a, b = a[far], b[far]
    if len(a) < _FEWEST_POINTS:
        return []
    angles = np.arctan2(b, a)
    order = np.argsort(angles, kind="stable")
    cuts = np.flatnonzero(np.diff(angles[order]) > 0.03) + 1
    patterns = []
    placed = 0
    for group in np.split(order, cuts):
        x, y = a[group].astype(float), b[group].astype(float)
        if len(group) < _FEWEST_POINTS or angles[group].max() - angles[group].min() > 0.5:
            continue
        steep = bool(np.ptp(y) > np.ptp(x))
        slope, offset = np.polyfit(y, x, 1) if steep else np.polyfit(x, y, 1)
        off = float(np.abs((x - slope * y if steep else y - slope * x) - offset).max())
        if off > max(1.5, max(height, width) / 100):
            continue
        if steep and abs(slope) > 1e-9:
            slope, offset = 1 / slope, -offset / slope
        elif steep:
            slope = float("inf")  # a is the offset everywhere
        placed += len(group)
        patterns.append(_line(float(slope), float(offset), off, len(group), max(height, width) - 1))
    return patterns if 10 * placed >= 9 * len(a) and len(patterns) <= 6 else []


def _line(slope: float, offset: float, off: float, points: int, upto: int) -> Pattern:
    name = _slope_name(slope, off / upto)
    numbers = (
        ("slope", round(slope, 4) if isfinite(slope) else None),
        ("offset", round(offset, 2)),
        ("points", points),
        ("farthest", round(off, 2)),
        ("direction", round(atan2(slope, 1), 4)),
    )
    line = f"b = {slope:.4f} a {'+' if offset >= 0 else '-'} {abs(offset):.2f}"
    if not isfinite(slope):
        line, name = f"a = {offset:.2f}", ""
    statement = f"P-positions lie along {line}{name}"
    return Pattern("lines", statement, 0, upto, about="P-positions", numbers=numbers)


def _slope_name(slope: float, error: float) -> str:
    """In words, what a fitted slope is close to: a small fraction, or a number of the golden kind."""
    if not isfinite(slope):
        return ""
    tolerance = max(2 * error, 1e-3)
    for q in range(1, 5):
        p = round(slope * q)
        if p and abs(slope - p / q) < tolerance / 4:
            return f"; the slope is close to {p}" + (f"/{q}" if q > 1 else "")
    for text, value in (
        ("the golden ratio 1.6180", GOLDEN),
        ("1 / the golden ratio, 0.6180", 1 / GOLDEN),
        ("the square root of 2, 1.4142", 2**0.5),
        ("1 / the square root of 2, 0.7071", 0.5**0.5),
        ("1 + the square root of 2, 2.4142", 1 + 2**0.5),
        ("the square root of 2 less 1, 0.4142", 2**0.5 - 1),
        ("the golden ratio's square, 2.6180", GOLDEN**2),
        ("1 / the golden ratio's square, 0.3820", GOLDEN**-2),
    ):
        if abs(slope - value) < tolerance * max(1, value):
            return f"; the slope is close to {text}"
    return ""
