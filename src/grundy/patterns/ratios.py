"""P-positions that are a cone of pairs: whether the larger number is less than a ratio times the smaller.

The ratio lies between two that the table shows. Where one of a few numbers lies there, whole or quadratic, the bound is
an inequality of whole numbers: with x = min(a, b) and y = max(a, b), y less than the golden ratio times x is
y*y - x*y - x*x < 0 (Project Euler 325).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.model.pattern import Pattern

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST = 16  # numbers in each direction


class Ratio(NamedTuple):
    """A number above 1 as a root of y*y*q + y*p - r, with its name."""

    name: str
    value: float
    bound: str  # below 0 where y is less than the ratio times x


RATIOS = (
    *(Ratio(f"{n}", float(n), f"y - {n} * x") for n in range(2, 6)),
    *(Ratio(f"{p}/{q}", p / q, f"{q} * y - {p} * x") for p, q in ((3, 2), (4, 3), (5, 2), (5, 3))),
    Ratio("the golden ratio, 1.6180", (1 + sqrt(5)) / 2, "y * y - x * y - x * x"),
    Ratio("the square root of 2, 1.4142", sqrt(2), "y * y - 2 * x * x"),
    Ratio("the square root of 3, 1.7321", sqrt(3), "y * y - 3 * x * x"),
    Ratio("1 + the square root of 2, 2.4142", 1 + sqrt(2), "y * y - 2 * x * y - x * x"),
    Ratio("the golden ratio's square, 2.6180", (3 + sqrt(5)) / 2, "y * y - 3 * x * y + x * x"),
    Ratio("the square root of 5, 2.2361", sqrt(5), "y * y - 5 * x * x"),
)
MOST_OFF = 0.05  # between the two ratios that a table shows


def ratio_patterns(table: NDArray[Any]) -> Iterator[Pattern]:
    """The bound on max/min that says which pairs are P-positions (value 0), if there is one.

    Equal numbers, and pairs with a 0, may be of either kind, each kind as a whole. Every entry is compared.

    >>> import numpy as np
    >>> a, b = np.ogrid[:40, :40]
    >>> x, y = np.minimum(a, b), np.maximum(a, b)
    >>> [pattern.statement for pattern in ratio_patterns((y * y >= 2 * x * x).astype(int))]
    ['P-position iff max(a, b) < r * min(a, b), r the square root of 2, 1.4142']
    """
    import numpy as np

    if table.ndim != 2 or min(table.shape) < SMALLEST:
        return
    zero = np.asarray(table) == 0
    a, b = np.ogrid[: table.shape[0], : table.shape[1]]
    x, y = np.minimum(a, b), np.maximum(a, b)
    inside = (x > 0) & (y > x)
    for below in (True, False):  # P-positions are the pairs below the ratio, or those from it on
        near, far = inside & (zero == below), inside & (zero != below)
        if not near.any() or not far.any():
            continue
        low, high = _extreme(y, x, near, largest=True), _extreme(y, x, far, largest=False)
        if not low < high <= low + Fraction(MOST_OFF) * low:
            continue
        for ratio in RATIOS:
            if not float(low) <= ratio.value <= float(high) or _says(ratio, low) is not True or _says(ratio, high):
                continue
            borders = _borders(zero)
            if borders is not None:
                yield _pattern(ratio, below, borders, max(table.shape) - 1)
            return


def _extreme(y: Any, x: Any, where: Any, largest: bool) -> Fraction:
    """The largest or the smallest y / x of some pairs, exactly."""
    import numpy as np

    ratios = np.where(where, y / np.maximum(x, 1), -1.0 if largest else np.inf)
    best = ratios.max() if largest else ratios.min()
    i, j = np.argwhere(ratios == best)[0]
    return Fraction(int(max(i, j)), int(min(i, j)))


def _says(ratio: Ratio, quotient: Fraction) -> bool:
    """Whether a quotient is below the ratio, exactly."""
    x, y = quotient.denominator, quotient.numerator
    return bool(eval(ratio.bound, {"x": x, "y": y}) < 0)  # a bound of this file


def _borders(zero: Any) -> tuple[bool, bool, bool] | None:
    """Whether equal numbers from 1 on, pairs with one 0, and (0, 0) are P-positions; None if some are and some not."""
    import numpy as np

    equal = np.diagonal(zero)[1:]
    one = np.concatenate((zero[0, 1:], zero[1:, 0]))
    if equal.min() != equal.max() or one.min() != one.max():
        return None
    return bool(equal[0]), bool(one[0]), bool(zero[0, 0])


def _pattern(ratio: Ratio, below: bool, borders: tuple[bool, bool, bool], upto: int) -> Pattern:
    equal, one, none = borders
    text = ratio.bound.replace("x", "min(a, b)").replace("y", "max(a, b)")
    tests = [f"{text} < 0" if below else f"{text} >= 0"]
    sign = "<" if below else ">="
    words = f"P-position iff max(a, b) {sign} r * min(a, b), r {ratio.name}"
    more = []
    if equal != below:
        tests.append("a == b > 0" if equal else "a != b")
        more.append(f"pairs of equal numbers are {'P' if equal else 'no P'}-positions")
    if one == below:  # of a pair with a 0 the bound says the opposite
        more.append(f"pairs with a 0 are {'P' if one else 'no P'}-positions")
    if none != one:
        more.append(f"(0, 0) is {'a P' if none else 'no P'}-position")
    middle = tests[0]
    if len(tests) > 1:
        middle = f"({middle} or {tests[1]})" if equal else f"{middle} and {tests[1]}"
    formula = f"0 if ({middle}) else 1"
    outside = f"{int(not none)} if a == b == 0 else {int(not one)} if a * b == 0 else "
    statement = words + (f"; {', and '.join(more)}" if more else "")
    return Pattern("ratio", statement, 0, upto, outside + formula, about="P-positions")
