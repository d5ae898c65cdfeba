"""Rows by the words of their parts against a plain C++ program of the same method: times and ratios from one run.

    python benchmarks/strips_speed.py [--runs N] [--smallest] [N ...]

Impartial Clobber on (xo)^N. Values must agree. Times are CPU seconds of the value alone, the least of N runs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from table_speed import compiled, cpp_compiler, options, print_machine, ratio  # noqa: E402

from grundy.engines.options import DEFAULT_OPTIONS  # noqa: E402
from grundy.engines.search.asker import Asker  # noqa: E402
from grundy.games.stones import clobber_rule  # noqa: E402


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("sizes", nargs="*", type=int, default=[40, 160, 500], metavar="N")
    given = asked.parse_args()
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "strips", Path(folder))
        print(f"{'Clobber':12}{'value':>6}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        for size in [20] if given.smallest else given.sizes:
            theirs, ours = [], []
            for _ in range(given.runs):
                done = subprocess.run([program, str(size)], capture_output=True, text=True, check=True)
                theirs.append(done.stdout.split())
                ours.append(searched(size))
            value, mine = int(theirs[0][0]), ours[0][0]
            plain, own = min(float(one[2]) for one in theirs), min(one[1] for one in ours)
            agreed &= value == mine
            told = "" if value == mine else f"  C++ found {value}"
            print(f"{f'(xo)^{size}':12}{mine:>6}{plain:>10.3f}{own:>10.3f}{ratio(own, plain):>8}{told}")
    return 0 if agreed else 1


def searched(size: int) -> tuple[int, float]:
    """The value of (xo)^size and CPU seconds, the board's preparation among them."""
    rule, state = clobber_rule("clobber"), ("xo" * size,)
    began = time.process_time()
    field, read = rule.shape.field(state)  # type: ignore[union-attr]
    (value,) = Asker(DEFAULT_OPTIONS, misere=False).ask([(field, read(state), None)])
    return value, time.process_time() - began


if __name__ == "__main__":
    raise SystemExit(main())
