"""A release writes all changes since the last one into the changelog."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from waiting import PATIENCE

ROOT = Path(__file__).parents[2]


def test_what_a_release_would_write_has_every_change() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "9.9.9"],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    written = " ".join(done.stdout.split())
    for path in (ROOT / "changes").glob("*.*.md"):
        assert " ".join(path.read_text(encoding="utf-8").split()) in written, path.name
