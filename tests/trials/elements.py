"""Trials of strips, of finite orders, of Notakto, and of trees and what hangs on graphs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from trials import defined
from trials.boards import searched, square
from trials.claim import Claim, Kind, Unfit
from trials.defined import Game, Judge
from trials.heaps import played

# as docs/reference/games.md has them: what the pieces of a name are
_NAMES = {
    "kayles": ("o", "oo"), "dawsons-kayles": ("oo",), "dawsons-chess": ("xox",), "apart": ("xoox",),
    "trominoes": ("ooo",), "treblecross": ("xxoxx",), "wide": ("xxxoxxx",), "up-to-three": ("o", "oo", "ooo"),
    "odd": ("o", "ooo"),
}  # fmt: skip


def _draw_strip(random: Random) -> Any:
    if random.random() < 0.4:
        name = random.choice(tuple(_NAMES))
        shapes = _NAMES[name]
    else:
        name, gap = "", random.randint(0, 2)
        lengths = random.sample(range(1, 4), random.randint(1, 2))
        shapes = tuple(f"{'x' * gap}{'o' * length}{'x' * gap}" for length in lengths)
    marks = random.choice((".", "...#", ".....#"))
    rows = tuple("".join(random.choice(marks) for _ in range(random.randint(1, 12))) for _ in range(1))
    if random.random() < 0.2:
        rows = (rows[0][:6], rows[0][:6])
    return name, shapes, rows


def _strip(name: str, shapes: tuple[str, ...], rows: tuple[str, ...]) -> Iterator[Claim]:
    text = square(rows, ".#")
    if not shapes or len(set(shapes)) < len(shapes) or not all("o" in shape for shape in shapes):
        raise Unfit
    if name and _NAMES.get(name) != shapes:
        raise Unfit
    game = defined.placement(shapes, len(rows), len(rows[0]))
    free = defined.free_cells(rows)
    judge = Judge(game)
    spec = f"placement:{name or ','.join(shapes)}"
    yield from played(spec, free, game, text)
    yield from searched(spec, text, judge.value(free), judge.wins(free, True))
    yield Claim("by its shapes", f"position = parse('placement:{','.join(shapes)}({text})')",
                "solve(position).nim_value", judge.value(free))  # fmt: skip


def _draw_order(random: Random) -> Any:
    count = random.randint(1, 8)
    line = random.sample(range(count), count)
    pairs = list(combinations(line, 2))
    return count, tuple(random.sample(pairs, min(len(pairs), random.randint(0, 10))))


def ups(count: int, pairs: tuple[tuple[int, int], ...]) -> dict[int, set[int]]:
    """For each element itself and all above it."""
    above = {i: {i} for i in range(count)}
    for _ in range(count):
        for a, b in pairs:
            above[a] |= above[b]
    if any(i in above[j] and j in above[i] for i, j in combinations(range(count), 2)):
        raise Unfit  # no order
    return above


def order_game(above: dict[int, set[int]]) -> Game:
    """A position is the frozen set of elements that are left."""

    def moves(left: frozenset[int]) -> Iterator[tuple[Any, Any]]:
        for element in sorted(left):
            yield {"elements": [element]}, left - above[element]

    return moves


def _order(count: int, pairs: tuple[tuple[int, int], ...]) -> Iterator[Claim]:
    if not count or any(len(pair) != 2 or max(pair) >= count or pair[0] == pair[1] for pair in pairs):
        raise Unfit
    whole = frozenset(range(count))
    game = order_game(ups(count, pairs))
    judge = Judge(game)
    text = ", ".join([*(f"{a}<{b}" for a, b in pairs), *map(str, range(count))])
    yield from played("poset", whole, game, text)
    yield from searched("poset", text, judge.value(whole), judge.wins(whole, True))


_THREES = tuple(
    tuple((r + k * down, c + k * right) for k in range(3))
    for r in range(4)
    for c in range(4)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
)


def notakto(boards: tuple[tuple[str, ...], ...]) -> Iterator[tuple[Any, Any]]:
    """A cross on a free cell of a board without three in a line."""
    for number, rows in enumerate(boards):
        at = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        if any(all(at.get(cell) == "X" for cell in three) for three in _THREES):
            continue
        for (r, c), mark in at.items():
            if mark == ".":
                row = rows[r][:c] + "X" + rows[r][c + 1 :]
                after = (*boards[:number], (*rows[:r], row, *rows[r + 1 :]), *boards[number + 1 :])
                yield {"board": number + 1, "cells": [(r + 1, c + 1)]}, after


def _draw_notakto(random: Random) -> Any:
    boards, free = [], 9
    for _ in range(random.choice((1, 1, 2, 2, 3))):
        height, width = random.randint(1, 4), random.randint(1, 4)
        marks = random.choice(("..X", ".X", "..X"))
        rows = tuple("".join(random.choice(marks) for _ in range(width)) for _ in range(height))
        open_cells = "".join(rows).count(".")
        if open_cells <= free:
            free -= open_cells
            boards.append(rows)
    return (tuple(boards),)


def _notakto(boards: tuple[tuple[str, ...], ...]) -> Iterator[Claim]:
    if not boards:
        raise Unfit
    text = " ".join(square(rows, ".X") for rows in boards)
    if any(len(rows) > 4 or len(rows[0]) > 4 for rows in boards):
        raise Unfit
    judge = Judge(notakto)
    yield from played("notakto", boards, notakto, text)
    yield from searched("notakto", text, judge.value(boards), judge.wins(boards, True))


def _draw_tree(random: Random) -> Any:
    nodes = random.randint(6, 11)
    parents = tuple(random.randrange(max(0, node - random.choice((1, 3, 12))), node) for node in range(1, nodes))
    more = tuple(tuple(random.sample(range(nodes), 2)) for _ in range(random.choice((0, 0, 1, 2))))
    return parents, more


def _tree(parents: tuple[int, ...], more: tuple[tuple[int, int], ...]) -> Iterator[Claim]:
    """Leaves, bridges and pendants, which graphs at random seldom have."""
    if any(parent > node for node, parent in enumerate(parents)) or any(
        len(edge) != 2 or edge[0] == edge[1] or max(edge) > len(parents) for edge in more
    ):
        raise Unfit
    edges = tuple(sorted({(parent, node) for node, parent in enumerate(parents, 1)} | {
        (min(edge), max(edge)) for edge in more}))  # fmt: skip
    whole = frozenset(range(len(parents) + 1))
    text = ", ".join([f"{a}-{b}" for a, b in edges] + [str(n) for n in sorted(whole)])
    for spec, game in (("node-kayles", defined.node_kayles(edges)), ("arc-kayles", defined.arc_kayles(edges))):
        judge = Judge(game)
        setup = f"position = parse({f'{spec}({text})'!r})"
        yield Claim("winning moves", setup, "moves(position)", sorted(judge.winning(whole), key=str))
        yield from searched(spec, text, judge.value(whole), judge.wins(whole, True))


KINDS = (
    Kind("strips", _draw_strip, _strip),
    Kind("orders", _draw_order, _order),
    Kind("Notakto", _draw_notakto, _notakto),
    Kind("trees", _draw_tree, _tree),
)
