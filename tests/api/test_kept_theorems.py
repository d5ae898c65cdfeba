"""What `prove` has proved is said by table, sequence and solve: of that rule, as it is now, and of no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from grundy.cli.main import cli

MARK = "rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1"
SAID = "Proved of all positions: n has nim-value 0 iff n in binary ends in an odd number of zeros, or n is 0;"


def printed(store: Path, *words: str) -> str:
    done = CliRunner().invoke(cli, [*words, "--store", str(store / "runs.sqlite")], standalone_mode=False)
    assert done.exception is None
    return str(done.stdout)


@pytest.mark.parametrize(
    "words", [("table", MARK, "--states", "40"), ("sequence", MARK, "--to", "20"), ("solve", MARK, "12")]
)
def test_what_is_proved_is_said(tmp_path: Path, words: tuple[str, ...]) -> None:
    before = printed(tmp_path, *words)
    assert "Proved" not in before
    printed(tmp_path, "prove", MARK)
    after = printed(tmp_path, *words)
    assert after.startswith(before)
    assert SAID in after
    assert after.endswith(f"(grundy prove '{MARK}').\n")
    (theorem,) = (tmp_path / "theorems").iterdir()
    theorem.write_text(theorem.read_text().replace("odd", "even"))  # a damaged theorem is none
    assert printed(tmp_path, *words) == before


def test_an_edited_rule_has_no_theorem(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    text = "import grundy\n\n@grundy.rule\ndef game(n):\n    if n >= 1:\n        yield n - 1\n        yield n // 2\n"
    file.write_text(text)
    printed(tmp_path, "prove", str(file))
    assert "Proved of all" in printed(tmp_path, "sequence", str(file))
    assert "Proved of all" not in printed(tmp_path, "sequence", str(file), "--csv")
    assert "\n# Proved of all" in printed(tmp_path, "sequence", str(file), "--csv", "--remarks")
    file.write_text(text.replace("n // 2", "n // 3"))
    assert "Proved of all" not in printed(tmp_path, "sequence", str(file))


def test_misere_play_has_theorems_of_its_own(tmp_path: Path) -> None:
    printed(tmp_path, "prove", MARK)
    assert "Proved" not in printed(tmp_path, "solve", MARK, "12", "--misere")
    printed(tmp_path, "prove", MARK, "--misere")
    assert "Proved of all" in printed(tmp_path, "solve", MARK, "12", "--misere")


@pytest.mark.parametrize(
    "words",
    [
        ("table", MARK, "--states", "40"),
        ("sequence", MARK, "--to", "20"),
        ("solve", MARK, "12"),
        ("period", MARK, "--to", "50"),
    ],
)
def test_json_has_what_is_proved(tmp_path: Path, words: tuple[str, ...]) -> None:
    before = json.loads(printed(tmp_path, *words, "--json"))
    printed(tmp_path, "prove", MARK)
    after = json.loads(printed(tmp_path, *words, "--json"))
    (theorem,) = after.pop("theorems")
    assert after == before
    assert list(theorem) == ["rule", "statement", "by", "command"]
    assert (theorem["rule"], theorem["command"]) == (MARK, f"grundy prove '{MARK}'")
    assert f"Proved of all positions: {theorem['statement']}:" in printed(tmp_path, *words)
