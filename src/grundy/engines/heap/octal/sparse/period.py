"""The period of a code with a sparse space: found by windows of values that come again, and proved."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grundy.engines.heap.octal.sparse.fast import STEPS, Wider, extend, fast, is_calm
from grundy.engines.heap.octal.sparse.search_state import MOST, SearchResult, known, packed, unpacked
from grundy.engines.heap.octal.sparse.setup import set_up
from grundy.engines.heap.octal.sparse.space import SparseSpace
from grundy.engines.heap.octal.sparse.stored_values import StoredValues, window
from grundy.engines.heap.periods import repetitions, values_needed
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.runs.chunk import Chunk

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
    stored: StoredValues, limit: int, state: Mapping[str, Any] | None, kept: Kept = ({}, 0)
) -> Generator[Chunk, None, SearchResult]:
    """By turns: all values held and any heap told to be rare or not; and generated kernels, from window to window."""
    wider = False
    while True:
        if state is not None:
            kept = (state, int(state["heaps"]))
        else:
            found = yield from _stored(stored, limit, kept)
            if found is not None:
                return found
        setup = set_up(stored, int(state["bits"]) * (2 if wider else 1) if state else 0)
        if setup is None:
            stored.kernels = False
            state = None
            continue
        ended = yield from fast(stored, setup, limit, state)
        if isinstance(ended, SearchResult):
            return ended
        wider = isinstance(ended, Wider)
        state, kept = (ended.state if wider else None), (ended.state, int(ended.state["heaps"]))


def _stored(stored: StoredValues, limit: int, before: Kept) -> Generator[Chunk, None, SearchResult | None]:
    """Go on with all values in memory, until a period is proved by the octal periodicity theorem; or None, when the
    rare heaps seem to be over and kernels are worth their while. Where they are too many to be kept, the state is the
    one before."""
    marks = Marks()
    wanted = limit
    state, kept = before
    while stored.size < limit:
        step = max(1024, min(stored.size // 4, STEPS // (len(stored.rares) + 16)))
        stored.extend(min(limit, stored.size + step, max(wanted, stored.size + 1)))
        wanted = limit
        for candidate in (marks.look(stored), _short(stored.values[: stored.size])):
            if candidate:
                found = repeats(stored.values[: stored.size], candidate)
                needed = values_needed(stored.shape, found) or limit
                if needed <= stored.size and is_least(stored.values[: stored.size], found):
                    return _sparse(stored, needed, found, "theorem")
                wanted = min(wanted, max(needed, stored.size + 1))
        if (wanted == limit or wanted > 2 * stored.size) and is_calm(stored):
            return None
        if stored.size // 64 <= stored.size - kept and stored.size <= PACKED:
            state, kept = _packed(stored), stored.size
        yield Chunk(stored.size, 0 if limit == MOST else limit, "heaps", state, known(stored.size), kept=kept)
    return _sparse(stored, stored.size, None, "")


def _short(values: Any) -> int | None:
    """A period that the last values show for their whole length, if it is much shorter than that."""
    last = values[-SHORT:]
    found = [one.period for one in repetitions(last, SHORT // 2) if not one.saltus]
    return found[0] if found else None


def _sparse(stored: StoredValues, heaps: int, repetition: Repetition | None, by: str) -> SearchResult:
    rares = tuple(int(rare) for rare in stored.rares if rare < heaps)
    values = stored.values[:heaps]
    found = SearchResult(heaps, repetition, by, stored.space, rares, _largest(values))
    return replace(found, values=values.copy()) if by else found  # type: ignore[arg-type]


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
            kept = self._every
            self._heaps = {
                key: heap for key, heap in self._heaps.items() if (key * MULTIPLIER % 2**64 >> 32) & kept == 0
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


def is_least(values: Any, found: Repetition) -> bool:
    """Whether no divisor of the period is one too, by the values from the pre-period on."""
    return all(
        found.preperiod < repeats(values, found.period // prime).preperiod for prime in prime_factors(found.period)
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
