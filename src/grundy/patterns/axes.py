"""A table of several numbers that repeats in one of them: G(a + p, b) = G(a, b) for every b of the table."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grundy.model.pattern import Break, Pattern
from grundy.patterns.sequences import least_period

if TYPE_CHECKING:
    from numpy.typing import NDArray

LETTERS = "abcdefghijkl"
PERIOD_IN_ONE = "period in one number"
FEWEST = 4  # times that a period is seen, unless it is there from the beginning or nearly


def axis_periods(table: NDArray[Any]) -> Iterator[Pattern]:
    """The numbers in which a table repeats, with the least period of each.

    Cost:    a pass over the table for each number.

    >>> import numpy as np
    >>> a, b = np.ogrid[:60, :5]
    >>> [pattern.statement for pattern in axis_periods(np.where(a < 4, 9, a % 7 * 5 + b))]
    ['G(a + 7, b) = G(a, b) for all a >= 4']
    """
    import numpy as np

    for axis in range(table.ndim):
        layers = np.ascontiguousarray(np.moveaxis(table, axis, 0))
        names: dict[bytes, int] = {}
        labels = array("Q", [names.setdefault(layer.tobytes(), len(names)) for layer in layers])
        total = len(labels)
        for count in (total, total * 3 // 4, total // 2):  # where it fails later, it is seen before
            period = least_period(labels[:count].tobytes(), 8)
            if period is None or period == 1:
                continue
            start = next((n + 1 for n in reversed(range(count - period)) if labels[n] != labels[n + period]), 0)
            upto = next((n for n in range(count, total) if labels[n] != labels[n - period]), total)
            if upto - start >= (FEWEST if start > FEWEST else 3) * period:
                yield _pattern(axis, table.ndim, period, start, _failure(layers, axis, period, start, upto), upto)
                break


Failure = tuple[Break, int]


def _failure(layers: NDArray[Any], axis: int, period: int, start: int, upto: int) -> Failure | None:
    """The first state that is not as the period has it, and how many there are from there on."""
    import numpy as np

    if upto == len(layers):
        return None
    claimed = layers[start + (np.arange(upto, len(layers)) - start) % period]
    wrong = claimed != layers[upto:]
    first = tuple(int(number) for number in np.argwhere(wrong)[0])
    state = list(first[1:])
    state.insert(axis, upto + first[0])
    return Break(tuple(state), int(claimed[first]), int(layers[upto:][first])), int(np.count_nonzero(wrong))


def _pattern(axis: int, numbers: int, period: int, start: int, failure: Failure | None, upto: int) -> Pattern:
    letters = list(LETTERS[:numbers])
    name = letters[axis]
    moved = ", ".join(f"{letter} + {period}" if letter == name else letter for letter in letters)
    whole = f"G({moved}) = G({', '.join(letters)})"
    statement = f"{whole} for all {name} >= {start}" if start else whole
    facts = (("period", period), ("preperiod", start), ("number", name), ("repeats", (upto - start) // period))
    broken, count = failure or (None, 0)
    return Pattern(PERIOD_IN_ONE, statement, start, upto - 1, breaks=broken, exceptions=count, numbers=facts)
