"""No text ends in a traceback, hangs or eats memory; what is refused says where: a fixed budget of spoilt texts.

`python tests/fuzz.py --minutes 10` gives random ones for longer.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from command import grundy as command
from trials.fuzz import complaint
from trials.inputs import INPUTS, Input, spoilt

import grundy
import grundy.games.files
from grundy import BadText, parse_move

TEXTS = 12  # of each kind


@pytest.mark.parametrize("kind", INPUTS, ids=lambda kind: kind.name)
def test_spoilt_texts_are_answered_or_refused(kind: Input, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for sample in kind.samples:
        assert complaint(kind, sample, tmp_path) is None, sample
    for number in range(TEXTS):
        text = spoilt(kind.samples, Random(f"{kind.name} {number}"))
        assert complaint(kind, text, tmp_path) is None, text
    grundy.games.files.load_rules.cache_clear()


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
            told = re.match("[a-z_]+ ", said)
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
    rule = grundy.parse_rule(str(file))
    file.write_text("\n\n\n\n(\n")
    assert grundy.solve(rule(3)).nim_value == 3


def test_what_python_thinks_of_a_guess_is_not_printed() -> None:
    """A SyntaxWarning of Python's came before the error."""
    done = command("check", "take-away:1,2,3", "1[0,]", "--to", "5")
    assert done.places() == ["<argument>:1:1"]
