"""A user's own rule: the definition while few positions are reached, then a compiled table: of all states up to
those asked for where they are not many, else of the states that can be reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from grundy.compile.subset import NotCompiled
from grundy.engines.solver import Solver, by_definition, listed
from grundy.engines.table.code import nim_values, surely_ends
from grundy.engines.table.reached import MOST_REACHED, Endless, Reached
from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import Memo, state_values
from grundy.model.play import nim_sum
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves

FEW_POSITIONS = 2_000  # for a first try of the definition, which reaches far where a rule skips most states
SMALL_TABLE = 2**20  # states of a table that is made before it is known how many of them can be reached
MOST_STATES = 2**32
BEYOND = 8  # times as many states as can be reached a table of all may have: it takes so much less for each


def solver(rule: Rule) -> Solver:
    """The engine for a rule that is code alone."""
    definition = by_definition(rule, "normal")
    tried: Memo = {}
    found = Found()

    def covers(states: Sequence[Any]) -> bool:
        return found.table is not None and all(map(inside, states))

    def inside(state: Any) -> bool:
        place = state if isinstance(state, tuple) else (state,)
        shape = found.table.shape
        return len(place) == len(shape) and all(0 <= n < extent for n, extent in zip(place, shape, strict=True))

    def values(states: Sequence[Any]) -> Sequence[Any]:
        nonlocal found
        if covers(states):
            return [int(found.table[state]) for state in states]
        if (
            found.table is None and found.reached is None and surely_ends(rule)
        ):  # else only a compiled rule, which counts steps, is sure to come back
            try:
                known = state_values(rule, states, tried, "normal", FEW_POSITIONS)
                return [known[state] for state in states]
            except OutOfReach:
                tried.clear()
        reached, found = found.reached, Found()  # what is stopped half-way is not used again
        found = _found(rule, states, reached)
        if found.reached is not None:
            return found.reached.values(states)
        if covers(states):
            return [int(found.table[state]) for state in states]
        try:
            return definition.values(states)
        except OutOfReach as refused:
            if found.bad is not None:
                raise _at_fault(found.bad, refused) from refused
            raise OutOfReach(f"{refused}{found.note}") from refused

    def moves_to(state: Any, rest: Any) -> Moves:
        if found.reached is not None:
            worth: Callable[[Sequence[Any]], Sequence[Any]] = found.reached.values
        elif covers([state]):
            worth = values
        else:
            return definition.moves_to(state, rest)
        options = list(rule.options(state))
        return listed([rule.labels(option) for option in options if nim_sum(worth(option.parts)) == rest])

    def evidence() -> Evidence:
        if found.reached is not None:
            by = f"a table of the {found.reached.count:,} states reached, checked by the definition"
            return Evidence("computed", by)
        if found.table is not None:
            by = f"a table of all {found.table.size:,} states up to it, checked by the definition"
            return Evidence("computed", by)
        return definition.evidence()

    return Solver(values, moves_to, evidence)


@dataclass(frozen=True, eq=False, slots=True)
class Found:
    """A table of all states up to some, or of those reached from them; or neither, and what is wrong with the first,
    and for the end of a message why not the second."""

    table: Any = None
    reached: Reached | None = None
    bad: BadRule | None = None
    note: str = ""


def _found(rule: Rule, states: Sequence[Any], reached: Reached | None) -> Found:
    extents = _extents(rule, states)
    total = prod(extents) if extents else MOST_STATES + 1
    bad: BadRule | None = None
    note = ""
    if reached is None and total <= SMALL_TABLE:
        try:
            return Found(_table(rule, extents))
        except (BadRule, OutOfReach) as error:  # the definition says better what is wrong, if anything is
            bad = error if isinstance(error, BadRule) else None
    try:
        most = MOST_REACHED if bad or total > MOST_STATES else max(min(MOST_REACHED, total // BEYOND), FEW_POSITIONS)
        reached = reached or Reached(rule, states, most)
        reached.values(states)
        return Found(reached=reached)
    except NotCompiled as refused:
        note = f"; compiled, {MOST_REACHED:,} positions would be in reach, but {refused}"
    except Endless as error:
        raise _at_fault(_not_smaller(rule, states) or bad, error) from error
    except OutOfReach:
        if bad or total > MOST_STATES:
            raise
    if bad is None and total <= MOST_STATES:
        try:
            return Found(_table(rule, extents))
        except BadRule as error:
            bad = error
        except OutOfReach:
            pass
    return Found(bad=bad, note=note)


def _at_fault(bad: BadRule | None, refused: OutOfReach) -> BadRule | OutOfReach:
    """Where some option is not smaller, and no end is in sight, the rule is at fault."""
    if bad is None:
        return refused
    return BadRule(f"{bad}, or that play ends soon; it went on beyond {str(refused).partition('more than ')[2]}")


def _not_smaller(rule: Rule, states: Sequence[Any]) -> BadRule | None:
    """What is wrong with one of these states, if some option of it is no smaller."""
    for state in states:
        for option in rule.options(state):
            for part in option.parts:
                if part >= state:
                    return BadRule(f"{rule.spec}: state {state!r} yields {part!r}: expected a smaller state")
    return None


def _extents(rule: Rule, states: Sequence[Any]) -> tuple[int, ...]:
    """The box of all states up to some, or () where there is none."""
    places = [state if isinstance(state, tuple) else (state,) for state in states]
    if any(len(place) != rule.arity or not all(type(n) is int and n >= 0 for n in place) for place in places):
        return ()
    return tuple(1 + max(column) for column in zip(*places, strict=True))


def _table(rule: Rule, extents: tuple[int, ...]) -> Any:
    return nim_values(rule, extents if rule.arity > 1 else extents[0])
