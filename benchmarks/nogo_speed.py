"""The compiled search of a rule that is code against a C++ program of the same method: values, CPU seconds and ratios.

    python benchmarks/nogo_speed.py [--runs N] [--smallest] [N ...]

The nim-value alone of NoGo on 1 x N, on one core: by keys of 63 bits, and by numbers, as states of more bits have
them. Both order moves and cancel parts alike; the C++ program knows of one row alone, where a part is a string. Values
must agree. Times are CPU seconds, the least of N runs; the kernels are compiled before.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from table_speed import compiled, cpp_compiler, options, print_machine, ratio, run  # noqa: E402

from grundy.compile import keys  # noqa: E402
from grundy.engines.search.compiled import Compiled  # noqa: E402
from grundy.games.stones import nogo, nogo_state  # noqa: E402
from grundy.runs.chunk import run_to_end  # noqa: E402

MEMORY = 4 << 30


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("sizes", nargs="*", type=int, default=[16, 18, 20], metavar="N")
    given = asked.parse_args()
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "nogo", Path(folder))
        names = ("C++", "by keys", "ratio", "by numbers", "ratio")
        print(f"{'NoGo':8}{'value':>6}{'listed':>12}" + "".join(f"{name:>12}" for name in names))
        for size in [10] if given.smallest else given.sizes:
            searched(by_numbers(size), size)  # so that its kernels are compiled
            theirs = [run([program, str(size)]) for _ in range(given.runs)]
            ours = [[searched(made(size), size) for _ in range(given.runs)] for made in (by_keys, by_numbers)]
            values = {int(theirs[0][1].split()[0]), *(one[0] for found in ours for one in found)}
            agreed &= len(values) == 1
            plain = min(one[0] for one in theirs)
            times = "".join(
                f"{seconds:>12.2f}{ratio(seconds, plain):>12}"
                for seconds in (min(one[2] for one in found) for found in ours)
            )
            told = "" if len(values) == 1 else f"  values {sorted(values)}"
            print(f"{f'1x{size}':8}{ours[0][0][0]:>6}{ours[0][0][1]:>12,}{plain:>12.2f}{times}{told}")
    return 0 if agreed else 1


def by_keys(size: int) -> Compiled:
    """A search of a row that knows nothing yet."""
    return Compiled(nogo, [nogo_state(("." * size,))], MEMORY)


def by_numbers(size: int) -> Compiled:
    """The same, as if no key had enough bits."""
    enough, keys.keys_for = keys.keys_for, lambda *_: None
    try:
        return by_keys(size)
    finally:
        keys.keys_for = enough


def searched(search: Compiled, size: int) -> tuple[int, int, float]:
    """The value of a row, how often options were listed, and CPU seconds."""
    began = time.process_time()
    value: Any = run_to_end(search.value(nogo_state(("." * size,))))
    return value, search.nodes, time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
