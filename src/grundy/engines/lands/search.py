"""A search of couples of a part and a heap of Nim, by proof numbers.

Lemoine & Viennot 2010: to know who wins, of several parts the values are found of all but the largest, and beside that
one a heap stands for them. So a couple (part, n) is lost if the part is worth n; and if it is lost, that is known.
The couple to look at next is the one that seems the least work to prove (Allis 1994; depth first: Nagai 2002).
"""

from __future__ import annotations

from typing import TypeAlias

from grundy.engines.lands.moves import LandPart, PartMoves, Parts
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.known import Known, exactly, possible, together
from grundy.model.progress import report_counts

BY = Evidence("computed", "a search of couples of a part and a heap (Lemoine & Viennot 2010, Nimbers are inevitable)")
MOST_PARTS = 1_000_000
PROVED = 1e15
AGAIN = 1.25  # an option is left when it seems so much more work than the next one: less would go to and fro

Numbers: TypeAlias = tuple[float, float]
"""How much work it seems to prove that who moves wins, and that who moves loses."""
Beside: TypeAlias = tuple[Parts, int]
"""Parts whose values are unknown, and a heap."""


class AllListed(Exception):
    """The options of so many parts were listed as was allowed."""


class CoupleSearch:
    """What is known of the parts of positions.

    values   the values of parts: of each couple that is lost
    listed   how many parts' options were listed: the work that was done
    """

    def __init__(self, moves: PartMoves) -> None:
        self.moves = moves
        self.values: dict[LandPart, int] = {}
        self.listed = 0
        self._won: set[tuple[LandPart, int]] = set()
        self._numbers: dict[tuple[LandPart, int], Numbers] = {}
        self._options: dict[LandPart, list[Parts]] = {}
        self._same: dict[LandPart, LandPart] = {}
        self._most = 0

    def value(self, parts: Parts, most: int | None = None) -> int:
        """The nim-value of parts side by side. Raises OutOfReach: it takes the options of more parts (MOST_PARTS)."""
        most = MOST_PARTS if most is None else most
        self._most = self.listed + most
        try:
            with report_counts(lambda: (len(self.values), len(self._won))):
                return self._value(parts)
        except AllListed:
            raise OutOfReach(f"the options of more than {most:,} parts; try a smaller position") from None

    def is_lost(self, parts: Parts, heap: int = 0, most: int | None = None) -> bool:
        """Whether who moves in parts and a heap side by side loses. Raises OutOfReach as `value`."""
        most = MOST_PARTS if most is None else most
        self._most = self.listed + most
        try:
            with report_counts(lambda: (len(self.values), len(self._won))):
                *smaller, largest = sorted(parts, key=self.moves.size) or (None,)
                heap ^= self._value(tuple(smaller))
                return not heap if largest is None else self._is_lost(largest, heap)
        except AllListed:
            raise OutOfReach(f"the options of more than {most:,} parts; try a smaller position") from None

    def is_known_lost(self, parts: Parts, heap: int) -> bool:
        """Whether parts and a heap are known to be lost."""
        unknown, heap = self._unknown(parts, heap)
        return not unknown and not heap

    def known(self, parts: Parts) -> Known:
        """The facts so far about parts side by side: values, heaps that are none, and numbers of options as bounds."""
        return together([self._known(part) for part in parts])

    def _known(self, part: LandPart) -> Known:
        if part in self.values:
            return exactly(self.values[part], (BY,))
        options = self._options.get(part)
        if options is None:
            return Known()
        excluded = [heap for heap in range(len(options)) if (part, heap) in self._won]
        return possible(0, len(options), excluded, (BY,))

    def _value(self, parts: Parts) -> int:
        total = 0
        for part in sorted(parts, key=self.moves.size):
            heap = 0
            while not self._is_lost(part, heap):
                heap = self.values.get(part, heap + 1)
            total ^= heap
        return total

    def _is_lost(self, part: LandPart, heap: int) -> bool:
        if part not in self.values and (part, heap) not in self._won:
            self._look(part, heap, PROVED, PROVED)
        return self.values.get(part) == heap

    def _look(self, part: LandPart, heap: int, most_win: float, most_loss: float) -> None:
        """Look at a couple until it is known who wins, or until one of its numbers is as large as is said."""
        couple = part, heap
        options: list[Beside] = [(left, heap) for left in self._left(part)] + [((part,), less) for less in range(heap)]
        while True:
            win = next_win = PROVED
            loss = best_loss = 0.0
            best: Beside = ((), 0)
            still: list[Beside] = []
            for parts, beside in options:
                unknown, beside = self._unknown(parts, beside)
                to_win, to_lose = self._seems(unknown, beside)
                if not to_lose:
                    self._won.add(couple)
                    self._numbers.pop(couple, None)
                    return
                if not to_win:
                    continue
                still.append((unknown, beside))
                loss += to_win
                if to_lose < win or (to_lose == win and to_win < best_loss):
                    win, next_win, best, best_loss = to_lose, win, (unknown, beside), to_win
                elif to_lose < next_win:
                    next_win = to_lose
            if not still:
                self.values[part] = heap
                self._options.pop(part, None)
                return
            if win >= most_win or loss >= most_loss:
                self._numbers[couple] = win, loss
                return
            options = still
            (*smaller, largest), beside = best
            if smaller:
                beside ^= self._value(tuple(smaller))
                if largest in self.values or self._seems((largest,), beside) != self._first((largest,)):
                    continue
            self._look(largest, beside, most_loss - (loss - best_loss), min(most_win, next_win * AGAIN + 1))
            if part in self.values or couple in self._won:
                return

    def _unknown(self, parts: Parts, heap: int) -> Beside:
        """The parts whose values are unknown, and a heap for the others."""
        values = self.values
        unknown: list[LandPart] = []
        for part in parts:
            if part in values:
                heap ^= values[part]
            else:
                unknown.append(part)
        return tuple(unknown), heap

    def _seems(self, parts: Parts, heap: int) -> Numbers:
        """The numbers of parts of unknown values and a heap; one of them is 0 if it is known who wins."""
        if not parts:
            return (0.0, PROVED) if heap else (PROVED, 0.0)
        if len(parts) > 1:
            return self._first(parts)
        couple = parts[0], heap
        if couple in self._won:
            return 0.0, PROVED
        return self._numbers.get(couple) or self._first(parts)

    def _first(self, parts: Parts) -> Numbers:
        """The numbers of parts that nobody has looked at: tried out on Sprouts of 6 to 11 spots."""
        size = self.moves.size
        sizes = [size(part) for part in parts]
        return (
            len(sizes) * sum(1 + amount / 4 for amount in sizes),
            len(sizes) * sum(1 + amount * amount / 4 for amount in sizes),
        )

    def _left(self, part: LandPart) -> list[Parts]:
        """What moves leave of a part, that of least size first; of two equal parts nothing is left."""
        if part not in self._options:
            if self.listed >= self._most:
                raise AllListed
            self.listed += 1
            size, same = self.moves.size, self._same
            options: dict[Parts, None] = {}
            for left in self.moves.options(part):
                odd: dict[LandPart, None] = {}
                for piece in left:
                    if piece in odd:
                        del odd[piece]
                    else:
                        odd[same.setdefault(piece, piece)] = None
                options[tuple(sorted(odd, key=size))] = None
            self._options[part] = sorted(options, key=lambda parts: sum(map(size, parts)))
        return self._options[part]
