"""The period of a code with a sparse space: found by windows of values that come again, and proved."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from grundy.compile.compiler import NoCompiler
from grundy.engines.heap.octal.sparse import search_state
from grundy.engines.heap.octal.sparse.all_pairs import BEHIND
from grundy.engines.heap.octal.sparse.search_state import MOST, SearchResult, SearchState, known, packed, unpacked
from grundy.engines.heap.octal.sparse.setup import ALIGNED, LONG, Buffers, Setup, room, set_up
from grundy.engines.heap.octal.sparse.setup_numbers import NumberSetup
from grundy.engines.heap.octal.sparse.space import SparseSpace
from grundy.engines.heap.octal.sparse.stored_values import StoredValues, window
from grundy.engines.heap.octal.sparse.words import Words
from grundy.engines.heap.periods import repetitions, values_needed
from grundy.errors import OutOfReach
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ---- The nim-values of a code by its generated kernels: a window in memory, each heap checked, a period proved


SECONDS = 0.4  # between two chunks
SHORT_WORDS = 16_384  # words at the end in which short periods are looked for
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
    yielded = CLOCK.now()
    try:
        while True:
            room = now.setup.room
            packs = max(room, BEHIND if now.late else 0)  # words, for each chunk
            seconds = SECONDS * max(1, packs // LONG)
            job: tuple[Future[Any], NDArray[Any]] | None = None
            pause = CLOCK.now() - yielded >= seconds
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
                if now.repetition is None and (again := now.mark(marked) or _short_period(now, buffer)):
                    for _ in now.propose(*again):
                        if CLOCK.now() - yielded >= seconds:
                            yield now.chunk(limit)
                            yielded = CLOCK.now()
                if now.repetition and now.heaps >= now.wanted(now.repetition):
                    return _by_words(now, now.wanted(now.repetition), now.repetition)
                now.keep()
                if now.heaps - now.marked > now.heaps // 4:
                    now.key = -1
            pending = job
            if pending is None:
                if now.heaps >= limit:
                    return _by_words(now, limit, None)
                if buffers.overlap:
                    now.last = buffers.move()
                if CLOCK.now() - yielded >= seconds:
                    yield now.chunk(limit)
                    yielded = CLOCK.now()
    finally:
        pool.shutdown()


def _short_period(now: SearchState, buffer: NDArray[Any]) -> tuple[int, int] | None:
    """A short period that the last words show, looked for whenever the heaps have grown by a quarter."""
    if now.heaps < now.short * 5 // 4:
        return None
    now.short = now.heaps
    count = now.setup.before + SHORT_WORDS
    end = now.setup.room + search_state.SIZE
    values = now.setup.words.to_values(buffer[end - count : end], now.heaps - count)
    least = now.setup.before
    periods = [
        repetition.period
        for repetition in repetitions(values, least)  # type: ignore[arg-type]
        if not repetition.saltus
    ]
    return (now.heaps - periods[0], periods[0]) if periods else None


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


def _by_words(now: SearchState, heaps: int, repetition: Repetition | None) -> SearchResult:
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
LOOPED = 2**32  # steps of the scalar loop, half a minute, that are done where nothing can compile kernels
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

    setup = _set_up(stored, stop)
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


def _set_up(stored: StoredValues, limit: int, least: int = 0) -> Setup | NumberSetup | None:
    """The kernels of a code, as of `set_up`; None also where nothing can compile them and the loop soon comes to
    `limit`. Raises NoCompiler: it does not."""
    try:
        return set_up(stored, least)
    except NoCompiler:
        if limit * (len(stored.rares) + 16) > LOOPED:
            raise
        return None


def is_calm(stored: StoredValues) -> bool:
    """Whether generated kernels are worth their while: no heap of late needed all values."""
    last = max([stored.far, *(int(rare) for rare in stored.rares[-1:])])
    enough = max(KERNELS, room(stored) + 2 * ALIGNED)
    pays = stored.size >= enough and stored.size * (len(stored.rares) + 16) >= STEPS
    return stored.kernels and pays and stored.size - last >= min(last // CALM, WAIT // (len(stored.rares) + 16))


MARKS = 4_096  # windows that are remembered by their hashes
MULTIPLIER = 0x9E3779B97F4A7C15 | 1
SHORT = 16_384  # values at the end in which short periods are looked for
PACKED = 2**24  # heaps whose values are saved; what follows is computed again

Kept = tuple[Mapping[str, Any], int]
"""A state that was saved last, and how many heaps it has."""


def work(
    shape: Digits, limit: int, begun: StoredValues | None, state: Mapping[str, Any] | None = None
) -> Generator[Chunk, None, SearchResult]:
    """Compute heaps of a code until a period is proved: chunks for grundy.runs, and what was found.

    Args:    limit: heaps to compute at most. begun: the first values, where no state has them.
    """
    match (state or {}).get("phase"):
        case "fast":
            assert state
            return (yield from _phases(_restored(shape, state), limit, state))
        case "held":
            assert state
            stored = _unpacked(shape, state)
            return (yield from _phases(stored, limit, None, (state, stored.size)))
    assert begun
    return (yield from _phases(begun, limit, None))


def _phases(
    stored: StoredValues, limit: int, state: Mapping[str, Any] | None, checkpoint: Kept = ({}, 0)
) -> Generator[Chunk, None, SearchResult]:
    """By turns: all values held and any heap told to be rare or not; and generated kernels, from window to window."""
    wider = False
    while True:
        if state is not None:
            checkpoint = (state, int(state["heaps"]))
        else:
            finding = yield from _stored(stored, limit, checkpoint)
            if finding is not None:
                return finding
        setup = _set_up(stored, limit, int(state["bits"]) * (2 if wider else 1) if state else 0)
        if setup is None:
            stored.kernels = False
            state = None
            continue
        ended = yield from fast(stored, setup, limit, state)
        if isinstance(ended, SearchResult):
            return ended
        wider = isinstance(ended, Wider)
        state, checkpoint = (ended.state if wider else None), (ended.state, int(ended.state["heaps"]))


def _stored(stored: StoredValues, limit: int, before: Kept) -> Generator[Chunk, None, SearchResult | None]:
    """Go on with all values in memory, until a period is proved by the octal periodicity theorem; or None, when the
    rare heaps seem to be over and kernels are worth their while. Where they are too many to be kept, the state is the
    one before."""
    marks = Marks()
    wanted = limit
    state, packed_size = before
    while stored.size < limit:
        step = max(1024, min(stored.size // 4, STEPS // (len(stored.rares) + 16)))
        stored.extend(min(limit, stored.size + step, max(wanted, stored.size + 1)))
        wanted = limit
        for candidate in (marks.look(stored), _short(stored.values[: stored.size])):
            if candidate:
                repetition = repeats(stored.values[: stored.size], candidate)
                needed = values_needed(stored.shape, repetition) or limit
                if needed <= stored.size and is_least(stored.values[: stored.size], repetition):
                    return _sparse(stored, needed, repetition, "theorem")
                wanted = min(wanted, max(needed, stored.size + 1))
        if (wanted == limit or wanted > 2 * stored.size) and is_calm(stored):
            return None
        if stored.size // 64 <= stored.size - packed_size and stored.size <= PACKED:
            state, packed_size = _packed(stored), stored.size
        yield Chunk(stored.size, 0 if limit == MOST else limit, "heaps", state, known(stored.size), kept=packed_size)
    return _sparse(stored, stored.size, None, "")


def _short(values: Any) -> int | None:
    """A period that the last values show for their whole length, if it is much shorter than that."""
    last = values[-SHORT:]
    periods = [repetition.period for repetition in repetitions(last, SHORT // 2) if not repetition.saltus]
    return periods[0] if periods else None


def _sparse(stored: StoredValues, heaps: int, repetition: Repetition | None, by: str) -> SearchResult:
    rares = tuple(int(rare) for rare in stored.rares if rare < heaps)
    values = stored.values[:heaps]
    finding = SearchResult(heaps, repetition, by, stored.space, rares, _largest(values))
    return replace(finding, values=values.copy()) if by else finding  # type: ignore[arg-type]


def _largest(values: Any) -> tuple[int, int]:
    best = int(values.max())
    return best, int((values == best).argmax())


def _packed(stored: StoredValues) -> dict[str, Any]:
    """The values held, as a state to go on from."""
    space = [stored.space.mask, stored.space.twist, stored.space.first]
    return {"phase": "held", "space": space, "values": packed(stored.values[: stored.size])}


def _unpacked(shape: Digits, state: Mapping[str, Any]) -> StoredValues:
    return StoredValues(shape, SparseSpace(*state["space"]), unpacked(state["values"], "u2"))  # type: ignore[arg-type]


def _restored(shape: Digits, state: Mapping[str, Any]) -> StoredValues:
    """The first heaps, computed again, as they were when the generated kernels took over."""
    stored = StoredValues(shape, SparseSpace(*state["space"]), [0])
    stored.choosing = False
    extend(stored, int(state["held"]))
    stored.choosing = True
    return stored


class Marks:
    """Windows that are remembered by a hash: those whose hash has some zero bits, so many that they stay few."""

    def __init__(self) -> None:
        self._heaps: dict[int, int] = {}
        self._every = 0
        self._window = 0
        self._done = 0

    def look(self, stored: StoredValues) -> int | None:
        """How far apart the last two equal windows are, among those that ended since the call before."""
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import window_marks

        wide = max(64, window(stored.shape, stored.rares, 0))
        if wide != self._window:
            self._heaps, self._every, self._window, self._done = {}, 0, wide, 0
        if stored.size < 2 * wide:
            return None
        start = max(self._done, stored.size // 2, wide)
        if start > self._done:
            self._heaps, self._every = {}, 0
            while (stored.size - start) // (self._every + 1) > MARKS // 2:
                self._every = 2 * self._every + 1
            self._rolling = np.zeros(1, np.uint64)
            total = 0
            for value in stored.values[start - wide : start].tolist():
                total = (total * MULTIPLIER + value + 1) % 2**64
            self._rolling[0] = total
        self._done = stored.size
        heaps, hashes = np.empty(MARKS, np.int64), np.empty(MARKS, np.uint64)
        power = np.uint64(pow(MULTIPLIER, wide, 2**64))
        count = window_marks(
            stored.values, start, stored.size, wide, np.uint64(MULTIPLIER), power, self._rolling,
            np.uint64(self._every), heaps, hashes,
        )  # fmt: skip
        apart = None
        for heap, key in zip(heaps[:count].tolist(), hashes[:count].tolist(), strict=True):
            if key in self._heaps:
                apart = heap - self._heaps[key]
            self._heaps[key] = heap
        while len(self._heaps) > MARKS:
            self._every = 2 * self._every + 1
            mask = self._every
            self._heaps = {
                key: heap for key, heap in self._heaps.items() if (key * MULTIPLIER % 2**64 >> 32) & mask == 0
            }
        return apart


def repeats(values: Any, period: int) -> Repetition:
    """From where on the values (an array) agree with themselves `period` places on, up to their end."""
    import numpy as np

    high = len(values) - period
    while high > 0:
        low = max(0, high - 2**16)
        differ = np.flatnonzero(values[low:high] != values[low + period : high + period])
        if len(differ):
            return Repetition(period, low + int(differ[-1]) + 1)
        high = low
    return Repetition(period, 0)


def is_least(values: Any, repetition: Repetition) -> bool:
    """Whether no divisor of the period is one too, by the values from the pre-period on."""
    return all(
        repetition.preperiod < repeats(values, repetition.period // prime).preperiod
        for prime in prime_factors(repetition.period)
    )


def prime_factors(number: int) -> Sequence[int]:
    """The primes that divide a number, in order.

    >>> prime_factors(149459), prime_factors(12)
    ([149459], [2, 3])
    """
    primes, prime = [], 2
    while prime * prime <= number:
        if number % prime == 0:
            primes.append(prime)
            while number % prime == 0:
                number //= prime
        prime += 1
    return primes + ([number] if number > 1 else [])
