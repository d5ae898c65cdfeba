"""Compounds of positions other than their sum, by name: `conjunctive(nim(3, 4), kayles(5))`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grundy.errors import BadRule
from grundy.model.compound import compound_rule
from grundy.model.rule import Component, Position, Rule
from grundy.model.shapes import Compound

SMITH = "Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14"


@dataclass(frozen=True, slots=True)
class Compounding:
    """A way to play several positions together: its name, its rule in one sentence, an example, its source, and how
    its positions are written."""

    name: str
    summary: str
    rule: Rule
    example: str
    source: str
    notation: str = "positions with commas between them, each GAME POSITION or a sum of GAME(POSITION)"

    def as_dict(self) -> dict[str, str]:
        """The entry for programs."""
        return {
            "name": self.name,
            "says": self.summary,
            "notation": self.notation,
            "source": self.source,
            "example": self.example,
        }

    def compose(self, *parts: Position) -> Position:
        """The compound of some positions.

        Raises:  BadRule: none, or something else than positions.
        """
        if not parts:
            raise BadRule(f"{self.name}: expected positions, such as nim(3, 4) and kayles(5), found none")
        for part in parts:
            if not isinstance(part, Position):
                raise BadRule(f"{self.name}: expected positions, such as nim(3, 4) and kayles(5), found {part!r}")
        return Position((Component(self.rule, (parts,)),))


CONJUNCTIVE, CONTINUED, SELECTIVE, SHORTENED, DIMINISHED = (
    Compounding(name, summary, compound_rule(Compound(name, moves, ends, SMITH)), example, SMITH)  # type: ignore[arg-type]
    for name, moves, ends, summary, example in (
        ("conjunctive", "every", "first", "Move in every part; play ends when one part ends.", "nim(3 4), kayles(5)"),
        (
            "continued_conjunctive",
            "every",
            "last",
            "Move in every part that has not ended; play ends when all have.",
            "nim(3 4), kayles(5)",
        ),
        ("selective", "some", "last", "Move in as many parts as you like, at least one.", "nim(3 4), kayles(5)"),
        (
            "shortened_selective",
            "some",
            "first",
            "Move in as many parts as you like, at least one; play ends when one part ends.",
            "nim(3 4), kayles(5)",
        ),
        ("diminished", "one", "first", "Move in one part; play ends when one part ends.", "nim(3 4), kayles(5)"),
    )
)

COMPOUNDS: Mapping[str, Compounding] = {
    one.name: one for one in (CONJUNCTIVE, CONTINUED, SELECTIVE, SHORTENED, DIMINISHED)
}


def conjunctive(*parts: Position) -> Position:
    """The conjunctive compound: a move is a move in every part, and play ends when one part ends.

    Parameters
    ----------
    *parts : Position
        At least one; each may be a sum or a compound itself.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        Something else than positions.

    Notes
    -----
    The part that ends first decides: whoever is to move loses if and only if the least remoteness of the parts is even,
    or in misère play, odd.

    References
    ----------
    Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14.

    Examples
    --------
    >>> from grundy import kayles, nim, solve
    >>> solve(conjunctive(nim(3, 4), kayles(5))).winner
    'first'
    """
    return CONJUNCTIVE.compose(*parts)


def continued_conjunctive(*parts: Position) -> Position:
    """The continued conjunctive compound: a move is a move in every part that has not ended; play ends when all have.

    Parameters
    ----------
    *parts : Position
        At least one; each may be a sum or a compound itself.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        Something else than positions.

    Notes
    -----
    The part that ends last decides: whoever is to move loses if and only if the greatest suspense number of the parts
    is even, or in misère play, odd.

    References
    ----------
    Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14.

    Examples
    --------
    >>> from grundy import kayles, nim, solve
    >>> solve(continued_conjunctive(nim(3, 3), kayles(2))).winner
    'second'
    """
    return CONTINUED.compose(*parts)


def selective(*parts: Position) -> Position:
    """The selective compound: a move is a move in as many parts as one likes, at least one.

    Parameters
    ----------
    *parts : Position
        At least one; each may be a sum or a compound itself.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        Something else than positions.

    Notes
    -----
    Whoever is to move loses if and only if every part is a P-position. In misère play that is so while two parts or
    more have not ended; one part alone is played as misère play of it.

    References
    ----------
    Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14.

    Examples
    --------
    >>> from grundy import kayles, nim, solve
    >>> solve(selective(nim(3, 3), nim(2, 2))).winner
    'second'
    """
    return SELECTIVE.compose(*parts)


def shortened_selective(*parts: Position) -> Position:
    """The shortened selective compound: a move in as many parts as one likes; play ends when one part ends.

    Parameters
    ----------
    *parts : Position
        At least one; each may be a sum or a compound itself.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        Something else than positions.

    Notes
    -----
    Whoever is to move loses if and only if every part is a P-position, or some part has ended; in misère play, if and
    only if every part is a P-position of misère play.

    References
    ----------
    Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14.

    Examples
    --------
    >>> from grundy import nim, solve
    >>> solve(shortened_selective(nim(3, 3), nim(2, 2))).winner
    'second'
    """
    return SHORTENED.compose(*parts)


def diminished(*parts: Position) -> Position:
    """The diminished disjunctive compound: a move is a move in one part; play ends when one part ends.

    Parameters
    ----------
    *parts : Position
        At least one; each may be a sum or a compound itself.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        Something else than positions.

    Notes
    -----
    A part that can be ended at once wins. Other parts have a foreclosed value, the mex of those of their options that
    cannot be ended at once, and whoever is to move loses if and only if the XOR of these is 0.

    References
    ----------
    Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14.

    Examples
    --------
    >>> from grundy import solve, take_away
    >>> tennis = take_away(1, 2)
    >>> [n for n in range(1, 7) if solve(diminished(tennis(3), tennis(n))).winner == "second"]
    [3, 6]
    """
    return DIMINISHED.compose(*parts)
