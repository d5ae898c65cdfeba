"""Tartan games: products of two coin-turning games, on grids of coins.

A move chooses a set of rows that may be turned in the one game and a set of columns that may be turned in the other,
and turns over the coins where they cross; the last of these, in the last row and column, goes from heads to tails.

By the Tartan theorem (Conway; Winning Ways, ch. 14) a head alone is worth the nim-product of the values that its row
and its column have in the two games. So a move changes the value of a grid by the nim-product of two numbers, by which
its rows and its columns change rows of coins: where one is known, the other follows by nim-division.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge

from grundy.model.coin_values import Heads
from grundy.model.coins import Coins, Turning, named, turned
from grundy.model.convention import nim_sum
from grundy.model.nimbers import inverse, multiply
from grundy.model.option import Option, to

Grid = tuple[str, ...]
_BINARY = str.maketrans("TH", "01")


def tartan_options(grid: Grid, *, down: Turning, across: Turning) -> Iterator[Option]:
    """Turn the coins where a set of rows and a set of columns cross."""
    for r, row in enumerate(grid):
        for c, coin in enumerate(row):
            if coin == "H":
                for rows in down.sets(r):
                    for columns in across.sets(c):
                        after = [turned(line, columns) if at in rows else line for at, line in enumerate(grid)]
                        yield to(tuple(after), rows=named(rows), columns=named(columns))


@dataclass(frozen=True, slots=True)
class Crossings:
    """The moves that change the value of a grid by a number, counted and not listed.

    count   how many they are
    by_row  for each last row the numbers by which the sets of rows of such moves change rows of coins
    """

    count: int
    by_row: Mapping[int, Sequence[int]]


class Tartan:
    """What grids are worth, and the moves that change that by so much."""

    MADE_OF = ("down", "across")  # all else follows from these (reading/identity.py)

    def __init__(self, down: Heads, across: Heads) -> None:
        self.down, self.across = down, across

    def value(self, grid: Grid) -> int:
        """The XOR of its heads; what the heads of a row have in common is multiplied once."""
        columns = self._columns_of_bits(len(grid[0]) if grid else 0)
        sums = (
            sum(((heads & column).bit_count() & 1) << bit for bit, column in enumerate(columns))
            for heads in map(_as_bits, grid)
        )
        return nim_sum(multiply(self.down.value(r), total) for r, total in enumerate(sums) if total)

    def head(self, r: int, c: int) -> int:
        """What a head alone is worth."""
        return multiply(self.down.value(r), self.across.value(c))

    def _columns_of_bits(self, width: int) -> list[int]:
        """For each bit the columns that have it in their values, as a set."""
        planes: list[int] = []
        for c in range(width):
            value = self.across.value(c)
            planes += [0] * (value.bit_length() - len(planes))
            for bit in range(value.bit_length()):
                planes[bit] |= (value >> bit & 1) << c
        return planes

    def crossings(self, grid: Grid, change: int) -> Crossings:
        """The moves that change the value by so much. No move leaves it as it is."""
        if not change:
            return Crossings(0, {})
        planes = self._planes(len(grid[0]) if grid else 0)
        quotients: dict[int, int] = {}
        count = 0
        by_row: dict[int, list[int]] = {}
        for r, totals in enumerate(_totals(self.down, len(grid))):
            heads = _as_bits(grid[r])
            for number, times in totals.items() if heads else ():
                if number not in quotients:
                    quotients[number] = multiply(change, inverse(number))
                of_this = planes.get(quotients[number], ())
                turned = sum((heads & plane).bit_count() << k for k, plane in enumerate(of_this))
                if turned:
                    count += times * turned
                    by_row.setdefault(r, []).append(number)
        return Crossings(count, by_row)

    def _planes(self, width: int) -> dict[int, list[int]]:
        """For each number, by how many sets each column, as the last one, changes a row by it.

        That is written in base 2: item k has the columns, as a set, whose count has bit k.
        """
        planes: dict[int, list[int]] = {}
        for c, totals in enumerate(_totals(self.across, width)):
            for number, times in totals.items():
                found = planes.setdefault(number, [])
                found += [0] * (times.bit_length() - len(found))
                for k in range(times.bit_length()):
                    found[k] |= (times >> k & 1) << c
        return planes

    def each(self, grid: Grid, change: int, by_row: Mapping[int, Sequence[int]]) -> Iterator[tuple[Coins, Coins]]:
        """Those moves, as rows and columns, in their order."""
        for r, numbers in by_row.items():
            heads = [c for c, coin in enumerate(grid[r]) if coin == "H"]
            for rows, number in merge(*(self._rows_of(r, number) for number in numbers)):
                quotient = multiply(change, inverse(number))
                for c in heads:
                    for columns in self.across.each(c, quotient):
                        yield rows, columns

    def _rows_of(self, r: int, number: int) -> Iterable[tuple[Coins, int]]:
        return ((rows, number) for rows in self.down.each(r, number))


def _as_bits(row: str) -> int:
    """The heads of a row, as a set."""
    return int(row[::-1].translate(_BINARY), 2) if row else 0


def _totals(heads: Heads, places: int) -> Iterator[dict[int, int]]:
    """For each coin, by how many sets of which it is the last a row is changed by each number."""
    turns = heads.turns
    sums: list[dict[int, int]] = [{0: 1}, *({} for _ in range(max(turns.counts, default=1) - 1))]
    before = [0]  # the XOR of the values before each coin
    for last in range(places):
        value = heads.value(last)
        totals: dict[int, int] = {}
        for count in turns.counts:
            _add(totals, sums[count - 1], value)
        for coins in turns.at_distances(last):
            _add(totals, {heads.total(coins): 1}, 0)
        before.append(before[-1] ^ value)
        if turns.runs:
            for first in range(last + 1):
                if last + 1 - first not in turns.counts:
                    _add(totals, {before[first]: 1}, before[-1])
        yield totals
        for j in range(len(sums) - 1, 0, -1):
            _add(sums[j], sums[j - 1], value)


def _add(to_these: dict[int, int], those: Mapping[int, int], change: int) -> None:
    """Add the counts of numbers, each changed by XOR."""
    for number, times in those.items():
        to_these[number ^ change] = to_these.get(number ^ change, 0) + times
