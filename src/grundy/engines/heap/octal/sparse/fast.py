"""The nim-values of a code by its generated kernels: a window in memory, each heap checked, a period proved."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse import search_state
from grundy.engines.heap.octal.sparse.all_pairs import BEHIND
from grundy.engines.heap.octal.sparse.search_state import SearchResult, SearchState
from grundy.engines.heap.octal.sparse.setup import ALIGNED, LONG, Buffers, Setup, room, set_up
from grundy.engines.heap.octal.sparse.setup_numbers import NumberSetup
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.engines.heap.octal.sparse.words import Words
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


# ---- All nim-values of the first heaps of a code with a sparse space, by its generated kernels


WORTH = 2**18  # heaps for which kernels are generated
KERNELS = 2**17  # heaps before kernels are generated
CALM = 4  # a rare heap n is followed by n / CALM heaps before kernels are generated
STEPS = 20_000_000  # of the scalar loop between two chunks
WAIT = 2**27  # of its steps at most before kernels are generated again: 2**20 heaps where some hundred are rare


def extend(stored: StoredValues, stop: int) -> None:
    """Make `stored` have at least heaps 0..stop - 1. Raises OutOfReach.

    Cost:    two bytes a heap, and some 20 ns where kernels can be generated.
    """
    while stored.size < stop:
        if stop - stored.size >= WORTH and is_calm(stored) and _by_kernels(stored, stop):
            continue
        stored.extend(min(stop, stored.size + max(1024, STEPS // (len(stored.rares) + 16))))


def _by_kernels(stored: StoredValues, stop: int) -> bool:
    """Go on by kernels up to `stop`, or to a heap that they cannot settle; whether they could be generated."""
    import numpy as np

    from grundy.engines.heap.octal.sparse.kernels import values_of_words

    setup = set_up(stored)
    if setup is None:
        stored.kernels = False
        return False
    now = search_state.SearchState(stored, setup, None)
    room, buffer = setup.room, setup.buffer(search_state.SIZE)
    buffer[:room] = now.last
    table = setup.words.table()
    begin = stored.size
    at = now.first
    if len(stored.values) < stop + search_state.SIZE:
        stored.values = np.concatenate([stored.values[:begin], np.zeros(stop + search_state.SIZE - begin, np.uint16)])
    while at < stop:
        setup.fill(buffer, room + search_state.SIZE)
        unsettled, _, _ = now.check(buffer, at, -1, 0)
        good = at + search_state.SIZE if unsettled is None else unsettled
        if isinstance(setup.words, Words):
            values_of_words(buffer[room : room + good - at], table, 0, stored.values[at:good])
        else:
            stored.values[at:good] = setup.words.to_values(buffer[room : room + good - at], at)
        stored.size = max(min(good, stop), begin)
        stored.note(now.reach, now.far if now.far > now.first else 0)
        if unsettled is not None and unsettled < stop:
            stored.extend(stored.size + 1)  # it is rare, or has a far witness, or a value without a bit
            break
        buffer[:room] = buffer[search_state.SIZE : search_state.SIZE + room].copy()
        at = good
    return True


def is_calm(stored: StoredValues) -> bool:
    """Whether generated kernels are worth their while: no heap of late needed all values."""
    last = max([stored.far, *(int(rare) for rare in stored.rares[-1:])])
    enough = max(KERNELS, room(stored) + 2 * ALIGNED)
    worth = stored.size >= enough and stored.size * (len(stored.rares) + 16) >= STEPS
    return stored.kernels and worth and stored.size - last >= min(last // CALM, WAIT // (len(stored.rares) + 16))
