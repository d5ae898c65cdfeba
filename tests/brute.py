"""The rules once more, as small programs that know nothing of grundy: what its engines are judged by.

A game here is a function from a whole position to its moves: the move as --json has it, and the position that it
leaves. No sums, no XOR: nim-values and outcomes are those of whole positions, by the definition alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import count
from typing import Any

Move = dict[str, Any]
Game = Callable[[Any], Iterator[tuple[Move, Any]]]


class Judge:
    """Nim-values and outcomes of one game, remembered from question to question."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._values: dict[Hashable, int] = {}
        self._outcomes: dict[Hashable, bool] = {}

    def value(self, position: Any) -> int:
        """The mex of the values of the positions one move away."""
        if position not in self._values:
            after = {self.value(left) for _, left in self.game(position)}
            self._values[position] = next(n for n in count() if n not in after)
        return self._values[position]

    def wins(self, position: Any, misere: bool = False) -> bool:
        """Whether the player to move wins; who cannot move loses, in misère play wins."""
        key = position, misere
        if key not in self._outcomes:
            after = [left for _, left in self.game(position)]
            self._outcomes[key] = any(not self.wins(left, misere) for left in after) or (misere and not after)
        return self._outcomes[key]

    def winning(self, position: Any, misere: bool = False) -> list[Move]:
        """Every move after which the other player loses."""
        return [move for move, left in self.game(position) if not self.wins(left, misere)]


def put(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The row with another value at a place."""
    return (*row[:place], value, *row[place + 1 :])


def nim(piles: tuple[int, ...]) -> Iterator[tuple[Move, Any]]:
    for place, pile in enumerate(piles):
        for take in range(1, pile + 1):
            yield {"pile": place + 1, "take": take}, put(piles, place, pile - take)


def take_away(amounts: Iterable[int]) -> Game:
    def moves(piles: tuple[int, ...]) -> Iterator[tuple[Move, Any]]:
        for place, pile in enumerate(piles):
            for take in sorted(set(amounts)):
                if take <= pile:
                    yield {"pile": place + 1, "take": take}, put(piles, place, pile - take)

    return moves


def floor_division(divisors: Iterable[int]) -> Game:
    def moves(numbers: tuple[int, ...]) -> Iterator[tuple[Move, Any]]:
        for place, number in enumerate(numbers):
            for divisor in sorted(set(divisors)):
                if number > 0:
                    yield {"index": place + 1, "divisor": divisor}, put(numbers, place, number // divisor)

    return moves


def sequential_nim(piles: tuple[int, ...]) -> Iterator[tuple[Move, Any]]:
    filled = [place for place, pile in enumerate(piles) if pile > 0]
    if filled:
        first = filled[0]
        for take in range(1, piles[first] + 1):
            yield {"pile": first + 1, "take": take}, put(piles, first, piles[first] - take)


def staircase_nim(steps: tuple[int, ...]) -> Iterator[tuple[Move, Any]]:
    for place, counters in enumerate(steps):
        for take in range(1, counters + 1):
            after = list(steps)
            after[place] -= take
            if place > 0:
                after[place - 1] += take
            yield {"step": place + 1, "take": take}, tuple(after)


def wythoff(piles: tuple[int, int]) -> Iterator[tuple[Move, Any]]:
    a, b = piles
    for take in range(1, max(piles) + 1):
        if take <= a:
            yield {"pile": 1, "take": take}, (a - take, b)
        if take <= b:
            yield {"pile": 2, "take": take}, (a, b - take)
        if take <= a and take <= b:
            yield {"pile": "both", "take": take}, (a - take, b - take)


def euclid(numbers: tuple[int, int]) -> Iterator[tuple[Move, Any]]:
    a, b = numbers
    for take in range(1, max(numbers) + 1):
        if b and take % b == 0 and take <= a:
            yield {"pile": 1, "take": take}, (a - take, b)
        if a and take % a == 0 and take <= b:
            yield {"pile": 2, "take": take}, (a, b - take)


def rectangle(rows: tuple[str, ...]) -> Iterator[tuple[Move, Any]]:
    """Every top-left and bottom-right corner; all cells between them must be 1."""
    height, width = len(rows), len(rows[0]) if rows else 0
    for top in range(height):
        for left in range(width):
            for bottom in range(top, height):
                for right in range(left, width):
                    cells = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
                    if all(rows[r][c] == "1" for r, c in cells):
                        after = [list(row) for row in rows]
                        for r, c in cells:
                            after[r][c] = "0"
                        move = {"top": top + 1, "left": left + 1, "bottom": bottom + 1, "right": right + 1}
                        yield move, tuple("".join(row) for row in after)


def bacteria(rows: tuple[str, ...]) -> Iterator[tuple[Move, Any]]:
    """The judge's own rules, cell by cell: 'B' is a bacterium. Placing a colony that reaches '#' loses at once:
    nobody wins with it, and no nim-value needs it."""
    height, width = len(rows), len(rows[0]) if rows else 0
    for r in range(height):
        for c in range(width):
            if rows[r][c] != ".":
                continue
            for kind, steps in (("H", ((0, -1), (0, 1))), ("V", ((-1, 0), (1, 0)))):
                after = [list(row) for row in rows]
                after[r][c] = "B"
                dead = False
                for down, right in steps:
                    y, x = r + down, c + right
                    while 0 <= y < height and 0 <= x < width and rows[y][x] != "B" and not dead:
                        dead = rows[y][x] == "#"
                        after[y][x] = "B"
                        y, x = y + down, x + right
                if not dead:
                    yield {"row": r + 1, "column": c + 1, "type": kind}, tuple("".join(row) for row in after)


def chess_rows(width: int) -> Game:
    def moves(rows: tuple[frozenset[int], ...]) -> Iterator[tuple[Move, Any]]:
        for place, row in enumerate(rows):
            for piece in sorted(row):
                square = piece + 1
                while square in row:
                    square += 1
                if square <= width:
                    after = put(rows, place, row - {piece} | {square})
                    yield {"row": place + 1, "from": piece, "to": square}, after

    return moves


def graph(arcs: Iterable[tuple[Any, Any]]) -> Game:
    after: dict[Any, set[Any]] = {}
    for start, end in arcs:
        after.setdefault(start, set()).add(end)

    def moves(tokens: tuple[Any, ...]) -> Iterator[tuple[Move, Any]]:
        for place, node in enumerate(tokens):
            for end in sorted(after.get(node, ())):
                yield {"token": place + 1, "to": end}, put(tokens, place, end)

    return moves


def together(*games: Game) -> Game:
    """Several games side by side: a position is a tuple of theirs, and a move names its component."""

    def moves(positions: tuple[Any, ...]) -> Iterator[tuple[Move, Any]]:
        for number, (game, position) in enumerate(zip(games, positions, strict=True)):
            for move, left in game(position):
                yield {"component": number + 1, **move}, put(positions, number, left)

    return moves
