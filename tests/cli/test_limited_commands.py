"""Limits and signals that stop verify, stress and quotient; and play, which has no limits and says so."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from command import grundy, grundy_apart
from steps import Steps
from waiting import PATIENCE

from grundy.api.certificates import verify
from grundy.api.stress import stress
from grundy.errors import Stopped
from grundy.proof import check
from grundy.runs.clock import Signal
from grundy.runs.estimate import RunProgress
from grundy.runs.session import Session


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A certificate without end, of which each line takes a second."""

    def lines(file: str, chosen: Any) -> Iterator[str]:
        for number in count():
            yield f"{file}: {number} positions checked"

    monkeypatch.setattr(check, "verify", lines)
    with Steps(each=1.0):
        yield


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--time-limit", "5s"), r"time limit after 5\.\d s: c\.txt: 4 positions checked"),
        (("--memory", "1M"), r"memory limit after .*: c\.txt: \d+ positions checked"),
    ],
)
def test_verify_has_limits(option: tuple[str, str], said: str) -> None:
    """A check of hours could only be killed; what is not checked to its end proves nothing.

    Of all verbs this one alone had a sentence of its own for it: "error: out of time; known so far: ...".
    """
    done = grundy("verify", "c.txt", *option)
    remedy = "Nothing was saved to resume; with --cores K what is checked is kept."
    assert done.status == 2 and re.fullmatch(rf"Stopped by the {said}\. {re.escape(remedy)}\n", done.err), done.err
    assert "c.txt: 0 positions checked" in done.out and "proved" not in done.out


@pytest.mark.usefixtures("slow")
def test_the_call_has_them_too() -> None:
    with pytest.raises(Stopped, match="out of time"):
        verify("c.txt", time_limit=30)


RIGHT = [sys.executable, "-I", "-S", "-c", "print('first' if any(map(int, input().split())) else 'second')"]


def test_stress_has_a_limit_of_memory() -> None:
    with Steps():
        done = grundy("stress", "--memory", "1M", "nim", *RIGHT)
    assert done.status == 2 and done.out == ""
    assert done.err.startswith("Stopped by the memory limit after ")


WRONG = """
import os, pathlib, signal
if pathlib.Path("failed").exists():  # a smaller input is looked for
    os.kill(os.getppid(), signal.NUMBER)
    signal.pause()
piles = [int(word) for word in input().split()]
right = "first" if eval("^".join(map(str, piles))) else "second"
if len(piles) > 1 and sum(piles) > 5:
    pathlib.Path("failed").touch()
    right = "second" if right == "first" else "first"
print(right)
"""


@pytest.mark.parametrize(("number", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_failure_that_stress_has_found_is_printed_however_it_is_stopped(
    tmp_path: Path, number: str, status: int
) -> None:
    """Ended by SIGTERM it said that there was a failure, and its input was lost."""
    (tmp_path / "wrong.py").write_text(WRONG.replace("NUMBER", number))
    words = (
        "stress",
        "--json",
        "--time-limit",
        f"{PATIENCE}s",
        "--run-seconds",
        f"{PATIENCE}",
        "nim",
        sys.executable,
        "-I",
        "wrong.py",
    )
    done = grundy_apart(*words, folder=tmp_path)
    assert done.status == status
    told = json.loads(done.out)
    assert told["interrupted"] and told["failure"]["kind"] == "wrong answer"
    assert sum(map(int, told["failure"]["input"].split())) > 5


def test_stress_tells_no_time_that_its_limit_does_not_leave() -> None:
    """It said of a test of 10 seconds that all 1,000 cases would take half an hour."""
    said: list[RunProgress] = []
    session = Session(show=lambda: nullcontext(said.append))
    with Steps(each=2.0):  # a look at a program that still runs is a step too, so its own limit must be far
        stress("nim", RIGHT, time_limit=10, run_seconds=PATIENCE, parts=1, session=session)
    assert len(said) > 3 and all(progress.left is None for progress in said)
    assert said[-1].done and said[-1].total == 0


@pytest.mark.parametrize(("why", "status"), [("interrupted", 130), ("terminated", 143)])
def test_a_quotient_that_is_stopped_keeps_its_form(why: Signal, status: int) -> None:
    """With --json, --gap or --latex it was printed for people."""
    with Steps(stop=lambda chunk: chunk.done >= 9, signal=why):
        done = grundy("quotient", "kayles", "--to", "20", "--json", "--no-store")
    told = json.loads(done.out)
    assert (done.status, told["reason"], len(told["pretending"])) == (status, why, told["to"] + 1)
    assert told["to"] == 8
    with Steps(stop=lambda chunk: chunk.done >= 9, signal=why):
        done = grundy("quotient", "kayles", "--to", "20", "--gap", "--no-store")
    assert done.status == status and "FreeMonoid" in done.out


def test_a_quotient_that_a_limit_stops_says_how_to_go_on(tmp_path: Path) -> None:
    store = str(tmp_path / "runs.sqlite")
    with Steps(each=1.0):
        done = grundy("quotient", "kayles", "--to", "20", "--time-limit", "5s", "--store", store)
    assert done.status == 2 and "Not of more heaps: out of time." in done.out
    assert f"Go on with: grundy resume 1 --store {store}" in done.err


@pytest.mark.parametrize("words", [("nim", "3", "--time-limit", "5s"), ("--memory=1G", "nim", "3")])
def test_play_says_why_it_has_none(words: tuple[str, ...]) -> None:
    """They were read as a pile, and as the name of a game."""
    done = grundy("play", *words)
    assert done.status == 2
    assert "is no option of play" in done.err and "'grundy solve' has it" in done.err


def test_play_suggests_options() -> None:
    done = grundy("play", "nim", "3", "--mizere")
    assert done.status == 2 and "Did you mean '--misere'?" in done.err
