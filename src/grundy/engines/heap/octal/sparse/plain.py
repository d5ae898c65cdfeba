"""Nim-values by a sparse space in plain Python: the slow twin of the kernels of this folder."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.engines.heap.octal.sparse.space import SparseSpace, splits
from grundy.model.shapes import Digits


def values(shape: Digits, space: SparseSpace, stop: int) -> tuple[list[int], list[int]]:
    """G(0), ..., G(stop - 1) and the rare heaps >= 1 among them. Any space gives the same values.

    >>> values(Digits((0, 7, 7)), SparseSpace(7), 20)[0]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2]
    """
    g: list[int] = []
    rares: list[int] = []
    takes = splits(shape)
    for n in range(stop):
        option_values = {0 for take, digit in enumerate(shape.digits) if digit & 1 and take == n}
        option_values |= {g[n - take] for take, digit in enumerate(shape.digits) if digit & 2 and take < n}
        for take in takes:
            for rare in rares:
                other = n - take - rare
                if other >= 1 and not (shape.unequal and other == rare):
                    option_values.add(g[rare] ^ g[other])
        value = 0
        while value in option_values or not space.is_common(value, n):
            value += 1
        missing = {v for v in range(value) if v not in option_values}  # rare ones: is each of them an option's value?
        for small in range(1, n // 2 + 1):
            if not missing:
                break
            for take in takes:
                if n - take - small >= small + shape.unequal:
                    missing.discard(g[small] ^ g[n - take - small])
        g.append(min(missing, default=value))
        if missing and n:
            rares.append(n)
    return g, rares


def window_hashes(g: Sequence[int], window: int, multiplier: int) -> list[int]:
    """For each n from `window` to len(g): the sum of (g[i] + 1) * multiplier**(n - 1 - i), mod 2**64, of the window.

    >>> window_hashes([1, 2, 1, 2], 2, 10)
    [23, 32, 23]
    """
    return [
        sum((g[i] + 1) * pow(multiplier, n - 1 - i, 2**64) for i in range(n - window, n)) % 2**64
        for n in range(window, len(g) + 1)
    ]
