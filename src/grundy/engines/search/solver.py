"""Rules whose positions are sets of places, answered by search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grundy.engines.engine import Answer, Working, listed
from grundy.engines.options import SearchOptions
from grundy.engines.search.asker import Asked, Asker
from grundy.engines.search.openings import Openings, asker
from grundy.engines.search.shapes import as_sets
from grundy.model.option import State
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Subsets

BY = "a search through independent parts, in which positions are compared in full, never by a hash"


class Searched:
    """The engine for a rule on sets of places, in normal play."""

    def __init__(self, rule: Rule, shape: Subsets, asker: Asker | Openings) -> None:
        self.rule, self.shape, self._asker = rule, shape, asker
        self._known: dict[State, str] = {}  # what is to be said if the search for the moves is stopped

    def work(self, states: Sequence[State], saved: Mapping[str, Any] | None) -> Working:
        """As every engine."""
        asked: list[Asked] = []
        for state in states:
            field, read = self.shape.field(state)
            asked.append((field, read(state), None))
        found = (yield from self._asker.work(asked)(saved)) if asked else []
        for state, value in zip(states, found, strict=True):
            self._known[state] = f"the nim-value is {value}; "
        kept = self._asker.options.part_values
        kept_words = (
            f"; {kept.taken:,} nim-values of parts from {kept.source}" if kept and kept.taken and kept.source else ""
        )
        return Answer(found, Evidence("computed", BY + kept_words), self.moves_to)

    def moves_to(self, state: State, rest: int) -> Moves:
        """The moves to positions of a nim-value."""
        rule = self.rule
        field, read = self.shape.field(state)
        options = list(rule.options(state))
        asked = [(field, read(option.parts[0]), rest) for option in options]
        right = self._asker.ask(asked, self._known.get(state, ""))
        return listed([rule.labels(option) for option, yes in zip(options, right, strict=True) if yes])


def engine(rule: Rule, options: SearchOptions) -> Searched:
    """The engine for a rule whose positions are sets of places, or can be seen so."""
    sets = as_sets(rule.shape)
    assert sets
    return Searched(rule, sets, asker(options))
