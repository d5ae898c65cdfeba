"""Whatever prints values for machines says with them how they are known."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from command import grundy

from grundy import __version__, parse_rule
from grundy.engines.sequence import how_known
from grundy.runs import perform

COMMANDS = [
    ("computed", ("table", "wythoff", "--box", "4x4", "--json")),
    ("computed", ("table", "nim", "--states", "9", "--outcomes", "--json")),
    ("computed", ("table", "nim", "--states", "9", "--misere", "--json")),
    ("computed", ("table", "kayles", "--states", "9", "--show", "0:5", "--json")),
    ("computed", ("sequence", "kayles", "--to", "9", "--json")),
    ("computed", ("sequence", "rule:n -> n-1, if n > 3", "--to", "9", "--json")),
    ("proved", ("sequence", "nim", "--to", "9", "--json")),
    ("computed", ("sequence", "take-away:1,3,4", "--to", "9", "--json")),
    ("proved", ("period", "kayles", "--json")),
    ("observed", ("check", "take-away:1,2,3", "n % 4", "--to", "9", "--json")),
    ("proved", ("solve", "nim", "3 5", "--json")),
    ("computed", ("solve", "wythoff", "3 5", "--json")),
    ("proved", ("solve", "nim", "3 5", "--misere", "--json")),
    ("computed", ("solve", "cram", "2x3", "--misere", "--json")),
]


@pytest.mark.parametrize(("status", "command"), COMMANDS, ids=str)
def test_json_says_how_it_is_known(status: str, command: tuple[str, ...]) -> None:
    evidence = grundy(*command).json()["evidence"]
    assert evidence["status"] == status
    assert evidence["by"]


def test_a_table_in_a_file_says_how_it_is_known(tmp_path: Path) -> None:
    file = tmp_path / "table.npy"
    assert grundy("table", "nim", "--states", "9", "--no-store", "--out", str(file)).status == 0
    assert grundy("table", str(file), "--show", "3", "--json").json()["evidence"]["status"] == "computed"


def test_no_values_are_known_in_some_way_too() -> None:
    for game in ("nim", "kayles", "wythoff", "take-away:1,2"):
        assert how_known(parse_rule(game), 0).by


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("Computed: a table of all states", ("table", "wythoff", "--box", "4x4")),
        ("Computed: a table of all states", ("table", "wythoff", "--box", "4x4", "--show", "1,2")),
        ("Computed: a table of all states", ("table", "nim", "--states", "9", "--misere")),
        ("Proved: Bouton 1901", ("table", "nim", "--states", "9")),
        ("Proved: Bouton 1901", ("sequence", "nim", "--to", "9")),
        ("# nim, grundy 0.1.0. Proved: Bouton 1901", ("sequence", "nim", "--to", "9", "--bfile")),
        ("% nim, grundy 0.1.0. Proved: Bouton 1901", ("sequence", "nim", "--to", "9", "--latex")),
    ],
    ids=str,
)
def test_the_last_line_says_how_it_is_known_and_what_makes_it_again(said: str, command: tuple[str, ...]) -> None:
    last = grundy(*command).out.splitlines()[-1]
    assert last.startswith(said) and last.endswith(f" ({shlex.join(('grundy', *command))}).")


def test_csv_has_values_alone() -> None:
    assert grundy("sequence", "nim", "--to", "2", "--csv").out == "n,nim_value\n0,0\n1,1\n2,2\n"


def test_a_table_of_a_run_in_the_store_says_which_version_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perform, "LONG", 0.0)
    file, store = str(tmp_path / "t.npy"), str(tmp_path / "runs.sqlite")
    asked = ("table", "take-away:1,2,3", "--states", "9", "--out", file, "--store", store)
    assert grundy(*asked).status == 0
    read = ("table", file, "--show", "3", "--store", store)
    told = grundy(*read).out.splitlines()[-1]
    assert told.startswith(f"Computed: a table of all states, by grundy {__version__} on 2")
    assert told.endswith(f": run 1 ({shlex.join(('grundy', *asked[:-2]))}).")
    found = grundy(*read, "--json").json()
    assert found["version"] == __version__ and found["command"].startswith("grundy table take-away:1,2,3 ")
    assert grundy(*asked[:2], "--states", "8", *asked[4:6], "--overwrite", "--no-store").status == 0  # another table
    assert grundy(*read).out.splitlines()[-1] == "Computed: a table of all states."
