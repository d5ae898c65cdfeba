"""What is seen in a table of nim-values, or in values without a rule, as text: all of it is observed only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grundy.model.pattern import Guesses, Pattern, Place, Summary
from grundy.show.text import Line

# What a table of nim-values shows, as text; every pattern is said to be observed only.

SHOWN = 20  # values and P-positions, unless asked for more


def summary_lines(summary: Summary, most: int = SHOWN) -> Iterator[Line]:
    """The lines that tell what stands in a table.

    >>> from grundy.model.pattern import Summary
    >>> print(*(line.text for line in summary_lines(Summary((4,), [0, 1], [2, 2], [0, 2], 2, (0, 1), ()))), sep="\\n")
    4 states; largest nim-value 1, first at 2.
    P-positions: 2 (0 1).
    Value        Count  First at
        0            2  0
        1            2  2
    No pattern seen.
    """
    total = summary.total
    if not total:
        yield Line("heading", "No states.")
        return
    size = " x ".join(f"{length:,}" for length in summary.shape) + (f" = {total:,}" if len(summary.shape) > 1 else "")
    first = summary.place(summary.firsts[-1])
    size += f" state{'s' * (total != 1)}"
    yield Line("heading", f"{size}; largest nim-value {summary.largest}, first at {place_text(first)}.")
    listed = " ".join(place_text(place) for place in summary.p_first[:most])
    more = " ..." if summary.p_count > min(most, len(summary.p_first)) else ""
    yield Line("heading", f"P-positions: {summary.p_count:,}" + (f" ({listed}{more})." if listed else "."))
    yield from _histogram(summary, most)
    if not summary.patterns:
        yield Line("note", "No pattern seen.")
        return
    yield Line("heading", "Suspected patterns (observed, not proved):")
    for pattern in summary.patterns:
        yield from (Line("move", f"  {text}") for text in pattern_lines(pattern, len(summary.shape)))


def _histogram(summary: Summary, most: int) -> Iterator[Line]:
    yield Line("heading", "Value        Count  First at")
    rows = list(zip(summary.distinct[:most], summary.counts[:most], summary.firsts[:most], strict=True))
    for value, count, first in rows:
        yield Line("board", f"{value:>5}  {count:>11,}  {place_text(summary.place(first))}")
    if len(summary.distinct) > most:
        yield Line("note", f"  ... and {len(summary.distinct) - most:,} more values")


def place_text(place: Place) -> str:
    """A state in few characters."""
    return str(place) if isinstance(place, int) else f"({','.join(map(str, place))})"


def pattern_lines(pattern: Pattern, directions: int = 1) -> Iterator[str]:
    """A pattern in words: what it says, how far it was seen, and where it first fails."""
    numbers = dict(pattern.numbers)
    name = ", ".join("abcdefghijkl"[:directions]) if directions > 1 else "n"
    repeats = f", {numbers['repeats']:,} times" if "repeats" in numbers and pattern.kind != "formula" else ""
    yield f"{_label(pattern.kind, numbers)}{pattern.statement}"
    told = pattern.formula.removeprefix("0 if ").removesuffix(" else 1")
    if pattern.formula and told not in pattern.statement and len(pattern.formula) <= 200:
        yield f"  formula: {pattern.formula}"
    name = numbers.get("number", name)
    seen = f"  observed for {name} = {pattern.start:,}..{pattern.upto:,}{repeats}"
    if "points" in numbers:
        seen += f", {numbers['points']:,} P-positions, none farther than {numbers['farthest']} from the line"
    yield seen
    below = pattern.exceptions if pattern.breaks is None else 0
    if below:
        start = f"n = {pattern.start:,}" if directions == 1 else f"the largest of {name} is {pattern.start:,}"
        yield f"  {below:,} exception{'s' * (below > 1)} before {start}"
    if pattern.breaks:
        broken = pattern.breaks
        others = f"; {pattern.exceptions:,} failures in all" if pattern.exceptions > 1 else ""
        yield f"  first failure: {place_text(broken.at)} is {broken.actual}, not {broken.claimed}{others}"


def _label(kind: str, numbers: dict[str, Any]) -> str:
    """The period and the saltus, for what has them and is no plain formula."""
    if kind == "arithmetic period":
        return f"period {numbers['period']}, saltus {numbers['saltus']}: "
    if kind != "period":
        return ""
    period = numbers["period"]
    return f"period {period}: " if isinstance(period, int) else f"periods {period[0]} and {period[1]}: "


def grid_lines(rows: Sequence[Sequence[int | str]], first_row: int = 0, first_column: int = 0) -> Iterator[str]:
    """A piece of a table of pairs, with the numbers of its rows and columns.

    >>> print(*grid_lines([[0, 1], [1, 0]]), sep="\\n")
      a\\b  0  1
        0  0  1
        1  1  0
    """
    cells = [[str(value) for value in row] for row in rows]
    columns = len(cells[0]) if cells else 0
    heads = range(first_column, first_column + columns)
    wide = max([2, *(len(value) for row in cells for value in row), *(len(str(head)) for head in heads[-1:])])
    yield "  a\\b" + "".join(f" {head:>{wide}}" for head in heads)
    for number, row in enumerate(cells, first_row):
        yield f"{number:>5}" + "".join(f" {value:>{wide}}" for value in row)


# What is seen in values without a rule, as text.


def guesses_lines(guesses: Guesses) -> Iterator[Line]:
    """The lines that say what is seen, and what would prove it."""
    yield Line("heading", f"Read: {guesses.given}.")
    seen = list(_seen(guesses))
    yield Line("heading", "Observed, not proved:" if seen else "No pattern, no known game and no small automaton seen.")
    yield from (Line("move", f"  {text}") for text in seen)
    yield Line("note", f"What would prove it: {guesses.would_prove}.")
    yield Line("note", guesses.evidence.sentence())


def _seen(guesses: Guesses) -> Iterator[str]:
    if guesses.matching_game is not None:
        yield f"{guesses.matching_game} ({guesses.matching_game.game})"
    for pattern in guesses.patterns:
        yield from pattern_lines(pattern, len(guesses.shape) if guesses.read_as == "table" else 1)
    for automaton in guesses.automata:
        gives = f"an automaton of {automaton.states} states over {automaton.system} gives all {automaton.about}"
        yield f"{gives}: {automaton.statement}"
