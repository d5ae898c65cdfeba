"""What finds the states at which a condition of a rule goes one way, for those that read code without theorems."""

from __future__ import annotations

from functools import partial

from grundy.errors import OutOfReach
from grundy.model.rule import Rule
from grundy.reading.cover import Solver


def solver(rule: Rule) -> Solver:
    """Finds a state at which a condition of a rule is true, or false, by the relation that theorems are about.

    >>> from grundy.model.rule import rule
    >>> from grundy.reading.cover import require_covered
    >>> from grundy.reading.lower import lower
    >>> @rule
    ... def take(n):
    ...     if n // 3 == 60000:
    ...         yield n - 3
    >>> [one.true for one in require_covered(take, lower(take), solver(take)).seen]
    [[(180000,)]]
    """
    from grundy.theorems.reading import state_where, uncompared  # which few rules need

    try:
        return partial(state_where, uncompared(rule))
    except OutOfReach:  # it is no linear relation
        return lambda site, wanted: True
