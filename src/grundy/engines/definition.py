"""The definition as an engine: any rule, by the options of every position below."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.compile.form import surely_ends
from grundy.engines.engine import Answer, Direct, DirectValues, Spent, listed
from grundy.engines.options import SearchOptions
from grundy.engines.steady import is_plain_game
from grundy.engines.winner_at_hand import FEW, winner_at_hand
from grundy.model.convention import Convention, Value
from grundy.model.definition import (
    MOST_LISTED,
    MOST_POSITIONS,
    Memo,
    require_same,
    state_values,
    values_within,
    winning_options,
)
from grundy.model.evidence import Evidence
from grundy.model.known import Known, by_options, exactly
from grundy.model.option import Option, State
from grundy.model.progress import report_deduced
from grundy.model.rule import Rule
from grundy.model.shapes import Moves

FEW_POSITIONS = 2_000  # for a first try, which reaches far where a rule skips most states
BY = Evidence("computed", "the definition: every position below by its options")


class Definition:
    """The values of states of a rule, from those of all positions below."""

    def __init__(self, rule: Rule, convention: Convention, most: int = MOST_POSITIONS) -> None:
        self.rule, self.convention, self.most = rule, convention, most
        self._memo: Memo = {}
        self._known: dict[State, Value] = {}
        self._listed: dict[State, list[Option]] = {}  # the options of states that were asked about

    def values(self, states: Sequence[State]) -> list[Value]:
        """The values. Raises: BadRule, OutOfReach."""
        missing, self._listed = self._missing(states), {}
        with report_deduced(lambda facts: self._so_far(states)):
            values = state_values(self.rule, missing, self._memo, self.convention, self.most, self._listed)
        return self._took(states, values)

    def values_within(self, states: Sequence[State]) -> list[Value] | None:
        """The same, None where more positions are reached than are looked at."""
        missing, self._listed = self._missing(states), {}
        with report_deduced(lambda facts: self._so_far(states)):
            values = values_within(self.rule, missing, self._memo, self.convention, self.most, self._listed)
        return None if values is None else self._took(states, values)

    def moves_to(self, state: State, rest: Value) -> Moves:
        """The moves that win with `rest` beside."""
        options = winning_options(self.rule, state, rest, self._memo, self.convention)
        return listed([self.rule.labels(option) for option in options])

    def _so_far(self, states: Sequence[State]) -> list[Known]:
        """What is known of states by now; work that is stopped must end soon, so that options of the first are read."""
        if self.convention == "loopy":  # no value is known before all are
            return [winner_at_hand(self.rule, states[0], FEW)] if len(states) == 1 else []
        left, facts = MOST_LISTED if self.convention == "normal" else 0, list[Known]()
        for state in states:
            value = self._known.get(state, self._memo.get(state))
            options = self._listed.get(state, [])
            if isinstance(value, int):
                facts.append(exactly(value, (BY,)))
            elif not options or not left:
                facts.append(Known())
            else:
                are_all = len(options) < min(left, MOST_LISTED)
                facts.append(by_options(options[:left], self._memo.get, self.rule.labels, are_all, (BY,)))
                left -= len(options[:left])
        return facts

    def _missing(self, states: Sequence[State]) -> list[State]:
        return [state for state in dict.fromkeys(states) if state not in self._known]

    def _took(self, states: Sequence[State], values: dict[State, Value]) -> list[Value]:
        self._known.update(values)
        if not is_plain_game(self.rule):
            require_same(self.rule, self._memo)
        return [self._known[state] for state in states]


def by_definition(rule: Rule, convention: Convention) -> DirectValues:
    """Any rule under a convention in which values add, up to a million positions."""
    definition = Definition(rule, convention)
    return Direct(lambda states: Answer(definition.values(states), BY, definition.moves_to))


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The definition of normal play."""
    return by_definition(rule, "normal")


def loopy(rule: Rule, options: SearchOptions) -> DirectValues:
    """The definition of loopy play."""
    return by_definition(rule, "loopy")


def few(rule: Rule, options: SearchOptions) -> DirectValues:
    """The definition of normal play for so few positions that whatever is quicker takes longer to load."""
    definition = Definition(rule, "normal", FEW_POSITIONS)

    def answer(states: Sequence[State]) -> Answer | Spent:
        # of a rule that may not come back, only a compiled one, which counts steps, surely does
        values = definition.values_within(states) if surely_ends(rule) else None
        return Spent() if values is None else Answer(values, BY, definition.moves_to)

    return Direct(answer)
