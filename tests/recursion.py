"""A game by plain recursion of a definition that a test writes down, and what `grundy.solve` says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from typing import Any

import grundy

Options = Callable[[Any], Sequence[Hashable]]
"""From a state to those that a move leaves, once for each move."""


def faults_by_recursion(
    options: Options, rule: Callable[[Any], grundy.Position], states: Iterable[Any], moves: bool = True
) -> list[str]:
    """Of winners, nim-values and numbers of winning moves, in normal and misère play.

    `moves`: every move has labels of its own, so that they can be counted.
    """

    @cache
    def value(state: Any) -> int:
        below = {value(after) for after in options(state)}
        return next(number for number in range(len(below) + 1) if number not in below)

    @cache
    def lost(state: Any) -> bool:
        after = options(state)
        return bool(after) and not any(map(lost, after))

    faults = []
    for state in states:
        for misere, is_lost in ((False, lambda one: value(one) == 0), (True, lost)):
            result = grundy.solve(rule(state), misere=misere)
            expected: list[object] = ["second" if is_lost(state) else "first"]
            found: list[object] = [result.winner]
            if not misere and result.nim_value is not None:
                expected.append(value(state))
                found.append(result.nim_value)
            if moves:
                expected.append(sum(map(is_lost, options(state))))
                found.append(result.winning_moves.count)
            if found != expected:
                faults.append(f"{state}, misere={misere}: expected {expected}, found {found}")
    return faults
