"""What is proved of a rule as an engine: a closed formula for values, or for who wins."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.search.way import Way
from grundy.model.option import State
from grundy.model.result import Evidence
from grundy.model.rule import Rule


def engine(rule: Rule, options: Way) -> DirectValues:
    """A closed formula for nim-values."""
    theory = rule.theory
    assert theory and theory.value and theory.moves_to
    value, moves_to, evidence = theory.value, theory.moves_to, Evidence("proved", theory.source)
    summands = theory.summands or (lambda state: [])
    return Direct(lambda states: Answer([value(state) for state in states], evidence, moves_to, summands))


def winner(rule: Rule, options: Way) -> DirectValues:
    """A theorem that says which states are P-positions: the value of the others is not known."""
    theory = rule.theory
    assert theory and theory.is_p
    is_p, evidence = theory.is_p, Evidence("proved", theory.source)
    moves_to = theory.moves_to or (lambda state, rest: listed([]))

    def answer(states: Sequence[State]) -> Answer:
        return Answer([0 if is_p(state) else None for state in states], evidence, moves_to)

    return Direct(answer)
