"""The catalogue tells the truth: every known fact of it holds, by the engines and, where small, by the definition."""

from __future__ import annotations

from typing import Any

import pytest
from beyond_definition import TOO_LARGE
from entry_checks import unfinished

import grundy
from grundy.games.catalogue import GAMES
from grundy.games.entry import Fact, Game

FACTS = [known for game in GAMES.values() for known in game.known]
DEAR = ("cram 3x15", "cram 5x7", "chomp 8x10", "poset chomp:8x10", "node-kayles queens:8")
"""Facts that take more than 3 seconds; the default run has smaller boards of the same games."""
NAMES = ["bacteria", "chess-rows", "euclid", "floor-division", "graph", "nim", "rectangle", "sequential-nim"]
NAMES += ["staircase-nim", "take-away", "wythoff", "all-but", "dawsons-chess", "dawsons-kayles", "grundys-game"]
NAMES += ["hackenbush", "arc-kayles", "chomp", "cram", "node-kayles", "notakto", "placement", "poset"]
NAMES += ["guiles", "hexadecimal", "kayles", "laskers-nim", "octal", "officers", "take-and-break", "treblecross"]
NAMES += ["turning-turtles", "mock-turtles", "moebius", "mogul", "twins", "triplets", "ruler", "turn", "tartan"]
NAMES += [
    "moore",
    "fibonacci-nim",
    "dynamic-nim",
    "bounded-nim",
    "subtract",
    "mark",
    "nim-with-pass",
    "lctr",
    "square-cake",
    "nimble",
    "silver-dollar",
    "northcott",
    "end-nim",
    "kotzig",
    "corner",
    "turning-corners",
    "clobber",
    "nogo",
    "geography",
]


def title(item: Any) -> str:
    return f"{item.game} {item.position}" if isinstance(item, Fact) else item.name


def position(known: Fact) -> grundy.Position:
    return grundy.parse(f"{known.game} {known.position}")


def test_no_game_of_these_is_lost() -> None:
    """Others may come; whoever takes one away, or renames it, takes an answer from somebody."""
    assert not set(NAMES) - set(GAMES)


def marked(known: Fact) -> Any:
    return pytest.param(known, marks=pytest.mark.long) if title(known) in DEAR else known


def test_what_is_left_out_is_there_with_a_smaller_board() -> None:
    assert {*DEAR, *TOO_LARGE} <= {title(known) for known in FACTS}
    for text in DEAR:
        game = text.split()[0]
        assert [known for known in FACTS if known.game == game and title(known) not in DEAR and known.nim_value]


@pytest.mark.parametrize("known", [*map(marked, FACTS)], ids=title)
def test_a_known_fact_holds_for_the_engine(known: Fact) -> None:
    answer = grundy.solve(position(known), misere=known.convention == "misere").as_dict()
    assert known.nim_value is None or answer["nim_value"] == known.nim_value
    assert known.winner is None or answer["winner"] == known.winner
    assert known.winning_moves is None or answer["winning_move_count"] == known.winning_moves
    assert known.nim_value is None or known.winner in (None, "first" if known.nim_value else "second")
    assert known.source


SMALL = [known for known in FACTS if len(known.position) < 60 and title(known) not in TOO_LARGE]


@pytest.mark.parametrize("known", SMALL, ids=title)
def test_a_known_fact_holds_for_the_definition(known: Fact) -> None:
    value = grundy.value_by_definition(position(known), known.convention, most=5000)
    assert known.nim_value is None or value == known.nim_value
    assert known.winner is None or known.winner == ("first" if value else "second")


@pytest.mark.parametrize("game", GAMES.values(), ids=title)
def test_an_entry_is_complete_and_its_example_can_be_solved(game: Game) -> None:
    assert game.known
    assert game.summary.endswith(".")
    assert game.source
    assert game.notation
    assert unfinished(game) == []
    example = grundy.parse(" ".join(game.example))
    assert grundy.parse(str(example)) == example
    assert grundy.solve(example).winner in ("first", "second")
    assert game.example[0].partition(":")[0] == game.name


def test_every_system_has_the_answer_of_its_source() -> None:
    facts: list[tuple[str, int | None, str]] = [
        ("rectangle 0110/0000/0000/0001", 3, "first"),
        ("rectangle 0010/0000/0000/0001", 0, "second"),
        ("rectangle 1111/1111/1111/1111", 3, "first"),
        ("take-away:1,2,3 3 4 5", 2, "first"),
        ("take-away:1,2,3 3 8 2", 1, "first"),
        ("sequential-nim 1 1 2 1", 1, "first"),
        ("sequential-nim 1 2", 0, "second"),
        ("nim 1 2", 3, "first"),
        ("chess-rows 19,20", 0, "second"),
        ("chess-rows 19/18", None, "first"),
        ("chess-rows 19/19", 0, "second"),
        ("euclid 25 7", None, "first"),
        ("wythoff 1000000000000000000 1618033988749894849", None, "first"),
    ]
    for text, value, winner in facts:
        result = grundy.solve(grundy.parse(text))
        assert result.winner == winner, text
        assert value is None or result.nim_value == value, text
