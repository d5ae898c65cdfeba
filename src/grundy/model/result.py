"""Answers, and how they are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from itertools import islice
from typing import Any

from grundy.model import upward
from grundy.model.convention import Convention, Infinity, Value, Winner
from grundy.model.evidence import (
    LISTED,
    Evidence,
    WinningMoves,
    count_text,
)
from grundy.model.frozen import frozen
from grundy.model.known import Known
from grundy.model.leads import Led
from grundy.model.rule import Position, shortened
from grundy.model.shapes import Twist
from grundy.text.numbers import digits


@frozen
class Result(upward.Printed, upward.Pickled, Led):
    """Who wins a position, by which moves, and how that is known; `str` is the text that the command line prints.

    Attributes
    ----------
    position : Position
    convention : {"normal", "misere", "loopy"}
    winner : {"first", "second", "draw"}
        The first player is the one who is to move.
    nim_value : int, Infinity, LOONY or None
        None in misère play, and where the winner is known and the value is not.
    winning_moves : WinningMoves
        All winning moves. Its `len` is exact unless `exact` is False; each `Move` is made on demand. If
        `opponent_restricts_moves`, the moves that win where the opponent allows them, also if the second player wins.
    evidence : Evidence
    values : tuple or None
        The values of the states of each component, if values add.
    summands, reasons : callable
        For explanations: named values that add up to the nim-value; without a nim-value, lines that
        say why.
    engines : tuple of str
        The engines that answered, and how: rows of the table of engines.
    lengths : mapping
        On request, "remoteness" and "suspense": how many moves both players make together if the winner
        hurries and the loser delays, and the other way round; None: a draw.
    known_so_far : Known or None
        If the work stopped before the nim-value was found: its bounds, and the winning moves found until then.
    resume : str
        In that case the number for ``resume=`` that continues the work; "" if nothing was recorded.
    unlisted : str
        Why winning moves are missing, if they are out of reach; else "".

    Examples
    --------
    >>> from grundy import solve
    >>> result = solve("nim 3 4 5")
    >>> result.winner, result.nim_value, result.evidence.status
    ('first', 2, 'proved')
    >>> [move.sentence() for move in result.winning_moves]
    ['take 2 from pile 1']
    """

    position: Position
    convention: Convention
    winner: Winner
    nim_value: Value | None
    winning_moves: WinningMoves = field(compare=False)  # which the position has; a function makes them
    evidence: Evidence
    values: tuple[tuple[Value, ...], ...] | None = None
    summands: Callable[[], list[tuple[str, Value]]] = field(default=list, compare=False)
    reasons: Callable[[], list[str]] = field(default=list, compare=False)
    engines: tuple[str, ...] = ()
    lengths: Mapping[str, int | None] = field(default_factory=dict, hash=False)
    known_so_far: Known | None = None
    resume: str = field(default="", compare=False)
    unlisted: str = field(default="", compare=False)

    def __repr__(self) -> str:
        who = "a draw" if self.winner == "draw" else f"{self.winner} player wins"
        nim_value = digits(self.nim_value) if isinstance(self.nim_value, int) else self.nim_value
        value = "" if self.nim_value is None else f", nim-value {nim_value}"
        play = "" if self.convention == "normal" else f" ({self.convention})"
        moves = f", {count_text(self.winning_moves.count, 'winning move')}" if self.winning_moves.count else ""
        moves += " if allowed" if moves and self.opponent_restricts_moves else ""
        return f"{shortened(self.position.typed())}{play}: {who}{value}{moves}; {self.evidence.status}"

    @property
    def opponent_restricts_moves(self) -> bool:
        """Whether the opponent restricts every move, so that each of `winning_moves` wins only where it is allowed."""
        shapes = (component.rule.shape for component in self.position.components)
        return any(isinstance(shape, Twist) and shape.restricts for shape in shapes)

    @property
    def remoteness(self) -> int | None:
        """How many moves play takes if the winner hurries and the loser delays; None: a draw, or not requested."""
        return self.lengths.get("remoteness")

    @property
    def suspense(self) -> int | None:
        """The same if the winner delays and the loser hurries; None: it may be endless, or was not requested."""
        return self.lengths.get("suspense")

    def as_dict(self, moves: int = LISTED) -> dict[str, Any]:
        """The result for machines, with at most `moves` winning moves listed.

        >>> from grundy import nim, solve
        >>> solve(nim(1, 2)).as_dict()["winning_moves"]
        [{'pile': 2, 'take': 1}]
        """
        return {
            **self.position.as_dict(),
            "play": "misere" if self.convention == "misere" else "normal",
            "winner": self.winner,
            "nim_value": value_as_json(self.nim_value),
            **({} if self.known_so_far is None else {"known": self.known_so_far.as_dict(moves)}),
            **self.lengths,
            "winning_moves": [move.as_dict() for move in islice(self.winning_moves, moves)],
            "winning_move_count": self.winning_moves.count if self.winning_moves.exact else None,
            **({"unlisted": self.unlisted} if self.unlisted else {}),
            "evidence": self.evidence.as_dict(),
        }

    def certificate(self, **how: Any) -> Any:
        """Make a certificate of this result. The arguments are those of `grundy.certify` after the path."""
        return upward.result_certificate(self, **how)


def value_as_json(value: Value | None) -> Any:
    """A value for machines: an exact integer, {"infinity": [...]}, "loony", or None."""
    if isinstance(value, Infinity):
        return {"infinity": sorted(value.reach)}
    return value if value is None or isinstance(value, int) else repr(value)
