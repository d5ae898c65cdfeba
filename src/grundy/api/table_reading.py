"""What stands in a table of values or of outcomes, read for its summary and for the store, and who made it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import StoreError
from grundy.model.pattern import Summary
from grundy.model.result import Evidence
from grundy.model.run import Run
from grundy.model.table import Contents, Outcomes
from grundy.runs.store import list_runs
from grundy.text.shell import as_typed

if TYPE_CHECKING:
    from numpy.typing import NDArray

LISTED = 1000  # P-positions of a table of outcomes


def read_outcomes(held: Contents, bits: NDArray[Any]) -> Outcomes:
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
    if len(held.shape) == 1:
        return Outcomes(held, count, tuple(first))
    return Outcomes(held, count, tuple(tuple(int(i) for i in np.unravel_index(n, held.shape)) for n in first))


def read_whole(held: Contents, array: NDArray[Any]) -> Summary | Outcomes:
    """What stands in a table."""
    from grundy.patterns.table import read_table

    return read_outcomes(held, array) if held.outcomes else read_table(array)


def kept_result(reading: Summary | Outcomes | None, file: Path | None) -> dict[str, Any]:
    """What the store keeps of a table that was read (None: there was no time for it)."""
    result: dict[str, Any] = {} if file is None else {"file": str(file)}
    if isinstance(reading, Outcomes):
        result |= {"p_position_count": reading.count}
    elif reading is not None:
        result |= {"largest": reading.largest, "p_position_count": reading.p_count}
    return result


def number_at(place: int, extent: int) -> int:
    """The number that an index names, from the end if it is negative. Raises IndexError.

    >>> number_at(3, 10), number_at(-1, 10)
    (3, 9)
    """
    if not -extent <= place < extent:
        raise IndexError(f"{place}: expected a number from 0 to {extent - 1:,}")
    return place % extent


def as_recorded(made: Contents, path: Path, key: str, store: str | Path | None) -> Contents:
    """With the command and the version that the store has of a run that made this very table."""
    runs: list[Run] = []
    with suppress(StoreError):  # no answer depends on the store
        runs = [run for run in list_runs(Path(store)) if run.key == key] if store is not None else []
    runs = [run for run in runs if run.table == str(path.absolute()) and run.status == "finished"]
    if not runs:
        return made
    run = runs[-1]
    by = f"{made.evidence.reason}, by grundy {run.version} on {run.finished[:10]}: run {run.number}"
    return replace(made, evidence=Evidence("computed", by), command=as_typed(run.command), version=run.version)
