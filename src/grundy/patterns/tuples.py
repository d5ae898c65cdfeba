"""Suspected patterns of P-positions that are tuples of numbers, of any lengths: rows of piles, sorted or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial, reduce
from operator import xor
from typing import Any

from grundy.model.pattern import Pattern

FEWEST = 4  # P-positions, and other states, of which anything is said
MOST_RESIDUES = 8
Numbers = tuple[int, ...]


def tuple_patterns(states: Sequence[Any], lost: Collection[Any]) -> tuple[Pattern, ...]:
    """The shortest sentence that says which of these states are P-positions, if some here does; nothing else.

    >>> from itertools import combinations_with_replacement
    >>> rows = [row for k in range(1, 5) for row in combinations_with_replacement(range(1, 5), k)]
    >>> [one.statement for one in tuple_patterns(rows, {row for row in rows if row[::2] == row[1::2]})]
    ['a P-position iff every number stands there an even number of times']
    """
    whole = all(type(number) is int and number >= 0 for state in states for number in state)
    others = sum(state not in lost for state in states)
    if not whole or min(len(states) - others, others) < FEWEST:
        return ()
    for statement, is_lost in _claims(states, lost):
        if all(is_lost(state) == (state in lost) for state in states):
            numbers = (("states", len(states)),)
            upto = max(max(state, default=0) for state in states)
            return (
                Pattern("P-positions", f"a P-position iff {statement}", 0, upto, about="P-positions", numbers=numbers),
            )
    return ()


def _claims(states: Sequence[Numbers], lost: Collection[Numbers]) -> Iterator[tuple[str, Callable[[Numbers], bool]]]:
    """Sentences, the shortest first."""
    yield "all its numbers are even", lambda state: all(number % 2 == 0 for number in state)
    yield "all its numbers are equal", lambda state: len(set(state)) < 2
    yield "the XOR of its numbers is 0", lambda state: reduce(xor, state, 0) == 0
    yield "every number stands there an even number of times", _is_paired
    yield "the XOR of its numbers is 0, or all are 0 or 1 and that is 1", _is_misere_nim
    for m in range(2, MOST_RESIDUES + 1):
        yield _residues(f"the sum of its numbers, mod {m},", partial(_sum, m), states, lost)
        yield _residues(f"the XOR of its numbers, each mod {m},", partial(_xor, m), states, lost)


def _sum(m: int, state: Numbers) -> int:
    return sum(state) % m


def _xor(m: int, state: Numbers) -> int:
    return reduce(xor, (number % m for number in state), 0)


def _residues(
    words: str, number: Callable[[Numbers], int], states: Sequence[Numbers], lost: Collection[Numbers]
) -> tuple[str, Callable[[Numbers], bool]]:
    """Whether a number of a state, one of a few, tells it."""
    told = {number(state) for state in states if state in lost}
    listed = ", ".join(map(str, sorted(told)))
    return f"{words} is {'one of ' * (len(told) > 1)}{listed}", lambda state: number(state) in told


def _is_paired(state: Numbers) -> bool:
    return all(count % 2 == 0 for number, count in Counter(state).items() if number)


def _is_misere_nim(state: Numbers) -> bool:
    """Bouton 1901."""
    return reduce(xor, state, 0) == int(max(state, default=0) < 2)
