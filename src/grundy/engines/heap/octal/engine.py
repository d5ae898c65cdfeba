"""Positions of take-and-break games of any size: by the values computed, and beyond them by a proved period."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import xor
from typing import TYPE_CHECKING, Any

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.heap.octal.values import MOST_HEAPS_OF_SPARSE, CodeValues
from grundy.engines.heap.periods import PeriodFound, proof_of, search
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach
from grundy.model.convention import nim_sum
from grundy.model.evidence import Evidence
from grundy.model.option import Labels
from grundy.model.period import Repetition
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Digits, Moves, Strips, splits
from grundy.runs.chunk import run_to_end

if TYPE_CHECKING:
    from grundy.engines.heap.octal.sparse.search_state import SearchResult


DIRECT = 2_000  # heaps that are computed without looking for a period
SEARCHED = 50_000  # heaps in which a period is looked for, for the sake of a larger heap
DIRECT_OF_SPARSE = 4_000_000  # the first where the code has a sparse space
SEARCHED_OF_THREE = 1_000  # the same where a move may leave three heaps or more
FAR_PERIODS = {Digits(digits) for digits in ((0, 0, 5, 4), (0, 1, 0, 4), (0, 3, 5, 4), (0, 4, 5, 4))}
"""Codes whose published period ends between DIRECT_OF_SPARSE and MOST_HEAPS_OF_SPARSE (known/octal-periods.txt)."""
COMPARED = 2**18  # pairs of heaps looked at together
NO_PERIOD = {Digits((4,), unequal=True): 2**33, Digits((0, 6)): 2**28}
"""Heaps in which no period is proved: Grundy's game (docs/reference/speed.md), Officers."""
MOST_LISTED = 3_000_000  # ways to leave three heaps or more, looked at one by one


class CodeHeaps:
    """The nim-values of heaps of a code, of any size if its period is proved within SEARCHED heaps.

    >>> kayles = CodeHeaps(Digits((0, 7, 7)))
    >>> kayles.values([3, 70, 10**30])
    [3, 6, 1]
    """

    def __init__(self, shape: Digits, bounded: bool = False) -> None:
        self.shape = shape
        self.bounded = bounded  # somebody bounds the time: then a period is looked for in as many heaps as there may be
        self.known = CodeValues(shape)
        self.repetition: Repetition | None = None
        self.heaps_computed = 0
        self._searched = 0
        self._by = ""

    def period(self, limit: int) -> PeriodFound:
        """Search heaps 0..limit - 1 for a period."""
        finding: PeriodFound = run_to_end(search(self.known, proof_of(self.shape), limit))
        self._searched = max(self._searched, limit)
        if finding.proved:
            self.repetition, self.heaps_computed = finding.repetition, finding.values
        return finding

    def reach(self, top: int) -> None:
        """Make `value` answer heaps up to `top`. Raises OutOfReach."""
        if top < self.known.size:
            return
        if top < min(DIRECT, self.known.most):  # also where a period is known: no answer depends on earlier questions
            self.known.upto(top + 1)
            return
        if self.repetition:
            return
        vain = NO_PERIOD.get(self.shape, 0)
        if top >= MOST_HEAPS_OF_SPARSE and vain >= MOST_HEAPS_OF_SPARSE:
            raise _beyond(top, vain, MOST_HEAPS_OF_SPARSE)
        limit = min(top + 1, SEARCHED if self.shape.parts < 3 else SEARCHED_OF_THREE)
        if limit > self._searched:
            self.period(limit)
        if not self.repetition and top >= DIRECT_OF_SPARSE and self.known.stored is not None:
            self._sparse_period(self._worth_a_search(top))
        if not self.repetition:
            if top >= self.known.most:
                raise _beyond(top, self._searched, self.known.most)
            self.known.upto(top + 1)

    def _worth_a_search(self, top: int) -> int:
        """In how many heaps a period is looked for: where nothing else tells the value of a heap, in few, unless one is
        published. Within all that can be computed it took a minute, before a refusal in most cases."""
        if self.bounded or top < self.known.most or self.shape in FAR_PERIODS:
            return min(top + 1, self.known.most)
        return DIRECT_OF_SPARSE

    def _sparse_period(self, limit: int) -> None:
        """Search for a period by the sparse space of the code."""
        from grundy.engines.heap.octal.sparse import period as sparse
        from grundy.engines.heap.octal.sparse.search_state import describe as describe_sparse

        self._searched = limit
        finding: SearchResult = run_to_end(sparse.work(self.shape, limit, self.known.begun()))
        if finding.by and finding.repetition:
            self.known.upto(finding.repetition.preperiod + finding.repetition.period)
            self.repetition, self.heaps_computed = finding.repetition, finding.heaps
            self._by = describe_sparse(self.shape, finding)

    def value(self, heap: int) -> int:
        """G(heap), for a heap that `reach` covers."""
        repetition, higher = self.repetition, 0
        if repetition and heap >= repetition.preperiod + repetition.period:
            turns, rest = divmod(heap - repetition.preperiod, repetition.period)
            heap, higher = repetition.preperiod + rest, turns * repetition.saltus
        return int(self.known.upto(0)[heap]) + higher

    def values(self, heaps: Sequence[int]) -> list[int]:
        """Nim-values of heaps, in their order. Raises OutOfReach."""
        if not heaps:
            return []
        self.reach(max(heaps))
        values = self.known.upto(0)
        size = len(values)
        return [int(values[heap]) if heap < size else self.value(heap) for heap in heaps]

    def evidence(self, largest: int) -> Evidence:
        """How the values of heaps up to `largest` are known."""
        if self.repetition and largest >= self.known.size:
            return Evidence("proved", self._by or describe_proof(self.shape, self.repetition, self.heaps_computed))
        return Evidence("computed", f"the nim-values of heaps 0 to {largest}, each the mex of its options' values")

    def moves_to(self, heap: int, target: int) -> Moves:
        """The moves from a heap (that `reach` covers) to positions of a nim-value, in the order of their numbers."""
        last = heap if self.shape.repeat else min(heap, len(self.shape.digits) - 1)
        plain = self.shape.parts > 2 or self.shape.unequal
        if plain and heap ** max(self.shape.parts - 1, 1) > 2 * MOST_LISTED:
            if self.repetition and self.repetition.saltus:
                from grundy.engines.heap.growth import some_moves

                if target == self.value(heap):
                    return NO_MOVES
                some = some_moves(self.shape, heap, target, self.value, self.repetition)
                if some or target > self.value(heap):
                    return Moves(len(some), lambda: iter(some), exact=False)
            raise OutOfReach(f"take-and-break: a heap of {heap} has too many moves; smaller ones can be solved")
        if self.shape.repeat and heap ** max(self.shape.parts, 1) > 2**32:
            raise OutOfReach(f"take-and-break: a heap of {heap} has too many moves; smaller ones can be solved")
        counts = [self._count(heap - take, self.shape.digit(take), target) for take in range(last + 1)]

        def each() -> Iterator[Labels]:
            for take, count in enumerate(counts):
                if count:
                    for leave in self._leaves(heap - take, self.shape.digit(take), target):
                        yield (("take", take), ("leave", leave))

        return Moves(sum(counts), each)

    def _count(self, total: int, digit: int, target: int) -> int:
        if digit > 7 or self.shape.unequal:
            return sum(1 for _ in self._leaves(total, digit, target))
        count = int(digit & 1 and total == 0 and target == 0) + int(
            bool(digit & 2) and total > 0 and self.value(total) == target
        )
        if digit & 4 and total > 1:
            half = total // 2
            if total < self.known.size:
                values: Any = self.known.upto(0)
                small, large = values[1 : half + 1], values[total - 1 : total - half - 1 : -1]
                if isinstance(values, list):
                    count += list(map(xor, small, large)).count(target)
                else:
                    count += int((small ^ large == target).sum())
            else:
                repetition = self._repeating(total)
                first, period = max(repetition.preperiod, 1), repetition.period
                for a in self._halves(total, min(first + period, half + 1), target):
                    count += 1 if a < first else (half - a) // period + 1
        return count

    def _leaves(self, total: int, digit: int, target: int) -> Iterator[tuple[int, ...]]:
        """The ways to leave heaps of that nim-value, with so many counters in all, in the order of their numbers."""
        if digit > 7 or self.shape.unequal:
            values = self.known.upto(0)  # asked for once: there may be millions of ways
            held = len(values)
            for leave in splits(total, digit):
                value = 0
                for size in leave:
                    value ^= int(values[size]) if size < held else self.value(size)
                if value == target and not (self.shape.unequal and len(set(leave)) < len(leave)):
                    yield leave
            return
        if digit & 1 and total == 0 and target == 0:
            yield ()
        if digit & 4 and total > 1:
            yield from self._pairs(total, target)
        if digit & 2 and total > 0 and self.value(total) == target:
            yield (total,)

    def _pairs(self, total: int, target: int) -> Iterator[tuple[int, int]]:
        half = total // 2
        if total < self.known.size:
            first, period = half + 1, 1
        else:
            repetition = self._repeating(total)
            first, period = max(repetition.preperiod, 1), repetition.period
        hits = []
        for a in self._halves(total, min(first + period, half + 1), target):
            if a < first:
                yield a, total - a
            else:
                hits.append(a)
        base = 0
        while hits and hits[0] + base <= half:
            yield from ((a + base, total - a - base) for a in hits if a + base <= half)
            base += period

    def _halves(self, total: int, stop: int, target: int) -> Iterator[int]:
        """The a from 1 to below `stop` with G(a) XOR G(total - a) = target, in order; all G(a) are held."""
        values: Any = self.known.upto(0)
        if isinstance(values, list):
            yield from (a for a, both in enumerate(self._pairs_of(values, total, stop), 1) if both == target)
            return
        import numpy as np

        repetition, end, start, period = self.repetition, len(values), 0, 1
        if repetition is not None:
            start, period = repetition.preperiod, repetition.period
            end = start + period
            total -= max(0, (total - stop - end) // period) * period  # all total - a are beyond `end`, or none is moved
        for low in range(1, stop, COMPARED):
            heaps = np.arange(low, min(low + COMPARED, stop))
            both = [np.where(sizes >= end, start + (sizes - start) % period, sizes) for sizes in (heaps, total - heaps)]
            yield from (low + np.flatnonzero(values[both[0]] ^ values[both[1]] == target)).tolist()

    def _pairs_of(self, values: list[int], total: int, stop: int) -> Iterator[int]:
        """G(a) XOR G(total - a) for a from 1 to below `stop`; there may be as many totals as there are heaps."""
        repetition = self.repetition
        if repetition is None or repetition.saltus:
            return (self.value(a) ^ self.value(total - a) for a in range(1, stop))
        start, period = repetition.preperiod, repetition.period
        end = start + period
        others = range(total - 1, total - stop, -1)
        return map(xor, values[1:stop], [values[b if b < end else start + (b - start) % period] for b in others])

    def _repeating(self, total: int) -> Repetition:
        """What repeats, where a half of the total is in the repeating part."""
        assert self.repetition and total - total // 2 >= self.repetition.preperiod
        return self.repetition


def _beyond(heap: int, searched: int, most: int) -> OutOfReach:
    """What is said of a heap that neither a period nor the values that may be computed reach."""
    further = (
        f"; with a limit of time a period is looked for in {most:,}" if DIRECT_OF_SPARSE <= searched < most else ""
    )
    size = str(heap) if heap < 10**30 else f"{len(str(heap))} digits"
    return OutOfReach(
        f"heaps of take-and-break games: no period is proved within {searched:,} heaps, and a heap of {size} is beyond "
        f"the {most:,} that are computed one by one; smaller heaps can be solved{further}"
    )


def describe_proof(shape: Digits, repetition: Repetition, values: int) -> str:
    """Why a period is proved, in words."""
    theorem = "octal periodicity theorem (Guy & Smith 1956)"
    if repetition.saltus:
        return (
            f"G(n + {repetition.period}) = G(n) + {repetition.saltus} for all n >= {repetition.preperiod}: a finite "
            f"check of what three heaps can leave, with the nim-values of heaps 0 to {values - 1}"
        )
    if shape.parts > 2:
        theorem = f"the octal periodicity theorem (Guy & Smith 1956) for {shape.parts} heaps"
    return (
        f"G(n + {repetition.period}) = G(n) for all n >= {repetition.preperiod}: {theorem}, "
        f"with the nim-values of heaps 0 to {values - 1}"
    )


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for heaps of a take-and-break code."""
    assert isinstance(rule.shape, Digits)
    heaps = CodeHeaps(rule.shape, options.bounded)
    return Direct(lambda states: Answer(heaps.values(states), heaps.evidence(max(states, default=0)), heaps.moves_to))


# ---- Boards whose rows fall into strips, each of which is a heap of a game of taking and breaking


def of_strips(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for boards whose strips are independent, as those of every board below such a one are."""
    assert isinstance(rule.shape, Strips)
    shape = rule.shape
    heaps = CodeHeaps(shape.digits, options.bounded)

    def strips(lengths: Sequence[int]) -> list[int]:
        """What strips of some lengths are worth."""
        return list(heaps.values([length + shape.offset for length in lengths]))

    def parts(state: Any) -> tuple[list[int], int]:
        """What the strips and the rings of a state are worth, and the largest heap among them."""
        runs, rings = shape.runs(state), shape.rings(state)
        assert runs is not None
        after = [int(value == 0) for value in strips(rings)]  # of a ring, all moves leave the same
        return strips(runs) + after, max((*runs, *rings), default=-shape.offset) + shape.offset

    def values(states: Sequence[Any]) -> tuple[list[int], int]:
        """The values, and the largest heap among them."""
        components = [parts(state) for state in states]
        return [nim_sum(nim_values) for nim_values, _ in components], max(
            (largest for _, largest in components), default=0
        )

    def moves_to(state: Any, rest: Any) -> Moves:
        if shape.cuts is not None:
            whole, _ = parts(state)
            target = nim_sum(whole) ^ rest
            runs, rings = shape.runs(state) or (), shape.rings(state)
            nim_values = strips(range(1 + max((*runs, *rings), default=0)))
            return listed(
                [
                    move
                    for move, place, lengths in shape.cuts(state)
                    if nim_sum(nim_values[length] for length in lengths) ^ whole[place] == target
                ]
            )
        rule_options = list(rule.options(state))
        nim_values, _ = values([option.parts[0] for option in rule_options])
        return listed(
            [rule.labels(option) for option, value in zip(rule_options, nim_values, strict=True) if value == rest]
        )

    def answer(states: Sequence[Any]) -> Answer:
        nim_values, largest = values(states)
        return Answer(nim_values, heaps.evidence(largest), moves_to)

    return Direct(answer)
