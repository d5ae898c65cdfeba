"""Pairs of numbers from which a move subtracts a multiple of a vector: Wythoff's game and its kin.

One bit set of values for each line in a vector's direction; a pair's nim-value is the least bit that
none of its lines has. Plain Python: about a million pairs a second.
"""

from __future__ import annotations

from collections.abc import Sequence

from grundy.engines.solver import Solver, listed
from grundy.errors import OutOfReach
from grundy.model.result import Evidence
from grundy.model.shapes import Moves, Riders

MOST_PAIRS = 4_000_000
LONGEST = 10_000  # a line's bit set is as long, and there is one for each line
Pair = tuple[int, int]
EVIDENCE = Evidence("computed", "a table of all smaller pairs, each by its options")


def pair_values(vectors: Sequence[Pair], rows: int, columns: int) -> list[list[int]]:
    """Nim-values of all pairs (a, b), a < rows, b < columns.

    Raises: OutOfReach: more than 4,000,000 pairs, or rows + columns above 10,000.
    Cost:   rows * columns * vectors steps on bit sets as long as the largest value.

    >>> pair_values([(1, 0), (0, 1), (1, 1)], 3, 4)      # Wythoff: OEIS A004481
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    """
    if rows * columns > MOST_PAIRS or rows + columns > LONGEST:
        raise OutOfReach(
            f"{rows} x {columns} pairs, more than the {MOST_PAIRS:,} of a table, or than {LONGEST:,} in a row and a "
            "column together; smaller numbers would help"
        )
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


def solver(riders: Riders) -> Solver:
    """The engine for a rule whose moves subtract multiples of vectors."""
    table: list[list[int]] = [[]]

    def cover(pairs: Sequence[Pair]) -> list[list[int]]:
        rows = max([len(table), *(a + 1 for a, _ in pairs)])
        columns = max([len(table[0]), *(b + 1 for _, b in pairs)])
        if rows > len(table) or columns > len(table[0]):
            table[:] = pair_values(riders.vectors, rows, columns)
        return table

    def values(states: Sequence[Pair]) -> list[int]:
        known = cover(states)
        return [known[a][b] for a, b in states]

    def moves_to(state: Pair, rest: int) -> Moves:
        known = cover([state])
        a, b = state
        found = []
        for da, db in riders.vectors:
            most = min(a // da if da else b // db, b // db if db else a // da)
            times = [k for k in range(1, most + 1) if known[a - k * da][b - k * db] == rest]
            found += [riders.label((da, db), k) for k in times]
        return listed(found)

    return Solver(values, moves_to, lambda: EVIDENCE)
