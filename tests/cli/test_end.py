"""The end of a process: what a user's file has left open is written, and what grundy loaded is not looked through."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from afresh import SOURCES

RULE = """
import grundy
log = open("log.txt", "w")

@grundy.rule
def halve(n):
    log.write(f"{n} ")
    if n > 0:
        yield n // 2

class Journal:
    def __init__(self):
        self.itself, self.file = self, open("journal.txt", "w")
        self.file.write("begun")

journal = Journal()
"""
FROZEN = "import atexit, gc, sys\natexit.register(lambda: print(gc.get_freeze_count() > 0, file=sys.stderr))\n"


def is_frozen_at_the_end_of(line: str, folder: Path) -> bool:
    """Whether a process of its own leaves out what is loaded when it looks for garbage a last time."""
    code = f"{FROZEN}sys.argv = ['grundy', *{line.split()!r}]\nfrom grundy.cli.start import main\nmain()"
    environment = os.environ | {"PYTHONPATH": SOURCES}
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr.strip() in ("True", "False"), done
    return done.stderr.strip() == "True"


def test_files_that_a_rule_left_open_are_written(tmp_path: Path) -> None:
    """Python closes some of them only where it looks for garbage at the end, which it does not after small work."""
    (tmp_path / "mine.py").write_text(RULE)
    assert not is_frozen_at_the_end_of("solve mine.py 3", tmp_path)
    assert "3" in (tmp_path / "log.txt").read_text() and (tmp_path / "journal.txt").read_text() == "begun"


def test_nothing_is_looked_through_after_small_work(tmp_path: Path) -> None:
    assert is_frozen_at_the_end_of("solve nim 3 4 5", tmp_path)
