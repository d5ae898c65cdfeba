"""How a position is searched within a session, which begins with the first search: most positions need none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.api.work import require_number
from grundy.engines.methods import METHODS, Method
from grundy.engines.options import SearchOptions
from grundy.errors import BadRule
from grundy.model.rule import Position
from grundy.runs.chunk import Work
from grundy.runs.cores import available_cores

if TYPE_CHECKING:
    from grundy.engines.part_values import PartValues
    from grundy.runs.session import Session
    from grundy.runs.workers import Elsewhere

OTHERS = 300 * 2**20  # bytes that the process needs beside the tables of a search
LEAST = 16 * 2**20


def for_tables(memory: int | None) -> int | None:
    """What a limit of memory leaves for the tables of a search."""
    return None if memory is None else max(LEAST, memory - OTHERS)


def bounded_by(seconds: float) -> SearchOptions:
    """A search that gives up after so many seconds: it then raises Stopped, an OutOfReach."""

    def run(work: Work) -> Any:
        from grundy.runs.loop import run_with_limits

        return run_with_limits(work, time_limit=seconds).require()

    return SearchOptions(run=run, bounded=True, seconds=seconds)


def searching(
    session: Session,
    position: Position,
    misere: bool,
    method: Method,
    cores: int | None,
    part_values: PartValues | None = None,
    elsewhere: Elsewhere | None = None,
) -> SearchOptions:
    """How the questions about a position are searched in a session.

    Args:    cores: how many may search at once; None: all. part_values: of earlier searches.
             elsewhere: whose workers are asked about the openings of boards.
    Raises:  BadRule: no such method or number of cores.
    """
    if method not in METHODS:
        raise BadRule(f"expected a method ({', '.join(METHODS)}), found {method!r}")
    require_number("a number of cores", cores, 1)
    limits = session.limits

    def run(work: Work) -> Any:
        if not session.has_begun:
            from grundy.api.run_keys import run_of

            key = f"{position}{' misere' * misere}"
            session.begin(run_of([position], key, {"method": method}, f"search {key}", f"search {key}"))
        return session.phase(work)

    bounded = limits.time_limit is not None or limits.memory is not None
    memory = for_tables(limits.memory)
    cores = cores or available_cores()
    return SearchOptions(
        method, memory, run, bounded, cores, part_values, elsewhere, limits.estimate, limits.time_limit
    )
