"""When the nim-values of a code that leaves three heaps grow for ever in equal stretches, shown by a finite check.

proof/FORMAT.md has the theorem and its proof, under "Values that grow where a move leaves three heaps". Names as there:
P and T the period and the saltus, taken `fold` times; T = S M with M a power of two; hi and lo the quotient and the
remainder of a value by M; E the pre-period, at least 1. A heap n has the kind (n mod P, S (n div P) - hi(n), lo(n)),
the same for all heaps from E on that are P apart. That three heaps of which two have the same value reach everything
of one parity is the reason why hexadecimal games may grow, and octal ones may not: Howse & Nowakowski 2004 have such
theorems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from grundy.model.option import Labels
from grundy.model.period import Repetition
from grundy.model.shapes import Digits

FOLDS = (1, 2, 4, 8)
MOST_WORK = 2 * 10**9  # of the check, in the measure of FORMAT.md

Kind: TypeAlias = tuple[int, int, int]
"""n mod P; S (n div P) - hi(n), moved so that none is below 0; lo(n)."""
Sums: TypeAlias = list[int]
"""Of heaps side by side, for each n mod P and lo, in this order, as bits: the second numbers that there are."""


@dataclass(frozen=True, slots=True)
class GrowthProof:
    """What proves that values grow: the period taken so many times, and the values of heaps 0..heaps - 1."""

    fold: int
    heaps: int


def growth(shape: Digits, values: Sequence[int], repetition: Repetition) -> GrowthProof | None:
    """What proves that the values of a code grow as its first ones do; None if the check proves nothing.

    Args:    values: at least those of one period from `repetition.preperiod` on, which are taken to grow so.

    >>> growth(Digits((0, 8)), [0, *(n // 3 for n in range(100))], Repetition(3, 1, 1))
    GrowthProof(fold=1, heaps=10)
    """
    if repetition.saltus < 1 or shape.repeat or shape.unequal or shape.parts != 3:
        return None
    start = max(repetition.preperiod, 1)
    sequence = [int(value) for value in values[: start + repetition.period]]
    while len(sequence) < start + repetition.period * FOLDS[-1]:
        sequence.append(sequence[-repetition.period] + repetition.saltus)
    for fold in FOLDS:
        check = _Check(shape.digits, sequence, start, repetition.period * fold, repetition.saltus * fold)
        if check.work > MOST_WORK or not check.middle():
            if check.odd == 1 or check.work > MOST_WORK:
                return None  # no multiple of the period does it either
            continue
        if check.no_option_is_equal():
            level = check.reached()
            if level is not None:
                return GrowthProof(fold, check.heaps(level))
    return None


class _Check:
    """The finite check of one claim: start E, period P, saltus T."""

    def __init__(self, digits: Sequence[int], values: Sequence[int], start: int, period: int, saltus: int) -> None:
        self.unit = saltus & -saltus
        self.odd, self.start, self.period = saltus // self.unit, start, period
        self.longest = len(digits) - 1
        self.takes = {bit: [take for take, digit in enumerate(digits) if digit & bit] for bit in (2, 4, 8)}
        self.values = values
        heaps = range(1, start + period)
        seconds = [self.odd * (n // period) - values[n] // self.unit for n in heaps]
        self.moved = max(0, -min(seconds))
        self.spread = max(0, *seconds) + self.moved
        kinds = [
            (n % period, second + self.moved, values[n] % self.unit) for n, second in zip(heaps, seconds, strict=True)
        ]
        self.early, self.late = list(dict.fromkeys(kinds[: start - 1])), kinds[start - 1 :]
        self.levels = [values[n] // self.unit for n in range(start, start + period)]
        self.by_level: dict[int, list[Kind]] = {}
        for n in range(1, start):
            self.by_level.setdefault(values[n] // self.unit, []).append(kinds[n - 1])
        self.settled = max([*self.levels, *(level + 1 for level in self.by_level)])
        self.zero = 2 * self.moved + self.spread  # the place of d = 0 in what `_differences` returns
        self.alike: dict[int, Sums] = {}  # of two late heaps whose levels are alike modulo S
        self.threes: dict[int, Sums] = {}
        self._pairs_at: dict[int, Sums] = {}
        self._beside_power: dict[int, Sums] = {}

    @property
    def work(self) -> int:
        """A bound of what the check takes."""
        each = self.period * self.unit * self.odd * (self.period + self.start + self.longest)
        wide = self.spread + self.odd * (2 + self.longest // self.period) + 64
        return wide * (self.settled + self.odd + 3) * each

    def middle(self) -> bool:
        """Whether each value far from both ends is reached by three late heaps, two of them of one level."""
        for level in range(self.odd):
            some = [kind for kind, first in zip(self.late, self.levels, strict=True) if first % self.odd == level]
            self.alike[level] = self._plus(self._alone(some), some)
            self.threes[level] = self._plus(self.alike[level], self.late)
        return all(self._in_the_middle(kind) is not None for kind in self.late)

    def no_option_is_equal(self) -> bool:
        """Whether no option has the value of its heap."""
        every = list(dict.fromkeys([*self.late, *self.early]))
        one = self._alone(self.late)
        two = self._plus(one, every)
        three = self._plus(two, every)
        even = sum(1 << place for place in range(self.zero, -1, -2))  # d is even, and not below 0
        for kind in self.late:
            if self._differences(one, 1, self.takes[2], kind)[kind[2]] >> self.zero & 1:
                return False
            for heaps, sums in ((2, two), (3, three)):
                if self._differences(sums, heaps, self.takes[1 << heaps], kind)[kind[2]] & even:
                    return False
        return True

    def reached(self) -> int | None:
        """The level from which on each smaller value is that of an option; None if that is not seen."""
        least = 0
        one = self._alone(self.late)
        beside_none = self._plus(one, self._at(0))
        bottoms = [
            {level: self._plus(alike, self._at(low)) for level, alike in self.alike.items()}
            for low in range(self.settled)
        ]
        for kind, first in zip(self.late, self.levels, strict=True):
            furthest = self._in_the_middle(kind)
            assert furthest is not None
            for low, sums in enumerate(bottoms):
                needed = self._at_the_bottom(kind, first, low, sums)
                if needed is None:
                    return None
                least = max(least, needed)
            needed = self._at_the_top(kind, first, one, beside_none, furthest)
            if needed is None:
                return None
            least = max(least, needed)
        return least

    def heaps(self, level: int) -> int:
        """How many values are needed, so that the last period of them has this level or a higher one."""
        needed = max(self.start + 2 * self.period, 3 * self.start - 2 + self.longest)
        for n, first in enumerate(self.levels, self.start):
            needed = max(needed, n + 1 + self.period * -(-(level - first) // self.odd))
        return needed

    def _in_the_middle(self, kind: Kind) -> int | None:
        """How far below the top these options begin."""
        worst = self._worst(
            {level: self._differences(three, 3, self.takes[8], kind) for level, three in self.threes.items()},
            range(2 * self.odd),
        )
        return None if worst is None else max(0, 2 * self.settled + worst)

    def _at_the_bottom(self, kind: Kind, first: int, low: int, sums: dict[int, Sums]) -> int | None:
        by_level = {level: self._differences(three, 3, self.takes[8], kind) for level, three in sums.items()}
        if not low:
            for level, alike in self.alike.items():
                more = self._differences(alike, 2, self.takes[4], kind)
                by_level[level] = [bits | other_bits for bits, other_bits in zip(by_level[level], more, strict=True)]
        worst = self._worst(by_level, [rest for rest in range(2 * self.odd) if (rest - first + low) % self.odd == 0])
        return None if worst is None else 2 * self.settled + low + worst

    def _worst(self, by_level: dict[int, list[int]], rests: Iterable[int]) -> int | None:
        """Of the largest d for each lo and each rest of (twice a level) - d modulo 2S the least, as -d; None if one has
        none."""
        worst = -self.zero
        for lo in range(self.unit):
            for rest in rests:
                best: int | None = None
                for level, differences in by_level.items():
                    bits = differences[lo] & self._places((rest - 2 * level) % (2 * self.odd), differences[lo])
                    if bits:
                        here = (bits & -bits).bit_length() - 1 - self.zero
                        best = here if best is None else min(best, here)
                if best is None:
                    return None
                worst = max(worst, best)
        return worst

    def _at_the_top(self, kind: Kind, first: int, one: Sums, beside_none: Sums, furthest: int) -> int | None:
        """The level from which on the values just below its own are reached."""
        differences = self._differences(one, 1, self.takes[2], kind)
        for lo, bits in enumerate(self._differences(beside_none, 2, self.takes[4], kind)):
            differences[lo] |= bits
        below = (1 << self.zero) - 1
        wanted = [(1 << furthest + (lo < kind[2])) - 1 << (self.zero + (lo >= kind[2])) for lo in range(self.unit)]
        for level in range((furthest + self.zero) // 2 + 1):
            if all(bits & want == want for bits, want in zip(differences, wanted, strict=True)):
                break
            for lo, bits in enumerate(self._differences(self._three_at(level), 3, self.takes[8], kind)):
                differences[lo] |= bits << 2 * level & ~below
        missing = [want & ~bits for bits, want in zip(differences, wanted, strict=True)]
        if not any(missing):
            return furthest + self.settled
        powers = self._powers_of_two()
        rests = {level % self.odd for level in powers}
        for delta in range(furthest + 1):
            if (first - delta) % self.odd in rests and any(bits >> self.zero + delta & 1 for bits in missing):
                return None
        for level in powers:
            if level not in self._beside_power:
                self._beside_power[level] = self._plus(beside_none, self._at(level))
            some = self._differences(self._beside_power[level], 3, self.takes[8], kind)
            if any(want & ~bits for bits, want in zip(some, missing, strict=True)):
                return None
        return furthest + 2 * self.settled + 1

    def _powers_of_two(self) -> list[int]:
        """The levels 1, 2, 4, 8 and so on, each as `_alike` has it."""
        levels: dict[int, None] = {}
        power = 1
        while power < self.settled or self._alike(power) not in levels:
            levels[self._alike(power)] = None
            power = power * 2 if power < self.settled else self._alike(power) * 2
        return list(levels)

    def _alike(self, level: int) -> int:
        """The least level that has heaps of the same kinds."""
        turns = (level - self.settled) // self.odd
        return level if turns < 1 else level - turns * self.odd

    def _three_at(self, level: int) -> Sums:
        """Two heaps of one level, and a late one."""
        level = self._alike(level)
        if level not in self._pairs_at:
            some = self._at(level)
            self._pairs_at[level] = self._plus(self._plus(self._alone(some), some), self.late)
        return self._pairs_at[level]

    def _at(self, level: int) -> list[Kind]:
        """The kinds of the heaps of a level."""
        late = [
            kind
            for kind, first in zip(self.late, self.levels, strict=True)
            if first <= level and (level - first) % self.odd == 0
        ]
        return list(dict.fromkeys([*late, *self.by_level.get(level, ())]))

    def _places(self, rest: int, bits: int) -> int:
        """The places of the -d that leave this rest modulo 2S."""
        step = 2 * self.odd
        first = (rest + self.zero) % step
        count = max(0, -(-(bits.bit_length() - first) // step))
        return ((1 << count * step) - 1) // ((1 << step) - 1) << first

    def _alone(self, kinds: Iterable[Kind]) -> Sums:
        sums = [0] * (self.period * self.unit)
        for rest, second, lo in kinds:
            sums[rest * self.unit + lo] |= 1 << second
        return sums

    def _plus(self, sums: Sums, kinds: Iterable[Kind]) -> Sums:
        """With one heap more."""
        next_sums = [0] * len(sums)
        unit, period, kinds = self.unit, self.period, list(kinds)
        for at, bits in enumerate(sums):
            if bits:
                rest, lo = divmod(at, unit)
                for more, second, other in kinds:
                    total = rest + more
                    if total >= period:
                        total -= period
                        second += self.odd
                    next_sums[total * unit + (lo ^ other)] |= bits << second
        return next_sums

    def _differences(self, sums: Sums, heaps: int, takes: Sequence[int], kind: Kind) -> list[int]:
        """For each lo of what is left the -d that there are, as bits from `zero` on."""
        differences = [0] * self.unit
        here, second, _ = kind
        for take in takes:
            turns, rest = divmod(here - take, self.period)
            up = self.zero - (heaps - 1) * self.moved - second - turns * self.odd
            for lo, bits in enumerate(sums[rest * self.unit : (rest + 1) * self.unit]):
                if bits:
                    differences[lo] |= bits << up
        return differences


# ---- Some moves from a large heap of a code whose values grow to a smaller value: where its proof sees that they are
#
# What such a move leaves is one heap; or two, one of them small; or three, two of them small, or two of them nearly
# alike and the third of about the value that is to be left (proof/FORMAT.md, "Values that grow where a move leaves
# three heaps").


MOST_FOUND = 100
WIDEST = 400  # heaps on either side that are looked at


def some_moves(
    shape: Digits, heap: int, target: int, value: Callable[[int], int], repetition: Repetition
) -> tuple[Labels, ...]:
    """Up to MOST_FOUND moves from a heap to positions of a nim-value, in the order of their labels.

    >>> some_moves(Digits((0, 8)), 10**18, 0, lambda n: max(0, n - 1) // 3, Repetition(3, 1, 1))[0]
    (('take', 1), ('leave', (1, 499999999999999999, 499999999999999999)))
    """
    seen = set[tuple[int, tuple[int, ...]]]()
    for take, leave in _looked_at(shape, heap, target, repetition):
        if min(leave) < 1:  # a heap of that value is larger
            continue
        total = 0
        for size in leave:
            total ^= value(size)
        if total == target:
            seen.add((take, tuple(sorted(leave))))
            if len(seen) == MOST_FOUND:
                break
    return tuple((("take", take), ("leave", leave)) for take, leave in sorted(seen))


def _looked_at(shape: Digits, heap: int, target: int, repetition: Repetition) -> Iterator[tuple[int, tuple[int, ...]]]:
    wide = min(max(repetition.preperiod, 1) + 2 * repetition.period, WIDEST)
    about = target // repetition.saltus * repetition.period  # a heap of that value is not far
    thirds = sorted({*range(1, wide + 1), *range(max(1, about - wide), about + repetition.preperiod + wide + 1)})
    for take, digit in enumerate(shape.digits):
        left = heap - take
        if digit & 2:
            yield take, (left,)
        if digit & 4:
            yield from ((take, (small, left - small)) for small in range(1, wide + 1))
            yield from ((take, (left // 2 - more, left - left // 2 + more)) for more in range(wide))
        if digit & 8:
            for third in thirds:
                rest = left - third
                yield from ((take, (third, rest // 2 - more, rest - rest // 2 + more)) for more in range(wide))
            for small in range(1, wide + 1):
                yield from ((take, (small, other, left - small - other)) for other in range(small, wide + 1))
