"""Mem0, or short local Nim: Nim in which each pile remembers how many counters were taken from it last.

A state is one pile: its counters, and that number, 0 where nothing was taken from it yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Piles
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Theory
from grundy.model.space import Space, States, is_size
from grundy.text.reader import Text, quote

MOST = 4_000  # counters of a pile: a table of them takes seconds
_PILE = re.compile(r"([0-9]{1,9})(?::([0-9]{1,9}))?")


def mem0_options(n: int, last: int) -> Iterator[Option]:
    """Take any number of counters from a pile but the number that was taken from it last."""
    for take in range(1, n + 1):
        if take != last:
            yield to((n - take, take), take=take)


@cache
def _table(size: int) -> tuple[list[int], list[dict[int, int]]]:
    """Of each pile below `size`, the mex of what all numbers leave, and where one number alone leaves a smaller value,
    that value.

    A pile that forbids that number is worth just that value, for no other move leaves it; what else a pile forbids does
    not change the mex.
    """
    whole: list[int] = []
    alone: list[dict[int, int]] = []
    for n in range(size):
        takes: dict[int, int] = {}  # by the value that is left, the number that leaves it; 0: several do
        for take in range(1, n + 1):
            left = alone[n - take].get(take, whole[n - take])
            takes[left] = 0 if left in takes else take
        mex = next(value for value in range(n + 2) if value not in takes)
        whole.append(mex)
        alone.append({take: value for value, take in takes.items() if take and value < mex})
    return whole, alone


def mem0_value(n: int, last: int) -> int:
    """The nim-value of a pile of n from which `last` were taken.

    Raises:  OutOfReach: more than MOST counters.

    >>> [mem0_value(n, 0) for n in range(8)], mem0_value(2, 1), mem0_value(3, 3)
    ([0, 1, 1, 2, 3, 3, 2, 4], 1, 0)
    """
    if n > MOST:
        raise OutOfReach(f"mem0: expected piles of at most {MOST:,} counters, found {n:,}")
    whole, alone = _table(1 << n.bit_length())
    return alone[n].get(last, whole[n])


def _is_pile(state: State) -> bool:
    return isinstance(state, tuple) and len(state) == 2 and all(map(is_size, state))


def _read_piles(text: Text) -> States:
    piles = []
    for word in re.finditer(r"[^ \t\r\n]+", text.string):
        pile = _PILE.fullmatch(word.group())
        if pile is None:
            expected = "a pile size of at most 9 digits, and after ':' how many were taken from it last, as in 9:2"
            text.report_at(word.start(), expected, quote(word.group()))
        else:
            piles.append((int(pile[1]), int(pile[2] or 0)))
    return tuple(piles)


def _write_piles(states: States) -> str:
    piles: Any = states
    return " ".join(f"{n}:{last}" if last else f"{n}" for n, last in piles)


def _draw_piles(states: States) -> Board:
    piles: Any = states
    return Piles(tuple(n for n, _ in piles))


MEMGAMES = "Larsson, Rubinstein-Salzedo & Siegel 2019, Memgames"
LONE = "OEIS A131469: one pile of short global Nim, which is this game"

mem0 = Rule(
    "mem0",
    mem0_options,
    arity=2,
    space=Space("pile and its memory", "pile", _is_pile, _read_piles, _write_piles, _draw_piles),
    theory=Theory(
        "by induction: the mex of what each number leaves, or what the forbidden one leaves if no other leaves that",
        lambda pile: mem0_value(*pile),
    ),
    format_move="take {take} from pile {pile}".format_map,
)

HEADING = "Heaps, one of which is changed"
GAMES = (
    Game(
        "mem0",
        "Take any number of counters from one pile, only not as many as were taken from that pile last.",
        "pile sizes with blanks between them; after a colon how many were taken from a pile last, as in 9:2",
        no_parameters(mem0),
        ("mem0", "6 5 4"),
        f"{MEMGAMES}; Guy & Nowakowski 2002, Unsolved problems in combinatorial games, problem 22 (short local Nim)",
        (
            Fact("mem0", "2:1", "by hand: only both may be taken", nim_value=1, winning_moves=1),
            Fact("mem0", "1:1", "by hand: nobody can move", nim_value=0, winner="second", winning_moves=0),
            Fact("mem0", "7", LONE, nim_value=4),
            Fact("mem0", "16", LONE, nim_value=9),
            Fact("mem0", "24", LONE, nim_value=13),
            Fact("mem0", "1:1", "by hand: nobody can move", winner="first", convention="misere"),
        ),
        title="Mem0",
    ),
)
