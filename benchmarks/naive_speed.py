"""Nim-values of codes without a sparse space, heap by heap, beside a naive loop in C++: CPU seconds, and their ratio
(below 1: grundy is faster).

    python benchmarks/naive_speed.py [HEAPS] [--smallest]

One core; `g++ -O3 -march=native`. Both compute every value; their sums are compared. Compilation is not counted.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from table_speed import compiled, cpp_compiler, options, ratio

from grundy.engines.heap.octal.values import NaiveTable
from grundy.model.shapes import Digits

SHAPES = {
    "0.007": Digits((0, 0, 0, 7)),
    "0.07": Digits((0, 0, 7)),
    "0.165": Digits((0, 1, 6, 5)),
    "0.776": Digits((0, 7, 7, 6)),
    "Grundy's game": Digits((4,), (), True),
}


def ours(shape: Digits, heaps: int) -> tuple[float, int]:
    """CPU seconds, and the sum of all values."""
    start = process_time()
    table = NaiveTable(shape)
    while table.size < heaps:
        table.step(heaps)
    seconds = process_time() - start
    return seconds, sum(int(value) for value in table.values[:heaps])


def theirs(program: str, shape: Digits, heaps: int) -> tuple[float, int]:
    """The same of the C++ program."""
    words = [program, str(heaps), str(int(shape.unequal)), *map(str, shape.digits)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, int(told)


def main(heaps: int) -> None:
    """Print a line for each code."""
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(cpp_compiler(), "octal", Path(folder))
        ours(SHAPES["0.007"], 12_000)  # compiled, for bytes and for more
        print(f"{'':14} {'grundy':>9} {'C++':>9} {'ratio':>9}   CPU seconds, {heaps:,} heaps")
        for name, shape in SHAPES.items():
            mine, value = ours(shape, heaps)
            other, wanted = theirs(program, shape, heaps)
            assert value == wanted, name
            print(f"{name:14} {mine:9.3f} {other:9.3f} {ratio(mine, other):>9}")


if __name__ == "__main__":
    asked = options(__doc__, runs=0)
    asked.add_argument("heaps", nargs="?", type=int, default=100_000)
    given = asked.parse_args()
    main(3_000 if given.smallest else given.heaps)
