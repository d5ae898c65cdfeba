"""Large sets of places, such as graphs, by those of their options that a formula tells.

A move to an option of value 0 wins; the nim-value is that of no option; and if no option is worth 0, the position is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues, Spent, listed
from grundy.engines.options import SearchOptions
from grundy.engines.question import Ask, Question, values_by
from grundy.engines.search.symmetry import is_endless
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence, joint
from grundy.model.known import Known, exactly, first_wins, mex_of, together
from grundy.model.option import Option, State
from grundy.model.rule import Rule
from grundy.model.shapes import Moves
from grundy.runs.chunk import run_to_end

MOST_TRIED = 400  # options of a position


def engine(rule: Rule, options: SearchOptions, ask: Ask) -> DirectValues:
    """The winner, where a search for the value may never end; else what is known as the search begins."""

    def of_option(option: Option) -> Known:
        """What a formula says of an option."""
        try:
            if len(option.parts) == 1:
                question = Question(((rule, option.parts),), wanted="winner", options=options, most_cost="formula")
                answer: Answer = run_to_end(ask(question)(None))
            else:
                answer = values_by(ask, rule, option.parts, options, "formula")
        except OutOfReach:
            return Known()
        pieces = (answer.evidence,)
        return together(
            [exactly(v, pieces) if isinstance(v, int) else first_wins(evidence=pieces) for v in answer.values]
        )

    def so_far(state: State) -> tuple[Known, Sequence[tuple[Option, Known]]]:
        """What is known of a state, and of its first options."""
        first = list(islice(rule.options(state), MOST_TRIED + 1))
        if any(option.next != "opponent" for option in first):
            return Known(), ()
        tried = [(option, of_option(option)) for option in first[:MOST_TRIED]]
        return mex_of([known for _, known in tried] + [Known()] * (len(first) > MOST_TRIED)), tried

    def answer(states: Sequence[Any]) -> Answer | Spent:
        if len(states) != 1:
            return Spent(for_good=False)
        known, tried = so_far(states[0])
        winning = [(rule.labels(option), fact) for option, fact in tried if fact.winner == "second"]
        moves = replace(listed([labels for labels, _ in winning]), exact=all(fact.winner for _, fact in tried))
        if winning:
            pieces = [piece for _, fact in winning[:1] for piece in fact.evidence]
            known = known.narrow(first_wins(moves, tuple(pieces)))
        if known.nim_value is None and not (winning and is_endless(rule, states[0])):
            return Spent(for_good=False, facts=(known,))

        def moves_to(state: State, rest: int) -> Moves:
            if rest == 0:
                return moves
            labels = [rule.labels(option) for option, fact in tried if fact.nim_value == rest]
            return replace(listed(labels), exact=all(fact.nim_value is not None for _, fact in tried))

        how = joint(list(known.evidence)) if known.nim_value is not None else joint(pieces)
        return Answer([known.nim_value], Evidence(how.status, f"by its options: {how.reason}"), moves_to)

    return Direct(answer)
