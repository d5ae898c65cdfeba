"""Whose values a rule of one's own has: those of a game of the catalogue, perhaps some heaps further. Never a proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from grundy.engines.sequence import first_values
from grundy.games.catalogue import GAMES
from grundy.model.period import SameValues
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Digits
from grundy.model.space import HEAP

MOST = 200  # heaps that are compared
LEAST = 30  # equal values, counted from the first that is not 0
LEAST_WITHOUT_RULE = 16  # the same, of values that a person asks about
LEAST_ZEROS = 6
SHIFTS = (0, 1, -1, 2, -2, 3, -3, 4, -4)


def same_values(rule: Rule, count: int, known: Sequence[int] | None = None) -> SameValues | None:
    """The game of the catalogue that has the values of the heaps below `count` of a rule that is known by code alone.

    A rule whose moves are data has its own theorems, and its name says what it is.

    Args:    known: the first MOST of those values, or all, where they are at hand.

    >>> from grundy import rule
    >>> @rule
    ... def neighbours(n):
    ...     yield from (max(n - k, 0) for k in (1, 2) if n)
    >>> same_values(neighbours, 100)  # n mod 3 is the game of no name
    """
    if rule.shape is not None or rule.theory is not None or rule.arity != 1 or not rule.space.contains(0):
        return None
    return _same(rule, count, known)


def _same(rule: Rule, count: int, known: Sequence[int] | None = None) -> SameValues | None:
    if count < LEAST:
        return None
    few = min(count, MOST)
    return same_game(first_values(rule, few) if known is None else known[:few])


def same_game(found: Sequence[int], least: int = LEAST) -> SameValues | None:
    """The game of the catalogue that has these values of the heaps 0, 1, 2, ..., perhaps some heaps further.

    Args:    least: so many values must be equal, counted from the first that is not 0.

    >>> same_game([0, 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4], 16).shift
    -1
    """
    values = [int(value) for value in found[:MOST]]
    for shift in SHIFTS:
        first = max(0, -shift)
        here = values[first:]
        start = next((place for place, value in enumerate(here) if value), len(here))
        if len(here) - start < least:
            continue
        for name, called, theirs in _games():
            if here == theirs[first + shift : first + shift + len(here)]:
                return SameValues(name, called, shift, first, len(values) - 1)
    return None


def same_lines(position: Position) -> Iterator[str]:
    """What is seen of the heaps of a position, each rule once.

    Of a rule that is code no more values are asked for than were; of an octal code a few are known at once.
    """
    heaps: dict[Rule, int] = {}
    codes: dict[Rule, None] = {}
    for component in position.components:
        shape = component.rule.shape
        if isinstance(shape, Digits) and shape.parts <= 2 and component.rule.spec not in GAMES:
            codes[component.rule] = None
        if component.rule.shape is None and component.rule.arity == 1 and component.rule.space.contains(0):
            for state in component.states:
                if isinstance(state, int):
                    heaps[component.rule] = max(heaps.get(component.rule, 0), state)
    seen = {rule: same_values(rule, largest + 1) for rule, largest in heaps.items()}
    for rule, same in (seen | {rule: _same(rule, MOST) for rule in codes}).items():
        if same:
            yield f"Observed: {rule.spec}: {same}."


def zeros_of_games(zeros: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The games of the catalogue whose heaps of value 0 are these, as far as they go: the name, and what is seen."""
    few = [zero for zero in zeros if zero < MOST]
    for name, called, theirs in _games():
        if len(few) >= LEAST_ZEROS and few == [n for n in range(few[0], few[-1] + 1) if not theirs[n]]:
            yield name, f"the P-positions of {called} from {few[0]} to {few[-1]}"


@cache
def _games() -> list[tuple[str, str, list[int]]]:
    """The games of heaps that have a name of their own, and their first values."""
    found = []
    for game in GAMES.values():
        rule = None if game.parameters or game.json else game.rule(None)
        if rule is not None and rule.space is HEAP and (isinstance(rule.shape, Digits) or rule.theory):
            values = [int(value) for value in first_values(rule, MOST + max(SHIFTS))]
            found.append((game.name, game.called(), values))
    return found
