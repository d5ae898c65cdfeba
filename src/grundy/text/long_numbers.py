"""Whole numbers of more digits than Python writes (sys.set_int_max_str_digits), which a library must not change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def digits(number: int, form: str = "") -> str:
    """All digits of a number; with "," in threes. Python's own limit is there for time: this takes less than n^2.

    >>> digits(12345), digits(12345, ","), len(digits(10**5000)), digits(10**5000, ",")[:9]
    ('12345', '12,345', 5001, '100,000,0')
    """
    try:
        return format(number, form)
    except ValueError:
        from decimal import Decimal

        return format(Decimal(number), f"{form}f")


def shown(value: Any) -> str:
    """What an error calls a value: its `repr`; of numbers that are too long for that how many digits they have.

    >>> shown((1, "a")), shown((3, -(10**5000)))
    ("(1, 'a')", '(3, a negative number of 5,001 digits)')
    """
    try:
        return repr(value)
    except ValueError:
        if isinstance(value, int):
            count = len(digits(abs(value)))
            return f"a {'negative ' if value < 0 else ''}number of {count:,} digits"
        if isinstance(value, tuple):
            return f"({', '.join(map(shown, value))})"
        return f"a {type(value).__name__} with numbers that are too long to be shown"


class _Whole(int):
    """A number that is written with all of its digits."""

    def __format__(self, form: str) -> str:
        return digits(int(self), form)

    def __str__(self) -> str:
        return digits(int(self))

    __repr__ = __str__


def in_full(write: Callable[[dict[str, Any]], str], values: dict[str, Any]) -> str:
    """What a function writes of values, with all digits of whatever is too long for Python.

    >>> len(in_full(lambda values: f"take {values['take']}", {"take": 10**5000}))
    5006
    """
    try:
        return write(values)
    except ValueError:
        return write({name: _wholly(value) for name, value in values.items()})


def _wholly(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_wholly, value))
    return _Whole(value) if type(value) is int else value
