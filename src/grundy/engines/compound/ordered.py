"""Compounds whose parts are played in an order, ordinal sums and sequential compounds: nim-values part by part.

Source: the colon principle (Berlekamp, Conway, Guy, Winning Ways, ch. 7; Norton) for ordinal sums; Stromquist & Ullman
1993, Sequential compounds of combinatorial games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectOutcome, DirectValues, Normal, listed
from grundy.engines.options import SearchOptions
from grundy.model.compound import Measured, NimValues, Parts, has_ended, moves_of, outcomes, part_text
from grundy.model.convention import Winner, mex
from grundy.model.evidence import Evidence, WinningMoves
from grundy.model.result import Result
from grundy.model.rule import Position, Rule, shortened
from grundy.model.shapes import Compound, Moves

COLON = "the colon principle: beside the values of a part's options, those of all behind it are counted on"
SEQUENTIAL = "where a part has ended, it is worth what all behind it are worth"


def colon(options: set[int], behind: int) -> int:
    """The nim-value of G:H from the values of the options of G, and the value of H: the next free number.

    >>> [colon({0, 2}, behind) for behind in range(4)]
    [1, 3, 4, 5]
    """
    value = mex(options)
    for _ in range(behind):
        value += 1
        while value in options:
            value += 1
    return value


class Ordered:
    """The values of one kind of compound in normal play."""

    def __init__(self, compound: Compound) -> None:
        self.name = compound.name
        self.value = {"ordinal": self._ordinal, "sequential": self._sequential}[compound.name]
        theorem = COLON if compound.name == "ordinal" else SEQUENTIAL
        self.evidence = Evidence("computed", f"{theorem} ({compound.source})")
        self._nim = NimValues(compound.name)
        self._ending_in: dict[int, Measured] = {}

    def _ordinal(self, parts: Parts) -> int:
        value = 0
        for part in reversed(parts):
            value = colon({self._nim(after) for _, after in moves_of(part, self.name)}, value)
        return value

    def _sequential(self, parts: Parts) -> int:
        value = 0
        for part in reversed(parts):
            value = self._ending(value)(part)
        return value

    def _ending(self, end: int) -> Measured:
        """The nim-values of positions, an ended one being worth `end`."""
        if end not in self._ending_in:
            self._ending_in[end] = Measured(partial(_mex_or, end=end))
        return self._ending_in[end]

    def reasons(self, parts: Parts) -> list[str]:
        """What each part is worth with all behind it, the last one first."""
        return [
            f"part {number}, {shortened(part_text(parts[number - 1]))}"
            f"{' and all behind it' if number < len(parts) else ''}: nim-value {self.value(parts[number - 1 :])}"
            for number in range(len(parts), 0, -1)
        ]


def _mex_or(options: Sequence[int], end: int) -> int:
    return mex(options) if options else end


class OrderedMisere:
    """Who loses one kind of compound in misère play."""

    def __init__(self, compound: Compound) -> None:
        self.normal = Ordered(compound)
        self.is_lost = {"ordinal": self._ordinal, "sequential": self._sequential}[compound.name]
        self._outcome = Measured(outcomes)
        self._ending_in = {lost: Measured(partial(_lost_or, end=lost)) for lost in (False, True)}
        because = (
            "a part that has not ended loses in misère play if no move in it wins and all behind it lose in normal play"
            if compound.name == "ordinal"
            else "where a part has ended, all behind it are played"
        )
        self.because = f"{because[0].upper()}{because[1:]}."
        self.evidence = Evidence("computed", f"{because} ({compound.source})")

    def _ordinal(self, parts: Parts) -> bool:
        """Who cannot move behind a part that has not ended must move in it; so behind it play is normal."""
        while len(parts) > 1 and has_ended(parts[0]):
            parts = parts[1:]
        if self._outcome(parts[0])[2]:
            return False
        return self.normal.value(parts[1:]) == 0

    def _sequential(self, parts: Parts) -> bool:
        lost = False  # who cannot move has won
        for part in reversed(parts):
            lost = self._ending_in[lost](part)
        return lost


def _lost_or(options: Sequence[bool], end: bool) -> bool:
    return not any(options) if options else end


def _winning(rule: Rule, parts: Parts, is_wanted: Callable[[Parts], bool]) -> Moves:
    options: Any = rule.options(parts)
    return listed([rule.labels(option) for option in options if is_wanted(option.parts[0])])


def _shape(rule: Rule) -> Compound:
    assert isinstance(rule.shape, Compound)
    return rule.shape


def values(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for nim-values in normal play."""
    ordered = Ordered(_shape(rule))

    def answer(states: Sequence[Any]) -> Answer:
        return Answer(
            [ordered.value(parts) for parts in states],
            ordered.evidence,
            lambda parts, rest: _winning(rule, parts, lambda after: ordered.value(after) == rest),
            reasons=ordered.reasons,
        )

    return Direct(answer)


def misere(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The engine for one compound in misère play."""

    def answer(position: Position) -> Result:
        (part,) = position.parts()
        parts: Any = part.state
        ordered = OrderedMisere(_shape(part.rule))
        moves = _winning(part.rule, parts, ordered.is_lost)
        winning = WinningMoves(moves.count, lambda: (position.move_of(part, labels) for labels in moves))
        wins: Winner = "second" if ordered.is_lost(parts) else "first"
        return Result(position, "misere", wins, None, winning, ordered.evidence, reasons=lambda: [ordered.because])

    return Direct(answer)
