"""Misère play of take-and-break heaps of any size: where their codes are proved to repeat, and their quotients."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

from grundy.engines.heap.periods import Computed, PeriodFound, enough, search, values_needed
from grundy.engines.misere.known import ReachedParts, SumReading
from grundy.engines.steady import require_steady_states
from grundy.errors import BadRule, OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.option import Labels
from grundy.model.period import Repetition
from grundy.model.quotient import MisereQuotient, reduced
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, Moves, TakeAway
from grundy.runs.chunk import Chunk, run_to_end

SEARCHED = 640  # heaps in which a period is looked for


class MisereHeaps:
    """The codes of all heaps of a finite take-and-break code, once they are proved to repeat.

    Codes are kinds or the elements of a quotient. That they go on to repeat follows as for nim-values (Guy & Smith
    1956): from `values_needed` heaps on, heaps n and n + p have options of the same codes, so that what was checked of
    the code of n holds for n + p too (Plambeck & Siegel 2008, theorem 2.9, on quotients of octal games).
    """

    def __init__(self, rule: Rule, shape: Digits, everything: ReachedParts) -> None:
        self.rule, self.shape, self.known = rule, shape, everything
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
                prove = enough(lambda repetition: values_needed(self.shape, repetition))
                finding: PeriodFound = run_to_end(search(Computed(self._upto), prove, SEARCHED))
            except OutOfReach:
                return False
            if finding.proved:
                self.repetition, self.heaps_computed = finding.repetition, finding.values
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


# ---- The misère quotient of heaps 0, 1, 2, ... of one rule: heap after heap, and complete where its codes repeat


MOST_HEAPS = 5_000
MOST_ASKED = 1_000_000  # the last heap that may be asked for: the elements of all are listed
FIRST_ASKED = 20  # a heap whose options, and those of some below, are listed twice
FIRST = 16  # heaps before the first look whether they repeat
SOURCE = "Plambeck & Siegel 2008"
REPEATS = "heaps n and n + {} are alike in every sum for all n >= {}"


class HeapQuotient:
    """The quotient of the heaps of a rule, as far as it was found; `found` may be asked at any time.

    The elements of heaps repeat for ever once they do so for as long as the octal periodicity theorem asks for
    (`values_needed`; src/grundy/proof/FORMAT.md has the proof): then the quotient of so many heaps is that of all.
    """

    def __init__(self, rule: Rule) -> None:
        require_misere_heaps(rule)
        self.rule = rule
        self.reason = ""
        self._known = ReachedParts()
        self._monoid = self._known.quotient
        self._orders: list[int] = []  # as long as there are heaps that are through
        self._repetition: Repetition | None = None

    def work(self, to: int | None, saved: Mapping[str, Any] | None = None) -> Generator[Chunk, None, MisereQuotient]:
        """The quotient of heaps 0 to `to`; None: until it is complete."""
        heaps = MOST_HEAPS if to is None else to + 1
        look = FIRST
        for heap in range(self._restored(saved), heaps):
            monoid = self._known.quotient_of([(self.rule, heap)])
            if monoid is None:
                self.reason = f"no finite quotient was found with heap {heap}; there may be none"
                break
            same, self._monoid = monoid is self._monoid and self._orders[-1:] > [1], monoid
            self._orders.append(self._orders[-1] if same else 0)
            if not same:
                self._orders[-1] = len(self._least()[0])
            total = 0 if to is None else heaps
            yield Chunk(heap + 1, total, "heaps", self._state(), self.known, last=heap + 1 == heaps)
            if to is None and heap + 1 >= look:
                repeated = self._repeats()
                if isinstance(repeated, Repetition):
                    break
                look = repeated
        else:
            if to is None:
                self.reason = f"it is not complete with {heaps:,} heaps"
        self._repeats()
        return self.found()

    def _state(self) -> dict[str, Any]:
        return {"orders": list(self._orders), **self._known.state()}

    def _restored(self, saved: Mapping[str, Any] | None) -> int:
        """How many heaps are through by what was saved, whose quotient is checked once more."""
        orders: list[int] = saved["orders"] if saved else []
        going_on = ReachedParts()  # parts that are met are met for good
        if saved and going_on.restore(saved, [(self.rule, heap) for heap in range(len(orders))]):
            self._known, self._monoid, self._orders = going_on, going_on.quotient, list(orders)
        return len(self._orders)

    @property
    def heaps(self) -> int:
        """How many heaps are through."""
        return len(self._orders)

    @property
    def known(self) -> str:
        """What can be said by now."""
        return f"the quotient of heaps 0 to {len(self._orders) - 1} has {self._orders[-1]:,} elements"

    def found(self) -> MisereQuotient:
        """The quotient of the heaps that are through."""
        product, p, pretending = self._least()
        found = self._repetition
        checked = f"outcomes of all sums of heaps 0 to {len(pretending) - 1} were checked by induction ({SOURCE})"
        goes_on = f"; {REPEATS.format(found.period, found.preperiod)}" if found else ""
        return MisereQuotient(
            self.rule,
            len(pretending) - 1,
            tuple(map(tuple, product)),
            tuple(sorted(p)),
            tuple(pretending),
            tuple(self._orders),
            found,
            Evidence("proved", checked + goes_on),
            self.reason,
        )

    def _least(self) -> tuple[list[list[int]], list[int], list[int]]:
        monoid, parts = self._monoid, self._known.parts
        elements = [monoid.element(parts.known((self.rule, heap))) for heap in range(len(self._orders))]
        return reduced(monoid.product, monoid.p, elements)

    def _repeats(self) -> Repetition | int:
        """How the elements of heaps repeat for ever, or the heap to look at next."""
        shape = self.rule.shape
        if isinstance(shape, TakeAway) and shape.amounts:
            shape = Digits(tuple(3 * (take in shape.amounts) for take in range(max(shape.amounts) + 1)))
        if not isinstance(shape, Digits) or shape.repeat or shape.unequal:
            return MOST_HEAPS
        finite = shape
        repeated = enough(lambda repetition: values_needed(finite, repetition))(self._least()[2])
        if isinstance(repeated, Repetition):
            self._repetition = repeated
        return repeated


def require_misere_heaps(rule: Rule) -> None:
    """Refuse what is no game on heaps, not in misère play, or not the same whenever it is asked. Raises BadRule."""
    if rule.arity != 1 or not rule.fits(0):
        raise BadRule(f"{rule.spec}: expected a game on heaps, whose states are single numbers")
    if "misere" not in rule.conventions:
        raise BadRule(
            f"{rule.spec}: its options are not right in misère play; expected {', '.join(rule.conventions)} play"
        )
    require_steady_states(rule, [FIRST_ASKED])
