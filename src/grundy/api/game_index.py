"""The index of known games of heaps by their first values: games with a name, sets that may be taken, octal codes.

What looks for a game by its values looks here, so that all say the same of the same values. Of values that the index
has, nothing is computed; of more, those of the games that agree so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations

from grundy.engines.sequence import first_values
from grundy.games.catalogue import GAMES
from grundy.games.entry import Game
from grundy.model.rule import Rule
from grundy.model.space import HEAP
from grundy.notation.expression import parse_rule

STORED = 48  # values of each rule in the index
DIGITS = 3  # of the octal codes in the index
AMOUNTS = 6  # the largest number in the sets of amounts in the index


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


def index_lines() -> list[str]:
    """The index as it has to be: games with a name, sets that may be taken, codes; of equal ones the first."""
    from grundy.games.heaps import take_away
    from grundy.games.octal import octal
    from grundy.games.single import KINDS, subtract

    named = [rule for _, rule in named_games()]
    sets = [amounts for count in range(1, AMOUNTS + 1) for amounts in combinations(range(1, AMOUNTS + 1), count)]
    codes = [f"{number:0{DIGITS}o}".rstrip("0") for number in range(1, 8**DIGITS)]
    families = [
        *map(subtract, KINDS),
        *(take_away(*amounts) for amounts in sets),
        *(octal(f"0.{code}") for code in codes),
    ]
    lines: dict[str, str] = {}
    for rule in (*named, *families):
        values = " ".join(str(int(value)) for value in first_values(rule, STORED))
        if rule in named or values not in lines.values():
            lines[rule.spec] = values
    return [f"{spec} {values}" for spec, values in lines.items()]
