"""grundy changes no file that it was not told to write: every verb in a folder of somebody's, watched."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from command import grundy, grundy_apart

NOTES = b"these are somebody's notes\n"
RULE = "import grundy\nfrom beside import STEP\n@grundy.rule\ndef down(n):\n    if n >= STEP: yield n - STEP\n"
READING = [
    "solve rule.py 3 --explain",
    "solve nim 3 4 --json",
    "solve --lines lines.txt",
    "options rule.py 3",
    "judge hdu5724-chess --file notes.txt",
    "games kayles",
    "table rule.py --to 9",
    "table notes.npy",
    "sequence rule.py --to 9",
    "check rule.py n%2 --to 9",
    "period rule.py --to 50",
    "prove rule.py --no-store",
    "verify notes.txt",
    "guess --file notes.txt",
    "nimber 3*4",
    "quotient rule.py --to 4",
    "genus rule.py --to 4",
    "atlas --codes 0.77 --to 1000",
    "runs --store notes.txt",
    "resume notes.npy",
    "play --load notes.txt",
    "stress --time-limit 1s --parts 1 rule.py ./program",
]
WRITING = [  # the command, and the file of somebody's that is in its way
    ("solve nim 3 --certificate rule.py", "rule.py"),
    ("solve nim 3 --certificate notes.txt", "notes.txt"),
    ("solve nim 3 --strategy notes.txt", "notes.txt"),
    ("solve nim 3 --picture notes.svg", "notes.svg"),
    ("solve nim 3 --graph notes.png", "notes.png"),
    ("solve cram 3x3 --values notes.txt", "notes.txt"),
    ("table nim --to 9 --plot notes.svg", "notes.svg"),
    ("sequence nim --to 9 --plot notes.svg", "notes.svg"),
    ("prove nim --picture notes.svg", "notes.svg"),
    ("prove rule.py --no-store --certificate rule.py", "rule.py"),
    ("period kayles --certificate notes.txt", "notes.txt"),
    ("quotient kayles --to 4 --certificate notes.txt", "notes.txt"),
    ("table nim --to 9 --out notes.npy", "notes.npy"),
    ("table nim --to 9 --out one.npy", "one.npy.sha256"),
    ("table nim --to 9 --out two.npy", "two.npy.lock"),
    ("table nim --to 9 --out three.npy", "three.npy.partial.sha256"),
    ("table nim --to 9 --out three.npy --overwrite", "three.npy.partial.sha256"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of somebody's, and an empty home."""
    home = tmp_path / "home"
    home.mkdir()
    here = tmp_path / "here"
    here.mkdir()
    for name in ("notes.txt", "notes.npy", "notes.svg", "notes.png", "notes.npy.lock.txt", "four.npy.partial-notes"):
        (here / name).write_bytes(NOTES)
    (here / "lines.txt").write_text("nim(3)\n")
    (here / "rule.py").write_text(RULE)
    (here / "beside.py").write_text("STEP = 2\n")
    (here / "program").write_text("#!/bin/sh\necho first\n")
    (here / "program").chmod(0o700)
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    return here


def files(folder: Path) -> dict[str, str]:
    """All files below a folder, with their digests."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("command", READING)
def test_a_command_that_reads_changes_nothing(command: str, folder: Path) -> None:
    before = files(folder)
    home = {"XDG_DATA_HOME": str(folder.parent / "home")}
    as_usual = "import sys; sys.dont_write_bytecode = False"  # which a test's environment may have set
    done = grundy_apart(*command.split(), folder=folder, environment=home, prelude=as_usual)
    assert done.out or done.err
    assert files(folder) == before


@pytest.mark.parametrize(("command", "file"), WRITING)
def test_what_is_somebody_elses_is_not_replaced(command: str, file: str, folder: Path) -> None:
    if not (folder / file).exists():
        (folder / file).write_bytes(NOTES)
    before = files(folder)
    done = grundy(*command.split())
    assert done.status == 2 and file in done.err, done
    assert files(folder) == before


def test_a_game_is_saved_over_no_other_file(folder: Path) -> None:
    before = files(folder)
    assert "there already" in grundy("play", "nim", "1", stdin=b"save notes.txt\nquit\n").out
    assert files(folder) == before
    for _ in range(2):  # over its own it is
        assert "saved after" in grundy("play", "nim", "1", stdin=b"save game.json\nquit\n").out


def test_what_is_ours_is_replaced(folder: Path) -> None:
    for _ in range(2):
        for words in (
            "solve nim 3 --certificate c.txt",
            "sequence nim --to 9 --plot p.svg",
            "solve nim 3 --picture a.png",
        ):
            done = grundy(*words.split())
            assert done.status == 0, done
    before = files(folder)
    assert grundy("table", "nim", "--to", "9", "--out", "four.npy").status == 0
    assert {name: made for name, made in files(folder).items() if name in before} == before
    assert grundy("table", "nim", "--to", "8", "--out", "four.npy", "--overwrite").status == 0
    assert (folder / "four.npy.partial-notes").read_bytes() == NOTES


def test_a_link_is_replaced_and_what_it_names_is_not(folder: Path) -> None:
    (folder / "c.txt").write_text("grundy-certificate 1\n")
    (folder / "link.txt").symlink_to("c.txt")
    assert grundy("solve", "nim", "3", "--certificate", "link.txt").status == 0
    assert (folder / "c.txt").read_text() == "grundy-certificate 1\n"
