"""Green Hackenbush: cut an edge of a graph, and what no longer hangs together with the ground falls away.

A state is the graph that stands on the ground, with the names that its nodes were given; a number stands for a graph of
a family that grows. Edges may be parallel, and lead from a node to itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from operator import eq
from typing import Any

from grundy.games.entry import Fact, Game, or_growing
from grundy.games.families import NamedGraph, graph_meant, many_nodes, read_named
from grundy.games.graph_games import GROWS, graph_space, reached
from grundy.model.board import Board, Net
from grundy.model.option import Labels, Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import Rooted
from grundy.text.edge_lists import Name, NetText, name_text, net_text, read_net, write_net
from grundy.text.reader import Text, describe

MULTIGRAPH = partial(read_net, multigraph=True)
GROUND = ("ground", 0, "0")  # what the ground may be called


@dataclass(frozen=True)
class Bush:
    """A graph on the ground: names of nodes in order, and edges as pairs of places in them; equal ones are equal.

    `title` is its name, if it has one: `grid:3x16`.
    """

    nodes: tuple[Name, ...]
    edges: tuple[tuple[int, int], ...]
    ground: int
    title: str = field(default="", compare=False)

    def __str__(self) -> str:
        if self.title:
            return self.title
        written = write_net(NetText(self.nodes, self.edges))
        return f"{written}," if graph_meant(written) else written


def ground_of(nodes: Sequence[Name]) -> int | None:
    """The place of the ground among nodes, if it is there."""
    return next((nodes.index(name) for name in GROUND if name in nodes), None)


def _standing(count: int, edges: Sequence[tuple[int, int]], ground: int) -> list[bool]:
    """Of each node, whether it hangs together with the ground."""
    quick = [False] * count
    quick[ground] = True
    for _ in range(2):  # enough where nodes are numbered from the ground on
        for a, b in edges:
            if quick[a] is not quick[b]:
                quick[a] = quick[b] = True
        if all(quick):
            return quick
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return reached(near, ground)


def _planted(text: Text, net: NetText, title: str) -> Bush | None:
    """The graph that was read, on its ground; a named one stands on its first node, which is called 0."""
    if title:
        return _of_family(net, title)
    ordered = in_order(net)
    ground = ground_of(ordered.nodes)
    if ground is None:
        text.report_at(0, "a node called ground or 0, on which the others stand", "none" if net.nodes else None)
        return None
    stands = _standing(len(ordered.nodes), ordered.edges, ground)
    if not all(stands):
        loose = name_text(ordered.nodes[stands.index(False)])
        match = re.search(rf"(?<![\w.]){re.escape(loose)}(?![\w.])", text.string)
        expected = f"nodes that hang together with the ground ({name_text(ordered.nodes[ground])})"
        text.report_at(match.start() if match else 0, expected, describe(loose))
        return None
    return Bush(ordered.nodes, ordered.edges, ground)


def in_order(net: NetText) -> NetText:
    """The same with its nodes in the order of their names."""
    order = sorted(range(len(net.nodes)), key=net.nodes.__getitem__)
    if all(map(eq, order, range(len(order)))):
        return net
    place = {node: here for here, node in enumerate(order)}
    return net_text([net.nodes[node] for node in order], ((place[a], place[b]) for a, b in net.edges), True)


def _of_family(net: NetText, title: str) -> Bush:
    """A graph of a family as a picture: its nodes are numbered from the ground, 0, and what hangs loose is left out."""
    nodes = range(max(1, len(net.nodes)))
    stands = _standing(len(nodes), net.edges, 0)
    return _without_fallen(Bush(tuple(nodes), net.edges, 0, title), stands, title)


def _without_fallen(bush: Bush, stands: Sequence[bool], title: str = "") -> Bush:
    """A graph without the nodes that do not stand."""
    place = {node: here for here, node in enumerate(node for node, standing in enumerate(stands) if standing)}
    edges = tuple((place[a], place[b]) for a, b in bush.edges if a in place)
    return Bush(tuple(bush.nodes[node] for node in place), edges, place[bush.ground], title)


def cut(bush: Bush, edge: int) -> Bush:
    """What is left of a graph without one of its edges, given by its number."""
    less = Bush(bush.nodes, bush.edges[:edge] + bush.edges[edge + 1 :], bush.ground)
    return _without_fallen(less, _standing(len(less.nodes), less.edges, less.ground))


def cut_label(nodes: Sequence[Name], edges: Sequence[tuple[int, int]], edge: int) -> Labels:
    """The move that cuts an edge: its ends, and which of parallel ones it is, if it is not the first."""
    a, b = edges[edge]
    copy = 1
    while edge >= copy and edges[edge - copy] == (a, b):
        copy += 1
    ends = (("edges", ((nodes[a], nodes[b]),)),)
    return (*ends, ("copy", copy)) if copy > 1 else ends


def bush_options(bush: Bush) -> Iterator[Option]:
    """Cut an edge, and leave what hangs together with the ground."""
    for edge in range(len(bush.edges)):
        yield to(cut(bush, edge), **dict(cut_label(bush.nodes, bush.edges, edge)))


def cut_words(labels: dict[str, Any]) -> str:
    a, b = labels["edges"][0]
    copy = f", copy {labels['copy']}" if "copy" in labels else ""
    return f"cut {name_text(a)}-{name_text(b)}{copy}"


def _picture(bush: Bush) -> Board:
    return Net(tuple(map(name_text, bush.nodes)), bush.edges, (), directed=False, ground=bush.ground, is_cut=True)


def _rooted(bush: Bush) -> tuple[int, Sequence[tuple[int, int]]]:
    """The graph with the ground as node 0, in exchange for the node that was."""
    if not bush.ground:
        return len(bush.nodes), bush.edges
    turned = {0: bush.ground, bush.ground: 0}
    return len(bush.nodes), [(turned.get(a, a), turned.get(b, b)) for a, b in bush.edges]


def _name(bush: Bush, node: int) -> str:
    return name_text(bush.nodes[{0: bush.ground, bush.ground: 0}.get(node, node)])


def hackenbush_rule(name: str, grows: NamedGraph | None = None) -> Rule:
    """The rule that cuts an edge of a graph on the ground."""

    @lru_cache(maxsize=128)
    def grown(n: int) -> Bush:
        assert grows
        return _of_family(grows.graph(n, many_nodes(grows)), grows.text(n))

    def bush(state: Any) -> Bush:
        return grown(state) if isinstance(state, int) else state

    shape = Rooted(
        lambda state: _rooted(bush(state)),
        lambda state, cuts: (cut_label(bush(state).nodes, bush(state).edges, edge) for edge in cuts),
        lambda state, node: _name(bush(state), node),
    )
    space = graph_space(grows, Bush, _planted, lambda state: _picture(bush(state)), MULTIGRAPH, many_nodes)
    return Rule(name, lambda state: bush_options(bush(state)), space=space, shape=shape, format_move=cut_words)


COLON = "Winning Ways, ch. 2: the colon principle"
FUSION = "Winning Ways, ch. 7: the fusion principle"

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "hackenbush",
        "Cut an edge of a graph; what no longer hangs together with the ground falls away.",
        "a graph with a node called ground or 0: edges as in '0-a-b, 0-b, b-b', also parallel ones and "
        "loops; JSON; path:9 and other families, on their first node",
        or_growing("hackenbush", hackenbush_rule, read_named),
        ("hackenbush", "0-a-b-c-b, a-d, a-d, 0-e-f, e-g-h-e"),
        "Berlekamp, Conway & Guy 1982, Winning Ways, ch. 2 and 7",
        (
            Fact("hackenbush", "path:8", f"{COLON}; a stalk of 7 edges", nim_value=7),
            Fact("hackenbush", "0-a-b, a-c-d, 0-e", f"{COLON}: (1 + (1 XOR 2)) XOR 1", nim_value=5),
            Fact("hackenbush", "0-a-b-c, c-c, c-c, c-c", f"{FUSION}; a flower of three petals: 3 + 1", nim_value=4),
            Fact("hackenbush", "0-a-b-c, c-c, c-c", f"{FUSION}; a flower of two petals is its stem", nim_value=3),
            Fact("hackenbush", "cycle:7", f"{FUSION}; an odd cycle through the ground", nim_value=1),
            Fact("hackenbush", "cycle:8", f"{FUSION}; an even cycle through the ground", nim_value=0),
            Fact("hackenbush", "0-a-b-c-a", f"{FUSION}; a triangle on a stem", nim_value=2),
        ),
        GROWS,
        json=True,
    ),
)  # fmt: skip
