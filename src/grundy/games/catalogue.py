"""All games by name. A family that is not in this list is not in the catalogue; a test names it."""

from __future__ import annotations

from difflib import get_close_matches

from grundy.games import boards, graph_games, graphs, heaps, octal, pairs, placement, posets, removal, rows
from grundy.games.entry import Game

GAMES: dict[str, Game] = {
    game.name: game
    for family in (heaps, octal, rows, pairs, boards, placement, removal, posets, graph_games, graphs)
    for game in family.GAMES
}


def closest(name: str, names: list[str]) -> str:
    """A remark that names what was probably meant, or what there is."""
    longest = 3 * max(map(len, names), default=0)  # what is longer is like none of them, and takes long to compare
    near = get_close_matches(name, names, 1) if len(name) <= longest else []
    return f"; did you mean {near[0]!r}?" if near else ""
