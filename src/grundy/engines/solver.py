"""What an engine gives: the values of states of one rule, and the moves that leave a wanted value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.model.definition import Memo, require_same, state_values, winning_options
from grundy.model.option import Labels, State
from grundy.model.play import PlayName, Value
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves

Summand = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Solver:
    """How one rule is answered in a play in which values add.

    values     values of many states at once, in their order
    moves_to   the moves in a state that win with `rest` beside: those to positions of that value
    evidence   how the values asked for last are known
    summands   for an explanation: what the value of a state is the XOR of, if that is known
    """

    values: Callable[[Sequence[Any]], Sequence[Value]]
    moves_to: Callable[[Any, Any], Moves]
    evidence: Callable[[], Evidence]
    summands: Callable[[Any], list[Summand]] = lambda state: []


def listed(labels: Sequence[Labels]) -> Moves:
    """Moves as a list, each once, in the order of their numbers."""
    moves = sorted(dict.fromkeys(labels), key=lambda move: [_order(value) for _, value in move])
    return Moves(len(moves), lambda: iter(moves))


def _order(value: object) -> tuple[int, Any]:
    if isinstance(value, int):
        return 0, value
    if isinstance(value, tuple) and all(isinstance(number, int) for number in value):
        return 3, value
    if isinstance(value, tuple) and all(isinstance(cell, tuple) for cell in value):
        return 4, value
    return (1, value) if isinstance(value, str) else (2, repr(value))


def by_definition(rule: Rule, play: PlayName) -> Solver:
    """The definition as an engine: any rule, up to a million positions."""
    memo: Memo = {}
    known: dict[State, Value] = {}

    def values(states: Sequence[State]) -> list[Value]:
        missing = [state for state in dict.fromkeys(states) if state not in known]
        known.update(state_values(rule, missing, memo, play))
        require_same(rule, memo)
        return [known[state] for state in states]

    def moves_to(state: State, rest: Value) -> Moves:
        return listed([rule.labels(option) for option in winning_options(rule, state, rest, memo, play)])

    evidence = Evidence("computed", "the definition: every position below by its options")
    return Solver(values, moves_to, lambda: evidence)


def by_theory(rule: Rule) -> Solver:
    """A closed formula as an engine."""
    theory = rule.theory
    assert theory and theory.value and theory.moves_to
    value, evidence = theory.value, Evidence("proved", theory.source)
    summands = theory.summands or (lambda state: [])
    return Solver(lambda states: [value(state) for state in states], theory.moves_to, lambda: evidence, summands)
