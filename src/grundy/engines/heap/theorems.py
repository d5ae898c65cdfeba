"""Take-away sets whose nim-values are known for every heap: runs of amounts, pairs, and what may be added to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Theorem:
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
        found = []
        first = (heap - high) % period  # smallest amount >= 0 that leads to the block's upper end
        for start in (first - period, first):
            piece = range(max(start, self.a), min(start + high - low, self.b, heap) + 1)
            if piece:
                found.append(piece)
        return found


def theorem(amounts: Sequence[int]) -> Theorem | None:
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
        return Theorem(a, b, False, by + _added(amounts[length:], period))
    if len(amounts) == 1:
        return None
    b = amounts[1]
    period = a + b
    if all(s % period in (a, b) for s in amounts[2:]):
        by = f"take-away by two amounts {a} and {b}: purely periodic, period {period}"
        return Theorem(a, b, True, by + _added(amounts[2:], period))
    return None


def _added(others: Sequence[int], period: int) -> str:
    return f"; the other amounts change nothing, by their residues mod {period}" if others else ""
