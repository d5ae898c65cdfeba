"""Welter's game: coins on a strip, of which no two share a square."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Piles
from grundy.model.convention import nim_sum
from grundy.model.option import Labels, Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.model.space import Space, States, is_sizes
from grundy.text.notation import read_numbers, write_numbers
from grundy.text.reader import Text

Squares = tuple[int, ...]
MOST_COINS = 2_000


def welter_options(coins: Squares) -> Iterator[Option]:
    """Move one coin any number of squares to the left, over others if you like, to a free square."""
    taken = set(coins)
    for place, start in enumerate(coins):
        for end in range(start):
            if end not in taken:
                yield to((*coins[:place], end, *coins[place + 1 :]), coin=place + 1, square=end)


def mating(a: int, b: int) -> int:
    """2^(k+1) - 1, where 2^k is the largest power of 2 that divides the distance of two squares.

    >>> mating(0, 1), mating(3, 5), mating(0, 4)
    (1, 3, 7)
    """
    distance = abs(a - b)
    return distance ^ (distance - 1)


def welter_value(coins: Squares) -> int:
    """Welter's function: the XOR of all squares, and of the mating numbers of all pairs of coins."""
    _require_few(coins)
    return nim_sum(coins) ^ nim_sum(mating(a, b) for a, b in combinations(coins, 2))


def welter_moves(coins: Squares, target: int) -> Moves:
    """Of each coin there is one square on which the position has a value; a move if that is to the left."""
    _require_few(coins)
    moves: list[tuple[int, int]] = []
    for place, start in enumerate(coins):
        others = [*coins[:place], *coins[place + 1 :]]
        end = _square_for(others, target)
        if end < start:
            moves.append((place + 1, end))
    labels: list[Labels] = [(("coin", coin), ("square", end)) for coin, end in moves]
    return Moves(len(labels), lambda: iter(labels))


def _square_for(others: list[int], target: int) -> int:
    """The square of one more coin that gives a position its value.

    Bit b of a mating number says whether 2^b divides the distance; so the lowest bits of the square say what the next
    one is, and which coins have these bits in common with it.
    """
    wanted = target ^ welter_value(tuple(others))
    square, bit = 0, 0
    near = others
    while near or wanted >> bit:
        square |= ((wanted >> bit ^ len(near)) & 1) << bit
        bit += 1
        near = [coin for coin in near if (coin ^ square) & ((1 << bit) - 1) == 0]
    return square


def _require_few(coins: Squares) -> None:
    if len(coins) > MOST_COINS:
        raise OutOfReach(f"welter: expected at most {MOST_COINS:,} coins, found {len(coins):,}")


def _are_squares(state: State) -> bool:
    return is_sizes(state) and isinstance(state, tuple) and len(set(state)) == len(state)


def _read_squares(text: Text) -> States:
    coins = read_numbers(text, "the square of a coin")
    seen: set[int] = set()
    for word, coin in zip(re.finditer(r"\S+", text.string), coins, strict=False):
        if coin in seen and not text.findings:
            text.report_at(word.start(), "each coin on a square of its own", f"a second coin on square {coin}")
        seen.add(coin)
    return (coins,)


def _write_squares(states: States) -> str:
    return write_numbers(states[0])  # type: ignore[arg-type]


def _draw_squares(states: States) -> Board:
    return Piles(states[0], "coin")  # type: ignore[arg-type]


welter = Rule(
    "welter",
    welter_options,
    space=Space("squares", "", _are_squares, _read_squares, _write_squares, _draw_squares),
    theory=Theory(
        "Welter 1954: the XOR of the squares and of the mating numbers of all pairs of coins",
        welter_value,
        welter_moves,
    ),
    format_move="coin {coin} to square {square}".format_map,
)

WELTER = "Welter 1954, The theory of a class of games on a sequence of squares"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "welter",
        "Move one coin of a strip to a free square on its left; squares count from 0, and no two coins share one.",
        "the squares of the coins from 0, all different, with blanks between them",
        no_parameters(welter),
        ("welter", "2 4 7"),
        WELTER,
        (
            Fact("welter", "0 1 2", "by hand: nobody can move", nim_value=0, winner="second", winning_moves=0),
            Fact("welter", "5", "by hand: a heap of Nim", nim_value=5, winning_moves=1),
            Fact("welter", "3 5", "Conway 1976, ch. 13: two coins are worth a XOR b, less 1", nim_value=5),
        ),
        title="Welter's game",
    ),
)
