"""Certificates and statements about a rule that is code say that it was read, and what of it was seen to be so."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import command
import pytest
from built_checker import built_checker
from certificate_texts import accepted
from waiting import PATIENCE

import grundy

RULE = """\
import grundy


@grundy.rule
def game(n):
    for k in (1, 4):
        if n >= k:
            yield n - k
    if n > 1:
        yield n - 2
"""
SEEN = "each of its 2 conditions true and false"  # n >= k and n > 1
WRITTEN = {
    "period": ("period",),
    "table": ("table", "--states", "60", "--out", "table.npy"),
    "quotient": ("quotient", "--to", "6"),
    "theorem": ("prove",),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.py").write_text(RULE)
    return tmp_path


@pytest.mark.parametrize("kind", WRITTEN)
def test_a_certificate_says_that_code_was_read_and_what_was_covered(kind: str, folder: Path) -> None:
    """Its moves are data: who doubts that they are the rule's finds where they were compared."""
    verb, *words = WRITTEN[kind]
    done = command.grundy_apart(verb, "game.py", *words, "--certificate", "c.txt", "--no-store", folder=folder)
    assert done.status == 0, done.err
    text = (folder / "c.txt").read_text(encoding="ascii")
    head, remark, *rest = text.splitlines()[:-1]  # the last line is the digest
    assert remark.startswith("# game.py:game: ") and "read from its code" in remark and SEEN in remark
    assert command.grundy_apart("verify", "c.txt", folder=folder).out.endswith(": proved\n")
    if kind == "table":
        return
    for as_ever in ([head, *rest], [head, "# game.py:game", *rest]):
        assert accepted("".join(f"{line}\n" for line in as_ever))
    checker = built_checker()
    if kind == "period" and checker is not None:
        checked = subprocess.run(
            [checker, folder / "c.txt"], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert checked.returncode == 0 and checked.stdout.endswith(": proved\n")


def test_a_rule_that_is_data_was_not_read(tmp_path: Path) -> None:
    grundy.period("take-away:1,4", certificate=tmp_path / "c.txt")
    assert "\n# take-away:1,4\n" in (tmp_path / "c.txt").read_text()


def test_a_theorem_that_is_printed_later_says_so_too(folder: Path) -> None:
    home = {"XDG_DATA_HOME": str(folder / "home")}
    assert command.grundy_apart("prove", "game.py", folder=folder, environment=home).status == 0
    done = command.grundy_apart("solve", "game.py", "12", "--json", folder=folder, environment=home)
    (theorem,) = json.loads(done.out)["theorems"]
    assert "as read from its code" in theorem["by"] and theorem["by"].endswith(SEEN)
