"""No text ends in a traceback, hangs or eats memory; what is refused says where: a fixed budget of spoilt texts.

`python tests/fuzz.py --minutes 10` gives random ones for longer.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from command import grundy as command
from trials.fuzz import Spent, complaint, lay_traps
from trials.inputs import INPUTS, Input, spoilt
from waiting import wait_until

import grundy
import grundy.notation.rule_files
from grundy import BadText, parse_move
from grundy.runs.loop import at_work


@pytest.mark.parametrize("texts", [range(5), pytest.param(range(5, 20), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("kind", INPUTS, ids=lambda kind: kind.name)
def test_spoilt_texts_are_answered_or_refused(
    kind: Input, texts: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    lay_traps(tmp_path)
    for text in (*kind.samples, *(spoilt(kind.samples, Random(f"{kind.name} {number}")) for number in texts)):
        try:
            wrong = complaint(kind, text, tmp_path)
        except Spent:  # its engine has been asked to stop, and what it still takes would count as the next text's
            wait_until(lambda: not at_work(), f"the engine that {text!r} began")
        else:
            assert wrong is None, f"{wrong}\n    {text!r}"
    grundy.notation.rule_files.forget_files()


LONG = "x" * 6000
DIGITS = "9" * 6000


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "nim", DIGITS), ("solve", LONG, "3"), ("solve", "nim", "3", "--memory", LONG), ("period", LONG),
        ("solve", "cram", LONG), ("solve", f"--{LONG}", "nim"),
        ("table", "kayles", "--states", LONG), ("table", "kayles", "--states", "9", "--out", LONG),
        ("table", "kayles", "--states", "9", "--out", f"{LONG}.npy"), ("table", f"{LONG}.npy"), ("table", f"{LONG}.py"),
        ("check", "kayles", LONG, "--to", "5"), ("check", "kayles", "n + " * 3000, "--to", "5"), ("resume", LONG),
        ("runs", LONG), ("runs", "--store", LONG), ("runs", "--forget", LONG), ("verify", LONG), ("judge", LONG),
        ("judge", "--file", LONG), ("games", LONG), ("atlas", "--codes", LONG), ("stress", "nim", LONG), (LONG,),
        ("sequence", "kayles", "--plot", LONG), ("play", "--load", LONG), ("serve", "--host", LONG),
        ("class", "--task", LONG), ("class", "--word", LONG),
        ("solve", f"rule:{'n -> n-1; ' * 1000}", "3"), ("solve", f"take-away:{'1,' * 3000}", "3"),
    ],
    ids=lambda words: " ".join(word[:12] for word in words),
)  # fmt: skip
def test_very_long_arguments_are_not_repeated_whole(words: tuple[str, ...]) -> None:
    """A message of 6,000 characters hides what it says; and a name too long for a file ended in a traceback."""
    done = command(*words)
    assert (done.status, done.out) == (2, "")
    assert len(done.err) < 1300 and "Traceback" not in done.err
    assert LONG not in done.err and DIGITS not in done.err


def test_texts_of_moves_are_read_or_refused() -> None:
    samples = (b"pile 1, take 2", b"cells ((1, 1), (1, 2))", b"token 1, to 'a b'", b"place 1, to (3,), k -1")
    for number in range(2000):
        text = spoilt(samples, Random(number)).decode("latin-1")[:300]
        try:
            said = str(parse_move(text))
        except BadText as refused:
            said = str(refused)
            told = re.match(r"<move>:1:[0-9]+: expected .+, found ", said)
        else:
            told = re.match(r"[^\W\d]\w* ", said)
        assert told, text


def test_a_byte_that_is_no_text_is_told_as_no_move() -> None:
    """It ended play in a traceback."""
    done = command("play", "nim", "2", "1", stdin=b"\xff\n")
    assert done.status == 0
    assert r"found '\xff'" in done.out


def test_a_file_edited_into_no_python_runs_uncompiled(tmp_path: Path) -> None:
    """Its rule was made, then the text was read again to compile it, which ended in a traceback of the tokenizer."""
    file = tmp_path / "edited.py"
    file.write_text("import grundy\n\n\n@grundy.rule\ndef game(n):\n    yield from range(n)\n")
    rule = grundy.parse_rule(str(file), files=grundy.FILES)
    file.write_text("\n\n\n\n(\n")
    assert grundy.solve(rule(3)).nim_value == 3


def test_what_python_thinks_of_a_guess_is_not_printed() -> None:
    """A SyntaxWarning of Python's came before the error."""
    done = command("check", "take-away:1,2,3", "1[0,]", "--to", "5")
    assert done.places() == ["<argument>:1:1"]


@pytest.mark.parametrize("name", [".", "/", "./", ".sha256", ".partial", "x/.partial.sha256"])
def test_no_name_of_a_table_is_told(name: str) -> None:
    """It ended in a traceback of pathlib's."""
    done = command("resume", name)
    assert (done.status, done.out) == (2, "") and "nothing to resume: " in done.err


@pytest.mark.parametrize(
    "words", [("resume", "\x11"), ("resume", "\t"), ("verify", "--segment=\ufeff", "x"), ("table", "\x1b[31m.npy")]
)
def test_what_cannot_be_shown_is_escaped(words: tuple[str, ...]) -> None:
    done = command(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err.removesuffix("\n").isprintable() and "\\" in done.err
