"""How long short commands take, start included: CPU seconds with kernels as files, by Numba, and of the imports alone.

    python benchmarks/start_speed.py [BEFORE] [--installed PYTHON] [--runs R] [--smallest]

Each is a whole process, user and system together. The ways of a command run by turns, R times each (9), and the medians
count: with files, by Numba (GRUNDY_NATIVE=off), in BEFORE, the folder of another checkout whose `./grundyw` has been
run once, and as another Python has grundy installed. `ratio` is that of files to the last of Numba and before, and
`of imports` that of files to `python -c "import numpy, click"`, below which none can come; that runs by turns too.

A second table has the most memory of each, and CPU seconds of the first process, which finds an empty cache: each
command has a cache of its own. Exit status 1: the ways print different bytes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = (
    "solve cram 4x5", "quotient kayles", "sequence octal:0.106 --to 100000", "solve node-kayles queens:8",
    "solve clobber 3x4", "prove wythoff", "solve nim 3 4 5",
)  # fmt: skip
IMPORTS = "import numpy, click"


class Run(NamedTuple):
    """A process that has ended: CPU seconds, the most memory in MiB, what it printed."""

    seconds: float
    memory: float
    output: bytes


class Way:
    """A way to run commands: a Python, whose grundy it is, and variables of the environment."""

    def __init__(self, python: Path, source: Path | None, **named: str) -> None:
        self.python = str(python) if python.exists() else sys.executable
        ours = "GRUNDY", "XDG", "NUMBA", "PYTHON"  # by PYTHONDONTWRITEBYTECODE each process would compile modules
        others = {name: text for name, text in os.environ.items() if not name.startswith(ours)}
        of_source = {"PYTHONPATH": str(source / "src")} if source else {}
        self.environment = others | of_source | {"COLUMNS": "120"} | named

    def run(self, home: Path, *words: str) -> Run:
        """Run Python with these words, and a home for what grundy keeps."""
        environment = self.environment | {"HOME": str(home)}
        command = [self.python, *words]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, cwd=home) as process:
            assert process.stdout
            output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        a_mebibyte = 1 << 20 if sys.platform == "darwin" else 1 << 10
        return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / a_mebibyte, output)


def checkout(folder: Path, **named: str) -> Way:
    """Run grundy as it is in a checkout."""
    return Way(folder / ".venv" / "bin" / "python", folder, **named)


def main() -> int:
    """The command: 1 if the ways do not print the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", nargs="?", type=Path, metavar="BEFORE", help="another checkout")
    parser.add_argument("--installed", type=Path, metavar="PYTHON", help="a Python that has grundy installed")
    parser.add_argument("--runs", type=int, default=9, metavar="R", help="of each command in each way (9)")
    parser.add_argument("--smallest", action="store_true", help="the shortest command alone, once")
    given = parser.parse_args()
    runs, commands = (1, COMMANDS[-1:]) if given.smallest else (given.runs, COMMANDS)
    print(f"Python {sys.version.split()[0]}, load average {os.getloadavg()[0]:.1f}, medians of {runs} runs")
    ways = {"files": checkout(ROOT), "Numba": checkout(ROOT, GRUNDY_NATIVE="off")}
    if given.before:
        ways["before"] = checkout(given.before.resolve())
    compared = [*ways][-1]
    if given.installed:
        ways["installed"] = Way(given.installed.absolute(), None)
    names = "".join(f" {name:>9}" for name in ways)
    print(f"{'CPU seconds':34}{names}    ratio   of imports")
    others, differ = [], []
    for command in commands:
        words = ("-m", "grundy", *command.split())
        with tempfile.TemporaryDirectory() as place:
            homes = {name: Path(place, name) for name in ways}
            for home in homes.values():
                home.mkdir()
            first = {name: way.run(homes[name], *words) for name, way in ways.items()}
            if len({one.output for one in first.values()}) > 1:
                differ.append(command)
            taken: dict[str, list[Run]] = {name: [] for name in ways}
            imports = []
            for _ in range(runs):
                for name, way in ways.items():
                    taken[name].append(way.run(homes[name], *words))
                imports.append(ways["files"].run(homes["files"], "-c", IMPORTS).seconds)
        middle = {name: median(one.seconds for one in of) for name, of in taken.items()}
        row = "".join(f" {middle[name]:9.3f}" for name in ways)
        base = median(imports)
        ratios = f" {middle['files'] / middle[compared]:8.2f} {middle['files'] / base:8.2f} x {base:.3f}"
        print(f"{command:34}{row}{ratios}", flush=True)
        most = "".join(f" {median(one.memory for one in taken[name]):9.0f}" for name in ways)
        others.append(f"{command:34}{most}  {''.join(f' {first[name].seconds:9.3f}' for name in ways)}")
    print(f"\n{'memory in MiB, first process in s':34}{names}  {names}")
    print("\n".join(others))
    for command in differ:
        print(f"{command}: the ways print different answers", file=sys.stderr)
    return bool(differ)


if __name__ == "__main__":
    sys.exit(main())
