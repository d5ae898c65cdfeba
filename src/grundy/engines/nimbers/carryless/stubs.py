"""What kernels do with vectors of nimbers; Python cannot call it: instructions.py has what it is in machine code."""

from __future__ import annotations

from typing import Any

BLOCK = 32  # nimbers that are multiplied at once


def multiply_block(a: Any, b: Any, out: Any, there: Any, back: Any, start: Any) -> None:
    """The products of BLOCK words from a place on."""
    raise NotImplementedError
