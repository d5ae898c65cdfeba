"""The picture of a game that is played, as data: the board of its start, and what the moves made of it.

A board is drawn once. What was on it at the start keeps its place and its name to the end: a move takes items away,
changes what a cell has on it, or lays a piece. Text, SVG and web draw from this and know no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from grundy.model.board import Board, Grid, Net, Pieces, Piles
from grundy.model.curves import Curves
from grundy.model.frozen import frozen

Item = str
"""What can be pointed at, counted from 1: "row,column" of a cell, "pile,counter" of a counter, "node" of a node,
"node,node" of a line, with ",2" behind it for the second between the same nodes."""

MOST_COUNTERS = 40  # of a pile that is drawn counter by counter; a larger one is a bar with its number


@frozen
class Laid:
    """A piece that a move put on a board.

    Attributes
    ----------
    items : tuple of str
        The cells that it covers.
    player : int
        Who laid it: 1 for whoever began, else 2.
    move : int
        The number of the move, from 1.
    """

    items: tuple[Item, ...]
    player: int
    move: int


@frozen
class Scene:
    """One board of a game that is played, in the frame of its start.

    Attributes
    ----------
    spec : str
        The game that is played on it.
    board : Grid, Piles, Net, Curves or None
        The board, never smaller than at the start: of piles all counters that they ever had. None: it has no picture.
    items : tuple of str
        All that was ever there to be pointed at.
    gone : frozenset of str
        Those of them that are taken.
    laid : tuple of Laid
        What moves put there, in their order.
    parts : tuple of frozensets of str
        The items of each independent part of what is left.
    places : tuple of tuples of int
        Of piles, for each of the start which of the present ones lie there, by their numbers in moves.
    pieces : str
        What lies on it looks like this.
    text : str
        The states, where the board has no picture.
    """

    spec: str
    board: Board | None
    items: tuple[Item, ...] = ()
    gone: frozenset[Item] = frozenset()
    laid: tuple[Laid, ...] = ()
    parts: tuple[frozenset[Item], ...] = ()
    places: tuple[tuple[int, ...], ...] = ()
    pieces: Pieces = ""
    text: str = ""


@frozen
class Lot:
    """Where a component of the present position, or one part of it, lies on the scenes.

    Attributes
    ----------
    scene : int
        On which of them, from 0.
    names : mapping of str to str
        From an item of the component's own board to the item of the scene.
    """

    scene: int
    names: Mapping[Item, Item] = field(default_factory=lambda: MappingProxyType({}))


def items_of(board: Board | None) -> tuple[Item, ...]:
    """What is there to be pointed at on a board.

    >>> items_of(Piles((2, 100)))
    ('1,1', '1,2', '2,100')
    """
    match board:
        case Grid(rows):
            cells = ((f"{r},{c}", kind) for r, row in enumerate(rows, 1) for c, kind in enumerate(row, 1))
            return tuple(item for item, kind in cells if kind != "blocked")
        case Piles(sizes):
            return tuple(item for pile, size in enumerate(sizes, 1) for item in pile_items(pile, size))
        case Net():
            return (*(str(node) for node in range(1, len(board.nodes) + 1)), *arc_items(board))
        case Curves(spots):
            return tuple(str(spot) for spot in range(1, len(spots) + 1))
    return ()


def pile_items(pile: int, size: int) -> tuple[Item, ...]:
    """The counters of a pile; of one that is drawn as a bar the bar."""
    if size > MOST_COUNTERS:
        return (f"{pile},{size}",)
    return tuple(f"{pile},{counter}" for counter in range(1, size + 1))


def arc_items(net: Net) -> tuple[Item, ...]:
    """The lines of a graph, in their order.

    >>> arc_items(Net(("a", "b"), ((0, 1), (0, 1)), ()))
    ('1,2', '1,2,2')
    """
    items: list[Item] = []
    copies: dict[tuple[int, int], int] = {}
    for arc in net.arcs:
        copy = copies[arc] = copies.get(arc, 0) + 1
        items.append(f"{arc[0] + 1},{arc[1] + 1}" + (f",{copy}" if copy > 1 else ""))
    return tuple(items)
