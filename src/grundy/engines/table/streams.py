"""Grids cut by rows and columns (cuts.py) by compiled loops that run straight through memory; see kernels.fill_cuts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.runs.memory import require_memory

Blocked = Sequence[str]
Found = tuple[int, tuple[int | None, ...], tuple[int | None, ...]]  # value, after taking each row, each column

WINDOW = 64  # values below this are kept as bits of one word
LANES = 16  # rows of a table are whole multiples of so many entries, so that no inner loop has a ragged end
MOST_BYTES = 8 * 2**30  # of tables of two bytes a value, which hardly any board needs
CHUNK = 500_000_000  # options for one call of the kernel: about 0.1 s, so that Ctrl-C is prompt


def solve(boards: Sequence[Blocked]) -> list[Found]:
    """Value, values after taking each row and after each column (None: it cannot be taken), for each board.

    Boards that are wide rather than high are faster. All use one piece of memory, as large as the largest table.
    """
    import numpy as np

    memory = np.empty(max((_table_size(len(board), len(board[0])) for board in boards), default=0), np.uint8)
    stamps = np.zeros(2**16, np.int64)  # one for each value of two bytes, and so for each XOR of two
    tick = np.zeros(1, np.int64)
    return [solve_in(memory, stamps, tick, board, WINDOW, 255) for board in boards]


def solve_in(memory: Any, stamps: Any, tick: Any, board: Blocked, window: int, most: int) -> Found:
    """One board in given memory, whatever it holds; `window` and `most` are smaller than need be only in tests.

    Args:    memory: uint8; stamps: int64, shape (65536,), none above tick[0]; tick: int64, shape (1,).
             window: 1..64, values above are found option by option. most: 1..255, values above take two bytes.
    Raises:  OutOfReach: two bytes a value are needed and above 8 GiB.
    """
    import numpy as np

    from grundy.engines.table import kernels

    height, width = len(board), len(board[0])
    begin, entries = layout(width)
    intervals = _triangle(height) + 1
    base = np.array(begin, np.uint64)
    floor = np.arange(width + 1, dtype=np.uint64) // np.uint64(LANES) * np.uint64(LANES)
    interval = np.zeros((height + 1, height + 1), np.int64)
    interval[np.triu_indices(height + 1, 1)] = np.arange(1, intervals)
    blocked = (np.frombuffer("".join(board).encode("ascii"), np.uint8) == ord("#")).astype(np.uint8)
    blocked = blocked.reshape(height, width)
    runs = np.empty((height, entries), np.uint8)
    kernels.find_runs(blocked, base, runs)
    table = memory[: intervals * entries].reshape(intervals, entries)
    table[0] = 0
    seen = np.empty(entries, np.uint64)
    first = np.empty(width, np.int64)
    rows_a_call = max(1, height * CHUNK // options(height, width))
    top, start = height - 1, height
    while top >= 0:
        bottom = max(0, top - rows_a_call + 1)
        place = kernels.fill_cuts(
            table,
            interval,
            blocked,
            runs,
            base,
            floor,
            _stride(width),
            seen,
            first,
            stamps,
            tick,
            window,
            most,
            top,
            bottom,
            start,
        )
        if place < 0:
            top = bottom - 1
            start = bottom
        else:  # a value that does not fit: on from there in two bytes a value
            require_memory(
                3 * table.size, MOST_BYTES, f"a board of {height}x{width} with nim-values above {most}", "less"
            )
            table, most = table.astype(np.uint16), 2**16 - 1
            top, start = divmod(int(place), height + 1)

    def value(r0: int, r1: int, c0: int, c1: int) -> int:
        return int(table[interval[r0, r1], begin[c0] + c1])

    rows = tuple(
        None if "#" in row else value(0, r, 0, width) ^ value(r + 1, height, 0, width) for r, row in enumerate(board)
    )
    columns = tuple(
        None if column else value(0, height, 0, c) ^ value(0, height, c + 1, width)
        for c, column in enumerate(blocked.any(axis=0).tolist())
    )
    return value(0, height, 0, width), rows, columns


def layout(columns: int) -> tuple[list[int], int]:
    """Where the table's row of first column c0 begins, for c0 = 0..columns, and entries in all.

    Entry (c0, c1) stands at begin[c0] + c1; a row starts at c0 rounded down to a multiple of LANES and ends at the
    next multiple above `columns`.
    """
    stride = _stride(columns)
    begin = []
    entries = 0
    for c in range(columns + 1):
        skipped = c // LANES * LANES
        begin.append(entries - skipped)
        entries += stride - skipped
    return begin, entries


def _stride(columns: int) -> int:
    return (columns + LANES) // LANES * LANES


def options(rows: int, columns: int) -> int:
    """Rows and columns of all sub-rectangles together, blocked or not: the work of a table."""
    return _triangle(rows) * _triangle(columns) * (rows + columns + 4) // 3


def table_bytes(rows: int, columns: int) -> int:
    """Bytes of the table, one for each value, and of what is kept beside it."""
    return _table_size(rows, columns) + layout(columns)[1] * (8 + rows)


def _table_size(rows: int, columns: int) -> int:
    return layout(columns)[1] * (_triangle(rows) + 1)


def _triangle(n: int) -> int:
    return n * (n + 1) // 2
