"""Nimstring and strings-and-coins: cut a string; whoever frees a coin must move again.

Dots and Boxes is the same with a score: a box is a coin, a line that is not drawn yet a string to the box beside it,
or to the ground. A state is the graph that is left, with the names that its coins were given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.families import graph_meant, many_nodes
from grundy.games.graph_games import graph_space
from grundy.games.hackenbush import GROUND, cut_label, cut_words, ground_of, in_order
from grundy.model.board import Board, Net
from grundy.model.option import Option, again, to
from grundy.model.rule import Rule
from grundy.model.shapes import StringsAndCoins
from grundy.model.space import States
from grundy.text.edge_lists import Name, NetText, name_text, net_text, read_net, write_net
from grundy.text.reader import Text, quote

BOXES = re.compile(r"([0-9]{1,9})x([0-9]{1,9})")
NO_BOXES = re.compile(r"[-+]?[0-9]+[ \t]*[xX×*][ \t]*[-+]?[0-9]+")  # meant as the sides of a board, and no such board
MOST_SIDE = 26  # of boxes, whose columns are letters


@dataclass(frozen=True)
class Strings:
    """Coins tied by strings: names of coins in order, and strings as pairs of places in them; equal ones are equal.

    `ground` is the place of the ground, which is never free; -1: there is none. `title` is its name, if it has one.
    """

    nodes: tuple[Name, ...]
    edges: tuple[tuple[int, int], ...]
    ground: int
    title: str = field(default="", compare=False)

    def __str__(self) -> str:
        if self.title:
            return self.title
        written = write_net(NetText(self.nodes, self.edges))
        return f"{written}," if graph_meant(written) or BOXES.fullmatch(written) else written


def tied(net: NetText, title: str = "") -> Strings:
    """What was read: a coin without strings is free already, and is left out."""
    used = {place for ends in net.edges for place in ends}
    ordered = in_order(
        net_text(
            [name for place, name in enumerate(net.nodes) if place in used],
            _places(net.edges, sorted(used)),
            True,
        )
    )
    ground = ground_of(ordered.nodes)
    return Strings(ordered.nodes, ordered.edges, -1 if ground is None else ground, title)


def _places(edges: Sequence[tuple[int, int]], coins: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The strings among coins that are kept, by their new places."""
    place = {old: new for new, old in enumerate(coins)}
    return tuple((place[a], place[b]) for a, b in edges)


def boxes(rows: int, columns: int) -> Strings:
    """The boxes of an empty board: a string for each line that can be drawn.

    >>> str(boxes(1, 1)), len(boxes(3, 3).edges)
    ('1x1', 24)
    """
    names = [f"{chr(ord('a') + column)}{row + 1}" for row in range(rows) for column in range(columns)]
    ground = len(names)
    strings: list[tuple[int, int]] = []
    for box in range(ground):
        row, column = divmod(box, columns)
        strings += [(box, ground)] * ((row == 0) + (row == rows - 1) + (column == 0) + (column == columns - 1))
        strings += [(box, box + columns)] * (row < rows - 1) + [(box, box + 1)] * (column < columns - 1)
    return tied(NetText((*names, "ground"), tuple(strings)), f"{rows}x{columns}")


def cut(state: Strings, string: int) -> tuple[Strings, bool]:
    """What is left without a string, and whether a coin is free now."""
    edges = state.edges[:string] + state.edges[string + 1 :]
    used = {place for ends in edges for place in ends}
    frees = any(coin not in used for coin in state.edges[string] if coin != state.ground)
    coins = sorted(used)
    nodes = tuple(state.nodes[place] for place in coins)
    ground = coins.index(state.ground) if state.ground in used else -1
    return Strings(nodes, _places(edges, coins), ground), frees


def string_options(state: Strings) -> Iterator[Option]:
    """Cut a string; if that frees a coin, move again."""
    for string in range(len(state.edges)):
        left, frees = cut(state, string)
        yield (again if frees else to)(left, **dict(cut_label(state.nodes, state.edges, string)))


def _picture(state: Strings) -> Board:
    ground = None if state.ground < 0 else state.ground
    sides = BOXES.fullmatch(state.title)
    boxes = (int(sides[1]), int(sides[2])) if sides else (0, 0)
    names = tuple(map(name_text, state.nodes))
    return Net(names, state.edges, (), directed=False, ground=ground, is_cut=True, boxes=boxes)


def _graph(state: Strings) -> tuple[int, Sequence[tuple[int, int]], int]:
    return len(state.nodes), state.edges, state.ground


def _grounded(text: Text, net: NetText, title: str) -> Strings | None:
    """What was read. All nodes may be coins, as in a loop of boxes; a ground that is misspelt would be one, too."""
    grounds = [name for name in net.nodes if name in GROUND]
    if len(grounds) > 1:
        text.report_at(0, "one ground", " and ".join(map(name_text, grounds)))
        return None
    for name in net.nodes:
        if isinstance(name, str) and name != "ground" and name.lower() == "ground":
            text.report_at(text.string.find(name), "the ground as 'ground', in small letters", quote(name))
            return None
    return tied(net, title)


_GRAPHS = graph_space(None, Strings, _grounded, _picture, partial(read_net, multigraph=True), many_nodes)


def _read(text: Text) -> States:
    """The boxes of a board by its sides, or strings."""
    typed = text.string.strip(" \t\r\n")
    sides = BOXES.fullmatch(typed)
    if sides is None and NO_BOXES.fullmatch(typed):
        expected = f"1 to {MOST_SIDE} rows and columns of boxes, as in 3x4"
        text.report_at(text.string.find(typed), expected, quote(typed))
        return ()
    if sides is None:
        return _GRAPHS.read(text)
    rows, columns = map(int, sides.groups())
    if not 1 <= rows <= MOST_SIDE or not 1 <= columns <= MOST_SIDE:
        text.report_at(text.string.find(typed), f"1 to {MOST_SIDE} rows and columns of boxes", typed)
        return ()
    return (boxes(rows, columns),)


nimstring = Rule(
    "nimstring",
    string_options,
    space=replace(_GRAPHS, read=_read),
    shape=StringsAndCoins(
        _graph, lambda state, strings: (cut_label(state.nodes, state.edges, string) for string in strings)
    ),
    format_move=cut_words,
    conventions=("normal", "entailing"),
)

BERLEKAMP = "Winning Ways, ch. 16, and Berlekamp 2000, The Dots and Boxes Game"

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "nimstring",
        "Cut a string between two coins, or a coin and the ground; whoever frees a coin must move again: Dots and "
        "Boxes without a score.",
        "boxes as RxC; or strings as in 'a-b, b-c, c-ground', also parallel ones; JSON; cycle:5 and other families; "
        "without a node called ground or 0, all nodes are coins",
        no_parameters(nimstring),
        ("nimstring", "1x2"),
        BERLEKAMP,
        (
            Fact("nimstring", "a-ground", "by hand: free the coin and find no string to cut", nim_value=0),
            Fact("nimstring", "a-ground, a-ground", "by hand: cut one string, and the other is worth 0", nim_value=1),
            Fact("nimstring", "a-b, b-ground", f"{BERLEKAMP}: loony", winner="first", winning_moves=1),
        ),
        json=True,
        title="Nimstring",
    ),
)  # fmt: skip
