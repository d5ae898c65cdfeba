"""The list of the catalogue is what the files of the games say, so that a file may be loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import grundy
from grundy import games
from grundy.games.catalogue import COMPOUND_NAMES, FAMILIES, catalogue
from grundy.games.compounds import COMPOUNDS


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
    assert [game.name for game in catalogue.values()] == list(catalogue)
    assert "kayles" in catalogue and "kayle" not in catalogue
    with pytest.raises(KeyError, match="kayle"):
        catalogue["kayle"]
    assert catalogue.get("kayle") is None


def test_every_game_of_one_rule_is_a_public_value() -> None:
    """Families of rules are functions, and a graph is told with its position."""
    for name, game in catalogue.items():
        public = getattr(grundy, name.replace("-", "_"))
        if game.parameters or game.json:
            assert callable(public)
        else:
            assert public == game.rule(None) and public is getattr(grundy, name.replace("-", "_"))
