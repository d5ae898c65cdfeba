"""The verb `guess`: what is seen in values that come without a rule."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, SupportsIndex, Unpack

from grundy.api.known import LEAST_WITHOUT_RULE, same_game, same_outcomes, same_pairs, same_table, zeros_of_games
from grundy.api.work import Work, session_of
from grundy.errors import BadRule, Stopped
from grundy.model.pattern import FittingAutomaton, Guesses, Pattern, Reading, SameTable
from grundy.model.rule import Rule
from grundy.patterns.guess import parse_guess
from grundy.patterns.table import read_table
from grundy.runs.chunk import Chunk
from grundy.text.numbers import short_repr
from grundy.text.reader import Text
from grundy.text.values import ValueColumns, read_columns

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.api.states import StateMap
    from grundy.runs.session import Session

    Numbers = Sequence[int] | Sequence[Sequence[int]] | NDArray[Any]

FEWEST = 4  # numbers of which anything is said
MOST_LEARNT = {1: 4_000, 2: 90}  # entries in each direction from which automata are learnt


@dataclass(frozen=True)
class _Given:
    """Values, as what they were read."""

    kind: Reading
    rows: list[list[int]]  # one row, unless it is a table or pairs
    start: int = 0


def guess(
    values: Numbers | str | Rule,
    *,
    sequence: bool = False,
    of: StateMap | None = None,
    upto: int = 99,
    outcomes: bool = False,
    misere: bool = False,
    loopy: bool = False,
    **work: Unpack[Work],
) -> Guesses:
    """Look for patterns, periods, known games and automata that fit some values, without a rule.

    Parameters
    ----------
    values : sequence of int, sequence of rows, array, str, or Rule
        The nim-values of 0, 1, 2, ...; a table of those of all pairs, row a, column b; rising numbers, which may also
        be a set such as the P-positions; or pairs (a, b), which are taken for all P-positions up to the last a. A text
        is read as a file is: numbers between blanks, commas or lines, CSV with a head, a b-file, lists in brackets, or
        outcomes as letters P, N and D (a draw). Of a rule the values of its states are taken, see `of`.
    sequence : bool, optional
        Rows of numbers are one sequence, row after row.
    of : str or callable, optional
        With a rule: a map from n to a state of any kind, whose value is term n, a function or a Python expression over
        n, as ``"tuple([2] * n)"``; without it the states are 0, 1, 2, ...
    upto : int, optional
        With a rule: the last n, from 0 on.
    outcomes, misere, loopy : bool, optional
        With a rule: who wins, in normal, misère or loopy play, and no nim-values.
    **work
        Limits; see `Work`. What a limit of time stops is not `complete`.

    Returns
    -------
    Guesses
        All of it observed, none proved; `would_prove` says what would.

    Raises
    ------
    BadText, BadRule
        What is no number from 0 on, at its place; too few values.

    Examples
    --------
    >>> guess([n % 5 for n in range(40)])
    40 values, n = 0 to 39: heaps 0 to 39 have the values of take-away:1,2,3,4; observed
    >>> evil = [n for n in range(400) if n.bit_count() % 2 == 0]
    >>> print(guess(evil).automata[0].statement)
    n is in the list iff n in binary has an even number of digits 1
    >>> from grundy.model.rule import rule
    >>> @rule
    ... def piles(sizes):
    ...     yield from (sizes[:i] + sizes[i + 1 :] for i in range(len(sizes)))
    >>> guess(piles, of="tuple([2] * n)", upto=40)
    41 values, n = 0 to 40: heaps 0 to 40 have the values of take-away:1; observed
    """
    if isinstance(values, Rule):
        told = outcomes, misere, loopy
        return _guess_rule(values, of, upto, told, work)
    if of is not None or outcomes or misere or loopy:
        raise BadRule("expected a rule where a state of each n, or who wins, is asked for, found values alone")
    if isinstance(values, str):
        text = Text(values, "<argument>")
        read = read_columns(text)
        text.close()
        assert read is not None
        return guess_columns(read, sequence=sequence, **work)
    if not isinstance(values, Iterable):
        raise TypeError(f"expected values, or a text with them, found {values!r}")
    rows = values.tolist() if hasattr(values, "tolist") else [*values]
    nested = any(isinstance(row, Iterable) for row in rows)
    if nested and not all(isinstance(row, Iterable) for row in rows):
        raise BadRule("expected rows of numbers, or numbers alone, found both")
    rows = [[*map(_whole, row)] for row in rows] if nested else [[*map(_whole, rows)]]
    return guess_columns(ValueColumns((), rows), sequence=sequence, **work)


def _guess_rule(rule: Rule, of: StateMap | None, upto: int, told: tuple[bool, bool, bool], work: Work) -> Guesses:
    """What is seen in the values, or in who wins, of the states that a map gives."""
    from grundy.api.sequence import sequence as sequence_of

    with session_of(work) as session:
        outcomes, misere, loopy = told
        terms = sequence_of(rule, upto, of=of, outcomes=outcomes, misere=misere, loopy=loopy, session=session)
        if any(told):
            return _guess_outcomes("".join(map(str, terms)))
        values = [_whole(value) for value in terms]
        if len(values) < FEWEST:
            raise BadRule(f"expected {FEWEST} values or more, found {len(values)}; a larger n would help")
        return _seen_in(_Given("values", [values]), session)


def _whole(number: object) -> int:
    """A nim-value. Raises BadRule."""
    if isinstance(number, SupportsIndex) and not isinstance(number, bool) and number.__index__() >= 0:
        return number.__index__()
    raise BadRule(f"expected whole numbers from 0 on, found {short_repr(number)}")


def guess_columns(read: ValueColumns, *, sequence: bool = False, **work: Unpack[Work]) -> Guesses:
    """The same of rows of numbers, or of outcomes, that were read from a text."""
    if read.letters:
        return _guess_outcomes(read.letters)
    given = _given(read, sequence) if any(read.rows) else None
    count = sum(map(len, given.rows)) if given else 0
    if given is None or count < FEWEST:
        raise BadRule(f"expected {FEWEST} numbers or more, found {count}")
    with session_of(work) as session:
        return _seen_in(given, session)


def _seen_in(given: _Given, session: Session) -> Guesses:
    """What is seen in what was read, as far as the limits of a session allow."""
    seen = _Seen(given)
    try:
        session.work(lambda saved: seen.work())
    except Stopped:
        return replace(seen.guesses(), complete=False)
    return seen.guesses()


def _guess_outcomes(letters: str) -> Guesses:
    """What is seen in outcomes of 0, 1, 2, ...: patterns, and games with these P-positions in normal or misère play."""
    if len(letters) < FEWEST:
        raise BadRule(f"expected {FEWEST} outcomes or more, found {len(letters)}")
    from grundy.patterns.outcomes import letter_patterns

    is_misere = letters[0] == "N"  # from 0 nobody can move
    return Guesses("outcomes", (len(letters),), 0, letter_patterns(letters), same_outcomes(letters, is_misere), ())


def sequence_of(read: ValueColumns) -> list[int]:
    """The one sequence that rows of numbers, or outcomes, are: of outcomes the P-positions. Raises BadRule: a table."""
    if read.letters:
        return [n for n, letter in enumerate(read.letters) if letter == "P"]
    given = _given(read, False)
    if given.kind not in ("values", "numbers"):
        raise BadRule("expected one sequence, whose entries are looked for, found rows of several numbers")
    return given.rows[0]


def _given(read: ValueColumns, sequence: bool) -> _Given:
    """As what rows of numbers are read."""
    rows = read.rows
    widths = {len(row) for row in rows}
    if sequence or len(rows) == 1 or len(widths) > 1 or widths == {1}:
        return _sequence([number for row in rows for number in row])
    columns = [list(column) for column in zip(*rows, strict=True)]
    if all(after == before + 1 for before, after in pairwise(columns[0])) and len(columns) == 2:
        return _sequence(columns[1], columns[0][0])  # a b-file, or CSV
    if len(columns) == 3 and rows[0][:2] == [0, 0]:
        wide = max(columns[1]) + 1
        in_order = [row[:2] for row in rows] == [[*divmod(place, wide)] for place in range(len(rows))]
        if in_order and len(rows) % wide == 0:
            return _Given("table", [columns[2][at : at + wide] for at in range(0, len(rows), wide)])
    return _Given("pairs" if len(columns) == 2 else "table", rows)


def _sequence(values: list[int], start: int = 0) -> _Given:
    rising = all(before < after for before, after in pairwise(values))
    is_set = rising and values != list(range(values[0], values[0] + len(values)))
    return _Given("numbers" if is_set else "values", [values], start)


@dataclass
class _Seen:
    """What is seen so far."""

    given: _Given
    found: dict[str, Any] = field(default_factory=dict)
    automata: list[FittingAutomaton] = field(default_factory=list)

    def guesses(self) -> Guesses:
        """All of it."""
        rows, kind = self.given.rows, self.given.kind
        shape = (len(rows), len(rows[0])) if kind == "table" else (len(rows if kind == "pairs" else rows[0]),)
        patterns, same = self.found.get("patterns", ()), self.found.get("same")
        return Guesses(kind, shape, self.given.start, patterns, same, tuple(self.automata))

    def work(self) -> Generator[Chunk, None, None]:
        """Look, from the cheap to the dear."""
        yield Chunk(0, 0, "systems", {})
        rows, start = self.given.rows, self.given.start
        values: list[int] | None = [0] * start + rows[0] if start == 1 else rows[0]  # the game of 0 has no move
        if start > 1:
            self.found["patterns"], values = _patterns_from(start, rows[0])
        self.found["same"] = self._same(values)
        yield Chunk(0, 0, "systems", {})
        if self.given.kind == "table":
            self.found["patterns"] = read_table(rows).patterns
        elif self.given.kind != "pairs" and start < 2:
            self.found["patterns"] = read_table(rows[0] if values is None else values).patterns
        yield Chunk(0, 0, "systems", {})
        if values is None:
            return
        for about, table, names, what in self._tables(values):
            yield from self._learn(about, table, names, what)

    def _same(self, values: list[int] | None) -> Any:
        rows, kind = self.given.rows, self.given.kind
        if kind == "values":
            return None if values is None else same_game(values, LEAST_WITHOUT_RULE)
        if kind == "numbers":
            return next((SameTable(name, text) for name, text in zeros_of_games(rows[0])), None)
        return same_table(rows) if kind == "table" else same_pairs(rows)

    def _tables(self, values: list[int]) -> Iterator[tuple[Any, NDArray[np.int64], tuple[str, ...], str]]:
        """Tables from which automata are learnt: about what, names, and what is said of the entries 1."""
        import numpy as np

        kind = self.given.kind
        if kind == "numbers":
            size = min(values[-1] + 1, MOST_LEARNT[1])
            members = np.zeros(size, np.int64)
            members[[n for n in values if n < size]] = 1
            yield "members", members, ("n",), "in the list"
        elif kind == "values" and max(values) < 2**62:
            table = np.array(values[: MOST_LEARNT[1]], np.int64)
            yield "nim-values", table, ("n",), ""
            yield "P-positions", (table == 0).astype(np.int64), ("n",), "a P-position"
        elif kind == "table" and max(map(max, self.given.rows)) < 2**62:
            table = np.array(self.given.rows, np.int64)[: MOST_LEARNT[2], : MOST_LEARNT[2]]
            yield "nim-values", table, ("a", "b"), ""
            yield "P-positions", (table == 0).astype(np.int64), ("a", "b"), "a P-position"
        elif kind == "pairs":
            yield "members", _box_of(self.given.rows), ("a", "b"), "in the list"

    def _learn(
        self, about: Any, table: NDArray[Any], names: tuple[str, ...], what: str
    ) -> Generator[Chunk, None, None]:
        from grundy.theorems.observe import seen_in

        if about == "P-positions" and any(automaton.about == "nim-values" for automaton in self.automata):
            return
        given = table[self.given.start :]
        if what and (given.all() or not given.any()):
            return
        for tried, seen in enumerate(seen_in(table, names, what)):
            yield Chunk(tried, 0, "systems", {}, f"{tried} numeration systems tried")
            if seen is not None:
                self.automata.append(FittingAutomaton(about, seen.system.name, seen.automaton.states, seen.text))
                return


def _patterns_from(start: int, given: list[int]) -> tuple[tuple[Pattern, ...], list[int] | None]:
    """Patterns of values that begin later than at 1, and the values from 0 on as the first pattern continues them.

    Patterns may have exceptions at the beginning, which zeros stand for; what is said is about the values given.
    """
    if start > len(given):
        return (), None
    padded = [0] * start + given
    patterns: list[Pattern] = []
    whole: list[int] | None = None
    for pattern in read_table(padded).patterns:
        if not pattern.formula or pattern.about != "nim-values":
            continue
        formula = parse_guess(pattern.formula).make(padded.__getitem__)
        wrong = sum(formula(n) != padded[n] for n in range(start, len(padded)))
        patterns.append(replace(pattern, start=max(pattern.start, start), exceptions=wrong))
        if whole is None and not wrong and "G(" not in pattern.formula:
            before = [formula(n) for n in range(start)]
            whole = [*before, *given] if min(before) >= 0 else None
    return tuple(patterns), whole


def _box_of(pairs: list[list[int]]) -> NDArray[np.int64]:
    """Which pairs of a box are in a list; one of pairs a <= b stands for (b, a), too, and one without (0, 0) has it."""
    import numpy as np

    size = min(max(min(pair) for pair in pairs) + 1, MOST_LEARNT[2])  # beyond, pairs may be missing
    box = np.zeros((size, size), np.int64)
    ordered = all(a <= b for a, b in pairs)
    for a, b in [*pairs, [0, 0]]:
        if a < size and b < size:
            box[a, b] = 1
            if ordered:
                box[b, a] = 1
    return box
