"""The moves of take-and-break codes, from their digits."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.model.option import Option, to
from grundy.model.shapes import Digits


def take_and_break_options(n: int, *, shape: Digits) -> Iterator[Option]:
    """Take k counters from a heap and leave as many heaps, none empty, as digit k allows."""
    last = n if shape.repeat else min(n, len(shape.digits) - 1)
    for take in range(last + 1):
        for leave in splits(n - take, shape.digit(take)):
            if not (shape.unequal and len(set(leave)) < len(leave)):
                yield to(*leave, take=take, leave=leave)


def splits(counters: int, digit: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """The ways to make so many non-empty heaps of at least `least` counters as the digit's bits say, in order.

    >>> list(splits(5, 0b110))    # one heap or two
    [(1, 4), (2, 3), (5,)]
    """
    if digit & 1 and counters == 0:
        yield ()
    if digit > 3:
        for first in range(least, counters // 2 + 1):
            for others in splits(counters - first, (digit >> 1) & ~1, first):
                yield (first, *others)
    if digit & 2 and counters >= least:
        yield (counters,)
