"""Chomp on three rows: the table of all nim-values, beside the same loop in C++, in one run; seconds of a processor.

The least of all runs, without the time to compile. Both programs print the value of the full board. Then the
P-positions of four rows, the second of up to so many columns, in plain Python: how many have a fourth row, and how many
of these have a first row that is no longer than that.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from table_speed import compiled, cpp_compiler, options, print_machine, ratio  # noqa: E402

from grundy.engines.table.three_rows import filled  # noqa: E402
from grundy.games.chomp_rows import first_rows  # noqa: E402
from grundy.runs.chunk import run_to_end  # noqa: E402

FOUR_ROWS = (100, 200, 300)


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("columns", nargs="*", type=int, default=[100, 300, 500], metavar="N", help="boards of 3xN")
    given = asked.parse_args()
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "three_rows", Path(folder))
        ours(2)
        print(f"{'board':8}{'positions':>12}{'value':>6}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        for columns in [20] if given.smallest else given.columns:
            runs = [(ours(columns), theirs(program, columns)) for _ in range(given.runs)]
            agreed &= len({value for pair in runs for value, _ in pair}) == 1
            own, plain = (min(pair[side][1] for pair in runs) for side in (0, 1))
            positions = (columns + 1) * (columns + 2) * (columns + 3) // 6 - 1
            name = f"3x{columns}"
            print(f"{name:8}{positions:>12,}{runs[0][0][0]:>6}{plain:>10.3f}{own:>10.3f}{ratio(own, plain):>8}")
    print(f"\n{'board':8}{'P-positions':>12}{'within':>10}{'grundy':>10}")
    for columns in [8] if given.smallest else FOUR_ROWS:
        every, within, seconds = four_rows(columns)
        name = f"4x{columns}"
        print(f"{name:8}{every:>12,}{within:>10,}{seconds:>10.3f}")
    return 0 if agreed else 1


def four_rows(columns: int) -> tuple[int, int, float]:
    """The P-positions with a fourth row and a second one of up to so many columns, those on 4xN, and the time."""
    first_rows.cache_clear()
    began = process_time()
    rows_by_y = first_rows(columns + 1, columns)
    seconds = process_time() - began
    found = [x for rows in rows_by_y for row in rows for x in row[1:] if x]
    return len(found), sum(x <= columns for x in found), seconds


def ours(columns: int) -> tuple[int, float]:
    """The value of the full board, and the time."""
    import numpy as np

    began = process_time()
    table = np.zeros((columns + 1) * (columns + 2) * (columns + 3) // 6, np.uint16)
    full = run_to_end(filled(columns, table))
    return int(full[columns]), process_time() - began


def theirs(program: str, columns: int) -> tuple[int, float]:
    """The same by the program in C++, as it says itself."""
    printed = subprocess.run([program, str(columns)], capture_output=True, text=True, check=True).stdout.split()
    return int(printed[0]), float(printed[2])


if __name__ == "__main__":
    raise SystemExit(main())
