"""Limits and signals that stop verify, stress and quotient; and play, which has no limits and says so."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from command import grundy, grundy_apart

from grundy.api.stress import stress
from grundy.api.verify import verify
from grundy.errors import Stopped
from grundy.proof import check
from grundy.runs.progress import Progress
from grundy.runs.session import Session


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that takes a minute."""

    def lines(file: str, chosen: Any) -> Iterator[str]:
        for number in range(600):
            yield f"{file}: {number} positions checked"
            time.sleep(0.1)

    monkeypatch.setattr(check, "verify", lines)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    ("option", "said"),
    [(("--time-limit", "0.3s"), "out of time; known so far: c.txt: "), (("--memory", "1M"), "out of memory; known ")],
)
def test_verify_has_limits(option: tuple[str, str], said: str) -> None:
    """A check of hours could only be killed; what is not checked to its end proves nothing."""
    done = grundy("verify", "c.txt", *option)
    assert done.status == 2 and said in done.err
    assert "c.txt: 0 positions checked" in done.out and "proved" not in done.out


@pytest.mark.usefixtures("slow")
def test_the_call_has_them_too() -> None:
    with pytest.raises(Stopped, match="out of time"):
        verify("c.txt", time_limit=0.3)


def test_stress_has_a_limit_of_memory(tmp_path: Path) -> None:
    program = tmp_path / "slow.py"
    program.write_text("import time; time.sleep(0.4); print('first' if any(map(int, input().split())) else 'second')")
    done = grundy_apart("stress", "--memory", "1M", "nim", sys.executable, "-I", "-S", str(program))
    assert done.status == 2 and done.out == ""
    assert done.err.startswith("out of memory; known so far: ")


WRONG = """
import os, pathlib, signal, time
if pathlib.Path("failed").exists():  # a smaller input is looked for
    os.kill(os.getppid(), signal.NUMBER)
    time.sleep(60)
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
    words = ("stress", "--json", "--time-limit", "1min", "--run-seconds", "90", "nim", sys.executable, "-I", "wrong.py")
    done = grundy_apart(*words, folder=tmp_path)
    assert done.status == status
    told = json.loads(done.out)
    assert told["interrupted"] and told["failure"]["kind"] == "wrong answer"
    assert sum(map(int, told["failure"]["input"].split())) > 5


def test_stress_tells_no_time_that_its_limit_does_not_leave(tmp_path: Path) -> None:
    """It said of a test of 10 seconds that all 1,000 cases would take half an hour."""
    program = tmp_path / "slow.py"
    program.write_text("import time; time.sleep(0.4); print('first' if any(map(int, input().split())) else 'second')")
    said: list[Progress] = []
    session = Session(show=lambda: nullcontext(said.append))
    stress("nim", [sys.executable, "-I", "-S", str(program)], time_limit=2, parts=1, session=session)
    assert said and all(progress.estimate is None for progress in said)
    assert said[-1].done and said[-1].total == 0


STOPPED = """
import os, signal, time
from grundy.engines.misere.heap_quotient import HeapQuotient
whole = HeapQuotient.work
def stopped(self, to, saved=None):
    steps = whole(self, to, saved)
    for _ in range(9):
        yield next(steps)
    os.kill(os.getpid(), signal.NUMBER)
    time.sleep(0.3)
    return (yield from steps)
HeapQuotient.work = stopped
"""


@pytest.mark.parametrize(("number", "status", "why"), [("SIGINT", 130, "interrupted"), ("SIGTERM", 143, "terminated")])
def test_a_quotient_that_is_stopped_keeps_its_form(tmp_path: Path, number: str, status: int, why: str) -> None:
    """With --json, --gap or --latex it was printed for people."""
    prelude = STOPPED.replace("NUMBER", number)
    done = grundy_apart("quotient", "kayles", "--to", "500", "--json", prelude=prelude, folder=tmp_path)
    told = json.loads(done.out)
    assert (done.status, told["reason"], len(told["pretending"])) == (status, why, told["to"] + 1)
    done = grundy_apart("quotient", "kayles", "--to", "500", "--gap", prelude=prelude, folder=tmp_path)
    assert done.status == status and "FreeMonoid" in done.out


def test_a_quotient_that_a_limit_stops_says_how_to_go_on(tmp_path: Path) -> None:
    done = grundy_apart("quotient", "octal:0.3102", "--to", "60", "--time-limit", "1s", folder=tmp_path)
    assert done.status == 2 and "Not of more heaps: out of time." in done.out
    assert "go on with: grundy resume 1" in done.err


@pytest.mark.parametrize("words", [("nim", "3", "--time-limit", "5s"), ("--memory=1G", "nim", "3")])
def test_play_says_why_it_has_none(words: tuple[str, ...]) -> None:
    """They were read as a pile, and as the name of a game."""
    done = grundy("play", *words)
    assert done.status == 2
    assert "is no option of play" in done.err and "'grundy solve' has it" in done.err


def test_play_suggests_options() -> None:
    done = grundy("play", "nim", "3", "--mizere")
    assert done.status == 2 and "Did you mean '--misere'?" in done.err
