"""A guess held against the table: the first counter-example, or how far it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

from grundy.engines.table.code import Size, nim_values, p_positions
from grundy.engines.table.plain import state_at
from grundy.errors import BadRule
from grundy.model.rule import Rule

FIRST_STATES, TIMES = 4096, 16


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of a guess: `upto` is the last state looked at, `counter` the first at which it is wrong.

    guessed, found   there: nim-values, or whether the first player wins
    """

    upto: Any
    counter: Any = None
    guessed: int | bool | None = None
    found: int | bool | None = None

    @property
    def holds(self) -> bool:
        return self.guessed is None

    def __str__(self) -> str:
        if self.holds:
            return f"holds up to {self.upto!r} (not a proof)"
        return f"wrong at {self.counter!r}: guessed {self.guessed!r}, found {self.found!r}"


def check(
    rule: Rule, guess: Callable[..., int | bool], upto: Size, misere: bool = False, memory: int | None = None
) -> Checked:
    """Hold a guess against every state of a table, smallest first.

    Args:    guess: called with a state, as the rule is (its numbers one by one): the nim-value, or a bool that says
             whether the first player wins. In misère play it must be a bool.
             upto: the last state; for rules of several numbers the last corner of their box. Included.
    Raises:  as `nim_values`; BadRule: the guess gives something else.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> print(check(take, lambda n: n % 4, 1000))
    holds up to 1000 (not a proof)
    >>> print(check(take, lambda n: n % 5 > 0, 1000))
    wrong at 4: guessed True, found False
    """
    shape = (upto + 1,) if isinstance(upto, int) else tuple(extent + 1 for extent in upto)
    total = prod(shape)
    sizes: list[tuple[int, ...]] = []
    if len(shape) == 1:  # a wrong guess mostly is wrong soon
        size = FIRST_STATES
        while size < total:
            sizes.append((size,))
            size *= TIMES
    done = 0
    for size_ in [*sizes, shape]:
        asked: Size = size_[0] if len(size_) == 1 else size_
        found = _found(rule, asked, misere, memory)
        for index in range(done, prod(size_)):
            state = state_at(shape, index)
            guessed = guess(*state) if len(shape) > 1 else guess(state)
            if isinstance(guessed, bool):
                truth: int | bool = bool(found[index] != 0)
            elif isinstance(guessed, int) and not misere:
                truth = int(found[index])
            else:
                wanted = "True or False" if misere else "a nim-value, or True or False"
                raise BadRule(f"{rule.spec}: state {state!r}: expected {wanted} from the guess, found {guessed!r}")
            if guessed != truth:
                return Checked(upto, state, guessed, truth)
        done = prod(size_)
    return Checked(upto)


def _found(rule: Rule, size: Size, misere: bool, memory: int | None) -> Any:
    """Nim-values, or in misère play 1 where the first player wins."""
    import numpy as np

    if not misere:
        return nim_values(rule, size, memory).reshape(-1)
    total = size if isinstance(size, int) else prod(size)
    return 1 - np.unpackbits(p_positions(rule, size, True, memory), bitorder="little", count=total)
