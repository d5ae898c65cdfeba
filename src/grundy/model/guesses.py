"""What is seen in values that come without a rule: never more than observed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from grundy.model.pattern import Pattern
from grundy.model.period import SameValues
from grundy.model.result import Evidence
from grundy.model.upward import Printed

Reading = Literal["values", "table", "numbers", "pairs"]
NOT_ENOUGH = "values alone prove nothing: a theorem is about a rule"


@dataclass(frozen=True, slots=True)
class SameTable:
    """A game of the catalogue that has this table of values, or these pairs as its P-positions."""

    game: str
    text: str

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, object]:
        """For machines."""
        return {"game": self.game, "says": self.text}


@dataclass(frozen=True, slots=True)
class FittingAutomaton:
    """An automaton that gives all that is known.

    Attributes
    ----------
    about : str
        What it gives: "nim-values", "P-positions", or the "members" of a list.
    system : str
        The numeration system in which it reads digits.
    states : int
    statement : str
        What it says, in a sentence.
    """

    about: Literal["nim-values", "P-positions", "members"]
    system: str
    states: int
    statement: str

    def as_dict(self) -> dict[str, object]:
        """For machines."""
        return {"about": self.about, "system": self.system, "states": self.states, "says": self.statement}


@dataclass(frozen=True, slots=True)
class Guesses(Printed):
    """What is seen in values without a rule; `str` is what the command line prints.

    Attributes
    ----------
    read_as : {"values", "table", "numbers", "pairs"}
        As what they were read: the values of 0, 1, 2, ...; those of all pairs of a box; a set of numbers, such as
        P-positions; a set of pairs.
    shape : tuple of int
        How many there are, in each direction.
    start : int
        The n of the first value.
    patterns : tuple of Pattern
        Periods, formulas and the like, the simplest first.
    values_of : SameValues, SameTable or None
        A game of the catalogue that has the same values.
    automata : tuple of FittingAutomaton
    complete : bool
        False where a limit of time was met, and more might be seen.
    """

    read_as: Reading
    shape: tuple[int, ...]
    start: int
    patterns: tuple[Pattern, ...]
    values_of: SameValues | SameTable | None
    automata: tuple[FittingAutomaton, ...]
    complete: bool = True

    @property
    def evidence(self) -> Evidence:
        """How it is known."""
        more = "" if self.complete else ", as far as the time allowed"
        return Evidence("observed", f"in {self.given}{more}; {NOT_ENOUGH}")

    @property
    def given(self) -> str:
        """What was read, in words."""
        size = " x ".join(f"{count:,}" for count in self.shape)
        many = "" if self.shape == (1,) else "s"
        return {
            "values": f"{size} value{many}, n = {self.start:,} to {self.start + self.shape[0] - 1:,}",
            "table": f"a table of {size} values",
            "numbers": f"{size} rising numbers",
            "pairs": f"{size} pairs",
        }[self.read_as]

    @property
    def would_prove(self) -> str:
        """What would make a theorem of it."""
        if self.values_of is not None:
            game = self.values_of.game
            return f"'grundy prove {game}' gives what is proved of that game; of another rule 'grundy prove RULE'"
        return "'grundy prove RULE' of the rule that they come from: a file FILE.py, or 'rule:n -> n-1; ...'"

    def as_dict(self) -> dict[str, Any]:
        """For machines."""
        return {
            "read_as": self.read_as,
            "shape": list(self.shape),
            "start": self.start,
            "patterns": [pattern.as_dict() for pattern in self.patterns],
            "values_of": self.values_of.as_dict() if self.values_of else None,
            "automata": [one.as_dict() for one in self.automata],
            "complete": self.complete,
            "would_prove": self.would_prove,
            "evidence": self.evidence.as_dict(),
        }

    def __repr__(self) -> str:
        seen = [str(self.values_of)] if self.values_of else []
        seen += [pattern.statement for pattern in self.patterns[:1]] + [one.statement for one in self.automata[:1]]
        return f"{self.given}: {seen[0] if seen else 'nothing seen'}; observed"
