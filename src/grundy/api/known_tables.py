"""Whose table a rule of one's own has, of the values of single numbers or of pairs: observed, never proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from grundy.api.known_values import LEAST_ZEROS, MOST, same_game, same_values, zeros_of_games
from grundy.errors import BadRule, OutOfReach
from grundy.games.catalogue import GAMES
from grundy.games.corner import PIECES, corner
from grundy.model.guesses import SameTable
from grundy.model.period import SameValues
from grundy.model.rule import Rule
from grundy.model.table import Contents
from grundy.reading.remember import remembered

MOST_COMPARED = 30  # in each direction of a table that is compared with those of games
LEAST_COMPARED = 8  # the same, of a table of a rule
LEAST_SUM = 3  # of the lesser numbers of the pairs in it that are lost, besides (0, 0)


def same_as(rule: Rule) -> SameValues | SameTable | None:
    """The known game that has the values, or of pairs the P-positions, of a rule that is known by code alone.

    >>> from grundy import rule
    >>> @rule
    ... def rook(a, b):
    ...     yield from ((a - k, b) for k in range(1, a + 1))
    ...     yield from ((a, b - k) for k in range(1, b + 1))
    >>> print(same_as(rook))
    the values of corner:rook, as far as 30 x 30 pairs
    """
    if rule.shape is not None or rule.theory is not None:
        return None
    with suppress(OutOfReach, BadRule):
        if rule.arity == 1:
            return same_values(rule, MOST)
        if rule.arity == 2:
            return _same_pairs_of(_table(rule, (MOST_COMPARED, MOST_COMPARED)))
    return None


def same_as_table(held: Contents, piece: Callable[..., Any], rule: Rule | None) -> SameValues | SameTable | None:
    """The same of a table in normal play; of a table of outcomes, the game that has these P-positions.

    Args:    piece: gives what stands in a piece of it, by slices. rule: whose it is; None: it was read from a file, and
             a name that is not in the catalogue is one's own.
    """
    is_own = held.spec.partition(":")[0] not in GAMES if rule is None else rule.shape is None and rule.theory is None
    if not is_own or held.convention != "normal" or len(held.shape) > 2 or not held.total:
        return None
    if len(held.shape) == 2:
        some = piece((slice(MOST_COMPARED), slice(MOST_COMPARED))).tolist()
        if not held.outcomes:
            return _same_pairs_of(some)
        return _same_lost([[letter == "P" for letter in row] for row in some])
    values = piece(slice(MOST)).tolist()
    if held.outcomes:
        zeros = [n for n, letter in enumerate(values) if letter == "P"]
        return next((SameTable(name, text) for name, text in zeros_of_games(zeros)), None)
    return same_game(values) if rule is None else same_values(rule, held.total, values)


def _same_pairs_of(rows: list[list[int]]) -> SameTable | None:
    if min(len(rows), len(rows[0])) < LEAST_COMPARED:
        return None
    return same_table(rows) or _same_lost([[not value for value in row] for row in rows])


def same_table(rows: Sequence[Sequence[int]]) -> SameTable | None:
    """The game of the catalogue on two numbers that has these values of all pairs."""
    shape = (min(len(rows), MOST_COMPARED), min(len(rows[0]), MOST_COMPARED))
    ours = [list(row[: shape[1]]) for row in rows[: shape[0]]]
    for name, called, theirs in _tables(shape):
        if ours == theirs:
            return SameTable(name, f"the values of {called}, as far as {shape[0]} x {shape[1]} pairs")
    return None


def _same_lost(lost: list[list[bool]]) -> SameTable | None:
    """The game that has these P-positions among all pairs of a box, where there are so many that they tell it."""
    shape = len(lost), len(lost[0])
    told = sum(min(a, b) for a, row in enumerate(lost) for b, is_lost in enumerate(row) if is_lost)
    if min(shape) < LEAST_COMPARED or told < LEAST_SUM * LEAST_ZEROS:
        return None
    for name, called, theirs in _tables(shape):
        if lost == [[not value for value in row] for row in theirs]:
            return SameTable(name, f"the P-positions of {called}, as far as {shape[0]} x {shape[1]} pairs")
    return None


def same_pairs(pairs: Sequence[Sequence[int]]) -> SameTable | None:
    """The game of the catalogue whose P-positions are these pairs, as far as they go."""
    ordered = all(a <= b for a, b in pairs)
    given = {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs if ordered} | {(0, 0)}
    size = min(max(min(pair) for pair in pairs) + 1, MOST_COMPARED)
    box = list(product(range(size), repeat=2))
    for name, called, rule in _games():
        theory = rule.theory
        lost = theory and (theory.is_p or (theory.value and (lambda pair, value=theory.value: value(pair) == 0)))
        if lost and all(lost((a, b)) for a, b in pairs) and all(bool(lost(pair)) == (pair in given) for pair in box):
            return SameTable(name, f"the P-positions of {called}, as far as {len(pairs)} pairs")
    return None


def _games() -> Iterator[tuple[str, str, Any]]:
    """The games of the catalogue on two numbers."""
    for game in GAMES.values():
        rule = None if game.parameters or game.json else game.rule(None)
        if rule is not None and rule.arity == 2 and rule.fits((0, 0)):
            yield game.name, game.called(), rule
    for piece in PIECES:
        rule = corner(piece)
        yield rule.spec, rule.spec, rule


def _tables(shape: tuple[int, int]) -> Iterator[tuple[str, str, list[list[int]]]]:
    """Their nim-values of all pairs of a box."""
    for name, called, rule in _games():
        with suppress(OutOfReach, BadRule):
            yield name, called, _table(rule, shape)


@remembered(most=32)
def _table(rule: Rule, shape: tuple[int, int]) -> list[list[int]]:
    from grundy.answering.boxes import table_of

    found: list[list[int]] = table_of(rule)(shape, False).tolist()
    return found
