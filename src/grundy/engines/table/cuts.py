"""A grid with blocked cells; a move takes out a free row or column of a rectangle and leaves the rectangles beside it.

A state is a sub-rectangle. A row can be taken where it has no blocked cell inside the rectangle (a move "H"), and
leaves what is above and what is below; a column likewise ("V"), left and right. A rectangle without rows or columns
is worth 0. (Bacterial Tactics of Google Code Jam 2019 is this game, each move counted once for each cell of its line.)

Small work is done on big integers, larger work by compiled kernels. Before any table is made, a board is taken apart by
two facts, both by induction over the moves:
- If all of column b is blocked, G(c0..c1) = G(c0..b+1) ^ G(b..c1) in columns: no row can be taken in any of the three
  while b is there, and a column taken on one side changes that side alone. The same for rows.
- A single row of n cells, all free, is worth 0, 1, 2, 1, 2, 1, ... for n = 0, 1, 2, 3, ...: for n odd its options are
  0 (all of it) and XORs of two even or two odd lengths, that is 0 or 2; for n even 0, 1 (one end) and even with odd,
  1 or 3. With a blocked cell it is worth (number of free cells) mod 2: the lowest bit of what a move leaves is the
  parity of the free cells left. An even number gives odd options only, so 0. An odd number gives even ones only, 0
  among them: take the first cell or, where that is blocked, the last free one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach
from grundy.model import shapes
from grundy.model.evidence import Evidence
from grundy.model.option import Labels
from grundy.model.rule import Rule
from grundy.runs.memory import require_memory

MOST_BYTES = 4 * 2**30
MOST_STEPS = 10**12  # options in all sub-rectangles: two or three minutes
MOST_SLICED_SECONDS = 0.4  # what loading the compiled kernels costs
MOST_LOADED_SECONDS = 0.02  # where they are loaded
BY = Evidence("computed", "a table of all sub-rectangles, each by its options")

Blocked: TypeAlias = Sequence[str]  # rows of '.' (free) and '#' (blocked)
Targets: TypeAlias = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SolvedGrid:
    """A solved board.

    value:   the nim-value of the whole board.
    rows:    for each row the nim-value after taking it (H), None where it cannot be taken.
    columns: the same for columns (V).
    """

    value: int
    rows: Targets
    columns: Targets

    def moves_to(self, target: int) -> list[tuple[str, int]]:
        """The moves that leave nim-value `target`: ("H", row) and ("V", column), from 0, rows first.

        In a sum whose other parts are worth x, the winning moves here are moves_to(x).
        """
        moves = [("H", r) for r, value in enumerate(self.rows) if value == target]
        return moves + [("V", c) for c, value in enumerate(self.columns) if value == target]


@dataclass(frozen=True, slots=True)
class _Part:
    """Some columns of a board (of a turned board: of its rows); the board is worth the XOR of its parts.

    start: the first of those columns. rows: their cells, never higher than wide: transposed, if `upright`.
    """

    start: int
    rows: Blocked
    upright: bool


def solve(blocked_rows: Blocked) -> SolvedGrid:
    """The nim-value of a board and of everything that one move can leave.

    Args:    blocked_rows: strings of equal length of '.' (free) and '#' (blocked); may be empty.
    Raises:  ValueError: rows of unequal length, or other characters.
             OutOfReach: above 4 GiB for the table (about (rows * columns)**2 / 3 bytes) or above some minutes.
    Cost:    15x15 5 ms, 30x30 60 ms without NumPy or Numba; 100x100 about 0.4 s; one row or column of any size at once.
    Source:  Google Code Jam 2019, Round 1C, Bacterial Tactics.

    >>> board = solve(["#.##", "....", "#.##"])
    >>> board.value, board.moves_to(0)
    (1, [('H', 1), ('V', 1)])
    """
    return solve_many([blocked_rows])[0]


def solve_many(boards: Sequence[Blocked]) -> list[SolvedGrid]:
    """`solve` for each board, in their order, small ones together: 100 boards of 15x15 take about 30 ms.

    Everything is checked before anything is solved.
    """
    taken = [_parts(board) for board in boards]
    tables = [part.rows for _, parts in taken for part in parts if len(part.rows) > 1]
    for rows in tables:
        _require_reach(rows)
    solved_tables = iter(_solve_tables(tables))
    solved = []
    for board, (turned, parts) in zip(boards, taken, strict=True):
        results = []
        for part in parts:
            result = next(solved_tables) if len(part.rows) > 1 else _one_row(part.rows[0])
            results.append((part.start, _turned(result) if part.upright else result))
        height, width = len(board), len(board[0]) if board else 0
        solved.append(_turned(_joined(results, width, height)) if turned else _joined(results, height, width))
    return solved


def require_reach(board: Blocked) -> None:
    """Refuse a board above the limits of time and memory. Raises: OutOfReach."""
    for part in _parts(board)[1]:
        if len(part.rows) > 1:
            _require_reach(part.rows)


def _solve_tables(tables: Sequence[Blocked]) -> list[SolvedGrid]:
    """Boards of two rows or more, each by a table of its sub-rectangles."""

    most = MOST_LOADED_SECONDS if "grundy.engines.table.kernels" in sys.modules else MOST_SLICED_SECONDS
    if seconds_on_integers(tables) <= most:
        return [SolvedGrid(*grid) for grid in solve_on_integers(tables)]

    return [SolvedGrid(*grid) for grid in solve_by_kernels(tables)]


def _require_reach(rows: Blocked) -> None:
    """Refuse a table above the limits of time and memory."""

    height, width = len(rows), len(rows[0])
    what = f"a board of {height}x{width} (walls aside)"
    smaller = "a board of 250x250 or 10x2500"
    options = count_options(height, width)
    if options > MOST_STEPS:
        raise OutOfReach(
            f"{what} has {options:.1e} moves in its sub-rectangles, more than the {MOST_STEPS:.0e} allowed "
            f"(a few minutes); {smaller} would do"
        )
    require_memory(table_bytes(height, width), MOST_BYTES, what, smaller)


def _parts(board: Blocked) -> tuple[bool, list[_Part]]:
    """Whether the board was turned, and the parts between its wholly blocked columns, both borders included.

    Parts that have no move at all are left out. With a blocked row and a blocked column there is no move.
    """
    width = len(board[0]) if board else 0
    for row in board:
        if len(row) != width or row.strip(".#"):
            raise ValueError(f"board row {row!r}: expected {width} characters '.' or '#'")
    if not width:
        return False, []
    if min(len(board), width) == 1:
        return False, [_part(0, board)]
    walls = [c for c, column in enumerate(_transposed(board)) if "." not in column]
    floors = [r for r, row in enumerate(board) if "." not in row]
    if walls and floors:
        return False, []
    if floors:
        board = _transposed(board)
        walls, width = floors, len(board[0])
    parts = []
    for left, right in pairwise([-1, *walls, width]):
        if right - left > 1:
            start = max(left, 0)
            parts.append(_part(start, [row[start : right + 1] for row in board]))
    return bool(floors), parts


def _part(start: int, rows: Blocked) -> _Part:
    upright = len(rows) > len(rows[0])
    return _Part(start, _transposed(rows) if upright else rows, upright)


def _transposed(rows: Blocked) -> list[str]:
    return ["".join(column) for column in zip(*rows, strict=True)]


def _turned(cuts: SolvedGrid) -> SolvedGrid:
    return SolvedGrid(cuts.value, cuts.columns, cuts.rows)


def _joined(results: Sequence[tuple[int, SolvedGrid]], height: int, width: int) -> SolvedGrid:
    """The board of parts side by side: their XOR; a move in one leaves the others as they are."""
    if len(results) == 1 and len(results[0][1].columns) == width:
        return results[0][1]
    value = 0
    for _, part in results:
        value ^= part.value
    columns: list[int | None] = [None] * width  # and no row can be taken: where there are parts, there are walls
    for start, part in results:
        for c, after in enumerate(part.columns, start):
            if after is not None:
                columns[c] = value ^ part.value ^ after
    return SolvedGrid(value, (None,) * height, tuple(columns))


def _one_row(row: str) -> SolvedGrid:
    """A board of a single row by the parity rule above, in linear time."""
    n = len(row)
    if "#" not in row:
        sizes = [0, *(2 - k % 2 for k in range(1, n + 1))]
        return SolvedGrid(sizes[n], (0,), tuple(sizes[c] ^ sizes[n - 1 - c] for c in range(n)))
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
    return SolvedGrid(free & 1, (None,), tuple(columns))


def slow_value(blocked_rows: Blocked) -> int:
    """The slow twin: the nim-value of a board from the definition, smaller rectangles first, nothing taken apart.

    >>> slow_value(["..", ".."]), slow_value([".#", ".."])
    (0, 0)
    """
    height, width = len(blocked_rows), len(blocked_rows[0]) if blocked_rows else 0
    values: dict[tuple[int, int, int, int], int] = {}

    def value(r0: int, r1: int, c0: int, c1: int) -> int:
        return values[r0, r1, c0, c1] if r0 < r1 and c0 < c1 else 0

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
                    values[r0, r1, c0, c1] = next(v for v in range(len(reached) + 1) if v not in reached)
    return value(0, height, 0, width)


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for grids of which a move takes out a whole row or column free of blocked cells."""
    assert isinstance(rule.shape, shapes.Cuts)
    rows_of = rule.shape.rows
    grids: dict[Any, SolvedGrid] = {}

    def moves_to(state: Any, rest: int) -> shapes.Moves:
        rows = rows_of(state)
        labels: list[Labels] = []
        for kind, number in grids[state].moves_to(rest):
            if kind == "H":
                labels += [(("row", number + 1), ("column", c + 1), ("type", "H")) for c in range(len(rows[0]))]
            else:
                labels += [(("row", r + 1), ("column", number + 1), ("type", "V")) for r in range(len(rows))]
        return listed(labels)

    def answer(states: Sequence[Any]) -> Answer:
        missing = [state for state in dict.fromkeys(states) if state not in grids]
        grids.update(zip(missing, solve_many([rows_of(state) for state in missing]), strict=True))
        return Answer([grids[state].value for state in states], BY, moves_to)

    return Direct(answer)


# ---- Many boards at once on Python's big integers
#
# All boards stand in one long row of cells, `stride` cells a board row; a set of cells is an integer. For each height h
# and width w the values of the h x w rectangles that start at each cell are kept as bit planes: plane k has the cells
# whose value has bit k. A rectangle further right or down is the same set shifted, so one operation works on all places
# of all boards; it costs little more than on one. No cell of one board meets another's: a blank column and row part
# them.


Found = tuple[int, tuple[int | None, ...], tuple[int | None, ...]]  # value, after taking each row, each column
Planes = tuple[int, ...]

STEP = 16  # boards whose sides agree in multiples of this are worked on together


def solve_on_integers(boards: Sequence[Blocked]) -> list[Found]:
    """Value, values after taking each row and after each column (None: it cannot be taken), for each board.

    >>> solve_on_integers([["..", ".#"], ["..."]])
    [(0, (1, None), (1, None)), (1, (0,), (2, 0, 2))]
    """
    solved: list[Found | None] = [None] * len(boards)
    for places in _batches(boards):
        for place, result in zip(places, _solve_together([boards[i] for i in places]), strict=True):
            solved[place] = result
    return [result for result in solved if result is not None]


def seconds_on_integers(boards: Sequence[Blocked]) -> float:
    """About how long `solve` would take: each step costs 2 microseconds and 1 more for each 4000 cells."""
    total = 0.0
    for places in _batches(boards):
        height = max(len(boards[i]) for i in places)
        width = max(len(boards[i][0]) for i in places)
        cells = sum(len(boards[i]) + 1 for i in places) * (width + 1)
        total += height * width * (height + width + 2) / 2 * (2e-6 + cells * 0.25e-9)
    return total


def _batches(boards: Sequence[Blocked]) -> list[list[int]]:
    """Places of the boards that are solved together."""
    batches: dict[tuple[int, int], list[int]] = {}
    for place, board in enumerate(boards):
        batches.setdefault((-(-len(board) // STEP), -(-len(board[0]) // STEP)), []).append(place)
    return list(batches.values())


def _solve_together(boards: Sequence[Blocked]) -> list[Found]:
    height = max(len(board) for board in boards)
    width = max(len(board[0]) for board in boards)
    stride = width + 1
    starts = []
    lines: list[str] = []
    for board in boards:
        starts.append(len(lines) * stride)
        lines += [row.ljust(stride) for row in board]
        lines.append(" " * stride)
    text = "".join(lines)
    inside, free_cells = _set(text.replace("#", ".")), _set(text)
    free_rows, free_columns = _runs(free_cells, 1, width), _runs(free_cells, stride, height)
    wide, tall = _runs(inside, 1, width), _runs(inside, stride, height)
    values: list[list[Planes]] = [[()] * (width + 1) for _ in range(height + 1)]
    for h in range(1, height + 1):
        for w in range(1, width + 1):
            room = wide[w] & tall[h]
            if room:
                cuts = [
                    (room & free_rows[w] >> r * stride, values[r][w], values[h - 1 - r][w], (r + 1) * stride)
                    for r in range(h)
                ]
                cuts += [(room & free_columns[h] >> c, values[h][c], values[h][w - 1 - c], c + 1) for c in range(w)]
                values[h][w] = _mex(room, cuts)
    size = (len(text) + 7) // 8
    read = [[[plane.to_bytes(size, "little") for plane in planes] for planes in line] for line in values]

    def value(h: int, w: int, cell: int) -> int:
        return sum((plane[cell >> 3] >> (cell & 7) & 1) << k for k, plane in enumerate(read[h][w]))

    solved: list[Found] = []
    for board, start in zip(boards, starts, strict=True):
        h, w = len(board), len(board[0])
        rows = tuple(
            None if "#" in row else value(r, w, start) ^ value(h - 1 - r, w, start + (r + 1) * stride)
            for r, row in enumerate(board)
        )
        columns = tuple(
            None if "#" in column else value(h, c, start) ^ value(h, w - 1 - c, start + c + 1)
            for c, column in enumerate(zip(*board, strict=True))
        )
        solved.append((value(h, w, start), rows, columns))
    return solved


def _set(text: str) -> int:
    """The set of the places where `text` has a dot."""
    return int(text[::-1].translate({ord("."): "1", ord("#"): "0", ord(" "): "0"}), 2)


def _runs(cells: int, step: int, longest: int) -> list[int]:
    """For n = 0..longest the cells that begin a run of n cells of the set, each `step` after the one before."""
    runs = [0, cells]
    for n in range(1, longest):
        runs.append(runs[-1] & cells >> n * step)
    return runs


def _mex(room: int, cuts: Sequence[tuple[int, Planes, Planes, int]]) -> Planes:
    """Planes of the mex over the cuts, at the cells of `room`.

    A cut says where it can be made, the planes of the one part that it leaves, those of the other, and how many
    cells further that one starts.
    """
    seen: dict[int, int] = {}  # value: cells that have an option of it
    for where, first, second, further in cuts:
        groups = [(0, where)] if where else []  # (value, its cells), told apart bit by bit from the highest
        for k in range(max(len(first), len(second)) - 1, -1, -1):
            ones = second[k] >> further if k < len(second) else 0
            if k < len(first):
                ones ^= first[k]
            split = []
            for value, cells in groups:
                high = cells & ones
                if high:
                    split.append((value | 1 << k, high))
                    cells ^= high
                if cells:
                    split.append((value, cells))
            groups = split
        for value, cells in groups:
            seen[value] = seen.get(value, 0) | cells
    planes: list[int] = []
    value = 0
    while room:
        without = room & ~seen.get(value, 0)
        if without:
            planes += [0] * (value.bit_length() - len(planes))
            for k in range(value.bit_length()):
                if value >> k & 1:
                    planes[k] |= without
            room ^= without
        value += 1
    return tuple(planes)


# ---- Compiled loops that run straight through memory; see kernels.fill_cuts


WINDOW = 64  # values below this are kept as bits of one word
LANES = 16  # rows of a table are whole multiples of so many entries, so that no inner loop has a ragged end
MOST_WIDE_BYTES = 8 * 2**30  # of tables of two bytes a value, which hardly any board needs
CHUNK = 500_000_000  # options for one call of the kernel: about 0.1 s, so that Ctrl-C is prompt


def solve_by_kernels(boards: Sequence[Blocked]) -> list[Found]:
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
    rows_a_call = max(1, height * CHUNK // count_options(height, width))
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
                3 * table.size, MOST_WIDE_BYTES, f"a board of {height}x{width} with nim-values above {most}", "less"
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


def count_options(rows: int, columns: int) -> int:
    """Rows and columns of all sub-rectangles together, blocked or not: the work of a table."""
    return _triangle(rows) * _triangle(columns) * (rows + columns + 4) // 3


def table_bytes(rows: int, columns: int) -> int:
    """Bytes of the table, one for each value, and of what is kept beside it."""
    return _table_size(rows, columns) + layout(columns)[1] * (8 + rows)


def _table_size(rows: int, columns: int) -> int:
    return layout(columns)[1] * (_triangle(rows) + 1)


def _triangle(n: int) -> int:
    return n * (n + 1) // 2
