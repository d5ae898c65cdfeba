"""How long short commands take, start included: CPU seconds with kernels as files, by Numba, and of the imports alone.

    python benchmarks/start_speed.py [BEFORE] [--runs R] [--smallest]

Each is a whole process, user and system together. Its kernels are compiled before. The ways of a command run by turns,
R times each (9), and the medians count: with files, by Numba (GRUNDY_NATIVE=off), and in BEFORE, the folder of another
checkout whose `./grundyw` has been run once, if one is named. `ratio` is that of files to the way before. In the last
row is `python -c "import numpy, click"`, below which none can come. Exit status 1: the ways print different bytes.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = (
    "solve cram 4x5", "quotient kayles", "sequence octal:0.106 --to 100000", "solve node-kayles queens:8",
    "solve clobber 3x4", "prove wythoff", "solve nim 3 4 5",
)  # fmt: skip
IMPORTS = "import numpy, click"


class Way:
    """A way to run commands, with a home of its own for what they keep."""

    def __init__(self, root: Path, home: Path, **named: str) -> None:
        home.mkdir()
        python = root / ".venv" / "bin" / "python"
        self.python = str(python) if python.exists() else sys.executable
        others = {name: text for name, text in os.environ.items() if not name.startswith(("GRUNDY", "XDG", "NUMBA"))}
        self.environment = others | {"HOME": str(home), "PYTHONPATH": str(root / "src"), "COLUMNS": "120"} | named

    def run(self, *words: str) -> tuple[float, bytes]:
        """CPU seconds of Python with these words, and what it prints."""
        before = used()
        done = subprocess.run([self.python, *words], env=self.environment, stdout=subprocess.PIPE, check=True)
        return used() - before, done.stdout


def used() -> float:
    """CPU seconds of the processes that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def main() -> int:
    """The command: 1 if the ways do not print the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", nargs="?", type=Path, metavar="BEFORE", help="another checkout")
    parser.add_argument("--runs", type=int, default=9, metavar="R", help="of each command in each way (9)")
    parser.add_argument("--smallest", action="store_true", help="the shortest command alone, once")
    given = parser.parse_args()
    runs, commands = (1, COMMANDS[-1:]) if given.smallest else (given.runs, COMMANDS)
    print(f"Python {sys.version.split()[0]}, load average {os.getloadavg()[0]:.1f}, medians of {runs} runs")
    differ = []
    with tempfile.TemporaryDirectory() as place:
        ways = {"files": Way(ROOT, Path(place, "files")), "Numba": Way(ROOT, Path(place, "numba"), GRUNDY_NATIVE="off")}
        if given.before:
            ways["before"] = Way(given.before.resolve(), Path(place, "before"))
        print(f"{'CPU seconds':34}", *(f"{name:>8}" for name in ways), "   ratio")
        for command in commands:
            words = ("-m", "grundy", *command.split())
            outputs = {way.run(*words)[1] for way in ways.values()}
            if len(outputs) > 1:
                differ.append(command)
            taken: dict[str, list[float]] = {name: [] for name in ways}
            for _ in range(runs):
                for name, way in ways.items():
                    taken[name].append(way.run(*words)[0])
            *_, last = middle = [median(one) for one in taken.values()]
            print(f"{command:34}", *(f"{one:8.3f}" for one in middle), f"{middle[0] / last:8.2f}", flush=True)
        base = median(ways["files"].run("-c", IMPORTS)[0] for _ in range(runs))
        print(f"{IMPORTS:34} {base:8.3f}")
    for command in differ:
        print(f"{command}: the ways print different answers", file=sys.stderr)
    return bool(differ)


if __name__ == "__main__":
    sys.exit(main())
