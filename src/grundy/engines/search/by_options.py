"""Large sets of places, such as graphs, by those of their options that a formula tells.

A move to an option of value 0 wins; the nim-value is that of no option; and if no option is worth 0, the position is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from grundy.engines.engine import Answer, Spent, Stepwise, Working, listed
from grundy.engines.options import SearchOptions
from grundy.engines.question import Ask, Question, values_by
from grundy.engines.search.symmetry import is_endless
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence, joint
from grundy.model.known import Known, exactly, first_wins, mex_of, together
from grundy.model.option import Labels, Option, State
from grundy.model.rule import Rule
from grundy.model.shapes import Moves
from grundy.runs.chunk import Chunk, run_to_end

MOST_TRIED = 400  # options of a position

Fact: TypeAlias = tuple[Labels, Known]
"""The labels of an option, and what is known of it."""


def engine(rule: Rule, options: SearchOptions, ask: Ask) -> Stepwise[Sequence[Any], Answer]:
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

    def work(states: Sequence[Any], saved: Mapping[str, Any] | None) -> Working:
        if len(states) != 1:
            return Spent(for_good=False)
        facts: list[Fact] = []
        untried = rule.options(states[0])
        for option in islice(untried, MOST_TRIED):
            if option.next != "opponent":
                return Spent(for_good=False)
            facts.append((rule.labels(option), of_option(option)))  # what is left is let go: large graphs are many MB
            now = partial(_told, tuple(facts), are_all=False)
            yield Chunk(len(facts), 0, "options", {}, f"formulas were asked of {len(facts)} options", facts_now=now)
        are_all = next(untried, None) is None
        (known,) = _told(facts, are_all)
        if known.nim_value is None and not (known.moves.count and is_endless(rule, states[0])):
            return Spent(for_good=False, facts=(known,))

        def moves_to(state: State, rest: int) -> Moves:
            if rest == 0:
                return _winning(facts, are_all)
            right = [labels for labels, fact in facts if fact.nim_value == rest]
            return replace(listed(right), exact=are_all and all(fact.nim_value is not None for _, fact in facts))

        pieces = known.evidence if known.nim_value is not None else _why_it_wins(facts)
        how = joint(list(pieces))
        return Answer([known.nim_value], Evidence(how.status, f"by its options: {how.reason}"), moves_to)

    return Stepwise(work)


def _why_it_wins(facts: Sequence[Fact]) -> tuple[Evidence, ...]:
    """How it is known of the first option that wins that it does."""
    return next((fact.evidence for _, fact in facts if fact.winner == "second"), ())


def _winning(facts: Sequence[Fact], are_all: bool) -> Moves:
    """The moves that win, as far as the facts say it."""
    winning = listed([labels for labels, fact in facts if fact.winner == "second"])
    return replace(winning, exact=are_all and all(fact.winner for _, fact in facts))


def _told(facts: Sequence[Fact], are_all: bool) -> tuple[Known]:
    """What is known of a position by options, of which there may be more."""
    known = mex_of([fact for _, fact in facts], are_all)
    moves = _winning(facts, are_all)
    return (known.narrow(first_wins(moves, _why_it_wins(facts))) if moves.count else known,)
