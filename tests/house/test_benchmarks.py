"""Every benchmark runs at its smallest size, agrees with what it compares with, and prints its ratios.

Nothing is said of how fast anything is: small sizes on a busy machine say nothing of that.
"""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import forking
import pytest
from house.test_scripts import SCRIPTS
from tables import of_each
from waiting import PATIENCE

FOLDER = Path(__file__).parents[2] / "benchmarks"
ALL = FOLDER / "__main__.py"  # which runs the others
PROGRAMS = sorted(
    path.name for path in FOLDER.glob("*.py") if path != ALL and "__main__" in path.read_text(encoding="utf-8")
)
WITH_OPENSPIEL = "bots_speed.py"  # in tests/bots
WITH_A_BROWSER = "page_speed.py"  # in tests/browser
BY_COMMAND = "naive_speed.py"  # run by the one command that runs any of them
SAMPLE = ("graph_speed.py", "table_speed.py")  # the others are run by --all
CALL = """
import runpy, sys
sys.argv = sys.argv[1:]
sys.path.insert(0, sys.argv[0].rpartition("/")[0])
runpy.run_path(sys.argv[0], run_name="__main__")
"""
COLUMN = {
    "web_load.py": "answers/s",
    WITH_A_BROWSER: "reply ms",
    "class_load.py": "answers/s",
    "memory_speed.py": "CPU s",
}  # these compare with nothing


def printed(name: str) -> str:
    """What a benchmark prints at its smallest size; skips where it needs a compiler and there is none."""
    words = ["--smallest"]
    if re.search(r"(?<!grundy)\.runs\b", (FOLDER / name).read_text(encoding="utf-8")):
        words += ["--runs", "1"]
    if name in SAMPLE:
        forked = forking.run(CALL, str(FOLDER / name), *words)
        status, out, err = forked.returncode, forked.stdout.decode(), forked.stderr.decode()
    else:  # which measure how they start, or their memory
        command = [sys.executable, str(FOLDER / name), *words]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE)
        status, out, err = done.returncode, done.stdout, done.stderr
    if status == 2 and "compiler: install" in err:
        pytest.skip(f"{name} compares with programs that it compiles, and {err.strip()}")
    assert status == 0, out + err
    return out


@pytest.mark.parametrize(
    "name",
    [
        name if name in SAMPLE else pytest.param(name, marks=pytest.mark.long)
        for name in PROGRAMS
        if name not in (WITH_OPENSPIEL, WITH_A_BROWSER, BY_COMMAND)
    ],
)
def test_it_runs_at_its_smallest_size_and_prints_its_ratios(name: str) -> None:
    check_rows(name, printed(name))


def check_rows(name: str, told: str) -> None:
    _, column, rows = told.partition(COLUMN.get(name, "ratio"))
    assert column, told
    assert re.search(r"^ *\S.* [0-9][0-9,.]* +(\| +)?([0-9][0-9.]*|-)( \|)?$", rows, re.MULTILINE), told


def test_what_is_no_program_is_imported_by_one() -> None:
    others = {path.stem for path in FOLDER.glob("*.py") if path != ALL} - {
        name.removesuffix(".py") for name in PROGRAMS
    }
    text = "".join((FOLDER / name).read_text(encoding="utf-8") for name in PROGRAMS)
    assert {"table_speed.py", WITH_OPENSPIEL} <= set(PROGRAMS)
    assert all(f"from {name} import" in text for name in others)
    # where each finds all that it imports before it answers
    assert {f"benchmarks/{name}" for name in PROGRAMS} <= set(SCRIPTS)


def test_one_command_runs_all_of_them() -> None:
    every = runpy.run_path(str(ALL))["names"]()
    assert [f"{name}.py" for name in every] == PROGRAMS
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", BY_COMMAND.removesuffix(".py"), "--smallest"],
        cwd=FOLDER.parent, capture_output=True, encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip
    if "compiler: install" not in done.stderr:
        assert done.returncode == 0 and f"## {BY_COMMAND.removesuffix('.py')}" in done.stdout, done.stdout + done.stderr
        check_rows(BY_COMMAND, done.stdout)


@of_each(PROGRAMS)
def test_each_has_its_rows_on_a_page(name: str) -> None:
    docs = FOLDER.parent / "docs" / "reference"
    pages = [docs / "speed.md", docs / "theorems.md", docs / "certificates.md"]
    assert any(f"benchmarks/{name}" in page.read_text(encoding="utf-8") for page in pages)
