"""Node Kayles on queens' graphs against a C++ program that searches in another way: values, CPU seconds and ratios.

    python benchmarks/queens_speed.py [--runs N] [--smallest] [N ...]

The nim-value of n x n alone, on one core. Both look up parts of up to seven squares in a table of all graphs of seven
nodes, which is made before the clock starts here, and is part of the C++ program's time there (0.3 s). Values must
agree. Times are CPU seconds, the least of N runs; the kernels are compiled before.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from table_speed import compiled, cpp_compiler, options, print_machine, ratio, run  # noqa: E402

import grundy  # noqa: E402
from grundy.engines.search.board import as_sets, prepare  # noqa: E402
from grundy.engines.search.driver import BoardQuestion, BoardSearch  # noqa: E402


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("sizes", nargs="*", type=int, default=[10, 11, 12], metavar="N")
    given = asked.parse_args()
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "queens", Path(folder))
        print(f"{'queens':12}{'value':>6}{'positions':>12}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        for size in [6] if given.smallest else given.sizes:
            searched(size)
            theirs = [run([program, str(size)]) for _ in range(given.runs)]
            ours = [searched(size) for _ in range(given.runs)]
            value, positions = ours[0][:2]
            plain, kernel = min(one[0] for one in theirs), min(one[2] for one in ours)
            agreed &= all(one[1].split() == [str(size), str(value)] for one in theirs)
            told = "" if agreed else f"  C++ found {theirs[0][1].strip()}"
            print(f"{size:<12}{value:>6}{positions:>12,}{plain:>10.2f}{kernel:>10.2f}{ratio(kernel, plain):>8}{told}")
    return 0 if agreed else 1


def searched(size: int) -> tuple[int, int, float]:
    """Value, positions and CPU seconds of the kernels."""
    (part,) = grundy.parse(f"node-kayles(queens:{size})").parts()
    sets = as_sets(part.rule.shape)
    assert sets
    field, read = sets.field(part.state)
    search = BoardSearch(prepare(field))
    search.prepare()
    began = time.process_time()
    work = search.answers([BoardQuestion(read(part.state))], most=0)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value[0], search.nodes, time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
