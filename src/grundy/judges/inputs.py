"""Inputs in the judges' formats, made by the dozen: the smallest, random ones, and smaller ones than a given one.

A case here is what one line of the output answers, as plain tuples; all are within the limits of the judges.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, product
from random import Random
from typing import Any

from grundy.judges.hdu5724_chess import WIDTH

_MOST_SIZE = 40  # beyond it numbers grow and tuples do not


@dataclass(frozen=True, slots=True)
class Inputs:
    """How inputs of one format are made.

    Fields:  small: all small cases, the smallest first, without end. random: a case of about a size from 1 on.
             smaller: cases to try in place of one. write: the input for some cases.
             line, words: what a line of the output may be, as a regular expression and for people.
             most: cases in an input.
    """

    small: Callable[[], Iterator[Any]]
    random: Callable[[Random, int], Any]
    smaller: Callable[[Any], Iterator[Any]]
    write: Callable[[Sequence[Any]], str]
    line: str
    words: str
    most: int = 1


def _sums(least: int, most: int) -> Callable[[], Iterator[tuple[int, ...]]]:
    """All tuples of 1 to 4 numbers, the smallest sum first."""

    def small() -> Iterator[tuple[int, ...]]:
        for total in count(least):
            for length in range(1, 5):
                for head in product(range(least, min(most, total) + 1), repeat=length - 1):
                    last = total - sum(head)
                    if least <= last <= most:
                        yield (*head, last)

    return small


def _piles(least: int, most: int) -> Callable[[Random, int], tuple[int, ...]]:
    def random(chances: Random, size: int) -> tuple[int, ...]:
        high = most if chances.random() < 0.05 else min(most, 2 + 2 * size)
        return tuple(chances.randint(least, high) for _ in range(chances.randint(1, 2 + min(size, _MOST_SIZE) // 4)))

    return random


def _smaller_piles(least: int, fewest: int = 1) -> Callable[[tuple[int, ...]], Iterator[tuple[int, ...]]]:
    """One or two numbers left out, or made smaller: an XOR may need two at once."""

    def smaller(case: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        groups = [(at,) for at in range(len(case))] + list(combinations(range(len(case)), 2))
        for group in groups:
            if len(case) - len(group) >= fewest:
                yield tuple(number for at, number in enumerate(case) if at not in group)
        for group in groups:
            if min(case[at] for at in group) > least:
                ways = (lambda n: least, lambda n: max(least, n // 2), lambda n: n - 1)
                tried = (tuple(way(n) if at in group else n for at, n in enumerate(case)) for way in ways)
                yield from dict.fromkeys(tried)

    return smaller


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _sequential(cases: Sequence[tuple[int, ...]]) -> str:
    return f"{len(cases)}\n" + "".join(f"{len(case)}\n{_row(case)}\n" for case in cases)


# Boards: tuples of strings.


def _boards_4x4() -> Iterator[tuple[str, ...]]:
    for ones in range(17):
        for places in combinations(range(16), ones):
            cells = "".join("1" if at in places else "0" for at in range(16))
            yield tuple(cells[at : at + 4] for at in range(0, 16, 4))


def _random_board(marks: str, rows: int, columns: int, chances: Random) -> tuple[str, ...]:
    share = chances.random()
    return tuple(
        "".join(marks[int(chances.random() < share)] for _ in range(columns)) for _ in range(rows)
    )  # boards of every density


def _cleared(mark: str, blank: str) -> Callable[[tuple[str, ...]], Iterator[tuple[str, ...]]]:
    def smaller(board: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for at, row in enumerate(board):
            for place, cell in enumerate(row):
                if cell == mark:
                    yield (*board[:at], row[:place] + blank + row[place + 1 :], *board[at + 1 :])

    return smaller


def _small_bacteria() -> Iterator[tuple[str, ...]]:
    for area in range(1, 226):
        for rows in range(1, 16):
            if area % rows == 0 and area // rows <= 15:
                width = area // rows
                for cells in product(".#", repeat=area):
                    yield tuple("".join(cells[at : at + width]) for at in range(0, area, width))


def _random_bacteria(chances: Random, size: int) -> tuple[str, ...]:
    most = min(15, 2 + size // 3)
    return _random_board(".#", chances.randint(1, most), chances.randint(1, most), chances)


def _smaller_bacteria(board: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if len(board) > 1:
        yield from (board[:at] + board[at + 1 :] for at in range(len(board)))
    if len(board[0]) > 1:
        yield from (tuple(row[:at] + row[at + 1 :] for row in board) for at in range(len(board[0])))
    yield from _cleared("#", ".")(board)


def _write_bacteria(cases: Sequence[tuple[str, ...]]) -> str:
    boards = ("".join(f"{row}\n" for row in (f"{len(board)} {len(board[0])}", *board)) for board in cases)
    return f"{len(cases)}\n" + "".join(boards)


# S-Nim: a set and its positions. Floor division: divisors and integers.


def _sets(least: int) -> Iterator[tuple[int, ...]]:
    """All sets, the smallest largest number first."""
    for largest in count(least):
        for size in range(largest - least + 1):
            for rest in combinations(range(least, largest), size):
                yield (*rest, largest)


def _small_s_nim() -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    for takes in _sets(1):
        sums = _sums(0, 100)()
        positions = tuple(next(sums) for _ in range(12))
        yield takes, positions


def _random_s_nim(chances: Random, size: int) -> Any:
    takes = tuple(chances.sample(range(1, 4 + size), chances.randint(1, min(6, 3 + size))))
    return takes, tuple(_piles(0, 400)(chances, size) for _ in range(chances.randint(1, 5)))


def _smaller_pair(
    least: int, first: int, inner: Callable[[Any], Iterator[Any]]
) -> Callable[[tuple[Any, Any]], Iterator[Any]]:
    """For pairs of a set and what is played with it."""

    def smaller(case: tuple[Any, Any]) -> Iterator[Any]:
        numbers, rest = case
        yield from ((numbers, less) for less in inner(rest))
        for less in _smaller_piles(least, first)(numbers):
            if len(set(less)) == len(less):
                yield less, rest

    return smaller


def _smaller_positions(positions: tuple[tuple[int, ...], ...]) -> Iterator[Any]:
    if len(positions) > 1:
        yield from ((one,) for one in positions)
    for at, position in enumerate(positions):
        for less in _smaller_piles(0)(position):
            yield (*positions[:at], less, *positions[at + 1 :])


def _write_s_nim(cases: Sequence[Any]) -> str:
    lines = []
    for takes, positions in cases:
        lines += [_row((len(takes), *takes)), str(len(positions))]
        lines += [_row((len(position), *position)) for position in positions]
    return "".join(f"{line}\n" for line in (*lines, "0"))


def _small_division() -> Iterator[Any]:
    sums = _sums(0, 1000)()
    for numbers in sums:
        yield (2, 3, 6), numbers
        if sum(numbers) < 12:
            yield from ((divisors, numbers) for divisors in ((2,), (3,), (2, 3), (2, 5)))


def _random_division(chances: Random, size: int) -> Any:
    divisors = chances.sample(range(2, 5 + size // 2), chances.randint(1, 3))
    return tuple(sorted(divisors)), _piles(0, 10**9)(chances, size * size)


def _write_division(cases: Sequence[Any]) -> str:
    ((divisors, numbers),) = cases
    return json.dumps({"divisors": list(divisors), "ints": list(numbers)}) + "\n"


# Chess rows: masks, bit 0 the right edge.


def _random_chess(chances: Random, size: int) -> tuple[int, ...]:
    wide = min(WIDTH, 3 + size)
    return tuple(chances.randrange(1 << wide) for _ in range(chances.randint(1, 1 + size // 4)))


def _write_chess(cases: Sequence[tuple[int, ...]]) -> str:
    lines = [str(len(cases))]
    for case in cases:
        lines.append(str(len(case)))
        for mask in case:
            columns = [column for column in range(1, WIDTH + 1) if mask >> (WIDTH - column) & 1]
            lines.append(_row((len(columns), *columns)))
    return "".join(f"{line}\n" for line in lines)


# Graphs: how many nodes, arcs as pairs of numbers, tokens.


def _acyclic(nodes: int, arcs: Sequence[tuple[int, int]]) -> bool:
    left = set(range(nodes))
    while left:
        ends = {node for node in left if not any(a == node and b in left for a, b in arcs)}
        if not ends:
            return False
        left -= ends
    return True


def _small_graphs() -> Iterator[Any]:
    for nodes in count(1):
        pairs = [(a, b) for a in range(nodes) for b in range(nodes) if a != b]
        for size in range(nodes * (nodes - 1) // 2 + 1):
            for arcs in combinations(pairs, size):
                if _acyclic(nodes, arcs):
                    yield from ((nodes, arcs, (token,)) for token in range(nodes))
                    if nodes > 1:
                        yield nodes, arcs, (0, nodes - 1)


def _random_graph(chances: Random, size: int) -> Any:
    nodes = chances.randint(1, 2 + size)
    order = chances.sample(range(nodes), nodes)
    share = chances.random()
    arcs = [(order[a], order[b]) for a, b in combinations(range(nodes), 2) if chances.random() < share]
    return nodes, tuple(sorted(arcs)), tuple(chances.randrange(nodes) for _ in range(chances.randint(1, 3)))


def _smaller_graph(case: Any) -> Iterator[Any]:
    nodes, arcs, tokens = case
    for node in range(nodes):
        if node not in tokens:
            down = [place - (place > node) for place in range(nodes)]
            kept = tuple((down[a], down[b]) for a, b in arcs if node not in (a, b))
            yield nodes - 1, kept, tuple(down[token] for token in tokens)
    if len(tokens) > 1:
        yield from ((nodes, arcs, tokens[:at] + tokens[at + 1 :]) for at in range(len(tokens)))
    yield from ((nodes, arcs[:at] + arcs[at + 1 :], tokens) for at in range(len(arcs)))


def _write_graph(cases: Sequence[Any]) -> str:
    ((nodes, arcs, tokens),) = cases
    names = [f"n{node}" for node in range(nodes)]
    edges = [[names[a], names[b]] for a, b in arcs]
    return json.dumps({"nodes": names, "edges": edges, "tokens": [names[token] for token in tokens]}) + "\n"


INPUTS: dict[str, Inputs] = {
    "gfg-rectangle": Inputs(
        _boards_4x4,
        lambda chances, size: _random_board("01", 4, 4, chances),
        _cleared("1", "0"),
        lambda cases: "".join(f"{' '.join(row)}\n" for row in cases[0]),
        "A|B",
        "A or B",
    ),
    "gcj2019-bacterial-tactics": Inputs(
        _small_bacteria, _random_bacteria, _smaller_bacteria, _write_bacteria, r"Case #\d+: \d+", "Case #x: y", 100
    ),
    "gfg-take-1-to-3": Inputs(
        _sums(0, 100),
        _piles(0, 100),
        _smaller_piles(0),
        lambda cases: f"{_row(cases[0])}\n",
        "Player [12] will win",
        "Player 1 will win or Player 2 will win",
    ),
    "poj2960-s-nim": Inputs(
        _small_s_nim,
        _random_s_nim,
        _smaller_pair(1, 1, _smaller_positions),
        _write_s_nim,
        "[WL]+",
        "letters W and L",
        30,
    ),
    "gfg-floor-division": Inputs(
        _small_division,
        _random_division,
        _smaller_pair(2, 1, _smaller_piles(0)),
        _write_division,
        "first|second",
        "first or second",
    ),
    "piles": Inputs(
        _sums(0, 10**9),
        _piles(0, 10**9),
        _smaller_piles(0),
        lambda cases: "".join(f"{_row(case)}\n" for case in cases),
        "first|second|A|B",
        "first or second",
        100,
    ),
    "cf1382b-sequential-nim": Inputs(
        _sums(1, 10**9), _piles(1, 10**9), _smaller_piles(1), _sequential, "First|Second", "First or Second", 100
    ),
    "hdu5724-chess": Inputs(
        _sums(0, (1 << WIDTH) - 1), _random_chess, _smaller_piles(0), _write_chess, "YES|NO", "YES or NO", 100
    ),
    "graph": Inputs(_small_graphs, _random_graph, _smaller_graph, _write_graph, "first|second", "first or second"),
}
