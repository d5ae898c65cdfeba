"""Geography: a token goes along the edges of a graph, never to a node where it has been, or never along an edge again.

A state is the graph that is left, with the place of the node on which the token stands. Without directions, who wins is
known from a maximum matching; where edges are used up and no cycle is odd, from an even kernel. All else is a search,
of sets of nodes or edges: there, to know who wins is PSPACE-complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import islice
from json import JSONDecoder
from operator import lt
from typing import Any

from grundy.errors import BadRule, OutOfReach
from grundy.games.entry import Fact, Game
from grundy.games.even_kernel import sides, winning_ends
from grundy.games.families import few_nodes, many_nodes, read_graph_text
from grundy.games.graph_games import Graph, neighbours, reached, without
from grundy.model.board import Board, Net
from grundy.model.frozen import frozen
from grundy.model.matching import maximum_matching
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import BitmaskMove, Moves, SubsetGame, Subsets, Theory
from grundy.model.space import Space, States
from grundy.text.collector import collector_paused
from grundy.text.edge_lists import MOST_NODES, Name, NetText, graph_json, in_order, name_text, read_digraph, read_net
from grundy.text.reader import BLANKS, Text, describe

MOST_PLACES = 1_024
"""Of a search: two for each node that the token can reach, or one for it and one for each edge."""
NO_BLANKS = str.maketrans("", "", f"{BLANKS}\r\n")
FEW_EDGES = 30
"""Of which a search gives the nim-value soon, where a theorem would give the winner alone."""


@frozen
class Journey:
    """A graph, and the place in it of the node on which the token stands."""

    graph: Graph
    token: int

    def __str__(self) -> str:
        return f"{self.graph} @ {name_text(self.graph.nodes[self.token])}"


# The rules.


def geography_options(state: Journey) -> Iterator[Option]:
    """Move the token along an edge; the node that it leaves is gone."""
    ends = ends_at(state.graph, state.token)
    left = without(state.graph, {state.token}) if ends else state.graph
    for end in ends:
        yield to(Journey(left, end - (end > state.token)), to=state.graph.nodes[end])


def edge_geography_options(state: Journey) -> Iterator[Option]:
    """Move the token along an edge, which is gone then; of several to one node, one goes."""
    graph, edges = state.graph, state.graph.edges
    for end in ends_at(graph, state.token):
        ends = (state.token, end)
        used = edges.index(ends if graph.directed else (min(ends), max(ends)))
        left = Graph(graph.nodes, edges[:used] + edges[used + 1 :], directed=graph.directed)
        yield to(Journey(left, end), to=graph.nodes[end])


def ends_at(graph: Graph, token: int) -> list[int]:
    """The nodes to which the token can move, in order."""
    ends = {b for a, b in graph.edges if a == token}
    if not graph.directed:
        ends.update(a for a, b in graph.edges if b == token)
    return sorted(ends)


# What is proved.


def walked(state: Journey) -> tuple[list[list[int]], int]:
    """The neighbours of each node, in order, and the node of the token."""
    near, edges = ends_of(state.graph), state.graph.edges
    if not all(map(lt, edges, islice(edges, 1, None))):  # else each node's are in order, as they came
        near = [sorted(set(ends)) for ends in near]
    return near, state.token


@lru_cache(maxsize=16)
def unmatched_ends(state: Journey) -> tuple[Name, ...]:
    """Where the first player moves and wins: the neighbours that some maximum matching of the other nodes leaves out.

    If there is one, a maximum matching of all nodes has one edge more, at the node of the token, and so have all.

    >>> [unmatched_ends(journey_of(Text(text, "<argument>"))) for text in ("path:4", "path:5", "star:3", "cycle:6")]
    [(2,), (), (2, 3, 4), (2, 6)]
    """
    with collector_paused():
        near, token = walked(state)
        _, left_out = maximum_matching(near, without=token)
    return tuple(state.graph.nodes[end] for end in near[token] if left_out[end])


def is_lost(state: Journey) -> bool:
    """Whether some maximum matching leaves out the node of the token: then the other player always moves along it.

    >>> [is_lost(journey_of(Text(text, "<argument>"))) for text in ("path:4", "path:5", "cycle:5", "cycle:6")]
    [False, True, True, False]
    """
    return not unmatched_ends(state)


def unmatched_moves(state: Journey, rest: int) -> Moves:
    """The moves to nodes that a maximum matching of what is left leaves out."""
    nodes = unmatched_ends(state) if not rest else ()
    return Moves(len(nodes), lambda: ((("to", node),) for node in nodes))


def ends_of(graph: Graph) -> list[list[int]]:
    """For each node those at the other end of its edges, once for each edge."""
    near: list[list[int]] = [[] for _ in graph.nodes]
    for a, b in graph.edges:
        near[a].append(b)
        if not graph.directed and a != b:
            near[b].append(a)
    return near


@lru_cache(maxsize=16)
def winning_nodes(state: Journey) -> tuple[Name, ...]:
    """Where the first player moves and wins, of a graph in which each move uses up an edge and no cycle is odd."""
    return tuple(state.graph.nodes[end] for end in winning_ends(ends_of(state.graph), state.token))


def winning_moves(state: Journey, rest: int) -> Moves:
    """The moves to nodes of an even kernel."""
    nodes = winning_nodes(state) if not rest else ()
    return Moves(len(nodes), lambda: ((("to", node),) for node in nodes))


def has_even_cycles(state: Journey) -> bool:
    """Whether an even kernel decides a graph, and a search may take long."""
    by_side = sides(ends_of(state.graph), state.token)
    return by_side is not None and len(state.graph.edges) > FEW_EDGES


# The same as sets of places. Move by move the token's place goes off and another one on; with each, one goes off for
# good that stands above all places of tokens: the node that was left, or the edge.


def nodes_ahead(state: Journey) -> list[int]:
    """The nodes that the token can reach, in order."""
    return [node for node, is_reached in enumerate(reached(ends_of(state.graph), state.token)) if is_reached]


def require_searched(places: int, most: str, actual: str) -> None:
    """Raises OutOfReach: more places than a search takes."""
    if places > MOST_PLACES:
        raise OutOfReach(f"geography: expected {most} to be searched, found {actual}; a smaller graph would help")


@lru_cache(maxsize=64)
def node_field(state: Journey) -> tuple[SubsetGame, Callable[[Journey], int]]:
    """Places for the token on each node, and above them one for each node that is left."""
    nodes = nodes_ahead(state)
    count = len(nodes)
    require_searched(2 * count, f"at most {MOST_PLACES // 2} nodes that the token can reach", f"{count:,}")
    near = neighbours(state.graph)
    at = {node: place for place, node in enumerate(nodes)}
    moves: list[BitmaskMove] = []
    for node in nodes:
        here = 1 << at[node] | 1 << count + at[node]
        moves += [(here | 1 << count + at[end], 0, here, 1 << at[end]) for end in sorted(near[node])]
    place = {state.graph.nodes[node]: 1 << at[node] for node in nodes}

    def places(below: Journey) -> int:
        left = sum(place.get(name, 0) for name in below.graph.nodes)
        return left << count | place[below.graph.nodes[below.token]]

    return SubsetGame(2 * count, tuple(moves)), places


@lru_cache(maxsize=64)
def edge_field(state: Journey) -> tuple[SubsetGame, Callable[[Journey], int]]:
    """Places for the token on each node, and above them one for each edge; of equal ones the last is used up first."""
    graph = state.graph
    nodes = nodes_ahead(state)
    at = {node: place for place, node in enumerate(nodes)}
    edges = Counter(edge for edge in graph.edges if edge[0] in at)
    count = len(nodes) + edges.total()
    most = f"at most {MOST_PLACES:,} nodes and edges that the token can reach"
    require_searched(count, most, f"{len(nodes):,} and {edges.total():,}")
    moves: list[BitmaskMove] = []
    first: dict[tuple[Name, Name], int] = {}
    place = len(nodes)
    for (a, b), copies in edges.items():
        first[graph.nodes[a], graph.nodes[b]] = place
        for copy in range(place, place + copies):
            off = 1 << copy + 1 if copy + 1 < place + copies else 0
            for start, end in {(a, b)} if graph.directed else {(a, b), (b, a)}:
                used = 1 << copy | 1 << at[start]
                moves.append((used, off, used, 1 << at[end]))
        place += copies
    token = {graph.nodes[node]: 1 << at[node] for node in nodes}

    def places(below: Journey) -> int:
        names = below.graph.nodes
        left = Counter((names[a], names[b]) for a, b in below.graph.edges)
        listed = (((1 << copies) - 1) << first[ends] for ends, copies in left.items() if ends in first)
        return sum(listed) | token[names[below.token]]

    return SubsetGame(count, tuple(moves)), places


# Reading and writing.


def journey_graph(net: NetText, title: str, directed: bool, edges: bool) -> Graph:
    """The graph that was read, its nodes in order; without a use for them, loops and repeated edges are left out.

    With directions, each edge of a named graph is an arc each way.
    """
    count = len(net.nodes)
    order = sorted(range(count), key=net.nodes.__getitem__)
    place = [0] * count
    for here, node in enumerate(order):
        place[node] = here
    ends = [(place[a], place[b]) for a, b in net.edges]
    if not directed:
        ends = [(a, b) if a < b else (b, a) for a, b in ends]
    elif title:
        ends += [(b, a) for a, b in ends]
    if not edges:
        ends = [(a, b) for a, b in ends if a != b]
    return Graph(tuple(net.nodes[node] for node in order), in_order(ends, count, repeated=edges), title, directed)


def journey_of(text: Text, directed: bool = False, edges: bool = False) -> Journey | None:
    """A graph, and after '@' the node of the token; the first one where none is named. What is wrong is reported."""
    at = _before_token(text.string)
    listed = read_digraph if directed else partial(read_net, multigraph=True)
    most = few_nodes if directed or edges else many_nodes
    net_and_name = read_graph_text(text if at < 0 else text.part(0, at), listed, most)
    if net_and_name is None or text.findings:
        return None
    graph = journey_graph(*net_and_name, directed, edges)
    if not graph.nodes:
        text.report_at(0, "a graph with a node, for the token")
        return None
    if (directed or edges) and len(graph.nodes) > MOST_NODES:
        text.report_at(0, f"a graph of at most {MOST_NODES:,} nodes", f"one of {len(graph.nodes):,}")
        return None
    if at < 0:
        return Journey(graph, 0)
    places = {name_text(node): place for place, node in enumerate(graph.nodes)}
    node_text = text.string[at + 1 :]
    name = node_text.translate(NO_BLANKS)
    for tried in (node_text.removeprefix(" "), node_text.strip(f"{BLANKS}\r\n"), name):
        if tried in places:
            return Journey(graph, places[tried])
    start = len(text.string) - len(node_text.lstrip(f"{BLANKS}\r\n"))
    shown = repr(name) if name.isprintable() else describe(name)
    text.report_at(start, f"a node of the graph after '@', such as {next(iter(places))}", shown)
    return None


def _before_token(string: str) -> int:
    """The place of the '@' behind a graph, -1 where there is none; in JSON a name may have one."""
    if string.lstrip(f"{BLANKS}\r\n").startswith("{"):
        with suppress(ValueError, RecursionError):  # it is said elsewhere what is wrong
            return string.find("@", JSONDecoder().raw_decode(string, string.index("{"))[1])
    return string.rfind("@")


def _network(directed: bool, graph: Any, *token: Any) -> str:
    """A graph of NetworkX, and the node of the token, as text. Raises BadRule."""
    if graph.is_directed() and not directed:
        expected = "a graph without directions; of others there are directed_geography and directed_edge_geography"
        raise BadRule(f"geography: expected {expected}; found a {type(graph).__name__}")
    if len(token) > 1:
        raise BadRule(f"geography: expected one node for the token, found {len(token)}")
    if any(node not in graph for node in token):
        raise BadRule(f"geography: expected the token on a node of the graph, found {token[0]!r}")
    written = graph_json(graph, back=directed and not graph.is_directed())
    return "".join((written, *(f" @ {name_text(node)}" for node in token)))


def _draw(states: States) -> Board:
    (state,) = states
    assert isinstance(state, Journey)
    graph = state.graph
    return Net(tuple(map(name_text, graph.nodes)), graph.edges, (state.token,), directed=graph.directed)


def _space(directed: bool, edges: bool) -> Space:
    def contains(state: State) -> bool:
        if not isinstance(state, Journey) or state.graph.directed is not directed:
            return False
        return 0 <= state.token < len(state.graph.nodes)

    def read(text: Text) -> States:
        with collector_paused():
            journey = journey_of(text, directed, edges)
        return (journey,) if journey else ()

    network = partial(_network, directed)
    return Space("graph with a token", "", contains, read, lambda states: str(states[0]), _draw, network=network)


def _words(labels: dict[str, object]) -> str:
    return f"move to {name_text(labels['to'])}"  # type: ignore[arg-type]


FRAENKEL = "Fraenkel, Scheinerman & Ullman 1993, Undirected edge geography"
MATCHED = Theory(
    f"the second player wins if and only if some maximum matching leaves out the node of the token ({FRAENKEL})",
    is_p=is_lost,
    moves_to=unmatched_moves,
    matched=walked,
)
KERNELS = Theory(
    "no cycle is odd, and so the second player wins if and only if the node of the token is in an even kernel "
    f"({FRAENKEL})",
    is_p=lambda state: not winning_nodes(state),
    moves_to=winning_moves,
    covers=has_even_cycles,
)
VARIANTS = {"": (False, False), "directed": (True, False), "edges": (False, True), "directed-edges": (True, True)}
"""By what stands after the colon: whether edges have directions, and whether they are used up rather than nodes."""


@cache
def geography_rule(variant: str = "") -> Rule:
    """The rule of one of the variants."""
    directed, edges = VARIANTS[variant]
    return Rule(
        f"geography:{variant}" if variant else "geography",
        edge_geography_options if edges else geography_options,
        space=_space(directed, edges),
        shape=Subsets(edge_field if edges else node_field),
        theory=None if directed else KERNELS if edges else MATCHED,
        format_move=_words,
    )


directed_geography = geography_rule("directed")
edge_geography = geography_rule("edges")
directed_edge_geography = geography_rule("directed-edges")


def _read_rule(parameters: Text | None) -> Rule | None:
    if parameters is None:
        return geography_rule()
    if not parameters.string or parameters.string not in VARIANTS:
        parameters.report_at(0, "directed, edges or directed-edges")
        return None
    return geography_rule(parameters.string)


SIMONSON = "Fraenkel & Simonson 1993, Geography"

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "geography",
        "Move a token along an edge of a graph, never to a node where it has been (or: never along an edge again).",
        "a graph, as in node-kayles, then @ and the node of the token (the first one, if that is left out); "
        "with directions a->b->c",
        _read_rule,
        ("geography", "1-2-3-4-2, 4-5 @ 2"),
        f"{FRAENKEL}; {SIMONSON}; Lichtenstein & Sipser 1980, GO is polynomial-space hard",
        (
            Fact("geography", "path:6", f"{FRAENKEL}: every node is matched", winner="first"),
            Fact("geography", "cycle:7", f"{FRAENKEL}: an odd cycle leaves out any node", winner="second"),
            Fact("geography", "petersen @ 3", f"{FRAENKEL}: it has a perfect matching", winner="first"),
            Fact("geography", "star:5 @ 1", "by hand: from the middle every move ends play", winner="first"),
            Fact("geography", "star:5 @ 2", "by hand: to the middle and on to another end", winner="second"),
            Fact("geography:directed", "a->b->c->d, a->c @ a", "by hand: b is worth 0 and c 1", nim_value=2),
            Fact("geography:directed", "a->b->c->a @ a", "by hand: two moves, none back", nim_value=0),
            Fact("geography:directed-edges", "a->b->c->a @ a", "by hand: three moves, the last one back", nim_value=1),
            Fact("geography:directed-edges", "a->a, a->a @ a", "by hand: two loops, two moves", nim_value=0),
            Fact("geography:edges", "cycle:7", "by hand: seven moves round", nim_value=1),
            Fact("geography:edges", "bipartite:5,9", f"{FRAENKEL}: two nodes of a side", winner="second"),
            Fact("geography:edges", "star:5 @ 2", "by hand: to the middle, and to any other end", winner="second"),
            Fact("geography:edges", "star:40 @ 1", "by hand: from the middle every move ends play", winner="first"),
        ),
        "directed: along arcs; edges: never along an edge again; directed-edges: never along an arc again",
        title="Geography",
    ),
)
