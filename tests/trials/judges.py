"""Trials of judges' files: several cases in one file of each format, answered from whole positions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import brute

from trials.boards import square
from trials.claim import Claim, Kind, Unfit
from trials.defined import Game, Judge

_WIDTH = 20  # of a row of HDU 5724


def _sizes(random: Random, most: int, count: int, least: int = 0) -> tuple[int, ...]:
    return tuple(random.randint(least, most) for _ in range(random.randint(1, count)))


def _text(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _claim(form: str, text: str, lines: list[str], **options: str) -> Claim:
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    return Claim(form, "", f"judged({form!r}, {text!r}{given})", lines)


def _draw_board(random: Random) -> Any:
    height, width = random.choice(((1, 7), (2, 4), (3, 3), (2, 3), (5, 1)))
    return (tuple("".join(random.choice("011") for _ in range(width)) for _ in range(height)), random.random() < 0.5)


def _board(rows: tuple[str, ...], apart: bool) -> Iterator[Claim]:
    square(rows, "01")
    text = "".join(f"{' '.join(row) if apart else row}\n" for row in rows)
    yield _claim("gfg-rectangle", text, ["A" if Judge(brute.rectangle).wins(rows) else "B"])


def _draw_colonies(random: Random) -> Any:
    boards = []
    for _ in range(random.randint(1, 4)):
        height, width = random.choice(((1, 6), (2, 3), (2, 4), (3, 3), (4, 1)))
        boards.append(tuple("".join(random.choice("..#") for _ in range(width)) for _ in range(height)))
    return (tuple(boards),)


def _colonies(boards: tuple[tuple[str, ...], ...]) -> Iterator[Claim]:
    judge = Judge(brute.bacteria)
    text, lines = f"{len(boards)}\n", []
    for number, rows in enumerate(boards):
        square(rows, ".#")
        text += f"{len(rows)} {len(rows[0])}\n" + "".join(f"{row}\n" for row in rows)
        lines.append(f"Case #{number + 1}: {len(judge.winning(rows))}")
    yield _claim("gcj2019-bacterial-tactics", text, lines)


def _draw_three(random: Random) -> Any:
    return (_sizes(random, 6, 4), random.choice((1, 2)))


def _three(heaps: tuple[int, ...], starts: int) -> Iterator[Claim]:
    if starts not in (1, 2):
        raise Unfit
    wins = Judge(brute.take_away((1, 2, 3))).wins(heaps)
    winner = starts if wins else 3 - starts
    yield _claim("gfg-take-1-to-3", f"{_text(heaps)}\n", [f"Player {winner} will win"], starts=str(starts))


def _draw_sets(random: Random) -> Any:
    sets = []
    for _ in range(random.randint(1, 3)):
        amounts = tuple(random.randint(1, 9) for _ in range(random.randint(1, 4)))
        sets.append((amounts, tuple(_sizes(random, 7, 3) for _ in range(random.randint(0, 3)))))
    return (tuple(sets),)


def _sets(sets: tuple[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], ...]) -> Iterator[Claim]:
    text, lines = "", []
    for amounts, positions in sets:
        if not amounts or 0 in amounts:
            raise Unfit
        judge = Judge(brute.take_away(amounts))
        text += f"{len(amounts)} {_text(amounts)}\n{len(positions)}\n"
        text += "".join(f"{len(heaps)} {_text(heaps)}".rstrip() + "\n" for heaps in positions)
        lines.append("".join("W" if judge.wins(heaps) else "L" for heaps in positions))
    yield _claim("poj2960-s-nim", text + "0\n", lines)


def _draw_division(random: Random) -> Any:
    divisors = tuple(random.randint(2, 7) for _ in range(random.randint(1, 3)))
    return divisors, tuple(random.choice((random.randint(0, 9), random.randint(0, 99))) for _ in range(2))


def _division(divisors: tuple[int, ...], numbers: tuple[int, ...]) -> Iterator[Claim]:
    if not divisors or min(divisors) < 2:
        raise Unfit
    wins = Judge(brute.floor_division(divisors)).wins(numbers)
    text = json.dumps({"divisors": divisors, "ints": numbers})
    yield _claim("gfg-floor-division", text, ["first" if wins else "second"])


def _draw_piles(random: Random) -> Any:
    game = random.choice(("nim", "sequential-nim", "take-away"))
    amounts = tuple(random.randint(1, 6) for _ in range(random.randint(1, 3)))
    return game, amounts, random.random() < 0.5, tuple(_sizes(random, 5, 3) for _ in range(random.randint(1, 6)))


def _piles(game: str, amounts: tuple[int, ...], letters: bool, lines: tuple[tuple[int, ...], ...]) -> Iterator[Claim]:
    games: dict[str, Game] = {"nim": brute.nim, "sequential-nim": brute.sequential_nim}
    if game not in (*games, "take-away") or not amounts or 0 in amounts or not lines or not all(lines):
        raise Unfit
    judge = Judge(games.get(game) or brute.take_away(amounts))
    words = ("A", "B") if letters else ("first", "second")
    options = {"game": game if game in games else f"take-away:{','.join(map(str, amounts))}"}
    if letters:
        options["answers"] = "AB"
    text = "".join(f"{_text(heaps)}\n" for heaps in lines)
    yield _claim("piles", text, [words[not judge.wins(heaps)] for heaps in lines], **options)


def _draw_first(random: Random) -> Any:
    return (tuple(_sizes(random, 4, 6, 1) for _ in range(random.randint(1, 5))),)


def _first(cases: tuple[tuple[int, ...], ...]) -> Iterator[Claim]:
    if any(0 in heaps or not heaps for heaps in cases):
        raise Unfit
    judge = Judge(brute.sequential_nim)
    text = f"{len(cases)}\n" + "".join(f"{len(heaps)}\n{_text(heaps)}\n" for heaps in cases)
    lines = ["First" if judge.wins(heaps) else "Second" for heaps in cases]
    yield _claim("cf1382b-sequential-nim", text, lines)


def _draw_chess(random: Random) -> Any:
    """Few pieces, not far from the right end: whole boards of several rows are looked at."""
    boards = []
    for _ in range(random.randint(1, 3)):
        rows = []
        for _ in range(random.randint(1, 2)):
            left = random.randint(14, 18)
            row = random.sample(range(left, _WIDTH + 1), random.randint(0, 3))
            rows.append(tuple(row))
        boards.append(tuple(rows))
    return (tuple(boards),)


def _chess(boards: tuple[tuple[tuple[int, ...], ...], ...]) -> Iterator[Claim]:
    judge = Judge(brute.chess_rows(_WIDTH))
    text, lines = f"{len(boards)}\n", []
    for rows in boards:
        if any(len(set(row)) < len(row) or not set(row) <= set(range(14, _WIDTH + 1)) for row in rows):
            raise Unfit
        text += f"{len(rows)}\n" + "".join(f"{len(row)} {_text(row)}".rstrip() + "\n" for row in rows)
        lines.append("YES" if judge.wins(tuple(map(frozenset, rows))) else "NO")
    yield _claim("hdu5724-chess", text, lines)


def _draw_net(random: Random) -> Any:
    nodes = random.randint(1, 8)
    order = random.sample(range(nodes), nodes)
    arcs = [(order[a], order[b]) for a in range(nodes) for b in range(a)]
    chosen = tuple(random.sample(arcs, min(len(arcs), random.randint(0, 2 * nodes))))
    return nodes, chosen, tuple(random.randrange(nodes) for _ in range(random.randint(0, 3))), random.random() < 0.5


def _net(nodes: int, arcs: tuple[tuple[int, int], ...], tokens: tuple[int, ...], named: bool) -> Iterator[Claim]:
    if any(len(arc) != 2 or max(arc) >= nodes for arc in arcs) or max(tokens, default=-1) >= nodes or not nodes:
        raise Unfit
    name = [f"n{node}" if named else node for node in range(nodes)]
    text = {"nodes": name, "edges": [[name[a], name[b]] for a, b in arcs], "tokens": [name[node] for node in tokens]}
    wins = Judge(brute.graph(arcs)).wins(tokens)
    yield _claim("graph", json.dumps(text), ["first" if wins else "second"])


KINDS = (
    Kind("judge: rectangle", _draw_board, _board),
    Kind("judge: bacteria", _draw_colonies, _colonies),
    Kind("judge: take 1 to 3", _draw_three, _three),
    Kind("judge: S-Nim", _draw_sets, _sets),
    Kind("judge: floor division", _draw_division, _division),
    Kind("judge: piles", _draw_piles, _piles),
    Kind("judge: sequential Nim", _draw_first, _first),
    Kind("judge: chess", _draw_chess, _chess),
    Kind("judge: graph", _draw_net, _net),
)
