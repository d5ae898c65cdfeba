"""Help, the catalogue and small work never wait for NumPy, Numba, or what only long work needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
HEAVY = {"numpy", "numba", "llvmlite", "sqlite3", "dask", "distributed"}
HEAVY |= {"grundy.engines.table.code", "grundy.runs.recorder"}
REPORT = f"print('heavy:', *sorted({HEAVY} & set(sys.modules)), file=sys.stderr)"
COMMANDS = [
    "--help",
    "solve --help",
    "games",
    "games nim",
    "solve nim 3 4 5",
    "solve nim 3 4 5 --json",
    "solve nim 1 1 2 --misere",
    "solve take-away:1,2,3 3 4 5 --explain",
    "solve floor-division:2,3,6 5 7",
    "solve sequential-nim 1 2",
    "solve rectangle 0110/0000/0000/0001",
    "solve bacteria .../..#",
    "solve chess-rows:20 19/18",
    "solve take-away:1,2,3(3)+nim(5)",
]


def heavy_after(code: str) -> str:
    """What `code` leaves imported, of what is slow to import."""
    program = f"import atexit, sys\natexit.register(lambda: {REPORT})\nsys.path.insert(0, {str(SOURCE)!r})\n{code}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=240)
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines()[-1].removeprefix("heavy:").strip()


def test_importing_the_library_is_light() -> None:
    assert heavy_after("import grundy") == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_command_is_light(command: str) -> None:
    assert heavy_after(f"sys.argv = ['grundy', *{command!r}.split()]\nfrom grundy.cli.main import main\nmain()") == ""


def test_a_heavy_import_is_seen() -> None:
    assert heavy_after("import numpy") == "numpy"
