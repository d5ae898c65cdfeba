"""The files of a site that have the starts of the catalogue's games, so that no board waits for Python."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.notation.expression import parse_rule
from grundy.web import handlers
from grundy.web.grid_starts import many_cells
from grundy.web.heap_starts import many_heaps

Components = list[list[str]]


@cache
def files() -> Mapping[str, bytes]:
    """For each game of the catalogue, by its name, its starts as JSON.

    `called` is its name, `start` that of its example, `known` the components of this, as typed and as written. A start
    that cannot be played from data has what `game` answers. Of `heaps`, which are many and large, and of `cells`, which
    are those of all small boards, the page makes the start of any other; of those of several games that of their sum.
    """
    return {game.name: json.dumps(_file(game), separators=(",", ":")).encode("utf-8") for game in GAMES.values()}


def _file(game: Game) -> dict[str, Any]:
    spec, example = game.example
    components = [[spec, example]]
    told = handlers.game({"components": components, "start": True})
    start = told.pop("start") or {"components": told["components"], "told": told}
    keys = {_key(components), _key(start["components"])}
    contents: dict[str, Any] = {"called": game.called(), "known": sorted(keys), "start": start}
    if "table" in start:
        contents["heaps"] = many_heaps(parse_rule(spec), sequence=True)
    elif "set" in start:
        contents["cells"] = many_cells(parse_rule(spec))
    return contents


def _key(components: Components) -> str:
    """The components of a position as here.js looks for them."""
    return "\n".join("\t".join(pair) for pair in components)
