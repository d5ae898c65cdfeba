"""Games of marking nodes of a graph: the Normal Domination Game, the general position game, and Heat Toggle.

A state is a graph with the places of its marked nodes: those that are dominated, that were chosen, or that are hot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.families import few_nodes, read_graph_text
from grundy.games.graph_games import Graph, graph_of, neighbours
from grundy.model.board import Board, Net
from grundy.model.frozen import frozen
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMove, SubsetGame, Subsets
from grundy.model.space import Space, States
from grundy.text.edge_lists import name_text, read_net
from grundy.text.reader import Text, quote

MOST_NODES = 64
MOST_BESIDE = 12  # neighbours of a node, each of which may be hot or cold


@frozen
class Marked:
    """A graph without directions, and the places in it of the nodes that are marked, in order."""

    graph: Graph
    marks: tuple[int, ...]

    def __str__(self) -> str:
        marked = " ".join(name_text(self.graph.nodes[place]) for place in self.marks)
        return f"{self.graph} @ {marked}".rstrip() if marked else f"{self.graph}"


@lru_cache(maxsize=64)
def around(graph: Graph) -> tuple[frozenset[int], ...]:
    """For each node, itself and its neighbours."""
    return tuple(frozenset((place, *near)) for place, near in enumerate(neighbours(graph)))


def _option(state: Marked, marks: frozenset[int], node: int) -> Option:
    return to(Marked(state.graph, tuple(sorted(marks))), nodes=(state.graph.nodes[node],))


# Domination.


def domination_options(state: Marked) -> Iterator[Option]:
    """Choose a node that dominates one that was not dominated: itself or a neighbour."""
    marks = frozenset(state.marks)
    for node, near in enumerate(around(state.graph)):
        if not near <= marks:
            yield _option(state, marks | near, node)


# General position.


@lru_cache(maxsize=64)
def lines(graph: Graph) -> frozenset[tuple[int, int, int]]:
    """The triples of nodes, in order, of which one lies on a shortest path between the others.

    >>> sorted(lines(Graph((1, 2, 3, 4), ((0, 1), (1, 2), (2, 3), (0, 3)))))
    [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    """
    far = [_distances(graph, start) for start in range(len(graph.nodes))]
    found = set()
    for a, b, c in combinations(range(len(far)), 3):
        if c in far[a] and b in far[a]:
            sides = sorted((far[a][b], far[b][c], far[a][c]))
            if sides[0] + sides[1] == sides[2]:
                found.add((a, b, c))
    return frozenset(found)


def _distances(graph: Graph, start: int) -> dict[int, int]:
    near = neighbours(graph)
    far = {start: 0}
    waiting = [start]
    for node in waiting:  # grows while it is read
        for end in near[node]:
            if end not in far:
                far[end] = far[node] + 1
                waiting.append(end)
    return far


def position_options(state: Marked) -> Iterator[Option]:
    """Choose a node so that of no three chosen ones one lies on a shortest path between the others."""
    marks = frozenset(state.marks)
    forbidden = lines(state.graph)
    for node in range(len(state.graph.nodes)):
        if node not in marks and not any(
            tuple(sorted((node, *pair))) in forbidden for pair in combinations(state.marks, 2)
        ):
            yield _option(state, marks | {node}, node)


# Heat Toggle.


def toggle_options(state: Marked) -> Iterator[Option]:
    """Choose a hot node; it and its neighbours turn from hot to cold or from cold to hot, and fewer are hot then."""
    marks = frozenset(state.marks)
    near = around(state.graph)
    for node in state.marks:
        left = marks ^ near[node]
        if len(left) < len(marks):
            yield _option(state, left, node)


# The same as sets of places: nodes that are not dominated yet, and nodes that are hot.


@lru_cache(maxsize=64)
def _undominated(graph: Graph) -> SubsetGame:
    """A move for each node and each node beside it that may be the one that was not dominated."""
    masks = [sum(1 << place for place in near) for near in around(graph)]
    moves = [(1 << place, 0, mask, 0) for mask in masks for place in range(len(masks)) if mask >> place & 1]
    return SubsetGame(len(masks), tuple(moves))


def _domination_field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
    nodes = range(len(state.graph.nodes))
    return _undominated(state.graph), lambda below: sum(1 << place for place in nodes if place not in below.marks)


@lru_cache(maxsize=64)
def _hot(graph: Graph) -> SubsetGame:
    """A move for each node and each set of its neighbours that may be the hot ones, if it leaves fewer hot nodes."""
    moves: list[BitmaskMove] = []
    for node, near in enumerate(around(graph)):
        beside = sorted(near - {node})
        if len(beside) > MOST_BESIDE:
            raise OutOfReach(f"heat-toggle: expected nodes of at most {MOST_BESIDE} neighbours, found {len(beside)}")
        for hot in product((False, True), repeat=len(beside)):
            if 1 + sum(hot) > len(beside) - sum(hot):
                need = sum(1 << place for place, is_hot in zip(beside, hot, strict=True) if is_hot) | 1 << node
                off = sum(1 << place for place, is_hot in zip(beside, hot, strict=True) if not is_hot)
                moves.append((need, off, need, off))
    return SubsetGame(len(graph.nodes), tuple(moves))


def _toggle_field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
    return _hot(state.graph), lambda below: sum(1 << place for place in below.marks)


# What is written.


def _is_apart(state: Marked) -> bool:
    """Whether of no three marked nodes one lies on a shortest path between the others."""
    return lines(state.graph).isdisjoint(combinations(state.marks, 3))


def _space(what: str, start: Callable[[Graph], tuple[int, ...]], legal: Callable[[Marked], bool], wrong: str) -> Space:
    def holds(state: State) -> bool:
        if not isinstance(state, Marked) or state.graph.directed:
            return False
        count = len(state.graph.nodes)
        return list(state.marks) == sorted({*state.marks} & {*range(count)}) and legal(state)

    def read(text: Text) -> States:
        at = text.string.rfind("@")
        net_and_name = read_graph_text(text.part(0, at) if at >= 0 else text, read_net, few_nodes)
        if net_and_name is None or text.findings:
            return ()
        graph = graph_of(*net_and_name)
        if len(graph.nodes) > MOST_NODES:
            text.report_at(0, f"a graph of at most {MOST_NODES} nodes", f"one of {len(graph.nodes):,}")
            return ()
        if at < 0:
            return (Marked(graph, start(graph)),)
        places = {name_text(node): place for place, node in enumerate(graph.nodes)}
        begin, marks = at + 1, set()
        for word in text.string[begin:].split():
            begin = text.string.index(word, begin)
            if word not in places:
                text.report_at(begin, f"nodes of the graph after '@', {what}", quote(word))
                return ()
            marks.add(places[word])
            begin += len(word)
        state = Marked(graph, tuple(sorted(marks)))
        if not legal(state):
            text.report_at(at, wrong)
            return ()
        return (state,)

    def draw(states: States) -> Board:
        state: Any = states[0]
        return Net(tuple(map(name_text, state.graph.nodes)), state.graph.edges, state.marks, directed=False, nothing="")

    def write(states: States) -> str:
        state: Any = states[0]
        if state.marks == start(state.graph):
            return f"{state.graph}"
        return f"{state}" if state.marks else f"{state} @"

    return Space("graph with marked nodes", "", holds, read, write, draw)


def _words(verb: str) -> Callable[[dict[str, Any]], str]:
    return lambda labels: f"{verb} {name_text(labels['nodes'][0])}"


def _none(graph: Graph) -> tuple[int, ...]:
    return ()


def _all(graph: Graph) -> tuple[int, ...]:
    return tuple(range(len(graph.nodes)))


domination = Rule(
    "domination",
    domination_options,
    space=_space("those that are dominated", _none, lambda state: True, ""),
    shape=Subsets(_domination_field),
    format_move=_words("choose"),
)
general_position = Rule(
    "general-position",
    position_options,
    space=_space(
        "those that were chosen",
        _none,
        _is_apart,
        "chosen nodes of which no three lie on a shortest path",
    ),
    format_move=_words("choose"),
)
heat_toggle = Rule(
    "heat-toggle",
    toggle_options,
    space=_space("those that are hot", _all, lambda state: True, ""),
    shape=Subsets(_toggle_field),
    format_move=_words("toggle"),
)

GRAPH = "a graph: path:6, cycle:5, grid:3x3 and other families, or edges as in 'a-b, b-c'; after '@'"
BRITO = "Brito, Marcilon, Martins & Sampaio 2025, The normal play of the domination game"
KLAVZAR = "Klavžar, Neethu & Chandran 2021, The general position achievement game played on graphs"
TOGGLE = "OEIS A363934, Heat Toggle on rows and grids"

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "domination",
        "Choose a node of a graph that dominates one more: itself, or a neighbour, that no chosen node is or touches.",
        f"{GRAPH} the nodes that are dominated",
        no_parameters(domination),
        ("domination", "a-b-c-d-e-f-g, c-h @ a b c"),
        BRITO,
        (
            Fact("domination", "path:4", f"{BRITO}: a path of n is lost if 4 divides n", nim_value=0, winner="second"),
            Fact("domination", "path:8", f"{BRITO}: a path of n is lost if 4 divides n", nim_value=0),
            Fact("domination", "path:6", f"{BRITO}: a path of n is lost if 4 divides n", winner="first"),
            Fact("domination", "cycle:7", f"{BRITO}: a cycle of n is won if n = 4 k + 3", winner="first"),
            Fact("domination", "cycle:6", f"{BRITO}: a cycle of n is won if n = 4 k + 3", winner="second"),
            Fact("domination", "path:3", "by hand: choose the middle one", nim_value=2, winning_moves=1),
        ),
        title="Domination game",
    ),
    Game(
        "general-position",
        "Choose a node of a graph, so that of no three chosen ones one is on a shortest path between the others.",
        f"{GRAPH} the nodes that were chosen",
        no_parameters(general_position),
        ("general-position", "grid:3x3 @ (1,1)"),
        KLAVZAR,
        (
            Fact("general-position", "path:5", "by hand: two nodes, and no third one", nim_value=0, winner="second"),
            Fact("general-position", "complete:5", "by hand: all five nodes", nim_value=1, winner="first",
                 winning_moves=5),
            Fact("general-position", "cycle:3", "by hand: all three nodes", winner="second", convention="misere"),
        ),
        title="General position game",
    ),
    Game(
        "heat-toggle",
        "Choose a hot node of a graph: it and its neighbours turn from hot to cold or back, if fewer are hot then.",
        f"{GRAPH} the nodes that are hot; without it all are",
        no_parameters(heat_toggle),
        ("heat-toggle", "path:8 @ 1 2 3 5 6 7 8"),
        TOGGLE,
        (
            Fact("heat-toggle", "path:4", TOGGLE, nim_value=2),
            Fact("heat-toggle", "path:6", TOGGLE, nim_value=0, winner="second"),
            Fact("heat-toggle", "grid:2x5", TOGGLE, nim_value=3),
            Fact("heat-toggle", "grid:3x3", TOGGLE, nim_value=1),
            Fact("heat-toggle", "path:1", "by hand: one move", winner="second", convention="misere"),
        ),
        title="Heat Toggle",
    ),
)  # fmt: skip
