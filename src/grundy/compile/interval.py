"""The least and greatest value of an expression: what proves that a sum cannot leave 64 bits.

Bounds are exact Python integers; what is stored in a variable always lies in MIN..MAX, for whatever could
leave it has been checked before.
"""

from __future__ import annotations

from typing import NamedTuple

MIN, MAX = -(2**63), 2**63 - 1
LOW_STEPS = (0, -1, MIN)
HIGH_STEPS = (1, 63, 2**31 - 1, 2**40 - 1, 2**62, MAX)


class Interval(NamedTuple):
    """All whole numbers from `lo` to `hi`, both included."""

    lo: int
    hi: int

    @property
    def fits(self) -> bool:
        """Whether every number of it is a signed 64-bit number."""
        return self.lo >= MIN and self.hi <= MAX

    def clip(self) -> Interval:
        """What is left of it once numbers beyond 64 bits have been refused."""
        return Interval(min(max(self.lo, MIN), MAX), max(min(self.hi, MAX), MIN))

    def join(self, other: Interval) -> Interval:
        return Interval(min(self.lo, other.lo), max(self.hi, other.hi))

    def meet(self, lo: int = MIN, hi: int = MAX) -> Interval:
        """The part between lo and hi; itself if there is none, for then nothing comes here."""
        low, high = max(self.lo, lo), min(self.hi, hi)
        return Interval(low, high) if low <= high else self


ANY = Interval(MIN, MAX)
TRUTH = Interval(0, 1)


def exactly(value: int) -> Interval:
    return Interval(value, value)


def widen(old: Interval, new: Interval) -> Interval:
    """An interval that holds both and is one of few, so that a loop's intervals settle."""
    lo, hi = old
    if new.lo < old.lo:
        lo = next(step for step in LOW_STEPS if step <= new.lo)
    if new.hi > old.hi:
        hi = next(step for step in HIGH_STEPS if step >= new.hi)
    return Interval(lo, hi)


def add(a: Interval, b: Interval) -> Interval:
    return Interval(a.lo + b.lo, a.hi + b.hi)


def subtract(a: Interval, b: Interval) -> Interval:
    return Interval(a.lo - b.hi, a.hi - b.lo)


def _corners(values: list[int]) -> Interval:
    return Interval(min(values), max(values))


def multiply(a: Interval, b: Interval) -> Interval:
    return _corners([x * y for x in a for y in b])


def shift_left(a: Interval, by: Interval) -> Interval:
    """For by >= 0; beyond 64 bits any number will do."""
    return _corners([x << min(max(y, 0), 64) for x in a for y in by])


def shift_right(a: Interval, by: Interval) -> Interval:
    """For by >= 0."""
    return _corners([x >> min(max(y, 0), 63) for x in a for y in by])


def floor_divide(a: Interval, b: Interval) -> Interval:
    """For divisors other than 0."""
    divisors = [y for y in (b.lo, b.hi, -1, 1) if y and b.lo <= y <= b.hi]
    return _corners([x // y for x in a for y in divisors]) if divisors else ANY


def modulo(a: Interval, b: Interval) -> Interval:
    """For divisors other than 0; the result has the sign of the divisor."""
    if a.lo >= 0 and a.hi < b.lo:
        return a
    hi = max(b.hi - 1, 0)
    return Interval(min(b.lo + 1, 0), min(hi, a.hi) if a.lo >= 0 else hi)


def _below_power(value: int) -> int:
    """The largest number of as many bits."""
    return (1 << value.bit_length()) - 1


def bit_and(a: Interval, b: Interval) -> Interval:
    if a.lo >= 0 and b.lo >= 0:
        return Interval(0, min(a.hi, b.hi))
    if a.lo >= 0 or b.lo >= 0:
        return Interval(0, a.hi if a.lo >= 0 else b.hi)
    return ANY


def bit_or(a: Interval, b: Interval) -> Interval:
    if a.lo >= 0 and b.lo >= 0:
        return Interval(max(a.lo, b.lo), _below_power(max(a.hi, b.hi)))
    return ANY


def bit_xor(a: Interval, b: Interval) -> Interval:
    if a.lo >= 0 and b.lo >= 0:
        return Interval(0, _below_power(max(a.hi, b.hi)))
    return ANY
