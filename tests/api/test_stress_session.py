"""A stress test is work like any other: progress, a limit of memory, and Ctrl-C, which ends the program too."""

from __future__ import annotations

import os
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from stressed import program, told, xor

import grundy
from grundy.api.stress_rule import rule_task
from grundy.api.stress_run import run_task as stress
from grundy.errors import Stopped
from grundy.runs import loop
from grundy.runs.session import Session


def test_an_interrupt_tells_what_is_known(pretend: Any) -> None:
    runs = 0

    def stopped(text: str) -> str:
        nonlocal runs
        runs += 1
        if runs == at:
            raise KeyboardInterrupt
        return "first\n" if xor(text) else "second\n"

    pretend(stopped)
    at = 8
    report = stress(rule_task(grundy.nim), ["it"])
    assert (report.status, report.failure, report.cases) == (130, None, 7)
    assert told(report) == "Interrupted: no failure in 7 cases in 7 inputs, seed 1 (not a proof)."
    runs, at = 0, 15
    report = stress(rule_task(grundy.take_away(1, 2, 3)), ["it"])
    assert report.status == 130 and report.failure is not None
    assert "Stopped while a smaller input was looked for." in told(report)
    assert xor(report.failure.input) and report.failure.expected == "second\n"
    assert report.as_dict()["interrupted"] is True


def test_progress_is_shown(pretend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "LONG", 0.0)

    def slowly(text: str) -> str:
        nonlocal asked
        asked += 1
        while asked > 9 and not shown:  # within the twenty cases it is shown, however busy the machine is
            time.sleep(0.01)
        return "first\n" if xor(text) else "second\n"

    pretend(slowly)
    asked = 0
    shown: list[Any] = []
    stress(rule_task(grundy.nim), ["it"], cases=20, session=Session(show=lambda: nullcontext(shown.append)))
    assert shown and {(one.unit, one.total) for one in shown} == {("cases", 20)}
    assert shown[-1].known == f"no failure in {shown[-1].done:,} cases"


def test_a_limit_of_memory(pretend: Any) -> None:
    """It was no option: a rule's table of values could take all there is."""

    def slowly(text: str) -> str:
        time.sleep(0.3)
        return "first\n" if xor(text) else "second\n"

    pretend(slowly)
    with pytest.raises(Stopped, match="out of memory") as stopped:
        grundy.stress("nim", ["it"], memory="1M")
    assert "no failure in " in str(stopped.value)


def test_an_interrupt_ends_the_program(tmp_path: Path) -> None:
    """It is in a session of its own, so that Ctrl-C does not reach it."""
    waits = program(
        tmp_path,
        f"import os, signal, time; open({str(tmp_path / 'it')!r}, 'w').write(str(os.getpid())); "
        f"os.kill({os.getpid()}, signal.SIGINT); time.sleep(3600)",
    )
    report = grundy.stress("nim", waits, run_seconds=500)
    assert (report.status, report.cases, report.failure) == (130, 0, None)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "it").read_text()), 0)
