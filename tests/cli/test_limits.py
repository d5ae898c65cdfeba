"""Time limits and Ctrl-C are heard wherever a command may take long, and what there is and what to do is said."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest
from command import grundy as command
from command import grundy_apart, in_steps, stopping
from effort import lines_of
from steps import Steps

from grundy import __version__
from grundy.cli.answering import CommandOutput
from grundy.cli.runs import with_cluster
from grundy.errors import BadText, OutOfReach
from grundy.runs.session import Limits
from grundy.runs.store import list_runs

RULES = """\
import sys

import grundy

steps = getattr(sys.modules["__main__"], "steps", None)
calls = 0


def step(after=0):
    global calls
    calls += 1
    if steps and calls > after:
        steps.tick(1.0)


@grundy.rule
def many(n):
    step(after=130)  # the answer for 40 takes 125 calls, its certificate some more
    for k in range(1, n // 2 + 1):
        yield grundy.to(n - k, k - 1, n - 2 * k)


@grundy.rule
def few(n):
    step(after=12)  # 11 for 9 in misere play
    for k in range(1, n // 2 + 1):
        yield grundy.to(n - k, k - 1, n - 2 * k)


@grundy.rule
def up(n):
    step()
    yield n + 1


@grundy.rule
def wide(n):
    while True:
        step()
        yield n + 1


@grundy.rule(canonical=lambda n: n)
def still(n):
    while True:
        step()
    yield n


@grundy.rule
def pairs(a, b):
    step(after=330)  # 325 for the table
    for k in range(1, a + 1):
        yield a - k, (b + k * a) % (b + 1)
    for k in range(1, b + 1):
        yield a, b - k
"""
UNLISTED = "the certificate is not written yet; "
WHOLE = "t.npy is whole, its certificate is not written yet"
STOPPED = [
    ("solve rules.py:many 40 --certificate it.txt", UNLISTED),
    ("solve rules.py:few 9 --misere --strategy it.txt", UNLISTED),
    ("solve rules.py:up 5 --misere", "trying tame parts"),
    ("solve rules.py:wide 5 --loopy", "trying the definition"),
    ("solve rules.py:still 5", "trying a search through independent parts"),
    ("solve rules.py:still 5 --misere", "trying tame parts"),
    ("table rules.py:pairs --box 9x9 --out t.npy --certificate it.txt", WHOLE),
]
LAST = (". Go on with: grundy resume ", ". Nothing was saved to resume")


@pytest.mark.parametrize(("words", "known"), STOPPED)
def test_a_time_limit_is_heard_and_what_to_do_is_said(words: str, known: str, tmp_path: Path) -> None:
    """Nodes were listed, and a rule without an end followed, for as long as they took."""
    (tmp_path / "rules.py").write_text(RULES, encoding="ascii")
    limits = ("--time-limit", "3s", "--store", "runs.sqlite")
    status, _, err = grundy_apart(*words.split(), *limits, prelude=in_steps("each=0.0"), folder=tmp_path)
    assert status == 2, err
    assert re.match(f"Stopped by the time limit after [^:]*: ({known}|0 positions are solved, )", err), err
    assert any(end in err for end in LAST) and err.count("\n") == 1
    assert not (tmp_path / "it.txt").exists()


@pytest.mark.parametrize("words", [STOPPED[0][0], STOPPED[2][0]])
def test_ctrl_c_is_heard_and_what_to_do_is_said(words: str, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(RULES, encoding="ascii")
    status, _, err = grundy_apart(*words.split(), prelude=stopping(signal.SIGINT), folder=tmp_path)
    assert status == 130, err
    assert err.startswith("Interrupted after ")
    assert not (tmp_path / "it.txt").exists()


def test_what_was_found_within_limits_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.py").write_text(RULES, encoding="ascii")
    asked = ("solve", "rules.py:pairs", "(2, 3)", "--misere")
    with Steps(each=1.0):
        done = command(*asked, "--time-limit", "60s", "--store", "runs.sqlite")
    assert done.status == 0
    (run,) = list_runs(tmp_path / "runs.sqlite")
    assert (run.status, run.command, run.version) == ("finished", asked, __version__)
    solution = command(*asked, "--json").json()
    assert run.evidence == solution["evidence"]
    assert run.result == {name: solution[name] for name in run.result}
    assert run.result["winner"] == solution["winner"]


@pytest.mark.parametrize("text", [b"x" * 10**7, b"\n" + b"7 " * 5_000_000])
def test_one_endless_line_is_refused_before_it_is_taken_apart(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_bytes(text)
    assert lines_of(lambda: command("solve", "--lines", str(file)).status, 500_000) == 2
    assert lines_of(lambda: command("judge", "gcj2019-bacterial-tactics", "--file", str(file)).status, 500_000) == 2


def test_a_run_of_this_machine_is_given_no_cluster():
    with pytest.raises(BadText, match="expected a run that was begun on a cluster, found 'grundy table nim --to 9'"):
        with_cluster(["table", "nim", "--to", "9"], "tcp://elsewhere:8786")


def test_a_long_answer_ends_with_the_time_though_it_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """`sequence kayles --to 1e18 --time-limit 8s`, all of whose terms are known at once, was printed for ever."""
    answer = CommandOutput(Limits(time_limit=0.0))
    with answer, pytest.raises(OutOfReach, match="out of time: what is printed is not all"):
        answer.give_pieces("1" * 2**20 for _ in range(1000))
    assert len(capsys.readouterr().out) < 2**23
