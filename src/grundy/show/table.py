"""A table of a rule's values for people and machines: pieces of it, and what stands in a table of outcomes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from grundy.model.pattern import Summary
from grundy.model.table import Contents, Outcomes
from grundy.show.patterns import grid_lines, pattern_lines, summary_lines
from grundy.show.sequence import as_text
from grundy.show.text import Line

SHOWN = 20  # P-positions in text


def piece_lines(contents: Contents, where: Sequence[int | range], values: Any, as_json: bool) -> Iterator[str]:
    """A piece of a table, for people or as one JSON object; `values` are its numbers or letters, in lists."""
    if as_json:
        shown = [
            [coordinate.start, coordinate.stop] if isinstance(coordinate, range) else coordinate for coordinate in where
        ]
        told = {"game": contents.spec, "play": contents.convention, "show": shown, "values": values}
        yield json.dumps({**told, **contents.origin()})
        return
    ranges = [coordinate for coordinate in where if isinstance(coordinate, range)]
    if not ranges:
        state = ", ".join(map(str, where))
        yield (
            f"G({state}) = {values}"
            if not contents.outcomes
            else f"{state}: {'a P' if values == 'P' else 'an N'}-position"
        )
    elif len(ranges) == 1:
        yield from as_text(values, ranges[0].start)
    else:
        yield from grid_lines(values, ranges[0].start, ranges[1].start)
    yield contents.known()


def csv_head(contents: Contents) -> str:
    """The names of the columns of a table as CSV."""
    directions = len(contents.shape)
    names = "n" if directions == 1 else ",".join("abcdefghijkl"[:directions])
    return f"{names},{'outcome' if contents.outcomes else 'nim_value'},status"


def csv_lines(contents: Contents, where: Sequence[int | range], values: Iterable[int | str]) -> Iterator[str]:
    """A line a state of a piece of a table: the state, its value, and how that is known.

    Args:    values: those of the piece, the last number of a state running first.

    >>> print(*csv_lines(Contents("wythoff", (9, 9)), (3, range(4, 6)), [2, 0]), sep="\\n")
    3,4,2,computed
    3,5,0,computed
    """
    states = product(*(coordinate if isinstance(coordinate, range) else (coordinate,) for coordinate in where))
    status = contents.evidence.status
    yield from (f"{','.join(map(str, state))},{value},{status}" for state, value in zip(states, values, strict=True))


def table_lines(
    contents: Contents, reading: Summary | Outcomes, same: object = None, proved: Sequence[str] = ()
) -> Iterator[Line]:
    """What stands in a table, for people: with the game that is seen to have its values, and how they are known.

    Args:    proved: what is proved of all states.
    """
    yield from outcome_lines(reading) if isinstance(reading, Outcomes) else summary_lines(reading)
    if same:
        yield Line("note", f"Observed: {same}.")
    yield from (Line("move", f"Proved of all positions: {reason}.") for reason in proved)
    yield Line("note", contents.known())


def outcome_lines(outcomes: Outcomes) -> Iterator[Line]:
    """What stands in a table of outcomes, for people."""
    contents = outcomes.contents
    listed = " ".join(str(place).replace(" ", "") for place in outcomes.first[:SHOWN])
    more = " ..." if outcomes.count > SHOWN else ""
    play = contents.convention.replace("misere", "misère")
    states = f"{contents.total:,} state{'s' * (contents.total != 1)} in {play} play"
    yield Line("heading", f"{states}; P-positions: {outcomes.count:,}" + (f" ({listed}{more})." if listed else "."))
    if outcomes.patterns:
        yield Line("heading", "Suspected patterns (observed, not proved):")
    for pattern in outcomes.patterns:
        yield from (Line("move", f"  {text}") for text in pattern_lines(pattern, len(contents.shape)))
