"""Sparse spaces: which values are rare, found by a Walsh-Hadamard transform of the values of the first heaps.

A heap n is *rare* if the parity of the bits of G(n) & mask is even, else *common*; with a twist, n - t is added to
that parity, t any number that can be taken with a split (all must then have one parity). Either way the value of a
split is of the common kind just if one of its heaps is rare and the other common (Winning Ways, ch. 4; Flammenkamp).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grundy.model.shapes import Digits

FIRST_HEAPS = 8_192  # in which a space is looked for
ENOUGH = 4  # a space is worth having if at most one heap of so many is rare


@dataclass(frozen=True, slots=True)
class SparseSpace:
    """A mask, and whether the class of a value depends on the position too.

    twist   0, or 1: `first` + n is added to the parity of the value, and `first` is 0 or 1
    """

    mask: int
    twist: int = 0
    first: int = 0

    def is_common(self, value: int, heap: int) -> bool:
        """Whether a nim-value, were it that of this heap, would make it common.

        >>> SparseSpace(1).is_common(3, 10), SparseSpace(1, 1, 1).is_common(3, 10)
        (True, False)
        """
        return ((value & self.mask).bit_count() + self.twist * (heap + self.first)) % 2 == 1

    def are_common(self, values: Any, heaps: Any) -> Any:
        """The same of arrays of whole numbers."""
        import numpy as np

        return (np.bitwise_count(values & self.mask) + self.twist * (heaps + self.first)) & 1 == 1


def splits(shape: Digits) -> tuple[int, ...]:
    """The numbers of counters that may be taken with a split."""
    return tuple(take for take, digit in enumerate(shape.digits) if digit & 4)


def suits(shape: Digits) -> bool:
    """Whether a code is of the kind that may have a sparse space: finite, at most two heaps left, some split."""
    return not shape.repeat and shape.parts == 2


def histograms(values: Sequence[int]) -> tuple[list[int], list[int]]:
    """How many heaps from 1 on have each value, and how many more of them are even than odd.

    >>> histograms([0, 1, 2, 1])
    ([0, 2, 1], [0, -2, 1])
    """
    if not isinstance(values, list):
        import numpy as np

        width = int(np.max(values)) + 1  # of millions of heaps, where Python's own takes seconds
        odd = np.bincount(values[1::2], minlength=width)
        even = np.bincount(values[2::2], minlength=width)
        return (odd + even).tolist(), (even - odd).tolist()
    width = max(values) + 1
    plain, signed = [0] * width, [0] * width
    for heap in range(1, len(values)):
        plain[values[heap]] += 1
        signed[values[heap]] += 1 - 2 * (heap & 1)
    return plain, signed


def spaces(shape: Digits, values: Sequence[int]) -> list[tuple[int, SparseSpace]]:
    """The sparse spaces of a code with the number of rare heaps among heaps 1..len(values) - 1, fewest first.

    The number of rare heaps of a mask m is (N + H(m)) / 2 with H(m) the sum over all heaps of (-1)^(parity of G & m),
    and all H together are the Walsh-Hadamard transform of the histogram of the values; weighted by (-1)^n with a twist.
    Cost: V log V for values below V.

    >>> kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2]
    >>> spaces(Digits((0, 7, 7)), kayles)[0]
    (4, SparseSpace(mask=7, twist=0, first=0))
    """
    return ranked(shape, len(values) - 1, *histograms(values))


def ranked(shape: Digits, heaps: int, plain: Sequence[int], signed: Sequence[int]) -> list[tuple[int, SparseSpace]]:
    """`spaces` of a code, by the histograms of the values of heaps 1..heaps."""
    plain, signed = list(plain), list(signed)
    room = [0] * ((1 << max(len(plain) - 1, 1).bit_length()) - len(plain))
    ranking = [
        ((heaps + total) // 2, SparseSpace(mask)) for mask, total in enumerate(walsh_hadamard(plain + room)) if mask
    ]
    first = splits(shape)[0] & 1
    if all(take & 1 == first for take in splits(shape)):
        for mask, total in enumerate(walsh_hadamard(signed + room)):
            if mask:
                ranking.append(((heaps + (1 - 2 * first) * total) // 2, SparseSpace(mask, 1, first)))
    return sorted(ranking, key=lambda entry: (entry[0], entry[1].twist, entry[1].mask))


def find(shape: Digits, values: Sequence[int]) -> SparseSpace | None:
    """The space with the fewest rare heaps, or None if the code has none that is worth having.

    Args:    values: G(0), G(1), ... of some thousand heaps, a list or an array of whole numbers; the choice affects
             speed, never the values.
    """
    if not suits(shape):
        return None
    rare, space = spaces(shape, values)[0]
    return space if rare * ENOUGH <= len(values) else None


def walsh_hadamard(counts: Sequence[int]) -> list[int]:
    """The sums over all v of counts[v] * (-1)^(parity of v & m), for each m; len(counts) is a power of two.

    >>> walsh_hadamard([5, 3])
    [8, 2]
    """
    sums = [int(count) for count in counts]
    step = 1
    while step < len(sums):
        for start in range(0, len(sums), 2 * step):
            for place in range(start, start + step):
                a, b = sums[place], sums[place + step]
                sums[place], sums[place + step] = a + b, a - b
        step *= 2
    return sums
