"""The nim-values of a code by its generated kernels: a window in memory, each heap checked, a period proved."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse import search_state
from grundy.engines.heap.octal.sparse.buffers import LONG, Buffers
from grundy.engines.heap.octal.sparse.first_heaps import BEHIND
from grundy.engines.heap.octal.sparse.search_result import SearchResult
from grundy.engines.heap.octal.sparse.search_state import SearchState
from grundy.engines.heap.octal.sparse.setup import Setup
from grundy.engines.heap.octal.sparse.setup_numbers import NumberSetup
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.engines.heap.periods import repetitions
from grundy.errors import OutOfReach
from grundy.model.period import Repetition
from grundy.runs.chunk import Chunk

if TYPE_CHECKING:
    from numpy.typing import NDArray

SECONDS = 0.4  # between two chunks
SHORT = 16_384  # words at the end in which short periods are looked for
RECALLED = 2**29  # heaps up to which all values are computed again, for the sake of a heap that may be rare


@dataclass(frozen=True, slots=True)
class Wider:
    """A value has no bit in the words: the same search can go on from a state, with wider ones."""

    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Recalled:
    """A heap asks for all values, which are held now, up to it; the state is that of the search before."""

    state: Mapping[str, Any]


def fast(
    stored: StoredValues, setup: Setup | NumberSetup, limit: int, state: Mapping[str, Any] | None
) -> Generator[Chunk, None, SearchResult | Wider | Recalled]:
    """Go on by generated kernels, until a period is proved, words must be wider or `stored` must go on.

    Raises: OutOfReach: values beyond the words, or a heap too large for that may be rare.
    """
    now = SearchState(stored, setup, state)
    buffers = Buffers(now.setup, now.last, search_state.SIZE)
    ahead = now.heaps
    pending: tuple[Future[Any], NDArray[Any]] | None = None
    pool = ThreadPoolExecutor(1, "grundy checker")
    yielded = monotonic()
    try:
        while True:
            room = now.setup.room
            packs = max(room, BEHIND if now.late else 0)  # words, for each chunk
            seconds = SECONDS * max(1, packs // LONG)
            job: tuple[Future[Any], NDArray[Any]] | None = None
            pause = monotonic() - yielded >= seconds
            buffer = buffers.next() if ahead < limit and not (pause and pending) else None
            if buffer is not None:
                now.fill(buffer, ahead)
                if now.key < 0:
                    now.choose_key(buffer)
                job = pool.submit(now.check, buffer, ahead, now.key, now.every), buffer
                ahead += search_state.SIZE
            if pending is not None:
                future, buffer = pending
                unsettled, marked, seen = future.result()
                if unsettled is not None:
                    if not buffer[room + unsettled - now.heaps]:
                        return Wider(now.state())
                    if job is not None:  # it has checked what is to be filled in anew, or never was
                        job[0].result()
                    if now.add_rare(unsettled):
                        buffers, ahead, pending = Buffers(now.setup, now.last, search_state.SIZE), now.heaps, None
                        continue
                    _recall(now, unsettled)
                    return Recalled(now.state())
                now.note_largest(buffer, seen, limit)
                now.heaps += search_state.SIZE
                now.last = buffer[search_state.SIZE : search_state.SIZE + room]
                if not buffers.overlap:
                    now.last = now.last.copy()
                if now.repetition is None and (again := now.mark(marked) or _short(now, buffer)):
                    for _ in now.propose(*again):
                        if monotonic() - yielded >= seconds:
                            yield now.chunk(limit)
                            yielded = monotonic()
                if now.repetition and now.heaps >= now.wanted(now.repetition):
                    return _sparse(now, now.wanted(now.repetition), now.repetition)
                now.keep()
                if now.heaps - now.marked > now.heaps // 4:
                    now.key = -1
            pending = job
            if pending is None:
                if now.heaps >= limit:
                    return _sparse(now, limit, None)
                if buffers.overlap:
                    now.last = buffers.move()
                if monotonic() - yielded >= seconds:
                    yield now.chunk(limit)
                    yielded = monotonic()
    finally:
        pool.shutdown()


def _short(now: SearchState, buffer: NDArray[Any]) -> tuple[int, int] | None:
    """A short period that the last words show, looked for whenever the heaps have grown by a quarter."""
    if now.heaps < now.short * 5 // 4:
        return None
    now.short = now.heaps
    count = now.setup.before + SHORT
    end = now.setup.room + search_state.SIZE
    values = now.setup.words.to_values(buffer[end - count : end], now.heaps - count)
    least = now.setup.before
    found = [
        one.period
        for one in repetitions(values, least)  # type: ignore[arg-type]
        if not one.saltus
    ]
    return (now.heaps - found[0], found[0]) if found else None


def _recall(now: SearchState, heap: int) -> None:
    """Compute all values again, up to a heap that no near witness settles, for it may be rare."""
    import numpy as np

    stored, words = now.stored, now.setup.words
    if heap > RECALLED:
        raise OutOfReach(
            f"take-and-break: heap {heap} may be rare; to tell, all values before it are needed, and beyond "
            f"{RECALLED:,} heaps they are not held"
        )
    values = np.zeros(heap, np.uint16)
    values[: now.first] = stored.values[: now.first]
    at = now.first
    for block in now.blocks(now.first):
        part = block[: heap - at]
        values[at : at + len(part)] = words.to_values(part, at)
        at += len(part)
        if at >= heap:
            break
    for rare, value in now.late:
        values[rare] = value
    stored.values, stored.size = values, heap
    stored.add_rares([rare for rare, _ in now.late])


def _sparse(now: SearchState, heaps: int, repetition: Repetition | None) -> SearchResult:
    late = (rare for rare, _ in now.late if rare < heaps)
    rares = (*(int(rare) for rare in now.stored.rares), *late)
    by = "window" if repetition else ""
    checkpoints = now.checkpoints() if repetition else None
    return SearchResult(heaps, repetition, by, now.setup.words.space, rares, now.largest, now.setup.window, checkpoints)
