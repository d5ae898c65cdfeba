"""Misère play of take-and-break heaps of any size, where their codes are proved to repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grundy.engines.heap.periods import Computed, PeriodFound, enough, search, values_needed
from grundy.engines.misere.known import KnownParts, SumReading
from grundy.errors import OutOfReach
from grundy.model.option import Labels
from grundy.model.period import Repetition
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, Moves
from grundy.runs.chunk import ended

SEARCHED = 640  # heaps in which a period is looked for


class MisereHeaps:
    """The codes of all heaps of a finite take-and-break code, once they are proved to repeat.

    Codes are kinds or the elements of a quotient. That they go on to repeat follows as for nim-values (Guy & Smith
    1956): from `values_needed` heaps on, heaps n and n + p have options of the same codes, so that what was checked of
    the code of n holds for n + p too (Plambeck & Siegel 2008, theorem 2.9, on quotients of octal games).
    """

    def __init__(self, rule: Rule, shape: Digits, known: KnownParts) -> None:
        self.rule, self.shape, self.known = rule, shape, known
        self.reading: SumReading | None = None
        self.codes: list[int] = []
        self.repetition: Repetition | None = None
        self.heaps_computed = 0
        self._looked = False

    def repeats(self) -> bool:
        """Whether the codes are proved to repeat; looked for once."""
        if not self._looked:
            self._looked = True
            try:
                prove = enough(lambda one: values_needed(self.shape, one))
                found: PeriodFound = ended(search(Computed(self._upto), prove, SEARCHED))
            except OutOfReach:
                return False
            if found.proved:
                self.repetition, self.heaps_computed = found.repetition, found.values
        return self.repetition is not None

    def _upto(self, stop: int) -> list[int]:
        reading = self.known.reading(((self.rule, heap) for heap in range(stop)), thorough=True)
        if reading is None or (reading.way == "kinds" and not self.known.strict):
            raise OutOfReach("misère play: no code for every heap")
        self.reading = reading
        codes = [reading.code(self.known.parts.known((self.rule, heap))) for heap in range(stop)]
        self.codes = [code for code in codes if code is not None]
        return self.codes

    def code(self, heap: int) -> int:
        """The code of a heap of any size."""
        assert self.repetition
        first, period = self.repetition.preperiod, self.repetition.period
        return self.codes[heap if heap < first + period else first + (heap - first) % period]

    def moves(self, heap: int, wins: Callable[[int], bool]) -> Moves:
        """The moves from a heap that leave a sum of a code that wins, in the order of their numbers."""
        takes = range(min(heap, len(self.shape.digits) - 1) + 1)
        counts = [self._count(heap - take, self.shape.digit(take), wins) for take in takes]

        def each() -> Iterator[Labels]:
            for take in takes:
                if counts[take]:
                    for leave in self._leaves(heap - take, self.shape.digit(take), wins):
                        yield ("take", take), ("leave", leave)

        return Moves(sum(counts), each)

    def _single(self, total: int, digit: int, wins: Callable[[int], bool]) -> bool:
        return bool(digit & 2) and total > 0 and wins(self.code(total))

    def _gone(self, total: int, digit: int, wins: Callable[[int], bool]) -> bool:
        return bool(digit & 1) and total == 0 and wins(0)

    def _count(self, total: int, digit: int, wins: Callable[[int], bool]) -> int:
        count = int(self._gone(total, digit, wins)) + int(self._single(total, digit, wins))
        if digit & 4:
            first, period = self._zone(total)
            for a in self._hits(total, wins):
                count += 1 if a < first else (total // 2 - a) // period + 1
        return count

    def _leaves(self, total: int, digit: int, wins: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
        if self._gone(total, digit, wins):
            yield ()
        if digit & 4:
            first, period = self._zone(total)
            hits = self._hits(total, wins)
            yield from ((a, total - a) for a in hits if a < first)
            repeating = [a for a in hits if a >= first]
            for base in range(0, total // 2, period) if repeating else ():
                yield from ((a + base, total - a - base) for a in repeating if a + base <= total // 2)
        if self._single(total, digit, wins):
            yield (total,)

    def _zone(self, total: int) -> tuple[int, int]:
        """From which smaller heap on the codes of a pair repeat, and how."""
        assert self.repetition
        first = max(self.repetition.preperiod, 1)
        if total - total // 2 < first:
            return total, 1  # nowhere
        return first, self.repetition.period

    def _hits(self, total: int, wins: Callable[[int], bool]) -> list[int]:
        """The smaller heaps of pairs that win, before any comes again."""
        assert self.reading
        first, period = self._zone(total)
        joined = self.reading.joined
        stop = min(first + period, total // 2 + 1)
        return [a for a in range(1, stop) if wins(joined([self.code(a), self.code(total - a)]))]
