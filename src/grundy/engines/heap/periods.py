"""How a sequence of nim-values repeats: found in its values, and proved where a theorem tells how far to look.

Names: p the period, e the pre-period, s the saltus: G(n + p) = G(n) + s for all n >= e.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.runs.chunk import Chunk

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST = 64  # values before the first look
OBSERVED = 3  # times a period must have been seen, in 32 values or more, to be called observed


class Source(Protocol):
    """Values of heaps 0, 1, ..., as far as they were asked for; the state says the first `size` to another process."""

    @property
    def size(self) -> int: ...
    @property
    def values(self) -> Sequence[int]: ...
    def step(self, stop: int) -> None: ...
    def state(self) -> dict[str, Any]: ...


def chunk_of(source: Source, limit: int, known: str) -> Chunk:
    """How far values are computed."""
    state = source.state()
    return Chunk(source.size, limit, "heaps", {"naive": state}, known, kept=state["size"])


Needed = Callable[[Repetition], int | None]


@dataclass(frozen=True, slots=True)
class Found:
    """A repetition, whether `values` values prove it, and how many were computed."""

    repetition: Repetition | None
    proved: bool
    values: int


def values_needed(shape: Digits, found: Repetition) -> int | None:
    """How many values (of heaps 0, 1, ...) prove a period of a code; None where no theorem is known to us.

    Octal periodicity theorem (Guy & Smith 1956): a finite code with largest k, at most two heaps left, is periodic
    from e on if G(n + p) = G(n) for e <= n < 2e + p + k. The same argument for at most j heaps: for
    e <= n < je + (j-1)p + k. For if n is beyond that, the heaps left from n + p hold at least j(e + p) counters, so
    the largest has e + p or more and can be made smaller by p; and the other way round. A heap that p makes
    smaller must not vanish, hence e >= 1 here (G(p) = G(0) is a fact about the sequence, not about moves).

    >>> values_needed(Digits((0, 7, 7)), Repetition(12, 71))
    168
    """
    if shape.repeat or shape.unequal or found.saltus:
        return None
    heaps = max(shape.parts, 1)
    return heaps * max(found.preperiod, 1) + heaps * found.period + len(shape.digits) - 1


def search(upto: Callable[[int], Sequence[int]], needed: Needed, limit: int) -> Found:
    """Look for a repetition among the values of heaps 0..limit - 1, and stop as soon as one is proved.

    Args:    upto: gives at least so many values, a list or an int array. needed: how many prove a repetition.
    Cost:    the values, and about ten passes over them.

    >>> values = [0, 1, 2] + [3, 4] * 30
    >>> search(lambda stop: values, lambda found: 10, 20)
    Found(repetition=Repetition(period=2, preperiod=3, saltus=0), proved=True, values=20)
    """
    size = min(FIRST, limit)
    while True:
        found, next_size = _look(upto(size), needed, size, limit)
        if found:
            return found
        size = next_size


def searching(source: Source, needed: Needed, limit: int) -> Generator[Chunk, None, Found]:
    """The same as long work, its values computed step by step."""
    size = min(FIRST, limit)
    while True:
        while source.size < size:
            source.step(size)
            known = f"no period is proved by the nim-values of heaps 0 to {source.size - 1}"
            yield chunk_of(source, limit, known)
        found, next_size = _look(source.values, needed, size, limit)
        if found:
            return found
        size = next_size


def _look(values: Sequence[int], needed: Needed, size: int, limit: int) -> tuple[Found | None, int]:
    """What the first values show, if that is all there is to find; and how many to look at next."""
    values = values[:size]
    proved, next_size = _proved(values, needed)
    if proved or size >= limit:
        return Found(proved or observed(values), proved is not None, size), size
    return None, min(next_size or size * 3 // 2, limit)


def _proved(values: Sequence[int], needed: Needed) -> tuple[Repetition | None, int | None]:
    """The least period that these values prove; or how many values the most promising one would need."""
    size = len(values)
    soonest: int | None = None
    for found in repetitions(values, size // 4):
        wanted = needed(found)
        if wanted is not None and wanted <= size:
            return found, None
        if wanted is not None and wanted <= size * 3 // 2:
            soonest = min(soonest or wanted, wanted)
    return None, soonest


def observed(values: Sequence[int]) -> Repetition | None:
    """The least period that the end of the values shows several times, or None."""
    for found in repetitions(values, 32):
        if len(values) - found.preperiod >= (OBSERVED + 1) * found.period:
            return found
    return None


def repetitions(values: Sequence[int], least: int) -> list[Repetition]:
    """For each p that `least` values or more at the end agree with: how far back they do. p increases."""
    size = len(values)
    if size < 2:
        return []
    found = []
    for p, length in _matches(values, max(least, 1)):
        saltus = int(values[size - 1]) - int(values[size - 1 - p])
        if saltus >= 0:
            found.append(Repetition(p, size - 1 - length - p, saltus))
    return found


def _matches(values: Sequence[int], least: int) -> list[tuple[int, int]]:
    if isinstance(values, list):
        lengths = plain_match_lengths([after - before for before, after in pairwise(values)])
        return [(p, length) for p, length in enumerate(lengths) if p and length >= least]
    import numpy as np

    from grundy.engines.heap.octal.kernels import differences, match_lengths

    d: NDArray[Any] = np.empty(len(values) - 1, np.int32)
    z = np.empty(len(values) - 1, np.int64)
    differences(values, d)
    match_lengths(d, z)
    return [(int(p), int(z[p])) for p in np.flatnonzero(z >= least) if p]


def plain_match_lengths(d: Sequence[int]) -> list[int]:
    """How far a sequence agrees, from its end backwards, with itself moved by 0, 1, 2, ... places.

    >>> plain_match_lengths([7, 1, 2, 1, 2])
    [5, 0, 2, 0, 0]
    """
    back = d[::-1]
    size = len(back)
    z = [size] + [0] * (size - 1)
    left = right = 0
    for p in range(1, size):
        length = min(right - p, z[p - left]) if p < right else 0
        while p + length < size and back[length] == back[p + length]:
            length += 1
        if p + length > right:
            left, right = p, p + length
        z[p] = length
    return z
