"""The same table in plain Python, from what a heap beside a set of strings does: the slow twin of the kernel.

With each set it keeps the heaps beside which whoever moves wins: by a move that passes the turn, those that its set
loses with; by one that keeps the turn, those that its set wins with; and each heap above one that loses.
"""

from __future__ import annotations

from collections.abc import Sequence

LOONY = 255


def string_values(first: Sequence[int], second: Sequence[int], ground: int) -> list[int]:
    """The values of all sets of strings, of which the two coins are given; 255: loony.

    >>> string_values([0, 0], [1, 1], 1)  # a coin that hangs from the ground by two strings
    [0, 0, 0, 1]
    >>> string_values([0, 1], [1, 2], 2)  # take the first coin and the turn, or leave the other player both
    [0, 0, 0, 255]
    """
    count = len(first)
    strings: dict[int, int] = {}
    for string, ends in enumerate(zip(first, second, strict=True)):
        for coin in {*ends} - {ground}:
            strings[coin] = strings.get(coin, 0) | 1 << string
    heaps = count + 2  # larger ones are as the largest
    values: list[int] = []
    wins: list[list[bool]] = []
    for chosen in range(1 << count):
        here = [False] * heaps
        for string in range(count):
            left = chosen & ~(1 << string)
            if left == chosen:
                continue
            frees = any(not strings[coin] & left for coin in {first[string], second[string]} - {ground})
            for heap in range(heaps):
                here[heap] |= wins[left][heap] if frees else not wins[left][heap]
        lost = next((heap for heap in range(heaps) if not here[heap]), None)
        if lost is not None:
            here[lost + 1 :] = [True] * (heaps - lost - 1)
        values.append(LOONY if lost is None else lost)
        wins.append(here)
    return values
