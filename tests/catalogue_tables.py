"""Tables of the docs that the catalogue says: its games, what to paste, the answers, and the keys of their moves.

tests/generated.py puts them into their pages.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from textwrap import fill
from typing import TypeAlias, TypeVar

from entry_at_fault import Unprintable, of_entries

from grundy import parse, solve
from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.model.result import Result

Made = TypeVar("Made")
DOCS = Path(__file__).parents[1] / "docs"
MOST_SHOWN = 3  # winning moves in a cell; of more, the first is shown

# What is played in other ways, beside the rows of the catalogue: what it is, and what is typed after `solve`.
BESIDE = [
    ("Misère Nim: the player who takes the last counter loses", "nim", "1 2 2", "--misere"),
    ("Notakto, as it is usually played", "notakto", "3x3", "--misere"),
    ("A sum of any games, each move in one of them", "", "take-away:1,2,3(3 4 5) + nim(5)", ""),
]


def answers() -> str:
    """For each game, a command to paste and its answer."""
    rows = _of(lambda game: _answered((f"[{game.called()}](#{game.name})", *game.example, "")))
    return "\n".join(["| game | to paste | its answer |", "|---|---|---|", *rows, *map(_answered, BESIDE)]) + "\n"


Pasted: TypeAlias = tuple[str, str, str, str]
"""What is played, and what is typed after `solve`: game, position, option."""


def _answered(row: Pasted) -> str:
    title, spec, position, option = row
    result = solve(parse(f"{spec}({position})" if spec else position), misere=bool(option))
    words = [word for word in (spec, *_words(spec, position), option) if word]
    return f"| {title} | `./grundyw solve {shlex.join(words)}` | {_answer(result)} |"


def _of(make: Callable[[Game], Made], entries: Iterable[Game] | None = None) -> list[Made]:
    """What is made of each entry of the catalogue, or of some; the one at fault is named."""
    return of_entries(GAMES.values() if entries is None else entries, make, "game")


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


def moves() -> str:
    """A move of each game as JSON, games with the same keys together."""
    alike: dict[tuple[str, ...], list[tuple[str, dict[str, object]]]] = {}
    for game, move in zip(GAMES.values(), _of(_move), strict=True):
        alike.setdefault(tuple(move), []).append((game.name, move))
    lines = ["| games | a move |", "|---|---|"]
    for together in alike.values():
        names = ", ".join(f"`{name}`" for name, _ in together)
        lines.append(f"| {names} | `{json.dumps(together[0][1])}` |")
    return "\n".join(lines) + "\n"


def _move(game: Game) -> dict[str, object]:
    """A move of the example that wins."""
    spec, position = game.example
    for move in solve(parse(f"{spec}({position})")).winning_moves:
        return move.as_dict()
    raise Unprintable(
        f"its example, {spec} {position}, has no winning move to show; take one that the first player wins"
    )


def gallery() -> str:
    """The games by their families, each with its picture and its name."""
    groups = [f"**{heading}**\n\n" + "\n".join(_of(_tile, games)) + "\n" for heading, games in GAMES.grouped()]
    return "\n".join(groups)


def _tile(game: Game) -> str:
    # The name stands beside the picture, which so needs no words of its own.
    return f"- [![](pictures/games/{game.name}.svg) {game.called()}](reference/games.md#{game.name})"


def _picture(game: Game, folder: str) -> str:
    """The picture of a game, which docs/pictures.py draws."""
    return f"![{game.called()}]({folder}/games/{game.name}.svg)"


def further_games() -> str:
    """A section for each game that no person has written one for: what its entry says."""
    return "\n".join(_of(_section, _unwritten("reference/games.md")))


def _section(game: Game) -> str:
    after = f" After the colon: {game.parameters}." if game.parameters else ""
    text = f"{game.summary}{after} A position: {game.notation}. Source: {game.source}."
    text = fill(text, 120, break_long_words=False, break_on_hyphens=False)
    return f"## {game.name}\n\n{_picture(game, '../pictures')}\n\n{text}\n"


def further_keys() -> str:
    """The labels of moves that no person has explained, each with a move."""
    known = set(codes(by_hand("reference/json.md")))
    rows: dict[str, str] = {}
    for game, move in zip(GAMES.values(), _of(_move), strict=True):
        for key in set(move) - known - set(rows):
            rows[key] = f"| `{key}` | in [{game.called()}](games.md#{game.name}): `{json.dumps(move)}` |"
    return "\n".join(["| key | a move |", "|---|---|", *(rows[key] for key in sorted(rows))]) + "\n" if rows else ""


def further_names() -> str:
    """The public values of games that no person has listed."""
    known = {word for code in codes(by_hand("reference/library.md")) for word in re.split(r"\W", code)[:1]}
    rows = []
    for game in GAMES.values():
        name, (spec, position) = game.name.replace("-", "_"), game.example
        call = f"{name}({position!r})" if spec == game.name else f"parse({f'{spec}({position})'!r})"
        if name not in known:
            rows.append(f"| `{name}` | `{call}` |")
    return "\n".join(["| name | to call |", "|---|---|", *rows]) + "\n" if rows else ""


def _unwritten(page: str) -> Iterator[Game]:
    headings = re.findall(r"^## `?([\w-]+)", by_hand(page), re.MULTILINE)
    return (game for game in GAMES.values() if game.name not in headings)


def by_hand(page: str) -> str:
    """A page without what is printed."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.sub(r"<!-- printed: .*?<!-- end -->", "", text, flags=re.DOTALL)


def codes(text: str) -> list[str]:
    """What stands between single backquotes, outside of blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


TABLES = {
    "answers": answers,
    "moves": moves,
    "gallery": gallery,
    "further-games": further_games,
    "further-keys": further_keys,
    "further-names": further_names,
}
