"""Who wins. The only module that knows: everything else folds, adds and asks here.

A convention says what value a position has, given the values of its options.

    normal     whoever cannot move loses; a value is a nim-value (an int), values add by XOR
    misere     whoever cannot move wins; a value is True where the first player wins; nothing adds
    entailing  normal play with `again` and `answer`; a value is a nim-value or LOONY, values add
    loopy      normal play on positions that may repeat; a value is a nim-value or Infinity(K), values add
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import xor
from typing import Any, Literal, TypeAlias

from grundy.errors import BadRule
from grundy.model.frozen import frozen

Convention: TypeAlias = Literal["normal", "misere", "entailing", "loopy"]
Winner: TypeAlias = Literal["first", "second", "draw"]
CONVENTIONS: tuple[Convention, ...] = ("normal", "misere", "entailing", "loopy")


def mex(values: Iterable[int]) -> int:
    """The least non-negative integer that is not among some, unchecked; `grundy.mex` checks them."""
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def nim_sum(values: Iterable[int]) -> int:
    """The XOR of some numbers, unchecked; `grundy.nim_sum` checks them."""
    return reduce(xor, values, 0)


@frozen
class Loony:
    """The value of a part in which the player to move wins, whatever the other parts are."""

    def __repr__(self) -> str:
        return "loony"

    def __int__(self) -> int:
        raise loony_refusal(
            "expected a nim-value, found a loony position",
            "'grundy sequence', 'grundy solve' and nim_values say which are loony",
        )


LOONY = Loony()


def loony_refusal(found: str, instead: str) -> BadRule:
    """The error for a loony position where a number is needed; it says which question has an answer."""
    why = "whoever is to move wins there, whatever stands beside it, so that it has no nim-value"
    return BadRule(f"{found}: {why}; {instead}")


def first_loony(values: Iterable[object]) -> int | None:
    """The place of the first loony value among some, or None.

    >>> first_loony([0, LOONY, 1]), first_loony([0, 1])
    (1, None)
    """
    return next((place for place, value in enumerate(values) if value is LOONY), None)


@frozen
class Infinity:
    """The loopy value of a position without a nim-value (Smith 1966).

    Attributes
    ----------
    reach : frozenset of int
        The nim-values of those options that have one.

    Examples
    --------
    >>> from grundy import loopy
    >>> loopy({0: [0, 1], 1: []}).value(0)
    infinity(0)
    """

    reach: frozenset[int] = frozenset()

    def __repr__(self) -> str:
        return f"infinity({', '.join(map(str, sorted(self.reach)))})"


Value: TypeAlias = "int | Loony | Infinity"


def as_plain(value: Any) -> int | Loony:
    """A nim-value, such as one of NumPy's, as an int; loony stays as it is."""
    return value if isinstance(value, Loony) else int(value)


def add(values: Iterable[Value]) -> Value:
    """The value of a sum of parts with these values.

    Source: Smith 1966 and Fraenkel & Perl 1975 for infinity(K) + m = infinity(K XOR m) and
    infinity + infinity = infinity(); Winning Ways ch. 12 for loony + anything = loony.

    >>> add([3, Infinity(frozenset({1, 2}))])
    infinity(1, 2)
    >>> add([3, LOONY])
    loony
    """
    plain = 0
    endless: Infinity | None = None
    for value in values:
        if type(value) is int:  # as a million heaps have
            plain ^= value
            continue
        match value:
            case Loony():
                return LOONY
            case Infinity():
                endless = value if endless is None else Infinity()
            case _:
                plain ^= value
    return plain if endless is None else Infinity(frozenset(k ^ plain for k in endless.reach))


def winner(value: Value) -> Winner:
    """Who wins normal play from a position of this value.

    >>> winner(0), winner(LOONY), winner(Infinity(frozenset({0}))), winner(Infinity())
    ('second', 'first', 'first', 'draw')
    """
    match value:
        case Loony():
            return "first"
        case Infinity(reach):
            return "first" if 0 in reach else "draw"
        case _:
            return "first" if value else "second"


def misere_fold(options: Iterable[bool]) -> bool:
    """Whether the first player wins misère play, given that for each option; no option: yes."""
    empty = True
    for first_wins in options:
        if not first_wins:
            return True
        empty = False
    return empty


def misere_nim(values: Iterable[int]) -> bool:
    """Whether the first player wins misère Nim with heaps of these sizes (Bouton 1901).

    >>> misere_nim([1, 1]), misere_nim([1]), misere_nim([3, 3])
    (True, False, False)
    """
    heaps = list(values)
    return (nim_sum(heaps) != 0) == any(heap > 1 for heap in heaps)


def misere_nim_target(others: int, big: bool) -> int:
    """The one value that makes a P-position of misère Nim with others of this XOR, some of them above 1 or not."""
    return others if big else others ^ 1


@dataclass(frozen=True)
class Reach:
    """The nim-heaps beside which some move in a part wins: `numbers`, or all others if `negated`.

    A part without entailing moves reaches just the nim-values of its options; one from which a
    player moves again, or names where the opponent must answer, may reach all but finitely many.
    """

    numbers: frozenset[int] = frozenset()
    negated: bool = False

    def complement(self) -> Reach:
        """All heaps that are not reached."""
        return Reach(self.numbers, not self.negated)

    def beside(self, heap: int) -> Reach:
        """What is reached when a nim-heap of that size belongs to the part."""
        return Reach(frozenset(number ^ heap for number in self.numbers), self.negated)

    def has(self, beside: Value) -> bool:
        """Whether some move wins with this value beside. A loony part beside is like a heap beyond all
        bounds, which no number names: leave it and the opponent takes it, so only moves that keep the turn or name
        the answer win."""
        return (beside in self.numbers) != self.negated

    @cached_property
    def value(self) -> int | Loony:
        """The least heap not reached: with it beside, whoever is to move loses. None: loony."""
        if not self.negated:
            return mex(self.numbers)
        return min(self.numbers, default=LOONY)


def union(reaches: Iterable[Reach]) -> Reach:
    """The heaps that at least one of these reaches.

    >>> union([Reach(frozenset({1, 2})), Reach(frozenset({2, 3}), negated=True)])
    Reach(numbers=frozenset({3}), negated=True)
    """
    numbers: set[int] = set()
    missed: frozenset[int] | None = None  # by all that reach all others
    for reach in reaches:
        if not reach.negated:
            numbers |= reach.numbers
        else:
            missed = reach.numbers if missed is None else missed & reach.numbers
    return Reach(frozenset(numbers)) if missed is None else Reach(missed - numbers, True)


EVERYTHING = Reach(negated=True)


def entailing_reach(parts: Iterable[Reach], then: str) -> Reach:
    """The winning heaps after a move that leaves these parts, `then` as in Option.next.

    Source: Winning Ways ch. 12 (entailing and complimenting moves), as sets of winning nim-heaps.
    """
    reaches = list(parts)
    values = [reach.value for reach in reaches]
    total = add(values)
    if then == "answer":
        if total == LOONY:
            return EVERYTHING.complement()
        beside = []
        for reach, value in zip(reaches, values, strict=True):
            assert isinstance(total, int) and isinstance(value, int)
            beside.append(reach.beside(total ^ value))
        return union(beside).complement()
    reached = Reach() if total == LOONY else Reach(frozenset({total}))  # type: ignore[arg-type]
    return reached.complement() if then == "again" else reached
