"""Nim-products and inverses of arrays of 64 bits against a C++ program that makes one after the other by tables.

    python benchmarks/nimber_speed.py [--runs N] [--smallest]

The C++ program goes down to the field of 2^16 numbers, whose logarithms it has in tables, as is usual in contests.
CPU seconds of the work alone, in one thread, kernels and tables ready; then nanoseconds a number. Where the package
ogdoad is installed, its products of single numbers, too. Answers must agree, else the exit status is 1.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from table_speed import agree, compiled, cpp_compiler, least, options, print_machine, row

from grundy import nimber


def main() -> int:
    given = options(__doc__, runs=5).parse_args()
    count = 1 << 12 if given.smallest else 1 << 22
    compiler = cpp_compiler()
    print_machine(compiler)
    a, b = numbers(count)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "nimbers", Path(folder))
        print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        works: list[tuple[str, str, Callable[[], Any]]] = [
            (f"{count:,} nim-products of 64 bits", "multiply", lambda: nimber.multiply(a, b)),
            (f"{count:,} inverses of 64 bits", "invert", lambda: nimber.inverse(a)),
        ]
        for name, how, work in works:
            command = [program, how, str(count)]
            done = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(given.runs)]
            took = min(float(each.stderr) for each in done)
            ours = least(work, given.runs)
            row(name, took, ours)
            row("    nanoseconds each", took / count * 1e9, ours / count * 1e9)
            agreed &= agree(name, [done[0].stdout.strip()], [str(folded(work()))])
    beside_ogdoad(a, b, given.runs)
    return 0 if agreed else 1


def numbers(count: int) -> tuple[Any, Any]:
    """The numbers of the C++ program: splitmix64 of 1, 3, 5, ... and of 2, 4, 6, ..."""
    import numpy as np

    n = np.arange(1, 2 * count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    n = (n ^ n >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    n = (n ^ n >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    n ^= n >> np.uint64(31)
    return n[::2].copy(), n[1::2].copy()


def folded(values: Any) -> int:
    """All answers in one number, in which their order counts."""
    whole, ones = 0, (1 << 64) - 1
    for value in values.tolist():
        whole = (whole << 1 & ones | whole >> 63) ^ value
    return whole


def beside_ogdoad(a: Any, b: Any, runs: int) -> None:
    """Products of single numbers by the package ogdoad, if it is there."""
    try:
        import ogdoad  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        print("\nogdoad is not installed: python -m pip install ogdoad")
        return
    pairs = list(zip(a[:20_000].tolist(), b[:20_000].tolist(), strict=True))
    theirs = least(lambda: [ogdoad.nim_mul(x, y) for x, y in pairs], runs) / len(pairs)
    ours = least(lambda: nimber.multiply(a, b), runs) / len(a)
    print(f"\n{'nanoseconds a product':52}{'ogdoad':>10}{'grundy':>10}{'ratio':>8}")
    row("one at a time, and as an array", theirs * 1e9, ours * 1e9)


if __name__ == "__main__":
    sys.exit(main())
