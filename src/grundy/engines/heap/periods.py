"""How a sequence of nim-values repeats: found in its values, and proved where a theorem tells how far to look.

Names: p the period, e the pre-period, s the saltus: G(n + p) = G(n) + s for all n >= e.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from grundy.model.convention import first_loony, loony_refusal
from grundy.model.frozen import frozen
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.runs.chunk import Chunk
from grundy.runs.values import packed, unpacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST = 64  # values before the first look
AT_ONCE = 2**16  # values that are looked at so soon that nothing is said before
OBSERVED = 3  # times a period must have been seen, in 32 values or more, to be called observed


class ValueSource(Protocol):
    """Values of heaps 0, 1, ..., as far as they were asked for; the state says the first `size` to another process."""

    @property
    def size(self) -> int: ...
    @property
    def values(self) -> Sequence[int]: ...
    def step(self, stop: int) -> None: ...
    def state(self) -> dict[str, Any]: ...


def chunk_of(source: ValueSource, limit: int, text: str) -> Chunk:
    """How far values are computed."""
    state = source.state()
    return Chunk(source.size, limit, "heaps", {"naive": state}, text, kept=state["size"])


Needed: TypeAlias = Callable[[Repetition], int | None]
"""How many values (of heaps 0, 1, ...) prove a repetition; None: no number of them does."""
NeededToGrow: TypeAlias = Callable[[Sequence[int], Repetition], int | None]
"""The same of one with a saltus, by the values of its first period."""
Prove: TypeAlias = Callable[[Sequence[int]], Repetition | int]
"""From the first values to what they prove, or to how many to look at next."""


@frozen
class PeriodFound:
    """A repetition, whether `values` values prove it, and how many were computed."""

    repetition: Repetition | None
    proved: bool
    values: int


class Computed:
    """A source whose values come all at once.

    Args:    upto: gives at least so many values. kept: the state of one in another process.
    """

    def __init__(self, upto: Callable[[int], Sequence[Any]], saved: Mapping[str, Any] | None = None) -> None:
        self._upto = upto
        self.values: Sequence[int] = unpacked(saved) if saved else []

    @property
    def size(self) -> int:
        """How many values are known."""
        return len(self.values)

    def step(self, stop: int) -> None:
        """Compute values up to `stop`."""
        values = self._upto(stop)
        if (heap := first_loony(values)) is not None:
            raise loony_refusal(
                f"expected nim-values that may repeat, found heap {heap}, which is loony",
                "'grundy sequence' lists the values of all heaps",
            )
        self.values = values if isinstance(values, list) else [int(value) for value in values]

    def state(self) -> dict[str, Any]:
        """The values, as a state to go on from."""
        return packed(self.values)


def values_needed(shape: Digits, repetition: Repetition) -> int | None:
    """How many values (of heaps 0, 1, ...) prove a period of a code; None where no theorem is known to us.

    Octal periodicity theorem (Guy & Smith 1956): a finite code with largest k, at most two heaps left, is periodic
    from e on if G(n + p) = G(n) for e <= n < 2e + p + k. The same argument for at most j heaps: for
    e <= n < je + (j-1)p + k. For if n is beyond that, the heaps left from n + p hold at least j(e + p) counters, so
    the largest has e + p or more and can be made smaller by p; and the other way round. A heap that p makes
    smaller must not vanish, hence e >= 1 here (G(p) = G(0) is a fact about the sequence, not about moves).

    >>> values_needed(Digits((0, 7, 7)), Repetition(12, 71))
    168
    """
    if shape.repeat or shape.unequal or repetition.saltus:
        return None
    heaps = max(shape.parts, 1)
    return heaps * max(repetition.preperiod, 1) + heaps * repetition.period + len(shape.digits) - 1


def search(source: ValueSource, prove: Prove, limit: int, first: int = FIRST) -> Generator[Chunk, None, PeriodFound]:
    """Look for a repetition among the values of heaps 0..limit - 1, and stop as soon as one is proved.

    Args:    first: values before the first look.
    Returns: what is proved; else the least repetition that all the values show, if they show one.
    Cost:    the values, and about ten passes over them.

    >>> from grundy.runs.chunk import run_to_end
    >>> values = [0, 1, 2] + [3, 4] * 30
    >>> run_to_end(search(Computed(lambda stop: values), enough(lambda found: 10), 20))
    PeriodFound(repetition=Repetition(period=2, preperiod=3, saltus=0), proved=True, values=20)
    """
    size = min(first, limit)
    while True:
        begun, late = source.size < size, size > AT_ONCE
        while source.size < size:
            source.step(size)
            if late or source.size < size:
                yield chunk_of(source, limit, _unproved(source.size))
        proved = prove(source.values[:size])
        if isinstance(proved, Repetition):
            if begun:  # up to the limit there is nothing more to do, and an estimate of that would be wrong
                text = f"the nim-values of heaps 0 to {size - 1} show period {proved.period}, which is to be checked"
                yield chunk_of(source, size, text)
            return PeriodFound(proved, True, size)
        if begun and not late:
            yield chunk_of(source, limit, _unproved(source.size))
        if size >= limit:
            return PeriodFound(observed(source.values[:size]), False, size)
        size = min(proved, limit)


def _unproved(size: int) -> str:
    return f"no period is proved by the nim-values of heaps 0 to {size - 1}"


def proof_of(shape: Digits) -> Prove:
    """Prove a repetition of a finite code: the octal periodicity theorem, or growth where a move leaves three heaps."""

    def growing(values: Sequence[int], repetition: Repetition) -> int | None:
        from grundy.engines.heap.growth import growth

        proof = growth(shape, values, repetition)
        return proof.heaps if proof else None

    return enough(lambda repetition: values_needed(shape, repetition), growing if shape.parts == 3 else None)


def enough(needed: Needed, growing: NeededToGrow | None = None) -> Prove:
    """Prove the least repetition of which there are as many values as it needs.

    Args:    growing: asked of the least repetition with a saltus, once for each.
    """
    needed_to_grow: dict[Repetition, int | None] = {}

    def prove(values: Sequence[int]) -> Repetition | int:
        size = len(values)
        soonest = size * 3 // 2
        grows = False
        for repetition in repetitions(values, size // 4):
            if repetition.saltus and growing is not None:
                if grows:
                    continue
                grows = True
                if repetition not in needed_to_grow:
                    needed_to_grow[repetition] = growing(values, repetition)
                wanted = needed_to_grow[repetition]
            else:
                wanted = needed(repetition)
            if wanted is not None and wanted <= size:
                return repetition
            soonest = min(soonest, wanted or soonest)
        return soonest

    return prove


def nothing(values: Sequence[int]) -> int:
    """Prove nothing, whatever the values."""
    return len(values) * 3 // 2


def observed(values: Sequence[int]) -> Repetition | None:
    """The least period that the end of the values shows several times, or None."""
    for repetition in repetitions(values, 32):
        if len(values) - repetition.preperiod >= (OBSERVED + 1) * repetition.period:
            return repetition
    return None


def repetitions(values: Sequence[int], least: int) -> list[Repetition]:
    """For each p that `least` values or more at the end agree with: how far back they do. p increases."""
    size = len(values)
    if size < 2:
        return []
    candidates = []
    for p, length in _matches(values, max(least, 1)):
        saltus = int(values[size - 1]) - int(values[size - 1 - p])
        if saltus >= 0:
            candidates.append(Repetition(p, size - 1 - length - p, saltus))
    return candidates


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
