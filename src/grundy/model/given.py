"""What people hand to a rule in place of its states, read as it is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import Any

from grundy.errors import BadRule, BadText
from grundy.text.reader import Text

Given = tuple[Any, ...]
LONGEST_SIDE = 10**9  # of a board


def plain(value: Any) -> Any:
    """A value whose whole numbers of NumPy or pandas are Python's own, also in tuples and lists.

    >>> import numpy as np
    >>> plain((np.int64(3), [np.uint8(4), "x"]))
    (3, [4, 'x'])
    """
    if type(value) in (tuple, list):
        return type(value)(map(plain, value))
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind in ("i", "u") and not getattr(value, "shape", ()):
        return index(value)
    return plain(value.tolist()) if kind in ("i", "u") and hasattr(value, "tolist") else value


def scalar(value: Any) -> Any:
    """A value, one whole number of NumPy or pandas as Python's own; an array, which may be a table, as it is."""
    return value if hasattr(value, "__len__") else plain(value)


def states_of(rule: Any, given: Given) -> Given:
    """The states that somebody means who calls a rule: with states, a text, a list, a table, or a size of a board.

    What cannot be read so is returned as it is, for the rule to refuse.

    Raises:  BadText: a text that cannot be read. BadRule: a graph of NetworkX that is none of the rule's.
    """
    given = tuple(map(plain, given))
    if given and hasattr(given[0], "adj") and not rule.fits(given[0]):
        given = as_text(rule.spec, rule.space.network, given)
    if len(given) == 1 and isinstance(given[0], str) and not rule.fits(given[0]):
        return _read(rule, given[0])
    if all(map(rule.fits, given)):
        return given
    together = len(given) == 1 and isinstance(given[0], tuple | list | range)
    items: Given = tuple(given[0]) if together else given
    anything = rule.space.name == "hashable"
    listed = tuple(tuple(item) if isinstance(item, list) else item for item in items)
    if anything and rule.arity == 1:  # a tuple may be one state, or a list of them
        return given
    for states in (items, (items,), listed) if together or all(type(item) is int for item in items) else ():
        if states and all(map(rule.fits, states)):
            return states
    for text in () if anything else _texts(items, "board" in rule.space.name):
        try:
            states = _read(rule, text)
        except (BadText, ValueError):
            continue
        if states and all(map(rule.fits, states)):
            return states
    return given


def _read(rule: Any, string: str) -> Given:
    text = Text(string, "<argument>")
    states: Given = rule.space.read(text)
    text.close()
    return states


def _texts(items: Given, is_board: bool) -> Iterable[str]:
    """What people would type for a board of so many rows and columns, for its rows, and for the edges of a graph."""
    if not items:
        return
    if all(type(item) is int and 0 <= item < LONGEST_SIDE for item in items):
        yield "x".join(map(str, items))
    if all(isinstance(item, str) for item in items):
        yield "/".join(items)
    if all(isinstance(item, list | tuple) for item in items):
        if all(len(item) == 2 for item in items):
            yield ", ".join(f"{one}-{other}" for one, other in items)
        if is_board:
            yield "/".join("".join(map(str, item)) for item in items)


def as_text(spec: str, written: Callable[..., str] | None, states: Given) -> Given:
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
    from grundy.text.edge_lists import graph_json

    return (graph_json(graph),)
