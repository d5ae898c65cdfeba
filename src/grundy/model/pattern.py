"""Summaries of tables of nim-values, and patterns in values without a rule. Patterns are observed, never proved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from grundy.model.evidence import Evidence
from grundy.model.frozen import frozen
from grundy.model.period import SameValues
from grundy.model.upward import Printed

# Tables of nim-values: counts, first places, and patterns, which are observed and not proved.

Numbers: TypeAlias = "Sequence[int] | Any"  # or a NumPy array; this room does not import NumPy
Place: TypeAlias = "int | tuple[int, ...]"
About: TypeAlias = Literal["nim-values", "P-positions"]


class Break(NamedTuple):
    """The first place at which a pattern or a guess fails."""

    at: Place
    claimed: int
    actual: int


@frozen
class Pattern:
    """A pattern observed in a table; it is not proved.

    Attributes
    ----------
    kind : str
        Formula, arithmetic function, period, arithmetic period, period in one number, digits, halving (values that
        return along a map of n), P-positions, relation, lines, ratio, symmetry or sum.
    statement : str
        The pattern in words and formulas.
    start, upto : int
        The range where it holds: each n in start..upto; for pairs, both numbers in 0..upto; for a period in one number,
        that number in start..upto.
    formula : str
        A Python expression over n, or over a and b for pairs; "" if the pattern has none. It may use G(m), the value
        at m, bit_count and bit_length of whole numbers, and isqrt. In a pattern about P-positions the expression is 0
        at each P-position and 1 elsewhere.
    about : {"nim-values", "P-positions"}
    breaks : Break or None
        The first place after `upto` where it fails, if the table is longer.
    exceptions : int
        How many entries of the whole table, including those before `start`, differ from the formula.
    numbers : tuple of (str, value)
        The pattern's own numbers, such as ``("period", 12)``.
    """

    kind: str
    statement: str
    start: int
    upto: int
    formula: str = ""
    about: About = "nim-values"
    breaks: Break | None = None
    exceptions: int = 0
    numbers: tuple[tuple[str, Any], ...] = ()

    def __repr__(self) -> str:
        broken = "" if self.breaks is None else f", broken at {self.breaks.at}"
        return f"{self.statement}, for {self.start:,}..{self.upto:,}{broken}; observed"

    def as_dict(self) -> dict[str, Any]:
        """The pattern for machines; the key `observed` has its range and numbers, which are not proved."""
        failure = self.breaks and {"at": self.breaks.at, "claimed": self.breaks.claimed, "actual": self.breaks.actual}
        return {
            "kind": self.kind,
            "about": self.about,
            "says": self.statement,
            "formula": self.formula or None,
            "observed": {"start": self.start, "upto": self.upto, "exceptions": self.exceptions, **dict(self.numbers)},
            "breaks": failure,
        }


@frozen
class Summary:
    """Counts, first places and patterns of a table of nim-values.

    Fields:  shape: the number of entries in each direction. total: the number of all entries.
             distinct, counts, firsts: the distinct values in increasing order, how often each occurs, and the number
             of the first entry that has it (entries are numbered row by row): sequences or arrays of the same length.
             p_count, p_first: the number of entries that are 0, and the places of the first of them.
             patterns: the simplest first; no pattern is proved.
    """

    shape: tuple[int, ...]
    distinct: Numbers
    counts: Numbers
    firsts: Numbers
    p_count: int
    p_first: tuple[Place, ...]
    patterns: tuple[Pattern, ...]

    def __repr__(self) -> str:
        largest = "" if self.largest is None else f", largest nim-value {self.largest}"
        states = " x ".join(f"{length:,}" for length in self.shape)
        return f"{states} states{largest}; P-positions: {self.p_count:,}; patterns observed: {len(self.patterns)}"

    @property
    def total(self) -> int:
        entries = 1
        for length in self.shape:
            entries *= length
        return entries

    @property
    def largest(self) -> int | None:
        """The largest value; None in an empty table."""
        return int(self.distinct[-1]) if len(self.distinct) else None

    def place(self, entry: int) -> Place:
        """The state of the entry with this number: n, or (a, b, ...)."""
        if len(self.shape) == 1:
            return int(entry)
        place = []
        for length in reversed(self.shape):
            entry, rest = divmod(int(entry), length)
            place.append(rest)
        return tuple(reversed(place))

    def as_dict(self, most: int = 1000) -> dict[str, Any]:
        """The summary for machines, with at most `most` values and P-positions."""
        rows = zip(self.distinct[:most], self.counts[:most], self.firsts[:most], strict=True)
        return {
            "shape": list(self.shape),
            "largest": self.largest,
            "values": [{"value": int(v), "count": int(c), "first": self.place(f)} for v, c, f in rows],
            "value_count": len(self.distinct),
            "p_positions": list(self.p_first[:most]),
            "p_position_count": self.p_count,
            "patterns": [pattern.as_dict() for pattern in self.patterns],
        }


# Values without a rule: patterns are observed, never proved.

Reading = Literal["values", "table", "numbers", "pairs", "outcomes"]
NOT_ENOUGH = "values alone prove nothing: a theorem is about a rule"


@frozen
class SameTable:
    """A game of the catalogue whose nim-values are this table, or whose P-positions are these pairs."""

    game: str
    text: str

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, object]:
        """For machines."""
        return {"game": self.game, "says": self.text}


@frozen
class FittingAutomaton:
    """An automaton that agrees with all given values.

    Attributes
    ----------
    about : str
        What it computes: "nim-values", "P-positions", or the "members" of a list.
    system : str
        The numeration system of the digits that it reads.
    states : int
    statement : str
        The automaton's claim, as a sentence.
    """

    about: Literal["nim-values", "P-positions", "members"]
    system: str
    states: int
    statement: str

    def as_dict(self) -> dict[str, object]:
        """For machines."""
        return {"about": self.about, "system": self.system, "states": self.states, "says": self.statement}


@frozen
class Guesses(Printed):
    """Patterns, a game and automata that fit values without a rule; `str` is what the command line prints.

    Attributes
    ----------
    read_as : {"values", "table", "numbers", "pairs", "outcomes"}
        How the input was read, in the same order: as the values of 0, 1, 2, ...; as the values of all pairs in a box;
        as a set of numbers, such as P-positions; as a set of pairs; as the letters P, N and D of 0, 1, 2, ...
    shape : tuple of int
        The number of values in each direction.
    start : int
        The n of the first value.
    patterns : tuple of Pattern
        Periods, formulas and the like, the simplest first.
    matching_game : SameValues, SameTable or None
        A game of the catalogue that has the same values.
    automata : tuple of FittingAutomaton
    complete : bool
        False if a time limit stopped the search, so that it may have missed patterns.
    """

    read_as: Reading
    shape: tuple[int, ...]
    start: int
    patterns: tuple[Pattern, ...]
    matching_game: SameValues | SameTable | None
    automata: tuple[FittingAutomaton, ...]
    complete: bool = True

    @property
    def evidence(self) -> Evidence:
        """The evidence: observed, in the given values only."""
        more = "" if self.complete else ", as far as the time allowed"
        return Evidence("observed", f"in {self.given}{more}; {NOT_ENOUGH}")

    @property
    def given(self) -> str:
        """The input in words."""
        size = " x ".join(f"{count:,}" for count in self.shape)
        many = "" if self.shape == (1,) else "s"
        return {
            "values": f"{size} value{many}, n = {self.start:,} to {self.start + self.shape[0] - 1:,}",
            "table": f"a table of {size} values",
            "numbers": f"{size} rising numbers",
            "pairs": f"{size} pairs",
            "outcomes": f"{size} outcome{many}, n = {self.start:,} to {self.start + self.shape[0] - 1:,}",
        }[self.read_as]

    @property
    def would_prove(self) -> str:
        """The command that may prove a theorem about the rule behind the values."""
        if self.matching_game is not None:
            game = self.matching_game.game
            return f"'grundy prove {game}' gives what is proved of that game; of another rule 'grundy prove RULE'"
        return "'grundy prove RULE' of the rule that they come from: a file FILE.py, or 'rule:n -> n-1; ...'"

    def as_dict(self) -> dict[str, Any]:
        """For machines."""
        return {
            "read_as": self.read_as,
            "shape": list(self.shape),
            "start": self.start,
            "patterns": [pattern.as_dict() for pattern in self.patterns],
            "values_of": self.matching_game.as_dict() if self.matching_game else None,
            "automata": [automaton.as_dict() for automaton in self.automata],
            "complete": self.complete,
            "would_prove": self.would_prove,
            "evidence": self.evidence.as_dict(),
        }

    def __repr__(self) -> str:
        seen = [str(self.matching_game)] if self.matching_game else []
        seen += [pattern.statement for pattern in self.patterns[:1]] + [
            automaton.statement for automaton in self.automata[:1]
        ]
        return f"{self.given}: {seen[0] if seen else 'nothing seen'}; observed"
