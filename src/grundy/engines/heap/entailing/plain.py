"""Top Entails in plain Python, without NumPy and Numba: the slow twin of the kernel, and quicker for small heaps.

Who must answer in a heap of n wins beside a nim-heap of x by a split whose parts add up to x, or by taking the top
counter, if a player who must answer in n - 1 beside x loses. So the nim-heaps beside which the top of n is well taken
are a set that n grows: x is in it where the last heap up to n with a split of value x is even (Winning Ways, ch. 12).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

LOONY = 1 << 15
"""The entry of a heap that whoever is to move wins, whatever stands beside it."""


def first_heaps() -> Iterator[tuple[int, int]]:
    """For heaps 0, 1, 2, ... their value, or LOONY, and as bits the nim-heaps x whose last split was of an even heap.

    Of an even heap these are the nim-heaps beside which whoever must answer in it wins, of an odd one those beside
    which he loses.

    >>> from itertools import islice
    >>> [value for value, _ in islice(first_heaps(), 9)]  # Winning Ways, ch. 12: 1 and 3 are loony
    [0, 32768, 0, 32768, 1, 0, 2, 1, 3]
    """
    values: list[int] = []
    even = 0
    for n in count():
        splits = 0
        for k in range(1, n // 2 + 1):
            first, second = values[k], values[n - k]
            if first != LOONY and second != LOONY:
                splits |= 1 << (first ^ second)
        even = even & ~splits if n % 2 else even | splits
        lost = even if n % 2 else ~even
        values.append((lost & -lost).bit_length() - 1 if lost else LOONY)
        yield values[n], even
