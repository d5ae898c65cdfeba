"""On a narrow terminal lines end at blanks, not inside words; elsewhere they are as long as they are."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command import SOURCES, grundy_apart

from grundy.model.run import Run
from grundy.show.runs import runs_lines
from grundy.show.text import fold

COMMANDS = [
    ("games",),
    ("games", "nim"),
    ("solve", "cram", "4x4"),
    ("check", "nim", "n // 1 + n - n", "--to", "1000"),
    ("judge", "--list"),
]


def printed(arguments: tuple[str, ...], columns: int, status: int = 0) -> str:
    """What a command says on a terminal of so many columns, without colours: its answer, or why there is none.

    Beside an answer, a busy machine shows a bar.
    """
    environment = os.environ | {"PYTHONPATH": str(SOURCES), "COLUMNS": str(columns), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "grundy", *arguments]
    ours, theirs = pty.openpty()
    errors = theirs if status else subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=errors) as process:
        os.close(theirs)
        data = b""
        try:
            while piece := os.read(ours, 1 << 16):
                data += piece
        except OSError:  # the other end is closed
            pass
        os.close(ours)
    assert process.returncode == status
    return data.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_lines_end_at_blanks(arguments: tuple[str, ...]) -> None:
    whole = grundy_apart(*arguments, environment={"COLUMNS": "40"}).out  # into no terminal
    narrow = printed(arguments, 70)
    assert max(map(len, whole.splitlines())) > 70, "there is something to be folded"
    assert narrow.split() == whole.split(), "no word is broken or lost"
    long = [line for line in narrow.splitlines() if len(line) > 70]
    samples = {line for line in whole.splitlines() if line.startswith("    ")}  # of judges' files
    assert not [line for line in long if "grundy " not in line and line not in samples]
    assert printed(arguments, 200) == whole


def test_errors_end_at_blanks_too() -> None:
    assert printed(("solve", "cram", "50x50x3"), 60, status=2).splitlines() == [
        "<argument>:1:1: expected the sides of a full board, as in",
        "  5x8, or rows of '.' and '#', found '50x50x3'",
    ]


def test_what_is_folded_hangs_below_its_text() -> None:
    assert fold("hackenbush   Cut an edge of a graph; the rest falls away.", 44) == [
        "hackenbush   Cut an edge of a graph; the",
        "             rest falls away.",
    ]
    assert fold("    the first player wins  (Bouton 1901: the nim-value)", 40) == [
        "    the first player wins  (Bouton 1901:",
        "      the nim-value)",
    ]


def test_commands_stay_whole() -> None:
    command = f"grundy solve nim '{' '.join(['7'] * 40)}' --explain"
    assert fold(f"  {command}", 60) == [f"  {command}"]
    assert fold(f"Proved: by a table ({command}).", 60) == ["Proved: by a table", f"  ({command})."]


@pytest.mark.parametrize("width", [None, 200, 60])
def test_runs_are_listed_with_their_commands_below_where_there_is_no_room(width: int | None) -> None:
    runs = [
        Run(("sequence", "node-kayles:grid:3xN", "--to", "9"), "node-kayles:grid:3xN", number=12, done=9, unit="terms"),
        Run((), "", number=13, status="damaged", message="cannot be read"),
    ]
    lines = runs_lines(runs, width)
    command = "grundy sequence node-kayles:grid:3xN --to 9"
    assert re.split(r"\s+", " ".join(lines)) == re.split(r"\s+", " ".join(runs_lines(runs)))
    if width == 60:
        assert lines[3] == f"     {command}" and lines[5] == "     cannot be read"
    else:
        assert len(lines) == 3 and lines[1].endswith(f"  {command}")


def test_a_run_is_described_within_the_screen(tmp_path: Path) -> None:
    from grundy.cli.runs import runs_text
    from grundy.runs.store import add_run

    store = tmp_path / "runs.sqlite"
    run = Run(("solve", "nim", "3"), "nim", evidence={"status": "computed", "by": "a search " * 20})
    add_run(store, run)[1].release()
    narrow = runs_text(store, 1, width=60)
    assert narrow.split() == runs_text(store, 1).split()
    assert max(map(len, narrow.splitlines())) <= 60
