"""Every move of a position where values do not tell who wins: the outcome of the option that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grundy.api.answers import option_results
from grundy.api.outcomes import LETTERS, P, together
from grundy.engines.options import SearchOptions
from grundy.model.convention import Convention, Infinity, Value, Winner, misere_fold
from grundy.model.evidence import Evidence, count_text
from grundy.model.move import Move
from grundy.model.rule import Position, shortened
from grundy.text.terminal import printable

WORDS = {"P": "wins", "N": "loses", "D": "draws"}  # what a move does that leaves such an option
ORDER = "PDN"


@dataclass(frozen=True, slots=True)
class OptionOutcomes:
    """Every move of a position in misère or loopy play, and the outcome of the option that it leads to.

    Attributes
    ----------
    position : Position
    convention : {"misere", "loopy"}
    moves : tuple of Move
        In the order of the parts and of their options; moves that lead to the same option are each there.
    outcomes : tuple of str
        Of each move's option: "P" if the move wins, "N" if it loses, "D" if it draws.
    values : tuple of int, Infinity or None
        The value of each option; None in misère play, in which positions have no nim-value.
    evidence : Evidence
        How the outcomes are known.
    """

    position: Position
    convention: Convention
    moves: tuple[Move, ...]
    outcomes: tuple[str, ...]
    values: tuple[Value | None, ...]
    evidence: Evidence

    @property
    def winner(self) -> Winner:
        """Who wins the position, by the outcomes of its options."""
        if self.convention == "misere":
            return "first" if misere_fold(outcome != P for outcome in self.outcomes) else "second"
        return "first" if P in self.outcomes else "draw" if "D" in self.outcomes else "second"

    def moves_to(self, outcome: str) -> list[Move]:
        """The moves to options of an outcome; those to "P" win.

        >>> from grundy import option_values
        >>> [str(move) for move in option_values("nim 1 2", misere=True).moves_to("P")]
        ['pile 2, take 2']
        """
        return [move for move, letter in zip(self.moves, self.outcomes, strict=True) if letter == outcome]

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return (
            f"<{count_text(len(self), 'option')} of {shortened(self.position.typed())}: {self.outcomes.count(P)} win>"
        )

    def __str__(self) -> str:
        lines = [self._title(), *self.lines(), self.evidence.sentence()]
        return "\n".join(printable(line, kept="") for line in lines)

    def lines(self) -> list[str]:
        """A line a move, those that win first."""
        return [f"  {'  '.join(cells)}" for cells in self._rows()]

    def _rows(self) -> Iterator[tuple[str, ...]]:
        rows = sorted(zip(self.outcomes, self.values, self.moves, strict=True), key=lambda row: ORDER.index(row[0]))
        wide = max((len(str(value)) for value in self.values), default=0)
        for letter, value, move in rows:
            shown = () if self.convention == "misere" else (f"{value!s:<{wide}}",)
            yield letter, f"{WORDS[letter]:<5}", *shown, move.sentence()

    def _repr_html_(self) -> str:
        from grundy.show.html import table_html, titled

        heads = ["option", "the move", *(["value"] if self.convention == "loopy" else []), "move"]
        return titled(self._title(), table_html(heads, [list(row) for row in self._rows()]), self.evidence.sentence())

    def _title(self) -> str:
        name, play = shortened(self.position.typed()), self.convention.replace("misere", "misère")
        says = {"first": "the first player wins", "second": "the second player wins", "draw": "play is drawn"}
        return f"{count_text(len(self), 'option').capitalize()} of {name} in {play} play, so {says[self.winner]}"

    def as_dict(self) -> dict[str, Any]:
        """For machines: `options` stand in the order of `moves`."""
        return {
            **self.position.as_dict(),
            "play": self.convention,
            "winner": self.winner,
            "options": [
                {"move": move.as_dict(), "outcome": letter, "nim_value": _value(value)}
                for move, letter, value in zip(self.moves, self.outcomes, self.values, strict=True)
            ],
            "evidence": self.evidence.as_dict(),
        }


def _value(value: Value | None) -> Any:
    return {"infinity": sorted(value.reach)} if isinstance(value, Infinity) else value


def option_outcomes(position: Position, convention: Convention, options: SearchOptions) -> OptionOutcomes:
    """Every move of a position, and who wins what it leaves.

    Raises:  OutOfReach: too large, or too many moves. BadRule: a convention that a rule is not valid for, or moves that
             do not pass the turn.
    """
    move_results = option_results(position, convention, options)
    moves = tuple(move for move, _ in move_results)
    outcomes = tuple(LETTERS[result.winner] for _, result in move_results)
    values = tuple(result.nim_value for _, result in move_results)
    evidence = together(list(dict.fromkeys(result.evidence for _, result in move_results)), "no move")
    return OptionOutcomes(position, convention, moves, outcomes, values, evidence)
