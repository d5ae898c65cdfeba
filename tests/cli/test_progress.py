"""How far work is: a bar on a terminal, and where there is none a line every minute."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from dataclasses import replace

import pytest
from command import grundy
from limits import set_limits
from numba.core import event
from steps import Steps
from waiting import PATIENCE

from grundy.cli import answering
from grundy.compile import cached  # noqa: F401  (hears that a kernel is compiled)
from grundy.runs.estimate import RunProgress

SOME = RunProgress(30, 120, "heaps", "heaps 0..29", 3.0, 10.0, 9.0)
LONG = ["period", "octal:0.007", "--to", "1e9", "--no-store", "--time-limit"]


def lines_of(limit: str) -> list[str]:
    """What a command says on standard error, which is no terminal, when its chunks take ten seconds."""
    with Steps(each=10.0, reading=0.15):
        done = grundy(*LONG, limit)
    assert done.status == 2, done.err
    return [line for line in done.err.splitlines() if line.startswith("grundy ")]


def test_a_line_says_every_minute_what_how_far_how_fast_and_how_long() -> None:
    lines = lines_of("10min")
    assert len(lines) == 9  # at each sixth chunk
    form = r"grundy period octal:0\.007 --to 1e9: \d+% of [\d,]+ heaps, [\d,]+ heaps/s(, about .+ left)?"
    assert all(re.fullmatch(form, line) for line in lines), lines


def test_there_is_none_before_a_minute_is_over() -> None:
    assert lines_of("59s") == []


def test_the_minute_goes_on_over_the_phases(capsys: pytest.CaptureFixture[str]) -> None:
    with Steps() as steps:
        report = answering.ProgressReport("grundy it")
        for _ in range(2):
            with report() as progress:
                for seconds in (59.0, 2.0):
                    steps.tick(seconds)
                    progress(SOME)
    assert capsys.readouterr().err == "grundy it: 25% of 120 heaps, 10 heaps/s, about 9 s left\n" * 2


END = "\0"


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch, columns: int = 60) -> Iterator[int]:
    """Standard error as a terminal; what to read it by."""
    ours, theirs = pty.openpty()
    with open(theirs, "w", encoding="utf-8") as stream, redirect_stderr(stream):
        monkeypatch.setenv("COLUMNS", str(columns))
        yield ours
    os.close(ours)


def shown(screen: int) -> str:
    """All that a terminal was given by now."""
    seen = ""
    print(END, end="", file=sys.stderr, flush=True)
    while not seen.endswith(END):
        assert select.select([screen], [], [], PATIENCE)[0], seen
        seen += os.read(screen, 10_000).decode()
    return seen.removesuffix(END)


def test_a_bar_moves_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with terminal(monkeypatch) as screen:
        report = answering.ProgressReport("grundy it")
        with report() as progress:
            progress(SOME)
            report.say("not saved: no room")
            progress(SOME)
        line = answering.bar_line(SOME, 60)
        expected = (
            f"{answering.CLEAR}{line}{answering.CLEAR}not saved: no room\r\n{answering.CLEAR}{line}{answering.CLEAR}"
        )
        assert shown(screen) == expected
    assert len(line) < 60 and line.startswith(" 25% ━") and line.endswith("10 heaps/s  about 9 s left")


def test_there_is_no_bar_before_something_is_measured() -> None:
    """It was `0 positions  the nim-value is at most 38, the number of moves; the search is be`."""
    begun = RunProgress(0, 120, "heaps", "", 3.0, 0.0, None)
    assert answering.bar_line(begun, 80) == "0 heaps"
    assert answering.bar_line(replace(begun, known="trying"), 80) == "trying"
    with event.trigger_event("numba:compile", {}):  # as Numba does where it finds no code on the disk
        assert answering.bar_line(begun, 80) == "Compiling, first run only"
        assert answering.progress_line(begun) == "Compiling, first run only"
        assert answering.bar_line(SOME, 80).startswith(" 25% ━")
    assert answering.bar_line(begun, 80) == "0 heaps"


def test_a_bar_is_as_wide_as_the_terminal_it_moves_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The width was that of standard output, and 80 where this is a file: a bar in 60 columns left a line each time."""
    monkeypatch.setenv("TERM", "xterm")
    with terminal(monkeypatch) as screen:
        monkeypatch.delenv("COLUMNS")
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("4H", 24, 60, 0, 0))
        with answering.ProgressReport("grundy it")() as progress:
            progress(SOME)
        expected = answering.CLEAR + answering.bar_line(SOME, 60) + answering.CLEAR
        assert shown(screen) == expected


@pytest.mark.parametrize("width", [1, 5, 20, 40, 200])
def test_a_bar_fits_into_its_line(width: int) -> None:
    done = RunProgress(10**12, 10**12, "states", "", 9e9, 1e9, 0.0)
    endless = RunProgress(7, 0, "codes", "x" * 90, 1.0, 0.0, None)
    for progress in (SOME, done, endless):
        assert len(answering.bar_line(progress, width)) < width or width == 1


def test_a_dumb_terminal_has_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    set_limits(monkeypatch, "cli", EVERY=0.0)
    with terminal(monkeypatch) as screen:
        with answering.ProgressReport("grundy it")() as progress:
            progress(SOME)
        assert "heaps" in (seen := shown(screen)) and "\x1b" not in seen
