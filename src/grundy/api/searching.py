"""How the verbs search: within a session, one search after the other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from grundy.runs.chunk import Work, in_phase
from grundy.runs.session import Session

OTHERS = 300 * 2**20  # bytes that the process needs beside the tables of a search
LEAST = 16 * 2**20


def for_tables(memory: int | None) -> int | None:
    """What a limit of memory leaves for the tables of a search."""
    return None if memory is None else max(LEAST, memory - OTHERS)


def in_phases(session: Session) -> Callable[[Work], Any]:
    """What runs work in a session that has begun, each work as a phase after those before."""
    phases = count()

    def run(work: Work) -> Any:
        phase = next(phases)
        return session.work(lambda saved: in_phase(phase, work(saved)))

    return run
