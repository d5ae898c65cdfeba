"""What lies on the boards of some games, where that is not a plain counter or square."""

from __future__ import annotations

from typing import Final

from grundy.model.board import Pieces

PIECES: Final[dict[str, Pieces]] = {
    "kayles": "pins",
    "dawsons-kayles": "pins",
    "chomp": "chocolate",
    "notakto": "crosses",
    "clobber": "stones",
    "nogo": "stones",
    "cram": "dominoes",
    "turning-turtles": "coins",
    "mock-turtles": "coins",
    "moebius": "coins",
    "mogul": "coins",
    "twins": "coins",
    "triplets": "coins",
    "ruler": "coins",
    "turn": "coins",
    "turning-corners": "coins",
    "tartan": "coins",
}


def pieces_of(spec: str) -> Pieces:
    """The pieces of a game by its name, with or without parameters; '' for plain ones.

    >>> pieces_of("turn:2,o.o.o"), pieces_of("nim")
    ('coins', '')
    """
    return PIECES.get(spec.partition(":")[0], "")
