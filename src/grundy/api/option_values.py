"""The verb `option_values`: every move of a position, with the nim-value of the option that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from grundy.api.answers import option_values as values_of_options
from grundy.api.part_values import keeping_values
from grundy.api.searching import searching
from grundy.api.work import Work, position_of, session_of
from grundy.engines.methods import Method
from grundy.model.convention import mex
from grundy.model.move import Move
from grundy.model.result import Evidence, counted
from grundy.model.rule import Position, shortened
from grundy.show.html import table_html, titled
from grundy.text.printable import printable


@dataclass(frozen=True, slots=True)
class OptionValues:
    """Every move of a position in normal play, and the nim-value of the option that it leads to.

    Attributes
    ----------
    position : Position
    moves : tuple of Move
        In the order of the parts and of their options; moves that lead to the same option are each there.
    values : tuple of int
        Of each move's option, as a whole: a move wins if it is 0.
    evidence : Evidence
        How the values are known.
    """

    position: Position
    moves: tuple[Move, ...]
    values: tuple[int, ...]
    evidence: Evidence

    @property
    def nim_value(self) -> int:
        """The nim-value of the position: the mex of its options' values."""
        return mex(self.values)

    def moves_to(self, value: int) -> list[Move]:
        """The moves to options of a nim-value.

        >>> [str(move) for move in option_values("nim 1 2").moves_to(0)]
        ['pile 2, take 1']
        """
        return [move for move, worth in zip(self.moves, self.values, strict=True) if worth == value]

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'option')} of {shortened(self.position.typed())}: nim-value {self.nim_value}>"

    def __str__(self) -> str:
        lines = [self._title(), *self.lines(), self.evidence.sentence()]
        return "\n".join(printable(line, kept="") for line in lines)

    def lines(self) -> list[str]:
        """A line a move, those of small values first."""
        wide = max((len(str(value)) for value in self.values), default=1)
        return [f"  {value:>{wide}}  {move.sentence()}" for value, move in self._by_value()]

    def _repr_html_(self) -> str:
        rows = [[str(value), move.sentence()] for value, move in self._by_value()]
        return titled(self._title(), table_html(["nim-value", "move"], rows), self.evidence.sentence())

    def _title(self) -> str:
        name = shortened(self.position.typed())
        return f"{counted(len(self), 'option').capitalize()} of {name}, so its nim-value (mex) is {self.nim_value}"

    def _by_value(self) -> list[tuple[int, Move]]:
        return sorted(zip(self.values, self.moves, strict=True), key=lambda pair: pair[0])

    def as_dict(self) -> dict[str, Any]:
        """For machines: `options` stand in the order of `moves`."""
        return {
            **self.position.as_dict(),
            "play": "normal",
            "nim_value": self.nim_value,
            "options": [
                {"move": move.as_dict(), "nim_value": value}
                for move, value in zip(self.moves, self.values, strict=True)
            ],
            "evidence": self.evidence.as_dict(),
        }


def option_values(
    position: str | Position,
    *,
    method: Method = "auto",
    cores: int | None = 1,
    values: str | Path | Sequence[str | Path] = (),
    **work: Unpack[Work],
) -> OptionValues:
    """Every move of a position in normal play, with the nim-value of the option that it leads to.

    `solve` asks of each option only whether it is worth 0, and this what it is worth, which costs more where boards or
    graphs are searched. All of them are one run, which goes on where it was stopped.

    Parameters
    ----------
    position : str or Position
        A position of at most 100,000 moves, or what the command line reads: ``"cram 3x5"``.
    method : {"auto", "proof-numbers", "couples", "sets", "mex"}, optional
        How boards and graphs are searched.
    cores : int or None, optional
        How many may search at once where a search becomes long; None: all.
    values : path or sequence of paths, optional
        A file that keeps the nim-values of parts of boards from one search to the next, as for `solve`.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    OptionValues

    Raises
    ------
    BadText, BadRule
        No such position; play that comes back; moves that say who moves next (`again`, `answer`).
    OutOfReach
        Too large, or more than 100,000 moves.
    Stopped
        A limit was met.

    References
    ----------
    Sprague 1935; Grundy 1939: the nim-value of a position is the mex of those of its options.

    Examples
    --------
    >>> found = option_values("kayles 4")
    >>> [(str(move), value) for move, value in zip(found.moves, found.values)][:2]
    [('pile 1, take 1, leave (1, 2)', 3), ('pile 1, take 1, leave (3,)', 3)]
    >>> found.nim_value
    1
    """
    asked = position_of(position)
    files = [Path(values)] if isinstance(values, str | Path) else list(map(Path, values))
    with session_of(work) as session, keeping_values(files) as kept:
        options = searching(session, asked, False, method, cores, kept)
        moves, leaves, evidence = values_of_options(asked, options)
    return OptionValues(asked, tuple(moves), tuple(leaves), evidence)
