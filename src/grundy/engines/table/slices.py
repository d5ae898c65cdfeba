"""Grids cut by rows and columns (cuts.py), many boards at once on Python's big integers.

All boards stand in one long row of cells, `stride` cells a board row; a set of cells is an integer. For each height h
and width w the values of the h x w rectangles that start at each cell are kept as bit planes: plane k has the cells
whose value has bit k. A rectangle further right or down is the same set shifted, so one operation works on all places
of all boards; it costs little more than on one. No cell of one board meets another's: a blank column and row part them.
"""

from __future__ import annotations

from collections.abc import Sequence

Blocked = Sequence[str]
Found = tuple[int, tuple[int | None, ...], tuple[int | None, ...]]  # value, after taking each row, each column
Planes = tuple[int, ...]

STEP = 16  # boards whose sides agree in multiples of this are worked on together


def solve(boards: Sequence[Blocked]) -> list[Found]:
    """Value, values after taking each row and after each column (None: it cannot be taken), for each board.

    >>> solve([["..", ".#"], ["..."]])
    [(0, (1, None), (1, None)), (1, (0,), (2, 0, 2))]
    """
    found: list[Found | None] = [None] * len(boards)
    for places in _batches(boards):
        for place, result in zip(places, _solve_together([boards[i] for i in places]), strict=True):
            found[place] = result
    return [result for result in found if result is not None]


def seconds(boards: Sequence[Blocked]) -> float:
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

    found: list[Found] = []
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
        found.append((value(h, w, start), rows, columns))
    return found


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
