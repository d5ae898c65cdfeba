"""All games by name. A family that is not in this list is not in the catalogue; a test names it."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from grundy.games import boards, graph_games, graphs, heaps, octal, pairs, posets, removal, rows
from grundy.games import placement as placements
from grundy.games.entry import Game
from grundy.model.rule import Rule
from grundy.text.reader import Text

GAMES: dict[str, Game] = {
    game.name: game
    for family in (heaps, octal, rows, pairs, boards, placements, removal, posets, graph_games, graphs)
    for game in family.GAMES
}
catalogue: Mapping[str, Game] = MappingProxyType(GAMES)  # as the library has it, which nobody changes


def _rule(name: str) -> Rule:
    rule = GAMES[name].rule(None)
    assert rule is not None
    return rule


# The rules with names of their own, as values: `kayles(7)`, `cram("3x5")`. Families are functions in their files.
nim = _rule("nim")
grundys_game = _rule("grundys-game")
laskers_nim = _rule("laskers-nim")
kayles = _rule("kayles")
dawsons_kayles = _rule("dawsons-kayles")
dawsons_chess = _rule("dawsons-chess")
officers = _rule("officers")
treblecross = _rule("treblecross")
guiles = _rule("guiles")
sequential_nim = _rule("sequential-nim")
staircase_nim = _rule("staircase-nim")
wythoff = _rule("wythoff")
euclid = _rule("euclid")
rectangle = _rule("rectangle")
bacteria = _rule("bacteria")
cram = _rule("cram")
chomp = _rule("chomp")
notakto = _rule("notakto")
poset = _rule("poset")
node_kayles = _rule("node-kayles")
arc_kayles = _rule("arc-kayles")


def placement(shapes: str) -> Rule:
    """The rule of putting pieces of some shapes on free cells of a board.

    Parameters
    ----------
    shapes : str
        As after ``placement:``: rows of a piece with '/' between them, 'o' a cell that it covers, 'x' one that it takes
        away; pieces with ',' between them.

    Returns
    -------
    Rule

    Raises
    ------
    BadText
        They cannot be read.

    Examples
    --------
    >>> str(placement("oo")("1x3"))
    'placement:oo(...)'
    """
    text = Text(shapes, "<argument>")
    rule = GAMES["placement"].rule(text)
    text.close()
    assert rule is not None
    return rule


def closest(name: str, names: list[str]) -> str:
    """A remark that names what was probably meant, or what there is."""
    longest = 3 * max(map(len, names), default=0)  # what is longer is like none of them, and takes long to compare
    near = get_close_matches(name, names, 1) if len(name) <= longest else []
    return f"; did you mean {near[0]!r}?" if near else ""
