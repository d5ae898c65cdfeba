"""The table engines against plain C++ programs of the same games: times and ratios from one run.

    python benchmarks/table_speed.py [--runs N] [--smallest]

Compiles benchmarks/cpp with g++ (CXX names another compiler) into a temporary folder. "engine" is the work alone, with
the kernels compiled and loaded; "process" is a whole program from its start to its end. Times are CPU seconds (user
and system), the least of N runs: other work on the machine disturbs them least. Answers must agree, else exit status 1.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
JUDGE = ROOT / "tests" / "data" / "gcj2019-1c-bacterial-tactics" / "subtask2.in"
sys.path.insert(0, str(ROOT / "src"))

from grundy.engines.table import boards as masks  # noqa: E402
from grundy.engines.table import cuts  # noqa: E402

OPTIMIZED = "-O3" if "--smallest" not in sys.argv else "-O0"  # there the compiler takes longer than its programs
FLAGS = [OPTIMIZED, "-march=native", "-std=c++20"]
GRUNDY = [sys.executable, "-c", "import sys; from grundy.cli.main import main; sys.exit(main())"]


def main() -> int:
    given = options(__doc__).parse_args()
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        rectangle, bacteria = (compiled(compiler, name, Path(folder)) for name in ("rectangle", "bacteria"))
        print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        agreed &= rectangle_rows(rectangle, 3 if given.smallest else 5, given.runs)
        for name, file in bacteria_files(Path(folder))[: 1 if given.smallest else None]:
            agreed &= bacteria_rows(bacteria, name, file, given.runs)
    return 0 if agreed else 1


def options(about: str, runs: int = 3) -> argparse.ArgumentParser:
    """What every benchmark takes."""
    found = argparse.ArgumentParser(description=about.splitlines()[0])
    if runs:
        found.add_argument("--runs", type=int, default=runs, help=f"runs of each program ({runs})")
    found.add_argument("--smallest", action="store_true", help="small sizes: whether all runs and agrees, not how fast")
    return found


def cpp_compiler() -> str:
    """The compiler that CXX names, or g++; without one the process ends with exit status 2."""
    found = shutil.which(os.environ.get("CXX", "g++"))
    if found is None:
        print("no C++ compiler: install g++ or name one in CXX", file=sys.stderr)
        raise SystemExit(2)
    return found


LEAST = "CPU seconds, the least of all runs; ratio = grundy / C++, below 1: grundy is faster"


def print_machine(compiler: str, told: str = LEAST) -> None:
    import numba
    import numpy

    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    print(f"machine   {cpu_name()}, {os.cpu_count()} cores, {platform.system()}")
    print(f"versions  Python {platform.python_version()}, NumPy {numpy.__version__}, Numba {numba.__version__}")
    print(f"          {version}, {' '.join(FLAGS)}")
    print(f"{told}\n")


def cpu_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def compiled(compiler: str, name: str, folder: Path) -> str:
    program = str(folder / name)
    subprocess.run([compiler, *FLAGS, str(HERE / "cpp" / f"{name}.cpp"), "-o", program], check=True)
    return program


def run(command: list[str], file: Path | None = None) -> tuple[float, str, str]:
    """CPU seconds of the whole process, its output, and what it wrote to standard error."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    with open(file or os.devnull) as stdin:
        begin = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True, env=environment)
        end = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    return took, done.stdout, done.stderr


def least(work: Callable[[], object], runs: int) -> float:
    """The least CPU seconds of some calls, after one that compiles or loads what is needed."""
    work()
    times = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def row(name: str, plain: float, ours: float) -> None:
    print(f"{name:52}{plain:10.4f}{ours:10.4f}{ratio(ours, plain):>8}", flush=True)


def ratio(ours: float, plain: float, digits: int = 2) -> str:
    """How many times as long as C++, or - where that took no time that a clock shows."""
    return f"{ours / plain:.{digits}f}" if plain else "-"


def rectangle_rows(program: str, side: int, runs: int) -> bool:
    """All values of the rectangle game on a square."""
    moves = [
        sum(1 << side * r + c for r in range(top, bottom) for c in range(left, right))
        for top in range(side)
        for bottom in range(top + 1, side + 1)
        for left in range(side)
        for right in range(left + 1, side + 1)
    ]
    bits = side * side
    plain = [run([program, str(side), str(side)]) for _ in range(min(runs, 2))]  # seconds long
    code = f"from grundy.engines.table import boards; print(boards.table({moves}, {bits}).value(2**{bits} - 1))"
    ours = [run([sys.executable, "-c", code]) for _ in range(runs)]
    name = f"rectangle {side}x{side}, 2^{bits} states x {len(moves)} masks"
    row(f"{name}, engine", min(float(error) for *_, error in plain), least(lambda: masks.table(moves, bits), runs))
    row(f"{name}, process", min(took for took, *_ in plain), min(took for took, *_ in ours))
    values = masks.table(moves, bits).values()
    return agree(name, plain[0][1].split(), [str(values[-1]), str((values == 0).sum())])


def agree(name: str, plain: list[str], ours: list[str]) -> bool:
    if plain != ours:
        print(f"{name}: C++ and grundy answer differently", file=sys.stderr)
    return plain == ours


def bacteria_files(folder: Path) -> list[tuple[str, Path]]:
    """The judge's largest data set, and larger ones, always the same."""
    draw = random.Random(2019)
    files = [("bacteria, the judge's 100 boards", JUDGE)]
    for name, count, size, part_blocked in (
        ("bacteria, 100 boards of 15x15, 1 % blocked", 100, 15, 0.01),
        ("bacteria, 100 boards of 15x15, 10 % blocked", 100, 15, 0.10),
        ("bacteria, 100 boards of 15x15, empty", 100, 15, 0.0),
        ("bacteria, one of 100x100, empty", 1, 100, 0.0),
        ("bacteria, one of 100x100, 1 % blocked", 1, 100, 0.01),
        ("bacteria, one of 100x100, 10 % blocked", 1, 100, 0.10),
    ):
        lines = [str(count)]
        for _ in range(count):
            lines.append(f"{size} {size}")
            lines += ["".join("#" if draw.random() < part_blocked else "." for _ in range(size)) for _ in range(size)]
        file = folder / f"{count}-{size}-{part_blocked}.in"
        file.write_text("\n".join(lines) + "\n")
        files.append((name, file))
    return files


def bacteria_rows(program: str, name: str, file: Path, runs: int) -> bool:
    words = file.read_text().split()
    boards, at = [], 1
    for _ in range(int(words[0])):
        rows = int(words[at])
        boards.append(words[at + 2 : at + 2 + rows])
        at += 2 + rows
    judge = [*GRUNDY, "judge", "gcj2019-bacterial-tactics"]
    plain = [run([program], file) for _ in range(runs)]
    ours = [run(judge, file) for _ in range(runs + 1)][1:]  # the first may compile
    row(f"{name}, engine", min(float(error) for *_, error in plain), least(lambda: cuts.solve_many(boards), runs))
    row(f"{name}, process", min(took for took, *_ in plain), min(took for took, *_ in ours))
    return agree(name, plain[0][1].split(), ours[0][1].split())


if __name__ == "__main__":
    sys.exit(main())
