"""What a table of nim-values looks like: counts, first places, and patterns that are only observed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

Numbers: TypeAlias = "Sequence[int] | Any"  # or an array of them, which this room does not know
Place: TypeAlias = "int | tuple[int, ...]"
About: TypeAlias = Literal["nim-values", "P-positions"]


class Break(NamedTuple):
    """The first place at which a pattern or a guess fails."""

    at: Place
    claimed: int
    actual: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """A suspicion about a table. It is never more than observed: no pattern here is proved.

    Attributes
    ----------
    kind : str
        Formula, period, arithmetic period, digits, halving, P-positions, lines, symmetry or sum.
    statement : str
        The pattern in words and formulas.
    start, upto : int
        It holds for each n in start..upto; of pairs, in the square 0..upto of both.
    formula : str
        A Python expression over n, of pairs over a and b; "" where there is none. It may use G(m), the value at m,
        bit_count and bit_length of whole numbers, and isqrt. About P-positions it is 0 exactly there and 1 elsewhere.
    about : {"nim-values", "P-positions"}
    breaks : Break or None
        Where it first fails after that, if the table is longer.
    exceptions : int
        How many of all entries of the table are not as the formula has them, those before `start` too.
    numbers : tuple of (str, value)
        What else is known of it, such as ``("period", 12)``.
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
        """The pattern for machines; all that is only suspected stands under `observed`."""
        failure = self.breaks and {"at": self.breaks.at, "claimed": self.breaks.claimed, "actual": self.breaks.actual}
        return {
            "kind": self.kind,
            "about": self.about,
            "says": self.statement,
            "formula": self.formula or None,
            "observed": {"start": self.start, "upto": self.upto, "exceptions": self.exceptions, **dict(self.numbers)},
            "breaks": failure,
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """What stands in a table of nim-values.

    Fields:  shape: how many entries in each direction. total: how many in all.
             distinct, counts, firsts: the values in increasing order, how often each is there, and where first
             (the number of the entry, rows after each other): sequences or arrays of the same length.
             p_count, p_first: how many entries are 0, and the first of them.
             patterns: the simplest first; none of them proved.
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
        """The state of an entry that is given by its number: n, or (a, b, ...)."""
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
