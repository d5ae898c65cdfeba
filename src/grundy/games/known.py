"""Periods of octal games that are published, with their sources."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from grundy.model.frozen import frozen


@frozen
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


def _lines(name: str) -> list[str]:
    text = files("grundy").joinpath("known", name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
