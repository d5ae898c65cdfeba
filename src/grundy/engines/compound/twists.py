"""Games with a Muller twist: before each move the opponent forbids some moves, or names those that may be made.

How many of the moves from a position leave the next player lost decides it, from the end of play backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectOutcome, DirectValues, Normal, listed
from grundy.engines.options import SearchOptions
from grundy.model.compound import moves_of
from grundy.model.convention import Winner
from grundy.model.definition import MOST_POSITIONS, Evaluation, Memo, settle
from grundy.model.evidence import Evidence, WinningMoves, joint
from grundy.model.result import Result
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Moves, Twist

Lost = Callable[[int, int, int, bool], bool]
"""Whether whoever is to move loses: by the number, the moves that win and those that do not, and if it is misère."""


def forbidden(count: int, winning: int, others: int, misere: bool) -> bool:
    """The opponent forbids up to `count` moves, and in misère play leaves one, for who cannot move has won."""
    return winning <= count and (not misere or others > 0)


def named(count: int, winning: int, others: int, misere: bool) -> bool:
    """The opponent names `count` moves, or all where there are fewer, and one of them must be made."""
    if not winning + others:
        return not misere
    return others >= min(count, winning + others)


LOST: dict[str, Lost] = {"forbid": forbidden, "name": named}
BECAUSE = {
    "forbid": "whoever is to move loses if and only if at most {count} of the moves would win{misere}",
    "name": "whoever is to move loses if and only if {count} of the moves, or all where there are fewer, would not win",
}


class Twisted:
    """Who wins the positions of such a game; what was found is kept."""

    def __init__(self, twist: Twist, count: int, misere: bool) -> None:
        self.twist, self.count, self.misere = twist, count, misere
        self._lost = LOST[twist.kind]
        self._memo: Memo = {}
        misere_words = ", and some would not" if misere else ""
        because = BECAUSE[twist.kind].format(count=count, misere=misere_words)
        self.because = because
        self.evidence = Evidence("computed", f"{because}; every position below, by its moves ({twist.source})")

    def is_lost(self, position: Position) -> bool:
        """Whether whoever is to move loses."""
        settle([position], self._evaluate, self._memo, MOST_POSITIONS)
        outcome: bool = self._memo[position]
        return outcome

    def _evaluate(self, position: Any) -> Evaluation:
        lost = []
        for after in dict(moves_of(position, self.twist.name)).values():
            if after not in self._memo:
                yield after
            lost.append(self._memo[after])
            yield None
        return self._lost(self.count, sum(lost), len(lost) - sum(lost), self.misere)

    def winning(self, position: Position) -> Moves:
        """The moves that win where they are allowed, also where the opponent can forbid them all and so wins."""
        moves = dict(moves_of(position, self.twist.name))
        return listed([(("move", str(move)),) for move, after in moves.items() if self.is_lost(after)])

    def reasons(self, position: Position) -> list[str]:
        """How many moves would win, and what that means."""
        moves = dict(moves_of(position, self.twist.name))
        won = sum(self.is_lost(after) for after in moves.values())
        line = f"{won:,} of the {len(moves):,} moves would win if the opponent allowed {'it' if won == 1 else 'them'}"
        return [line, f"{self.because[0].upper()}{self.because[1:]}."]


def _twist(rule: Rule) -> Twist:
    assert isinstance(rule.shape, Twist)
    return rule.shape


def winner(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for such positions in normal play: who wins each; its nim-value only where that is 0."""
    twist = _twist(rule)

    by_count: dict[int, Twisted] = {}  # by how many moves the opponent says something about

    def of(state: Any) -> Twisted:
        _, count = state
        if count not in by_count:
            by_count[count] = Twisted(twist, count, False)
        return by_count[count]

    def answer(states: Sequence[Any]) -> Answer:
        return Answer(
            [0 if of(state).is_lost(state[0]) else None for state in states],
            joint([of(state).evidence for state in states]),
            lambda state, rest: of(state).winning(state[0]),
            reasons=lambda state: of(state).reasons(state[0]),
        )

    return Direct(answer)


def misere(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The engine for one such position in misère play."""

    def answer(position: Position) -> Result:
        (part,) = position.parts()
        state: Any = part.state
        twisted = Twisted(_twist(part.rule), state[1], True)
        moves = twisted.winning(state[0])
        winning = WinningMoves(moves.count, lambda: (position.move_of(part, labels) for labels in moves))
        wins: Winner = "second" if twisted.is_lost(state[0]) else "first"
        return Result(
            position, "misere", wins, None, winning, twisted.evidence, reasons=lambda: twisted.reasons(state[0])
        )

    return Direct(answer)
