"""Nim-values of take-and-break codes in plain Python: the short prefixes, and the slow twin of the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from operator import xor

from grundy.model.shapes import Digits

NOTHING: frozenset[int] = frozenset()
ZERO = frozenset((0,))


class Plain:
    """The nim-values of heaps 0, 1, 2, ... of a code, `values`, as far as they were asked for.

    With S_j(m) the values of m counters in j non-empty heaps, a heap of n has the options S_j(n - k) for the bits j
    of digit k; from the first repeating digit on, the sets for all k of one residue are kept as one union.

    >>> plain = Plain(Digits((0, 7, 7)))
    >>> plain.extend(8)
    >>> plain.values
    [0, 1, 2, 3, 1, 4, 3, 2]
    """

    def __init__(self, shape: Digits) -> None:
        self.shape = shape
        self.values: list[int] = []
        self._sums: list[dict[int, Set[int]]] = [{} for _ in range(max(shape.parts, 1) + 1)]
        self._unions: list[list[set[int]]] = [[set() for _ in shape.repeat] for _ in self._sums]

    def extend(self, stop: int) -> None:
        """Make `values` those of heaps 0..stop - 1. Time grows as stop**2, with three parts as stop**2 values."""
        for n in range(len(self.values), stop):
            self.values.append(_mex(list(self._options(n))))

    def _options(self, n: int) -> Iterator[Set[int]]:
        shape, finite = self.shape, len(self.shape.digits)
        for take in range(min(n, finite - 1) + 1):
            yield from (self._sum(parts, n - take) for parts in _bits(shape.digits[take]))
        if shape.repeat and n >= finite:
            length, left = len(shape.repeat), n - finite
            for parts, unions in enumerate(self._unions):
                unions[left % length] |= self._sum(parts, left)
            for place, digit in enumerate(shape.repeat):
                yield from (self._unions[parts][(left - place) % length] for parts in _bits(digit))
        if shape.parts < 3:
            self._sums[-1].pop(n - finite, None)

    def _sum(self, parts: int, total: int) -> Set[int]:
        if total < parts or (parts == 0 and total):
            return NOTHING
        if parts == 0:
            return ZERO
        if parts == 1:
            return frozenset((self.values[total],))
        known = self._sums[parts].get(total)
        if known is None:
            if parts == 2:
                half = (total - 1) // 2 if self.shape.unequal else total // 2
                small = self.values[1 : half + 1]
                known = set(map(xor, small, self.values[total - 1 : total - half - 1 : -1]))
            else:
                known = set()
                for first in range(1, total // parts + 1):
                    value = self.values[first]
                    known.update([value ^ other for other in self._sum(parts - 1, total - first)])
            self._sums[parts][total] = known
        return known


def _bits(digit: int) -> Iterator[int]:
    return (bit for bit in range(digit.bit_length()) if digit >> bit & 1)


def _mex(sets: Iterable[Set[int]]) -> int:
    least = 0
    while any(least in one for one in sets):
        least += 1
    return least
