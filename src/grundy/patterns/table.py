"""Reading a table of nim-values: counts, first places, P-positions, and patterns that are only observed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any

from grundy.model.pattern import Pattern, Place, Summary
from grundy.patterns.axes import PERIOD_IN_ONE
from grundy.patterns.claims import CHUNK, Values, is_array
from grundy.patterns.sequences import sequence_patterns

if TYPE_CHECKING:
    from numpy.typing import NDArray

LISTED = 1000  # P-positions that a summary lists
_LONGEST_LIST = 20_000  # entries of a list that plain Python reads faster than NumPy starts
_MOST_COUNTED = 1 << 16  # values below this are counted in an array


def read_table(values: Values | Sequence[Sequence[int]]) -> Summary:
    """What stands in a table of nim-values, and the patterns that it shows.

    Args:    values: of the states 0, 1, 2, ...: a list or an array, shape (N,); of pairs (a, b): a list of rows or an
             array, shape (A, B); of longer vectors: an array of as many directions.
    Returns: see Summary. Every pattern is observed only, and says how far.
    Raises:  ValueError: rows of different lengths.
    Cost:    a few passes over the table; 10**7 values take about a second. Short lists are read without NumPy.

    >>> summary = read_table([n % 3 for n in range(60)])
    >>> summary.largest, summary.p_count, [pattern.formula for pattern in summary.patterns]
    (2, 20, ['n % 3'])
    """
    if not is_array(values):
        nested = bool(len(values)) and not isinstance(values[0], int)
        if not nested and (len(values) <= _LONGEST_LIST or max(values) >= 1 << 62):
            return _read_list([int(value) for value in values])  # type: ignore[arg-type]
        import numpy as np

        values = np.array(values)
        if values.dtype == object:
            raise ValueError("expected rows of one length and values below 2**62")
    table: Any = values
    distinct, counts, firsts = _counts(table.reshape(-1))
    zeros = int(counts[0]) if len(distinct) and distinct[0] == 0 else 0
    patterns = _patterns(table)
    summary = Summary(table.shape, distinct, counts, firsts, zeros, (), tuple(patterns))
    places = tuple(map(summary.place, _zeros(table.reshape(-1), LISTED)))
    return Summary(table.shape, distinct, counts, firsts, zeros, places, tuple(patterns))


def _patterns(table: Any) -> list[Any]:
    if table.ndim == 1:
        return sequence_patterns(table)
    if table.ndim == 2:
        from grundy.patterns.pairs import pair_patterns

        return _with_relation(table, pair_patterns(table))
    from grundy.patterns.vectors import vector_patterns

    return _with_relation(table, vector_patterns(table))


def _with_relation(table: Any, patterns: list[Pattern]) -> list[Pattern]:
    """The patterns and the relation between the numbers of P-positions, where no pattern explains every value."""
    from grundy.patterns.relations import relation_patterns

    partial = ("symmetry", PERIOD_IN_ONE)
    whole = any(
        pattern.breaks is None and pattern.about == "nim-values" and pattern.kind not in partial for pattern in patterns
    )
    if whole or table.size > MOST_OUTCOMES:
        return patterns
    related = list(relation_patterns(table))
    if not related or related[0].breaks is not None:
        return [*patterns, *related]
    if any(pattern.kind == "ratio" and pattern.breaks is None for pattern in patterns):
        return patterns  # which says the same, of all pairs
    return [*(pattern for pattern in patterns if pattern.kind != "lines"), *related]


MOST_OUTCOMES = 1 << 24  # states of a table of outcomes in which patterns are looked for
MOST_NAMED = 12  # residues of P-positions that a sentence names


def outcome_patterns(bits: NDArray[Any], shape: tuple[int, ...]) -> tuple[Pattern, ...]:
    """Patterns of the P-positions in a table of outcomes, in any play.

    Args:    bits: one a state, packed, 1 at a P-position.

    >>> import numpy as np
    >>> a, b = np.ogrid[:40, :40]
    >>> lost = (a % 2 == 0) & (b % 3 == 0)
    >>> [pattern.statement for pattern in outcome_patterns(np.packbits(lost, bitorder="little"), (40, 40))]
    ['P-position iff (3 * a + 2 * b) % 6 == 0']
    """
    import numpy as np

    total = prod(shape)
    if not 0 < total <= MOST_OUTCOMES:
        return ()
    signs = 1 - np.unpackbits(bits, bitorder="little", count=total).reshape(shape)
    if signs.ndim == 1:
        from grundy.patterns.sequences import p_patterns

        return tuple(p_patterns(signs))
    if not signs.any() or signs.all():
        return ()
    patterns = [_of_outcomes(pattern, signs) for pattern in _patterns(signs) if pattern.kind != "symmetry"]
    return tuple(_shortest(signs, patterns))


def _shortest(signs: Any, patterns: list[Pattern]) -> list[Pattern]:
    """The patterns; where one says all, the linear relation that says the same in fewer words."""
    from grundy.patterns.relations import KIND, relation_patterns

    whole = [
        pattern
        for pattern in patterns
        if pattern.breaks is None and not pattern.start and pattern.kind != PERIOD_IN_ONE
    ]
    related = [pattern for pattern in whole if pattern.kind == KIND]
    if related or not whole:
        return related or patterns
    (first, *_) = whole
    for pattern in relation_patterns(signs):
        shorter = len(pattern.statement) < len(first.statement) or first.kind == "digits"
        if shorter and pattern.breaks is None and not pattern.start and "condition" in dict(pattern.numbers):
            return [pattern]
    return patterns


def linear_conditions(signs: NDArray[Any]) -> Iterator[str]:
    """Linear conditions on the numbers a, b, ... that are true at the P-positions of a table, and only there.

    Args:    signs: 0 at a P-position, 1 elsewhere.

    >>> import numpy as np
    >>> a, b = np.ogrid[:30, :30]
    >>> list(linear_conditions((a != 2 * b).astype(int)))
    ['a == 2 * b']
    """
    if not signs.any() or signs.all():
        return
    for pattern in _shortest(signs, [_of_outcomes(pattern, signs) for pattern in _patterns(signs)]):
        condition = dict(pattern.numbers).get("condition")
        if condition is not None and pattern.breaks is None and not pattern.start:
            yield condition


def _of_outcomes(pattern: Pattern, signs: Any) -> Pattern:
    """A pattern of signs, 0 at P-positions and 1 elsewhere, as one of the P-positions."""
    period = dict(pattern.numbers).get("period")
    if pattern.about == "P-positions":
        return pattern
    statement = re.sub(r"\bG\(", "outcome(", pattern.statement)
    numbers = pattern.numbers
    if pattern.kind == "period" and isinstance(period, list):
        p, q = period
        lost = [(a, b) for a in range(p) for b in range(q) if not signs[a, b]]
        if len(lost) <= MOST_NAMED:
            where = "is one of " + ", ".join(map(str, lost)) if len(lost) > 1 else f"is {lost[0]}"
            statement = f"(a, b) is a P-position iff (a % {p}, b % {q}) {where}"
            condition = " or ".join(f"a % {p} == {a} and b % {q} == {b}" for a, b in lost)
            numbers = (*numbers, ("condition", condition))
    elif pattern.formula:
        statement = f"zero where {pattern.formula} is 0, and only there"
    return replace(pattern, about="P-positions", statement=statement, numbers=numbers)


def _read_list(values: list[int]) -> Summary:
    counts: dict[int, int] = {}
    firsts: dict[int, int] = {}
    for n, value in enumerate(values):
        counts[value] = counts.get(value, 0) + 1
        firsts.setdefault(value, n)
    distinct = sorted(counts)
    zeros: tuple[Place, ...] = tuple(islice((n for n, value in enumerate(values) if value == 0), LISTED))
    return Summary(
        (len(values),),
        distinct,
        [counts[value] for value in distinct],
        [firsts[value] for value in distinct],
        counts.get(0, 0),
        zeros,
        tuple(sequence_patterns(values)),
    )


def _counts(flat: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The values that occur, how often, and where first.

    Counted in chunks where no value is above the number of entries: then all takes at most four times the table.
    """
    import numpy as np

    most = int(flat.max()) + 1 if len(flat) else 0
    if most > max(len(flat), _MOST_COUNTED):
        distinct, firsts, counts = np.unique(flat, return_index=True, return_counts=True)
        return distinct, counts, firsts
    word = np.uint32 if len(flat) < 1 << 32 else np.int64
    total: Any = np.zeros(most, word)
    where: Any = np.zeros(most, word)
    for low in range(0, len(flat), CHUNK):
        chunk = np.asarray(flat[low : low + CHUNK])
        if most <= _MOST_COUNTED:
            count = np.bincount(chunk, minlength=most)
            values = np.flatnonzero(count)
            count = count[values]
            new = total[values] == 0
            first = _firsts(chunk, values[new])
        else:
            values, first, count = np.unique(chunk, return_index=True, return_counts=True)
            new = total[values] == 0
            first = first[new]
        where[values[new]] = low + first
        total[values] += count.astype(word)
    if total.all():
        return np.arange(most, dtype=word), total, where
    distinct = np.flatnonzero(total)
    return distinct, total[distinct], where[distinct]


def _firsts(chunk: Any, values: Any) -> Any:
    """Where each of these values is first in a chunk that has them all; few are looked for one by one."""
    import numpy as np

    if len(values) <= 16:
        return np.array([int(np.argmax(chunk == value)) for value in values], np.int64)
    listed, first = np.unique(chunk, return_index=True)
    return first[np.searchsorted(listed, values)]


def _zeros(flat: Any, most: int) -> list[int]:
    """The first entries that are 0."""
    import numpy as np

    zeros: list[int] = []
    for low in range(0, len(flat), CHUNK):
        zeros += (low + np.flatnonzero(np.asarray(flat[low : low + CHUNK]) == 0)[: most - len(zeros)]).tolist()
        if len(zeros) >= most:
            break
    return zeros


def p_positions(values: Values) -> Any:
    """Every n with value 0, in increasing order: a list for a list, an int64 array for an array.

    >>> p_positions([0, 1, 0, 2])
    [0, 2]
    """
    if is_array(values):
        import numpy as np

        return np.flatnonzero(np.asarray(values).reshape(-1) == 0)
    return [n for n, value in enumerate(values) if value == 0]
