"""What kernels do with rows of eight words, each kept in a register; they also take them together by &, |, ^ and ~.

Python cannot call these: instructions.py has what they are in machine code.
"""

from __future__ import annotations

from typing import Any


def load(array: Any, place: Any) -> Any:
    """A row of a u8 array from a place on; nothing is checked, and the place need not be a multiple of 8."""
    raise NotImplementedError


def store(array: Any, place: Any, words: Any) -> Any:
    """Write a row to a u8 array from a place on."""
    raise NotImplementedError


def turned(words: Any, amount: Any) -> Any:
    """Each word of a row rotated to the left by 0..63 bits."""
    raise NotImplementedError


def filled(bit: Any) -> Any:
    """A row of ones for True, of zeros for False."""
    raise NotImplementedError


def some(words: Any) -> Any:
    """Whether any bit of a row is set."""
    raise NotImplementedError
