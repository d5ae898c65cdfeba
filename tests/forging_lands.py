"""Certificates of Sprouts: true ones, their own forgeries, and whether one is true, by the rule alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from grundy.games import sprouts
from grundy.notation.expression import parse
from grundy.proof import certify_lands

VALUED = ("sprouts(2)", "sprouts(3)", "sprouts(2) + sprouts(1)", "sprouts(0*2.AB.}AB.}!)", "sprouts(1a1a.1.}!)")
PLAYED = ("sprouts(1)", "sprouts(3)", "sprouts(2) + sprouts(1)", "sprouts(0.AB.}AB.}!)")
SIGNS = "00122AB.}!*3"


def honest() -> list[str]:
    """True certificates of values."""
    return [_text(certify_lands.certificate(*_given(expression))) for expression in VALUED]


def honest_strategies() -> list[str]:
    """True certificates of who wins, in both plays."""
    return [
        _text(certify_lands.strategy(*_given(expression), misere)) for expression in PLAYED for misere in (False, True)
    ]


def _given(expression: str) -> tuple[certify_lands.Position, certify_lands.Lands]:
    position = parse(expression)
    shape = certify_lands.lands_shape(position)
    assert shape
    return position, shape


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def forge(lines: list[str], rng: Random) -> list[str]:
    """One line with another spot, boundary or region, or another winner."""
    at = rng.choice([at for at, line in enumerate(lines) if line.startswith(("position", "set", "wins"))] or [0])
    word, _, rest = lines[at].partition(" ")
    if word == "wins":
        rest = {"first": "second", "second": "first"}.get(rest, "first")
    elif rest:
        place = rng.randrange(len(rest))
        rest = rest[:place] + rng.choice(("", *SIGNS)) + rest[place + rng.randrange(2) :]
    return [*lines[:at], f"{word} {rest}", *lines[at + 1 :]]


def true(lines: list[list[str]]) -> bool:
    """Whether what such a certificate claims is true, by the definition."""
    said = {line[0]: line[1:] for line in lines if line[0] != "set"}
    lands = sprouts.lands_in(said["position"][0])
    if said.get("play") == ["misere"]:
        return _wins_misere(lands) == (said["wins"] == ["first"])
    total = 0
    for land in lands:
        total ^= value(land)
    return total == int(said["value"][0]) if "value" in said else bool(total) == (said["wins"] == ["first"])


@cache
def value(land: sprouts.Land) -> int:
    """The nim-value of a land, by the definition."""
    totals = set()
    for left in set(sprouts.lands_after(land)):
        total = 0
        for part in left:
            total ^= value(part)
        totals.add(total)
    return next(v for v in range(len(totals) + 1) if v not in totals)


@cache
def _wins_misere(lands: sprouts.Parts) -> bool:
    options = sprouts.options_of(lands)
    return not options or any(not _wins_misere(option) for option in options)
