"""Games are found by words and by values; the index is what the rules say now."""

from __future__ import annotations

import json
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
    assert [game.spec for game in grundy.find_games("FIBONACCI")] == ["fibonacci-nim", "zeckendorf"]
    assert "cram" in [game.spec for game in grundy.find_games("domino free")]
    assert {"silver-dollar"} <= {game.spec for game in grundy.find_games("conway 1976")}
    assert grundy.find_games("no such words") == []


@pytest.mark.parametrize(("phrase", "spec"), [(name, spec) for names, spec in CALLED for name in names.split(", ")])
def test_other_names_lead_to_games_that_are_there(phrase: str, spec: str) -> None:
    assert spec in [entry.spec for entry in grundy.find_games(phrase.upper())]
    game, _, position = spec.partition(" ")
    if "(" in spec:
        assert grundy.parse(spec)
    elif position:
        assert grundy.parse(f"{game}({position})")
    else:
        assert game in GAMES or grundy.parse_rule(game)


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
        (["dots", "and", "boxes"], 0, "nimstring"),
        (["vertexnim"], 2, "could not be checked"),
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


# What people type who do not know what a game is called here (a pupil, a competitive programmer, a researcher), and a
# game that is then among those that are named; or why there is none.
TYPED = {
    "hold the last pebble": "nim", "last pebble": "nim", "matchsticks": "nim", "21 game": "take-away:1,2,3",
    "bachet": "bounded-nim", "marienbad": "nim", "stones": "nim", "coins": "welter", "rooks": "corner:knight",
    "cakes": "square-cake",
    "toothpicks": "nim", "take the last one": "nim", "don't take the last one": "nim", "the 100 game": "bounded-nim:10",
    "Poisoned chocolate": "chomp", "dominoes": "toppling-dominoes", "noughts and crosses": "notakto",
    "how do I win at marienbad?": "nim", "matches": "nim",
    "stone game": "nim", "divisor game": "subtract:proper-divisors", "sprague-grundy": "nim", "XOR": "nim",
    "game on a DAG": "graph", "token on a graph": "graph", "knight": "corner:knight", "euclidean algorithm": "euclid",
    "tree cutting": "hackenbush", "split a pile": "grundys-game", "coin game": "welter",
    "0 1 2 0 1 2": "subtract:powers-of-2", "0, 1, 2, 3, 1, 4, 3": "kayles", "subtraction set": "take-away:1,2,3",
    "0.137": "dawsons-chess", "0.77": "kayles", "golden ratio": "wythoff", "poset games": "poset",
    "Muller twist": "constrain(nim(3 4 5))", "blocking Wythoff": "constrain(wythoff(4 6))",
    "numerical semigroup": "sylver", "simplicial complexes": "simplicial-nim",
    "exact k-Nim": "hypergraph-nim:1-2,1-3,2-3",
    "ordinal sum": "ordinal(nim(3 4), kayles(5))", "undirected vertex geography": "geography",
    "Welter\u2019s game": "welter", "short local nim": "mem0", "conjunctive": "conjunctive",
    "third one lucky": "tripod-nim 2 3 4 6", "Tripod Nim": "tripod-nim",
    "Zeckendorf game": "zeckendorf", "slow Nim": "slow-nim", "exact slow Nim": "exact-slow-nim",
    "domination games": "domination", "dominating set": "domination", "heat toggle": "heat-toggle",
    "general-position games": "general-position", "independence games": "node-kayles",
    "peg duotaire": "peg-duotaire", "black path": "black-path", "nim on edges": "edge-nim",
    "dim": "subtract:divisors", "chocolate bars": "chocolate-bar",
    "last stone loses": "nim", "last one to take loses": "nim", "powers of two": "subtract:powers-of-2",
    "splitting heaps": "grundys-game", "rook on a chessboard": "corner:rook", "queen on a chessboard": "corner:queen",
    "dominoes on a grid": "cram", "row of pawns": "dawsons-chess", "flowers": "hackenbush",
    "Dr. Nim": "take-away:1,2,3",
    "sliding coins": "silver-dollar", "moidores": "turn:1,2,3,4,5,6,7,8,9", "three in a row": "notakto",
    "cap-set game": "cap-set", "sum-free game": "sum-free", "cap sets": "cap-set",
    "toads and frogs": "toads-and-frogs", "frogs": "toads-and-frogs",
    "dots and boxes": "nimstring", "coin strip": "welter", "chocolate": "chomp", "turning coins": "turning-turtles",
    "graph colouring game": "col", "poison square": "chomp", "subtract a square": "subtract:squares",
    "nim with cards": "nim", "pearls before swine": "nim", "bowling": "kayles", "word game": "geography",
    "graph coloring": "col", "skittles": "kayles", "race to 100": "bounded-nim:10", "two piles same number": "wythoff",
    "Sharing Nim": "sharing-nim", "closed curves": "rims", "relatively prime": "prim",
}  # fmt: skip
TYPED_ABSENT = {
    "dots and boxes": "won by points", "scores": "not by points", "last stone loses": "misère play, an option",
    "hackenbush red blue": "different moves", "domineering": "'cram'", "go": "'nogo'", "partizan": "impartial(LEFT",
    "red blue": "impartial(LEFT", "dice": "chance", "31 game": "not here yet",
    "grunt": "could not be checked", "ternups": "could not be checked", "fifteens": "could not be checked",
    "tsoro": "won by points", "cutcake": "different moves", "ghost": "dictionary", "thirty one": "not here yet",
    "gale": "different moves", "amazons": "different moves", "shannon switching game": "different moves",
    "bulgarian": "for one player", "Bulgarian Solitaire": "for one player", "peg solitaire": "for one player",
    "checkers": "go on for ever", "chess": "go on for ever", "mancala": "won by points",
    "hex": "different moves", "connect 4": "go on for ever", "battleships": "hidden", "backgammon": "chance",
    "sudoku": "for one player", "lights out": "for one player", "chip-firing": "for one player",
    "maker-breaker": "different moves", "nine men's morris": "go on for ever",
    "nofil": "not here yet", "tree nim": "could not be checked",
    "nim on vertices": "could not be checked", "loops": "could not be checked",
}  # fmt: skip


@pytest.mark.parametrize(("words", "spec"), TYPED.items())
def test_what_people_type_finds_a_game(words: str, spec: str) -> None:
    assert spec in [game.spec for game in grundy.find_games(words)]
    done = command.grundy("games", *words.split())
    assert done.status == 0 and spec in done.out


@pytest.mark.parametrize(("words", "why"), TYPED_ABSENT.items())
def test_what_people_type_of_a_game_that_is_not_here_says_why(words: str, why: str) -> None:
    """Also where words of it are those of other games, which are named: chess, of Dawson's Chess."""
    assert why in why_absent(words)
    for given in (words.split(), [words]):
        done = command.grundy("games", *given)
        assert why in done.out + done.err and done.status == (0 if done.out else 2)


def test_a_game_of_just_that_other_name_comes_first() -> None:
    """Stones stand in the sentences of Clobber and NoGo; whoever types the word alone means piles of them."""
    assert [game.spec for game in grundy.find_games("stones")][:2] == ["nim", "take-away:1,2,3"]


def test_the_beginning_of_a_word_is_enough_and_its_middle_is_not() -> None:
    assert "cram" in [game.spec for game in grundy.find_games("domin")]
    assert grundy.find_games("omino") == []


def test_as_json() -> None:
    first, second = command.grundy("games", "--values", "1,2,3,1,4,3", "--json").out.splitlines()
    game = json.loads(first)
    assert json.loads(second)["game"] == "rails"
    assert (game["game"], game["name"], game["first"]) == ("kayles", "kayles", 1)
