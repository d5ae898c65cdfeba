"""A graph with tokens, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, count
from random import Random
from typing import Any

from grundy.games.graphs import graph_rule
from grundy.judges.at_once import answer
from grundy.judges.inputs import Inputs
from grundy.judges.judge import FormatOption, Judge, Reading, lines_of
from grundy.model.convention import Convention
from grundy.model.rule import Component
from grundy.text.graphs import read_graph
from grundy.text.reader import Text

PLAYS = ("normal", "misere", "loopy")


def read(text: Text, *, play: Convention = "normal") -> Reading:
    graph = read_graph(text, play == "loopy")
    text.close()
    return Reading((Component(graph_rule(graph), graph.tokens),), play=play)


def _acyclic(nodes: int, arcs: Sequence[tuple[int, int]]) -> bool:
    left = set(range(nodes))
    while left:
        ends = {node for node in left if not any(a == node and b in left for a, b in arcs)}
        if not ends:
            return False
        left -= ends
    return True


def _small() -> Iterator[Any]:
    for nodes in count(1):
        pairs = [(a, b) for a in range(nodes) for b in range(nodes) if a != b]
        for size in range(nodes * (nodes - 1) // 2 + 1):
            for arcs in combinations(pairs, size):
                if _acyclic(nodes, arcs):
                    yield from ((nodes, arcs, (token,)) for token in range(nodes))
                    if nodes > 1:
                        yield nodes, arcs, (0, nodes - 1)


def _random(chances: Random, size: int) -> Any:
    nodes = chances.randint(1, 2 + size)
    order = chances.sample(range(nodes), nodes)
    share = chances.random()
    arcs = [(order[a], order[b]) for a, b in combinations(range(nodes), 2) if chances.random() < share]
    return nodes, tuple(sorted(arcs)), tuple(chances.randrange(nodes) for _ in range(chances.randint(1, 3)))


def _smaller(case: Any) -> Iterator[Any]:
    nodes, arcs, tokens = case
    for node in range(nodes):
        if node not in tokens:
            down = [place - (place > node) for place in range(nodes)]
            arcs_left = tuple((down[a], down[b]) for a, b in arcs if node not in (a, b))
            yield nodes - 1, arcs_left, tuple(down[token] for token in tokens)
    if len(tokens) > 1:
        yield from ((nodes, arcs, tokens[:at] + tokens[at + 1 :]) for at in range(len(tokens)))
    yield from ((nodes, arcs[:at] + arcs[at + 1 :], tokens) for at in range(len(arcs)))


def _write(cases: Sequence[Any]) -> str:
    ((nodes, arcs, tokens),) = cases
    names = [f"n{node}" for node in range(nodes)]
    edges = [[names[a], names[b]] for a, b in arcs]
    return json.dumps({"nodes": names, "edges": edges, "tokens": [names[token] for token in tokens]}) + "\n"


JUDGE = Judge(
    name="graph",
    summary="A graph and the nodes of its tokens, as JSON; a move takes a token along an arc.",
    limits="none but 10^6 arcs",
    source="this project",
    sample_in='{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"], ["a", "c"]], "tokens": ["a", "b"]}\n',
    sample_out="first\n",
    asks="winner",
    read=read,
    write=lines_of("first", "second"),
    options=(FormatOption("play", "misere: whoever cannot move wins; loopy: cycles, and draws", "normal", PLAYS),),
    inputs=Inputs(_small, _random, _smaller, _write, "first|second", "first or second"),
    answer_large=partial(answer, "graph"),
)
