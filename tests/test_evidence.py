"""Whatever prints values for machines says with them how they are known."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import grundy

from grundy import parse_rule
from grundy.engines.sequence import how_known

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
