"""The entries of a table, for tests that damage it."""

from __future__ import annotations

import numpy as np

SIZE = 2_500_000  # entries of one byte: three digest chunks


def values() -> np.ndarray:
    return (np.arange(SIZE) * 37 % 253).astype(np.uint8)
