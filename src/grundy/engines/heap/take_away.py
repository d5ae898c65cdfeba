"""Take-away: a move takes s counters from a heap, s in a finite set. Nim-values of heaps of any size.

Only plain integers but for `engine`, which answers for a rule. Names: S the set, G(n) the nim-value of a heap of n,
unit = gcd(S); G(n) = G'(n // unit), where G' belongs to the amounts divided by the unit, which have gcd 1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import gcd
from typing import TYPE_CHECKING, Any

from grundy.engines.engine import Answer, Direct, DirectValues
from grundy.engines.options import SearchOptions
from grundy.errors import BadRule, OutOfReach
from grundy.model import shapes
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ---- Take-away sets whose nim-values are known for every heap: runs of amounts, pairs, and what may be added to them


@dataclass(frozen=True, slots=True)
class SubtractionPeriod:
    """The nim-values of one take-away set, purely periodic: value(n) depends on n mod period only.

    A run a, a+1, ..., b (`pair` false): period a + b, value (n mod (a + b)) // a.
    A pair a, b (`pair` true), b no odd multiple of a: period a + b; below b the blocks of a heaps alternate 0, 1; from
    b on an even block has 2 instead of 0. (If b is an odd multiple of a, the pair is the run a..a with b added.)
    Adding amounts that are, mod the period, from a to b (run) or a or b (pair) changes no value: such a move never
    leaves a heap of the value that it starts from, so the mex of the options stays what it was.
    """

    a: int
    b: int
    pair: bool
    by: str

    @property
    def period(self) -> int:
        """The least period; the pre-period is 0."""
        return self.a + self.b

    def value(self, heap: Any) -> Any:
        """Nim-value of a heap: an int for an int, an int64 array for an int64 array of heaps >= 0."""
        rest = heap % (self.a + self.b)
        block = rest // self.a
        if not self.pair:
            return block
        return (block & 1) + 2 * (rest >= self.b) * (1 - (block & 1))

    def run_to(self, heap: int, target: int) -> list[range]:
        """The amounts a..b (run) that leave nim-value `target` from `heap`, as ranges in increasing order.

        heap - s must lie in the block of the target, mod the period; an amount of the run is below the period,
        so that block is met once, or twice in two pieces where it wraps round.
        """
        period = self.a + self.b
        low, high = target * self.a, min(target * self.a + self.a, period) - 1
        if low >= period:
            return []
        pieces = []
        first = (heap - high) % period  # smallest amount >= 0 that leads to the block's upper end
        for start in (first - period, first):
            piece = range(max(start, self.a), min(start + high - low, self.b, heap) + 1)
            if piece:
                pieces.append(piece)
        return pieces


def theorem(amounts: Sequence[int]) -> SubtractionPeriod | None:
    """What is known about a set with gcd 1, in increasing order; None if no theorem here covers it. O(len(amounts)).

    >>> theorem([1, 2, 3]).value(10**18)
    0
    >>> theorem([2, 7]).period, theorem([1, 4, 10])
    (9, None)
    """
    a = amounts[0]
    length = 1
    while length < len(amounts) and amounts[length] == a + length:
        length += 1
    b = a + length - 1
    period = a + b
    if all(a <= s % period <= b for s in amounts[length:]):
        by = f"take-away by a run of amounts {a}..{b}: G(n) = (n mod {period}) // {a}"
        if a == 1:
            by = f"take-away by 1..{b}: G(n) = n mod {period}"
        return SubtractionPeriod(a, b, False, by + _added(amounts[length:], period))
    if len(amounts) == 1:
        return None
    b = amounts[1]
    period = a + b
    if all(s % period in (a, b) for s in amounts[2:]):
        by = f"take-away by two amounts {a} and {b}: purely periodic, period {period}"
        return SubtractionPeriod(a, b, True, by + _added(amounts[2:], period))
    return None


def _added(others: Sequence[int], period: int) -> str:
    return f"; the other amounts change nothing, by their residues mod {period}" if others else ""


LARGEST_AMOUNT = 10**6  # of max(S) / gcd(S), to search for a period
MOST_HEAPS = 10**8  # in a table, after division by gcd(S)
MOST_NANOSECONDS = 6 * 10**11  # estimated, for one table
PLAIN_STEPS = 3 * 10**6  # options looked at in plain Python (0.1 s) before compiled kernels are worth loading
MOST_PLAIN_STEPS = 8 * PLAIN_STEPS  # in all tables of a process
BLOCK = 240  # heaps that `bitset_values` looks at together: 8 digits of a Python integer


@dataclass(frozen=True, slots=True)
class Period:
    """G(n + period) = G(n) for all n >= preperiod, both the least possible; `by` says why that is proved."""

    period: int
    preperiod: int
    by: str


class TakeAwayValues:
    """The nim-values of one take-away set; what was computed once is kept.

    Amounts are positive integers of any size, in any order, duplicates harmless; the empty set has no moves at all.
    Sets that `theorems` covers need no table. Others: a table up to the largest heap (10**8 counters, after division by
    gcd(S)), or for larger heaps the period, if max(S) / gcd(S) <= 10**6 and the values repeat within 10**8 heaps.

    >>> take = TakeAwayValues([1, 4, 10])
    >>> take.values([0, 4, 10, 10**30])
    [0, 2, 3, 2]
    >>> take.period().period, take.period().preperiod
    (11, 16)
    >>> moves = take.moves_to(10**30, 1)
    >>> moves.count, list(moves)
    (2, [1, 4])
    """

    def __init__(self, amounts: Iterable[int]) -> None:
        self.amounts: tuple[int, ...] = tuple(sorted(set(amounts)))
        if self.amounts and self.amounts[0] < 1:
            raise BadRule(f"take-away by {self.amounts[0]}: an amount is a positive integer")
        self._all = _Values(self.amounts)
        self._parts: dict[int, _Values] = {}

    def values(self, heaps: Sequence[int]) -> list[int]:
        """Nim-values of heaps of 0 or more counters, in their order. Raises OutOfReach."""
        if not heaps:
            return []
        largest = max(heaps)
        return self._up_to(largest).values(heaps, largest)

    def period(self) -> Period:
        """The least period and pre-period of the whole sequence, proved. Raises OutOfReach."""
        values = self._all
        values.reach(None)
        period, preperiod = values.repeats
        return Period(period * values.unit, preperiod * values.unit, values.by())

    @property
    def heaps_computed(self) -> int:
        """How many heaps, from 0 on, were looked at one by one; 0 where a theorem needed none."""
        return self._all.size * self._all.unit

    def evidence(self, largest: int) -> tuple[str, str]:
        """How the values of heaps up to `largest` are known: ("proved" or "computed", by what)."""
        values = self._up_to(largest)
        if values.theorem or (values.found and largest // values.unit >= values.size):
            return "proved", values.by()
        return "computed", f"the nim-values of heaps 0 to {largest}, each the mex of its options' values"

    def moves_to(self, heap: int, target: int) -> AmountMoves:
        """The moves from a heap to heaps of nim-value `target`: counted at once, listed as far as they are read.

        O(len(amounts)) the first time for each heap (mod the period) and target. Raises OutOfReach.
        """
        values = self._up_to(heap)
        short = values.shorten(heap // values.unit)
        return AmountMoves(values.count(short, target), values, short, target)

    def _up_to(self, top: int) -> _Values:
        """Values that answer every heap up to `top`; amounts above `top` cannot be taken and may be left out."""
        whole = self._all
        usable = bisect_right(self.amounts, top)
        values = whole
        if usable < len(self.amounts) and not whole.complete and not whole.cheap(top // whole.unit, usable):
            if usable not in self._parts:
                if len(self._parts) >= 8:
                    self._parts.pop(next(iter(self._parts)))
                self._parts[usable] = _Values(self.amounts[:usable])
            values = self._parts[usable]
        values.reach(top // values.unit)
        return values


class AmountMoves:
    """Amounts to take, in increasing order; `count` of them, found one by one as they are read."""

    def __init__(self, count: int, values: _Values, heap: int, target: int) -> None:
        self.count = count
        self._known, self._heap, self._target = values, heap, target

    def __iter__(self) -> Iterator[int]:
        return self._known.amounts_to(self._heap, self._target)


def plain_words(amounts: Sequence[int], words: list[int], stop: int) -> None:
    """Extend `words` to heaps 0..stop - 1: word n is 1 << G(n). The slow twin of every kernel.

    The options are OR-ed, and ~x & (x + 1) is the lowest bit not among them: the mex, as a bit.

    >>> words = []
    >>> plain_words([1, 2], words, 5)
    >>> [word.bit_length() - 1 for word in words]
    [0, 1, 2, 0, 1]
    """
    for n in range(len(words), stop):
        options = 0
        for s in amounts:
            if s > n:
                break
            options |= words[n - s]
        words.append(~options & (options + 1))


def bitset_values(amounts: Sequence[int], values: list[int], stop: int) -> None:
    """Extend `values` to heaps 0..stop - 1, as `plain_words`, which is its slow twin; amounts in increasing order.

    reached[v] has a bit for each heap, from `begin` on, that has a move to a heap of value v: each heap whose value is
    found adds the amounts to it, all at once. Of a block of heaps those of value 0 are found first, then those of 1...

    >>> values = [0, 1]
    >>> bitset_values([1, 2], values, 5)
    >>> values
    [0, 1, 2, 0, 1]
    """
    begin = len(values)
    moves = sum(1 << s for s in amounts)
    near = moves & (1 << BLOCK) - 1
    reached: list[int] = []
    for n in range(max(0, begin - amounts[-1]), begin):
        reached += [0] * (values[n] + 1 - len(reached))
        reached[values[n]] |= moves >> begin - n
    values += [0] * (stop - begin)
    for first in range(begin, stop, BLOCK):
        moves &= (1 << stop - first) - 1
        rest = (1 << min(BLOCK, stop - first)) - 1  # heaps of the block whose value is not found
        value = 0
        while rest:
            if value == len(reached):
                reached.append(0)
            from_here = reached[value]
            free = rest & ~from_here
            while free:
                lowest = free & -free
                place = lowest.bit_length() - 1
                values[first + place] = value
                from_here |= moves << place
                rest ^= lowest
                free &= ~(near << place | lowest)
            reached[value] = from_here
            value += 1
        reached = [heaps >> BLOCK for heaps in reached]


def plain_repeat(values: list[int], window: int) -> tuple[int, int] | None:
    """The least period and pre-period that the last `window` values prove, or None: as `tables.repeat`."""
    backwards = "".join(map(chr, reversed(values)))
    p = backwards.find(backwards[:window], 1)
    if p < 0:
        return None
    n = len(values) - p
    while n > 0 and values[n - 1] == values[n - 1 + p]:
        n -= 1
    return p, n


class _Values:
    """G' of one set: by a theorem, or as a table that grows until the heap asked for, or the period, is in it."""

    def __init__(self, amounts: tuple[int, ...]) -> None:
        self.unit = gcd(*amounts) or 1
        self.amounts = [s // self.unit for s in amounts]
        self.theorem: SubtractionPeriod | None = theorem(self.amounts) if amounts else None
        self.found: tuple[int, int] | None = None if amounts else (1, 0)
        self._words: list[int] = []
        self._plain: list[int] = [] if amounts else [0]
        self._table: NDArray[Any] | None = None
        self._array: NDArray[Any] | None = None
        self._counts: dict[tuple[int, int], int] = {}
        self._looked = 0

    @property
    def complete(self) -> bool:
        return self.theorem is not None or self.found is not None

    @property
    def size(self) -> int:
        """How many heaps, from 0 on, are in the table."""
        return len(self._plain) if self._table is None else len(self._table)

    @property
    def repeats(self) -> tuple[int, int]:
        """Period and pre-period of G', once complete."""
        return (self.theorem.period, 0) if self.theorem else self.found or (0, 0)

    def by(self) -> str:
        scaled = f"after division by {self.unit}: " if self.unit > 1 else ""
        if self.theorem:
            return scaled + self.theorem.by
        if not self.amounts:
            return "no amount may be taken: every heap has nim-value 0"
        period, preperiod = self.repeats
        return scaled + (
            f"G(n + {period}) = G(n) for all n >= {preperiod}, since {self.amounts[-1]} consecutive values, "
            "as many as the largest amount, repeat"
        )

    def cheap(self, top: int, usable: int) -> bool:
        return top < self.size or (top + 1) * min(_plain_steps(self.amounts[:usable])) <= PLAIN_STEPS

    def reach(self, top: int | None) -> None:
        """Make `value` answer heaps 0..top, or every heap (None). Raises OutOfReach."""
        if self.complete or (top is not None and top < self.size):
            return
        window = self.amounts[-1]
        if window > LARGEST_AMOUNT and (top is None or top >= MOST_HEAPS):
            raise OutOfReach(
                f"take-away: the largest amount, divided by the amounts' greatest common divisor, is {_short(window)}; "
                f"above {LARGEST_AMOUNT} no period is searched for, and only smaller heaps can be solved"
            )
        most = MOST_HEAPS + window  # the window that repeats ends after the period
        goal = most if top is None else min(top + 1, most)
        size = 2 * window + 64
        while True:
            while size <= self.size:  # the same sizes whatever was asked before, and so the same evidence
                size = size * 3 // 2
            self._grow(min(size, goal))
            if top is not None and top < self.size:
                return
            if self.size > window:
                self.found = self._repeat(window)
            if self.found:
                return
            if self.size >= goal:
                raise OutOfReach(
                    f"take-away: the values do not repeat within {MOST_HEAPS} heaps (after division by the amounts' "
                    "greatest common divisor), so no period is known for larger ones; smaller heaps can be solved"
                )

    def values(self, heaps: Sequence[int], largest: int) -> list[int]:
        """G of many heaps, the largest of which `reach` covers."""
        if self.theorem or largest // self.unit >= self.size:
            return [self.value(heap) for heap in heaps]
        if self._table is None:
            return [self._plain[heap // self.unit] for heap in heaps]
        import numpy as np

        values: list[int] = self._table[np.array(heaps, np.int64) // self.unit].tolist()
        return values

    def value(self, heap: int) -> int:
        """G(heap), for a heap (in counters) that `reach` covers."""
        n = heap // self.unit
        if self.theorem:
            return int(self.theorem.value(n))
        if n >= self.size:
            n = self.shorten(n)
        return self._plain[n] if self._table is None else int(self._table[n])

    def shorten(self, n: int) -> int:
        """A smaller heap (in units) with the same moves to the same values: all its options are in the period too."""
        if not self.complete or not self.amounts:
            return n if self.amounts else 0
        period, preperiod = self.repeats
        base = preperiod + self.amounts[-1]
        return n if n < base + period else base + (n - base) % period

    def count(self, n: int, target: int) -> int:
        key = n, target
        if key not in self._counts:
            if len(self._counts) > 100_000:
                self._counts.clear()
            self._counts[key] = self._count(n, target)
        return self._counts[key]

    def amounts_to(self, n: int, target: int) -> Iterator[int]:
        runs, singly = self._split(n, target)
        return (
            s * self.unit
            for s in chain(*runs, (s for s in self.amounts[singly] if self.value((n - s) * self.unit) == target))
        )

    def _split(self, n: int, target: int) -> tuple[list[range], slice]:
        """The usable amounts to heaps of value `target` that a theorem gives as ranges; and which are tried singly."""
        usable = bisect_right(self.amounts, n)
        if self.theorem and not self.theorem.pair:
            return self.theorem.run_to(n, target), slice(self.theorem.b - self.theorem.a + 1, usable)
        return [], slice(0, usable)

    def _count(self, n: int, target: int) -> int:
        runs, singly = self._split(n, target)
        total = sum(map(len, runs))
        work = singly.stop - singly.start
        self._looked += max(work, 0)
        if work < 256 or self._looked < PLAIN_STEPS // 6 or max(n, self.repeats[0]) >> 62:
            return total + sum(1 for s in self.amounts[singly] if self.value((n - s) * self.unit) == target)
        import numpy as np

        if self._array is None:
            self._array = np.array(self.amounts, np.int64)
        left = n - self._array[singly]
        if self.theorem:
            return total + int(np.count_nonzero(self.theorem.value(left) == target))
        table = np.array(self._plain) if self._table is None else self._table
        if self.found:
            period, preperiod = self.found
            left = np.where(left < len(table), left, preperiod + (left - preperiod) % period)
        return total + int(np.count_nonzero(table[left] == target))

    def _grow(self, stop: int) -> None:
        usable = bisect_right(self.amounts, stop)
        by_options, by_bits = _plain_steps(self.amounts[:usable])
        if self._table is None and _stays_plain(stop * min(by_options, by_bits)):
            if by_bits < by_options:
                bitset_values(self.amounts[:usable], self._plain, stop)
                return
            plain_words(self.amounts, self._words, stop)
            self._plain.extend(word.bit_length() - 1 for word in self._words[len(self._plain) :])
            return
        from grundy.engines.heap.tables import cost, extend

        used = self.amounts[: max(usable, 1)]
        if cost(used) * stop > MOST_NANOSECONDS:
            raise OutOfReach(
                f"take-away: a table of {stop} heaps for {usable} amounts would take about "
                f"{int(cost(used) * stop / 10**9)} seconds, more than {MOST_NANOSECONDS // 10**9}; "
                "fewer amounts or smaller heaps can be solved"
            )
        self._table = extend(self.amounts, self._table, stop)

    def _repeat(self, window: int) -> tuple[int, int] | None:
        if self._table is None:
            return plain_repeat(self._plain, window)
        from grundy.engines.heap.tables import repeat

        return repeat(self._table, window)


def _plain_steps(amounts: Sequence[int]) -> tuple[int, int]:
    """What a heap takes `plain_words` and `bitset_values`, in options looked at, each some 35 ns."""
    return len(amounts) + 4, 12 + (amounts[-1] if amounts else 0) // 1000


_plain_so_far = [0]  # steps in all tables of this process: a hundred sets in a judge's file are as much as a large one


def _stays_plain(steps: int) -> bool:
    """Whether to make a table in plain Python: until all of them took as long as loading the kernels would."""
    if steps > PLAIN_STEPS or (_plain_so_far[0] > MOST_PLAIN_STEPS and steps > PLAIN_STEPS // 1000):
        return False
    _plain_so_far[0] += steps
    return True


def _short(number: int) -> str:
    text = str(number)
    return text if len(text) <= 30 else f"{text[:12]}... ({len(text)} digits)"


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for heaps from which an amount of a set is taken."""
    assert isinstance(rule.shape, shapes.TakeAway)
    heaps = TakeAwayValues(rule.shape.amounts)

    def moves_to(heap: int, rest: int) -> shapes.Moves:
        moves = heaps.moves_to(heap, rest)
        return shapes.Moves(moves.count, lambda: ((("take", amount),) for amount in moves))

    def answer(states: Sequence[int]) -> Answer:
        values = heaps.values(states)
        status, by = heaps.evidence(max(states, default=0))
        return Answer(values, Evidence(status, by), moves_to)  # type: ignore[arg-type]

    return Direct(answer)
