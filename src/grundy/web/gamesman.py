"""A position as GamesCrafters' programs (Gamesman) tell it: its value for whoever is to move, and its remoteness.

    position, positionValue, remoteness      win, lose or draw; in how many moves of both players play ends, if whoever
                                             wins hurries and whoever loses delays
    moves                                    move, moveValue (for whoever makes it), deltaRemoteness, and the three
                                             above of what it leaves; the best first

A position whose value is not known is "unsolved". A remoteness of -200 is that of a draw, which has none, and -100 one
that is not known.

Source: the README of https://github.com/GamesCrafters/GamesCraftersUWAPI, on /<game_id>/<variant_id>/positions/.
Remoteness: Winning Ways, ch. 9; Smith 1966, Graphs and composite games.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from grundy.api.turns import Turn, TurnChoice
from grundy.errors import BadRule, OutOfReach
from grundy.model.compound import remoteness_below, remoteness_of
from grundy.model.convention import Winner
from grundy.model.definition import multiset_after
from grundy.model.move import Move

GameValue: TypeAlias = Literal["win", "draw", "lose", "unsolved"]
Valued: TypeAlias = tuple[GameValue, int]
"""A value for whoever is to move, and a remoteness."""
DRAWN, UNKNOWN = -200, -100  # in the place of a remoteness
MOST_POSITIONS = 20_000  # below one whose remoteness is told
MOST_POSITIONS_NEAR, MOST_MOVES_NEAR = 2_000, 200  # the same where a page waits for it, and its moves
BEST: tuple[GameValue, ...] = ("win", "draw", "lose", "unsolved")
VALUES: Mapping[Winner, GameValue] = {"first": "win", "second": "lose", "draw": "draw"}
FOR_THE_OTHER: Mapping[GameValue, GameValue] = {"win": "lose", "lose": "win", "draw": "draw", "unsolved": "unsolved"}


def lengths_of(turn: Turn) -> dict[Hashable, int] | None:
    """The remoteness of a position and of all below it; None where these are too many to be looked at.

    Raises:  BadRule: a move that does not pass the turn, for which there is no such number.
    """
    try:
        return remoteness_below(turn.position, turn.convention == "misere", MOST_POSITIONS)
    except OutOfReach:
        return None


def remoteness_near(turn: Turn, moves: int) -> int | None:
    """The remoteness of a position on a page; None: a draw, none there is, or not to be had in a tenth of a second.

    Args:    moves: how many there are.

    >>> from grundy.games.heaps import nim
    >>> remoteness_near(Turn(nim(3, 4)), 7), remoteness_near(Turn(nim(30, 31, 32)), 93)
    (7, None)
    """
    if moves > MOST_MOVES_NEAR or turn.must is not None:  # what must be answered restricts the first move
        return None
    try:
        return remoteness_of(turn.position, turn.convention == "misere", MOST_POSITIONS_NEAR)
    except (OutOfReach, BadRule):
        return None


def solved_position(turn: Turn, listed: Sequence[TurnChoice], lengths: Mapping[Hashable, int]) -> dict[str, Any]:
    """The object of a position of which the remoteness is known, as of all below it."""
    misere = turn.convention == "misere"

    def valued(node: Hashable) -> Valued:
        moves = lengths[node]
        return ("draw", DRAWN) if moves < 0 else ("lose" if moves % 2 == misere else "win", moves)

    return _position_json(
        turn,
        listed,
        valued(frozenset(turn.position.multiset().items())),
        [valued(_left(turn, choice)) for choice in listed],
    )


def unsolved_position(
    turn: Turn, listed: Sequence[TurnChoice], winner: Winner | None, wins: Mapping[Move, bool | None]
) -> dict[str, Any]:
    """The object of one that is too large for that.

    Args:    winner: None: not known. wins: whether a move wins, as far as that is known.
    """
    value: GameValue = VALUES[winner] if winner else "unsolved"
    left: list[Valued] = []
    for choice in listed:
        won = wins.get(choice.move)
        decided = won or (won is False and turn.convention != "loopy")  # where play may be a draw, that may be left
        left.append(("lose" if won else "win", UNKNOWN) if decided else ("unsolved", UNKNOWN))
    return _position_json(turn, listed, (value, DRAWN if value == "draw" else UNKNOWN), left)


def _position_json(turn: Turn, listed: Sequence[TurnChoice], whole: Valued, left: Sequence[Valued]) -> dict[str, Any]:
    """The object of a position.

    Args:    left: what each move leaves, for whoever is to move then.
    """
    told = [
        {
            "move": choice.move.sentence(),
            "moveValue": FOR_THE_OTHER[value],
            "position": choice.after.position.typed(),
            "positionValue": value,
            "remoteness": remoteness,
            "deltaRemoteness": 0 if remoteness < 0 else abs(remoteness - _best(left, value)),
        }
        for choice, (value, remoteness) in zip(listed, left, strict=True)
    ]
    told.sort(key=lambda entry: (BEST.index(entry["moveValue"]), entry["deltaRemoteness"]))
    return {"position": turn.position.typed(), "positionValue": whole[0], "remoteness": whole[1], "moves": told}


def _best(left: Sequence[Valued], value: GameValue) -> int:
    """The remoteness that the best of the moves leaves that leave this value: who wins hurries, who loses delays."""
    numbers = [remoteness for left_value, remoteness in left if left_value == value]
    return max(numbers) if value == "win" else min(numbers)


def _left(turn: Turn, choice: TurnChoice) -> Hashable:
    """What a move leaves, as the parts are counted: a position that is shown may leave out parts without moves."""
    return multiset_after(dict(turn.position.multiset()), (choice.part.rule, choice.part.state), choice.left)
