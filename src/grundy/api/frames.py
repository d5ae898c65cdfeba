"""Answers for other libraries: data frames of pandas, and graphs of NetworkX (the extra `data`)."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from grundy.errors import BadRule, GrundyError
from grundy.games.geography import VARIANTS, Journey
from grundy.model.rule import Position, shortened
from grundy.model.shapes import Arcs


def library(name: str, wanted: str) -> Any:
    """A library that is installed with the extra `data`. Raises GrundyError: it is not."""
    try:
        return import_module(name)
    except ImportError as problem:
        raise GrundyError(f"{wanted} needs {name}: pip install {name}") from problem


def sequence_frame(blocks: Iterable[Any]) -> Any:
    """A DataFrame of pandas: column `nim_value`, index `n`. Raises GrundyError: pandas is not installed."""
    import numpy as np

    pandas = library("pandas", "to_frame")
    values = np.concatenate([np.asarray(block) for block in blocks])
    return pandas.DataFrame({"nim_value": values}, index=pandas.RangeIndex(len(values), name="n"))


def table_frame(values: Any, outcomes: bool) -> Any:
    """A DataFrame of pandas: of pairs a row for each a and a column for each b, else a row a state.

    Of outcomes the entries are the letters P and N. Raises GrundyError: pandas is not installed.
    """
    pandas = library("pandas", "to_frame")
    shape = values.shape
    if len(shape) == 2:
        index, columns = (pandas.RangeIndex(size, name=name) for size, name in zip(shape, "ab", strict=True))
        return pandas.DataFrame(values, index=index, columns=columns)
    column = "outcome" if outcomes else "nim_value"
    if len(shape) == 1:
        return pandas.DataFrame({column: values}, index=pandas.RangeIndex(len(values), name="n"))
    names = list("abcdefghijkl"[: len(shape)])
    index = pandas.MultiIndex.from_product([range(size) for size in shape], names=names)
    return pandas.DataFrame({column: values.reshape(-1)}, index=index)


def position_network(position: Position) -> Any:
    """The graph that a position is played on, as a graph of NetworkX; tokens are counted as `tokens` of the nodes.

    Raises:  BadRule: it is not one game on one graph. GrundyError: NetworkX is not installed.
    """
    networkx = library("networkx", "to_networkx")
    if len(position.components) == 1:
        (component,) = position.components
        shape, state = component.rule.shape, component.states[0] if component.states else None
        if isinstance(shape, Arcs):
            graph = networkx.DiGraph()
            for place, node in enumerate(shape.nodes):
                graph.add_node(node, tokens=component.states.count(place))
            graph.add_edges_from((shape.nodes[start], shape.nodes[end]) for start, end in shape.edges)
            return graph
        if isinstance(state, Journey):
            directed, edges = VARIANTS[component.rule.spec.partition(":")[2]]
            kinds = ("Graph", "DiGraph", "MultiGraph", "MultiDiGraph")
            graph = getattr(networkx, kinds[directed + 2 * edges])()
            net = state.graph
            for place, node in enumerate(net.nodes):
                graph.add_node(node, tokens=int(place == state.token))
            graph.add_edges_from((net.nodes[start], net.nodes[end]) for start, end in net.edges)
            return graph
        if hasattr(state, "nodes") and hasattr(state, "edges"):
            graph = networkx.MultiGraph() if hasattr(state, "ground") else networkx.Graph()
            graph.add_nodes_from(state.nodes)
            graph.add_edges_from((state.nodes[start], state.nodes[end]) for start, end in state.edges)
            return graph
    raise BadRule(f"{shortened(str(position))}: expected a game on one graph")
