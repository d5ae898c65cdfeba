"""The command line prints what was recorded, to the byte; all of it: python tests/recording.py."""

from __future__ import annotations

from pathlib import Path

import forking
import pytest
import recording

EVERY = {"documents": 10, "positions": 100, "refusals": 9}
CALL = f"""
import sys
sys.path.insert(0, {str(Path(recording.__file__).parent)!r})
import recording
from pathlib import Path
recording.RECORDED = Path(sys.argv[1])
sys.exit(recording.main(sys.argv[2:]))
"""


def told(*words: str, folder: Path = recording.RECORDED) -> tuple[int, str]:
    """The status and the output of recording.py, in a process of its own: each command runs in a fork, without threads
    of tests."""
    done = forking.run(CALL, str(folder), *words, "--jobs", "1", merged=True)
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize("kind", recording.KINDS)
def test_what_was_recorded_is_printed(kind: str) -> None:
    status, text = told(kind, "--every", str(EVERY[kind]))
    assert status == 0 and f"{kind}: 0 differ of " in text, text


def test_another_output_is_a_difference(tmp_path: Path) -> None:
    """A recording that never differs would be none."""
    (tmp_path / "positions.txt").write_text("$ grundy solve nim 1 2 --moves 0\n= 0\n> The second player wins.\n")
    status, text = told("positions", folder=tmp_path)
    assert status == 1
    assert "+> The first player wins: an N-position, nim-value 3.\n" in text
    assert "positions: 1 differ of 1\n" in text


def test_what_is_long_is_recorded_by_its_digest() -> None:
    one = recording.entry("grundy", 0, "a" * 1000 + "\n", "")
    assert len(one) < 600
    assert one != recording.entry("grundy", 0, "a" * 999 + "b\n", "")
    many = recording.entry("grundy", 0, "a\n" * 1000, "")
    assert many.count("\n") < 40
    assert many != recording.entry("grundy", 0, "a\n" * 999 + "b\n", "")
    assert recording.entry("grundy", 0, "a", "") != recording.entry("grundy", 0, "a\n", "")
