"""Suspected patterns of a table of vectors G(a, b, c, ...), three numbers or more, the simplest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from grundy.model.pattern import Break, Pattern
from grundy.patterns.axes import LETTERS, axis_periods
from grundy.patterns.pairs import formula_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST = 4  # entries in each direction of the smallest table that is looked at
_CORNER = 8  # entries in each direction on which a claim is tried first
_AT_ONCE = 1 << 22  # entries tested at once

Grid: TypeAlias = "list[NDArray[Any]]"


class VectorClaim(NamedTuple):
    """What each value is claimed to be, from open grids of the numbers."""

    kind: str
    statement: str
    formula: str
    predict: Callable[[Grid], Any]


def vector_patterns(table: NDArray[Any]) -> list[Pattern]:
    """Patterns of a table of three directions or more: one that explains every value.

    Args:    table: integers; entry [a, b, c, ...] is the value of the state (a, b, c, ...).
    Cost:    a pass for each claim that agrees with a small corner.

    >>> import numpy as np
    >>> a, b, c = np.ogrid[:9, :9, :9]
    >>> [pattern.statement for pattern in vector_patterns(a ^ b ^ c)]
    ['G(a, b, c) = a ^ b ^ c']
    """
    if table.ndim > len(LETTERS) or not min(table.shape):
        return []
    if min(table.shape) < SMALLEST:
        return list(axis_periods(table))
    for claim in (*_by_one_number(table), *_by_sum(table)):
        pattern = _judged(table, claim)
        if pattern:
            return [pattern]
    return list(axis_periods(table))


def _grid(shape: tuple[int, ...], low: int, high: int) -> Grid:
    """The numbers of the states with low <= a < high, as arrays that broadcast to a box."""
    import numpy as np

    return list(np.ogrid[(slice(low, high), *(slice(0, length) for length in shape[1:]))])


def _slabs(table: NDArray[Any]) -> Iterator[tuple[int, int]]:
    """Ranges of a that cover the table, each of about _AT_ONCE entries."""
    step = max(1, _AT_ONCE // max(1, table[0].size))
    for low in range(0, len(table), step):
        yield low, min(low + step, len(table))


def _judged(table: NDArray[Any], claim: VectorClaim) -> Pattern | None:
    """The pattern that a claim about every entry comes to, if it holds for most of the table.

    It holds in the largest cube 0..m without a failure; worth naming is half of the table's longest side.
    """
    import numpy as np

    corner = tuple(slice(0, _CORNER) for _ in table.shape)
    near = table[corner]
    if np.count_nonzero(claim.predict(_grid(near.shape, 0, len(near))) != near) > near.size // 20:
        return None
    first: tuple[int, tuple[int, ...], int] | None = None
    count = 0
    for low, high in _slabs(table):
        claimed = np.broadcast_to(claim.predict(_grid(table.shape, low, high)), (high - low, *table.shape[1:]))
        places = np.nonzero(claimed != table[low:high])
        if len(places[0]):
            count += len(places[0])
            reach = np.maximum.reduce([places[0] + low, *places[1:]])
            at = int(np.argmin(reach))
            inside = tuple(int(axis[at]) for axis in places)
            place = int(reach[at]), (inside[0] + low, *inside[1:]), int(claimed[inside])
            first = min(first, place) if first else place
    longest = max(table.shape)
    if first is None:
        return Pattern(claim.kind, claim.statement, 0, longest - 1, claim.formula)
    if 2 * first[0] < longest:
        return None
    failure = Break(first[1], first[2], int(table[first[1]]))
    return Pattern(claim.kind, claim.statement, 0, first[0] - 1, claim.formula, breaks=failure, exceptions=count)


def _by_one_number(table: NDArray[Any]) -> Iterator[VectorClaim]:
    """Values that depend on one number alone, such as a ^ b ^ c."""
    import numpy as np

    names = LETTERS[: table.ndim]
    listed = ", ".join(names)
    numbers: tuple[tuple[str, Callable[[Any, Any], Any]], ...] = (
        (" ^ ".join(names), lambda one, other: one ^ other),
        (" + ".join(names), lambda one, other: one + other),
        (f"min({listed})", np.minimum),
        (f"max({listed})", np.maximum),
    )
    for text, together in numbers:
        class_values = _classes(table, together)
        formula = formula_of(class_values, text)
        statement = f"G({listed}) = {formula}" if formula else f"G({listed}) depends on {text} alone"

        def predict(grid: Grid, together: Any = together, class_values: Any = class_values) -> Any:
            return class_values[reduce(together, grid).clip(max=len(class_values) - 1)]

        yield VectorClaim("formula" if formula else "digits", statement, formula, predict)


def _classes(table: NDArray[Any], together: Callable[[Any, Any], Any]) -> NDArray[Any]:
    """For each k, the value of the first state whose number is k; 0 where there is none."""
    import numpy as np

    class_values = np.zeros(1, np.int64)
    for low, high in reversed(list(_slabs(table))):
        numbers = reduce(together, _grid(table.shape, low, high))
        most = int(numbers.max())
        if most >= len(class_values):
            class_values = np.concatenate([class_values, np.zeros(most + 1 - len(class_values), np.int64)])
        class_values[numbers.ravel()[::-1]] = table[low:high].ravel()[::-1]
    return class_values


def _by_sum(table: NDArray[Any]) -> Iterator[VectorClaim]:
    """Games side by side: the XOR of what each number alone is worth."""
    import numpy as np

    origin = (0,) * table.ndim
    if table[origin]:
        return
    names = LETTERS[: table.ndim]
    alone = [
        table[tuple(slice(None) if other == axis else 0 for other in range(table.ndim))].astype(np.int64)
        for axis in range(table.ndim)
    ]
    parts = [formula_of(values, name) for values, name in zip(alone, names, strict=True)]
    formula = " ^ ".join(f"({part})" if " " in part else part for part in parts) if all(parts) else ""
    statement = f"G({', '.join(names)}) is the XOR of what each number is worth beside zeros: games side by side"

    def predict(grid: Grid) -> Any:
        return reduce(
            lambda one, other: one ^ other, (axis_values[at] for axis_values, at in zip(alone, grid, strict=True))
        )

    yield VectorClaim("sum", f"{statement}: {formula}" if formula else statement, formula, predict)
