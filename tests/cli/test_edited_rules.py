"""What was kept of a rule in a file is used only if the file is what it was: each command that can be resumed."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import pytest
from command import Done, grundy_apart, in_steps

from grundy.runs.store import list_runs

STORE = "home/grundy/runs.sqlite"
BESIDE = "LEAST = 1\n"
RULES = """
import grundy
from beside import LEAST

MOST = 10**9

def halves(n):
    return range(LEAST, min((n + 1) // 2, MOST))

@grundy.rule
def split(n):
    for left in halves(n):
        yield grundy.to(left, n - left)

@grundy.rule(canonical=lambda piles: tuple(sorted(piles)))
def piles(state):
    for i, n in enumerate(state):
        for k in range(LEAST, n + 1):
            if k % 3 or k == n:
                yield (*state[:i], n - k, *state[i + 1 :])
"""
EDITS = {
    "the rule": ("rules.py", "if k % 3 or k == n", "if k % 5 or k == n"),
    "a function": ("rules.py", "range(LEAST, min(", "range(LEAST + 1, min("),
    "a constant": ("rules.py", "10**9", "7"),
    "a module beside it": ("beside.py", "1", "2"),
    "no Python any more": ("rules.py", "import grundy", "import ("),
    "gone": ("rules.py", None, None),
}
COMMANDS = {
    "period rules.py:split --limit 1e6": "a constant",
    "period rules.py:split --limit 1e6 --json": "a module beside it",
    "table rules.py:split --states 1000000 --out t.npy": "a function",
    "check rules.py:split G(n) --to 8000": "a function",
    "sequence rules.py:split --to 1000000": "a function",
    "solve rules.py:piles (25,26,27,28)": "the rule",
    "solve rules.py:piles (25,26,27,28) --certificate c.txt": "a constant",
    "solve --lines lines.txt --json --cores 1": "gone",
}  # fmt: skip
IN_STEPS = in_steps("each=1.0, reading=0.15")  # whatever an engine does at a time takes more than a tenth
TWO_LINES = in_steps("stop=lambda chunk: chunk.done == 2")
KEPT = in_steps("each=1.0, reading=0.15, stop=lambda chunk: any(chunk.state.values())")


def grundy(folder: Path, *words: str, stdout: IO[str] | None = None, prelude: str = IN_STEPS) -> Done:
    """A command of which a chunk takes a second, so that it is long after its first."""
    return grundy_apart(*words, folder=folder, prelude=prelude, stdout=stdout)


def prepared(folder: Path) -> Path:
    (folder / "rules.py").write_text(RULES)
    (folder / "beside.py").write_text(BESIDE)
    (folder / "lines.txt").write_text("rules.py:split(9)\nrules.py:piles((2, 3))\nrules.py:piles((25, 26, 27, 28))\n")
    return folder


def edited(folder: Path, edit: str) -> None:
    name, before, after = EDITS[edit]
    path = folder / name
    if before is None or after is None:
        path.unlink()
        return
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def stopped(folder: Path, *words: str) -> None:
    """Stop a command when something of it is kept; lines, as soon as two are answered."""
    status, printed, err = grundy(folder, *words, prelude=TWO_LINES if "--lines" in words else KEPT)
    assert status == 130 and "Go on with: grundy resume " in err, err
    assert bool(printed) == (words[0] in ("sequence", "solve"))  # the terms, the lines, and what is known so far


def test_every_edit_is_seen_and_undone_is_no_edit(tmp_path: Path) -> None:
    """A search by a rule whose file was edited went on with the old values."""
    folder = prepared(tmp_path)
    words = ["solve", "rules.py:piles", "(25,26,27,28)"]
    stopped(folder, *words)
    for edit in EDITS:
        edited(folder, edit)
        status, printed, err = grundy(folder, "resume", "--time-limit", "1")
        assert (status, printed) == (2, ""), err
        assert err == (
            f"{EDITS[edit][0]}: it has changed since the run began, whose values are of the rule as it was then; "
            "begin anew with: grundy solve rules.py:piles '(25,26,27,28)'\n"
        )
        prepared(folder)
    status, _, err = grundy(folder, "resume", "--time-limit", "2")
    assert status == 2 and "Go on with: grundy resume " in err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_run_is_not_gone_on_with_by_another_rule(tmp_path: Path, command: str) -> None:
    folder = prepared(tmp_path)
    stopped(folder, *command.split())
    edit = COMMANDS[command]
    edited(folder, edit)
    run = list_runs(folder / STORE)[-1]
    for target in (str(run.number), "", *(["t.npy"] if run.table else [])):
        status, printed, err = grundy(folder, "resume", *([target] if target else []))
        assert (status, printed) == (2, ""), err
        assert err.startswith(f"{EDITS[edit][0]}: it has changed since the run began") and "begin anew with: " in err


def test_an_answer_that_is_not_out_is_that_of_the_rule_as_it_was(tmp_path: Path) -> None:
    folder = prepared(tmp_path)
    words = ["check", "rules.py:split", "G(n)", "--to", "50"]
    with open("/dev/full", "w") as full:
        done = grundy(folder, *words, stdout=full)
    assert done.status == 2 and list_runs(folder / STORE)[-1].status == "failed"
    edited(folder, "a constant")
    status, printed, err = grundy(folder, "resume")
    assert (status, printed) == (2, "") and "rules.py: it has changed since the run began" in err
