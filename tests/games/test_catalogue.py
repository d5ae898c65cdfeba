"""The list of the catalogue is what the files of the games say, so that a file may be loaded when it is asked for."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from command import grundy as grundy_command

import grundy
from grundy import games
from grundy.games.catalogue import COMPOUND_NAMES, FAMILIES, GROUPS, Catalogue, catalogue
from grundy.games.compound_kinds import COMPOUNDS


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_is_listed_with_its_games(family: str) -> None:
    """Whoever adds a game to a file adds its name to the list, in the same place."""
    module = import_module(f"grundy.games.{family}")
    assert FAMILIES[family].split() == [game.name for game in module.GAMES]


def test_every_file_with_games_is_listed() -> None:
    folder = Path(games.__file__).parent
    files = {file.stem for file in folder.glob("*.py") if "\nGAMES = (" in file.read_text(encoding="utf-8")}
    assert files == set(FAMILIES)


def test_every_compound_is_listed_and_public() -> None:
    assert list(COMPOUNDS) == COMPOUND_NAMES and all(one.name == name for name, one in COMPOUNDS.items())
    assert all(callable(getattr(grundy, name)) for name in COMPOUND_NAMES)


def test_the_catalogue_is_a_mapping_from_names() -> None:
    written = [name for names in FAMILIES.values() for name in names.split()]
    assert len(catalogue) == len(set(catalogue)) == len(written) and list(catalogue) == written
    assert repr(catalogue) == f"Catalogue({len(written)} games: {', '.join(written[:4])}, ...)"
    assert [game.name for game in catalogue.values()] == list(catalogue)
    assert "kayles" in catalogue and "kayle" not in catalogue
    with pytest.raises(KeyError, match="kayle"):
        catalogue["kayle"]
    assert catalogue.get("kayle") is None


def test_every_family_stands_below_one_heading() -> None:
    files = " ".join(GROUPS.values()).split()
    assert sorted(files) == sorted(FAMILIES)
    names = [game.name for _, games in catalogue.grouped() for game in games]
    assert sorted(names) == sorted(catalogue) and "Other games" not in dict(catalogue.grouped())
    without = Catalogue({"dynamic": FAMILIES["dynamic"], "octal": FAMILIES["octal"]})
    assert [heading for heading, _ in without.grouped()] == [next(iter(GROUPS))]


def test_the_list_is_printed_below_headings_and_json_in_the_order_of_the_files() -> None:
    lines = grundy_command("games").out.splitlines()
    for heading, below in catalogue.grouped():
        at = lines.index(f"{heading}:")
        shown = [line.split()[0] for line in lines[at + 1 : at + 1 + len(below)]]
        assert shown == [game.name for game in below] and lines[at + 1 + len(below)] == ""
    as_json = grundy_command("games", "--json").out.splitlines()
    assert [json.loads(line)["name"] for line in as_json] == list(catalogue)


def test_every_game_of_one_rule_is_a_public_value() -> None:
    """Families of rules are functions, and a graph is told with its position."""
    for name, game in catalogue.items():
        public = getattr(grundy, name.replace("-", "_"))
        if game.parameters or game.json:
            assert callable(public)
        else:
            assert public == game.rule(None) and public is getattr(grundy, name.replace("-", "_"))
