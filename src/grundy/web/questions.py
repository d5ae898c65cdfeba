"""What a question to the server says: positions, games and numbers, read from JSON and bounded.

Positions come as components, each a game and a position in its notation. Nothing of a question is run: the readers
of its texts are handed nothing that opens a file, and a rule is of the catalogue or of the grammar of
notation/typed.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grundy.api.play import Match, Typed
from grundy.api.turns import Places, Turn
from grundy.errors import BadText, Finding
from grundy.model.convention import Convention
from grundy.model.rule import Component, Position, Rule
from grundy.notation.expression import parse_position, parse_rule
from grundy.text.reader import Text

MOST_CHARACTERS = 10_000  # of all positions of a question
MOST_COMPONENTS = 20
MOST_LISTED = 20_000  # moves of a position that is played
MOST_MOVES = 500  # of a game

Question = Mapping[str, Any]


def refuse(expected: str, actual: str) -> BadText:
    """A question that is not one."""
    return BadText([Finding(1, 1, expected, actual, "<question>")])


def components_of(question: Question) -> list[tuple[str, str]]:
    """The games and positions of a question, as texts of bounded length."""
    if "components" in question:
        given = question["components"]
        if "game" in question or "position" in question:
            raise refuse("components, or a game and a position", "both")
        if not isinstance(given, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in given):
            raise refuse("components as a list of [game, position]", type(given).__name__)
        pairs = [(game, text) for game, text in given]
    else:
        pairs = [(question.get("game"), question.get("position", ""))]
    if not 1 <= len(pairs) <= MOST_COMPONENTS:
        raise refuse(f"1 to {MOST_COMPONENTS} components", str(len(pairs)))
    for game, text in pairs:
        if not isinstance(game, str) or not isinstance(text, str):
            raise refuse("the game and the position as texts", f"{type(game).__name__} and {type(text).__name__}")
    size = sum(len(game) + len(text) for game, text in pairs)
    if size > MOST_CHARACTERS:
        raise refuse(f"at most {MOST_CHARACTERS:,} characters", f"{size:,}")
    return pairs


def position_of(question: Question) -> Position:
    loopy = question.get("play") == "loopy"
    components: list[Component] = []
    for game, text in components_of(question):
        components += parse_position(game, Text(text, "<argument>"), loopy).components
    return Position(tuple(components))


def play_of(question: Question) -> Convention:
    play: Any = question.get("play", "normal")
    if play not in ("normal", "misere", "loopy"):
        raise refuse("play to be normal, misere or loopy", repr(play)[:40])
    return play  # type: ignore[no-any-return]


def turn_of(question: Question) -> Turn:
    must: Any = question.get("must")
    places: Places | None = None
    if must is not None:
        if not isinstance(must, list) or not all(
            isinstance(p, list) and len(p) == 2 and all(type(n) is int for n in p) for p in must
        ):
            raise refuse("must as a list of [component, place]", type(must).__name__)
        places = frozenset((component, place) for component, place in must)
    position = position_of(question)
    if places and (unknown := places - {(part.component, part.place) for part in position.parts()}):
        raise refuse("must to name parts of the position as [component, place]", str(list(min(unknown))))
    return Turn(position, play_of(question), places)


def match_of(question: Question) -> Match:
    """A game from its start, its moves made."""
    turn, moves = turn_of(question), question.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise refuse("moves as a list of texts", type(moves).__name__)
    if len(moves) > MOST_MOVES or sum(map(len, moves)) > MOST_CHARACTERS * 3:
        raise refuse(f"at most {MOST_MOVES} moves of {MOST_CHARACTERS * 3:,} characters", f"{len(moves)}")
    typed = Typed("sum", str(turn.position))
    match = Match(typed, [turn], two_players=True, most=MOST_LISTED)
    match.play_all(moves, "<question>")
    return match


def first_of(question: Question) -> int:
    """Who makes the first move: 1 unless told."""
    first: Any = question.get("first", 1)
    if first not in (1, 2) or type(first) is not int:
        raise refuse("first as 1 or 2", repr(first)[:40])
    return first


def count_of(question: Question, key: str, most: int, usual: int) -> int:
    value: Any = question.get(key, usual)
    if type(value) is not int or not 0 <= value <= most:
        raise refuse(f"{key} as a number from 0 to {most:,}", repr(value)[:40])
    return value


def one_game_of(question: Question) -> str:
    """The name of the one game that a question is about."""
    if len(pairs := components_of(question)) != 1:
        raise refuse("one game", str(len(pairs)))
    return pairs[0][0]


def rule_of(question: Question) -> Rule:
    """The rule that a question is about."""
    return parse_rule(one_game_of(question))
