"""A graph of NetworkX in place of a position's text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grundy.errors import BadRule


def as_text(spec: str, written: Callable[..., str] | None, states: tuple[Any, ...]) -> tuple[Any, ...]:
    """A graph of NetworkX as people would type it, by itself or with what stands beside it; else what was given.

    Args:    written: what makes the text of a graph and of what is beside it, where the rule has such a function.
    Raises:  BadRule: its edges have directions.
    """
    graph, *beside = states
    if written is not None:
        return (written(graph, *beside),)
    if beside:
        return states
    if graph.is_directed():
        raise BadRule(f"{spec}: expected a graph without directions, found a {type(graph).__name__}; to_undirected()")
    from grundy.text.undirected_graph import graph_json

    return (graph_json(graph),)
