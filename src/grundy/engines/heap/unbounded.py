"""Heaps from which any amount may be taken but for a few: the values grow for ever, and in equal stretches.

Let every amount from F on be allowed, and of the smaller ones some. A heap of n can leave all heaps up to n - F, and
some of the last F - 1. So a value that heaps up to n - F have is out for ever (closed), and a value that only the last
F - 1 heaps have (open) is out while one of its heaps can be left. If the values used so far are 0..top without a gap,
the value of n is the least open one that is not out, or top + 1. Hence what comes from n on depends on the open values,
relative to top, and on how far back their heaps are: when that recurs p heaps later with a top that is larger by s,
G(n + p) = G(n) + s from there on.
"""

from __future__ import annotations

from collections.abc import Sequence

from grundy.engines.heap.periods import repetitions
from grundy.model.frozen import frozen
from grundy.model.period import Repetition
from grundy.model.shapes import Digits

BY = (
    "all amounts from {amount} on may be taken, so that the value of n depends on the values that no heap up to "
    "n - {amount} has, and these recur, {later} later and larger by {saltus}"
)

LASKER = (
    "G(4k + 1) = 4k + 1, G(4k + 2) = 4k + 2, G(4k + 3) = 4k + 4 and G(4k + 4) = 4k + 3, where any number may be "
    "taken or a heap be split in two (Lasker 1931; Winning Ways, ch. 4)"
)


def lasker(shape: Digits) -> Repetition | None:
    """The repetition of the one code that leaves two heaps, repeats for ever and has a theorem of its own."""
    return Repetition(4, 1, 4) if shape == Digits((4,), (3,)) else None


@frozen
class EndlessCode:
    """A rule by which a heap of n can leave all heaps of 1..n - amount, and heap 0 too if `zero`, and some larger ones.

    Which of the larger ones depends on how much is taken alone. All that holds from the heap `start` on.
    """

    amount: int
    zero: bool
    start: int

    def by(self, repetition: Repetition) -> str:
        """Why a repetition holds for ever."""
        later = "one heap" if repetition.period == 1 else f"{repetition.period} heaps"
        return BY.format(amount=self.amount, later=later, saltus=repetition.saltus)


def endless(shape: Digits) -> EndlessCode | None:
    """What a code says, if it is such a rule.

    >>> endless(Digits((0, 3, 0), (3,)))
    EndlessCode(amount=3, zero=True, start=4)
    >>> endless(Digits((4,), (3,)))
    """
    if shape.parts > 1 or shape.digits[0] or len(shape.repeat) != 1 or not shape.repeat[0] & 2:
        return None
    amount = len(shape.digits)
    return EndlessCode(amount, bool(shape.repeat[0] & 1), amount + 1)


def proved(rule: EndlessCode, values: Sequence[int]) -> Repetition | None:
    """The least repetition that these values of heaps 0, 1, ... prove; None if they are too few.

    Cost:    a few passes over the values, and one over a window for each period that half of them show.

    >>> proved(endless(Digits((0, 0), (3,))), [n // 2 for n in range(20)])    # all but 1
    Repetition(period=2, preperiod=0, saltus=1)
    """
    values = [int(value) for value in values]
    size = len(values)
    if size < rule.start or values[0]:
        return None
    used: set[int] = {0} if rule.zero else set()
    top = 0 if rule.zero else -1
    tops, gaps = [], []  # the largest value of smaller heaps; whether some value below it is not among theirs
    for n, value in enumerate(values):
        tops.append(top)
        gaps.append(len(used) != top + 1)
        if n:
            used.add(value)
            top = max(top, value)
    last = size - 1
    state = _state_at(rule, values, tops, last)
    for repetition in repetitions(values, size // 2):
        before = last - repetition.period
        if before < rule.start or gaps[before] or gaps[last] or tops[last] - tops[before] != repetition.saltus:
            continue
        if _state_at(rule, values, tops, before) == state:
            return _earliest(values, before, repetition.period, repetition.saltus)
    return None


State = tuple[tuple[int, tuple[int, ...]], ...]


def _state_at(rule: EndlessCode, values: Sequence[int], tops: Sequence[int], n: int) -> State:
    """The open values before heap n, relative to the largest, each with how far back its heaps are."""
    closed = set(values[1 : max(n - rule.amount, 0) + 1]) | ({0} if rule.zero else set())
    opened: dict[int, list[int]] = {}
    for heap in range(max(n - rule.amount + 1, 1), n):
        if values[heap] not in closed:
            opened.setdefault(values[heap], []).append(heap)
    top = tops[n]
    return tuple(sorted((value - top, tuple(n - heap for heap in heaps)) for value, heaps in opened.items()))


def _earliest(values: Sequence[int], start: int, period: int, saltus: int) -> Repetition:
    while start and values[start - 1 + period] == values[start - 1] + saltus:
        start -= 1
    return Repetition(period, start, saltus)


class GrowingValues:
    """The nim-values of a code that `endless` covers, `values`, as far as they were asked for.

    A value that some heap has is free for n only if all heaps that have it are n - k for spared amounts k. So few are
    looked at, and the least value that no heap has.

    >>> growing = GrowingValues(Digits((0, 0), (3,)))
    >>> growing.extend(8)
    >>> growing.values
    [0, 0, 1, 1, 2, 2, 3, 3]
    """

    def __init__(self, shape: Digits) -> None:
        self.shape = shape
        self.values: list[int] = []
        self._spared = [k for k in range(1, len(shape.digits)) if not shape.digits[k] & 2]
        self._barred = frozenset(self._spared)
        self._heaps: dict[int, list[int]] = {}  # of each value, in order; heap 0 is apart
        self._unused = 1  # the least value but 0 that no heap has

    def extend(self, stop: int) -> None:
        """Make `values` those of heaps 0..stop - 1. Time grows with the number of amounts that are spared."""
        values, heaps, amount = self.values, self._heaps, len(self.shape.digits)
        for n in range(len(values), stop):
            zero = n > 0 and bool(self.shape.digit(n) & 1)  # the whole heap may be taken
            free = self._unused if zero or 0 in heaps else 0
            for k in self._spared:
                if k >= n:
                    break
                value = values[n - k]
                if value < free and not (zero and not value):
                    having = heaps[value]
                    if having[0] > n - amount and all(n - heap in self._barred for heap in having):
                        free = value
            values.append(free)
            if n:
                heaps.setdefault(free, []).append(n)
                while self._unused in heaps:
                    self._unused += 1
