"""Pairs of numbers from which a move subtracts a multiple of a vector: Wythoff's game and its kin.

One bit set of values for each line in a vector's direction; a pair's nim-value is the least bit that none of its lines
has. Few pairs are done in plain Python, about a million a second, many by the same in compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.engine import Answer, Direct, DirectValues, listed, or_spent
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Riders
from grundy.runs.memory import require_memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_PAIRS = 40_000_000
LONGEST = 110_000  # a line's bit set is as long, and there is one for each line
FEW_PAIRS = 200_000  # done before anything is compiled
STEP = 2_000_000  # pairs in one call, between which limits and Ctrl-C are heard
Pair = tuple[int, int]
TABLE = "a table of all smaller pairs, each by its options"


def pair_values(vectors: Sequence[Pair], rows: int, columns: int) -> list[list[int]]:
    """Nim-values of all pairs (a, b), a < rows, b < columns.

    Cost:   rows * columns * vectors steps on bit sets as long as the largest value.

    >>> pair_values([(1, 0), (0, 1), (1, 1)], 3, 4)      # Wythoff: OEIS A004481
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    """
    lines: dict[tuple[int, int, int], int] = {}
    table = []
    for a in range(rows):
        row = []
        for b in range(columns):
            keys = []
            seen = 0
            for number, (da, db) in enumerate(vectors):
                # the first pair of the line through (a, b): step back as often as both stay >= 0
                back = min(a // da if da else b // db, b // db if db else a // da)
                key = (number, a - back * da, b - back * db)
                keys.append(key)
                seen |= lines.get(key, 0)
            value = (~seen & (seen + 1)).bit_length() - 1
            for key in keys:
                lines[key] = lines.get(key, 0) | 1 << value
            row.append(value)
        table.append(row)
    return table


def many_pair_values(vectors: Sequence[Pair], rows: int, columns: int, memory: int | None = None) -> NDArray[Any]:
    """The same, compiled.

    Args:    memory: bytes that may be used; half of the machine's if less.
    Returns: uint16 or uint32, shape (rows, columns).
    Raises:  OutOfReach: it needs more.
    """
    import numpy as np

    from grundy.engines.table.kernels import fill_pairs

    counts = [da * columns + db * rows for da, db in vectors]
    starts = np.cumsum([0, *counts[:-1]], dtype=np.int64)
    steps = np.array(vectors, np.int64)
    kind = "uint16" if rows + columns < 2**16 else "uint32"
    words, done, total = (rows + columns) // 64 + 1, 0, rows * columns
    values: NDArray[Any] | None = None
    sets: NDArray[np.uint64] | None = None
    full = np.zeros(sum(counts), np.uint32)
    while True:
        need = total * np.dtype(kind).itemsize + 8 * words * len(full)
        require_memory(need, need if memory is None else memory, f"a table of {total:,} pairs", "smaller numbers")
        wider = np.zeros((len(full), words), np.uint64)
        if sets is not None:
            wider[:, : sets.shape[1]] = sets
        sets = wider
        values = np.zeros(total, kind) if values is None else values
        lines = np.empty(len(steps), np.int64)
        while done < total:
            upto = min(total, done + STEP)
            done = int(fill_pairs(steps, starts, sets, full, values, columns, done, upto, lines))
            if done < upto:
                break
        if done == total:
            return values.reshape(rows, columns)
        if 64 * words >= 1 << 8 * values.itemsize:
            kind = "uint32"
            values = values.astype(kind)
        words *= 2


def _is_within_reach(rows: int, columns: int) -> bool:
    return rows * columns <= MOST_PAIRS and rows + columns <= LONGEST


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for a rule whose moves subtract multiples of vectors."""
    assert isinstance(rule.shape, Riders)
    riders, memory = rule.shape, options.memory if options.bounded else None
    few: list[list[int]] = [[]]
    many: Any = None

    def cover(pairs: Sequence[Pair]) -> Any:
        """A table that has all these pairs; those known before too, unless that is much larger than two tables."""
        nonlocal few, many
        nim_values = few if many is None else many
        size = 1 + max(a for a, _ in pairs), 1 + max(b for _, b in pairs)
        rows, columns = max(len(nim_values), size[0]), max(len(nim_values[0]), size[1])
        if (rows, columns) == (len(nim_values), len(nim_values[0])):
            return nim_values
        both = len(nim_values) * len(nim_values[0]) + size[0] * size[1]
        if rows * columns > 2 * both or not _is_within_reach(rows, columns):
            rows, columns = size  # what was asked before is no reason to refuse this, or for a table of far more pairs
        if not _is_within_reach(rows, columns):
            raise OutOfReach(
                f"{rows} x {columns} pairs, more than the {MOST_PAIRS:,} of a table, or than {LONGEST:,} in a row and "
                "a column together; smaller numbers would help"
            )
        if many is None and rows * columns <= FEW_PAIRS:
            few = pair_values(riders.vectors, rows, columns)
            return few
        try:
            many = many_pair_values(riders.vectors, rows, columns, memory)
        except ImportError:  # no NumPy, in a browser
            few = pair_values(riders.vectors, rows, columns)
            return few
        return many

    def moves_to(state: Pair, rest: int) -> Moves:
        nim_values = cover([state])
        a, b = state
        labels = []
        for da, db in riders.vectors:
            most = min(a // da if da else b // db, b // db if db else a // da)
            times = [k for k in range(1, most + 1) if nim_values[a - k * da][b - k * db] == rest]
            labels += [riders.label((da, db), k) for k in times]
        return listed(labels)

    def answer(states: Sequence[Pair]) -> Answer:
        by, theory = TABLE, rule.theory
        if theory and theory.is_p and any((a + 1) * (b + 1) > FEW_PAIRS for a, b in states):
            if all(map(theory.is_p, states)):
                return Answer([0] * len(states), Evidence("proved", theory.source), moves_to)
            by = f"{TABLE}; which of them are P-positions is proved: {theory.source}"
        table = cover(states) if states else []
        return Answer([int(table[a][b]) for a, b in states], Evidence("computed", by), moves_to)

    # what is larger than a table, or than the memory, is left to others; what is asked next may be smaller
    return Direct(or_spent(answer, for_good=False))
