"""Recorded commands in two checkouts, one run after the other: CPU seconds, and their ratio (below 1: the second is
faster).

    python benchmarks/commits_speed.py [BEFORE] [--after AFTER] [--every K | --start] [--runs R] [--over RATIO]
        [--smallest]

BEFORE and AFTER are folders of checkouts whose `./grundyw` has been run once; without one it is this checkout, which
then is compared with itself and tells how far two runs of the same differ. The commands are every K-th of those that
tests/recorded of AFTER has, those with a pipe or a file left out, so that each is one process, start included. Each is
run once in both for what is made once, then R times in both by turns; the least of R counts. Commands whose ratio is
over RATIO are run twice as often again, since other work on the machine slows one or the other. Exit status 1: then
some are over it still, or print something else than before, which is named. --start: the commands of START instead,
which compute next to nothing.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
FILES = ("documents.txt", "positions.txt")
START = (
    "--help", "solve --help", "games nim", "solve nim 3 4 5", "solve nim 3 4 5 --json", "options nim 3",
    "solve kayles 7", "solve cram 3x3", "sequence kayles --to 20", "check kayles n%3 --to 20",
)  # fmt: skip
LONGEST = 120  # seconds for one command, after which it is left out
LEAST = 0.02  # CPU seconds by which a command must differ to count as slower: a start differs by as much


class Checkout:
    """A checkout, with a home and a folder of its own for what its commands keep and read."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.python = root / ".venv" / "bin" / "python"
        if not self.python.exists():
            sys.exit(f"{root}: no .venv; run ./grundyw there once")
        folder.mkdir()
        for name in ("examples", "tests/data"):
            if (root / name).exists():
                shutil.copytree(root / name, folder / name)
        self.folder = folder
        others = {
            name: value for name, value in os.environ.items() if not name.startswith(("GRUNDY_", "XDG_", "PYTHON"))
        }
        self.environment = {
            **others, "HOME": str(folder), "PYTHONPATH": str(root / "src"), "PYTHONHASHSEED": "0", "NO_COLOR": "1",
            "COLUMNS": "120", "LC_ALL": "C.UTF-8",
        }  # fmt: skip

    def run(self, words: list[str]) -> tuple[float, tuple[int, bytes]] | None:
        """CPU seconds of a command, and its status and output; None if it takes too long."""
        before = _children()
        try:
            done = subprocess.run(
                [self.python, "-m", "grundy", *words], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=LONGEST,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return None
        return _children() - before, (done.returncode, done.stdout)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def commands(root: Path) -> list[str]:
    """The recorded commands that are one process, each once."""
    found: dict[str, None] = {}
    for name in FILES:
        for line in (root / "tests" / "recorded" / name).read_text(encoding="utf-8").splitlines():
            command = line.removeprefix("$ grundy ")
            if command != line and not re.search(r"[|<>;&$\n]", re.sub(r"'[^']*'", "", command)):
                found[command] = None
    return list(found)


def least(
    pair: tuple[Checkout, Checkout], words: list[str], runs: int, known: list[float] | None = None
) -> list[float]:
    """The least CPU seconds of each of two checkouts, run by turns."""
    seconds = known or [float("inf")] * 2
    for turn in range(runs):
        for place in (0, 1) if turn % 2 else (1, 0):
            if (run := pair[place].run(words)) is not None:
                seconds[place] = min(seconds[place], run[0])
    return seconds


def main() -> int:
    """Print a line for each command: 1 if some are slower."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", nargs="?", type=Path, default=ROOT, metavar="BEFORE")
    parser.add_argument("--after", type=Path, default=ROOT)
    parser.add_argument("--every", type=int, default=40, metavar="K", help="every K-th command (40)")
    parser.add_argument("--runs", type=int, default=3, metavar="R", help="runs of each in each checkout (3)")
    parser.add_argument("--over", type=float, default=1.05, metavar="RATIO", help="what is slower (1.05)")
    parser.add_argument("--start", action="store_true", help="small commands, which take as long as their start")
    parser.add_argument("--smallest", action="store_true", help="two commands, which say nothing of speed")
    given = parser.parse_args()
    chosen = list(START) if given.start else commands(given.after)[:: max(1, given.every)]
    runs = 1 if given.smallest else max(1, given.runs)
    measured: dict[str, list[float]] = {}
    other: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        pair = (
            Checkout(given.before.resolve(), Path(folder, "before")),
            Checkout(given.after.resolve(), Path(folder, "after")),
        )
        print(f"{'grundy':60} {'before':>9} {'after':>9} {'ratio':>9}   CPU seconds, the least of {runs} runs")
        for command in chosen[:2] if given.smallest else chosen:
            words = shlex.split(command)
            first, second = pair[0].run(words), pair[1].run(words)
            if first is None or second is None:
                print(f"left out, over {LONGEST} s: {command}")
                continue
            if first[1] != second[1]:
                other.append(command)
            before, after = measured[command] = least(pair, words, runs)
            print(f"{command[:60]:60} {before:9.3f} {after:9.3f} {after / before:9.2f}", flush=True)

        def slower() -> list[str]:
            return [
                command
                for command, (before, after) in measured.items()
                if after > before * given.over and after > before + LEAST
            ]

        for command in [] if given.smallest else slower():
            least(pair, shlex.split(command), 2 * runs, measured[command])
    ratios = [after / before for before, after in measured.values()]
    total = [sum(seconds) for seconds in zip(*measured.values(), strict=True)]
    print(f"{'all of them':60} {total[0]:9.3f} {total[1]:9.3f} {total[1] / total[0]:9.2f}")
    print(f"{'the median':60} {'':9} {'':9} {median(ratios):9.2f}")
    for command in other:
        print(f"prints something else: grundy {command}")
    if given.smallest:
        return 0
    for command in slower():
        before, after = measured[command]
        print(f"slower: {after / before:.2f} ({before:.3f} s, {after:.3f} s): grundy {command}")
    return int(bool(slower() or other))


if __name__ == "__main__":
    sys.exit(main())
