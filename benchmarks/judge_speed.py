"""Whole processes: `grundy judge FORMAT < FILE` against a C++ program for the same file; and what starting up takes.

    python benchmarks/judge_speed.py [--runs N] [--smallest]

Files are made with a fixed seed, of about the largest size that a judge gives. The C++ programs (cpp/judge_*.cpp and
cpp/bacteria.cpp) read standard input at once, check it as a careful contestant would, without saying where something
is wrong, and are compiled with g++ (CXX names another compiler). Both programs run in turn, N times each after a first
run that does not count; the medians are told, and the ratio is that of CPU seconds (user and system). Outputs must be
equal, byte for byte, else the exit status is 1. `.venv/bin/grundy` is run where it is there, else `python -m grundy`.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

from table_speed import JUDGE as CODE_JAM
from table_speed import ROOT, compiled, cpp_compiler, options, print_machine, ratio

SCRIPT = ROOT / ".venv" / "bin" / "grundy"
MODULE = [sys.executable, "-m", "grundy"]
GRUNDY = [str(SCRIPT)] if SCRIPT.exists() else MODULE
# the checkout's own code, and Python's own hashes: nothing of the caller's environment
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | {"PYTHONPATH": str(ROOT / "src")}
TOLD = "medians of programs run in turn; CPU is user and system; ratio = grundy / C++ in CPU, below 1: grundy is faster"


def main() -> int:
    given = options(__doc__, runs=5).parse_args()
    runs = given.runs
    compiler = cpp_compiler()
    print_machine(compiler, TOLD)
    print(f"grundy is {' '.join(GRUNDY)}; load average at the start {os.getloadavg()[0]:.1f}\n")
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as name:
        folder = Path(name)
        files = rows(given.smallest)
        programs = {name: compiled(compiler, name, folder) for name in sorted({row[1] for row in files})}
        print(f"{'':46}{'':>8}{'C++':>14}{'':8}{'grundy':>11}")
        print(f"{'judge file':46}{'MB':>8}{'wall':>10}{'CPU':>9}{'wall':>10}{'CPU':>9}{'ratio':>8}")
        for title, program, arguments, make in files:
            file = folder / "input"
            file.write_bytes(make())
            agreed &= judge_row(title, [programs[program]], [*GRUNDY, "judge", *arguments], file, runs)
    start_rows(1 if given.smallest else 4 * runs)
    return 0 if agreed else 1


# The files, always the same.


def code_jam() -> bytes:
    return CODE_JAM.read_bytes()


def boards(count: int, size: int, part_blocked: float) -> Callable[[], bytes]:
    def make() -> bytes:
        draw = random.Random(2019)
        lines = [str(count)]
        for _ in range(count):
            lines.append(f"{size} {size}")
            lines += ["".join("#" if draw.random() < part_blocked else "." for _ in range(size)) for _ in range(size)]
        return text(lines)

    return make


def chess(fewest: int, count: int) -> Callable[[], bytes]:
    """Boards of 1000 rows with `fewest` to 20 pieces, columns in any order."""

    def make() -> bytes:
        draw = random.Random(5724)
        lines = [str(count)]
        for _ in range(count):
            lines.append("1000")
            for _ in range(1000):
                pieces = draw.randint(fewest, 20)
                lines.append(numbers([pieces, *draw.sample(range(1, 21), pieces)]))
        return text(lines)

    return make


def sequential(count: int) -> Callable[[], bytes]:
    def make() -> bytes:
        draw = random.Random(1382)
        return text(["1", str(count), numbers(draw.randint(1, 10**9) for _ in range(count))])

    return make


def s_nim(sets: int) -> Callable[[], bytes]:
    """Sets of 100 amounts to 10^4, each with 100 positions of 100 piles to 10^4."""

    def make() -> bytes:
        draw = random.Random(2960)
        lines = []
        for _ in range(sets):
            lines += [numbers([100, *draw.sample(range(1, 10**4 + 1), 100)]), "100"]
            lines += [numbers([100, *draw.choices(range(10**4 + 1), k=100)]) for _ in range(100)]
        return text([*lines, "0"])

    return make


def piles(count: int) -> Callable[[], bytes]:
    """1 to 9 piles of any size; some positions are lost."""

    def make() -> bytes:
        draw = random.Random(3)
        sizes = [10**digits for digits in range(1, 10)]
        line = (numbers(draw.randint(0, draw.choice(sizes)) for _ in range(draw.randint(1, 9))) for _ in range(count))
        return text(line)

    return make


def graph(named: bool, count: int) -> Callable[[], bytes]:
    """Nodes, numbered at random, or with names that are strings; three times as many arcs; 100 tokens."""

    def make() -> bytes:
        draw = random.Random(35)
        nodes: list[int] | list[str] = draw.sample(range(count), count)
        if named:
            nodes = [f"node {node}" for node in nodes]
        ends = [draw.sample(range(count), 2) for _ in range(3 * count)]
        edges = [[nodes[max(pair)], nodes[min(pair)]] for pair in ends]
        whole = {"nodes": sorted(nodes), "edges": edges, "tokens": draw.choices(nodes, k=100)}
        return json.dumps(whole).encode()

    return make


def division(count: int) -> Callable[[], bytes]:
    def make() -> bytes:
        draw = random.Random(236)
        return json.dumps({"divisors": [2, 3, 6], "ints": [draw.randrange(10**18) for _ in range(count)]}).encode()

    return make


def numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def text(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


Row = tuple[str, str, list[str], Callable[[], bytes]]


def rows(smallest: bool) -> list[Row]:
    """A title, the C++ program, the format and the file; few of everything, or about as many as judges give."""
    few, side, sets, many = (1, 15, 1, 1000) if smallest else (100, 100, 10, 10**5)
    tactics = ["gcj2019-bacterial-tactics"]
    return [
        ("Bacterial Tactics, the judge's 100 boards", "bacteria", tactics, code_jam),
        (f"  {few} of 15x15, 1 % blocked", "bacteria", tactics, boards(few, 15, 0.01)),
        (f"  {few} of 15x15, 10 % blocked", "bacteria", tactics, boards(few, 15, 0.1)),
        (f"  one of {side}x{side}, 1 % blocked", "bacteria", tactics, boards(1, side, 0.01)),
        (f"Chess, {few} x 1000 rows of 17 to 20 pieces", "judge_chess", ["hdu5724-chess"], chess(17, few)),
        ("  rows of 0 to 20 pieces", "judge_chess", ["hdu5724-chess"], chess(0, few)),
        (f"Sequential Nim, {many:,} piles", "judge_sequential", ["cf1382b-sequential-nim"], sequential(many)),
        (f"S-Nim, {sets} sets of 100, each 100 positions", "judge_s_nim", ["poj2960-s-nim"], s_nim(sets)),
        (f"  {10 * sets} sets of 100", "judge_s_nim", ["poj2960-s-nim"], s_nim(10 * sets)),
        (f"Piles of Nim, {many:,} lines", "judge_piles", ["piles"], piles(many)),
        (f"Graph, {many:,} nodes, {3 * many:,} arcs, numbers", "judge_graph", ["graph"], graph(False, many)),
        ("  the same with strings", "judge_graph", ["graph"], graph(True, many)),
        (f"Floor division by 2, 3, 6: {many:,} numbers", "judge_division", ["gfg-floor-division"], division(many)),
    ]


# Running and telling.


def judge_row(title: str, plain: list[str], ours: list[str], file: Path, runs: int) -> bool:
    first = run(plain, file), run(ours, file)
    if max(wall for wall, *_ in first) > 2:
        runs = min(runs, 3)
    pairs = [(run(plain, file), run(ours, file)) for _ in range(runs)] if runs > 1 else [first]
    (wall, cpu), (our_wall, our_cpu) = (medians([pair[which] for pair in pairs]) for which in (0, 1))
    size = file.stat().st_size / 10**6
    print(
        f"{title:46}{size:8.2f}{wall:10.3f}{cpu:9.3f}{our_wall:10.3f}{our_cpu:9.3f}{ratio(our_cpu, cpu, 1):>8}",
        flush=True,
    )
    if any(one[2] != other[2] for one, other in [first, *pairs]):
        print(f"{title.strip()}: C++ and grundy answer differently", file=sys.stderr)
        return False
    return True


def start_rows(runs: int) -> None:
    commands = [("python -c pass", [sys.executable, "-c", "pass"])]
    commands.append(("python -c 'import click'", [sys.executable, "-c", "import click"]))
    for grundy in [MODULE] if GRUNDY is MODULE else [GRUNDY, MODULE]:
        name = "grundy" if grundy is GRUNDY and GRUNDY is not MODULE else "python -m grundy"
        for arguments in (
            ["--help"],
            ["games"],
            ["solve", "nim", "3", "4", "5"],
            ["solve", "rectangle", "0110/0000/0000/0001"],
        ):
            commands.append((f"{name} {' '.join(arguments)}", [*grundy, *arguments]))
    for _, command in commands if runs > 1 else []:
        run(command)
    rounds = [[run(command) for _, command in commands] for _ in range(runs)]
    print(f"\n{'start-up':62}{'wall':>10}{'CPU':>9}")
    for which, (name, _) in enumerate(commands):
        wall, cpu = medians([each[which] for each in rounds])
        print(f"{name:62}{wall:10.3f}{cpu:9.3f}")


Run = tuple[float, float, bytes]  # seconds on the clock, CPU seconds, output


def run(command: list[str], file: Path | None = None) -> Run:
    with open(file or os.devnull, "rb") as stdin:
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, stdin=stdin, capture_output=True, env=ENVIRONMENT)
        end, after = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr.decode()}")
    return end - begin, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def medians(found: list[Run]) -> tuple[float, float]:
    return median(wall for wall, *_ in found), median(cpu for _, cpu, _ in found)


if __name__ == "__main__":
    sys.exit(main())
