"""Times for people."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """A time in words, in its two largest units.

    >>> duration(0.42), duration(75), duration(7380), duration(200_000)
    ('0.4 s', '1 min 15 s', '2 h 3 min', '2 d 7 h')
    """
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    for big, small, step, unit, part in (
        (86400, 3600, 24, "d", "h"),
        (3600, 60, 60, "h", "min"),
        (60, 1, 60, "min", "s"),
    ):
        if whole >= big:
            rest = whole // small % step
            return f"{whole // big} {unit} {rest} {part}" if rest else f"{whole // big} {unit}"
    return f"{whole} s"


def clock(seconds: float) -> str:
    """Hours, minutes and seconds, as wide as before a second ago.

    >>> clock(3725)
    '1:02:05'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
