"""Every script says what it does for `--help`, at once, and refuses what it does not know, before it begins.

One that began its work instead took minutes, or wrote files, of whoever only asked.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import forking
import pytest
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
LOADED = """
import os, runpy, sys
import grundy, numpy
for path in sys.argv[1:]:
    if os.fork():  # each in a process of its own, since what one has loaded the next does not load
        os.wait()
        continue
    out, sys.stdout = sys.stdout, open(os.devnull, "w")
    sys.argv = [path, "--help"]
    sys.path.insert(0, path.rpartition("/")[0])
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit:
        print(path, "numba" in sys.modules, file=out, flush=True)
    os._exit(0)
"""


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_answers_before_it_begins(script: str) -> None:
    told = forking.run(CALL, str(ROOT / script), "--help", timeout=PATIENCE)
    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout.startswith(b"usage: ")
    refused = forking.run(CALL, str(ROOT / script), "--no-such-option", timeout=PATIENCE)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.startswith(b"usage: ")


def test_nobody_who_asks_waits_for_numba() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED, *SCRIPTS], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"{script} False" for script in SCRIPTS]


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
