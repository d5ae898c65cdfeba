"""What lies on the boards of some games, where that is not a plain counter or square."""

from __future__ import annotations

from typing import Final

from grundy.model.board import Board, Grid, Net, Pieces, Piles

PIECES: Final[dict[str, Pieces]] = {
    "kayles": "pins",
    "dawsons-kayles": "pins",
    "chomp": "chocolate",
    "notakto": "crosses",
    "clobber": "stones",
    "nogo": "stones",
    "cram": "dominoes",
    "node-kayles": "nodes",
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


ASKS: Final[dict[str, str]] = {
    "kayles": "Click a pin twice to knock it down, or a pin and its neighbour.",
    "dawsons-kayles": "Click two pins that stand side by side.",
    "chomp": "Click a square: it goes, with all below it and to its right.",
    "notakto": "Click a free cell: a cross is put there.",
    "clobber": "Click a stone, then the neighbour that it takes.",
    "nogo": "Click a free cell, then choose the stone.",
    "cram": "Click between two free cells: a domino covers both.",
    "rectangle": "Click two corners of a rectangle, or one cell twice.",
    "bacteria": "Click a cell, then choose which way it grows.",
    "node-kayles": "Click a node: it goes, with its neighbours.",
    "arc-kayles": "Click a line: it goes, with both its nodes and all their lines.",
    "poset": "Click an element: it goes, with all above it.",
    "geography": "Click a neighbour of the token: the token goes there.",
    "graph": "Click where a token goes.",
    "hackenbush": "Click a line: it goes, with all that it alone holds up.",
    "nimstring": "Click a line. Whoever closes a box, or frees a coin, moves again.",
    "wythoff": "Click a counter twice: it goes, with all to its right; or one in each pile.",
    "northcott": "Click a piece, then where it goes.",
    "silver-dollar": "Click a coin, then where it goes.",
    "nimble": "Click a coin, then where it goes.",
    "turning-turtles": "Click a coin to turn it.",
    "grundys-game": "Click a counter: the pile is cut behind it.",
    "sprouts": "Click a spot, then the spot to join it with; the same one again for a loop.",
    "brussels-sprouts": "Choose a move from the list.",
} | dict.fromkeys(
    (
        "nim",
        "take-away",
        "subtract",
        "bounded-nim",
        "fibonacci-nim",
        "dynamic-nim",
        "end-nim",
        "sequential-nim",
        "staircase-nim",
    ),
    "Click a counter: it goes, with all to its right.",
)


def ask_of(spec: str, board: Board | None) -> str:
    """What to press for a move of a game, in a sentence.

    >>> ask_of("nim", Piles((3,)))
    'Click a counter: it goes, with all to its right.'
    """
    name = spec.partition(":")[0]
    if name in ASKS:
        return ASKS[name]
    match board:
        case Piles() | Net():
            return "Click what a move takes, or choose it from the list."
        case Grid():
            return "Click what a move changes, or choose it from the list."
    return "Choose a move from the list."
