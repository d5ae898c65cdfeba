"""Who wins positions that fall into parts in misère play: a search of whole positions, by proof numbers.

Values do not add here. But two parts of one move each are together worth nothing, and so is a part whose every move
leaves one such part (Conway 1976, ch. 12: 1 + 1 = 0, and the move to 1 is reversed).
"""

from __future__ import annotations

from typing import TypeAlias

from grundy.engines.engine import Direct, DirectOutcome, Normal, listed
from grundy.engines.lands.moves import LandPart, PartMoves, Parts, moves_of
from grundy.engines.lands.search import AGAIN, MOST_PARTS, PROVED, Numbers
from grundy.engines.options import SearchOptions
from grundy.engines.sums import winning
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.progress import report_counts
from grundy.model.result import Result
from grundy.model.rule import Position
from grundy.model.shapes import Lands

BY = Evidence("computed", "a search of whole positions by proof numbers, nothing added")
SMALL = 3  # size of parts that are looked at for being one move, or nothing

Sum: TypeAlias = tuple[LandPart, ...]
"""Parts in order, without those that are worth nothing."""


class MisereSearch:
    """What is known of positions; `listed` counts those whose options were listed."""

    def __init__(self, moves: PartMoves) -> None:
        self.moves = moves
        self.lost: dict[Sum, bool] = {}
        self.listed = 0
        self._numbers: dict[Sum, Numbers] = {}
        self._options: dict[Sum, list[Sum]] = {}
        self._left: dict[LandPart, list[Parts]] = {}
        self._lengths: dict[LandPart, int] = {}

    def is_lost(self, parts: Parts) -> bool:
        """Whether who moves loses. Raises OutOfReach."""
        position = self._sum(parts)
        if position not in self.lost:
            with report_counts(lambda: (len(self.lost), len(self._numbers))):
                self._look(position, PROVED, PROVED)
        return self.lost[position]

    def is_known_lost(self, parts: Parts) -> bool:
        """Whether whoever moves is known to lose."""
        return self.lost.get(self._sum(parts), False)

    def _sum(self, parts: Parts) -> Sum:
        ones = [part for part in parts if self._length(part) == 1]
        others = [part for part in parts if not self._length(part)]
        return tuple(sorted([*others, *ones[: len(ones) % 2]]))  # type: ignore[type-var]

    def _length(self, part: LandPart) -> int:
        """Of parts in which all play takes one move or two, how many; else 0."""
        if part not in self._lengths:
            length = 0
            if self.moves.size(part) <= SMALL:
                left = self._options_of(part)
                if all(not parts for parts in left):
                    length = 1
                elif all(len(parts) == 1 and self._length(parts[0]) == 1 for parts in left):
                    length = 2
            self._lengths[part] = length
        return self._lengths[part]

    def _options_of(self, part: LandPart) -> list[Parts]:
        if part not in self._left:
            self._left[part] = list(self.moves.options(part))
        return self._left[part]

    def _list(self, position: Sum) -> list[Sum]:
        if position not in self._options:
            if self.listed >= MOST_PARTS:
                raise OutOfReach(f"more than {MOST_PARTS:,} positions; try a smaller position")
            self.listed += 1
            options: dict[Sum, None] = {}
            for place, part in enumerate(position):
                if not place or position[place - 1] != part:
                    others = position[:place] + position[place + 1 :]
                    for left in self._options_of(part):
                        options[self._sum((*others, *left))] = None
            self._options[position] = list(options)
        return self._options[position]

    def _look(self, position: Sum, most_win: float, most_loss: float) -> None:
        """Look at a position until it is known who wins, or until one of its numbers is as large as is said."""
        options = self._list(position)
        while True:
            win = next_win = PROVED
            loss = best_loss = 0.0
            best: Sum = ()
            still: list[Sum] = []
            for option in options:
                to_win, to_lose = self._seems(option)
                if not to_lose:
                    self._settle(position, False)
                    return
                if to_win:
                    still.append(option)
                    loss += to_win
                    if to_lose < win or (to_lose == win and to_win < best_loss):
                        win, next_win, best, best_loss = to_lose, win, option, to_win
                    elif to_lose < next_win:
                        next_win = to_lose
            if not still:
                self._settle(position, bool(options))  # who has no move wins
                return
            if win >= most_win or loss >= most_loss:
                self._numbers[position] = win, loss
                return
            options = still
            self._look(best, most_loss - (loss - best_loss), min(most_win, next_win * AGAIN + 1))

    def _settle(self, position: Sum, lost: bool) -> None:
        self.lost[position] = lost
        self._numbers.pop(position, None)
        self._options.pop(position, None)

    def _seems(self, position: Sum) -> Numbers:
        """The numbers of a position; one of them is 0 if it is known who wins."""
        if position in self.lost:
            return (PROVED, 0.0) if self.lost[position] else (0.0, PROVED)
        if not position:
            return 0.0, PROVED
        if position not in self._numbers:
            amount = sum(map(self.moves.size, position))
            return 1 + amount / 4, 1 + amount * amount / 4
        return self._numbers[position]


def engine(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The engine for one such position."""

    def answer(position: Position) -> Result:
        (part,) = position.parts()
        assert isinstance(part.rule.shape, Lands)
        search = MisereSearch(moves_of(part.rule.shape))
        lost = search.is_lost(search.moves.parts(part.state))
        moves = listed(
            [
                part.rule.labels(option)
                for option in part.rule.options(part.state)
                if search.is_lost(tuple(left for state in option.parts for left in search.moves.parts(state)))
            ]
        )
        found = winning(position, {(part.rule, part.state): moves})
        return Result(position, "misere", "second" if lost else "first", None, found, BY)

    return Direct(answer)
