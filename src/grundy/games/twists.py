"""One position or game, played with something more, by name: `with_pass(nim(3, 4))`, `with_pass(nim)`."""

from __future__ import annotations

from typing import overload

from grundy.games.compound_kinds import (
    COMPLY,
    CONSTRAIN,
    WITH_PASS,
    CompoundGame,
)
from grundy.model.rule import Position, Rule


@overload
def with_pass(position: Position, passes: int = 1) -> Position: ...
@overload
def with_pass(position: Rule | CompoundGame, passes: int = 1) -> CompoundGame: ...
def with_pass(position: Position | Rule | CompoundGame, passes: int = 1) -> Position | CompoundGame:
    """A position with a pass: once in the game, whoever is to move may let the other move, if there is a move.

    Parameters
    ----------
    position : Position, or Rule or CompoundGame
        Of a rule it is a game, which is called as the rule is.
    passes : int, optional
        How often that may be done, by both players together.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        No position and no rule, or a number below 0.

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
    >>> solve(with_pass(nim)(3, 4)).winner
    'second'
    """
    return WITH_PASS.twist(position, passes)


@overload
def constrain(position: Position, moves: int = 1) -> Position: ...
@overload
def constrain(position: Rule | CompoundGame, moves: int = 1) -> CompoundGame: ...
def constrain(position: Position | Rule | CompoundGame, moves: int = 1) -> Position | CompoundGame:
    """A position in which the opponent may forbid some moves before every move, also before the first.

    Parameters
    ----------
    position : Position, or Rule or CompoundGame
        Of a rule it is a game, which is called as the rule is.
    moves : int, optional
        How many moves may be forbidden; after the move they are allowed again.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        No position and no rule, or a number below 1.

    Notes
    -----
    A player who is left without a move loses, or wins in misère play. Moves that are written differently are different
    moves; those that win where they are allowed are listed, also where the second player wins. Such a
    position is solved alone: it can't be a summand, because the theory does not say in which summand the opponent
    forbids.

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


@overload
def comply(position: Position, moves: int = 1) -> Position: ...
@overload
def comply(position: Rule | CompoundGame, moves: int = 1) -> CompoundGame: ...
def comply(position: Position | Rule | CompoundGame, moves: int = 1) -> Position | CompoundGame:
    """A position in which the opponent names some moves before every move, and the player must make one of them.

    Parameters
    ----------
    position : Position, or Rule or CompoundGame
        Of a rule it is a game, which is called as the rule is.
    moves : int, optional
        How many are named; all where there are fewer.

    Returns
    -------
    Position or CompoundGame

    Raises
    ------
    BadRule
        No position and no rule, or a number below 1.

    Notes
    -----
    As for `constrain`, moves that are written differently are different, those that win where they are allowed are
    listed, and such a position is solved alone.

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
