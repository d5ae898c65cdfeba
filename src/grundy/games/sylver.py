"""Sylver coinage: the players name numbers, none of which is a sum of numbers named before; 1 is never named.

Whoever names 1 loses; so nobody does, and who cannot name another number has lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from math import gcd

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game
from grundy.model.board import Board, Piles
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.semigroups import MOST_GAP, gaps_of, least_coins, members
from grundy.model.shapes import Coinage
from grundy.model.space import Space, States, is_size, is_sizes
from grundy.text.notation import read_numbers, read_set, write_numbers
from grundy.text.reader import Text

Coins = tuple[int, ...]
MOST_COIN = 1_000_000
MOST_COINS = 1_000
MOST_NAMED = 10_000
"""Of infinitely many numbers that may be named, those that are listed."""


def sylver_options(coins: Coins) -> Iterator[Option]:
    """Name a number above 1 that is no sum of coins."""
    for number in numbers_for(coins):
        yield to(least_coins((*coins, number)), name=number)


def numbers_for(coins: Coins) -> Iterator[int]:
    """The numbers above 1 that are no sums of coins, in order. Raises OutOfReach: more than MOST_NAMED of them."""
    divisor = gcd(*coins)
    gaps = gaps_of([coin // divisor for coin in coins]) if coins else 0
    if gaps is None:
        raise OutOfReach(f"sylver: expected coins of which all numbers from {MOST_GAP:,} on are sums")
    if divisor == 1:
        yield from (number for number in members(gaps) if number > 1)
        return
    for number in count(2):
        if number > MOST_NAMED:
            raise OutOfReach(f"sylver {write_numbers(coins)}: infinitely many numbers may be named, up to any size")
        if not coins or number % divisor or gaps >> number // divisor & 1:
            yield number


def _sylver(before: Coins) -> Rule:
    """The rule; after some coins a number n stands for these and n."""

    def coins_of(state: State) -> Coins:
        if isinstance(state, int):
            return least_coins((*before, state)[: len(before) + (state > 0)])
        return state  # type: ignore[return-value]

    def options(state: State) -> Iterator[Option]:
        coins = coins_of(state)
        return sylver_options(coins)

    def holds(state: State) -> bool:
        if before and is_size(state):
            return True
        return is_sizes(state) and 1 not in state and least_coins(state) == state  # type: ignore

    def read(text: Text) -> States:
        numbers = read_numbers(text, "a number that was named", 0 if before else 2)
        words = [*re.finditer(r"\S+", text.string)]
        if text.findings or len(words) != len(numbers):
            return ()
        for place, number in enumerate(numbers):
            if number > MOST_COIN:
                text.report_at(words[place].start(), f"numbers of at most {MOST_COIN:,}")
            elif number in numbers[:place]:
                text.report_at(words[place].start(), "each number once", f"{number} a second time")
            elif len(numbers) > 1 and number < 2:
                text.report_at(words[place].start(), "numbers above 1: whoever names 1 loses", str(number))
        if len(numbers) > MOST_COINS:
            text.report_at(words[MOST_COINS].start(), f"at most {MOST_COINS:,} numbers")
        if text.findings:
            return ()
        return numbers if before and len(numbers) == 1 else (least_coins(numbers),)

    def write(states: States) -> str:
        state = states[0]
        return str(state) if isinstance(state, int) else write_numbers(state)  # type: ignore[arg-type]

    def draw(states: States) -> Board:
        return Piles(coins_of(states[0]), "coin")

    spec = f"sylver:{','.join(map(str, before))}" if before else "sylver"
    return Rule(
        spec,
        options,
        space=Space("numbers that were named", "", holds, read, write, draw),
        shape=Coinage(coins_of),
        format_move="name {name}".format_map,
    )


@cache
def _after(before: Coins) -> Rule:
    return _sylver(before)


sylver = _sylver(())


def _read_rule(parameters: Text | None) -> Rule | None:
    if parameters is None:
        return sylver
    before = read_set(parameters, "a number that was named", 2)
    if parameters.findings:
        return None
    if before[-1] > MOST_COIN or len(before) > MOST_COINS:
        parameters.report_at(0, f"at most {MOST_COINS:,} numbers of at most {MOST_COIN:,}")
        return None
    return _after(before)


WINNING_WAYS = "Berlekamp, Conway & Guy 1982, Winning Ways, ch. 18"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "sylver",
        "Name a number that is no sum of numbers named before, each as often as you like; whoever names 1 loses.",
        "the numbers that were named, with blanks between them",
        _read_rule,
        ("sylver", "7 9"),
        WINNING_WAYS,
        (
            Fact("sylver", "2 3", "by hand: 1 is left", nim_value=0, winner="second", winning_moves=0),
            Fact("sylver", "2 9", "by hand: 3, 5 and 7 may be named, and then smaller ones", nim_value=3),
            Fact("sylver", "4 5", f"{WINNING_WAYS}: 11 wins", winner="first", winning_moves=1),
            Fact("sylver:3", "10", "OEIS A046671", nim_value=7),
            Fact("sylver:3", "16", "OEIS A046671", nim_value=12),
        ),
        "numbers that were named, with commas between them; a position is then one more",
        title="Sylver coinage",
    ),
)
