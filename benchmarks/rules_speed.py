"""Rules as generators, compiled, against plain C++ programs of the same tables: times and ratios from one run.

    python benchmarks/rules_speed.py [--runs N]

"kernel" is the table alone, with the kernel compiled; "process" a whole program that imports, reads the rule, loads
its kernel from the cache, fills the table and has it judged by the uncompiled rule. Times are on the clock, the least
of N runs. Sums over the tables must agree, else the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from rules_games import chess, kayles, rectangle, take_away, wythoff
from table_speed import HERE, ROOT, agree, compiled, print_machine, row

from grundy.compile.kernel import assembly, look
from grundy.compile.machine import load
from grundy.engines.table import code
from grundy.model.rule import Rule

LEAST = "seconds on the clock, the least of all runs; ratio = grundy / C++, below 1: grundy is faster"
ROWS: list[tuple[str, Rule, Any, list[str]]] = [
    ("chess rows, 2^20 states", chess, 1 << 20, ["chess"]),
    ("Kayles on bit rows, 2^22 states", kayles, 1 << 22, ["kayles"]),
    ("rectangle 5x5, 2^25 states x 225 masks", rectangle, 1 << 25, ["rectangle"]),
    ("take-away {1,3,4}, 10^7 heaps", take_away, 10**7, ["take-away-word", "take-away-stamps"]),
    ("Wythoff 1000x1000, option by option", wythoff, (1000, 1000), ["wythoff"]),
]
PROCESS = """
import sys
sys.path[:0] = [{source!r}, {here!r}]
from grundy.engines.table.code import nim_values
from rules_games import {rule}
nim_values({rule}, {size})
"""


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--runs", type=int, default=5, help="runs of each program; the least time counts")
    runs = options.parse_args().runs
    compiler = shutil.which(os.environ.get("CXX", "g++"))
    if compiler is None:
        print("no C++ compiler: install g++ or name one in CXX", file=sys.stderr)
        return 2
    print_machine(compiler, LEAST)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        os.environ["GRUNDY_CACHE"] = str(Path(folder) / "cache")
        program = compiled(compiler, "rules_tables", Path(folder))
        print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        for name, game, size, variants in ROWS:
            few = min(runs, 2) if game is rectangle else runs
            plain = [measured([program, variant, str(few)]) for variant in variants]
            best = min(seconds for seconds, _ in plain)
            table, ours = kernel_alone(game, size, few)
            row(f"{name}, kernel", best, ours)
            process = PROCESS.format(source=str(ROOT / "src"), here=str(HERE), rule=game.spec, size=size)
            row(
                f"{name}, process",
                min(whole([program, variant, "1"], few) for variant in variants),
                whole([sys.executable, "-c", process], few),
            )
            agreed &= agree(name, plain[0][1].split(), sums(table))
        print(f"\n{'chess rows: the source read and compiled':52}{'':10}{cold(chess):10.4f}")
    return 0 if agreed else 1


def measured(command: list[str]) -> tuple[float, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stderr), done.stdout


def whole(command: list[str], runs: int) -> float:
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        times.append(time.perf_counter() - begin)
    return min(times)


def kernel_alone(game: Rule, size: Any, runs: int) -> tuple[Any, float]:
    """The table, and the least time to allocate and fill it; the judge and the reading of the source not counted."""
    table = code.nim_values(game, size)
    way = "stamps16" if table.dtype == np.uint16 else "stamps8" if look(game).few else "window"
    shape, report = np.array(table.shape), np.zeros(2, np.int64)
    kernel = load(assembly(game, way, table.size))  # type: ignore[arg-type]
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        again, stamps = np.zeros(table.size, table.dtype), np.zeros(2**16 + 1, np.uint32)
        places = again.ctypes.data, 0, table.size, shape.ctypes.data, stamps.ctypes.data
        if kernel(*places, 2**16, 0, 0, report.ctypes.data):
            raise SystemExit(f"{game.spec}: the kernel stopped")
        times.append(time.perf_counter() - begin)
    return again.reshape(table.shape), min(times)


def sums(table: Any) -> list[str]:
    """The sum of all values, and that of all values times their place modulo 1000003."""
    flat = table.reshape(-1)
    total = weighted = 0
    for start in range(0, len(flat), 1 << 22):
        part = flat[start : start + (1 << 22)].astype(np.uint64)
        places = np.arange(start, start + len(part), dtype=np.uint64) % np.uint64(1000003)
        total, weighted = total + int(part.sum()), weighted + int((part * places).sum())
    return [str(total), str(weighted % 2**64)]


def cold(game: Rule) -> float:
    """Seconds to read and compile a rule that no cache has."""
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        os.environ["GRUNDY_CACHE"] = folder
        begin = time.perf_counter()
        load.cache_clear()
        look(game)
        load(assembly(game, "window", 1 << 20))
        return time.perf_counter() - begin


if __name__ == "__main__":
    sys.exit(main())
