"""The formula that a rule of a user's carries, compared with the definition before it is used: a claim, no proof.

Compared are the smallest states, where these are numbers, and states on random ways down from those that are asked
about, each as far as the definition has its value soon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from random import Random
from typing import Any

from grundy.errors import BadRule, OutOfReach
from grundy.model.carried import differing
from grundy.model.definition import Memo, values_within
from grundy.model.evidence import Evidence
from grundy.model.option import State
from grundy.model.rule import Rule

SMALL = 200  # of the smallest states
WAYS, LONGEST, WIDEST = 5, 200, 1_000  # ways down, moves of each, options that one is chosen from
MOST = 2_000  # positions below a state that is compared


class FormulaCheck:
    """A formula of a rule, and at how many states it was compared.

    Args:    formula: from a state to a number. right: from the nim-value of a state to what the formula then says.
    """

    def __init__(self, rule: Rule, formula: Callable[[State], Any], right: Callable[[Any], Any]) -> None:
        self.rule, self.formula, self._right = rule, formula, right
        self._memo: Memo = {}
        self._states: set[State] = set()
        self._began = False

    def at(self, states: Sequence[State]) -> Evidence:
        """How an answer about these states is known, after more states are compared.

        Raises: BadRule: the formula and the definition differ. OutOfReach: no state could be compared.
        """
        if not self._began:
            self._began = True
            for state in _smallest(self.rule):
                self._compare(state)
        for state in dict.fromkeys(islice(states, WAYS)):
            for way in range(WAYS):
                for below in reversed(_way_down(self.rule, state, way)):
                    if not self._compare(below):
                        break
        theory = self.rule.theory
        assert theory
        if not self._states:
            raise OutOfReach(f"{self.rule.spec}: its formula could be compared with the definition at no state")
        count = len(self._states)
        compared = f"compared with the definition at {count:,} state{'s' * (count > 1)}"
        return Evidence("claimed", f"by the formula that the rule carries ({theory.source}), {compared}")

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
        expected, actual = self._right(values[state]), self.formula(state)
        if actual != expected:
            raise differing(self.rule.spec, state, expected, actual)
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
