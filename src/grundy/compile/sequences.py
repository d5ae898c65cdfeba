"""Sequences of whole numbers from outside a rule."""

from __future__ import annotations

from typing import Any


def are_whole(numbers: Any) -> bool:
    """Whether all of some items are whole numbers, and not of a class of the user's, which may count otherwise."""
    return all(type(number) is int or type(number) is bool for number in numbers)
