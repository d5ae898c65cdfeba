"""Coin-turning games: a move turns some coins of a row over, the last of them from heads to tails.

Coins are counted from 0 here, and a set of them is a tuple that falls: the last coin first. What they are worth is in
coin_values.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from grundy.errors import BadRule
from grundy.model.frozen import frozen
from grundy.model.option import Option, to

Coins = tuple[int, ...]


@frozen
class Turning:
    """Which coins a move may turn, each set said once; made by `turning`.

    counts     any so many coins
    distances  the coins that lie so far before the last one; each rises, and begins with 0, the last one itself
    runs       any number of neighbours
    """

    counts: tuple[int, ...] = ()
    distances: tuple[tuple[int, ...], ...] = ()
    runs: bool = False

    def sets(self, last: int) -> Iterator[Coins]:
        """All that may be turned with this coin as the last, each once."""
        for count in self.counts:
            for others in combinations(range(last), count - 1):
                yield (last, *reversed(others))
        yield from self.at_distances(last)
        yield from self.in_runs(last)

    def at_distances(self, last: int) -> Iterator[Coins]:
        """Those of `distances`."""
        for distances in self.distances:
            if distances[-1] <= last:
                yield tuple(last - distance for distance in distances)

    def in_runs(self, last: int) -> Iterator[Coins]:
        """Those of `runs`."""
        for length in range(1, last + 2) if self.runs else ():
            if length not in self.counts:
                yield tuple(range(last, last - length, -1))


def turning(counts: Iterable[int] = (), distances: Iterable[tuple[int, ...]] = (), runs: bool = False) -> Turning:
    """Which coins may be turned, without what is said twice.

    >>> turning([2, 1, 2], [(0, 1), (0, 2, 3)])
    Turning(counts=(1, 2), distances=((0, 2, 3),), runs=False)
    """
    numbers, places = tuple(sorted(set(counts))), tuple(distances)
    if numbers and numbers[0] < 1:
        raise BadRule(f"turning: expected numbers of coins, 1 or more, found {numbers[0]}")
    for place in places:
        if place[:1] != (0,) or list(place) != sorted(set(place)):
            raise BadRule(f"turning: expected distances that begin with 0, the last coin, and rise, found {place}")
    rest = {place for place in places if len(place) not in numbers and not (runs and place == tuple(range(len(place))))}
    return Turning(numbers, tuple(sorted(rest)), runs)


def coin_options(row: str, *, turns: Turning) -> Iterator[Option]:
    """Turn a set of coins over, the last of them from heads to tails."""
    for last, coin in enumerate(row):
        if coin == "H":
            for coins in turns.sets(last):
                yield to(turned(row, coins), coins=count_from_one(coins))


def turned(row: str, coins: Coins) -> str:
    """A row with some coins turned over.

    >>> turned("TTH", (2, 0))
    'HTT'
    """
    after = list(row)
    for place in coins:
        after[place] = "T" if row[place] == "H" else "H"
    return "".join(after)


def count_from_one(coins: Coins) -> Coins:
    """Coins as people count them, from 1."""
    return tuple(place + 1 for place in coins)
