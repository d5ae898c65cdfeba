"""The two verbs on nim-values themselves, `mex` and `nim_sum`: what is no nim-value is refused.

Whatever computes nim-values, and so knows what they are, uses those of `model.convention`, which check nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index

from grundy.errors import BadRule
from grundy.model import convention
from grundy.text.numbers import shown


def mex(values: Iterable[int]) -> int:
    """The least non-negative integer that is not among some.

    Parameters
    ----------
    values : iterable of int
        Each >= 0; repeats are harmless.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        Something in it is no integer.
    BadRule
        A number is below 0.

    References
    ----------
    Grundy 1939, Mathematics and games.

    Examples
    --------
    >>> mex([0, 1, 3, 1])
    2
    """
    return convention.mex(_nim_values(values))


def nim_sum(values: Iterable[int]) -> int:
    """The XOR of some numbers: the nim-value of a disjunctive sum of positions with these nim-values.

    Parameters
    ----------
    values : iterable of int
        Each >= 0.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        Something in it is no integer.
    BadRule
        A number is below 0.

    References
    ----------
    Sprague 1935, Über mathematische Kampfspiele; Grundy 1939, Mathematics and games.

    Examples
    --------
    >>> nim_sum([3, 5, 6])
    0
    """
    return convention.nim_sum(_nim_values(values))


def _nim_values(values: Iterable[int]) -> list[int]:
    """Nim-values as Python's ints; it takes no longer than to look at the type and the sign of each."""
    try:
        each = iter(values)
    except TypeError:
        raise TypeError(f"expected nim-values, as in [0, 1, 3], found {shown(values)}") from None
    given = list(each)
    if not set(map(type, given)) <= {int}:
        given = list(map(_integer, given))
    if given and (least := min(given)) < 0:
        raise BadRule(f"expected nim-values from 0 on, found {shown(least)}")
    return given


def _integer(value: int) -> int:
    """An integer of whatever kind, such as NumPy's; no truth value, which Python takes for one."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)
    except TypeError:
        made = "; int(...) would make it one" if isinstance(value, float) else ""
        raise TypeError(f"expected a nim-value that is an int{made}, found {shown(value)}") from None
