"""Toppling Dominoes: one domino of a row is toppled to one side, and takes all with it that stand there.

In the game of the literature Left topples blue and green ones, Right red and green ones; here all are green.
"""

from __future__ import annotations

from collections.abc import Iterator

from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.option import Labels, Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Moves, Theory
from grundy.model.space import heaps

LEFT, RIGHT = "left", "right"


def toppling_options(n: int) -> Iterator[Option]:
    """Topple a domino of a row of n: to the left it leaves those on its right, to the right those on its left."""
    for domino in range(1, n + 1):
        yield to(n - domino, domino=domino, way=LEFT)
        yield to(domino - 1, domino=domino, way=RIGHT)


def _moves(n: int, target: int) -> Moves:
    """Two dominoes leave a row of `target`: each falls towards its own end."""
    if target >= n:
        return NO_MOVES
    labels: list[Labels] = [(("domino", n - target), ("way", LEFT)), (("domino", target + 1), ("way", RIGHT))]
    return Moves(2, lambda: iter(sorted(labels)))


FINK = "Fink, Nowakowski, Siegel & Wolfe 2015, Toppling conjectures"

toppling_dominoes = Rule(
    "toppling-dominoes",
    toppling_options,
    space=heaps("row", "how many dominoes a row has"),
    theory=Theory(
        "a row of n leaves every shorter row, and no other: a heap of Nim (Bouton 1901)",
        lambda n: n,
        _moves,
        misere_nim="a row of n leaves every shorter row: misère Nim (Bouton 1901)",
    ),
    format_move="topple domino {domino} of row {row} to the {way}".format_map,
)

HEADING = "Heaps, one of which is changed"
GAMES = (
    Game(
        "toppling-dominoes",
        "Topple one domino of a row to the left or to the right, with all that stand on that side of it.",
        "how many dominoes each row has, with blanks between the rows",
        no_parameters(toppling_dominoes),
        ("toppling-dominoes", "2 5 4"),
        f"{FINK}, where some dominoes are one player's alone",
        (
            Fact("toppling-dominoes", "1", "by hand: one domino, which falls either way", nim_value=1, winning_moves=2),
            Fact("toppling-dominoes", "3 3", "by hand: a row and its twin", winner="second", winning_moves=0),
            Fact("toppling-dominoes", "5", f"{FINK}: a row of n green dominoes is *n", nim_value=5),
            Fact("toppling-dominoes", "1 1", "by hand: two moves are made", winner="first", convention="misere"),
        ),
        title="Toppling Dominoes",
    ),
)
