"""The command line prints what was recorded, to the byte; all of it: python tests/recording.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import recording

EVERY = {"documents": 10, "positions": 100, "refusals": 9}


@pytest.mark.parametrize("kind", recording.KINDS)
def test_what_was_recorded_is_printed(kind: str) -> None:
    """In a process of its own, since each command runs in a fork, and here are threads."""
    program = [sys.executable, recording.__file__, kind, "--every", str(EVERY[kind]), "--jobs", "1"]
    done = subprocess.run(program, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{kind}: 0 differ of " in done.stdout


def test_another_output_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recording that never differs would be none."""
    told = "$ grundy solve nim 1 2 --moves 0\n= 0\n> The second player wins.\n"
    (tmp_path / "positions.txt").write_text(told)
    script = "import sys, recording; from pathlib import Path; recording.RECORDED = Path(sys.argv[1]); " \
        "sys.exit(recording.main(['positions', '--jobs', '1']))"  # fmt: skip
    tests = str(Path(recording.__file__).parent)
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, cwd=tests)
    assert done.returncode == 1
    assert "+> The first player wins: an N-position, nim-value 3.\n" in done.stdout
    assert "positions: 1 differ of 1\n" in done.stdout


def test_what_is_long_is_recorded_by_its_digest() -> None:
    one = recording.entry("grundy", 0, "a" * 1000 + "\n", "")
    assert len(one) < 600
    assert one != recording.entry("grundy", 0, "a" * 999 + "b\n", "")
    many = recording.entry("grundy", 0, "a\n" * 1000, "")
    assert many.count("\n") < 40
    assert many != recording.entry("grundy", 0, "a\n" * 999 + "b\n", "")
    assert recording.entry("grundy", 0, "a", "") != recording.entry("grundy", 0, "a\n", "")
