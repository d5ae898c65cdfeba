"""Trials of coin-turning games: rows, by all of their moves, and lone heads, by the definition."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from brute import Game, Judge, Move

from trials.claim import Claim, Kind
from trials.defined import mex, nim_sum

MOST_COINS = 9
FAR = 12  # places of lone heads


def _draw(random: Random) -> Any:
    counts = tuple(sorted(random.sample((1, 2, 3, 4), random.randint(0, 2))))
    patterns = tuple(
        "o" + "".join(random.choice("o.") for _ in range(random.randint(0, 3))) + "o"
        for _ in range(random.randint(0 if counts else 1, 2))
    )
    row = "".join(random.choice("HT") for _ in range(random.randint(1, MOST_COINS)))
    return counts, patterns, random.random() < 0.2, row


def sets(counts: tuple[int, ...], patterns: tuple[str, ...], run: bool, last: int) -> set[tuple[int, ...]]:
    """The sets of places that may be turned, with this one as the last."""
    place_sets = {some for count in counts for some in combinations(range(last + 1), count) if some[-1] == last}
    for pattern in patterns:
        places = [place for place, mark in enumerate(pattern) if mark == "o"]
        if len(pattern) <= last + 1:
            place_sets.add(tuple(last + 1 - len(pattern) + place for place in places))
    if run:
        place_sets |= {tuple(range(first, last + 1)) for first in range(last + 1)}
    return place_sets


def game(counts: tuple[int, ...], patterns: tuple[str, ...], run: bool) -> Game:
    """The moves of a row: the last coin that is turned is a head."""

    def moves(row: str) -> Iterator[tuple[Move, Any]]:
        for last, coin in enumerate(row):
            for some in sets(counts, patterns, run, last) if coin == "H" else ():
                after = "".join("HT"[one == "H"] if place in some else one for place, one in enumerate(row))
                yield {"coins": [place + 1 for place in reversed(some)]}, after

    return moves


def lone_values(counts: tuple[int, ...], patterns: tuple[str, ...], run: bool) -> list[int]:
    """What a head is worth at each place: the others of a set become heads, or lie on tails alone."""
    values: list[int] = []
    for last in range(FAR):
        left = [nim_sum(values[place] for place in some[:-1]) for some in sets(counts, patterns, run, last)]
        values.append(mex(left))
    return values


def _claims(counts: tuple[int, ...], patterns: tuple[str, ...], run: bool, row: str) -> Iterator[Claim]:
    spec = "turn:" + ",".join([*map(str, counts), *patterns, *(["run"] if run else [])])
    setup = f"position = parse({f'{spec}({row})'!r})"
    judge = Judge(game(counts, patterns, run))
    yield Claim("nim-value", setup, "solve(position).nim_value", judge.value(row))
    yield Claim("winner", setup, "solve(position).winner", "first" if judge.wins(row) else "second")
    yield Claim("winning moves", setup, "moves(position)", sorted(judge.winning(row), key=str))
    yield Claim("count", setup, "counted(position)", True)
    expected = lone_values(counts, patterns, run)
    yield Claim("sequence", f"rule = parse_rule({spec!r})", f"list(grundy.sequence(rule, {FAR - 1}))", expected)


KINDS = (Kind("coins", _draw, _claims),)
