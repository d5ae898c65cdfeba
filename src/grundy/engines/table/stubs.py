"""What kernels of tables do with words; Python cannot call it: instructions.py has what it is in machine code."""

from __future__ import annotations

from typing import Any


def trailing_zeros(word: Any) -> Any:
    """The number of 0 bits below the lowest 1 bit of an unsigned word; its width for 0."""
    raise NotImplementedError
