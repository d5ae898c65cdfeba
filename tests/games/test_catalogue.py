"""The list of the catalogue is what the files of the games say, so that a file may be loaded when it is asked for."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest
from command import grundy as grundy_command

import grundy
from grundy import games
from grundy.compile.form import is_ours
from grundy.engines.steady import is_plain_game
from grundy.games.catalogue import (
    COMPOUND_NAMES,
    FAMILIES,
    HEADINGS,
    OTHERS,
    WITHOUT_GAMES,
    Catalogue,
    catalogue,
    newcomers,
)
from grundy.games.compound_kinds import COMPOUNDS


def test_the_printed_list_is_what_the_files_have() -> None:
    """So that a game is found without loading the others; 'python tests/generated.py' prints it."""
    files = {file.stem for file in Path(games.__file__).parent.glob("*.py")} - {"__init__"}
    assert {*FAMILIES, *WITHOUT_GAMES.split()} == files and not set(FAMILIES) & set(WITHOUT_GAMES.split())
    games_of = {file: getattr(import_module(f"grundy.games.{file}"), "GAMES", ()) for file in files - {"catalogue"}}
    assert {file: names.split() for file, names in FAMILIES.items()} == {
        file: [game.name for game in entries] for file, entries in games_of.items() if entries
    }


FILE = """
from grundy.games.entry import Game, Fact, no_parameters
from grundy.games.heaps import nim

GAMES = (Game("tower", "Nim.", "piles", no_parameters(nim), ("tower", "3"), "by hand", ()),)
"""


def test_a_file_that_is_in_no_list_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in a file of its own was unknown until two lists named it."""
    before = [*catalogue]  # which looks at the folder once
    (tmp_path / "towers.py").write_text(FILE, encoding="utf-8")
    (tmp_path / "no_game.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    for name in ("towers", "no_game"):
        monkeypatch.setitem(sys.modules, f"grundy.games.{name}", import_module(f"grundy.games.{name}"))
    assert newcomers() == ["no_game", "towers"]
    grown = Catalogue(FAMILIES, newcomers)
    assert "tower" in grown and [*grown] == [*before, "tower"] and grown["tower"].rule(None) == grundy.nim
    assert [game.name for game in dict(grown.grouped())[OTHERS]][-1:] == ["tower"]


def test_a_file_that_was_removed_has_no_games() -> None:
    """Nothing worked then, nor what prints the list anew: ModuleNotFoundError."""
    shrunk = Catalogue({**FAMILIES, "removed": "towers"})
    assert [*shrunk] == [*catalogue] and shrunk.get("towers") is None
    assert list(shrunk.grouped()) == list(Catalogue(FAMILIES).grouped())


def test_a_file_that_imports_what_is_not_there_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "astray.py").write_text("import grundy.games.removed\n", encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="removed"):
        list(Catalogue({"astray": "towers"}))
    assert Catalogue({**FAMILIES, "astray": "towers"})["kayles"] == catalogue["kayles"]  # the file of another family


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


def test_every_family_stands_below_a_heading() -> None:
    groups = dict(catalogue.grouped())
    assert list(groups)[: len(HEADINGS)] == list(HEADINGS)
    assert sorted(game.name for below in groups.values() for game in below) == sorted(catalogue)
    for family in FAMILIES:
        module = import_module(f"grundy.games.{family}")
        assert {game.name for game in module.GAMES} <= {
            game.name for game in groups[getattr(module, "HEADING", OTHERS)]
        }, family
    without = Catalogue({"dynamic": FAMILIES["dynamic"], "octal": FAMILIES["octal"]})
    assert [heading for heading, _ in without.grouped()] == [HEADINGS[0]]


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


def test_each_game_gives_the_same_options_again() -> None:
    """Rules of users are asked twice before they are answered, since they may change; a game is not."""
    for game in catalogue.values():
        for part in grundy.parse(" ".join(game.example)).parts():
            states = [part.state]
            for state in states:
                states += {below: None for option in part.rule.options(state) for below in option.parts}
                del states[30:]
            listed = [list(islice(part.rule.options(state), 100)) for state in states]
            again = [list(islice(part.rule.options(state), 100)) for state in reversed(states)]
            assert again[::-1] == listed, game.name


def test_only_what_reads_nothing_but_data_is_a_plain_game() -> None:
    """Of grundy's own function that calls a user's, and of a user's own, the options are compared."""
    game = grundy.kotzig(1, 2)
    assert is_plain_game(game) and is_plain_game(grundy.cap_set)
    assert not is_plain_game(replace(game, parameters=(("steps", (1, len)),)))
    assert not is_plain_game(replace(game, function=lambda state: ()))
    assert is_ours(grundy.clobber.function) and grundy.clobber.function.__closure__
    assert not is_plain_game(grundy.clobber)  # what such a function has from outside may be anything
