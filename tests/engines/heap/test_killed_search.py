"""A search for a period is killed while its generated kernels work, goes on, and answers as if nothing had been."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

CHILD = """
import os, signal
from grundy.engines.heap.octal.sparse import fast
from grundy.runs import loop, recorder

fast.SECONDS, loop.LONG, recorder.LONG = 0.0, 1e9, 0.0  # nothing is saved but what is saved here
note = recorder.Recorder._note

def dies(self, chunk):
    note(self, chunk)
    if chunk.state.get("phase") == "fast" and chunk.done > 5_000_000:
        self._save(chunk)
        os.kill(os.getpid(), signal.SIGKILL)

recorder.Recorder._note = dies
import grundy.__main__
"""


def test_a_killed_search_goes_on_with_its_certificate(tmp_path: Path) -> None:
    store, file = str(tmp_path / "runs.db"), tmp_path / "104.txt"
    asked = ["period", "octal:0.104", "--certificate", str(file), "--store", store]
    killed = subprocess.run([sys.executable, "-c", CHILD, *asked], capture_output=True, text=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not file.exists()
    again = [sys.executable, "-m", "grundy", "resume", "1", "--store", store]
    done = subprocess.run(again, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "period 11770282, pre-period 197769598" in done.stdout  # Flammenkamp
    assert "The largest nim-value is " in done.stdout
    lines = file.read_text(encoding="ascii").splitlines()
    assert "preperiod 197769598" in lines and sum(line.startswith("state ") for line in lines) > 100
