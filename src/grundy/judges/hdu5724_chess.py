"""Boards of rows of 20 squares: for each row how many pieces, and their columns in any order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from grundy.games.rows import chess_rows
from grundy.judges.at_once import answer
from grundy.judges.inputs import Inputs, smaller_piles, spaced, sums
from grundy.judges.judge import Batch, Batches, Judge, Reading, lines_of
from grundy.model.rule import Component
from grundy.text.reader import Text
from grundy.text.rows import NumberLines, NumberRow, Rows

WIDTH = 20
_MASKS: dict[int | None, int] = {column: 1 << (WIDTH - column) for column in range(1, WIDTH + 1)}


def read(text: Text) -> Reading:
    """The states of a case are its rows as masks: bit 0 is column 20, the right edge."""
    rows = Rows(text)
    rule = chess_rows(WIDTH)
    cases = []
    masks_of = _MASKS.__getitem__
    for _ in rows.cases("the number of cases"):
        height = rows.count("the number of rows", between=True)
        if height is None:
            rows.stopped = True
            break
        masks = []
        for index in range(1, height + 1):
            row = rows.read("row", index, height)
            if row is None:
                break
            try:
                mask = sum(map(masks_of, row[1:]))
            except KeyError:  # a column that is none
                mask = -1
            # a sum of n powers of two has n bits just if they are n different ones
            if not (mask.bit_count() == len(row) - 1 == row[0]) or mask < 0:
                _report(rows, row)
                if text.full:
                    break
            masks.append(mask)
        cases.append(Component(rule, tuple(masks)))
    rows.finish()
    return Reading(tuple(cases))


def read_large(lines: NumberLines) -> Batches | None:
    import numpy as np

    sizes, numbers, begins = lines.lengths, lines.numbers, lines.begins
    if not sizes.all():
        return None
    heads = begins[:-1]
    is_row = np.ones(len(lines), np.bool_)
    is_row[0] = False
    ends: list[int] = []
    line, rows = 1, 0
    firsts, lengths = numbers[heads].tolist(), sizes.tolist()
    while line < len(lines):  # a line with a height, and the rows
        height = firsts[line]
        if lengths[line] != 1 or height >= len(lines) - line:
            return None
        is_row[line] = False
        rows += height
        ends.append(rows)
        line += 1 + height
    if lengths[0] != 1 or firsts[0] != len(ends) or (numbers[heads[is_row]] != sizes[is_row] - 1).any():
        return None
    columns = numbers.copy()
    columns[heads] = WIDTH
    if columns.min() < 1 or columns.max() > WIDTH:
        return None
    pieces = np.uint64(1) << np.uint64(WIDTH) - columns
    pieces[heads] = 0
    masks = np.bitwise_or.reduceat(pieces, heads)
    if (masks != np.add.reduceat(pieces, heads)).any():  # a column twice
        return None
    return Batches((Batch(chess_rows(WIDTH), masks[is_row], np.array(ends, np.int64)),))


def _report(rows: Rows, row: NumberRow) -> None:
    pieces = rows.check(0, f"a number of pieces from 0 to {WIDTH}", 0, WIDTH)
    stop = len(row)
    if pieces is not None:
        rows.length(pieces + 1, f"a column from 1 to {WIDTH}")
        stop = min(stop, pieces + 1)
    seen = set()
    for token in range(1, stop if not rows.text.full else 0):
        column = rows.check(token, f"a column from 1 to {WIDTH}", 1, WIDTH)
        if column in seen:
            rows.report(token, "each column once", f"{column} again")
        elif column is not None:
            seen.add(column)


def _random(chances: Random, size: int) -> tuple[int, ...]:
    wide = min(WIDTH, 3 + size)
    return tuple(chances.randrange(1 << wide) for _ in range(chances.randint(1, 1 + size // 4)))


def _write(cases: Sequence[tuple[int, ...]]) -> str:
    lines = [str(len(cases))]
    for case in cases:
        lines.append(str(len(case)))
        for mask in case:
            columns = [column for column in range(1, WIDTH + 1) if mask >> (WIDTH - column) & 1]
            lines.append(spaced((len(columns), *columns)))
    return "".join(f"{line}\n" for line in lines)


JUDGE = Judge(
    name="hdu5724-chess",
    summary=(
        "T boards of n rows of 20 squares; a piece moves right to the next empty square. YES if Alice, first, wins."
    ),
    limits="T <= 100, n <= 1000",
    source="HDU 5724, Chess",
    sample_in="2\n1\n2 19 20\n2\n1 19\n1 18\n",
    sample_out="NO\nYES\n",
    asks="winner",
    read=read,
    write=lines_of("YES", "NO"),
    inputs=Inputs(sums(0, (1 << WIDTH) - 1), _random, smaller_piles(0), _write, "YES|NO", "YES or NO", 100),
    read_large=read_large,
    answer_large=partial(answer, "hdu5724-chess"),
)
