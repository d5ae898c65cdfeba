"""Inputs of a judge's format, made by the dozen: the smallest, random ones, and smaller ones than a given one.

Each format says how its own are made; here is what several have in common. A case is what one line of the output
answers, as plain tuples, within the limits of the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, product
from random import Random
from typing import Any

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


def sums(least: int, most: int) -> Callable[[], Iterator[tuple[int, ...]]]:
    """All tuples of 1 to 4 numbers, the smallest sum first."""

    def small() -> Iterator[tuple[int, ...]]:
        for total in count(least):
            for length in range(1, 5):
                for head in product(range(least, min(most, total) + 1), repeat=length - 1):
                    last = total - sum(head)
                    if least <= last <= most:
                        yield (*head, last)

    return small


def random_piles(least: int, most: int) -> Callable[[Random, int], tuple[int, ...]]:
    """Some numbers, more and larger ones for a larger size; now and then as large as they may be."""

    def random(chances: Random, size: int) -> tuple[int, ...]:
        high = most if chances.random() < 0.05 else min(most, 2 + 2 * size)
        return tuple(chances.randint(least, high) for _ in range(chances.randint(1, 2 + min(size, _MOST_SIZE) // 4)))

    return random


def smaller_piles(least: int, fewest: int = 1) -> Callable[[tuple[int, ...]], Iterator[tuple[int, ...]]]:
    """One or two numbers left out, or made smaller: an XOR may need two at once.

    >>> list(smaller_piles(0)((4, 1)))
    [(1,), (4,), (0, 1), (2, 1), (3, 1), (4, 0), (0, 0), (2, 0), (3, 0)]
    """

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


def spaced(numbers: Sequence[int]) -> str:
    """Numbers in a line."""
    return " ".join(map(str, numbers))


def random_board(marks: str, rows: int, columns: int, chances: Random) -> tuple[str, ...]:
    """A board of two marks, of any density."""
    share = chances.random()
    return tuple("".join(marks[int(chances.random() < share)] for _ in range(columns)) for _ in range(rows))


def cleared(mark: str, blank: str) -> Callable[[tuple[str, ...]], Iterator[tuple[str, ...]]]:
    """Boards with one mark less."""

    def smaller(board: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for at, row in enumerate(board):
            for place, cell in enumerate(row):
                if cell == mark:
                    yield (*board[:at], row[:place] + blank + row[place + 1 :], *board[at + 1 :])

    return smaller


def smaller_pair(
    least: int, first: int, inner: Callable[[Any], Iterator[Any]]
) -> Callable[[tuple[Any, Any]], Iterator[Any]]:
    """For pairs of a set and what is played with it."""

    def smaller(case: tuple[Any, Any]) -> Iterator[Any]:
        numbers, rest = case
        yield from ((numbers, less) for less in inner(rest))
        for less in smaller_piles(least, first)(numbers):
            if len(set(less)) == len(less):
                yield less, rest

    return smaller
