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


# as docs/reference/games.md has them: what stands between the numbers of a family, and how many these are
_GRAPHS = {
    **dict.fromkeys(("grid", "torus", "queens", "rooks", "bishops", "knights", "kings"), ("x", 2)),
    **dict.fromkeys(("path", "cycle", "complete", "star", "wheel", "cube"), ("", 1)),
    **dict.fromkeys(("bipartite", "petersen"), (",", 2)),
}  # fmt: skip
_ORDERS = {
    **dict.fromkeys(("chomp", "grid"), ("x", 3)), **dict.fromkeys(("chain", "fence", "schuh", "subsets"), ("", 1)),
    "divisors": ("", 1), "tree": (",", 2),
}  # fmt: skip
_APART = ("", "", "_", ".", "-", " ", "=", ",", ";", "__", "(")


def _draw_name(random: Random) -> Any:
    game = random.choice(("node-kayles", "arc-kayles", "poset"))
    family = random.choice(tuple(_ORDERS if game == "poset" else _GRAPHS))
    numbers = tuple(random.randint(3, 20) for _ in range((_ORDERS if game == "poset" else _GRAPHS)[family][1]))
    return game, family, numbers, random.choice((str, str.title, str.upper)).__name__, random.choice(_APART)


def _name(game: str, family: str, numbers: tuple[int, ...], case: str, apart: str) -> Iterator[Claim]:
    """A family without its colon is refused, and what was meant is named; in a list it is a name like any other."""
    mark, count = (_ORDERS if game == "poset" else _GRAPHS).get(family, ("", 0))
    if len(numbers) != count or not numbers or case not in ("str", "title", "upper") or apart not in _APART:
        raise Unfit
    name = {"str": family, "title": family.title(), "upper": family.upper()}[case]
    written = mark.join(map(str, numbers))
    text = f"{name}{apart}{written}{')' * (apart == '(')}"
    yield Claim("refused", "", f"meant({game!r}, {text!r})", f"{family}:{written}")
    one = f"{name}{apart if apart in '_.' else ''}{numbers[0]}"
    alone, pair = {"node-kayles": (1, 1), "arc-kayles": (0, 1), "poset": (1, 2)}[game]
    yield Claim("a list of one", "", f"solve(parse({f'{game} {one},'!r})).nim_value", alone)
    two = f"{one}{'<' if game == 'poset' else '-'}other"
    yield Claim("a list of two", "", f"solve(parse({f'{game} {two}'!r})).nim_value", pair)


KINDS = (
    Kind("strips", _draw_strip, _strip),
    Kind("orders", _draw_order, _order),
    Kind("Notakto", _draw_notakto, _notakto),
    Kind("trees", _draw_tree, _tree),
    Kind("names without a colon", _draw_name, _name),
)
