"""The annihilation game: tokens move along the arcs of a graph, and two that meet on a node are both gone.

Here the graph has no cycle of arcs, so that play ends. Then two tokens on a node are a game and its twin, which are
worth nothing in a sum whether they are taken off or not: the tokens are the parts of a sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.families import few_nodes, read_graph_text
from grundy.games.geography import journey_graph
from grundy.games.graph_games import Graph, neighbours
from grundy.model.board import Board, Net
from grundy.model.convention import mex, nim_sum
from grundy.model.frozen import frozen
from grundy.model.option import Labels, Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.model.space import Space, States
from grundy.text.edge_lists import name_text, read_digraph
from grundy.text.reader import Text, quote

MOST_NODES = 1_024


@frozen
class Tokens:
    """A graph, and the places in it of the nodes on which a token stands, in order."""

    graph: Graph
    tokens: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.graph} @ {' '.join(name_text(self.graph.nodes[token]) for token in self.tokens)}".rstrip()


def annihilation_options(state: Tokens) -> Iterator[Option]:
    """Move a token along an arc; if one stands there, both are gone."""
    near = neighbours(state.graph)
    for token in state.tokens:
        for end in sorted(near[token]):
            yield to(Tokens(state.graph, _after(state.tokens, token, end)), **dict(_label(state.graph, token, end)))


def _after(tokens: tuple[int, ...], token: int, end: int) -> tuple[int, ...]:
    return tuple(sorted({*tokens} ^ {token, end}))


def _label(graph: Graph, token: int, end: int) -> Labels:
    return ("from", graph.nodes[token]), ("to", graph.nodes[end])


def sinks_first(graph: Graph) -> list[int] | None:
    """The nodes, each behind all to which its arcs lead; None if arcs make a cycle."""
    near = neighbours(graph)
    waiting = [len(ends) for ends in near]
    into: list[list[int]] = [[] for _ in near]
    for node, ends in enumerate(near):
        for end in ends:
            into[end].append(node)
    order = [node for node, count in enumerate(waiting) if not count]
    for node in order:  # grows while it is read
        for start in into[node]:
            waiting[start] -= 1
            if not waiting[start]:
                order.append(start)
    return order if len(order) == len(near) else None


@lru_cache(maxsize=64)
def node_values(graph: Graph) -> tuple[int, ...]:
    """The nim-value of one token on each node.

    >>> node_values(Graph((1, 2, 3), ((0, 1), (0, 2), (1, 2)), directed=True))
    (2, 1, 0)
    """
    near, values = neighbours(graph), [0] * len(graph.nodes)
    for node in sinks_first(graph) or ():
        values[node] = mex(values[end] for end in near[node])
    return tuple(values)


def annihilation_value(state: Tokens) -> int:
    """The XOR of the values of the nodes with a token."""
    values = node_values(state.graph)
    return nim_sum(values[token] for token in state.tokens)


def _moves_to(state: Tokens, target: int) -> Moves:
    values, near, now = node_values(state.graph), neighbours(state.graph), annihilation_value(state)
    labels = [
        _label(state.graph, token, end)
        for token in state.tokens
        for end in sorted(near[token])
        if now ^ values[token] ^ values[end] == target
    ]
    return Moves(len(labels), lambda: iter(labels))


def _is_tokens(state: State) -> bool:
    if not isinstance(state, Tokens) or not state.graph.directed or sinks_first(state.graph) is None:
        return False
    return all(0 <= token < len(state.graph.nodes) for token in state.tokens)


def _read(text: Text) -> States:
    at = text.string.rfind("@")
    if at < 0:
        text.report_end("'@' and the nodes with a token, as in a->b, a->c @ a")
        return ()
    net_and_name = read_graph_text(text.part(0, at), read_digraph, few_nodes)
    if net_and_name is None or text.findings:
        return ()
    graph = journey_graph(*net_and_name, directed=True, edges=True)
    graph = replace(graph, edges=tuple(dict.fromkeys(graph.edges)))
    if len(graph.nodes) > MOST_NODES:
        text.report_at(0, f"a graph of at most {MOST_NODES:,} nodes", f"one of {len(graph.nodes):,}")
    elif sinks_first(graph) is None:
        text.report_at(0, "arcs with '->' that make no cycle, so that play ends", "a cycle")
    places = {name_text(node): place for place, node in enumerate(graph.nodes)}
    tokens: set[int] = set()
    start = at + 1
    for word in text.string[start:].split():
        start = text.string.index(word, start)
        if word not in places:
            text.report_at(start, "nodes of the graph after '@', each with a token", quote(word))
        elif places[word] in tokens:
            text.report_at(start, "each node once, for two tokens on a node are gone", quote(word))
        else:
            tokens.add(places[word])
        start += len(word)
    return () if text.findings else (Tokens(graph, tuple(sorted(tokens))),)


def _draw(states: States) -> Board:
    state: Any = states[0]
    return Net(tuple(map(name_text, state.graph.nodes)), state.graph.edges, state.tokens)


def _words(labels: dict[str, Any]) -> str:
    return f"the token on {name_text(labels['from'])} to {name_text(labels['to'])}"


YESHA = "Fraenkel & Yesha 1982, Theory of annihilation games I"

annihilation = Rule(
    "annihilation",
    annihilation_options,
    space=Space("graph with tokens", "", _is_tokens, _read, lambda states: str(states[0]), _draw),
    theory=Theory(
        "without cycles two tokens that meet are a game and its twin: the XOR of the nodes' values (Sprague 1935)",
        annihilation_value,
        _moves_to,
    ),
    format_move=_words,
)

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "annihilation",
        "Move a token along an arc of a graph without cycles; two tokens that meet on a node are both gone.",
        "arcs without a cycle, as in 'a->b->c, a->c', and after '@' the nodes with a token",
        no_parameters(annihilation),
        ("annihilation", "a->b->c->d, a->c, b->d, e->b @ a b e"),
        YESHA,
        (
            Fact("annihilation", "a->b @ a b", "by hand: the token on a moves to b, and both are gone", nim_value=1,
                 winning_moves=1),
            Fact("annihilation", "a->b->c, a->c @ a", "by hand: c at once, or b first", nim_value=2, winning_moves=1),
            Fact("annihilation", "a->c, b->c @ a b", "by hand: two moves, after which both are gone", nim_value=0,
                 winner="second"),
            Fact("annihilation", "a->b->c @ a b", "by hand: whoever moves onto the other token ends play",
                 winner="second", convention="misere"),
        ),
        title="Annihilation game",
    ),
)  # fmt: skip
