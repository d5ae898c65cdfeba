"""Sym: a move turns coins of a row over that lie symmetrically, the last of them from heads to tails."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from grundy.errors import OutOfReach
from grundy.games.coins import LENSTRA, ONE_ROW, ROW, WAYS, coins_words
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.coin_values import heads_of
from grundy.model.coins import Coins, count_from_one, turned
from grundy.model.convention import nim_sum
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import Theory

MOST = 24  # coins of a row: the last of so many turns over in 10,000 ways


def symmetric_sets(last: int) -> Iterator[Coins]:
    """The sets of coins with this last one, from 0, that a mirror in their middle does not change; the last one first.

    >>> [*symmetric_sets(2)]
    [(2, 0), (2, 1, 0), (2, 1), (2,)]
    """
    for first in range(last + 1):
        if first == last:
            yield (last,)
            continue
        pairs = [{place, first + last - place} for place in range(first + 1, (first + last) // 2 + 1)]
        for chosen in product((False, True), repeat=len(pairs)):
            between = {place for pair, here in zip(pairs, chosen, strict=True) if here for place in pair}
            yield (last, *sorted(between, reverse=True), first)


def sym_options(row: str) -> Iterator[Option]:
    """Turn coins over that lie symmetrically, the last of them from heads to tails."""
    for last, coin in enumerate(row):
        if coin == "H":
            for coins in symmetric_sets(last):
                yield to(turned(row, coins), coins=count_from_one(coins))


_values: list[int] = []


def head_value(place: int) -> int:
    """The nim-value of a head alone, at a place from 0.

    The sets with the same first coin have the XORs of some pairs of values, and so fill a linear space, moved by the
    value of the first coin; a value that is in none of these spaces is not left.

    Raises:  OutOfReach: more than MOST coins.

    >>> [head_value(place) for place in range(12)]
    [1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11]
    """
    if place >= MOST:
        raise OutOfReach(f"sym: expected a row of at most {MOST} coins, found a head at coin {place + 1:,}")
    while len(_values) <= place:
        last = len(_values)
        spaces = [(0, [])] if not last else [(0, []), *(_space_of(first, last) for first in range(last))]
        value = 0
        while any(not _reduced(value ^ shift, basis) for shift, basis in spaces):
            value += 1
        _values.append(value)
    return _values[place]


def _space_of(first: int, last: int) -> tuple[int, list[int]]:
    """What the sets with these ends have as XOR without the last coin: the first one's value, and a basis to add."""
    basis: list[int] = []
    for place in range(first + 1, (first + last) // 2 + 1):
        twin = first + last - place
        rest = _reduced(_values[place] ^ (_values[twin] if twin != place else 0), basis)
        if rest:
            basis = sorted([*(min(one, one ^ rest) for one in basis), rest], reverse=True)
    return _values[first], basis


def _reduced(number: int, basis: list[int]) -> int:
    """What is left of a number by a basis, whose highest bits differ and fall; 0 if it is in its space."""
    for one in basis:
        number = min(number, number ^ one)
    return number


sym = Rule(
    "sym",
    sym_options,
    space=ROW,
    theory=Theory(
        LENSTRA,
        lambda row: nim_sum(head_value(place) for place in heads_of(row)),
        summands=lambda row: [(f"coin {place + 1}", head_value(place)) for place in heads_of(row)],
    ),
    format_move=lambda labels: f"turn {coins_words(labels['coins'])}",
)

HEADING = "Coins that are turned over"
GAMES = (
    Game(
        "sym",
        "Turn a head over, and coins before it that lie symmetrically with it: a mirror swaps or keeps them.",
        ONE_ROW,
        no_parameters(sym),
        ("sym", "THTHH"),
        WAYS,
        (
            Fact("sym", "TTH", "by hand: leaves rows worth 0, 1, 2 and 3", nim_value=4, winning_moves=1),
            Fact("sym", "TTTH", "by hand: leaves rows worth 0, 1, 2, 4, 6 and 7", nim_value=3),
            Fact("sym", "HHTH", "1 XOR 2 XOR 3", nim_value=0, winner="second", winning_moves=0),
        ),
    ),
)
