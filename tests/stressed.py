"""What the tests of stress tests share: programs, and the text of a report."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Any

from waiting import PATIENCE

from grundy.model.stress import Report
from grundy.show.stress import report_lines

PATIENT: dict[str, Any] = {"time_limit": PATIENCE, "run_seconds": PATIENCE}  # a busy machine starts programs late
FAST = [sys.executable, "-I", "-S"]  # Python without its site packages starts in a fiftieth of a second


def program(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "program.py"
    file.write_text(textwrap.dedent(text))
    return [*FAST, str(file)]


def xor(text: str) -> int:
    total = 0
    for word in text.split():
        total ^= int(word)
    return total


def told(report: Report) -> str:
    return "\n".join(report_lines(report))
