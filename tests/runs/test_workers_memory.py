"""`--memory` bounds all processes of a run together: measured from outside, as the system counts what is their own.

Mapped libraries are nobody's own: each process that begins or ends on the machine changes the share of all others.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import wait_until

SOURCES = str(Path(__file__).parents[2] / "src")
MIB = 2**20
ATLAS = ("atlas", "--codes", "0.07,0.16", "--limit", "20000", "--cores", "2", "--no-store")


def share(pid: int) -> int:
    """What of its memory is no file's, shared parts in proportion; 0 if a process has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("Pss_Anon:")), 0)


def children(pid: int) -> list[int]:
    processes: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            processes += map(int, task.read_text().split())
        except OSError:
            continue
    return processes


SIGNED = """
import os
name = os.path.join(os.path.dirname(__file__), f"{os.getppid()}-")
with open(f"{name}{os.getpid()}", "w") as file:
    signed = [one for one in os.listdir(os.path.dirname(name)) if one.startswith(os.path.basename(name))]
    file.write(str(sum(os.path.exists(f"/proc/{one.partition('-')[2]}") for one in signed)))
"""
"""What each process of Python does first: it signs, and tells how many of the same parent are there, itself included.

A worker may have ended before somebody looks from outside.
"""


def measured(folder: Path, *words: str) -> tuple[int, int, int, str]:
    """Exit status, the most bytes that all processes held at once, how many were beside it at once, what was said."""
    (folder / "sitecustomize.py").write_text(SIGNED)
    environment = os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{SOURCES}", "XDG_DATA_HOME": str(folder)}
    command = [sys.executable, "-m", "grundy", *words]
    most = 0
    with open(folder / "err", "w+") as err:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=err, cwd=folder)

        def look() -> bool:
            nonlocal most
            most = max(most, sum(map(share, (process.pid, *children(process.pid)))))
            return process.poll() is not None

        wait_until(look, "the command to end")
        err.seek(0)
        beside = max((int(file.read_text()) for file in folder.glob(f"{process.pid}-*")), default=0)
        return process.returncode, most, beside, err.read()


def is_told() -> bool:
    file = Path("/proc/self/smaps_rollup")
    return file.exists() and "Pss_Anon:" in file.read_text()


@pytest.mark.skipif(not is_told(), reason="the system does not tell")
def test_all_processes_of_a_run_are_within_its_memory(tmp_path: Path) -> None:
    """`atlas --cores 2 --memory 40M` took 169 MiB."""
    status, most, beside, told = measured(tmp_path, *ATLAS, "--memory", "150M")
    assert status == 0 and most <= 150 * MIB and beside == 1, told
    assert "--memory leaves room for 1 of 2 processes; " in told
    status, most, beside, told = measured(tmp_path, *ATLAS, "--memory", "110M")
    assert status == 0 and most <= 120 * MIB and beside == 0, told
    status, most, _, told = measured(tmp_path, *ATLAS, "--memory", "40M")
    assert status == 2 and "the least that would do is 104 MiB" in told and most <= 40 * MIB
