"""The verb `option_values`: every move of a position, with the nim-value of the option that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from grundy.api.answers import keeping_values, moves_of, searching
from grundy.api.answers import option_values as values_of_options
from grundy.api.constraints import require_fitting
from grundy.api.work import Work, position_of, session_of
from grundy.engines.methods import Method
from grundy.errors import OutOfReach
from grundy.model.convention import mex
from grundy.model.evidence import Evidence, count_text, joint
from grundy.model.frozen import frozen
from grundy.model.known import Known, facts_of, mex_of
from grundy.model.move import Move
from grundy.model.rule import Position, shortened
from grundy.text.terminal import printable

if TYPE_CHECKING:
    from grundy.api.option_outcomes import OptionOutcomes


@frozen
class OptionValues:
    """Every move of a position in normal play, and the nim-value of the option that it leads to.

    Attributes
    ----------
    position : Position
    moves : tuple of Move
        In the order of the parts and of their options; moves that lead to the same option are each there.
    values : tuple of int or None
        Of each move's option, as a whole: a move wins if it is 0. None: not yet found, where the work was stopped.
    evidence : Evidence
        How the values are known.
    known : tuple of Known
        Bounds on each option, if the work stopped.
    """

    position: Position
    moves: tuple[Move, ...]
    values: tuple[int | None, ...]
    evidence: Evidence
    known: tuple[Known, ...] = field(repr=False, default=())

    @property
    def nim_value(self) -> int | None:
        """The nim-value of the position: the mex of its options' values. None: not yet found."""
        return mex_of(self.known).nim_value if self.known else mex(value for value in self.values if value is not None)

    def moves_to(self, value: int) -> list[Move]:
        """The moves to options of a nim-value.

        >>> [str(move) for move in option_values("nim 1 2").moves_to(0)]
        ['pile 2, take 1']
        """
        return [move for move, option_value in zip(self.moves, self.values, strict=True) if option_value == value]

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        text = f"{self._open} not yet found" if self._open else f"nim-value {self.nim_value}"
        return f"<{count_text(len(self), 'option')} of {shortened(self.position.typed())}: {text}>"

    def __str__(self) -> str:
        lines = [self._title(), *self.lines(), *([] if self._open else [self.evidence.sentence()])]
        return "\n".join(printable(line, kept="") for line in lines)

    def lines(self) -> list[str]:
        """A line a move, those of small values first, and last those whose values are not yet found."""
        rows = self._by_value()
        wide = max((len(value) for value, _ in rows), default=1)
        return [f"  {value:>{wide}}  {words}" for value, words in rows]

    def _repr_html_(self) -> str:
        from grundy.show.html import table_html, titled

        rows = [list(row) for row in self._by_value()]
        return titled(self._title(), table_html(["nim-value", "move"], rows), self.evidence.sentence())

    @property
    def _open(self) -> int:
        """How many options have no value yet."""
        return self.values.count(None)

    def _title(self) -> str:
        name = shortened(self.position.typed())
        title = f"{count_text(len(self), 'option').capitalize()} of {name}"
        if not self._open:
            return f"{title}, so its nim-value (mex) is {self.nim_value}"
        known = mex_of(self.known)
        who = f"the {known.winner} player wins" if known.winner else "who wins is not known yet"
        return f"{title}, {self._open:,} of them not yet found: {'; '.join(filter(None, (who, known.value_words())))}"

    def _by_value(self) -> list[tuple[str, str]]:
        """Each value and its move, in words."""
        places = sorted(range(len(self)), key=lambda place: (self.values[place] is None, self.values[place] or 0))
        return [self._row(place) for place in places]

    def _row(self, place: int) -> tuple[str, str]:
        move = self.moves[place].sentence()
        if self.values[place] is not None:
            return str(self.values[place]), move
        words = self.known[place].value_words()
        return "?", f"{move}: {f'{words}, ' if words else ''}not yet found"

    def as_dict(self) -> dict[str, Any]:
        """For machines: `options` stand in the order of `moves`."""
        return {
            **self.position.as_dict(),
            "play": "normal",
            "nim_value": self.nim_value,
            **({"known": mex_of(self.known).as_dict()} if self._open else {}),
            "options": [
                {"move": move.as_dict(), "nim_value": value}
                | ({"known": self.known[place].as_dict()} if value is None else {})
                for place, (move, value) in enumerate(zip(self.moves, self.values, strict=True))
            ],
            "evidence": self.evidence.as_dict(),
        }


STOPPED = Evidence("computed", "work that was stopped")


@overload
def option_values(
    position: str | Position,
    *,
    misere: Literal[False] = False,
    loopy: Literal[False] = False,
    method: Method = "auto",
    cores: int | None = 1,
    values: str | Path | Sequence[str | Path] = (),
    **work: Unpack[Work],
) -> OptionValues: ...
@overload
def option_values(
    position: str | Position,
    *,
    misere: bool = False,
    loopy: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    values: str | Path | Sequence[str | Path] = (),
    **work: Unpack[Work],
) -> OptionValues | OptionOutcomes: ...


def option_values(
    position: str | Position,
    *,
    misere: bool = False,
    loopy: bool = False,
    method: Method = "auto",
    cores: int | None = 1,
    values: str | Path | Sequence[str | Path] = (),
    **work: Unpack[Work],
) -> OptionValues | OptionOutcomes:
    """Every move of a position, with the nim-value of the option that it leads to, or who wins that.

    `solve` asks only which options have nim-value 0; this finds the value of each, which costs more on boards and
    graphs. All options are one run, which resumes where it stopped.

    Parameters
    ----------
    position : str or Position
        A position of at most 100,000 moves, or what the command line reads: ``"cram 3x5"``.
    misere, loopy : bool, optional
        Find who wins each option, in misère play or where play may return to a
        position.
    method : {"auto", "proof-numbers", "couples", "sets", "mex"}, optional
        How boards and graphs are searched.
    cores : int or None, optional
        Processes for a long search; None: one for each core.
    values : path or sequence of paths, optional
        A file that keeps the nim-values of parts of boards from one search to the next, as for `solve`.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    OptionValues or OptionOutcomes
        With `misere` or `loopy` the outcomes of the options.

    Raises
    ------
    BadText, BadRule
        No such position; play that comes back; moves that say who moves next (`again`, `answer`).
    OutOfReach
        Too large, or more than 100,000 moves.
    Stopped
        A limit was met. The command line then lists the options whose values are known.

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
    require_fitting("options", misere=misere, loopy=loopy, values=bool(values))
    root = position_of(position, loopy, misere=misere)
    files = [Path(values)] if isinstance(values, str | Path) else list(map(Path, values))
    with session_of(work) as session, keeping_values(files) as part_values:
        options = searching(session, root, misere, method, cores, part_values)
        if misere or loopy:
            from grundy.api.option_outcomes import option_outcomes  # and all that tells outcomes of many states
            from grundy.api.outcomes import convention_of

            return option_outcomes(root, convention_of(misere, loopy), options)
        try:
            moves, leaves, evidence = values_of_options(root, options)
        except (OutOfReach, KeyboardInterrupt) as stop:
            some = facts_of(stop)
            if not all(fact.is_nothing for fact in some):
                pieces = dict.fromkeys(piece for fact in some for piece in fact.evidence)
                values_known = tuple(fact.nim_value for fact in some)
                by = joint(list(pieces) or [STOPPED])
                session.partial = OptionValues(root, tuple(moves_of(root)), values_known, by, some)
            raise
    return OptionValues(root, tuple(moves), tuple(leaves), evidence)
