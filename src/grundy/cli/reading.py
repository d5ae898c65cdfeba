"""Tables read for people: the summary, a piece of one, and a table that was kept in a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import BadText, Finding, OutOfReach, StoreError
from grundy.model.result import Evidence
from grundy.model.table import Contents, contents_of
from grundy.show.text import Line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.model.pattern import Summary
    from grundy.runs.store import Run

MOST_SHOWN = 1_000_000  # values in one piece
LISTED = 1000  # P-positions in JSON
SHOWN = 20  # P-positions in text
Where = tuple[int | range, ...]


def read_file(path: Path, where: str | None, store: Path | None = None) -> tuple[Contents, NDArray[Any], Where | None]:
    """A table that was kept in a file; only the chunks of the piece are compared with their digests, if one is asked.

    `store` may know what made it.

    Returns: what it holds, its array (mapped, read-only), and the piece.
    Raises:  StoreError: it is missing, unfinished, damaged, or no table of grundy's. BadText: no such piece.
    """
    from grundy.runs.table_file import partial
    from grundy.runs.table_read import open_table

    if not path.exists() and partial(path).exists():
        raise StoreError(f"{path}: begun and not finished; 'grundy resume {path}' goes on with it")
    saved = open_table(path)
    asked = _as_made(contents_of(saved.header.game, saved.header.shape), path, saved.header.game, store)
    if where is None:
        return asked, saved.whole(), None
    piece = read_where(where, asked.shape)
    if _count(piece):
        first, last = (_entry(asked, tuple(at(one) for one in piece)) for at in (_first, _last))
        saved.read(first, last + 1)
    return asked, saved.array, piece


def _as_made(asked: Contents, path: Path, key: str, store: Path | None) -> Contents:
    """With the command and the version that the store has of a run that made this very table."""
    from grundy.cli.runs import command_text
    from grundy.runs.store import list_runs

    made: list[Run] = []
    with suppress(StoreError):  # no answer depends on the store
        made = [run for run in list_runs(store) if run.key == key] if store is not None else []
    made = [run for run in made if run.table == str(path.absolute()) and run.status == "finished"]
    if not made:
        return asked
    run = made[-1]
    by = f"{asked.evidence.by}, by grundy {run.version} on {run.finished[:10]}: run {run.number}"
    return replace(asked, evidence=Evidence("computed", by), command=command_text(run), version=run.version)


def read_where(text: str, shape: tuple[int, ...]) -> Where:
    """The piece of a table that a --show names: a number or FROM:TO (TO is not in it) for each number of a state.

    Raises:  BadText: something else, or beyond the table. OutOfReach: more than a million values.

    >>> read_where("57", (100,)), read_where("0:3, 5", (10, 10)), read_where(":", (4,))
    ((57,), (range(0, 3), 5), (range(0, 4),))
    """
    parts = text.split(",")
    example = "57 or 0:40" if len(shape) == 1 else ",".join(["0:10", "0:10", *["3"] * (len(shape) - 2)])
    if len(parts) != len(shape):
        numbers = "one number or range" if len(shape) == 1 else f"{len(shape)} numbers or ranges"
        raise _bad(1, f"{numbers}, as in {example}", repr(text))
    where: list[int | range] = []
    column = 1
    for part, extent in zip(parts, shape, strict=True):
        match = re.fullmatch(r"\s*([0-9]{1,18})?\s*(:\s*([0-9]{1,18})?)?\s*", part, re.ASCII)
        if match is None or not part.strip():
            raise _bad(column, f"a number or a range, as in {example}", repr(part))
        start = int(match[1] or 0)
        stop = start + 1 if match[2] is None else int(match[3] or extent)
        if stop > extent or start > stop:
            raise _bad(column, f"states from 0 to {extent - 1:,}", repr(part.strip()))
        where.append(range(start, stop) if match[2] else start)
        column += len(part) + 1
    if sum(isinstance(one, range) for one in where) > 2:
        raise _bad(1, "at most two ranges, and numbers for the rest", repr(text))
    if _count(tuple(where)) > MOST_SHOWN:
        raise OutOfReach(f"--show: {_count(tuple(where)):,} values; at most {MOST_SHOWN:,} are shown; try fewer")
    return tuple(where)


def _bad(column: int, expected: str, found: str) -> BadText:
    return BadText([Finding(1, column, expected, found, "<--show>")])


def _count(where: Where) -> int:
    return prod(len(one) for one in where if isinstance(one, range))


def _first(one: int | range) -> int:
    return one if isinstance(one, int) else one[0]


def _last(one: int | range) -> int:
    return one if isinstance(one, int) else one[-1]


def _entry(asked: Contents, state: Sequence[int]) -> int:
    """The entry of the array that has a state."""
    entry = 0
    for number, extent in zip(state, asked.shape, strict=True):
        entry = entry * extent + number
    return entry // 8 if asked.outcomes else entry


def piece_of(asked: Contents, array: NDArray[Any], where: Where) -> Any:
    """The nim-values of a piece, or letters P and N: one, a list, or a list of rows."""
    import numpy as np

    places = (
        np.meshgrid(*(np.arange(_first(one), _last(one) + 1) for one in where), indexing="ij") if _count(where) else []
    )
    if not places:
        return []
    shape = tuple(len(one) for one in where if isinstance(one, range))
    flat = np.ravel_multi_index([place.reshape(-1) for place in places], asked.shape)
    if asked.outcomes:
        bits = array.reshape(-1)[flat >> 3] >> (flat & 7).astype(np.uint8) & 1
        return np.where(bits == 1, "P", "N").reshape(shape).tolist()
    return array.reshape(-1)[flat].reshape(shape).tolist()


def piece_lines(asked: Contents, array: NDArray[Any], where: Where, as_json: bool) -> Iterator[str]:
    """A piece of a table for people, or as one JSON object."""
    from grundy.show.patterns import grid_lines
    from grundy.show.sequence import as_text

    values = piece_of(asked, array, where)
    if as_json:
        shown = [[one.start, one.stop] if isinstance(one, range) else one for one in where]
        told = {"game": asked.spec, "play": asked.play, "show": shown, "values": values}
        yield json.dumps({**told, **asked.told()})
        return
    ranges = [one for one in where if isinstance(one, range)]
    if not ranges:
        state = ", ".join(map(str, where))
        yield (
            f"G({state}) = {values}"
            if not asked.outcomes
            else f"{state}: {'a P' if values == 'P' else 'an N'}-position"
        )
    elif len(ranges) == 1:
        yield from as_text(values, ranges[0].start)
    else:
        yield from grid_lines(values, ranges[0].start, ranges[1].start)
    yield asked.known()


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What stands in a table of outcomes: how many P-positions, and the first of them."""

    asked: Contents
    count: int
    first: tuple[int | tuple[int, ...], ...]

    def lines(self) -> Iterator[Line]:
        """For people."""
        listed = " ".join(str(place).replace(" ", "") for place in self.first[:SHOWN])
        more = " ..." if self.count > SHOWN else ""
        play = self.asked.play.replace("misere", "misère")
        states = f"{self.asked.total:,} state{'s' * (self.asked.total != 1)} in {play} play"
        yield Line("heading", f"{states}; P-positions: {self.count:,}" + (f" ({listed}{more})." if listed else "."))
        yield Line("note", self.asked.known())

    def json(self) -> str:
        """For machines."""
        return json.dumps(
            {
                "game": self.asked.spec,
                "play": self.asked.play,
                "states": self.asked.total,
                "p_position_count": self.count,
                "p_positions": self.first,
                **self.asked.told(),
            }
        )


def read_outcomes(asked: Contents, bits: NDArray[Any]) -> Outcomes:
    """Count the P-positions in a table of bits, and list the first thousand; some GB a second."""
    import numpy as np

    count = 0
    first: list[int] = []
    for start in range(0, len(bits), 1 << 20):
        piece = bits[start : start + (1 << 20)]
        count += int(np.bitwise_count(piece).sum(dtype=np.int64))
        if len(first) < LISTED:
            places = np.flatnonzero(np.unpackbits(piece, bitorder="little"))
            first += (8 * start + places[: LISTED - len(first)]).tolist()
    if len(asked.shape) == 1:
        return Outcomes(asked, count, tuple(first))
    return Outcomes(asked, count, tuple(tuple(int(i) for i in np.unravel_index(n, asked.shape)) for n in first))


def read_whole(asked: Contents, array: NDArray[Any]) -> Summary | Outcomes:
    """What stands in a table."""
    from grundy.patterns.table import read_table

    return read_outcomes(asked, array) if asked.outcomes else read_table(array)


def kept_result(reading: Summary | Outcomes | None, file: Path | None) -> dict[str, Any]:
    """What the store keeps of a table that was read (None: there was no time for it)."""
    result: dict[str, Any] = {} if file is None else {"file": str(file)}
    if isinstance(reading, Outcomes):
        result |= {"p_position_count": reading.count}
    elif reading is not None:
        result |= {"largest": reading.largest, "p_position_count": reading.p_count}
    return result
