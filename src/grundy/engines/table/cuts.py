"""A grid with blocked cells; a move takes out a free row or column of a rectangle and leaves the rectangles beside it.

A state is a sub-rectangle. A row can be taken where it has no blocked cell inside the rectangle (a move "H"), and
leaves what is above and what is below; a column likewise ("V"), left and right. A rectangle without rows or columns
is worth 0. (Bacterial Tactics of Google Code Jam 2019 is this game, each move counted once for each cell of its line.)

Before any table is made, a board is taken apart by two facts, both by induction over the moves:
- If all of column b is blocked, G(c0..c1) = G(c0..b+1) ^ G(b..c1) in columns: no row can be taken in any of the three
  while b is there, and a column taken on one side changes that side alone. The same for rows.
- A single row of n cells, all free, is worth 0, 1, 2, 1, 2, 1, ... for n = 0, 1, 2, 3, ...: for n odd its options are
  0 (all of it) and XORs of two even or two odd lengths, that is 0 or 2; for n even 0, 1 (one end) and even with odd,
  1 or 3. With a blocked cell it is worth (number of free cells) mod 2: the lowest bit of what a move leaves is the
  parity of the free cells left. An even number gives odd options only, so 0. An odd number gives even ones only, 0
  among them: take the first cell or, where that is blocked, the last free one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from grundy.engines.table.limits import require_memory
from grundy.errors import OutOfReach

MOST_BYTES = 4 * 2**30
MOST_STEPS = 10**12  # options in all sub-rectangles: two or three minutes
MOST_PLAIN_STEPS = 3_000_000  # about 0.2 s, what loading the compiled kernels costs
WINDOW = 64  # values below this are kept as bits of one word
LANES = 16  # rows of a compiled table are whole multiples of so many entries, so that no inner loop has a ragged end

Blocked = Sequence[str]  # rows of '.' (free) and '#' (blocked)
Targets = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Cuts:
    """A solved board.

    value:   the nim-value of the whole board.
    rows:    for each row the nim-value after taking it (H), None where it cannot be taken.
    columns: the same for columns (V).
    """

    value: int
    rows: Targets
    columns: Targets

    def row_targets(self) -> Targets:
        """For each row the nim-value of what taking it leaves, None where it cannot be taken."""
        return self.rows

    def column_targets(self) -> Targets:
        """For each column the nim-value of what taking it leaves, None where it cannot be taken."""
        return self.columns

    def moves_to(self, target: int) -> list[tuple[str, int]]:
        """The moves that leave nim-value `target`: ("H", row) and ("V", column), from 0, rows first.

        In a sum whose other parts are worth x, the winning moves here are moves_to(x).
        """
        moves = [("H", r) for r, value in enumerate(self.rows) if value == target]
        return moves + [("V", c) for c, value in enumerate(self.columns) if value == target]


@dataclass(frozen=True, slots=True)
class _Part:
    """Some columns of a board (its rows, if the board was turned); the board is the XOR of its parts."""

    start: int
    rows: Blocked

    @property
    def options(self) -> int:
        """Rows and columns of all sub-rectangles together, blocked or not: the work of a table."""
        height, width = len(self.rows), len(self.rows[0])
        return _triangle(height) * _triangle(width) * (height + 2 + width + 2) // 3


def solve(blocked_rows: Blocked) -> Cuts:
    """The nim-value of a board and of everything that one move can leave.

    Args:    blocked_rows: strings of equal length of '.' (free) and '#' (blocked); may be empty.
    Raises:  ValueError: rows of unequal length, or other characters.
             OutOfReach: above 4 GiB for the table (about (rows * columns)**2 / 3 bytes) or above some minutes.
    Cost:    100x100 about 0.3 s, 15x15 without loading NumPy or Numba; boards of one row or column: no table, any size.
    Source:  Google Code Jam 2019, Round 1C, Bacterial Tactics.

    >>> board = solve(["#.##", "....", "#.##"])
    >>> board.value, board.moves_to(0)
    (1, [('H', 1), ('V', 1)])
    """
    return solve_many([blocked_rows])[0]


def solve_many(boards: Sequence[Blocked]) -> list[Cuts]:
    """`solve` for each board, in their order, with one decision whether the compiled kernels are worth loading.

    100 boards of 15x15 take 10 ms with the kernels loaded. Everything is checked before anything is solved.
    """
    taken = [_parts(board) for board in boards]
    tables = [part for _, parts in taken for part in parts if min(len(part.rows), len(part.rows[0])) > 1]
    for part in tables:
        _require_reach(part)
    small = sum(part.options for part in tables) <= MOST_PLAIN_STEPS
    solve_table = _plain_cuts if small else _compiled(tables)
    solved = []
    for board, (turned, parts) in zip(boards, taken, strict=True):
        results = [(part.start, _solve_part(part.rows, solve_table)) for part in parts]
        height, width = len(board), len(board[0]) if board else 0
        whole = _joined(results, *((width, height) if turned else (height, width)))
        solved.append(_turned(whole) if turned else whole)
    return solved


def _solve_part(rows: Blocked, solve_table: Callable[[Blocked], Cuts]) -> Cuts:
    """One part, as wide as high or wider where a table is made: its inner loops run along rows."""
    height, width = len(rows), len(rows[0])
    if height > width:
        return _turned(_solve_part(_transposed(rows), solve_table))
    return _one_row(rows[0]) if height == 1 else solve_table(rows)


def _parts(board: Blocked) -> tuple[bool, list[_Part]]:
    """Whether the board was turned, and the parts between its wholly blocked columns, both borders included.

    Parts that have no move at all are left out. With a blocked row and a blocked column there is no move.
    """
    width = len(board[0]) if board else 0
    for row in board:
        if len(row) != width or row.strip(".#"):
            raise ValueError(f"board row {row!r}: expected {width} characters '.' or '#'")
    walls = _walls(board)
    floors = [r for r, row in enumerate(board) if "." not in row]
    if not width or (walls and floors):
        return False, []
    if min(len(board), width) == 1:
        return False, [_Part(0, board)]
    if floors:
        board = _transposed(board)
        walls, width = floors, len(board[0])
    ends = [-1, *walls, width]
    parts = []
    for left, right in pairwise(ends):
        if right - left > 1:
            start = max(left, 0)
            parts.append(_Part(start, [row[start : right + 1] for row in board]))
    return bool(floors), parts


def _walls(board: Blocked) -> list[int]:
    """The wholly blocked columns."""
    if not board:
        return []
    return [c for c, column in enumerate(zip(*board, strict=True)) if "." not in column]


def _transposed(rows: Blocked) -> list[str]:
    return ["".join(column) for column in zip(*rows, strict=True)]


def _turned(cuts: Cuts) -> Cuts:
    return Cuts(cuts.value, cuts.columns, cuts.rows)


def _joined(results: Sequence[tuple[int, Cuts]], height: int, width: int) -> Cuts:
    """The board of parts side by side: their XOR; a move in one leaves the others as they are."""
    if len(results) == 1 and (len(results[0][1].rows), len(results[0][1].columns)) == (height, width):
        return results[0][1]
    value = 0
    for _, part in results:
        value ^= part.value
    columns: list[int | None] = [None] * width  # and no row can be taken: where there are parts, there are walls
    for start, part in results:
        for c, after in enumerate(part.columns, start):
            if after is not None:
                columns[c] = value ^ part.value ^ after
    return Cuts(value, (None,) * height, tuple(columns))


def _one_row(row: str) -> Cuts:
    """A board of a single row by the parity rule above, in linear time."""
    n = len(row)
    if "#" not in row:
        sizes = [0, *(2 - k % 2 for k in range(1, n + 1))]
        return Cuts(sizes[n], (0,), tuple(sizes[c] ^ sizes[n - 1 - c] for c in range(n)))
    free = row.count(".")
    first, last = row.index("#"), row.rindex("#")
    columns: list[int | None] = []
    before = 0
    for c, cell in enumerate(row):
        if cell == "#":
            columns.append(None)
            continue
        left = before & 1 if c > first or c == 0 else 2 - c % 2
        rest = n - 1 - c
        right = (free - before - 1) & 1 if c < last or rest == 0 else 2 - rest % 2
        columns.append(left ^ right)
        before += 1
    return Cuts(free & 1, (None,), tuple(columns))


def _triangle(n: int) -> int:
    return n * (n + 1) // 2


def _plain_cuts(rows: Blocked) -> Cuts:
    """One table in plain Python: values[r0][r1] has a list for each first column c0, indexed by the end c1."""
    height, width = len(rows), len(rows[0])
    empty = [[0] * (width + 1) for _ in range(width + 1)]
    values: list[list[Any]] = [[empty] * (height + 1) for _ in range(height + 2)]
    reach = [_reach(row) for row in rows]
    first = [height] * width  # first blocked row at or below r0
    for r0 in range(height - 1, -1, -1):
        first = [r0 if cell == "#" else below for cell, below in zip(rows[r0], first, strict=True)]
        for r1 in range(r0 + 1, height + 1):
            here = values[r0][r1] = [[0] * (width + 1) for _ in range(width + 1)]
            free = [c for c in range(width) if first[c] >= r1]
            for c0 in range(width - 1, -1, -1):
                line = here[c0]
                beside = [(reach[r][c0], values[r0][r][c0], values[r + 1][r1][c0]) for r in range(r0, r1)]
                ahead = [(c, here[c + 1]) for c in free if c >= c0]
                for c1 in range(c0 + 1, width + 1):
                    seen = 0
                    for end, above, below in beside:
                        if end >= c1:
                            seen |= 1 << (above[c1] ^ below[c1])
                    for c, right in ahead:
                        if c >= c1:
                            break
                        seen |= 1 << (line[c] ^ right[c1])
                    line[c1] = (~seen & (seen + 1)).bit_length() - 1
    whole = values[0][height]
    return Cuts(
        whole[0][width],
        tuple(
            values[0][r][0][width] ^ values[r + 1][height][0][width] if reach[r][0] == width else None
            for r in range(height)
        ),
        tuple(whole[0][c] ^ whole[c + 1][width] if first[c] == height else None for c in range(width)),
    )


def _reach(row: str) -> list[int]:
    """For each column the end of the run without '#' that begins there."""
    ends = []
    end = len(row)
    for c in range(len(row) - 1, -1, -1):
        if row[c] == "#":
            end = c
        ends.append(end)
    return ends[::-1]


def _layout(rows: int, columns: int) -> tuple[list[int], int, int]:
    """Where the table's row of first column c0 begins, entries in all, and intervals of rows, of the compiled table.

    Entry (c0, c1) stands at begin[c0] + c1; a row starts at c0 rounded down to a multiple of LANES and ends at the
    next multiple above `columns`.
    """
    stride = (columns + LANES) // LANES * LANES
    begin = []
    entries = 0
    for c in range(columns + 1):
        skipped = c // LANES * LANES
        begin.append(entries - skipped)
        entries += stride - skipped
    return begin, entries, _triangle(rows) + 1


def _require_reach(part: _Part, size: int = 1) -> None:
    """Refuse a table above the limits of time and memory; `size` is the bytes of one value."""
    short, long = sorted((len(part.rows), len(part.rows[0])))
    what = f"a board of {len(part.rows)}x{len(part.rows[0])}"
    if part.options > MOST_STEPS:
        raise OutOfReach(
            f"{what} has {part.options:.1e} moves in its sub-rectangles, more than the {MOST_STEPS:.0e} allowed "
            "(a few minutes); a board of 250x250 or 10x2500 would do"
        )
    _, entries, intervals = _layout(short, long)
    require_memory(entries * (intervals * size + 8 + short), MOST_BYTES, what, "a board of 250x250 or 10x2500")


def _compiled(tables: Sequence[_Part]) -> Callable[[Blocked], Cuts]:
    """A solver of tables by kernels.fill_cuts that uses one piece of memory for all of them."""
    import numpy as np

    room = 0
    for part in tables:
        short, long = sorted((len(part.rows), len(part.rows[0])))
        _, entries, intervals = _layout(short, long)
        room = max(room, entries * intervals)
    memory = np.empty(room, np.uint8)
    stamps = np.zeros(2**16, np.int64)  # one for each value of two bytes, and so for each XOR of two
    tick = np.zeros(1, np.int64)
    return lambda rows: _kernel_cuts(rows, memory, stamps, tick, WINDOW, 255)


def _kernel_cuts(rows: Blocked, memory: Any, stamps: Any, tick: Any, window: int, most: int) -> Cuts:
    """One table by the kernel; `window` and `most` are smaller than need be only in tests."""
    import numpy as np

    from grundy.engines.table import kernels

    height, width = len(rows), len(rows[0])
    begin, entries, intervals = _layout(height, width)
    base = np.array(begin, np.uint64)
    blocked = (np.frombuffer("".join(rows).encode("ascii"), np.uint8) == ord("#")).astype(np.uint8)
    blocked = blocked.reshape(height, width)
    runs = np.empty((height, entries), np.uint8)
    kernels.find_runs(blocked, base, runs)
    table = memory[: intervals * entries].reshape(intervals, entries)
    table[0] = 0
    seen = np.empty(entries, np.uint64)
    first = np.empty(width, np.int64)
    options = _Part(0, rows).options
    slice_ = max(1, height * 500_000_000 // options)  # rows for one call: about 0.1 s, so that Ctrl-C is prompt
    top, start = height - 1, height
    while top >= 0:
        bottom = max(0, top - slice_ + 1)
        place = kernels.fill_cuts(
            table, blocked, runs, base, seen, first, stamps, tick, window, most, top, bottom, start
        )
        if place < 0:
            top = bottom - 1
            start = bottom
        else:  # a value that does not fit: the same again in two bytes a value, from where it stopped
            _require_reach(_Part(0, rows), 2)
            table, most = table.astype(np.uint16), 2**16 - 1
            top, start = divmod(int(place), height + 1)

    def value(r0: int, r1: int, c0: int, c1: int) -> int:
        return int(table[kernels.pair(height, r0, r1), begin[c0] + c1])

    return Cuts(
        value(0, height, 0, width),
        tuple(
            None if "#" in row else value(0, r, 0, width) ^ value(r + 1, height, 0, width) for r, row in enumerate(rows)
        ),
        tuple(
            None if column.any() else value(0, height, 0, c) ^ value(0, height, c + 1, width)
            for c, column in enumerate(blocked.T)
        ),
    )


def slow_value(blocked_rows: Blocked) -> int:
    """The slow twin: the nim-value of a board from the definition, smaller rectangles first, nothing taken apart.

    >>> slow_value(["..", ".."]), slow_value([".#", ".."])
    (0, 0)
    """
    height, width = len(blocked_rows), len(blocked_rows[0]) if blocked_rows else 0
    known: dict[tuple[int, int, int, int], int] = {}

    def value(r0: int, r1: int, c0: int, c1: int) -> int:
        return known[r0, r1, c0, c1] if r0 < r1 and c0 < c1 else 0

    for tall in range(1, height + 1):
        for r0 in range(height - tall + 1):
            r1 = r0 + tall
            for wide in range(1, width + 1):
                for c0 in range(width - wide + 1):
                    c1 = c0 + wide
                    reached = set()
                    for r in range(r0, r1):
                        if "#" not in blocked_rows[r][c0:c1]:
                            reached.add(value(r0, r, c0, c1) ^ value(r + 1, r1, c0, c1))
                    for c in range(c0, c1):
                        if all(blocked_rows[r][c] == "." for r in range(r0, r1)):
                            reached.add(value(r0, r1, c0, c) ^ value(r0, r1, c + 1, c1))
                    known[r0, r1, c0, c1] = next(v for v in range(len(reached) + 1) if v not in reached)
    return value(0, height, 0, width)
