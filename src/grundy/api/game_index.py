"""The index of known games of heaps by their first values: games with a name, sets that may be taken, octal codes.

What looks for a game by its values looks here, so that all say the same of the same values. Of values that the index
has, nothing is computed; of more, those of the games that agree so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from grundy.answering.sequence import first_values
from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.model.rule import Rule
from grundy.model.space import HEAP
from grundy.notation.expression import parse_rule

STORED = 48  # values of each rule in the index


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A known game, and its first values.

    spec    the rule: kayles, octal:0.26
    called  what it is called in words; of a code, the code
    values  of the heaps 0 to STORED - 1
    """

    spec: str
    called: str
    values: tuple[int, ...]

    @property
    def is_named(self) -> bool:
        """Whether it is a game with a name of its own, not a code."""
        return self.spec in GAMES

    def first(self, count: int) -> tuple[int, ...]:
        """The values of the heaps below `count`."""
        return self.values[:count] if count <= STORED else _computed(self.spec, count)

    def has(self, values: Sequence[int], first: int = 0) -> bool:
        """Whether these are the values of the heap `first` and of those behind it."""
        stored = self.values[first:]
        if stored[: len(values)] != tuple(values[: len(stored)]):
            return False
        return len(values) <= len(stored) or self.first(first + len(values))[first:] == tuple(values)


@lru_cache(maxsize=64)
def _computed(spec: str, count: int) -> tuple[int, ...]:
    return tuple(int(value) for value in first_values(parse_rule(spec), count))


@cache
def index() -> tuple[IndexEntry, ...]:
    """The known games, those with a name first; of codes with the same values the first.

    >>> [entry.spec for entry in index() if entry.has([0, 1, 2, 3, 1, 4, 3])]
    ['kayles']
    """
    text = files("grundy").joinpath("known", "first-values.txt").read_text(encoding="utf-8")
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return tuple(
        IndexEntry(spec, GAMES[spec].called() if spec in GAMES else spec, tuple(map(int, values)))
        for spec, *values in rows
    )


def named_games() -> Iterator[tuple[Game, Rule]]:
    """The games of heaps that have a name of their own, with their rules."""
    for game in GAMES.values():
        rule = None if game.parameters or game.json else game.rule(None)
        if rule is not None and rule.space is HEAP:
            yield game, rule
