"""A user's own rule: the definition while few positions are reached, a compiled table of all states beyond."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.engines.solver import Solver, by_definition, listed
from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import Memo, state_values
from grundy.model.play import nim_sum
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves

FEW_POSITIONS = 2_000  # for a first try of the definition, which reaches far where a rule skips most states
MOST_STATES = 2**32


def solver(rule: Rule) -> Solver:
    """The engine for a rule that is code alone."""
    definition = by_definition(rule, "normal")
    tried: Memo = {}
    table: Any = None

    def covers(states: Sequence[Any]) -> bool:
        return table is not None and all(map(inside, states))

    def inside(state: Any) -> bool:
        place = state if isinstance(state, tuple) else (state,)
        return len(place) == table.ndim and all(0 <= n < extent for n, extent in zip(place, table.shape, strict=True))

    def values(states: Sequence[Any]) -> Sequence[Any]:
        nonlocal table
        if not covers(states):
            try:
                known = state_values(rule, states, tried, "normal", FEW_POSITIONS)
                return [known[state] for state in states]
            except OutOfReach:
                table = _table(rule, states)
        return [int(table[state]) for state in states] if covers(states) else definition.values(states)

    def moves_to(state: Any, rest: Any) -> Moves:
        if not covers([state]):
            return definition.moves_to(state, rest)
        options = list(rule.options(state))
        return listed([rule.labels(o) for o in options if nim_sum(int(table[part]) for part in o.parts) == rest])

    def evidence() -> Evidence:
        if table is None:
            return definition.evidence()
        return Evidence("computed", f"a table of all {table.size:,} states up to it, checked by the definition")

    return Solver(values, moves_to, evidence)


def _table(rule: Rule, states: Sequence[Any]) -> Any:
    """The nim-values of all states up to the largest of some, or None where there is no such table."""
    places = [state if isinstance(state, tuple) else (state,) for state in states]
    if any(len(place) != rule.arity or not all(type(n) is int and n >= 0 for n in place) for place in places):
        return None
    extents = tuple(1 + max(column) for column in zip(*places, strict=True))
    size = 1
    for extent in extents:
        size *= extent
    if size > MOST_STATES:
        return None
    from grundy.engines.table.code import nim_values

    try:
        return nim_values(rule, extents if rule.arity > 1 else extents[0])
    except (BadRule, OutOfReach):  # the definition says better what is wrong, if anything is
        return None
