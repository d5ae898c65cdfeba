"""Positions that fall into parts, as those of Sprouts: a search of couples of a part and a heap of Nim (lands/)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.options import SearchOptions
from grundy.engines.question import Question, Row
from grundy.errors import OutOfReach
from grundy.model.option import State
from grundy.model.progress import report_deduced
from grundy.model.rule import Rule
from grundy.model.shapes import Lands, Moves

if TYPE_CHECKING:
    from grundy.engines.lands.search import CoupleSearch

MOST_MORE = 2  # times the work that told who wins, and FEW_PARTS more, are done for the value, and for all moves
FEW_PARTS = 2_000


class LandAnswers:
    """Answers about states of a rule, and what was found for them."""

    def __init__(self, rule: Rule) -> None:
        from grundy.engines.lands.moves import moves_of
        from grundy.engines.lands.search import BY, CoupleSearch

        self.rule, self.by = rule, BY
        self.moves = moves_of(shape_of(rule))
        self.search: CoupleSearch = CoupleSearch(self.moves)

    def values(self, states: Sequence[State]) -> Answer:
        """The values of states, with all moves."""
        each = [self.moves.parts(state) for state in states]
        values: list[int] = []
        with report_deduced(lambda facts: [self.search.known(parts) for parts in each[: len(values) + 1]]):
            for parts in each:
                values.append(self.search.value(parts))
        return Answer(values, self.by, self.moves_to)

    def winner(self, states: Sequence[State]) -> Answer:
        """Who wins one state; its value, and all moves that win, if these are found with little more work."""
        (state,) = states
        parts = self.moves.parts(state)
        with report_deduced(lambda facts: [self.search.known(parts)]):
            if self.search.is_lost(parts):
                return Answer([0], self.by, self.moves_to)
            try:
                value: int | None = self.search.value(parts, self._more())
            except OutOfReach:
                value = None
        return Answer([value], self.by, self.moves_within)

    def moves_to(self, state: State, rest: int) -> Moves:
        """All moves to positions of a value."""
        return listed([labels for labels, parts in self._moves(state) if self.search.is_lost(parts, rest)])

    def moves_within(self, state: State, rest: int) -> Moves:
        """Moves that win beside a heap: all if it takes little more work, else those that are known."""
        moves = self._moves(state)
        try:
            for _, parts in moves:
                self.search.is_lost(parts, rest, self._more())
        except OutOfReach:
            known = listed([labels for labels, parts in moves if self.search.is_known_lost(parts, rest)])
            return Moves(max(known.count, 1), known.each, exact=False)
        return listed([labels for labels, parts in moves if self.search.is_lost(parts, rest)])

    def _moves(self, state: State) -> list[tuple[Any, tuple[Any, ...]]]:
        return [
            (self.rule.labels(option), tuple(part for left in option.parts for part in self.moves.parts(left)))
            for option in self.rule.options(state)
        ]

    def _more(self) -> int:
        return MOST_MORE * self.search.listed + FEW_PARTS


def shape_of(rule: Rule) -> Lands:
    """The shape of a rule whose positions fall into parts."""
    assert isinstance(rule.shape, Lands)
    return rule.shape


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """Nim-values."""
    return Direct(LandAnswers(rule).values)


def winner(rule: Rule, options: SearchOptions) -> DirectValues:
    """Who wins."""
    return Direct(LandAnswers(rule).winner)


def fits(question: Question) -> bool:
    """Positions that fall into parts."""
    return isinstance(question.rule.shape, Lands)


ROW = Row(
    "positions that fall into parts, as in Sprouts",
    fits,
    "rows.lands",
    "couples of a part and a heap of Nim, by proof numbers",
    refuses="what needs the options of more than 10^6 parts",
    cost="search",
)
EXAMPLES = ("sprouts(2)", "sprouts(3)", "sprouts(0.AB.}2.AB.}!)", "sprouts(0.1a1a.}!) + nim(2)")
