"""Games given as a finite graph: nodes are positions, arcs are moves, tokens may stand on several nodes at once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game
from grundy.model.board import Board, Net
from grundy.model.option import Option, State, to
from grundy.model.rule import Component, Position, Rule
from grundy.model.shapes import Arcs
from grundy.model.space import Space, States
from grundy.text.graphs import GraphText, is_arcs, read_arcs, read_graph, write_graph
from grundy.text.numbers import short_repr
from grundy.text.reader import Text


def graph_options(node: int, *, graph: Arcs) -> Iterator[Option]:
    """Follow an arc from a node; nodes are told by their names."""
    for end in graph.successors[node]:
        yield to(end, to=graph.nodes[end])


def graph_rule(graph: Arcs | GraphText) -> Rule:
    """The game of moving a token along the arcs; a state is the place of a node in `nodes`."""

    data = graph if isinstance(graph, Arcs) else Arcs(graph.nodes, graph.edges)

    def write(states: States) -> str:
        return write_graph(GraphText(graph.nodes, graph.edges, states))  # type: ignore[arg-type]

    def board(states: States) -> Board:
        return Net(tuple(map(str, graph.nodes)), tuple(dict.fromkeys(graph.edges)), tuple(states))  # type: ignore[arg-type]

    def tell(state: State) -> str:
        return str(graph.nodes[state])  # type: ignore[call-overload]

    def holds(state: State) -> bool:
        return type(state) is int and 0 <= state < len(graph.nodes)

    return Rule(
        "graph",
        graph_options,
        (("graph", data),),
        space=Space("node of the graph", "token", holds, lambda text: (), write, board, tell),
        shape=data,
        format_move="move token {token} to {to}".format_map,
    )


Successors = Mapping[Hashable, Iterable[Hashable]] | Sequence[Iterable[Hashable]]


def graph(successors: Successors, *tokens: Hashable) -> Position:
    """A position of tokens on a graph.

    Parameters
    ----------
    successors : mapping, sequence, or a graph of NetworkX
        From each node to those that a move leads to; of a sequence the nodes are 0, 1, 2, ... Nodes are strings or
        integers, not mixed; one that is only led to may be left out.
    *tokens : node
        The nodes on which tokens stand.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        Mixed or other nodes, or a token on no node.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(graph({"a": ["b", "c"], "b": ["c"], "c": []}, "a", "b")).nim_value
    3
    >>> solve(graph([[1, 2], [2], []], 0)).nim_value
    2
    """
    names: dict[Hashable, int] = {}
    arcs = []
    for start, ends in _arcs_from(successors):
        names.setdefault(start, len(names))
        for end in ends:
            names.setdefault(end, len(names))
            arcs.append((names[start], names[end]))
    kinds = {type(name) for name in names}
    if not kinds <= {str} and not kinds <= {int}:
        raise BadRule("graph: expected nodes that are all strings or all integers")
    for token in tokens:
        if token not in names:
            raise BadRule(f"graph: expected tokens on nodes, found {token!r}")
    rule = graph_rule(Arcs(tuple(names), tuple(arcs)))  # type: ignore[arg-type]
    return Position((Component(rule, tuple(names[token] for token in tokens)),))


def _arcs_from(successors: Any) -> Iterable[tuple[Hashable, Iterable[Hashable]]]:
    """Each node, and those that a move leads to."""
    listed = getattr(successors, "adj", successors)  # of NetworkX
    pairs: Iterable[tuple[Hashable, Any]] = (
        enumerate(listed) if isinstance(listed, Sequence) else getattr(listed, "items", tuple)()
    )
    nodes = [(start, ends) for start, ends in pairs]
    if not isinstance(listed, Sequence | Mapping) or not all(isinstance(ends, Iterable) for _, ends in nodes):
        raise BadRule(
            'graph: expected for each node those that a move leads to, such as {"a": ["b"], "b": []} or [[1], []], '
            f"found {short_repr(successors)}"
        )
    return nodes


def _read(parameters: Text | None, text: Text, loopy: bool) -> Position | None:
    _no_rule(parameters)
    digraph = read_arcs(text, loopy=loopy) if is_arcs(text) else read_graph(text, loopy=loopy)
    if digraph is None or text.findings:
        return None
    return Position((Component(graph_rule(digraph), digraph.tokens),))


def _no_rule(parameters: Text | None) -> Rule | None:
    if parameters is not None:
        parameters.report_at(0, "nothing after 'graph:'")
    return None


SYSTEMS = "definition, by hand"

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "graph",
        "Move a token along an arc of a finite graph; several tokens make a sum.",
        'JSON {"nodes": [...], "edges": [[from, to], ...], "tokens": [...]}; or FROM TO/FROM TO/.../@ NODE ...',
        _no_rule,
        ("graph", '{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["a", "c"], ["b", "c"]], "tokens": ["a", "b"]}'),
        "Sprague 1935, Grundy 1939",
        (
            Fact(
                "graph",
                '{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["a", "c"], ["b", "c"]], "tokens": ["a"]}',
                SYSTEMS,
                nim_value=2,
                winning_moves=1,
            ),
            Fact("graph", '{"nodes": [1, 2], "edges": [[1, 2]], "tokens": [1, 1]}', SYSTEMS, nim_value=0),
        ),
        read=_read,
        json=True,
    ),
)
