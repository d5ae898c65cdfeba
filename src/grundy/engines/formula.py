"""What is proved of a rule as an engine: a closed formula for values, or for who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.search.options import SearchOptions
from grundy.model.convention import nim_sum
from grundy.model.option import State
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """A closed formula for nim-values."""
    theory = rule.theory
    assert theory and theory.value
    value, evidence = theory.value, Evidence("proved", theory.source)
    moves_to = theory.moves_to or _moves_by_options(rule, lambda parts: nim_sum(map(value, parts)))
    summands = theory.summands or (lambda state: [])
    return Direct(lambda states: Answer([value(state) for state in states], evidence, moves_to, summands))


def _moves_by_options(rule: Rule, value_of: Callable[[tuple[State, ...]], int]) -> Callable[[State, int], Moves]:
    """What finds moves where the theorem names none: the options of the rule, each with its value by the formula."""

    def moves_to(state: State, rest: int) -> Moves:
        return listed([rule.labels(option) for option in rule.options(state) if value_of(option.parts) == rest])

    return moves_to


def winner(rule: Rule, options: SearchOptions) -> DirectValues:
    """A theorem that says which states are P-positions: the value of the others is not known."""
    theory = rule.theory
    assert theory and theory.is_p
    is_p, evidence = theory.is_p, Evidence("proved", theory.source)
    lost = theory.is_p
    # of two parts side by side that are no P-positions nobody knows who wins
    moves_to = theory.moves_to or _moves_by_options(rule, lambda parts: int(not all(map(lost, parts))))

    def answer(states: Sequence[State]) -> Answer:
        return Answer([0 if is_p(state) else None for state in states], evidence, moves_to)

    return Direct(answer)
