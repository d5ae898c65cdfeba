"""Large states of several numbers whose nim-values return in one of them, by a theorem on a bounded look back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues, Spent, listed
from grundy.engines.heap.look_back import returning
from grundy.engines.options import SearchOptions
from grundy.model.convention import nim_sum
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves


def answer_of(rule: Rule, states: Sequence[Any]) -> Answer | None:
    """What the theorem says of some states; None where the rule's code does not show that it holds."""
    if not all(isinstance(state, tuple) and all(type(number) is int for number in state) for state in states):
        return None
    largest = [max(numbers) for numbers in zip(*states, strict=True)]
    axis = largest.index(max(largest))
    proof = returning(rule, axis, frozenset((*state[:axis], *state[axis + 1 :]) for state in states))
    if proof is None:
        return None
    columns = proof.columns
    value: Callable[[Any], int] = columns.value

    def listed_moves(state: Any, rest: int) -> Moves:
        options = rule.options(state)
        return listed([rule.labels(option) for option in options if nim_sum(map(value, option.parts)) == rest])

    def moves_to(state: Any, rest: int) -> Moves:
        count = columns.count_moves(state, rest)
        return listed_moves(state, rest) if count is None else Moves(count, lambda: iter(listed_moves(state, rest)))

    return Answer([value(state) for state in states], Evidence("proved", proof.reason), moves_to)


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The theorem, where the rule's code shows that it holds."""
    return Direct(lambda states: answer_of(rule, states) or Spent(for_good=False))
