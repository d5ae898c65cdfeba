"""Games are found by words and by values; the index is what the rules say now."""

from __future__ import annotations

import re

import command
import pytest
from first_values import INDEX, index_text

import grundy
from grundy.games.catalogue import GAMES
from grundy.games.spoken import ABSENT, CALLED, why_absent


def test_the_index_is_what_the_rules_say() -> None:
    assert INDEX.read_text(encoding="utf-8") == index_text(), "stale; 'python tests/first_values.py' writes it anew"


@pytest.mark.parametrize(
    ("values", "first"),
    [
        ([0, 1, 2, 3, 1, 4, 3], "kayles"),  # OEIS A002186
        ([1, 2, 3, 1, 4, 3, 2, 1], "kayles"),  # without the heap of 0
        ([0, 0, 0, 1, 0, 2, 1, 0, 2, 1], "grundys-game"),  # OEIS A002188
        ([0, 0, 1, 1, 2, 0, 3, 1, 1, 0], "dawsons-kayles"),  # OEIS A002187
        ([0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2], "subtract:squares"),  # OEIS A014586
        ([0, 1, 2, 0, 1, 2], "subtract:powers-of-2"),
        ([0, 1, 2, 3, 4, 0, 1, 2, 3, 4], "take-away:1,2,3,4"),
        (list(range(100)), "nim"),
    ],
)
def test_values_name_their_game(values: list[int], first: str) -> None:
    assert grundy.find_games(values=values)[0].spec == first


def test_more_values_than_the_index_has_are_compared_too() -> None:
    kayles = [int(value) for value in grundy.kayles.nim_values(120)]
    assert grundy.find_games(values=kayles)[0].spec == "kayles"
    assert grundy.find_games(values=[*kayles[:-1], kayles[-1] + 1]) == []


@pytest.mark.parametrize("values", [[0, 1, 2], [0, 1, -1, 2], [0, 1.0, 2, 3]])
def test_too_few_or_wrong_values_are_refused(values: list[int]) -> None:
    with pytest.raises(grundy.BadRule, match="4 nim-values or more"):
        grundy.find_games(values=values)


def test_words_are_looked_for_in_names_sentences_and_sources() -> None:
    assert [found.spec for found in grundy.find_games("FIBONACCI")] == ["fibonacci-nim"]
    assert "cram" in [found.spec for found in grundy.find_games("domino free")]
    assert {"silver-dollar"} <= {found.spec for found in grundy.find_games("conway 1976")}
    assert grundy.find_games("no such words") == []


@pytest.mark.parametrize(("phrase", "spec"), [(name, spec) for names, spec in CALLED for name in names.split(", ")])
def test_other_names_lead_to_games_that_are_there(phrase: str, spec: str) -> None:
    assert spec in [found.spec for found in grundy.find_games(phrase.upper())]
    game, _, position = spec.partition(" ")
    assert grundy.parse(f"{game}({position})") if position else grundy.parse_rule(game) or GAMES[game]


@pytest.mark.parametrize("phrase", [name for names, _ in ABSENT for name in names.split(", ")])
def test_what_is_not_here_is_not_passed_over_in_silence(phrase: str) -> None:
    name = phrase.replace(" ", "-")
    assert name not in GAMES
    with pytest.raises(grundy.BadText, match=re.escape(f"; {why_absent(phrase)}")):
        grundy.parse_rule(name)


@pytest.mark.parametrize(
    ("words", "status", "printed"),
    [
        (["plugg"], 0, "cram"),
        (["dots", "and", "boxes"], 2, "won by points"),
        (["strings", "and", "coins"], 2, "it is not here yet"),
        (["--values", "0,1,2,3,1,4,3"], 0, "kayles  Knock down one pin"),
        (["fibonacci"], 0, "fibonacci-nim"),
        (["nim", "pass"], 0, "nim-with-pass"),
        (["--values", "0 1 2 x"], 2, "expected a nim-value"),
        (["--values", "0,1,2"], 2, "4 nim-values or more"),
        (["--values", "9,9,9,9"], 2, "expected the nim-values of a known rule"),
        (["nothing"], 2, "expected the name of a game"),
        (["no", "such"], 2, "expected the words of a game"),
    ],
)
def test_on_the_command_line(words: list[str], status: int, printed: str) -> None:
    done = command.grundy("games", *words)
    assert done.status == status and printed in done.out + done.err


def test_as_json() -> None:
    found = command.grundy("games", "--values", "1,2,3,1,4,3", "--json").json()
    assert (found["game"], found["name"], found["first"]) == ("kayles", "kayles", 1)
