"""A search for a period is killed while its generated kernels work, goes on, and answers as if nothing had been."""

from __future__ import annotations

import signal
from pathlib import Path

from command import grundy_apart

DIES = """
import os, signal
from grundy.engines.heap.octal.sparse import period
from grundy.runs import loop, recorder

period.SECONDS, loop.LONG, recorder.LONG = 0.0, 1e9, 0.0  # nothing is saved but what is saved here
note = recorder.Recorder._note

def dies(self, chunk):
    note(self, chunk)
    if chunk.state.get("phase") == "fast" and chunk.done > 5_000_000:
        self._save(chunk)
        os.kill(os.getpid(), signal.SIGKILL)

recorder.Recorder._note = dies
"""


def test_a_killed_search_goes_on_with_its_certificate(tmp_path: Path) -> None:
    store, file = str(tmp_path / "runs.db"), tmp_path / "104.txt"
    asked = ["period", "octal:0.104", "--certificate", str(file), "--store", store]
    killed = grundy_apart(*asked, prelude=DIES)
    assert killed.status == -signal.SIGKILL, killed.err
    assert not file.exists()
    done = grundy_apart("resume", "1", "--store", store)
    assert done.status == 0, done.err
    assert "period 11770282, pre-period 197769598" in done.out  # Flammenkamp
    assert "The largest nim-value is " in done.out
    lines = file.read_text(encoding="ascii").splitlines()
    assert "preperiod 197769598" in lines and sum(line.startswith("state ") for line in lines) > 100
