"""Rules as generators, compiled, against plain C++ programs of the same tables: times and ratios from one run.

    python benchmarks/rules_speed.py [--runs N] [--smallest]

"kernel" is its loop alone, on one core; "engine" the table, with what it takes to read the rule and to find its kernel
again, but without the judge, which does not depend on the table's size; "process" a whole program that imports, reads
the rule, loads its kernel from the cache, fills the table and has it judged by the uncompiled rule. The best of g++
and, where it is there, clang++ counts, and where two C++ programs are given the faster one. Times are CPU seconds,
user and system, the least of N runs. Then two cores against one, beside what two cores are worth here: CPU seconds
that two threads take together for twice the work of one, and for a table against those of one core. Sums over the
tables must agree, else the exit status is 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from rules_games import busy, chess, kayles, queens, rectangle, take_away, wythoff
from table_speed import FLAGS, HERE, LEAST, ROOT, agree, options, print_machine, row, run

from grundy.answering.tables import fill
from grundy.compile.kernel import assembly, look
from grundy.compile.machine import load
from grundy.engines.table import code
from grundy.engines.table.job import job
from grundy.engines.table.shared import words_of_sets
from grundy.model.rule import Rule

Row = tuple[str, Rule, Any, list[str]]  # a name, the game, how many states, the C++ programs
Shared = tuple[str, Rule, Any]


def rows(smallest: bool) -> list[Row]:
    """What is compared with C++; sides and counts of a small size, or of the usual one."""
    bits, board, heaps, side, large = (12, 15, 10**4, 100, 200) if smallest else (20, 25, 10**7, 1000, 5000)
    return [
        (f"chess rows, 2^{bits} states", chess, 1 << bits, ["chess"]),
        (f"Kayles on bit rows, 2^{bits + 2} states", kayles, 1 << bits + 2, ["kayles"]),
        (f"rectangle 5x5, 2^{board} states x 225 masks", rectangle, 1 << board, ["rectangle"]),
        (f"take-away {{1,3,4}}, {heaps:,} heaps", take_away, heaps, ["take-away-word", "take-away-stamps"]),
        (f"Wythoff {side}x{side}", wythoff, (side, side), ["wythoff"]),
        (f"Wythoff {large}x{large}, C++ with bit sets", wythoff, (large, large), ["wythoff-sets"]),
    ]


def together(smallest: bool) -> list[Shared]:
    """What two cores fill together."""
    bits, board, side, moves = (14, 15, 200, 200) if smallest else (24, 22, 5000, 2000)
    return [
        (f"Kayles on bit rows, 2^{bits} states", kayles.bind(width=bits), 1 << bits),
        (f"rectangle 5x5, 2^{board} states", rectangle, 1 << board),
        (f"Wythoff {side}x{side}", wythoff, (side, side)),
        (f"moves of up to 39 as of a queen, {moves}x{moves}", queens, (moves, moves)),
    ]


PROCESS = """
import sys
sys.path[:0] = [{source!r}, {here!r}]
from grundy.answering.tables import nim_values
from rules_games import {rule}
nim_values({rule}, {size}, cores=1)
"""


def main() -> int:
    given = options(__doc__, runs=5).parse_args()
    runs = given.runs
    compilers = [found for name in (os.environ.get("CXX", "g++"), "clang++") if (found := shutil.which(name))]
    if not compilers:
        print("no C++ compiler: install g++ or name one in CXX", file=sys.stderr)
        return 2
    print_machine(compilers[0], LEAST)
    if len(compilers) > 1:
        print(f"and {compilers[1]}, the faster of the two for each row\n")
    agreed = True
    code.check_table = lambda task, array, compiled=True: None  # type: ignore[assignment]  # the engine alone
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        os.environ["GRUNDY_CACHE"] = str(Path(folder) / "cache")
        programs = [compiled(compiler, Path(folder), number) for number, compiler in enumerate(compilers)]
        print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        for name, game, size, variants in rows(given.smallest):
            few = min(runs, 2) if game is rectangle else runs
            length = str(size[0] if isinstance(size, tuple) else size)
            commands = [[program, variant, length] for program in programs for variant in variants]
            plain = [measured([*command, str(few)]) for command in commands]
            table = filled(game, size, 1)
            best = min(seconds for seconds, _ in plain)
            if not words_of_sets(job(game, size), look(game)):
                row(f"{name}, kernel", best, least(partial(kernel_alone, game, table), few))
                agreed &= (kernel_alone(game, table) == table).all()
            row(f"{name}, engine", best, least(partial(filled, game, size, 1), few))
            process = PROCESS.format(source=str(ROOT / "src"), here=str(HERE), rule=game.spec, size=size)
            row(
                f"{name}, process",
                min(whole([*command, "1"], few) for command in commands),
                whole([sys.executable, "-c", process], few),
            )
            agreed &= agree(name, plain[0][1].split(), sums(table))
        print(f"\n{'chess rows: the source read and compiled':52}{'':10}{cold(chess):10.4f}")
        states = rows(given.smallest)[0][2]
        print(f"{f'chess rows, {states:,} states: the first run, process':52}{'':10}{first_run(chess, states):10.4f}")
        two_cores(runs, together(given.smallest))
    return 0 if agreed else 1


def compiled(compiler: str, folder: Path, number: int) -> str:
    program = str(folder / f"rules_tables{number}")
    subprocess.run([compiler, *FLAGS, str(HERE / "cpp" / "rules_tables.cpp"), "-o", program], check=True)
    return program


def measured(command: list[str]) -> tuple[float, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stderr), done.stdout


def whole(command: list[str], runs: int) -> float:
    return min(run(command)[0] for _ in range(runs))


def least(work: Callable[[], Any], runs: int) -> float:
    """The least CPU seconds of some calls."""
    times = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def filled(game: Rule, size: Any, cores: int) -> Any:
    """The table by the engine, without the judge."""
    arrays: list[Any] = []

    def allocate(dtype: str, entries: int) -> Any:
        arrays[:] = [np.zeros(entries, dtype)]
        return arrays[0]

    for _ in fill(job(game, size), allocate, cores=cores)(None):
        pass
    return arrays[0].reshape(size)


def kernel_alone(game: Rule, table: Any) -> Any:
    """A table of such entries, allocated and filled by one call of the kernel."""
    way = "stamps16" if table.dtype == np.uint16 else "stamps8" if look(game).few else "window"
    again, stamps = np.zeros(table.size, table.dtype), np.zeros(2**16 + 1, np.uint32)
    shape, report = np.array(table.shape), np.zeros(2, np.int64)
    places = again.ctypes.data, 0, table.size, shape.ctypes.data, stamps.ctypes.data, 2**16, 0, 0, report.ctypes.data
    if loaded(game, way, table.size)(*places):
        raise SystemExit(f"{game.spec}: the kernel stopped")
    return again.reshape(table.shape)


@cache
def loaded(game: Rule, way: Any, states: int) -> Any:
    return load(assembly(game, way, states))


def first_run(game: Rule, size: Any) -> float:
    """CPU seconds of a process that has no kernel to load and compiles it."""
    process = PROCESS.format(source=str(ROOT / "src"), here=str(HERE), rule=game.spec, size=size)
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        kept, os.environ["GRUNDY_CACHE"] = os.environ["GRUNDY_CACHE"], folder
        seconds = run([sys.executable, "-c", process])[0]
        os.environ["GRUNDY_CACHE"] = kept
        return seconds


def two_cores(runs: int, tables: list[Shared]) -> None:
    """CPU seconds by one thread and by two: what is lost to sharing, whatever else runs; then the time on the clock."""
    print(f"\n{'':52}{'1 core':>10}{'2 cores':>10}{'ratio':>8}")
    one, two = least(lambda: spin(1), runs), least(lambda: spin(2), runs)
    row("arithmetic alone, as much twice by one thread", 2 * one, two)
    for name, game, size in tables:
        row(name, *(least(partial(filled, game, size, cores), runs) for cores in (1, 2)))
    print(f"\n{'on the clock':52}{'1 core':>10}{'2 cores':>10}{'ratio':>8}")
    one, two = clock(lambda: spin(1), runs), clock(lambda: spin(2), runs)
    row("arithmetic alone, as much twice by one thread", 2 * one, two)
    for name, game, size in tables:
        row(name, *(clock(partial(filled, game, size, cores), runs) for cores in (1, 2)))


def spin(threads: int) -> None:
    """A loop of arithmetic in each of some threads: a rule's kernel whose states have no options in the table."""
    kernel = loaded(busy, "window", 1 << 16)

    def work(_: int) -> None:
        table, shape, report = np.zeros(1 << 16, np.uint8), np.array([1 << 16]), np.zeros(2, np.int64)
        kernel(table.ctypes.data, 0, 1 << 16, shape.ctypes.data, 0, 0, 0, 0, report.ctypes.data)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))


def clock(work: Callable[[], Any], runs: int) -> float:
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


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
    """CPU seconds to read and compile a rule that no cache has."""
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        kept, os.environ["GRUNDY_CACHE"] = os.environ["GRUNDY_CACHE"], folder
        begin = time.process_time()
        load.cache_clear()
        look(game)
        load(assembly(game, "window", 1 << 20))
        os.environ["GRUNDY_CACHE"] = kept
        return time.process_time() - begin


if __name__ == "__main__":
    sys.exit(main())
