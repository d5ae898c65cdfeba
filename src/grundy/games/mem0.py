"""Nim in which each pile remembers how many counters were taken from it last: Mem, and Mem0, or short local Nim.

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
MOST_OF_MEM = 2_000
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


def mem_options(n: int, last: int) -> Iterator[Option]:
    """Take at least as many counters from a pile as were taken from it last."""
    for take in range(max(last, 1), n + 1):
        yield to((n - take, take), take=take)


@cache
def _mem_table(size: int) -> list[list[int]]:
    """Of each pile n below `size`, the values by how many must be taken at least: n or more, n - 1, ..., 1 or 0.

    Who must take less has one move more, so each mex begins with the one before.
    """
    table: list[list[int]] = [[]]
    for n in range(1, size):
        left: set[int] = set()
        mex, row = 0, []
        for take in range(n, 0, -1):
            rest = table[n - take]
            left.add(rest[len(rest) - take] if take <= len(rest) else 0)
            while mex in left:
                mex += 1
            row.append(mex)
        table.append(row)
    return table


def mem_value(n: int, last: int) -> int:
    """The nim-value of a pile of n of which at least `last` counters must be taken.

    Raises:  OutOfReach: more than MOST_OF_MEM counters.

    >>> [mem_value(n, 0) for n in range(8)], mem_value(4, 2), mem_value(3, 4)
    ([0, 1, 2, 1, 2, 3, 4, 3], 2, 0)
    """
    if n > MOST_OF_MEM:
        raise OutOfReach(f"mem: expected piles of at most {MOST_OF_MEM:,} counters, found {n:,}")
    return _mem_table(1 << n.bit_length())[n][n - max(last, 1)] if n and last <= n else 0


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


PILE = Space("pile and its memory", "pile", _is_pile, _read_piles, _write_piles, _draw_piles)
TAKE = "take {take} from pile {pile}".format_map
MEMGAMES = "Larsson, Rubinstein-Salzedo & Siegel 2019, Memgames"
LONE = "OEIS A131469: one pile of short global Nim, which is this game"

mem0 = Rule(
    "mem0",
    mem0_options,
    arity=2,
    space=PILE,
    theory=Theory(
        "by induction: the mex of what each number leaves, or what the forbidden one leaves if no other leaves that",
        lambda pile: mem0_value(*pile),
    ),
    format_move=TAKE,
)

mem = Rule(
    "mem",
    mem_options,
    arity=2,
    space=PILE,
    theory=Theory(
        "by induction: the mex of what the allowed numbers leave, the largest number first",
        lambda pile: mem_value(*pile),
    ),
    format_move=TAKE,
)

NOTATION = "pile sizes with blanks between them; after a colon how many were taken from a pile last, as in 9:2"

HEADING = "Heaps, one of which is changed"
GAMES = (
    Game(
        "mem0",
        "Take any number of counters from one pile, only not as many as were taken from that pile last.",
        NOTATION,
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
    Game(
        "mem",
        "Take from one pile at least as many counters as were taken from that pile last.",
        NOTATION,
        no_parameters(mem),
        ("mem", "7 5 4"),
        f"{MEMGAMES}; CGSuite 2, game.heap.Mem",
        (
            Fact(
                "mem", "3:2", "by hand: two or all three may be taken, and then no more", nim_value=1, winning_moves=2
            ),
            Fact("mem", "3", "by hand: leaves 2, of which one or both may be taken, or nothing to take", nim_value=1),
            Fact("mem", "2", "by hand: leaves 1, which may be taken, or none", nim_value=2, winning_moves=1),
            Fact("mem", "2:3", "by hand: nobody can move", nim_value=0, winner="second", winning_moves=0),
            Fact("mem", "2:3", "by hand: nobody can move", winner="first", convention="misere"),
        ),
        title="Mem",
    ),
)
