"""The verb `table` for states of any kind, in any play: listed one by one, or given by a map from n."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import chain, product
from typing import TYPE_CHECKING, Any

from grundy.api.outcomes import convention_of, outcomes_work
from grundy.api.run_record import run_of
from grundy.api.states import Mapped, StateMap, StateTable, listed_states, state_map, values_of_states
from grundy.api.work import Work, require_number, session_of
from grundy.errors import BadRule
from grundy.model.definition import check_convention
from grundy.model.evidence import Evidence
from grundy.model.option import State
from grundy.model.rule import Component, Position, Rule
from grundy.runs.chunk import Chunk

if TYPE_CHECKING:
    from grundy.runs.chunk import Work as Working


def table_of_states(
    rule: Rule,
    states: int | Iterable[State] | None,
    box: tuple[int, ...] | None,
    of: StateMap | None,
    outcomes: bool,
    misere: bool,
    loopy: bool,
    work: Work,
) -> StateTable:
    """The values or outcomes of some states, each once.

    Args:    states, box, of: the states themselves; or how many numbers, or which vectors, are states, or are mapped to
             states, or lists of them.
    Raises:  BadRule: one is none of the rule's; a play that it is not valid for. OutOfReach, Stopped.
    """
    play = convention_of(misere, loopy)
    check_convention(Position((Component(rule, ()),)), play)
    mapped = None if of is None else state_map(rule, of)
    listed = listed_states(rule, _states(rule, states, box, mapped))
    text = "" if mapped is None else mapped.text
    who = outcomes or play != "normal"
    with session_of(work) as session:
        key = hashlib.sha256(repr(listed).encode()).hexdigest()
        asks = f"states {rule.spec} {play if who else 'values'} {key}"
        session.begin(run_of(rule, rule.spec, {"states": len(listed), **({"of": text} if text else {})}, asks, asks))
        task: Working = outcomes_work(rule, listed, play) if who else _values(rule, listed)
        values, evidence = session.work(task, lambda answer: ({}, answer[1].as_dict()))
    return StateTable(rule.spec, listed, tuple(values), evidence, play, who, text)


def _states(
    rule: Rule, states: int | Iterable[State] | None, box: tuple[int, ...] | None, mapped: Mapped | None
) -> Iterable[State]:
    if mapped is not None:
        if box is not None or not isinstance(states, int):
            raise BadRule("expected a number of states with of=, which maps 0, 1, 2, ... to states")
        require_number("a number of states", states, 0)
        return chain.from_iterable(map(mapped.states, range(states)))
    if box is not None:
        if len(box) != rule.arity:
            raise BadRule(f"{rule.spec}: expected a box of {rule.arity} numbers, found {' x '.join(map(str, box))}")
        return product(*map(range, box)) if len(box) > 1 else range(*box)
    if isinstance(states, int):
        require_number("a number of states", states, 0)
        return range(states)
    assert states is not None
    return states


def _values(rule: Rule, states: Sequence[State]) -> Working:
    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, tuple[Sequence[int], Evidence]]:
        yield Chunk(0, len(states), "states", {}, "the work has begun")
        return values_of_states(rule, states) if states else ((), Evidence("computed", "no state"))

    return work
