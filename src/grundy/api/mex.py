"""The two verbs on nim-values themselves, `mex` and `nim_sum`; both refuse a value that is no nim-value.

Engines, which compute the nim-values themselves, use the functions of `model.convention`, which check nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from grundy.errors import BadRule
from grundy.model import convention
from grundy.text.numbers import short_repr


def mex(*values: Iterable[int] | int) -> int:
    """The least non-negative integer that is not among the given ones.

    Parameters
    ----------
    *values : int, or one iterable of int
        Each >= 0; repeats are harmless.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        A value is not an integer.
    BadRule
        A value is below 0.

    References
    ----------
    Grundy 1939, Mathematics and games.

    Examples
    --------
    >>> mex([0, 1, 3, 1]), mex(0, 1, 3)
    (2, 2)
    """
    return convention.mex(_nim_values(values))


def nim_sum(*values: Iterable[int] | int) -> int:
    """The XOR of some numbers: the nim-value of a disjunctive sum of positions with these nim-values.

    Parameters
    ----------
    *values : int, or one iterable of int
        Each >= 0.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        A value is not an integer.
    BadRule
        A value is below 0.

    References
    ----------
    Sprague 1935, Über mathematische Kampfspiele; Grundy 1939, Mathematics and games.

    Examples
    --------
    >>> nim_sum([3, 5, 6]), nim_sum(3, 4, 5)
    (0, 2)
    """
    return convention.nim_sum(_nim_values(values))


def _nim_values(values: tuple[Iterable[int] | int, ...]) -> list[int]:
    """The nim-values as Python ints, checked. Cost: one look at the type and the sign of each."""
    given: list[Any] = list(values)
    if len(given) == 1 and isinstance(given[0], Iterable):
        given = list(given[0])
    if not set(map(type, given)) <= {int}:
        given = list(map(_integer, given))
    if given and (least := min(given)) < 0:
        raise BadRule(f"expected nim-values from 0 on, found {short_repr(least)}")
    return given


def _integer(value: Any) -> int:
    """Convert any integer, such as NumPy's, to int; refuse a bool, although Python counts it as an int."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)
    except TypeError:
        made = "; int(...) would make it one" if isinstance(value, float) else ""
        raise TypeError(f"expected a nim-value that is an int{made}, found {short_repr(value)}") from None
