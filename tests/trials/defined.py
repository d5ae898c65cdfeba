"""Games once more, from their rules alone: what trials are judged by. Nothing of grundy is used here.

A game is as in tests/brute.py: a function from a whole position to its moves and what they leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from typing import Any

from brute import Game, Judge, Move, put


def mex(values: Iterable[int]) -> int:
    there = set(values)
    return next(n for n in count() if n not in there)


def nim_sum(values: Iterable[int]) -> int:
    total = 0
    for value in values:
        total ^= value
    return total


def splits(counters: int, digit: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """The ways to leave so many counters as j heaps, for each bit j of a digit; heaps in rising order."""
    if digit & 1 and counters == 0:
        yield ()
    if digit & 2 and counters >= least:
        yield (counters,)
    if digit > 3:
        for first in range(least, counters + 1):
            for others in splits(counters - first, (digit >> 1) & ~1, first):
                yield (first, *others)


def digit_of(digits: Sequence[int], repeat: Sequence[int], take: int) -> int:
    if take < len(digits):
        return digits[take]
    return repeat[(take - len(digits)) % len(repeat)] if repeat else 0


def code_game(digits: Sequence[int], repeat: Sequence[int] = ()) -> Game:
    """Heaps of a take-and-break code."""

    def moves(piles: tuple[int, ...]) -> Iterator[tuple[Move, Any]]:
        for place, pile in enumerate(piles):
            for take in range(pile + 1):
                for leave in splits(pile - take, digit_of(digits, repeat, take)):
                    move = {"pile": place + 1, "take": take, "leave": list(leave)}
                    yield move, tuple(sorted((*piles[:place], *leave, *piles[place + 1 :])))

    return moves


def all_but(forbidden: Sequence[int]) -> Game:
    """Any number from one pile, but not these."""

    def moves(piles: tuple[int, ...]) -> Iterator[tuple[Move, Any]]:
        for place, pile in enumerate(piles):
            for take in range(1, pile + 1):
                if take not in forbidden:
                    leave = [pile - take] if pile > take else []
                    yield {"pile": place + 1, "take": take, "leave": leave}, put(piles, place, pile - take)

    return moves


def code_values(digits: Sequence[int], repeat: Sequence[int], stop: int) -> list[int]:
    """Nim-values of heaps 0 to stop - 1 of a code."""
    g: list[int] = []

    @cache
    def left_as(heaps: int, counters: int) -> set[int]:
        """Values of so many counters left as so many heaps: the smallest of them, and the others in any order."""
        if heaps < 2:
            return {g[counters] if heaps else 0} if bool(heaps) == bool(counters) else set()
        smallest = range(1, counters // heaps + 1)
        return {g[heap] ^ others for heap in smallest for others in left_as(heaps - 1, counters - heap)}

    for n in range(stop):
        after: set[int] = set()
        for take in range(n + 1):
            digit = digit_of(digits, repeat, take)
            for heaps in range(digit.bit_length()):
                if digit >> heaps & 1:
                    after |= left_as(heaps, n - take)
        g.append(mex(after))
    return g


def amounts_repeat(amounts: Sequence[int], most: int) -> tuple[list[int], int, int] | None:
    """Values of a take-away set up to where they repeat, their period and pre-period; None beyond `most` values.

    Each value follows from the max(amounts) before it, so the first stretch of that length that comes again decides.
    """
    longest = max(amounts)
    g: list[int] = []
    seen: dict[tuple[int, ...], int] = {}
    while len(g) < most:
        n = len(g)
        if n >= longest:
            window = tuple(g[-longest:])
            if window in seen:
                start, period = seen[window] - longest, n - seen[window]
                while start and g[start - 1] == g[start - 1 + period]:
                    start -= 1
                return g, period, start
            seen[window] = n
        g.append(mex(g[n - amount] for amount in amounts if amount <= n))
    return None


def values_of(options: Callable[[Any], Iterable[tuple[Any, ...]]]) -> Callable[[Any], int]:
    """The nim-value of a state of a rule that says what each option leaves side by side."""

    @cache
    def value(state: Any) -> int:
        return mex([nim_sum(map(value, parts)) for parts in options(state)])

    return value


def heap_options(source: str) -> Callable[[int], list[tuple[int, ...]]]:
    """What each option of a heap leaves, by running the text of a rule named game with a `to` that keeps its parts."""
    names: dict[str, Any] = {"to": lambda *parts, **labels: ("parts", parts)}
    exec(compile(source, "<rule>", "exec"), names)

    def options(n: int) -> list[tuple[int, ...]]:
        every = list(names["game"](n) or ())
        return [option[1] if isinstance(option, tuple) else (option,) for option in every]

    return options


def values_by(options: Callable[[int], Iterable[tuple[int, ...]]], size: int) -> list[int]:
    """The nim-values of heaps 0 to size - 1, one after the other."""
    g: list[int] = []
    for n in range(size):
        g.append(mex([nim_sum(g[part] for part in parts) for parts in options(n)]))
    return g


def misere_wins(options: Callable[[Any], Iterable[tuple[Any, ...]]]) -> Callable[[tuple[Any, ...]], bool]:
    """Whether the first player wins a sum of states in misère play: every sum below, nothing cancelled."""

    @cache
    def wins(states: tuple[Any, ...]) -> bool:
        after = [
            tuple(sorted((*states[:place], *parts, *states[place + 1 :])))
            for place, state in enumerate(states)
            for parts in options(state)
        ]
        return not after or not all(map(wins, after))

    return wins


def mask_options(moves: Sequence[tuple[int, int, int, int]], state: int) -> list[tuple[int, int]]:
    """The numbers of the moves of a rule of masks, and where they lead."""
    return [
        (number, (state & ~clear) ^ flip)
        for number, (need, off, clear, flip) in enumerate(moves)
        if state & need == need and not state & off
    ]


Cell = tuple[int, int]


def pieces(shape: str) -> tuple[list[Cell], list[Cell]]:
    """The cells that a shape covers and those that it takes away."""
    cells = [(r, c, mark) for r, row in enumerate(shape.split("/")) for c, mark in enumerate(row)]
    return [(r, c) for r, c, mark in cells if mark == "o"], [(r, c) for r, c, mark in cells if mark in "xo"]


def placement(shapes: Sequence[str], height: int, width: int) -> Game:
    """A position is the frozen set of free cells."""
    known = [pieces(shape) for shape in shapes]

    def moves(free: frozenset[Cell]) -> Iterator[tuple[Move, Any]]:
        for covers, takes in known:
            first, left = covers[0]
            for down in range(-first, height - first):
                for right in range(-left, width - left):
                    covered = [(r + down, c + right) for r, c in covers]
                    if free.issuperset(covered):
                        gone = {(r + down, c + right) for r, c in takes}
                        yield {"cells": [(r + 1, c + 1) for r, c in sorted(covered)]}, free - gone

    return moves


def free_cells(rows: Sequence[str]) -> frozenset[Cell]:
    return frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == ".")


def node_kayles(edges: Sequence[tuple[int, int]]) -> Game:
    """A position is the frozen set of nodes that are left."""

    def moves(nodes: frozenset[int]) -> Iterator[tuple[Move, Any]]:
        for node in sorted(nodes):
            near = {end for edge in edges if node in edge for end in edge}
            yield {"nodes": [node]}, nodes - near - {node}

    return moves


def arc_kayles(edges: Sequence[tuple[int, int]]) -> Game:
    def moves(nodes: frozenset[int]) -> Iterator[tuple[Move, Any]]:
        for a, b in sorted({(min(edge), max(edge)) for edge in edges}):
            if a in nodes and b in nodes:
                yield {"edges": [(a, b)]}, nodes - {a, b}

    return moves


def chomp(free: frozenset[Cell]) -> Iterator[tuple[Move, Any]]:
    """The cell (0, 0) is poisoned and never bitten at."""
    for r, c in sorted(free - {(0, 0)}):
        yield {"cells": [(r + 1, c + 1)]}, frozenset(cell for cell in free if cell[0] < r or cell[1] < c)


def loopy_winner(arcs: Sequence[tuple[int, int]], start: tuple[int, ...]) -> str:
    """Who wins a sum of tokens where play may go round for ever: whole positions, settled from the ends back."""
    after: dict[int, set[int]] = {}
    for a, b in arcs:
        after.setdefault(a, set()).add(b)
    below: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    queue = [start]
    for position in queue:
        if position not in below:
            below[position] = [
                put(position, place, end) for place, node in enumerate(position) for end in sorted(after.get(node, ()))
            ]
            queue += below[position]
    known: dict[tuple[int, ...], bool] = {}
    changed = True
    while changed:
        changed = False
        for position, left in below.items():
            if position in known:
                continue
            if any(known.get(one) is False for one in left):
                known[position] = changed = True
            elif all(known.get(one) is True for one in left):
                known[position], changed = False, True
    return {True: "first", False: "second", None: "draw"}[known.get(start)]


__all__ = [
    "Game",
    "Judge",
    "all_but",
    "amounts_repeat",
    "arc_kayles",
    "chomp",
    "code_game",
    "code_values",
    "free_cells",
    "heap_options",
    "loopy_winner",
    "mask_options",
    "mex",
    "misere_wins",
    "nim_sum",
    "node_kayles",
    "placement",
    "put",
    "values_by",
    "values_of",
]
