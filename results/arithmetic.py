"""When the nim-values of a hexadecimal code grow for ever by a power of two in each period, shown by a finite check.

Let G(n + p) = G(n) + s hold for e <= n < N, with e >= 1 and s = 2^m. Write G(n) = s hi(n) + lo(n), 0 <= lo(n) < s, and
f(n) = p hi(n) - n, which is the same for all heaps from e on that are p apart: a heap is of the *kind* (f, lo). The
heaps below e have kinds too. If a move takes t from n and leaves heaps h, then

    p (sum of hi(h) - hi(n)) = (sum of f(h)) - t - f(n) = p d,   and the XOR of the hi(h) is at most their sum and even
                                                                  or odd with it.

*No option has the value of n* if for all kinds whose lo's XOR is lo(n) and that make d whole, d < 0 or d is odd; one
heap that is left must only have d != 0. Kinds are finitely many, so this is a finite check for all n.

*Each smaller value s w + r is that of an option*: one heap a is left with hi(a) = w, and none, one with hi = 0, or two
with the same hi = u, whose XOR is 0. With q = hi(n) that is w + 2u = q + d. Which kinds there are at a level
(value of hi) is the same from some level H on: all kinds of heaps from e on, and no other. So it is enough to see that

    top     each r with w = q, q - 1, ..., q - R (r < lo(n) where w = q) is reached, a being any heap from e on;
    middle  each r is reached by d both even and odd, by three heaps from e on, and 2H - d <= R for the largest such d,
            so that u = (q - w + d) / 2 >= H where w < q - R;
    bottom  each w < H and each r is reached by d both even and odd, a being a heap of that level, and b and c heaps
            from e on; or, where w = 0, by b and c alone.

Then G(n + p) = G(n) + s for every n from e on, by induction, if N is so large that top and bottom do not meet and the
least of the three heaps is not all that is left. Nothing is said where the check fails. That three heaps of which two
have the same value reach everything of one parity is the reason why hexadecimal games may grow, and octal ones may not;
Howse & Nowakowski 2004 have such theorems.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

Kind = tuple[int, int]
"""f and lo of a heap, or the sum of the f's of some heaps and the XOR of their lo's."""


@dataclass(frozen=True, slots=True)
class Growth:
    """A repetition that holds for ever if it does up to heap `needed`."""

    period: int
    preperiod: int
    saltus: int
    needed: int


def plus(some: Iterable[Kind], others: Iterable[Kind]) -> set[Kind]:
    """Heaps beside others."""
    others = list(others)
    return {(f + g, r ^ q) for f, r in some for g, q in others}


class Kinds:
    """The kinds of the heaps of a sequence, and at which levels they are."""

    def __init__(self, values: Sequence[int], period: int, start: int, saltus: int) -> None:
        self.period, self.saltus = period, saltus
        self.early = [self._of(n, values[n]) for n in range(1, start)]
        self.late = [self._of(n, values[n]) for n in range(start, start + period)]
        self._levels = [(values[n] // saltus, n >= start, self._of(n, values[n])) for n in range(1, start + period)]
        self.settled = 1 + max(level for level, _, _ in self._levels)

    def _of(self, n: int, value: int) -> Kind:
        return self.period * (value // self.saltus) - n, value % self.saltus

    def at(self, level: int) -> set[Kind]:
        """The kinds of the heaps with this hi."""
        return {kind for first, late, kind in self._levels if first == level or (late and first < level)}


def growth(digits: Sequence[int], values: Sequence[int], period: int, start: int, saltus: int) -> Growth | None:
    """What the check proves of a code whose values show this; None if it fails, or more values are needed to begin.

    >>> from itertools import count
    >>> found = growth((0, 8), [0, *(n // 3 for n in range(100))], 3, 1, 1)
    >>> found.period, found.saltus
    (3, 1)
    """
    if saltus < 1 or saltus & (saltus - 1) or start < 1 or len(values) < start + period:
        return None
    takes = {bit: [take for take, digit in enumerate(digits) if digit & bit] for bit in (2, 4, 8)}
    kinds = Kinds(values, period, start, saltus)
    if not takes[8] or not _none_is_equal(kinds, takes):
        return None
    furthest = 0
    for kind in set(kinds.late):
        found = _all_are_reached(kinds, takes, kind)
        if found is None:
            return None
        furthest = max(furthest, found)
    least, most = min(f for f, _ in kinds.late), max(f for f, _ in kinds.late)
    least_of_all = min(least, *(f for f, _ in kinds.early), 0)
    lowest = (3 * least_of_all - len(digits) - most) // period  # no d is smaller
    largest = furthest + 4 * kinds.settled + max(0, -lowest) + 2
    needed = max(period * largest - least, 3 * start + len(digits)) + 2 * period
    return Growth(period, start, saltus, needed)


def _none_is_equal(kinds: Kinds, takes: dict[int, list[int]]) -> bool:
    """Whether no option has the value of its heap."""
    late, every = set(kinds.late), {*kinds.late, *kinds.early}
    left = {2: late, 4: plus(late, every)}
    left[8] = plus(left[4], every)
    by: dict[tuple[int, int], list[int]] = {}
    for bit, some in left.items():
        for f, r in some:
            by.setdefault((bit, r), []).append(f)
    for f, r in late:
        for bit, some_takes in takes.items():
            for take, total in product(some_takes, by.get((bit, r), ())):
                d, rest = divmod(total - take - f, kinds.period)
                if not rest and (not d if bit == 2 else d >= 0 and not d % 2):
                    return False
    return True


def _all_are_reached(kinds: Kinds, takes: dict[int, list[int]], kind: Kind) -> int | None:
    """How far from the top options are looked at one by one, if all smaller values are reached; None if not."""
    late, settled, every = set(kinds.late), kinds.settled, set(product(range(kinds.saltus), (0, 1)))
    three = plus(plus(late, late), late)
    middle: dict[tuple[int, int], int] = {}
    for d, r in _differences(kinds, three, takes[8], kind):
        key = r, d % 2
        middle[key] = max(middle.get(key, d), d)
    if set(middle) != every:
        return None
    furthest = max(0, *(2 * settled - d for d in middle.values()))
    for level in range(settled):
        beside = plus(kinds.at(level), plus(late, late))
        low = _differences(kinds, beside, takes[8], kind)
        if not level:
            low |= _differences(kinds, plus(late, late), takes[4], kind)
        if {(r, d % 2) for d, r in low} != every:
            return None
    reached = {(-d, r) for d, r in _differences(kinds, late, takes[2], kind)}
    reached |= {(-d, r) for d, r in _differences(kinds, plus(late, kinds.at(0)), takes[4], kind)}
    most = max(d for d, _ in _differences(kinds, three, takes[8], kind))
    for level in range(max(settled, (furthest + most) // 2) + 1):
        pairs = plus(kinds.at(level), kinds.at(level)) if level < settled else plus(late, late)
        reached |= {(2 * level - d, r) for d, r in _differences(kinds, plus(late, pairs), takes[8], kind)}
    wanted = {(0, r) for r in range(kind[1])} | set(product(range(1, furthest + 1), range(kinds.saltus)))
    return furthest if wanted <= reached else None


def _differences(kinds: Kinds, some: Iterable[Kind], takes: Sequence[int], kind: Kind) -> set[Kind]:
    """The d and the lo of what is left."""
    found = set()
    for (f, r), take in product(some, takes):
        d, rest = divmod(f - take - kind[0], kinds.period)
        if not rest:
            found.add((d, r))
    return found
