"""What is proved of a rule as an engine: a closed formula for values, or for who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.options import SearchOptions
from grundy.model.convention import nim_sum
from grundy.model.evidence import Evidence
from grundy.model.option import State
from grundy.model.rule import Rule
from grundy.model.shapes import Moves

MOST_OPTIONS = 100_000  # of a state, each of which is looked at for a move that wins

Value = Callable[[State], int]


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """A closed formula for nim-values."""
    theory = rule.theory
    assert theory and theory.value
    value, evidence = theory.value, Evidence("proved", theory.source)
    moves_to = theory.moves_to or moves_by_options(rule, lambda parts: nim_sum(map(value, parts)), value)
    summands = theory.summands or (lambda state: [])

    def answer(states: Sequence[State]) -> Answer:
        return Answer([value(state) for state in states], evidence, moves_to, summands)

    return Direct(answer)


def moves_by_options(
    rule: Rule, value_of: Callable[[tuple[State, ...]], int], value: Value
) -> Callable[[State, int], Moves]:
    """Find moves where the theorem names none: by the formula for each option of the rule, of the first MOST_OPTIONS.

    Args:    value_of: what an option is worth, by the parts that it leaves. value: what a state is worth.
    """

    def moves_to(state: State, rest: int) -> Moves:
        options = list(islice(rule.options(state), MOST_OPTIONS + 1))
        moves = listed([rule.labels(option) for option in options[:MOST_OPTIONS] if value_of(option.parts) == rest])
        own = value(state)
        if len(options) <= MOST_OPTIONS or rest == own:  # no option is worth what the state is worth
            return moves
        least = int(rest < own)  # some option is worth each smaller number
        return Moves(max(moves.count, least), moves.each, exact=False)

    return moves_to


def moves_by_winners(rule: Rule, is_p: Callable[[State], bool]) -> Callable[[State, int], Moves]:
    """Find moves by a formula that says which states are P-positions.

    Of two parts side by side that are no P-positions nobody knows who wins.
    """
    return moves_by_options(rule, lambda parts: int(not all(map(is_p, parts))), lambda state: int(not is_p(state)))


def winner(rule: Rule, options: SearchOptions) -> DirectValues:
    """A theorem that says which states are P-positions: the value of the others is not known."""
    theory = rule.theory
    assert theory and theory.is_p
    is_p, evidence = theory.is_p, Evidence("proved", theory.source)
    moves_to = theory.moves_to or moves_by_winners(rule, is_p)

    def answer(states: Sequence[State]) -> Answer:
        return Answer([0 if is_p(state) else None for state in states], evidence, moves_to)

    return Direct(answer)
