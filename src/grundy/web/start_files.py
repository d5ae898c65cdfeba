"""The files of a site that have the starts of the catalogue's games, so that no board waits for Python."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from grundy.errors import GrundyError
from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.notation.expression import parse_rule
from grundy.web import handlers
from grundy.web.heap_starts import many_heaps
from grundy.web.shelf import SIDE_BY_SIDE

MOST_SIDE, MOST_CELLS, LONGEST = 6, 30, 12  # of the boards of each game, and of those of one row

Components = list[list[str]]


@cache
def files() -> Mapping[str, bytes]:
    """For each game of the catalogue, by its name, its starts as JSON.

    `known` has for the components of a position, as typed and as written, the number of its start in `starts`; a text
    that is drawn or laid is a number in `texts`. A start that cannot be played from data has what `game` answers. Of
    `heaps`, which are many and large, the page makes the start of any that are not.
    """
    return {game.name: json.dumps(_file(game), separators=(",", ":")).encode("utf-8") for game in GAMES.values()}


def _file(game: Game) -> dict[str, Any]:
    texts: dict[str, int] = {}
    known: dict[str, int] = {}
    starts: list[dict[str, Any]] = []
    for number, components in enumerate(positions(game)):
        if _key(components) in known:
            continue
        try:
            told = handlers.game({"components": components, "start": True})
        except GrundyError:
            continue  # a size that the game has not
        start = told.pop("start") or ({"components": told["components"], "told": told} if number < 2 else None)
        if start is None:
            continue
        for typed in (components, start["components"]):
            known[_key(typed)] = len(starts)
        starts.append(_numbered(start, texts))
    found: dict[str, Any] = {"texts": list(texts), "known": known, "starts": starts}
    heaps = many_heaps(parse_rule(game.example[0]), sequence=True) if any("table" in one for one in starts) else None
    return found | ({"heaps": heaps} if heaps else {})


def _key(components: Components) -> str:
    """The components of a position as here.js looks for them."""
    return "\n".join("\t".join(pair) for pair in components)


def _numbered(start: dict[str, Any], texts: dict[str, int]) -> dict[str, Any]:
    """A start of masks whose drawings are numbers of texts, which are added where they are new; others as they are."""
    if "set" not in start:
        return start

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    parts = [[number(part) if isinstance(part, str) else part for part in row] for row in start["picture"]["parts"]]
    moves = [move | ({"laid": list(map(number, move["laid"]))} if "laid" in move else {}) for move in start["moves"]]
    return start | {"moves": moves, "picture": start["picture"] | {"parts": parts}}


def positions(game: Game) -> Iterator[Components]:
    """Whose starts a site has: the game's example, the sum of the catalogue, boards of all small sizes."""
    spec, example = game.example
    yield [[spec, example]]
    if SIDE_BY_SIDE[0][0] == spec:
        yield [list(pair) for pair in SIDE_BY_SIDE]
    sides = re.fullmatch(r"(.*?)\d+x\d+", example)
    for rows in range(1, LONGEST + 1) if sides else ():
        for columns in range(1, LONGEST + 1):
            small = max(rows, columns) <= MOST_SIDE and rows * columns <= MOST_CELLS
            if sides and (small or min(rows, columns) == 1):
                yield [[spec, f"{sides[1]}{rows}x{columns}"]]
