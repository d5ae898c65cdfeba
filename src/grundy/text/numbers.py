"""Numbers as people type them, with a unit or a power, and numbers of more digits than Python writes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from grundy.errors import BadText, Finding

# Numbers with a unit or a power, as people type them: 1e7 heaps, 5min, 4G, 1000x1000.

_SECONDS = {"": 1.0, "s": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_BYTES = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def read_count(text: str, option: str, least: int = 1) -> int:
    """A number of heaps: digits, or as people write large ones.

    >>> read_count("1000000", "--limit"), read_count("1e7", "--limit"), read_count("2.5e12", "--limit")
    (1000000, 10000000, 2500000000000)
    """
    whole, _, power = text.lower().partition("e")
    before, point, after = whole.partition(".")
    digits = before + after
    written = digits.isascii() and digits.isdigit() and bool(before) and (not point or bool(after))
    if "e" in text.lower():
        written &= power.isascii() and power.isdigit() and len(power) < 3 and int(power) >= len(after)
    else:
        written &= not point
    if not written or len(digits) > 30 or int(digits) < least:
        raise BadText([Finding(1, 1, f"a number from {least} on, such as 50000 or 1e7", repr(text), f"<{option}>")])
    return int(digits + "0" * (int(power or 0) - len(after)))


def read_duration(text: str) -> float:
    """Seconds, from a --time-limit: a number, then s, min, h or d.

    >>> read_duration("90"), read_duration("1.5h"), read_duration("2 min")
    (90.0, 5400.0, 120.0)
    """
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?(s|min|m|h|d)?", text)
    if match is None:
        raise BadText([Finding(1, 1, "a time such as 90, 90s, 5min, 1.5h or 2d", repr(text), "<--time-limit>")])
    return float(match[1]) * _SECONDS[match[2] or ""]


def read_size(text: str) -> int:
    """Bytes, from a --memory: a number, then K, M, G or T (powers of 1024; B or iB may follow).

    >>> read_size("4G"), read_size("500MiB"), read_size("1048576")
    (4294967296, 524288000, 1048576)
    """
    match = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]{1,9})?) ?([kmgt]?)(?:i?b)?", text.lower())
    if match is None:
        raise BadText([Finding(1, 1, "a size such as 500M, 4G or 1.5GiB", repr(text), "<--memory>")])
    return int(float(match[1]) * _BYTES[match[2]])


def read_box(text: str) -> tuple[int, ...]:
    """The extents of a box, as in 1000x1000.

    >>> read_box("3x4")
    (3, 4)
    """
    extents = text.lower().split("x")
    if not all(extent.isascii() and extent.isdigit() and len(extent) < 19 for extent in extents):
        near = re.fullmatch(r"[0-9]{1,18}(?:[ ,*×]+[0-9]{1,18})+", text)
        meant = f"; did you mean '{'x'.join(re.findall('[0-9]+', text))}'?" if near else ""
        raise BadText([Finding(1, 1, "the sides of a box, as in 1000x1000", repr(text) + meant, "<--box>")])
    return tuple(map(int, extents))


# Whole numbers of more digits than Python writes (sys.set_int_max_str_digits), which a library must not change.


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


def short_repr(value: Any) -> str:
    """A value as errors print it: its `repr`, with long numbers replaced by their number of digits.

    >>> short_repr((1, "a")), short_repr((3, -(10**5000)))
    ("(1, 'a')", '(3, a negative number of 5,001 digits)')
    """
    try:
        return repr(value)
    except ValueError:
        if isinstance(value, int):
            count = len(digits(abs(value)))
            return f"a {'negative ' if value < 0 else ''}number of {count:,} digits"
        if isinstance(value, tuple):
            return f"({', '.join(map(short_repr, value))})"
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
