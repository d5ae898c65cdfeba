"""Every script says what it does for `--help`, at once, and refuses what it does not know, before it begins.

One that began its work instead took minutes, or wrote files, of whoever only asked.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import afresh
import forking
from tables import of_each
from waiting import PATIENCE

ROOT = Path(__file__).parents[2]
MAIN = re.compile(r'^if __name__ == "__main__":', re.M)
FOLDERS = ("benchmarks", "proofs", "release", "results", "tests")
SCRIPTS = [
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*.py"))
    if MAIN.search(path.read_text(encoding="utf-8"))
]
CALL = """
import runpy, sys
path, option = sys.argv[1:]
sys.argv = [path, option]
sys.path.insert(0, path.rpartition("/")[0])
runpy.run_path(path, run_name="__main__")
"""
COMMON = f"""
import sys
sys.path.insert(0, {str(ROOT / "tests")!r})
import argparse, subprocess, numpy, grundy.cli.main, grundy.api.table, trials.inputs  # what many of them load
"""
HELP = """
import atexit, os, runpy, sys
atexit.register(lambda: print("numba" in sys.modules, file=sys.stderr))
path = sys.argv[1]
sys.argv = [path, "--help"]
sys.path.insert(0, path.rpartition("/")[0])
runpy.run_path(path, run_name="__main__")
"""


def test_a_script_answers_before_it_begins_and_nobody_who_asks_waits_for_numba() -> None:
    programs = [(HELP, (str(ROOT / script),), "") for script in SCRIPTS]
    done = dict(zip(SCRIPTS, afresh.run(programs, COMMON, ROOT), strict=True))
    assert done and {script: told for script, told in done.items() if (told.status, told.err) != (0, "False\n")} == {}
    assert [script for script, told in done.items() if not told.out.startswith("usage: ")] == []


@of_each(SCRIPTS)
def test_a_script_refuses_what_it_does_not_know_before_it_begins(script: str) -> None:
    refused = forking.run(CALL, str(ROOT / script), "--no-such-option", timeout=PATIENCE)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.startswith(b"usage: ")


CI = """
set -euo pipefail
new=$1
mkdir -p "$new/grundy"
. <(sed -nE '/^(say|fail|step)\\(\\)/,/^}/p; /^new_home=/,/^\\[/p; /^surroundings=/p' .ci/run)
step 60 "$2"
"""


def ci(folder: Path, command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What .ci/run does with one command."""
    environment = {"PATH": os.environ["PATH"], **variables}
    words = ["bash", "-c", CI, "run", str(folder / "new"), command]
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8")


def test_ci_runs_nothing_twice(tmp_path: Path) -> None:
    """What passed only the second time was green."""
    ran = tmp_path / "ran"
    done = ci(tmp_path, f"echo >> {ran}; test $(wc -l < {ran}) -eq 2")
    assert done.returncode == 1 and "FAILED: " in done.stderr
    assert ran.read_text() == "\n"


def test_ci_takes_another_home_and_locale(tmp_path: Path) -> None:
    told = 'echo "$HOME, $LANG"'
    assert f"{tmp_path}/new/home, C.UTF-8\n" in ci(tmp_path, told).stderr
    given = {"GRUNDY_CI_HOME": str(tmp_path / "a home"), "GRUNDY_CI_LANG": "tr_TR.UTF-8"}
    assert f"{tmp_path}/a home, tr_TR.UTF-8\n" in ci(tmp_path, told, **given).stderr
    (tmp_path / "a home" / "file").touch()
    assert "GRUNDY_CI_HOME: expected a folder that is empty" in ci(tmp_path, told, **given).stderr
