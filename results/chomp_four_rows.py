"""All P-positions of Chomp on four rows of up to N columns.

    python results/chomp_four_rows.py [N] [--out FILE]

prints the P-positions x >= y >= z >= w >= 0 with x <= N, how many cells each row has, as lines "x y z w" in
lexicographic order; their last numbers are A395126. With --out it writes them to FILE, as an array where that ends in
.npy, and prints their record. Without N it renews the list results/chomp-four-rows.jsonl.

A record counts the positions, those with a fourth row, and the `triples` (y, z, w) with y <= N. To each of these at
most one x, of any size, makes a P-position: `without` says to how many none does, and `furthest` which P-position has
the largest x - y, the first in lexicographic order of y, z and w. The SHA-256 is that of the lines.
"""

from __future__ import annotations

import hashlib
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from itertools import chain
from pathlib import Path
from typing import Any

import numpy
from records import HERE, Record, as_line

from grundy.games.chomp_rows import NONE, first_rows

SIZES = (10, 100, 200, 300)
LIST = HERE / "chomp-four-rows.jsonl"


def first_rows_of(columns: int) -> Any:
    """The rows (x, y, z, w) with the x of each (y, z, w), y up to `columns`; x is NONE where none makes a P-position.

    >>> first_rows_of(1).tolist()
    [[1, 0, 0, 0], [2, 1, 0, 0], [3, 1, 1, 0], [4, 1, 1, 1]]
    """
    found = []
    for y, rows in enumerate(first_rows(columns + 1, columns)):
        z, w = numpy.tril_indices(y + 1)
        x = numpy.fromiter(chain.from_iterable(rows), numpy.int32, len(z))
        found.append(numpy.stack([x, numpy.full_like(x, y), z.astype(numpy.int32), w.astype(numpy.int32)], axis=1))
    return numpy.concatenate(found)


def positions_in(rows: Any, columns: int) -> Any:
    """The P-positions on so many columns, in lexicographic order."""
    kept = rows[(rows[:, 0] != NONE) & (rows[:, 0] <= columns)]
    return kept[numpy.lexsort(kept.T[::-1])]


def lines_of(positions: Any) -> str:
    return "".join(f"{x} {y} {z} {w}\n" for x, y, z, w in positions.tolist())


def record_of(columns: int) -> tuple[Record, Any]:
    """A line of the list, and the P-positions."""
    rows = first_rows_of(columns)
    positions = positions_in(rows, columns)
    furthest = rows[(rows[:, 0] - rows[:, 1]).argmax()]
    record = {
        "name": f"chomp 4x{columns}",
        "positions": len(positions),
        "fourth_row": int((positions[:, 3] > 0).sum()),
        "triples": len(rows),
        "without": int((rows[:, 0] == NONE).sum()),
        "furthest": furthest.tolist(),
        "sha256": hashlib.sha256(lines_of(positions).encode()).hexdigest(),
    }
    return record, positions


def write(positions: Any, out: Path) -> None:
    """Write the positions as an array where the file ends in .npy, else as lines."""
    if out.suffix == ".npy":
        numpy.save(out, positions)
    else:
        out.write_text(lines_of(positions), encoding="utf-8")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("columns", nargs="?", type=int, metavar="N", help="the most columns, from 1 on")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where the positions are written")
    given = parser.parse_args()
    if given.columns is None:
        if given.out:
            parser.error("--out needs N")
        lines = []
        for size in SIZES:
            lines.append(as_line(record_of(size)[0]))
            print(lines[-1], end="", flush=True)
        LIST.write_text("".join(lines), encoding="utf-8")
    elif given.columns < 1:
        parser.error(f"expected N of 1 or more, found {given.columns}")
    elif given.out:
        its_record, its_positions = record_of(given.columns)
        write(its_positions, given.out)
        print(as_line(its_record), end="")
    else:
        sys.stdout.write(lines_of(positions_in(first_rows_of(given.columns), given.columns)))
