"""Searches for the command line: run under limits, recorded, and gone on with; no click."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any

import grundy
from grundy.engines.search.way import Method, Way
from grundy.model.result import Result
from grundy.runs.chunk import Work
from grundy.runs.cores import available_cores
from grundy.show.machine import result_json

if TYPE_CHECKING:
    from grundy.faces.tables import Limits
    from grundy.model.position import Position
    from grundy.runs.perform import Resumable

OTHERS = 300 * 2**20  # bytes that the process needs beside the tables of a search
LEAST = 16 * 2**20
KEPT = 10  # winning moves in the record of a run


def search_way(
    method: Method,
    cores: int | None,
    given: Limits | None,
    usual: Callable[[], Limits],
    command: tuple[str, ...],
    key: str,
    resumed: Resumable | None,
) -> Way:
    """A way to search that shows progress, keeps limits and is recorded.

    Args:    cores: how many may search at once; None: all.
             given: the limits, if any were given; the usual ones are asked for when something is searched, since most
             positions need no search, and what a recorded run needs takes longer to load than they take to solve.
             command: what `grundy resume` runs again. key: the question; what was kept of another is not used.
    """
    began = monotonic()
    waiting = [resumed]

    def run(work: Work) -> Any:
        from grundy.faces.bar import progress_bar
        from grundy.faces.running import leave, stopped_lines
        from grundy.runs.perform import perform
        from grundy.runs.store import Run

        limits = given or usual()
        before = waiting.pop() if waiting else None
        with progress_bar() as progress:
            outcome = perform(
                work,
                Run(command, key, {"method": method}, f"search {key}", grundy.__version__),
                store=limits.store,
                resumed=before,
                report=_kept,
                progress=progress,
                say=lambda sentence: print(sentence, file=sys.stderr),
                time_limit=None if limits.time_limit is None else max(0.0, limits.time_limit - (monotonic() - began)),
                memory=limits.memory,
            )
        if outcome.status != "finished":
            for line in stopped_lines(outcome, limits.store_option):
                print(line, file=sys.stderr)
            raise SystemExit(leave(outcome))
        return outcome.value

    memory = max(LEAST, given.memory - OTHERS) if given and given.memory is not None else None
    bounded = given is not None and (given.time_limit is not None or given.memory is not None)
    return Way(method, memory, run, bounded, cores or available_cores())


def _kept(found: Any) -> tuple[Any, dict[str, str] | None]:
    """What is kept of what was found, and how it is known, in JSON's types; of a certificate nothing."""
    if found is None:
        return None, None
    if isinstance(found, Result):
        told = json.loads(result_json(found, KEPT))
        return {name: value for name, value in told.items() if name != "evidence"}, told["evidence"]
    return found, {"status": "computed", "by": "search"}


def write_certificate(position: Position, path: str, way: Way) -> None:
    """Write what proves the nim-value of a position to a file, as a whole or not at all. Raises GrundyError."""
    from grundy.proof.certify_position import certificate

    _write(path, certificate(position, way))


def write_strategy(position: Position, misere: bool, path: str, way: Way) -> None:
    """Write what proves who wins a position to a file, as a whole or not at all. Raises GrundyError."""
    from grundy.proof.strategy import strategy

    _write(path, strategy(position, misere, way))


def _write(path: str, lines: Iterable[str]) -> None:
    from pathlib import Path

    from grundy.runs.durable import replace_file

    replace_file(Path(path), "".join(f"{line}\n" for line in lines).encode("ascii"))
