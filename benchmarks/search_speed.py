"""The search of boards against a plain C++ program of the same algorithm: times, nodes and ratios from one run.

    python benchmarks/search_speed.py [--runs N] [--smallest] [ROWSxCOLUMNS ...]

Both answer full boards of Cram, with the same board, the same first table of small sets and tables of the same sizes to
begin with; values must agree, and nodes to one in a thousand. Times are CPU seconds of the search alone, the least of N
runs; the kernels are compiled before, as g++ compiles the program before.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from table_speed import compiled, cpp_compiler, options, print_machine, ratio  # noqa: E402

from grundy.engines.search.board import prepare  # noqa: E402
from grundy.engines.search.driver import BoardQuestion, BoardSearch  # noqa: E402
from grundy.engines.search.tables import SIZES  # noqa: E402
from grundy.games.placement import full_field, piece  # noqa: E402

CRAM = (piece("oo"), piece("o/o"))


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("boards", nargs="*", default=["5x7", "5x8", "3x15", "3x17"], metavar="ROWSxCOLUMNS")
    given = asked.parse_args()
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    searched(3, 6)
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "search", Path(folder))
        print(f"{'Cram':12}{'value':>6}{'nodes':>12}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        for board in ["5x6"] if given.smallest else given.boards:
            rows, columns = map(int, board.split("x"))
            file = Path(folder, board)
            write(file, rows, columns)
            theirs, ours = [], []
            for _ in range(given.runs):
                done = subprocess.run([program, str(file)], capture_output=True, text=True, check=True)
                theirs.append(done.stdout.split())
                ours.append(searched(rows, columns))
            (value, nodes), (mine, own) = theirs[0][:2], ours[0][:2]
            plain, kernel = min(float(one[2]) for one in theirs), min(one[2] for one in ours)
            agreed &= int(value) == mine and abs(int(nodes) - own) <= own // 1000
            told = "" if int(nodes) == own else f"  C++ found {value} in {nodes} nodes"
            print(f"{board:12}{mine:>6}{own:>12,}{plain:>10.2f}{kernel:>10.2f}{ratio(kernel, plain):>8}{told}")
    return 0 if agreed else 1


def searched(rows: int, columns: int) -> tuple[int, int, float]:
    """Value, nodes and CPU seconds of the kernels."""
    search = BoardSearch(prepare(full_field(rows, columns, CRAM)), method="proof-numbers")
    search.tables = search._tables()
    search.tables.widens_at = 2**62  # no larger table of small sets, which the C++ program has not
    began = time.process_time()
    work = search.answers([BoardQuestion((1 << rows * columns) - 1)])
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value[0], search.nodes, time.process_time() - began


def write(file: Path, rows: int, columns: int) -> None:
    """The board as the C++ program reads it: arrays, each after its length."""
    import numpy as np

    search = BoardSearch(prepare(full_field(rows, columns, CRAM)))
    tables = search._tables()
    moves, keys = tables.moves, tables.keys
    assert tables.words == 1, "the C++ program has sets of one word"
    root = (1 << rows * columns) - 1
    head = [search.board.places, keys.rows, keys.columns, moves.shift, keys.allowed, keys.octets, root]
    arrays: list[Any] = [np.array([*head, SIZES.slots, SIZES.clusters], np.int64)]
    arrays += [moves.need, moves.clear, moves.rim, moves.near, keys.row, keys.images, keys.column, moves.alone]
    with file.open("wb") as stream:
        for array in [*arrays, tables.known.small]:
            stream.write(np.int64(array.size).tobytes() + array.tobytes())


if __name__ == "__main__":
    sys.exit(main())
