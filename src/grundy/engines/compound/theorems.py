"""What decides each compound: a number of every part, and what the numbers of all parts say together.

Source: Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from grundy.model.compound import AT_ONCE, ENDED, Measured, foreclosed, outcomes, remoteness, suspense
from grundy.model.frozen import frozen


@frozen
class CompoundTheorem:
    """How the winner follows from the parts.

    fold      the number of a part from those of its options
    words     what the number is called
    joined    what two parts say together, from what each says; `said` is what one says
    lost      whether whoever is to move loses, by what all say
    because   the theorem
    """

    fold: Callable[[list[Any]], Any]
    words: Callable[[Any], str]
    joined: Callable[[Any, Any], Any]
    lost: Callable[[Any], bool]
    because: str
    said: Callable[[Any], Hashable] = lambda number: number


def _number(name: str) -> Callable[[Any], str]:
    return lambda number: f"{name} {number}"


def _by_remoteness(misere: bool) -> CompoundTheorem:
    return CompoundTheorem(
        partial(remoteness, misere=misere),
        _number("remoteness"),
        min,
        lambda least: least % 2 == misere,
        "the part that ends first decides: whoever is to move loses if and only if the least remoteness is "
        f"{'odd' if misere else 'even'}",
    )


def _by_suspense(misere: bool) -> CompoundTheorem:
    return CompoundTheorem(
        partial(suspense, misere=misere),
        _number("suspense number"),
        max,
        lambda greatest: greatest % 2 == misere,
        "the part that ends last decides: whoever is to move loses if and only if the greatest suspense number is "
        f"{'odd' if misere else 'even'}",
    )


def _outcome_words(misere: bool) -> Callable[[Any], str]:
    def words(outcome: tuple[bool, bool, bool]) -> str:
        alive, normal, wins = outcome
        if not alive:
            return "ended"
        return f"{'an N' if normal else 'a P'}-position" + (
            f", in misère play {'an N' if wins else 'a P'}-position" if misere else ""
        )

    return words


Alive = tuple[int, bool, bool]
"""How many parts have not ended, at most 2; whether one of these is an N-position in normal play; in misère play."""


def _both(left: Alive, right: Alive) -> Alive:
    return min(2, left[0] + right[0]), left[1] or right[1], (left[0] > 0 and left[2]) or (right[0] > 0 and right[2])


def _lost_by_parts(misere: bool) -> Callable[[Alive], bool]:
    def lost(all_parts: Alive) -> bool:
        count, normal, wins = all_parts
        if not misere or count > 1:
            return not normal
        return count == 1 and not wins

    return lost


def _selective(misere: bool) -> CompoundTheorem:
    return CompoundTheorem(
        outcomes,
        _outcome_words(misere),
        _both,
        _lost_by_parts(misere),
        "whoever is to move loses if and only if every part is a P-position"
        + (" of normal play, or of misère play where one part alone has not ended" if misere else ""),
    )


def _shortened(misere: bool) -> CompoundTheorem:
    def lost(claim: tuple[bool, bool]) -> bool:
        over, wins = claim
        return not wins if misere else over or not wins

    def said(outcome: tuple[bool, bool, bool]) -> tuple[bool, bool]:
        alive, normal, wins = outcome
        return (not alive, wins if misere else normal)

    return CompoundTheorem(
        outcomes,
        _outcome_words(misere),
        lambda left, right: (left[0] or right[0], left[1] or right[1]),
        lost,
        "whoever is to move loses if and only if every part is a P-position"
        + (" of misère play" if misere else ", or some part has ended"),
        said,
    )


Foreclosed = tuple[bool, bool, int]
"""Whether a part has ended, whether one can be ended at once, and the XOR of the other values."""


def _diminished(misere: bool) -> CompoundTheorem:
    def words(value: int | None) -> str:
        if value is ENDED:
            return "ended"
        return "can be ended at once" if value == AT_ONCE else f"foreclosed value {value}"

    def said(value: int | None) -> Foreclosed:
        return value is ENDED, value == AT_ONCE, 0 if value is ENDED or value == AT_ONCE else value

    def joined(left: Foreclosed, right: Foreclosed) -> Foreclosed:
        return left[0] or right[0], left[1] or right[1], left[2] ^ right[2]

    def lost(claim: Foreclosed) -> bool:
        over, at_once, total = claim
        return over != misere if over else not at_once and not total

    return CompoundTheorem(
        partial(foreclosed, misere=misere),
        words,
        joined,
        lost,
        "whoever is to move loses if and only if "
        + (
            "no part has ended and the XOR of the foreclosed values is 0; no player ends a part unless forced"
            if misere
            else "some part has ended, or none can be ended at once and the XOR of the foreclosed values is 0"
        ),
        said,
    )


THEOREMS: dict[str, Callable[[bool], CompoundTheorem]] = {
    "conjunctive": _by_remoteness,
    "continued_conjunctive": _by_suspense,
    "selective": _selective,
    "shortened_selective": _shortened,
    "diminished": _diminished,
}


class AppliedTheorem:
    """A theorem at work: the number of any part."""

    def __init__(self, theorem: CompoundTheorem) -> None:
        self.theorem = theorem
        self.number = Measured(theorem.fold)

    def lost(self, numbers: list[Any]) -> bool:
        """Whether whoever is to move loses, by the numbers of all parts."""
        claims = [self.theorem.said(number) for number in numbers]
        together = claims[0]
        for claim in claims[1:]:
            together = self.theorem.joined(together, claim)
        return self.theorem.lost(together)
