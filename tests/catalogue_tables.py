"""Tables of the docs that the catalogue says: its games, what to paste, the answers, and the keys of their moves.

tests/generated.py puts them into their pages.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from itertools import islice
from textwrap import fill

from grundy import parse, solve
from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.model.result import Result

MOST_SHOWN = 3  # winning moves in a cell; of more, the first is shown

# Of the README: what most people come for; the page of games has all.
WELL_KNOWN = (
    "nim", "take-away", "kayles", "grundys-game", "wythoff", "euclid", "moore", "fibonacci-nim", "staircase-nim",
    "chess-rows", "turning-turtles", "rectangle", "cram", "chomp", "notakto", "node-kayles", "hackenbush", "graph",
)  # fmt: skip
# Rows of the README beside those: what is played, the rule, what is typed after `solve`.
BESIDE = [
    ("Misère Nim", "the same as Nim, and whoever takes the last counter loses", "nim", "1 2 2", "--misere"),
    ("Notakto", "the same, as it is usually played: whoever kills the last board loses", "notakto", "3x3", "--misere"),
    ("A sum", "of any games, each move in one of them", "", "take-away:1,2,3(3 4 5) + nim(5)", ""),
]


def answers() -> str:
    """For each game, a command to paste and its answer."""
    return _answers([_row(game) for game in GAMES.values()])


def well_known() -> str:
    """The same for the games of the README."""
    return _answers([_row(GAMES[name]) for name in WELL_KNOWN] + BESIDE)


def _row(game: Game) -> tuple[str, str, str, str, str]:
    return (game.called(), _phrase(game), *game.example, "")


def _answers(rows: list[tuple[str, str, str, str, str]]) -> str:
    lines = ["| game | to paste | its answer |", "|---|---|---|"]
    for title, rule, spec, position, option in rows:
        result = solve(parse(f"{spec}({position})" if spec else position), misere=bool(option))
        words = [word for word in (spec, *_words(spec, position), option) if word]
        lines.append(f"| **{title}**: {rule} | `./grundyw solve {shlex.join(words)}` | {_answer(result)} |")
    return "\n".join(lines) + "\n"


def _phrase(game: Game) -> str:
    """The rule within a sentence."""
    return game.summary[0].lower() + game.summary[1:].removesuffix(".")


def _words(spec: str, position: str) -> list[str]:
    """A position as people type it: numbers apart, all else as one word."""
    return position.split() if spec and all(word.isdigit() for word in position.split()) else [position]


def _answer(result: Result) -> str:
    value = "" if result.nim_value is None else f", nim-value {result.nim_value}"
    moves = [f"`{move.sentence()}`" for move in islice(result.winning_moves, MOST_SHOWN)]
    count = len(result.winning_moves)
    if not count:
        return f"{result.winner} player{value}: no move wins"
    shown = ": " + ", ".join(moves) if count <= MOST_SHOWN else f", by {count} moves, such as {moves[0]}"
    return f"{result.winner} player{value}{shown}"


def games() -> str:
    """What stands after the colon of each game, and how its positions are written."""
    lines = ["| name | after the colon | a position | for instance |", "|---|---|---|---|"]
    for game in GAMES.values():
        after = game.parameters or "nothing"
        spec, position = game.example
        example = shlex.join([spec, *_words(spec, position)])
        lines.append(f"| `{game.name}` | {after} | {game.notation} | `{example}` |")
    return "\n".join(lines) + "\n"


def moves() -> str:
    """A move of each game as JSON, games with the same keys together."""
    alike: dict[tuple[str, ...], list[tuple[str, dict[str, object]]]] = {}
    for game in GAMES.values():
        move = next(_moves(game))
        alike.setdefault(tuple(move), []).append((game.name, move))
    lines = ["| games | a move |", "|---|---|"]
    for together in alike.values():
        names = ", ".join(f"`{name}`" for name, _ in together)
        lines.append(f"| {names} | `{json.dumps(together[0][1])}` |")
    return "\n".join(lines) + "\n"


def _moves(game: Game) -> Iterator[dict[str, object]]:
    spec, position = game.example
    return (move.as_dict() for move in solve(parse(f"{spec}({position})")).winning_moves)


def gallery() -> str:
    """The games of the gallery, each with its rule."""
    lines = [f"- [{game.called()}](#{game.name}): {_phrase(game)}." for game in GAMES.values()]
    return "\n".join(fill(line, 120, subsequent_indent="  ") for line in lines) + "\n"


TABLES = {"well-known": well_known, "answers": answers, "games": games, "moves": moves, "gallery": gallery}
