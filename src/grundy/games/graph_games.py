"""Games of taking nodes off a graph: Node Kayles, and Arc Kayles, which takes both ends of an edge.

A state is the graph that is left, with the names that its nodes were given; a number stands for a graph of a family
that grows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Literal, TypeAlias

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, or_growing
from grundy.games.families import NamedGraph, few_nodes, graph_meant, many_nodes, read_graph_text, read_named, too_large
from grundy.games.graph_rows import are_rows_and_rings, strips
from grundy.model.board import Board, Grid, Net
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMove, Square, SubsetGame, Subsets
from grundy.model.space import Space, States
from grundy.text.edge_lists import MOST_NODES, Name, NetText, name_text, net_text, read_net, write_net
from grundy.text.reader import Text

Takes: TypeAlias = Literal["neighbours", "edges"]


@dataclass(frozen=True)
class Graph:
    """A graph: names of nodes, and edges as pairs of places in them; equal graphs are equal.

    `title` is its name, if it has one: `grid:3x16`. Where it is `directed`, an edge leads from its first node to its
    second.
    """

    nodes: tuple[Name, ...]
    edges: tuple[tuple[int, int], ...]
    title: str = field(default="", compare=False)
    directed: bool = False

    def __str__(self) -> str:
        if self.title:
            return self.title
        written = write_net(NetText(self.nodes, self.edges), "->" if self.directed else "-")
        return f"{written}," if graph_meant(written) else written


def graph_of(net: NetText, title: str = "") -> Graph:
    """A graph with its nodes in order."""
    order = sorted(range(len(net.nodes)), key=lambda node: net.nodes[node])
    place = {node: here for here, node in enumerate(order)}
    edges = [(place[a], place[b]) for a, b in net.edges]
    ordered = net_text([net.nodes[node] for node in order], edges)
    return Graph(ordered.nodes, ordered.edges, title)


def without(graph: Graph, gone: set[int]) -> Graph:
    """What is left of a graph without some of its nodes, given by their places."""
    left = [node for node in range(len(graph.nodes)) if node not in gone]
    place = [-1] * len(graph.nodes)
    for here, node in enumerate(left):
        place[node] = here
    moved = [(place[a], place[b]) for a, b in graph.edges]
    edges = tuple([edge for edge in moved if edge[0] >= 0 and edge[1] >= 0])
    return Graph(tuple([graph.nodes[node] for node in left]), edges, directed=graph.directed)


def neighbours(graph: Graph) -> list[set[int]]:
    """For each node, those joined to it, or to which an arc leads from it, by their places."""
    near: list[set[int]] = [set() for _ in graph.nodes]
    for a, b in graph.edges:
        near[a].add(b)
        if not graph.directed:
            near[b].add(a)
    return near


def reached(near: Sequence[Sequence[int]], start: int) -> list[bool]:
    """Of each node, whether steps from `start` to neighbours reach it."""
    is_reached = [False] * len(near)
    is_reached[start] = True
    waiting = [start]
    for node in waiting:  # grows while it is read
        for end in near[node]:
            if not is_reached[end]:
                is_reached[end] = True
                waiting.append(end)
    return is_reached


def node_options(graph: Graph) -> Iterator[Option]:
    """Take a node and all its neighbours."""
    for node, near in enumerate(neighbours(graph)):
        yield to(without(graph, {node, *near}), nodes=(graph.nodes[node],))


def edge_options(graph: Graph) -> Iterator[Option]:
    """Take both ends of an edge."""
    for a, b in graph.edges:
        yield to(without(graph, {a, b}), edges=((graph.nodes[a], graph.nodes[b]),))


@lru_cache(maxsize=64)
def graph_field(graph: Graph, takes: Takes) -> tuple[SubsetGame, dict[Name, int]]:
    """The field of a graph, and the place of each node in it.

    The nodes of a grid with holes are put on the whole grid around them, where equal shapes are recognised.
    """
    whole = grid_around(graph) or graph
    near = neighbours(whole)
    moves: list[BitmaskMove] = []
    if takes == "neighbours":
        moves = [(1 << v, 0, 1 << v | sum(1 << u for u in near[v]), 0) for v in range(len(whole.nodes))]
    else:
        moves = [(1 << a | 1 << b, 0, 1 << a | 1 << b, 0) for a, b in whole.edges]
    cells = cells_of(whole)
    squares: tuple[Square, ...] = ()
    if cells:
        (top, left), _ = box(cells)
        squares = tuple((r - top, c - left) for r, c in cells)
    return SubsetGame(len(whole.nodes), tuple(moves), squares), {name: place for place, name in enumerate(whole.nodes)}


MOST_AROUND = 4  # times as many places as nodes: a grid of hardly anything but holes is a graph like any other


def cells_of(graph: Graph) -> list[Square]:
    """The nodes of a graph, if all of them are cells of a board; else none."""
    cells = [name for name in graph.nodes if isinstance(name, tuple)]
    return cells if len(cells) == len(graph.nodes) else []


def box(cells: Sequence[Square]) -> tuple[Square, Square]:
    """The first and the last cell of the rectangle around some cells."""
    rows, columns = zip(*cells, strict=True)
    return (min(rows), min(columns)), (max(rows), max(columns))


def grid_around(graph: Graph) -> Graph | None:
    """The whole grid around a graph whose nodes are cells, joined exactly where they share a side; else None."""
    cells = cells_of(graph)
    if not cells:
        return None
    (top, left), (bottom, right) = box(cells)
    if (bottom - top + 1) * (right - left + 1) > MOST_AROUND * len(cells) or _beside(cells) != set(graph.edges):
        return None
    names = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
    whole = net_text(names, _beside(names))
    return Graph(whole.nodes, whole.edges)


def _beside(cells: Sequence[Square]) -> set[tuple[int, int]]:
    """Pairs of places of cells that share a side, where cells are in order."""
    at = {cell: place for place, cell in enumerate(cells)}
    return {
        (at[cell], at[end]) for cell in cells for end in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)) if end in at
    }


def graph_space(
    grows: NamedGraph | None,
    kind: type,
    made: Callable[[Text, NetText, str], object | None],
    picture: Callable[[Any], Board],
    listed: Callable[[Text], NetText] = read_net,
    most: Callable[[NamedGraph], int] = few_nodes,
) -> Space:
    """Graphs of a kind, as `made` makes them of what was read and its name; with a family that grows, also numbers that
    stand for its graphs. `listed` reads a list of edges; `most` says how many nodes a graph of a family may have."""

    def holds(state: State) -> bool:
        return isinstance(state, kind) or (grows is not None and type(state) is int and state >= 0)

    def read(text: Text) -> States:
        number = text.string.strip(" \t\r\n")
        if grows and re.fullmatch(r"[0-9]{1,9}", number):
            large = too_large(grows, int(number), most(grows))
            if large:
                text.report_at(text.string.find(number), *large)
            return (int(number),)
        net_and_name = read_graph_text(text, listed, most)
        graph = None if net_and_name is None else made(text, *net_and_name)
        return () if graph is None else (graph,)

    def write(states: States) -> str:
        return str(states[0])

    return Space("graph", "", holds, read, write, lambda states: picture(states[0]))


def _as_graph(state: Any, grows: NamedGraph | None) -> Graph:
    return _grown(grows, state) if grows and isinstance(state, int) else state


@lru_cache(maxsize=128)
def _grown(grows: NamedGraph, n: int) -> Graph:
    return graph_of(grows.graph(n, _most_nodes(grows)), grows.text(n))


def _picture(graph: Graph) -> Board:
    """The cells of a grid, else nodes with their neighbours."""
    whole = grid_around(graph)
    if whole is None:
        return Net(tuple(map(name_text, graph.nodes)), graph.edges, (), directed=False)
    there = set(graph.nodes)
    _, (bottom, right) = box(cells_of(graph))
    rows = range(1, bottom + 1)
    return Grid(tuple(tuple("empty" if (r, c) in there else "blocked" for c in range(1, right + 1)) for r in rows))


def _name_text(name: Name) -> str:
    return f"({name[0]}, {name[1]})" if isinstance(name, tuple) else str(name)


def _node_words(labels: dict[str, Any]) -> str:
    return f"take {_name_text(labels['nodes'][0])} and its neighbours"


def _edge_words(labels: dict[str, Any]) -> str:
    a, b = labels["edges"][0]
    return f"take {_name_text(a)} and {_name_text(b)}"


def graph_game(takes: Takes, name: str, grows: NamedGraph | None = None) -> Rule:
    """The rule that takes a node with its neighbours, or the two ends of an edge."""
    of = node_options if takes == "neighbours" else edge_options

    def options(state: Any) -> Iterator[Option]:
        return of(_as_graph(state, grows))

    def data(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
        if len(_as_graph(state, grows).nodes) > MOST_NODES:  # as many sets of bits as there are nodes
            raise OutOfReach(
                f"{name}: a graph of more than {MOST_NODES:,} nodes, which normal play answers if it consists of "
                "rows and rings; a search has at most 1,024 nodes, and a smaller graph would help"
            )
        own, at = graph_field(_as_graph(state, grows), takes)
        return own, lambda below: sum(1 << at[node] for node in _as_graph(below, grows).nodes)

    words = _node_words if takes == "neighbours" else _edge_words
    space = graph_space(
        grows,
        Graph,
        lambda text, net, title: graph_of(net, title),
        lambda state: _picture(_as_graph(state, grows)),
        listed=partial(read_net, beyond=lambda net: are_rows_and_rings((net.nodes, net.edges))),
        most=_most_nodes,
    )

    def listed(state: Any) -> tuple[tuple[Name, ...], tuple[tuple[int, int], ...]]:
        graph = _as_graph(state, grows)
        return graph.nodes, graph.edges

    heaps = strips(listed, 1 if takes == "neighbours" else 0, Subsets(data))
    return Rule(name, options, space=space, shape=heaps, format_move=words)


def _most_nodes(named: NamedGraph) -> int:
    """Those of rows and rings are heaps."""
    return many_nodes(named) if named.name in ("path", "cycle") else few_nodes(named)


NOTATION = "a graph: grid:3x5, path:9, cycle:9, petersen and other families; edges as in '1-2, 2-3'; graph6; JSON"
GROWS = "graphs that grow with N, as in grid:3xN"
A316632 = "OEIS A316632, Node Kayles on 3 x n"
A344227 = "OEIS A344227, the game of n queens"
A316533 = "OEIS A316533, Node Kayles on P(n, 2)"

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "node-kayles",
        "Take a node of a graph and all its neighbours.",
        NOTATION,
        or_growing("node-kayles", partial(graph_game, "neighbours"), read_named),
        ("node-kayles", "grid:3x5"),
        "Schaefer 1978, On the complexity of some two-person perfect-information games",
        (
            Fact("node-kayles", "grid:3x7", A316632, nim_value=2),
            Fact("node-kayles", "grid:3x12", A316632, nim_value=5),
            Fact("node-kayles", "grid:3x16", A316632, nim_value=3),
            Fact("node-kayles", "queens:6", A344227, nim_value=1),
            Fact("node-kayles", "queens:8", A344227, nim_value=3),
            Fact("node-kayles", "petersen", A316533, nim_value=1),
            Fact("node-kayles", "petersen:13,2", A316533, nim_value=1),
            Fact("node-kayles", "path:9", "Dawson's Chess, OEIS A002187", nim_value=3),
        ),
        GROWS,
        json=True,
    ),
    Game(
        "arc-kayles",
        "Take two nodes of a graph that are joined by an edge.",
        NOTATION,
        or_growing("arc-kayles", partial(graph_game, "edges"), read_named),
        ("arc-kayles", "a-b-c-a, c-d"),
        "Schaefer 1978, On the complexity of some two-person perfect-information games",
        (
            Fact("arc-kayles", "path:17", "OEIS A002187: dominoes on a strip are Dawson's Kayles", nim_value=2),
            Fact("arc-kayles", "grid:4x5", "Beling 2025: Cram is Arc Kayles on a grid", nim_value=2),
            Fact("arc-kayles", "grid:5x5", "Beling 2025: Cram is Arc Kayles on a grid", nim_value=0),
            Fact("arc-kayles", "complete:9", "each move takes two of nine: four moves", nim_value=0),
        ),
        GROWS,
        json=True,
    ),
)  # fmt: skip
