"""Whose values a rule of one's own has: those of a known game, perhaps some heaps further. Never a proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from grundy.answering.sequence import first_values
from grundy.api.game_index import STORED, index, named_games
from grundy.games.catalogue import GAMES
from grundy.games.octal import octal
from grundy.model.period import SameValues
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Digits, Strips
from grundy.text.codes import write_code

MOST = 200  # heaps that are compared
LEAST = 30  # equal values, counted from the first that is not 0
LEAST_WITHOUT_RULE = 16  # the same, of values that a person asks about
LEAST_ZEROS = 6
SHIFTS = (0, 1, -1, 2, -2, 3, -3, 4, -4)


def same_values(rule: Rule, count: int, known: Sequence[int] | None = None) -> SameValues | None:
    """The known game that has the values of the heaps below `count` of a rule that is known by code alone.

    A rule whose moves are data has its own theorems, and its name says what it is.

    Args:    known: the first MOST of those values, or all, where they are at hand.

    >>> from grundy import rule
    >>> @rule
    ... def neighbours(n):
    ...     yield from (max(n - k, 0) for k in (1, 2, 3) if n)
    >>> print(same_values(neighbours, 100))
    heaps 0 to 99 have the values of take-away:1,2,3
    """
    if rule.shape is not None or rule.theory is not None or rule.arity != 1 or not rule.space.contains(0):
        return None
    return _same(rule, count, known)


def _same(rule: Rule, count: int, known: Sequence[int] | None = None, named: bool = False) -> SameValues | None:
    if count < LEAST:
        return None
    few = min(count, MOST)
    return same_game(first_values(rule, few) if known is None else known[:few], named=named)


def same_game(given: Sequence[int], least: int = LEAST, named: bool = False) -> SameValues | None:
    """The known game that has these values of the heaps 0, 1, 2, ..., perhaps some heaps further.

    Games with a name come first, then codes.

    Args:    least: so many values must be equal, counted from the first that is not 0. named: no codes.

    >>> same_game([0, 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4], 16).shift
    -1
    """
    values = [int(value) for value in given[:MOST]]
    for shift, is_named in [*product(SHIFTS, (True,)), *(() if named else product(SHIFTS, (False,)))]:
        first = max(0, -shift)
        here = values[first:]
        start = next((place for place, value in enumerate(here) if value), len(here))
        if len(here) - start < least:
            continue
        for entry in index():
            if entry.is_named == is_named and entry.has(here, first + shift):
                return SameValues(entry.spec, entry.called, shift, first, len(values) - 1)
    return None


def same_lines(position: Position) -> Iterator[str]:
    """What is seen of the heaps of a position, each rule once, and before it of which heaps its strips are.

    Of a rule that is code no more values are asked for than were; of an octal code a few are known at once.

    >>> from grundy import parse
    >>> print(*same_lines(parse("placement:xox 1x9")), sep="\\n")
    placement:xox: n free cells in a row are a heap of n + 1 of octal:0.07, which is Dawson's Kayles.
    """
    heaps: dict[Rule, int] = {}
    codes: dict[Rule, None] = {}
    strips: dict[str, None] = {}
    for component in position.components:
        shape = component.rule.shape
        if isinstance(shape, Strips) and all(shape.runs(state) is not None for state in component.states):
            code = octal(write_code(shape.digits.digits, shape.digits.repeat))
            called = _called(shape.digits)
            size = f"n + {shape.offset}" if shape.offset else "n"
            which = f", which is {called}" if called else ""
            strips[f"{component.rule.spec}: n {shape.cells} are a heap of {size} of {code.spec}{which}."] = None
            if not called:
                codes[code] = None
        if isinstance(shape, Digits) and shape.parts <= 2 and component.rule.spec not in GAMES:
            codes[component.rule] = None
        if component.rule.shape is None and component.rule.arity == 1 and component.rule.space.contains(0):
            for state in component.states:
                if isinstance(state, int):
                    heaps[component.rule] = max(heaps.get(component.rule, 0), state)
    yield from strips
    seen = {rule: same_values(rule, largest + 1) for rule, largest in heaps.items()}
    for rule, same in (seen | {rule: _same(rule, MOST, named=True) for rule in codes}).items():
        if same:
            yield f"Observed: {rule.spec}: {same}."


def zeros_of_games(zeros: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The known games whose heaps of value 0 are these, as far as they go: the name, and what is seen."""
    few = [zero for zero in zeros if zero < MOST]
    if len(few) < LEAST_ZEROS:
        return
    for entry in index():
        sizes = (STORED, few[-1] + 1)  # most games differ where the index has them
        if all(_below(few, size) == _zeros(entry.first(size), few) for size in sizes):
            yield entry.spec, f"the P-positions of {entry.called} from {few[0]} to {few[-1]}"


def _called(digits: Digits) -> str | None:
    """What the game of the catalogue is called that has these digits."""
    return next((game.called() for game, rule in named_games() if rule.shape == digits), None)


def _below(numbers: Sequence[int], size: int) -> list[int]:
    return [number for number in numbers if number < size]


def _zeros(values: Sequence[int], between: Sequence[int]) -> list[int]:
    """The heaps of value 0, from the first of some numbers to the last."""
    return [n for n, value in enumerate(values) if not value and between[0] <= n <= between[-1]]
