"""Boards of `.` and `#`, each after a line with its numbers of rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from grundy.games.boards import bacteria
from grundy.judges.inputs import Inputs, cleared, random_board
from grundy.judges.judge import Judge, Reading
from grundy.model.rule import Component
from grundy.text.reader import BLANKS, END_OF_LINE, Text, describe, looks_blank
from grundy.text.rows import Rows

_CELLS = ".#"


def read(text: Text) -> Reading:
    rows = Rows(text)
    cases = []
    for _ in rows.cases("the number of cases"):
        height, width = rows.counts(("the number of rows", "the number of columns"), between=True)
        if height is None or width is None:
            rows.stopped = True
            break
        board = []
        for index in range(1, height + 1 if width else 1):
            line = rows.raw("row", index, height)
            if line is None:
                break
            board.append(_cells(rows, line, index, height, width))
        cases.append(Component(bacteria, (tuple(board),)))
    rows.finish(numbers_only=False)
    return Reading(tuple(cases))


def _cells(rows: Rows, line: str, index: int, height: int, width: int) -> str:
    """The cells of a row; a line without any cell is no row, and reading stops there."""
    cells = line.strip(" \t")
    if len(cells) == width and not cells.strip(_CELLS):
        return cells
    text = rows.text
    start = text.line_start(rows.line) + line.index(cells)
    if not any(cell in _CELLS for cell in cells):
        text.report_at(start, f"row {index} of {height}, {width} cells '.' or '#'", describe(cells))
        rows.stopped = True
        return ""
    for at, cell in enumerate(cells):
        if cell not in _CELLS and not text.full:
            text.report_at(start + at, "a cell, '.' or '#'", describe(cell))
    if any(cell in BLANKS or looks_blank(cell) for cell in cells):
        return ""
    if len(cells) < width:
        text.report_at(start + len(cells), f"a cell, '.' or '#' ({width} in each row)", END_OF_LINE)
        # with the next line it would be right: a row over two lines, or a short one; see Rows.length
        rows.stopped = len(cells) + len(rows.peek().strip(BLANKS)) == width
    elif len(cells) > width:
        text.report_at(start + width, f"{END_OF_LINE} after {width} cells", describe(cells[width]))
    return ""


def write(reading: Reading, answers: Sequence[int]) -> str:
    numbered = enumerate(zip(reading.cases, answers, strict=True), 1)
    return "".join(f"Case #{case}: {count}\n" for case, (_, count) in numbered)


def _small() -> Iterator[tuple[str, ...]]:
    for area in range(1, 226):
        for rows in range(1, 16):
            if area % rows == 0 and area // rows <= 15:
                width = area // rows
                for cells in product(".#", repeat=area):
                    yield tuple("".join(cells[at : at + width]) for at in range(0, area, width))


def _random(chances: Random, size: int) -> tuple[str, ...]:
    most = min(15, 2 + size // 3)
    return random_board(".#", chances.randint(1, most), chances.randint(1, most), chances)


def _smaller(board: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if len(board) > 1:
        yield from (board[:at] + board[at + 1 :] for at in range(len(board)))
    if len(board[0]) > 1:
        yield from (tuple(row[:at] + row[at + 1 :] for row in board) for at in range(len(board[0])))
    yield from cleared("#", ".")(board)


def _write(cases: Sequence[tuple[str, ...]]) -> str:
    boards = ("".join(f"{row}\n" for row in (f"{len(board)} {len(board[0])}", *board)) for board in cases)
    return f"{len(cases)}\n" + "".join(boards)


JUDGE = Judge(
    name="gcj2019-bacterial-tactics",
    summary="T boards; a bacterium fills a row or a column up to the edge. The number of winning opening moves, or 0.",
    limits="T <= 100, R and C <= 15",
    source="Google Code Jam 2019, Round 1C, Bacterial Tactics",
    sample_in="5\n2 2\n..\n.#\n4 4\n.#..\n..#.\n#...\n...#\n3 4\n#.##\n....\n#.##\n1 1\n.\n1 2\n##\n",
    sample_out="Case #1: 0\nCase #2: 0\nCase #3: 7\nCase #4: 2\nCase #5: 0\n",
    asks="moves",
    read=read,
    write=write,
    inputs=Inputs(_small, _random, _smaller, _write, r"Case #\d+: \d+", "Case #x: y", 100),
)
