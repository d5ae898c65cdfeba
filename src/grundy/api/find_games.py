"""Games by words, and by the first values of their heaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations

from grundy.engines.sequence import first_values
from grundy.errors import BadRule
from grundy.games.catalogue import GAMES
from grundy.games.heaps import take_away
from grundy.games.octal import octal
from grundy.games.single import KINDS, subtract
from grundy.model.space import HEAP
from grundy.notation.expression import parse_rule

STORED = 48  # values of each rule in the index
LEAST = 4  # values by which games are looked for
SHIFTS = 4  # heaps at the beginning that may be left out
DIGITS = 3  # of the octal codes in the index
AMOUNTS = 6  # the largest number in the sets of amounts in the index


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that was looked for.

    Attributes
    ----------
    spec : str
        The rule: ``kayles``, or ``octal:0.26``.
    name : str
        The game of the catalogue: ``octal``.
    summary : str
        Its rule in one sentence.
    first : int or None
        The heap that has the first of the values; None where words were looked for.
    """

    spec: str
    name: str
    summary: str
    first: int | None = None

    def as_dict(self) -> dict[str, object]:
        """The game for programs."""
        return {"game": self.spec, "name": self.name, "says": self.summary, "first": self.first}


def find_games(words: str = "", *, values: Sequence[int] = ()) -> list[FoundGame]:
    """Games of the catalogue by words, or rules by the first nim-values of their heaps.

    Parameters
    ----------
    words : str, optional
        Each must stand in the name of a game, in its sentence or in its source, in capitals or not.
    values : sequence of int, optional
        At least four nim-values of heaps in a row, the first of them of a heap of 0 to 3.

    Returns
    -------
    list of FoundGame
        By the heap of the first value; among these, games with a name of their own before codes.

    Raises
    ------
    BadRule
        Too few values, or one that is no whole number from 0 on.

    Notes
    -----
    Values are looked up in an index of the games of heaps, of sets of amounts up to 6 and of all octal codes of up to
    three digits; of more values than it has, all are compared.

    Examples
    --------
    >>> [found.spec for found in find_games(values=[0, 1, 2, 3, 1, 4, 3])]
    ['kayles']
    >>> [found.spec for found in find_games("fibonacci pile")]
    ['fibonacci-nim']
    """
    named = [FoundGame(game.name, game.name, game.summary) for game in GAMES.values() if _has(game.name, words)]
    return _with_values(list(values)) if values else named


def _has(name: str, words: str) -> bool:
    game = GAMES[name]
    text = f"{game.name} {game.called()} {game.summary} {game.source}".casefold()
    return all(word in text for word in words.casefold().split())


def _with_values(values: list[int]) -> list[FoundGame]:
    if len(values) < LEAST or any(type(value) is not int or value < 0 for value in values):
        raise BadRule(f"expected {LEAST} nim-values or more, each a whole number from 0 on")
    found = []
    for spec, theirs in _index():
        for first in range(SHIFTS):
            here = theirs[first:]
            if here[: len(values)] == values[: len(here)] and _goes_on(spec, first, values):
                name = spec.partition(":")[0]
                found.append(FoundGame(spec, name, GAMES[name].summary, first))
                break
    return sorted(found, key=lambda one: one.first or 0)


def _goes_on(spec: str, first: int, values: list[int]) -> bool:
    """Whether the rule has more values than the index, too."""
    if first + len(values) <= STORED:
        return True
    return [int(value) for value in first_values(parse_rule(spec), first + len(values))[first:]] == values


@cache
def _index() -> list[tuple[str, list[int]]]:
    text = files("grundy").joinpath("known", "first-values.txt").read_text(encoding="utf-8")
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return [(spec, list(map(int, values))) for spec, *values in rows]


def index_lines() -> list[str]:
    """The index as it has to be: games with a name, sets that may be taken, codes; of equal ones the first."""
    rules = [game.rule(None) for game in GAMES.values() if not game.parameters and not game.json]
    named = [rule for rule in rules if rule is not None and rule.space is HEAP]
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
