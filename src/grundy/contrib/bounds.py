"""How long a game can last, and how many moves a player can have, from a position on: what other programs ask for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from grundy.errors import OutOfReach
from grundy.games.heaps import nim
from grundy.model.definition import Evaluation, settle
from grundy.model.option import State
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Digits, Division, Masks, Riders, Rooted, Strips, SubsetGame, Subsets, TakeAway

MOST_LOOKED_AT = 1_000_000  # moves, where only looking at all of them tells: a few seconds


@dataclass(frozen=True, slots=True)
class Bounds:
    """At most so many moves until nobody can move, and at most so many to choose from at any time."""

    longest: int
    widest: int

    def __add__(self, other: Bounds) -> Bounds:
        return Bounds(self.longest + other.longest, self.widest + other.widest)


def bounds_of(position: Position) -> Bounds:
    """Bounds on all play from a position, which are those of its parts together: a move changes one part.

    Where the shape of a rule tells, they cost nothing; else every state below is looked at, and they are exact for
    each part.

    Raises: OutOfReach: more states or moves than are looked at; BadRule: play that need not end.

    >>> from grundy import octal
    >>> bounds_of(nim(3, 5)), bounds_of(octal("0.77")(9))
    (Bounds(longest=8, widest=8), Bounds(longest=9, widest=9))
    """
    total = Bounds(0, 0)
    unknown: dict[Rule, list[State]] = {}
    for part in position.parts():
        bounds = _by_shape(part.rule, part.state)
        if bounds is None:
            unknown.setdefault(part.rule, []).append(part.state)
        else:
            total += bounds
    for rule, states in unknown.items():
        for bounds in _by_looking(rule, states):
            total += bounds
    return total


def _by_shape(rule: Rule, state: State) -> Bounds | None:
    """Bounds that the shape of a rule's moves gives at once, if it does."""
    number = state if isinstance(state, int) else 0
    if rule == nim:
        return Bounds(number, number)
    match rule.shape:
        case TakeAway(amounts) if amounts:
            return Bounds(number // min(amounts), sum(amount <= number for amount in amounts))
        case Digits() as shape if shape.parts < 2:  # a heap stays one heap, and each number can be taken at most once
            return Bounds(number, number)
        case Division(divisors):  # each divisor is 2 or more
            return Bounds(number.bit_length(), len(divisors))
        case Masks(cells, moves):  # cells go and never come back, and with them moves
            full = list(cells(state))
            return Bounds(len(full), len(moves(full)))
        case Riders(vectors):  # both numbers only fall
            assert isinstance(state, tuple)
            times = [min(n // step for n, step in zip(state, vector, strict=True) if step) for vector in vectors]
            return Bounds(sum(state) // min(map(sum, vectors)), sum(times))
        case Rooted(graph):  # edges go and never come back
            edges = len(graph(state)[1])
            return Bounds(edges, edges)
        case Subsets(field) | Strips(sets=Subsets(field)):
            return _of_field(rule, state, *field(state))
    return None


def _of_field(rule: Rule, state: State, field: SubsetGame, places: Callable[[State], int]) -> Bounds | None:
    """Bounds where places go and never come back."""
    if any(flip for _, _, _, flip in field.moves):
        return None
    here = places(state)
    fewest = min(((need & clear).bit_count() for need, _, clear, _ in field.moves), default=1)
    longest = here.bit_count() // max(1, fewest)
    if any(off for _, off, _, _ in field.moves):  # what is gone may allow a move; different ones leave different sets
        return Bounds(longest, sum(need & ~here == 0 for need, _, _, _ in field.moves))
    return Bounds(longest, sum(1 for _ in islice(rule.options(state), MOST_LOOKED_AT)))  # what is gone only forbids


def _by_looking(rule: Rule, states: list[State]) -> list[Bounds]:
    """Exact bounds of states, from all states below them."""
    memo: dict[Any, Any] = {}
    looked = count(1)

    def evaluate(state: State) -> Evaluation:
        bounds, moves = Bounds(0, 0), set()
        for option in rule.options(state):
            if next(looked) > MOST_LOOKED_AT:
                raise OutOfReach(
                    f"{rule.spec}: how long a game can last is told by looking at all moves below, and there are more "
                    f"than {MOST_LOOKED_AT:,}; a smaller position would do, or bounds of your own (longest, widest)"
                )
            moves.add((option.labels, option.parts) if not rule.format_move else option.labels)
            after = Bounds(1, 0)
            for part in option.parts:
                if part not in memo:
                    yield part
                after += memo[part]
            bounds = Bounds(max(bounds.longest, after.longest), max(bounds.widest, after.widest))
        return Bounds(bounds.longest, max(bounds.widest, len(moves)))

    settle(states, evaluate, memo, MOST_LOOKED_AT)
    return [memo[state] for state in states]
