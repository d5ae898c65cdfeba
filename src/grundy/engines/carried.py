"""The formula that a rule of a user's carries: it answers last, and is compared with whatever else is known.

It is a claim and no proof, so that every value beside it has the last word: that of the definition at the smallest
states, where these are numbers, and at states on random ways down from those that are asked about; and that of a
theorem, a table or a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product
from random import Random
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues
from grundy.engines.formula import moves_by_options, moves_by_winners
from grundy.engines.options import SearchOptions
from grundy.errors import BadRule, OutOfReach
from grundy.model.carried import differing
from grundy.model.convention import Value, nim_sum
from grundy.model.definition import Memo, values_within
from grundy.model.evidence import Evidence, joint
from grundy.model.known import Known
from grundy.model.option import State
from grundy.model.rule import Rule
from grundy.reading.remember import remembered

SMALL = 200  # of the smallest states
WAYS, LONGEST, WIDEST = 5, 200, 1_000  # ways down, moves of each, options that one is chosen from
MOST = 2_000  # positions below a state that is compared
MOST_BESIDE = 100_000  # values of one answer that are compared


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The formula for nim-values that a rule carries."""
    check = check_of(rule)
    assert rule.claim and rule.claim.value
    value = rule.claim.value
    moves_to = moves_by_options(rule, lambda parts: nim_sum(map(value, parts)), value)
    return Direct(lambda states: Answer(list(map(value, states)), check.evidence(states), moves_to))


def winner(rule: Rule, options: SearchOptions) -> DirectValues:
    """The formula for P-positions that a rule carries: the value of the others is not known."""
    check = check_of(rule)
    assert rule.claim and rule.claim.is_p
    is_p = rule.claim.is_p
    moves_to = moves_by_winners(rule, is_p)
    return Direct(
        lambda states: Answer([0 if is_p(state) else None for state in states], check.evidence(states), moves_to)
    )


@remembered(most=8)
def check_of(rule: Rule) -> ClaimCheck:
    """The claim of a rule, whose smallest states were compared. Raises: BadRule: the claim is wrong."""
    return ClaimCheck(rule)


class ClaimCheck:
    """The formulas of a rule, and at how many states they were compared with the definition.

    Raises: BadRule: a formula and the definition differ.
    """

    def __init__(self, rule: Rule) -> None:
        assert rule.claim
        self.rule, self.claim = rule, rule.claim
        self._memo: Memo = {}
        self._states: set[State] = set()
        for state in _smallest(rule):
            self._compare(state)

    def evidence(self, states: Sequence[State]) -> Evidence:
        """How an answer about these states is known, after more states are compared.

        Raises: BadRule: a formula and the definition differ. OutOfReach: no state could be compared.
        """
        for state in dict.fromkeys(islice(states, WAYS)):
            for way in range(WAYS):
                for below in reversed(_way_down(self.rule, state, way)):
                    if not self._compare(below):
                        break
        if not self._states:
            raise OutOfReach(f"{self.rule.spec}: its formula could be compared with the definition at no state")
        count = len(self._states)
        compared = f"compared with the definition at {count:,} state{'s' * (count > 1)}"
        return Evidence("claimed", f"by the formula that the rule carries ({self.claim.source}), {compared}")

    def compare(self, states: Sequence[State], values: Sequence[Value | None], evidence: Evidence) -> None:
        """Compare the formulas with values that are known without them, and with all if these are not too many.

        Args:    values: None where only that the first player wins is known.
        Raises:  BadRule: they differ.
        """
        places: Iterable[int] = range(len(states))
        if len(states) > MOST_BESIDE:
            random = Random(len(states))
            places = chain(range(MOST_BESIDE // 2), (random.randrange(len(states)) for _ in range(MOST_BESIDE // 2)))
        known = f"{evidence.status} by {evidence.reason}"
        for place in places:
            self.compare_at(states[place], values[place], known)

    def compare_facts(self, states: Sequence[State], facts: Sequence[Known]) -> None:
        """The same with what was found before work was stopped. Raises: BadRule: they differ."""
        for state, fact in zip(states, facts, strict=True):
            if fact.winner is None and fact.nim_value is None:
                continue
            value = 0 if fact.winner == "second" else fact.nim_value
            self.compare((state,), (value,), joint(list(fact.evidence) or [Evidence("computed", "a search")]))

    def compare_at(self, state: State, value: Value | None, known: str) -> None:
        """Compare the formulas with what is known of one state. Raises: BadRule: they differ."""
        if self.claim.value and (actual := self.claim.value(state)) != value and (value is not None or not actual):
            raise differing(self.rule.spec, state, "a number other than 0" if value is None else value, actual, known)
        if self.claim.is_p and (lost := self.claim.is_p(state)) != (value == 0):
            raise differing(self.rule.spec, state, value == 0, lost, known)

    def _compare(self, state: State) -> bool:
        """Whether the definition soon has the value of a state, which is then compared."""
        if state in self._states:
            return True
        try:
            values = values_within(self.rule, [state], self._memo, "normal", MOST)
        except BadRule:  # such as a state that the rule is not for
            return False
        if values is None:
            return False
        if any(option.next != "opponent" for option in self.rule.options(state)):
            raise BadRule(
                f"{self.rule.spec}: expected no `again` and no `answer` beside a formula that the rule carries"
            )
        self.compare_at(state, values[state], "by the definition")
        self._states.add(state)
        return True


def _smallest(rule: Rule) -> Iterator[State]:
    """The smallest states, where these may be numbers."""
    side = next(n for n in range(SMALL, 0, -1) if n**rule.arity <= SMALL)
    states: Iterator[Any] = iter(range(side)) if rule.arity == 1 else product(range(side), repeat=rule.arity)
    return (state for state in states if rule.fits(state))


def _way_down(rule: Rule, state: State, way: int) -> list[State]:
    """States that are reached from one by moves chosen at random."""
    random, states = Random(way), [state]
    while len(states) <= LONGEST:
        parts = [part for option in islice(rule.options(states[-1]), WIDEST) for part in option.parts]
        if not parts:
            break
        states.append(random.choice(parts))
    return states
