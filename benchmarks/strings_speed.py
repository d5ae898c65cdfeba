"""Nimstring: the table of all sets of strings, beside the same loop in C++, in one run; seconds of a processor.

The least of all runs, without the time to compile. Both programs print the value of the whole board.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from table_speed import compiled, cpp_compiler, options, print_machine, ratio  # noqa: E402

from grundy.engines.graph.strings.engine import tied_parts  # noqa: E402
from grundy.engines.graph.strings.filling import spread, strings_of  # noqa: E402
from grundy.games.nimstring import boxes  # noqa: E402


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("columns", nargs="*", type=int, default=[3, 4, 5], metavar="N", help="boards of 2xN boxes")
    given = asked.parse_args()
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "strings", Path(folder))
        print(f"{'board':8}{'strings':>8}{'value':>6}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        for columns in [2] if given.smallest else given.columns:
            strings, ends = board(2, columns)
            ours(1, ends)
            runs = [(ours(strings, ends), theirs(program, strings, ends)) for _ in range(given.runs)]
            agreed &= len({value for pair in runs for value, _ in pair}) == 1
            own, plain = (min(pair[side][1] for pair in runs) for side in (0, 1))
            name = f"2x{columns}"
            print(f"{name:8}{strings:>8}{runs[0][0][0]:>6}{plain:>10.3f}{own:>10.3f}{ratio(own, plain):>8}")
    return 0 if agreed else 1


def board(rows: int, columns: int) -> tuple[int, tuple[list[int], list[int]]]:
    """How many strings a board has, and those of the two coins of each."""
    from grundy.engines.graph.strings.kernels import GROUND

    state = boxes(rows, columns)
    (part,) = tied_parts(len(state.nodes), state.edges, state.ground)
    return len(part.strings), strings_of(part.first, part.second, part.ground, GROUND)


def ours(strings: int, ends: tuple[list[int], list[int]]) -> tuple[int, float]:
    """The value of the whole board, and the time."""
    import numpy as np

    from grundy.engines.graph.strings.kernels import string_values

    first, second = map(spread, ends)
    table, began = np.zeros(1 << strings, np.uint8), process_time()
    string_values(first, second, 1, len(table), table)
    return int(table[-1]), process_time() - began


def theirs(program: Path, strings: int, ends: tuple[list[int], list[int]]) -> tuple[int, float]:
    """The same by the program in C++, with its start."""
    from grundy.engines.graph.strings.kernels import GROUND

    lines = "\n".join(f"{a} {b}" for a, b in zip(*ends, strict=True))
    before = getrusage(RUSAGE_CHILDREN)
    typed = f"{strings} {GROUND}\n{lines}\n"
    done = subprocess.run([program], input=typed, capture_output=True, text=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return int(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    raise SystemExit(main())
