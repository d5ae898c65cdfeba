"""Nim on the edges of a graph: a token goes along an edge, of whose counters the move takes some.

A state is the edges with counters left, as (name, name, counters), and the name of the token's node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Net
from grundy.model.frozen import frozen
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.space import Space, States
from grundy.text.reader import Text, quote

Weighted = tuple[str, str, int]
NAME = "[A-Za-z0-9_]{1,20}"
EDGE = re.compile(rf"[ \t\r\n]*({NAME})-({NAME}):([0-9]{{1,9}})[ \t\r\n]*")
MOST_EDGES = 100


@frozen
class EdgePiles:
    """The edges that have counters, in order, and the node with the token."""

    edges: tuple[Weighted, ...]
    token: str

    def __str__(self) -> str:
        return f"{', '.join(f'{a}-{b}:{count}' for a, b, count in self.edges)} @ {self.token}".strip()


def edge_nim_options(state: EdgePiles) -> Iterator[Option]:
    """Take counters from an edge at the token's node, and move the token along it."""
    for place, (a, b, count) in enumerate(state.edges):
        if state.token in (a, b):
            end = b if state.token == a else a
            for take in range(1, count + 1):
                edges = (*state.edges[:place], (a, b, count - take), *state.edges[place + 1 :])
                left = tuple(edge for edge in edges if edge[2])
                yield to(EdgePiles(left, end), to=end, take=take)


def _is_state(state: State) -> bool:
    if not isinstance(state, EdgePiles) or not isinstance(state.token, str):
        return False
    ends = [edge[:2] for edge in state.edges]
    ordered = ends == sorted({*ends}) and all(a < b for a, b in ends)
    return ordered and all(type(count) is int and count > 0 for _, _, count in state.edges)


def _read(text: Text) -> States:
    at = text.string.rfind("@")
    if at < 0:
        text.report_end("'@' and the node of the token, as in a-b:3, b-c:2 @ a")
        return ()
    found: dict[tuple[str, str], int] = {}
    begin = 0
    for piece in text.string[:at].split(",") if text.string[:at].strip() else ():
        edge = EDGE.fullmatch(piece)
        start = begin + len(piece) - len(piece.lstrip())
        begin += len(piece) + 1
        if edge is None or edge[1] == edge[2]:
            text.report_at(start, "an edge between two nodes and its counters, as in a-b:3", quote(piece.strip()))
            return ()
        ends = (min(edge[1], edge[2]), max(edge[1], edge[2]))
        if ends in found:
            text.report_at(start, "each edge once", quote(piece.strip()))
            return ()
        found[ends] = int(edge[3])
    token = text.string[at + 1 :].strip()
    if len(found) > MOST_EDGES:
        text.report_at(0, f"at most {MOST_EDGES} edges", f"{len(found)}")
    elif not re.fullmatch(NAME, token):
        text.report_at(at + 1, "one node behind '@', that of the token", quote(token) if token else None)
    if text.findings:
        return ()
    return (EdgePiles(tuple(sorted((a, b, count) for (a, b), count in found.items() if count)), token),)


def _write(states: States) -> str:
    return str(states[0])


def _draw(states: States) -> Board:
    state: Any = states[0]
    nodes = sorted({state.token, *(name for edge in state.edges for name in edge[:2])})
    edges = tuple((nodes.index(a), nodes.index(b)) for a, b, _ in state.edges)
    names = tuple(nodes)
    return Net(names, edges, (nodes.index(state.token),), directed=False)


FUKUYAMA = "Fukuyama 2003, A Nim game played on graphs"

edge_nim = Rule(
    "edge-nim",
    edge_nim_options,
    space=Space("graph with counters on its edges", "", _is_state, _read, _write, _draw),
    format_move=lambda labels: f"take {labels['take']} on the way to {labels['to']}",
)

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "edge-nim",
        "Move the token along an edge of a graph, and take at least one of the counters that lie on that edge.",
        "edges with their counters, and after '@' the node of the token, as in 'a-b:3, b-c:2 @ a'",
        no_parameters(edge_nim),
        ("edge-nim", "a-b:2, b-c:3, c-d:1, d-a:2 @ a"),
        FUKUYAMA,
        (
            Fact("edge-nim", "a-b:1, b-c:1 @ a", "by hand: two moves", nim_value=0, winner="second"),
            Fact("edge-nim", "a-b:3 @ a", "by hand: take all three, or leave some for the way back", winner="first",
                 winning_moves=1),
            Fact("edge-nim", "a-b:1, a-c:1, a-d:1 @ a", "by hand: one move", nim_value=1, winning_moves=3),
            Fact("edge-nim", "a-b:1, b-c:1 @ a", "by hand: two moves", winner="first", convention="misere"),
        ),
        title="Nim on edges",
    ),
)  # fmt: skip
