"""Every benchmark runs at its smallest size, agrees with what it compares with, and prints its ratios.

Nothing is said of how fast anything is: small sizes on a busy machine say nothing of that.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
PROGRAMS = sorted(path.name for path in FOLDER.glob("*.py") if "__main__" in path.read_text(encoding="utf-8"))
WITH_OPENSPIEL = "bots_speed.py"  # in tests/bots
COLUMN = {"web_load.py": "answers/s"}  # compares with nothing


def printed(name: str) -> str:
    """What a benchmark prints at its smallest size; skips where it needs a compiler and there is none."""
    command = [sys.executable, str(FOLDER / name), "--smallest"]
    if re.search(r"\.runs\b", (FOLDER / name).read_text(encoding="utf-8")):
        command += ["--runs", "1"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=500)
    if done.returncode == 2 and "compiler: install" in done.stderr:
        pytest.skip(f"{name} compares with programs that it compiles, and {done.stderr.strip()}")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != WITH_OPENSPIEL])
def test_it_runs_at_its_smallest_size_and_prints_its_ratios(name: str) -> None:
    told = printed(name)
    _, column, rows = told.partition(COLUMN.get(name, "ratio"))
    assert column, told
    assert re.search(r"^ *\S.* [0-9][0-9,.]* +(\| +)?([0-9][0-9.]*|-)( \|)?$", rows, re.MULTILINE), told


def test_what_is_no_program_is_imported_by_one() -> None:
    others = {path.stem for path in FOLDER.glob("*.py")} - {name.removesuffix(".py") for name in PROGRAMS}
    text = "".join((FOLDER / name).read_text(encoding="utf-8") for name in PROGRAMS)
    assert {"table_speed.py", WITH_OPENSPIEL} <= set(PROGRAMS)
    assert all(f"from {name} import" in text for name in others)
