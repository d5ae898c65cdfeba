"""Periods of octal games that are published, with their sources, and the errors known in public tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class KnownPeriod:
    """A published fact: G(n + period) = G(n) for n >= preperiod, the least of each."""

    code: str
    preperiod: int
    period: int
    source: str


@cache
def known_periods() -> tuple[KnownPeriod, ...]:
    """Octal games of up to three digits that are solved, in the order of the file.

    >>> next(fact for fact in known_periods() if fact.code == "0.77")
    KnownPeriod(code='0.77', preperiod=71, period=12, source='A002186')
    """
    rows = (line.split() for line in _lines("octal-periods.txt"))
    return tuple(KnownPeriod(code, int(preperiod), int(period), source) for code, preperiod, period, source in rows)


@cache
def known_errors() -> tuple[tuple[str, str, str, str, str], ...]:
    """Errors in public tables: code, table, what it says, what is right, how that is known.

    >>> [error[0] for error in known_errors()]
    ['0.161', '0.27', '0.314', '0.56']
    """
    rows = (tuple(cell.strip() for cell in line.split("|")) for line in _lines("errors.txt"))
    return tuple((code, table, says, right, how) for code, table, says, right, how in rows)


def _lines(name: str) -> list[str]:
    text = files("grundy").joinpath("known", name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
