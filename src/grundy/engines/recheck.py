"""Answers are compared with the rule itself, uncompiled, which has the last word."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import islice

from grundy.errors import BadRule, GrundyError, InternalError, OutOfReach
from grundy.model.definition import Memo, state_values
from grundy.model.option import State
from grundy.model.rule import Rule

FIRST_STATES = 1000  # that are worked out all the way down
MOST_BELOW = 20 * FIRST_STATES  # states that may be looked at for them
LONG_SECONDS = 5.0  # where a state has a million options, the last and a few more must do


def disagreement(rule: Rule, state: State, expected: object, actual: object, compiled: bool) -> GrundyError:
    """What is wrong where a rule says one thing of a state and said another before: the rule, or its machine code."""
    if compiled:
        once, twice = (list(islice(rule.options(state), MOST_BELOW)) for _ in range(2))
        if once == twice:
            return InternalError(
                f"{rule.spec}: state {state!r}: expected {expected} as the rule has it, found {actual} where it is "
                "compiled; that is a fault of grundy's and not of the rule: please report it, with the rule"
            )
    return BadRule(
        f"{rule.spec}: state {state!r}: expected {expected}, as the rule has it now, found {actual} before; is the "
        "rule the same whenever it is called? It may look at nothing but its state"
    )


def check_states(
    rule: Rule, values: Iterable[tuple[State, int]], compiled: bool = True, seconds: float = LONG_SECONDS
) -> None:
    """Compare nim-values with the definition, for as many states as are soon looked at; small ones come first.

    Raises: BadRule, InternalError: they do not agree.
    """
    memo: Memo = {}
    begun = time.process_time()
    for state, actual in values:
        try:
            expected = state_values(rule, [state], memo, "normal", MOST_BELOW)[state]
        except OutOfReach:
            return
        if expected != actual:
            raise disagreement(rule, state, expected, actual, compiled)
        if time.process_time() - begun > seconds:
            return
