"""Slow Nim: a move takes one counter from each of some piles, at most k of them; in exact slow Nim, of just k."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import prod

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game, ReadRule
from grundy.games.moore import taking, taking_words
from grundy.model.given import plain
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import Theory
from grundy.model.space import read_some, vector
from grundy.text.numbers import short_repr
from grundy.text.reader import Text

Piles = tuple[int, ...]
SLOW, EXACT = "slow-nim", "exact-slow-nim"
MOST_PILES = 1_000
FEW_POSITIONS = 2_000  # of which the definition gives the nim-value at once, where a theorem gives the winner alone
MOST_PLAYED = 100_000  # counters of piles whose play is followed move by move: a second


def slow_options(piles: Piles, *, least: int, most: int) -> Iterator[Option]:
    """Take one counter from each of `least` to `most` piles."""
    full = [place for place, pile in enumerate(piles) if pile]
    for count in range(least, min(most, len(full)) + 1):
        for places in combinations(full, count):
            left = tuple(pile - (place in places) for place, pile in enumerate(piles))
            yield to(left, **dict(taking(places, [1] * count)))


def slow_covers(piles: Piles, most: int) -> bool:
    """Whether the parities of the piles tell who wins slow Nim: k is 1, or at most k + 1 piles are left."""
    return most == 1 or len(piles) - piles.count(0) <= most + 1


def slow_is_p(piles: Piles, most: int) -> bool:
    """Whether the second player wins slow Nim, where `slow_covers` says so.

    A move makes just the piles that it touches odd or even. Of at most k piles those lose that are all even; of k + 1
    also those that are all odd, for a move changes some and not all.

    >>> slow_is_p((2, 4), 2), slow_is_p((1, 3, 5), 2), slow_is_p((1, 3), 2), slow_is_p((1, 2, 3, 4), 1)
    (True, True, False, True)
    """
    odd = sum(pile % 2 for pile in piles)
    if most == 1:
        return odd % 2 == 0
    left = len(piles) - piles.count(0)
    return odd == 0 or odd == left == most + 1


def exact_covers(piles: Piles, count: int) -> bool:
    """Whether it is known who wins exact slow Nim: k is 1, or at most k + 1 piles are left."""
    left = len(piles) - piles.count(0)
    return count == 1 or left <= count or (left == count + 1 and sum(piles) <= MOST_PLAYED)


def exact_is_p(piles: Piles, count: int) -> bool:
    """Whether the second player wins exact slow Nim, where `exact_covers` says so.

    Of k piles each move takes from all. Of k + 1 both players do best to leave out the smallest even pile, or if there
    is none the largest; that play is as long as one player can make it and as short as the other can.

    >>> exact_is_p((2, 7), 2), exact_is_p((1, 1, 1), 2), exact_is_p((2, 2, 2), 2), exact_is_p((5, 0), 2)
    (True, False, True, True)
    """
    if count == 1:
        return sum(piles) % 2 == 0
    full = [pile for pile in piles if pile]
    if len(full) <= count:
        return len(full) < count or min(full) % 2 == 0
    moves = 0
    while full.count(0) <= 1:
        even = [pile for pile in full if pile % 2 == 0]
        kept = full.index(min(even) if even else max(full))
        full = [pile - (place != kept) for place, pile in enumerate(full)]
        moves += 1
    return moves % 2 == 0


SLOW_SOURCE = "Gurvich, Heubach, Ho & Chikin 2020: of at most k + 1 piles the parities tell who wins"
EXACT_SOURCE = (
    "Gurvich, Martynov, Maximchuk & Vyalyi 2023: of k + 1 piles it is best to leave out the smallest even one, or if "
    "all are odd the largest; fewer leave no choice"
)


@cache
def _rule(name: str, count: int) -> Rule:
    exact = name == EXACT
    is_p, covers = (exact_is_p, exact_covers) if exact else (slow_is_p, slow_covers)
    return Rule(
        f"{name}:{count}",
        slow_options,
        (("least", count if exact else 1), ("most", count)),
        space=vector(),
        theory=Theory(
            EXACT_SOURCE if exact else SLOW_SOURCE,
            is_p=lambda piles: is_p(piles, count),
            covers=lambda piles: prod(pile + 1 for pile in piles) > FEW_POSITIONS and covers(piles, count),
        ),
        format_move=taking_words,
    )


def _made(name: str, count: int) -> Rule:
    count = plain(count)
    if type(count) is not int or not 1 <= count <= MOST_PILES:
        raise BadRule(f"{name}: expected a number of piles from 1 to {MOST_PILES:,}, found {short_repr(count)}")
    return _rule(name, count)


def exact_slow_nim(count: int) -> Rule:
    """The rule of exact slow Nim: take one counter from each of just k piles.

    Parameters
    ----------
    count : int
        From how many piles a move takes, >= 1.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        It is no positive integer.

    References
    ----------
    Gurvich, Heubach, Ho & Chikin 2020, Slow k-Nim.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(exact_slow_nim(2)((1, 1))).nim_value, solve(exact_slow_nim(2)((3, 0))).winner
    (1, 'second')
    """
    return _made(EXACT, count)


def slow_nim(most: int) -> Rule:
    """The rule of slow Nim: take one counter from each of one to k piles.

    Parameters
    ----------
    most : int
        From how many piles a move may take, >= 1.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        It is no positive integer.

    References
    ----------
    Gurvich, Heubach, Ho & Chikin 2020, Slow k-Nim.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(slow_nim(2)((3, 5, 7))).winner, solve(slow_nim(2)((3, 4, 7))).winner
    ('second', 'first')
    """
    return _made(SLOW, most)


def _reader(name: str, make: Callable[[int], Rule]) -> ReadRule:
    def read(parameters: Text | None) -> Rule | None:
        if parameters is None:
            return None
        numbers = read_some(parameters, "a number of piles", 1, least=1, most=MOST_PILES)
        return None if parameters.findings else make(*numbers)

    return read


GURVICH = "Gurvich, Heubach, Ho & Chikin 2020, Slow k-Nim"
PILES = "pile sizes with blanks between them"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        SLOW,
        "Take one counter from each of one to k piles.",
        PILES,
        _reader(SLOW, slow_nim),
        ("slow-nim:2", "2 3 3 1"),
        GURVICH,
        (
            Fact("slow-nim:2", "2 2", "by hand: answer by the same move", nim_value=0, winner="second"),
            Fact("slow-nim:2", "1 1", "by hand: leaves one counter, or none", nim_value=2, winning_moves=1),
            Fact("slow-nim:2", "1 1 1", "by hand: leaves one or two ones, and the next move none", winner="second"),
            Fact("slow-nim:1", "3 4 5", "by hand: twelve moves", nim_value=0, winner="second"),
            Fact("slow-nim:2", "1 1", "by hand: leave one counter", winner="first", winning_moves=2,
                 convention="misere"),
        ),
        "from how many piles a move may take",
        title="Slow Nim",
    ),
    Game(
        EXACT,
        "Take one counter from each of just k piles.",
        PILES,
        _reader(EXACT, exact_slow_nim),
        ("exact-slow-nim:2", "1 2 3 4"),
        GURVICH,
        (
            Fact("exact-slow-nim:2", "3 5", "by hand: three moves, each from both piles", nim_value=1, winning_moves=1),
            Fact("exact-slow-nim:2", "1 1 1", "by hand: one move, after which one pile is left", nim_value=1,
                 winning_moves=3),
            Fact("exact-slow-nim:3", "4 4", "by hand: too few piles", nim_value=0, winner="second", winning_moves=0),
            Fact("exact-slow-nim:2", "3 5", "by hand: three moves, each from both piles", winner="second",
                 convention="misere"),
        ),
        "from how many piles a move takes",
        title="Exact slow Nim",
    ),
)  # fmt: skip
