"""Nim-values of take-and-break codes in plain Python, for short prefixes and as the slow twin of the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from operator import xor

from grundy.model.convention import nim_sum
from grundy.model.shapes import Digits, splits

NOTHING: frozenset[int] = frozenset()
ZERO = frozenset((0,))


class PlainValues:
    """`values` are the nim-values of heaps 0, 1, 2, ... of a code; `extend` computes more of them.

    Let S_j(m) be the set of nim-values of m counters in j non-empty heaps. The options of a heap of n have the values
    S_j(n - k), for each take k and each bit j that is set in digit k. From the first repeating digit on, the sets of
    all k of one residue are stored as one union.

    >>> plain = PlainValues(Digits((0, 7, 7)))
    >>> plain.extend(8)
    >>> plain.values
    [0, 1, 2, 3, 1, 4, 3, 2]
    """

    def __init__(self, shape: Digits) -> None:
        self.shape = shape
        self.values: list[int] = []
        self._sums: list[dict[int, Set[int]]] = [{} for _ in range(max(shape.parts, 1) + 1)]
        self._masks: list[dict[int, int]] = [{} for _ in self._sums]
        self._by_value: dict[int, list[int]] = {}
        self._placed = 1  # _by_value has heaps 1.._placed - 1
        self._unions: list[list[set[int]]] = [[set() for _ in shape.repeat] for _ in self._sums]

    def extend(self, stop: int) -> None:
        """Compute `values` of heaps 0..stop - 1. Time: stop**2; with three parts, stop**2 times the largest value."""
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
        values = self._sums[parts].get(total)
        if values is None:
            if parts == 2:
                half = (total - 1) // 2 if self.shape.unequal else total // 2
                small = self.values[1 : half + 1]
                values = set(map(xor, small, self.values[total - 1 : total - half - 1 : -1]))
            elif self.shape.unequal:
                some = (leave for leave in splits(total, 1 << parts) if len(set(leave)) == parts)
                values = {nim_sum(self.values[heap] for heap in leave) for leave in some}
            else:
                values = self._several(parts, total)
            self._sums[parts][total] = values
        return values

    def _several(self, parts: int, total: int) -> Set[int]:
        """The values of `total` counters in three heaps or more: unites, as bit sets, all first heaps of one value."""
        while self._placed < len(self.values):
            self._by_value.setdefault(self.values[self._placed], []).append(self._placed)
            self._placed += 1
        masks = self._masks[parts - 1]
        value_bits = 0
        for value, heaps in self._by_value.items():
            union = 0
            for first in heaps:
                if first >= total:
                    break
                mask = masks.get(total - first)
                if mask is None:
                    mask = masks[total - first] = sum(1 << other for other in self._sum(parts - 1, total - first))
                union |= mask
            value_bits |= _moved(union, value)
        return _members(value_bits)


def _moved(mask: int, value: int) -> int:
    """XOR each number of a set, given as bits, with a value.

    >>> _moved(0b1011, 2) == 0b1110
    True
    """
    width = 1 << max(mask.bit_length() - 1, value, 1).bit_length()
    for place in range(value.bit_length()):
        if value >> place & 1:
            step = 1 << place
            low = ((1 << width) - 1) // ((1 << step) + 1)  # numbers whose binary digit `place` is 0
            mask = (mask & low) << step | (mask >> step) & low
    return mask


def _members(mask: int) -> set[int]:
    return {place for place, bit in enumerate(bin(mask)[:1:-1]) if bit == "1"}


def _bits(digit: int) -> Iterator[int]:
    return (bit for bit in range(digit.bit_length()) if digit >> bit & 1)


def _mex(sets: Iterable[Set[int]]) -> int:
    several, least = list(sets), 0
    while True:
        for values in several:  # four times as fast as any(); Lasker's Nim has as many values as counters
            if least in values:
                break
        else:
            return least
        least += 1
