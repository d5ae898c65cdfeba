"""A stress test is work like any other: progress, a limit of memory, and Ctrl-C, which ends the program too."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from steps import Steps
from stressed import program, told, xor
from waiting import PATIENCE

import grundy
from grundy.api.stress import rule_task
from grundy.api.stress import run_task as stress
from grundy.errors import Stopped
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
    assert (report.exit_status, report.failure, report.cases) == (130, None, 7)
    assert told(report) == "Interrupted: no failure in 7 cases in 7 inputs, seed 1 (not a proof)."
    runs, at = 0, 15
    report = stress(rule_task(grundy.take_away(1, 2, 3)), ["it"])
    assert report.exit_status == 130 and report.failure is not None
    assert "Stopped during the search for a smaller input." in told(report)
    assert xor(report.failure.input) and report.failure.expected == "second\n"
    assert report.as_dict()["interrupted"] is True


def test_progress_is_shown(pretend: Any) -> None:
    pretend(lambda text: "first\n" if xor(text) else "second\n")
    shown: list[Any] = []
    with Steps(each=0.5):
        stress(rule_task(grundy.nim), ["it"], cases=20, session=Session(show=lambda: nullcontext(shown.append)))
    assert [(one.done, one.unit, one.total) for one in shown] == [(chunk // 2, "cases", 20) for chunk in range(2, 41)]
    assert shown[-1].known == "no failure in 20 cases"


def test_a_limit_of_memory(pretend: Any) -> None:
    """It was no option: a rule's table of values could take all there is."""
    pretend(lambda text: "first\n" if xor(text) else "second\n")
    with Steps(), pytest.raises(Stopped, match="out of memory; known so far: no failure in 0 cases"):
        grundy.stress("nim", ["it"], memory="1M")


def test_an_interrupt_ends_the_program(tmp_path: Path) -> None:
    """It is in a session of its own, so that Ctrl-C does not reach it."""
    waits = program(
        tmp_path,
        f"import os, signal; open({str(tmp_path / 'it')!r}, 'w').write(str(os.getpid())); "
        f"os.kill({os.getpid()}, signal.SIGINT); signal.pause()",
    )
    report = grundy.stress("nim", waits, run_seconds=PATIENCE)
    assert (report.exit_status, report.cases, report.failure) == (130, 0, None)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "it").read_text()), 0)
