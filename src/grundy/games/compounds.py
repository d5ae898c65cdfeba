"""Positions or games played together, by name: `conjunctive(nim(3, 4), kayles(5))`, `conjunctive(nim, kayles)`."""

from __future__ import annotations

from typing import overload

from grundy.games.compound_kinds import (
    CONJUNCTIVE,
    CONTINUED,
    DIMINISHED,
    ORDINAL,
    SELECTIVE,
    SEQUENTIAL,
    SHORTENED,
    CompoundGame,
)
from grundy.model.rule import Position, Rule


@overload
def conjunctive(*parts: Position) -> Position: ...
@overload
def conjunctive(*parts: Rule | CompoundGame) -> CompoundGame: ...
def conjunctive(*parts: Position | Rule | CompoundGame) -> Position | CompoundGame:
    """The conjunctive compound: a move is a move in every part, and play ends when one part ends.

    Parameters
    ----------
    *parts : Position, or Rule or CompoundGame
        At least one; each may be a sum or a compound itself. Of rules it is a game, which is called with positions.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        Something else than positions, or than rules.

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
    >>> both = conjunctive(nim, kayles)
    >>> both, solve(both([3, 4], 5)).winner
    (conjunctive(nim, kayles), 'first')
    """
    return CONJUNCTIVE.compose(*parts)


@overload
def continued_conjunctive(*parts: Position) -> Position: ...
@overload
def continued_conjunctive(*parts: Rule | CompoundGame) -> CompoundGame: ...
def continued_conjunctive(*parts: Position | Rule | CompoundGame) -> Position | CompoundGame:
    """The continued conjunctive compound: a move is a move in every part that has not ended; play ends when all have.

    Parameters
    ----------
    *parts : Position, or Rule or CompoundGame
        At least one; each may be a sum or a compound itself. Of rules it is a game, which is called with positions.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        Something else than positions, or than rules.

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


@overload
def selective(*parts: Position) -> Position: ...
@overload
def selective(*parts: Rule | CompoundGame) -> CompoundGame: ...
def selective(*parts: Position | Rule | CompoundGame) -> Position | CompoundGame:
    """The selective compound: a move is a move in as many parts as one likes, at least one.

    Parameters
    ----------
    *parts : Position, or Rule or CompoundGame
        At least one; each may be a sum or a compound itself. Of rules it is a game, which is called with positions.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        Something else than positions, or than rules.

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


@overload
def shortened_selective(*parts: Position) -> Position: ...
@overload
def shortened_selective(*parts: Rule | CompoundGame) -> CompoundGame: ...
def shortened_selective(*parts: Position | Rule | CompoundGame) -> Position | CompoundGame:
    """The shortened selective compound: a move in as many parts as one likes; play ends when one part ends.

    Parameters
    ----------
    *parts : Position, or Rule or CompoundGame
        At least one; each may be a sum or a compound itself. Of rules it is a game, which is called with positions.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        Something else than positions, or than rules.

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


@overload
def diminished(*parts: Position) -> Position: ...
@overload
def diminished(*parts: Rule | CompoundGame) -> CompoundGame: ...
def diminished(*parts: Position | Rule | CompoundGame) -> Position | CompoundGame:
    """The diminished disjunctive compound: a move is a move in one part; play ends when one part ends.

    Parameters
    ----------
    *parts : Position, or Rule or CompoundGame
        At least one; each may be a sum or a compound itself. Of rules it is a game, which is called with positions.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        Something else than positions, or than rules.

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


@overload
def ordinal(*parts: Position) -> Position: ...
@overload
def ordinal(*parts: Rule | CompoundGame) -> CompoundGame: ...
def ordinal(*parts: Position | Rule | CompoundGame) -> Position | CompoundGame:
    """The ordinal sum: a move is a move in one part, and all parts behind it are gone.

    Parameters
    ----------
    *parts : Position, or Rule or CompoundGame
        At least one, the base first. Of rules it is a game, which is called with positions.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        Something else than positions, or than rules.

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


@overload
def sequential(*parts: Position) -> Position: ...
@overload
def sequential(*parts: Rule | CompoundGame) -> CompoundGame: ...
def sequential(*parts: Position | Rule | CompoundGame) -> Position | CompoundGame:
    """The sequential compound: a move is a move in the first part that has not ended.

    Parameters
    ----------
    *parts : Position, or Rule or CompoundGame
        At least one. Of rules it is a game, which is called with positions.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        Something else than positions, or than rules.

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
