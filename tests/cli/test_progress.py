"""How far work is: a bar on a terminal, and where there is none a line every minute."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from command import SOURCES

from grundy.cli import bar
from grundy.runs.progress import Progress

SOME = Progress(30, 120, "heaps", "heaps 0..29", 3.0, 10.0, 9.0)
SHORTENED = f"import sys; sys.path.insert(0, {SOURCES!r}); import grundy.cli.bar as bar; bar.EVERY = %s\n" \
    "from grundy.cli.main import main; sys.argv = ['grundy', *sys.argv[1:]]; main()"  # fmt: skip
LONG = ["period", "octal:0.007", "--to", "1e9", "--no-store", "--time-limit"]


def errors_of(every: float, *words: str) -> list[str]:
    """What a command with a shortened minute says on standard error, which is no terminal."""
    done = subprocess.run(
        [sys.executable, "-c", SHORTENED % every, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 2, done.stderr
    return done.stderr.splitlines()


def test_a_line_says_what_how_far_how_fast_and_how_long() -> None:
    for seconds in (3, 12, 48):  # on a busy machine the first chunk may take longer
        lines = [line for line in errors_of(0.5, *LONG, str(seconds)) if line.startswith("grundy ")]
        if len(lines) > 1:
            break
    assert 2 <= len(lines) <= 2 * seconds  # from the second second on
    form = r"grundy period octal:0\.007 --to 1e9: \d+% of [\d,]+ heaps(, [\d,]+ heaps/s, .+ left)?"
    assert all(re.fullmatch(form, line) for line in lines), lines


def test_there_is_none_before_a_minute_is_over() -> None:
    assert bar.EVERY == 60
    assert [line for line in errors_of(bar.EVERY, *LONG, "2") if line.startswith("grundy ")] == []


def test_the_minute_goes_on_over_the_phases(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter([0.0, 59.0, 61.0, 119.0, 121.5])
    monkeypatch.setattr(bar, "monotonic", lambda: next(moments))
    report = bar.ProgressReport("grundy it")
    for _ in range(2):
        with report() as progress:
            progress(SOME)
            progress(SOME)
    assert capsys.readouterr().err == "grundy it: 25% of 120 heaps, 10 heaps/s, 9.0 s left\n" * 2


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch, columns: int = 60) -> Iterator[int]:
    """Standard error as a terminal; what to read it by."""
    ours, theirs = pty.openpty()
    with open(theirs, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setenv("COLUMNS", str(columns))
        yield ours
    os.close(ours)


def shown(screen: int, characters: int) -> str:
    """What a terminal was given: so many characters, which it may hand on one after the other, and some more."""
    seen, until = "", time.monotonic() + 20
    while select.select([screen], [], [], 0.1 if len(seen) >= characters else max(0.0, until - time.monotonic()))[0]:
        seen += os.read(screen, 10_000).decode()
    return seen


def test_a_bar_moves_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with terminal(monkeypatch) as screen:
        report = bar.ProgressReport("grundy it")
        with report() as progress:
            progress(SOME)
            report.say("not saved: no room")
            progress(SOME)
        line = bar.bar_line(SOME, 60)
        expected = f"{bar.CLEAR}{line}{bar.CLEAR}not saved: no room\r\n{bar.CLEAR}{line}{bar.CLEAR}"
        assert shown(screen, len(expected)) == expected
    assert len(line) < 60 and line.startswith(" 25% ━") and line.endswith("10 heaps/s  0:00:09 left")


def test_a_bar_is_as_wide_as_the_terminal_it_moves_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The width was that of standard output, and 80 where this is a file: a bar in 60 columns left a line each time."""
    monkeypatch.setenv("TERM", "xterm")
    with terminal(monkeypatch) as screen:
        monkeypatch.delenv("COLUMNS")
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("4H", 24, 60, 0, 0))
        with bar.ProgressReport("grundy it")() as progress:
            progress(SOME)
        expected = bar.CLEAR + bar.bar_line(SOME, 60) + bar.CLEAR
        assert shown(screen, len(expected)) == expected


@pytest.mark.parametrize("width", [1, 5, 20, 40, 200])
def test_a_bar_fits_into_its_line(width: int) -> None:
    done = Progress(10**12, 10**12, "states", "", 9e9, 1e9, 0.0)
    endless = Progress(7, 0, "codes", "x" * 90, 1.0, 0.0, None)
    for progress in (SOME, done, endless):
        assert len(bar.bar_line(progress, width)) < width or width == 1


def test_a_dumb_terminal_has_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(bar, "EVERY", 0.0)
    with terminal(monkeypatch) as screen:
        with bar.ProgressReport("grundy it")() as progress:
            progress(SOME)
        assert b"\x1b" not in os.read(screen, 10_000)
