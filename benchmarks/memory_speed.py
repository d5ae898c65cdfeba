"""What memory buys a search: positions and CPU seconds of full boards of Cram, by the memory of their tables.

    python benchmarks/memory_speed.py [--memory GIB ...] [--smallest] [ROWSxCOLUMNS ...]

One core, by proof numbers; the positions are the same in every run. The seconds are those of the whole search, with
the tables of small sets, which are made with more places where there is more memory; the kernels are compiled before.
`cells` says how many places the last of them has, `proof numbers` what their table has come to, and `full` whether it
was to grow and could not. No C++.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from grundy.engines.search.board import prepare  # noqa: E402
from grundy.engines.search.driver import BoardQuestion, BoardSearch  # noqa: E402
from grundy.games.placement import full_field, piece  # noqa: E402

CRAM = (piece("oo"), piece("o/o"))
GIB = 2**30
MIB = 2**20


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("boards", nargs="*", default=["4x11", "3x17", "3x19", "3x21"], metavar="ROWSxCOLUMNS")
    asked.add_argument("--memory", type=float, nargs="+", default=[0.25, 0.5, 1, 2, 4], metavar="GIB")
    asked.add_argument("--smallest", action="store_true", help="a size that says nothing of what memory buys")
    given = asked.parse_args()
    boards, memory = (["3x11"], [0.002, 0.25]) if given.smallest else (given.boards, given.memory)
    print(f"{platform.machine()}, Python {platform.python_version()}, load average {os.getloadavg()[0]:.1f}")
    heads = f"{'Cram':8}{'GiB':>6}{'value':>6}{'cells':>6}{'proof numbers':>15}{'full':>5}{'values':>11}"
    print(f"{heads}{'positions':>12}{'CPU s':>8}", flush=True)
    agreed = True
    for board in boards:
        rows, columns = map(int, board.split("x"))
        values = set()
        for gib in memory:
            searched(rows, columns, 5 * rows, gib, small=12)  # compiled here
            search, value, seconds = searched(rows, columns, columns * rows, gib)
            tables = search.tables
            assert tables is not None
            values.add(value)
            told = f"{board:8}{gib:>6g}{value:>6}{tables.small_places:>6}{tables.numbers.nbytes / MIB:>11.1f} MiB"
            full = "yes" if tables.is_full else "no"
            print(f"{told}{full:>5}{tables.values:>11,}{search.nodes:>12,}{seconds:>8.1f}", flush=True)
            del search, tables
        agreed &= len(values) == 1
    return 0 if agreed else 1


def searched(rows: int, columns: int, places: int, gib: float, small: int = 25) -> tuple[BoardSearch, int, float]:
    """The search of the first places of a board when it has ended, their value and CPU seconds."""
    began = time.process_time()
    board = prepare(full_field(rows, columns, CRAM))
    search = BoardSearch(board, memory=int(gib * GIB), method="proof-numbers", small_places=small)
    search.tables = search._tables()
    work = search.answers([BoardQuestion((1 << places) - 1)])
    while True:
        try:
            next(work)
        except StopIteration as done:
            return search, done.value[0], time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
