"""Positions played together, or with a twist, by name: `conjunctive(nim(3, 4), kayles(5))`, `with_pass(nim(3, 4))`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grundy.errors import BadRule
from grundy.model.compound import compound_rule
from grundy.model.rule import Component, Position, Rule
from grundy.model.shapes import Compound, Twist
from grundy.model.twists import twist_rule

SMITH = "Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14"
COLON = "Berlekamp, Conway, Guy, Winning Ways, ch. 7: the colon principle"
STROMQUIST = "Stromquist & Ullman 1993, Sequential compounds of combinatorial games"
PASS = "Morrison, Friedman & Landsberg 2012; Low & Chan 2015, An atlas of N- and P-positions in Nim with a pass"
MULLER = "Smith & Stănică 2002, Comply/constrain games or games with a Muller twist"


@dataclass(frozen=True, slots=True)
class Compounding:
    """A way to play several positions together, or one with a number: its rule in one sentence, an example, a source.

    `count` says what the number is; it stands behind the position, and is 1 if it is left out.
    """

    rule: Rule
    summary: str
    example: str
    source: str
    count: str = ""
    least: int = 0

    @property
    def name(self) -> str:
        """What it is called in texts and in Python."""
        return self.rule.spec

    @property
    def notation(self) -> str:
        """How its positions are written."""
        if self.count:
            return f"a position, and if it is not 1 after a comma {self.count}"
        return "positions with commas between them, each GAME POSITION or a sum of GAME(POSITION)"

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

    def twist(self, position: Position, count: int) -> Position:
        """A position with a number.

        Raises:  BadRule: something else.
        """
        if not isinstance(position, Position):
            raise BadRule(f"{self.name}: expected a position, such as nim(3, 4), found {position!r}")
        if type(count) is not int or count < self.least:
            raise BadRule(f"{self.name}: expected {self.count}, {self.least} or more, found {count!r}")
        return Position((Component(self.rule, ((position, count),)),))


TWO = "nim(3 4), kayles(5)"

CONJUNCTIVE = Compounding(
    compound_rule(Compound("conjunctive", "every", "first", SMITH)),
    "Move in every part; play ends when one part ends.",
    TWO,
    SMITH,
)
CONTINUED = Compounding(
    compound_rule(Compound("continued_conjunctive", "every", "last", SMITH)),
    "Move in every part that has not ended; play ends when all have.",
    TWO,
    SMITH,
)
SELECTIVE = Compounding(
    compound_rule(Compound("selective", "some", "last", SMITH)),
    "Move in as many parts as you like, at least one.",
    TWO,
    SMITH,
)
SHORTENED = Compounding(
    compound_rule(Compound("shortened_selective", "some", "first", SMITH)),
    "Move in as many parts as you like, at least one; play ends when one part ends.",
    TWO,
    SMITH,
)
DIMINISHED = Compounding(
    compound_rule(Compound("diminished", "one", "first", SMITH)),
    "Move in one part; play ends when one part ends.",
    TWO,
    SMITH,
)
ORDINAL = Compounding(
    compound_rule(Compound("ordinal", "one and none behind", "last", COLON)),
    "Move in one part; all parts behind it are gone.",
    TWO,
    COLON,
)
SEQUENTIAL = Compounding(
    compound_rule(Compound("sequential", "the first", "last", STROMQUIST)),
    "Move in the first part that has not ended.",
    TWO,
    STROMQUIST,
)
WITH_PASS = Compounding(
    twist_rule(Twist("with_pass", "pass", PASS)),
    "Move, or use the pass: once in the game, whoever does it, and not where there is no move.",
    "nim(3 4 5)",
    PASS,
    "how many passes are left",
)
CONSTRAIN = Compounding(
    twist_rule(Twist("constrain", "forbid", MULLER)),
    "Make a move that the opponent has not forbidden, who may forbid one before each.",
    "nim(3 4 5), 2",
    MULLER,
    "how many moves may be forbidden",
    1,
)
COMPLY = Compounding(
    twist_rule(Twist("comply", "name", MULLER)),
    "Make a move that the opponent names, or where several are named, one of them.",
    "nim(3 4 5), 2",
    MULLER,
    "how many moves are named",
    1,
)

COMPOUNDS: Mapping[str, Compounding] = {
    one.name: one
    for one in (
        CONJUNCTIVE, CONTINUED, SELECTIVE, SHORTENED, DIMINISHED, ORDINAL, SEQUENTIAL, WITH_PASS, CONSTRAIN, COMPLY
    )
}  # fmt: skip


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


def ordinal(*parts: Position) -> Position:
    """The ordinal sum: a move is a move in one part, and all parts behind it are gone.

    Parameters
    ----------
    *parts : Position
        At least one, the base first.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        Something else than positions.

    Notes
    -----
    By the colon principle the nim-value of G:H follows from the values of the options of G and the value of H: numbers
    that are values of options of G are left out, and of the others the one counts that has as many before it as H is
    worth. In misère play, where G has not ended, it is lost if no move in G wins and H is lost in normal play: whoever
    cannot move in H must move in G.

    References
    ----------
    Berlekamp, Conway, Guy, Winning Ways, ch. 7.

    Examples
    --------
    >>> from grundy import nim, solve
    >>> solve(ordinal(nim(1, 2), nim(2))).nim_value
    5
    """
    return ORDINAL.compose(*parts)


def sequential(*parts: Position) -> Position:
    """The sequential compound: a move is a move in the first part that has not ended.

    Parameters
    ----------
    *parts : Position
        At least one.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        Something else than positions.

    Notes
    -----
    The nim-value is that of the first part, where its ends are worth what all behind it is worth; who wins misère play
    follows in the same way.

    References
    ----------
    Stromquist & Ullman 1993, Sequential compounds of combinatorial games.

    Examples
    --------
    >>> from grundy import nim, solve
    >>> solve(sequential(nim(2), nim(1))).nim_value
    2
    """
    return SEQUENTIAL.compose(*parts)


def with_pass(position: Position, passes: int = 1) -> Position:
    """A position with a pass: once in the game, whoever is to move may let the other move, if there is a move.

    Parameters
    ----------
    position : Position
    passes : int, optional
        How often that may be done, by both players together.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        No position, or a number below 0.

    Notes
    -----
    A pass cannot be used where there is no move. No theorem is known: values come from all positions below.

    References
    ----------
    Morrison, Friedman & Landsberg 2012, Combinatorial games with a pass; Low & Chan 2015.

    Examples
    --------
    >>> from grundy import nim, solve
    >>> [solve(with_pass(nim(n))).nim_value for n in range(6)]
    [0, 2, 1, 4, 3, 6]
    """
    return WITH_PASS.twist(position, passes)


def constrain(position: Position, moves: int = 1) -> Position:
    """A position in which before every move, the first too, the opponent may forbid some moves.

    Parameters
    ----------
    position : Position
    moves : int, optional
        How many may be forbidden at most; they are allowed again afterwards.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        No position, or a number below 1.

    Notes
    -----
    Whoever is left without a move has lost, or in misère play won. Moves that are written differently are different
    moves. Such a position is solved alone: it is no summand, for it is not said in which summand the opponent forbids.

    References
    ----------
    Smith & Stănică 2002, Comply/constrain games or games with a Muller twist.

    Examples
    --------
    >>> from grundy import nim, solve
    >>> [n for n in range(9) if solve(constrain(nim(n))).winner == "second"]
    [0, 1]
    """
    return CONSTRAIN.twist(position, moves)


def comply(position: Position, moves: int = 1) -> Position:
    """A position in which before every move, the first too, the opponent names some moves, one of which must be made.

    Parameters
    ----------
    position : Position
    moves : int, optional
        How many are named; all where there are fewer.

    Returns
    -------
    Position

    Raises
    ------
    BadRule
        No position, or a number below 1.

    Notes
    -----
    As for `constrain`, moves that are written differently are different, and such a position is solved alone.

    References
    ----------
    Smith & Stănică 2002, Comply/constrain games or games with a Muller twist.

    Examples
    --------
    >>> from grundy import nim, solve
    >>> [n for n in range(9) if solve(comply(nim(n))).winner == "first"]
    [1]
    """
    return COMPLY.twist(position, moves)
