"""Prim: take from a pile a number of counters that has no divisor in common with it, and never the last counter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import gcd

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.single import primes
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import Theory
from grundy.model.space import HEAP

MOST = 1_000_000  # counters of a pile, all of whose moves are looked through


def prim_options(n: int) -> Iterator[Option]:
    """Take fewer than n counters from n, of which no number above 1 divides both."""
    for take in range(1, n):
        if gcd(take, n) == 1:
            yield to(n - take, take=take)


@cache
def _smallest_primes(size: int) -> list[int]:
    """For each n below `size`, which prime the smallest that divides n is: 1 for 2, 2 for 3, 3 for 5, ..."""
    which = [0] * size
    for place, prime in enumerate(primes(size - 1), 1):
        for n in range(prime, size, prime):
            which[n] = which[n] or place
    return which


def prim_value(n: int) -> int:
    """The place among the primes of the smallest one that divides n; 0 for 1.

    Raises:  OutOfReach: more than MOST counters.

    >>> [prim_value(n) for n in range(1, 16)]
    [0, 1, 2, 1, 3, 1, 4, 1, 2, 1, 5, 1, 6, 1, 2]
    """
    if n > MOST:
        raise OutOfReach(f"prim: expected piles of at most {MOST:,} counters, found {n:,}")
    return _smallest_primes(1 << n.bit_length())[n]


ONAG = "Conway 1976, On Numbers and Games, ch. 11"
A055396 = "OEIS A055396: the smallest prime that divides the pile, counted from 2"

prim = Rule(
    "prim",
    prim_options,
    space=HEAP,
    theory=Theory(
        f"{ONAG}: if the smallest prime that divides n is the k-th, n is worth k",
        prim_value,
    ),
    format_move="take {take} from pile {pile}".format_map,
)

HEADING = "Heaps, one of which is changed"
GAMES = (
    Game(
        "prim",
        "Take from one pile a number of counters that has no divisor in common with it, and never the last counter.",
        "pile sizes with blanks between them",
        no_parameters(prim),
        ("prim", "9 10 15"),
        f"{ONAG}; Winning Ways, ch. 4",
        (
            Fact("prim", "1", "by hand: the last counter stays", nim_value=0, winner="second", winning_moves=0),
            Fact("prim", "9", A055396, nim_value=2),
            Fact("prim", "13", A055396, nim_value=6, winning_moves=1),
            Fact("prim", "49", A055396, nim_value=4),
            Fact("prim", "2", "by hand: one move", winner="second", convention="misere"),
        ),
    ),
)
