"""Whether a rule of the user's gives the same options whenever it is called."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from time import process_time
from typing import Any

from grundy.errors import OutOfReach
from grundy.model.definition import not_the_same
from grundy.model.option import Option, State
from grundy.model.rule import Position, Rule

TWICE, WIDEST, SECONDS = 300, 1000, 0.1
"""States whose options are listed twice, how many of each, and for how long."""


def is_own(rule: Rule) -> bool:
    """Whether nothing is known of a rule but its code, as of a user's; a formula that it carries is only claimed."""
    return rule.shape is None and rule.theory is None


def is_plain_game(rule: Rule) -> bool:
    """Whether a rule is a function of grundy's own and reads only data beside its state, so that it never changes."""
    from grundy.compile.form import is_ours

    return is_ours(rule.function) and rule.function.__closure__ is None and _is_data(rule.parameters)


def _is_data(value: Any) -> bool:
    """Whether a value is made of numbers and texts alone."""
    return all(map(_is_data, value)) if type(value) is tuple else type(value) in (int, str, bool)


def always_ends(rule: Rule) -> bool:
    """Whether the code of a rule surely comes to an end for each state."""
    from grundy.compile.form import surely_ends

    return surely_ends(rule)


def require_steady(position: Position) -> None:
    """List the options of some states twice, of rules of the user's. Raises: BadRule: they are not the same."""
    for component in position.components:
        require_steady_states(component.rule, component.states)


def require_steady_states(rule: Rule, states: Sequence[State]) -> None:
    """The same of states of one rule."""
    if is_own(rule):
        from grundy.reading.identity import identity

        identity(rule, states)  # which names what can be read only once
        if not is_plain_game(rule) and always_ends(rule):
            _require_steady(rule, states)


def _require_steady(rule: Rule, states: Sequence[State]) -> None:
    try:
        state = unsteady_state(rule, states, TWICE)
    except OutOfReach:
        return
    if state is not None:
        raise not_the_same(f"{rule.spec}: state {state[0]!r}")


def unsteady_state(rule: Rule, states: Sequence[State], most: int) -> tuple[State] | None:
    """A state whose options are others the second time, among these and states below, as many as are asked for."""
    listed: dict[State, list[Option]] = {}
    waiting = dict.fromkeys(states)
    late = process_time() + SECONDS
    while waiting and len(listed) < most and process_time() < late:
        state = next(iter(waiting))
        del waiting[state]
        listed[state] = list(islice(rule.options(state), WIDEST))
        parts = (part for option in listed[state] for part in option.parts)
        waiting.update((part, None) for part in parts if part not in listed)
    for state, options in reversed(listed.items()):  # in another order, in which what counts calls is elsewhere
        if list(islice(rule.options(state), WIDEST)) != options:
            return (state,)
        if process_time() > late + SECONDS:
            break
    return None
