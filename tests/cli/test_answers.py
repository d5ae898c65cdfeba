"""No run is finished before its answer is out, or `grundy resume` gives the answer again: each kind of run."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from command import grundy_apart
from fault_kinds import PILES

from grundy.runs.store import get_run, list_runs

STORE = "home/grundy/runs.sqlite"
RULES = f"""{PILES}
@grundy.rule
def split(n):
    for left in range(1, (n + 1) // 2):
        yield grundy.to(left, n - left)
"""
COMMANDS = {
    "period kayles --certificate c.txt --json": ("c.txt",),
    "table rules.py:split --states 60 --out t.npy --certificate c.txt": ("t.npy", "t.npy.sha256", "c.txt"),
    "check rules.py:split n%2 --to 50": (),
    "sequence kayles --plot p.svg": ("p.svg",),
    "solve rules.py:piles (7,8,9)": (),
}  # fmt: skip
MORE = {
    "atlas --codes 0.07,0.77 --limit 1000 --cores 2 --csv": (),
    "table rules.py:split --states 60": (),
    "sequence rules.py:split --to 300 --csv": (),
    "solve cram 3x5 --strategy c.txt": ("c.txt",),
    "solve --lines lines.txt --json --time-limit 500s": (),
}  # fmt: skip
HURRY = "from grundy.runs import loop, recorder; loop.LONG = recorder.LONG = 0.0; loop.TICK = 0.002\n"
DIES = """
import os
from grundy.cli import answering
say = answering.say
answering.say = lambda text: ({}, os.kill(os.getpid(), 9))
"""


def prepared(folder: Path) -> Path:
    folder.mkdir()
    (folder / "rules.py").write_text(RULES)
    (folder / "lines.txt").write_text("nim(3 5)\nkayles(9)\ncram(2x3)\n")
    return folder


def made(folder: Path, files: tuple[str, ...]) -> list[bytes]:
    return [(folder / name).read_bytes() for name in files]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("command", [*COMMANDS, *(pytest.param(one, marks=pytest.mark.long) for one in MORE)])
def test_an_answer_that_did_not_get_out_is_given_again(tmp_path: Path, command: str) -> None:
    """Killed between the end of the work and its answer, or printed to a full disk, nothing was left to resume."""
    words, files = command.split(), (COMMANDS | MORE)[command]
    usual = prepared(tmp_path / "usual")
    usually, expected, err = grundy_apart(*words, folder=usual, prelude=HURRY)
    assert usually in (0, 1) and expected, err
    for trial in ("full", "killed before", "killed after"):
        folder = prepared(tmp_path / trial)
        if trial == "full":
            with open("/dev/full", "w") as full:
                status, _, err = grundy_apart(*words, folder=folder, prelude=HURRY, stdout=full)
            assert status == 2 and err.splitlines()[-1].startswith("<stdout>: cannot be written: "), err
        else:
            did = DIES.format("say(text)" if trial == "killed after" else "None")
            ended, printed, err = grundy_apart(*words, folder=folder, prelude=HURRY + did)
            assert ended == -signal.SIGKILL, err
            assert printed.endswith(expected) if trial == "killed after" else expected not in printed
        run = list_runs(folder / STORE)[-1]
        assert run.status == ("failed" if trial == "full" else "killed")
        again, printed, err = grundy_apart("resume", str(run.number), folder=folder, prelude=HURRY)
        assert (again, printed) == (usually, expected), err
        assert get_run(folder / STORE, run.number).status == "finished"
        assert made(folder, files) == made(usual, files)
    again, printed, err = grundy_apart("resume", folder=folder, prelude=HURRY)
    assert (again, printed) == (2, "") and "there is no unfinished run" in err
