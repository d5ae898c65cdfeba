"""Small graphs, drawn at random, and the values of Node Kayles and Arc Kayles on them from the rules alone."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

from hypothesis import strategies as st

from grundy.text.edge_lists import net_text, write_net

Edges = list[tuple[int, int]]


def judge(game: str, nodes: int, edges: Edges, misere: bool = False) -> Any:
    """The nim-value of a graph, or in misère play whether the first player wins, from the rules alone."""
    near = [{b for a, b in [*edges, *((b, a) for a, b in edges)] if a == node} for node in range(nodes)]

    @cache
    def value(left: frozenset[int]) -> Any:
        if game == "node-kayles":
            after = {value(left - {node} - near[node]) for node in left}
        else:
            after = {value(left - {a, b}) for a, b in edges if a in left and b in left}
        if misere:
            return not after or False in after
        return next(v for v in range(len(after) + 1) if v not in after)

    return value(frozenset(range(nodes)))


def written(nodes: int, edges: Edges) -> str:
    return write_net(net_text(range(nodes), edges))


@st.composite
def graphs(draw: Any, most: int = 9) -> tuple[int, Edges]:
    nodes = draw(st.integers(0, most))
    pairs = list(itertools.combinations(range(nodes), 2))
    return nodes, sorted(draw(st.sets(st.sampled_from(pairs)))) if pairs else []
