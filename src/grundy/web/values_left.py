"""The nim-value that each move of a position leaves, as far as there is time for it."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence

from grundy.api.answers import result_of
from grundy.api.turns import TurnChoice
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach
from grundy.model.convention import Value, nim_sum
from grundy.model.move import Move
from grundy.model.option import State
from grundy.model.result import Result
from grundy.model.rule import Component, Position, Rule
from grundy.runs.loop import run_with_limits

SECONDS = 0.3  # of the processor for all moves of a position, beside the answer itself


def values_left(
    result: Result, listed: Sequence[TurnChoice], good: Collection[Move] = (), seconds: float = SECONDS
) -> list[int | None]:
    """The nim-value of the whole position after each move; None where it is not known or would take too long.

    All other parts stay as they are, so only what a move makes of its own part is solved, the same once. What needs no
    search, as heaps and what is known by a theorem, is asked for together.

    Args:    good: moves that are known to win, and so to leave 0.

    >>> from grundy import nim, solve
    >>> from grundy.api.turns import Turn, choices
    >>> values_left(solve(nim(1, 2)), choices(Turn(nim(1, 2))))
    [2, 0, 1]
    """
    total = result.nim_value
    if not isinstance(total, int) or result.convention != "normal":
        return [None] * len(listed)
    end = time.process_time() + seconds
    known_values: dict[tuple[Rule, State], Value | None] = {}
    unsolved = [choice for choice in listed if choice.next == "opponent" and choice.move not in good]
    together: dict[Rule, list[State]] = {}
    for rule, state in dict.fromkeys(key for choice in unsolved for key in _parts(choice)):
        if isinstance(state, int) or rule.theory is not None:
            together.setdefault(rule, []).append(state)
    for rule, states in together.items():
        values = _values(rule, tuple(states), end - time.process_time())
        known_values |= {(rule, state): value for state, value in zip(states, values, strict=True) if value is not None}

    def left(choice: TurnChoice) -> int | None:
        values = [total]
        for key in _parts(choice):
            if key not in known_values:
                known_values[key] = _values(key[0], (key[1],), end - time.process_time())[0]
            value = known_values[key]
            if not isinstance(value, int):
                return None
            values.append(value)
        return nim_sum(values)

    return [None if choice.next != "opponent" else 0 if choice.move in good else left(choice) for choice in listed]


def _parts(choice: TurnChoice) -> list[tuple[Rule, State]]:
    """What a move is made in, and what it leaves of that."""
    return [(choice.part.rule, state) for state in (choice.part.state, *choice.left)]


def _values(rule: Rule, states: tuple[State, ...], seconds: float) -> Sequence[Value | None]:
    """The values of some states of a rule; None where they are not known within some seconds."""
    unknown = [None] * len(states)
    if seconds <= 0:
        return unknown
    options = SearchOptions(run=lambda work: run_with_limits(work, time_limit=seconds).require(), seconds=seconds)
    try:
        result = result_of(Position((Component(rule, states),)), options=options)
    except OutOfReach:
        return unknown
    if len(states) == 1:
        return [result.nim_value]
    return unknown if result.values is None else result.values[0]
