"""Trials of sums: components of several games side by side, in both plays, as whole positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import brute

from trials import defined
from trials.boards import square
from trials.claim import Claim, Kind, Unfit
from trials.defined import Game, Judge
from trials.heaps import played

_FIRST = {True: "first", False: "second"}
# the name of a game, how it is judged, and whether its positions are piles
_GAMES: dict[str, Game] = {
    "nim": brute.nim,
    "take-away:1,3": brute.take_away((1, 3)),
    "take-away:2,5": brute.take_away((2, 5)),
    "kayles": defined.code_game((0, 7, 7)),
    "octal:0.137": defined.code_game((0, 1, 3, 7)),
    "dawsons-kayles": defined.code_game((0, 0, 7)),
    "guiles": defined.code_game((0, 1, 5)),
    "hexadecimal:0.9F": defined.code_game((0, 9, 15)),
    "floor-division:2,3": brute.floor_division((2, 3)),
    "sequential-nim": brute.sequential_nim,
    "staircase-nim": brute.staircase_nim,
    "all-but:2": defined.all_but((2,)),
    "laskers-nim": defined.code_game((4,), (3,)),
}
_NAMES = tuple(_GAMES)


def _draw(random: Random) -> Any:
    components = tuple(
        (random.randrange(len(_NAMES)), tuple(random.randint(0, 4) for _ in range(random.randint(1, 2))))
        for _ in range(random.randint(2, 3))
    )
    return (components,)


def _sum(components: tuple[tuple[int, tuple[int, ...]], ...]) -> Iterator[Claim]:
    if len(components) < 2 or sum(sum(piles) for _, piles in components) > 13 or not all(p for _, p in components):
        raise Unfit
    names = [_NAMES[game] for game, _ in components]
    game = brute.together(*(_GAMES[name] for name in names))
    position = tuple(piles for _, piles in components)
    texts = [f"{name}({' '.join(map(str, piles))})" for name, piles in zip(names, position, strict=True)]
    text = " + ".join(texts)
    inner = text[text.index("(") + 1 : -1]
    yield from played(names[0], position, game, inner)


def _draw_cells(random: Random) -> Any:
    rows = tuple("".join(random.choice("..#") for _ in range(3)) for _ in range(2))
    return rows, tuple(random.randint(0, 3) for _ in range(2))


def _mixed(rows: tuple[str, ...], piles: tuple[int, ...]) -> Iterator[Claim]:
    """A board beside heaps: the search of whole positions, and misère play of parts of different kinds."""
    board = square(rows, ".#")
    if not piles:
        raise Unfit
    game = brute.together(defined.placement(("oo", "o/o"), len(rows), len(rows[0])), brute.nim)
    judge = Judge(game)
    position = (defined.free_cells(rows), piles)
    setup = f"position = parse('cram({board}) + nim({' '.join(map(str, piles))})')"
    yield Claim("nim-value", setup, "solve(position).nim_value", judge.value(position))
    yield Claim("winning moves", setup, "moves(position)", sorted(judge.winning(position), key=str))
    yield Claim("misère", setup, "solve(position, misere=True).winner", _FIRST[judge.wins(position, True)])
    best = sorted(judge.winning(position, True), key=str)
    yield Claim("misère winning moves", setup, "moves(position, misere=True)", best)


KINDS = (Kind("sums", _draw, _sum), Kind("boards beside heaps", _draw_cells, _mixed))
