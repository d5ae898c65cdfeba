"""One couple searched by several workers at once, which share nim-values and proof numbers.

Every worker is a thread that searches from the root with stacks of its own, in machine code and without locks; what it
finds is at once in the tables that all read, and what it works on counts there as if it turned out harder than it
looks (kernels/proof.py), so that they part. Four times a second all stop within a position's time: then progress is
told, tables grow, checkpoints are written; and they go on where they were.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

from grundy.engines.search.tables import Desk, Tables
from grundy.runs.chunk import Chunk

ROUND = 0.25  # seconds between two stops
MOST_NODES = 2**62  # of a worker between two stops


def is_lost(
    tables: Tables, key: Any, heap: int, between: Callable[[], Iterable[Chunk]]
) -> Generator[Chunk, None, bool]:
    """Whether a couple is lost for whoever is to move, by all desks but the first; yields what `between` does."""
    from grundy.engines.search.kernels import proof as kernels
    from grundy.engines.search.kernels.numbers import INFINITE

    desks = tables.desks[1:]
    for desk in desks:
        desk.frames.part[: tables.words] = key
        desk.frames.kind[0], desk.frames.heap[0] = kernels.COUPLE, heap
        desk.frames.phi[0] = desk.frames.delta[0] = INFINITE
        desk.state[:2] = 0, kernels.ENTER
    with ThreadPoolExecutor(len(desks), thread_name_prefix="search") as threads:
        while True:
            tables.allot()
            tables.grow_numbers()
            tables.signal[0] = 0
            try:
                running = {threads.submit(_run, tables, desk): desk for desk in desks}
                wait(running, ROUND, FIRST_COMPLETED)
            finally:  # also where it is interrupted
                tables.signal[0] = 1
            for one, desk in running.items():
                match one.result():
                    case kernels.DONE:
                        return bool(desk.state[5] == 0)
                    case kernels.STACK_FULL:
                        desk.grow_stack()
            yield from between()


def _run(tables: Tables, desk: Desk) -> int:
    """Search at one desk until it is done, wants room, or all are to stop."""
    from grundy.engines.search.kernels import proof as kernels
    from grundy.engines.search.kernels.spans import Span, spans

    given = tables.moves, desk.keys, desk.known, desk.pool, desk.scratch, desk.frames, desk.numbers, desk.rated
    return int(kernels.run(*map(spans, given), Span(desk.state), False, MOST_NODES))
