"""Games by words, and by the first values of their heaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grundy.api.game_index import index
from grundy.errors import BadRule
from grundy.games.catalogue import GAMES

LEAST = 4  # values by which games are looked for
SHIFTS = 4  # heaps at the beginning that may be left out


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


def find_games(words: str = "", *, values: Sequence[int] | None = None) -> list[FoundGame]:
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
    return named if values is None else _with_values(list(values))


def _has(name: str, words: str) -> bool:
    game = GAMES[name]
    text = f"{game.name} {game.called()} {game.summary} {game.source}".casefold()
    return all(word in text for word in words.casefold().split())


def _with_values(values: list[int]) -> list[FoundGame]:
    if len(values) < LEAST or any(type(value) is not int or value < 0 for value in values):
        raise BadRule(f"expected {LEAST} nim-values or more, each a whole number from 0 on")
    games = []
    for entry in index():
        spec = entry.spec
        for first in range(SHIFTS):
            if entry.has(values, first):
                name = spec.partition(":")[0]
                games.append(FoundGame(spec, name, GAMES[name].summary, first))
                break
    return sorted(games, key=lambda one: one.first or 0)
