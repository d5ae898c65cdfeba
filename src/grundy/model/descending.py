"""A rule with a measure that every move must lower, so that its play ends in whatever order its states are numbered."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import index
from typing import Any, NoReturn

from grundy.errors import BadRule, GrundyError
from grundy.model.frozen import frozen
from grundy.model.option import Option, State
from grundy.model.rule import Rule
from grundy.text.numbers import short_repr

Height = tuple[int, ...]  # of a state: the numbers of the measure; a smaller tuple is lower


@frozen
class Descending:
    """The function of a rule whose moves are compared with a measure before they are used.

    Whole numbers from 0 on, and tuples of as many of them, have no endless descent. So play of such a rule ends.

    rule      the rule itself
    measure   from the arguments of its function to the measure of a state
    text      the measure as it was given, for errors
    """

    rule: Rule
    measure: Callable[..., Any]
    text: str

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self.rule.function)

    def __call__(self, *state: Any, **parameters: Any) -> Iterator[Option]:
        """The options of a state. Raises: BadRule: one of them is not lower than the state."""
        rule = replace(self.rule, parameters=tuple(sorted(parameters.items()))) if parameters else self.rule
        before = state if rule.arity > 1 else state[0]
        height = self._height(before)
        for option in rule.options(before):
            for part in option.parts:
                after = self._height(part)
                if not after < height or len(after) != len(height):
                    raise self._not_lower(before, height, part, after)
            yield option

    def _height(self, state: State) -> Height:
        try:
            measured = self.measure(*(state if self.rule.arity > 1 else (state,)))  # type: ignore[misc]
        except GrundyError:
            raise
        except Exception as problem:
            self._refuse(state, f"{type(problem).__name__}: {problem}", problem)
        try:
            height = tuple(map(index, measured if isinstance(measured, tuple) else (measured,)))
        except TypeError:
            height = ()
        if not height or min(height) < 0:
            self._refuse(state, short_repr(measured))
        return height

    def _refuse(self, state: State, actual: str, cause: Exception | None = None) -> NoReturn:
        expected = f"expected a measure that is a whole number from 0 on, or a tuple of such, found {actual}"
        raise BadRule(f"{self.rule.spec}: {self.text} at state {short_repr(state)}: {expected}") from cause

    def _not_lower(self, state: State, height: Height, part: State, after: Height) -> BadRule:
        one, other = (of[0] if len(of) == 1 else of for of in (height, after))
        return BadRule(
            f"{self.rule.spec}: state {short_repr(state)} yields {short_repr(part)}: expected a move that lowers the "
            f"measure {self.text}, found {short_repr(one)} before it and {short_repr(other)} after it"
        )


def is_descending(rule: Rule) -> bool:
    """Whether a rule has a measure that a person gave."""
    return isinstance(rule.function, Descending)
