"""What the kernels need for a code whose common values in use are more than a machine word has bits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.emit import Lag
from grundy.engines.heap.octal.sparse.emit_numbers import LANES, can_look_up
from grundy.engines.heap.octal.sparse.emit_planes import BLOCK
from grundy.engines.heap.octal.sparse.emit_shuffle import FIRST, MARKED, can_shuffle
from grundy.engines.heap.octal.sparse.number_kernels import (
    CONSTANTS,
    RARES_SEEN,
    LookUpKernels,
    PlaneCheck,
    ShuffleKernels,
    witness_lists,
)
from grundy.engines.heap.octal.sparse.space import SparseSpace
from grundy.engines.heap.octal.sparse.words import NONE, NUMBER_SIZES, CommonNumbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

WITNESSES = 900  # asked for all numbers at once, where 64 bytes are looked up
SMALL = 8_192  # small heaps that they are chosen from
SAMPLE = 1_024  # heaps that they are chosen by
BATCH = 64  # pairs chosen together
NEAR = 2**15  # heaps by whose numbers the kernels are chosen
USUAL = 0.95  # of them


def size_for(numbers: int, least: int) -> int:
    """How many numbers to make room for: 0 if there are too many.

    Args:    least: so many at least, or twice as many as were too few.
    """
    return next(
        (b for b in NUMBER_SIZES if b >= numbers and (b >= least or (b == NUMBER_SIZES[-1] and 2 * b > least))), 0
    )


def below(bits: int) -> int:
    """Constants that matter are below this: with others nothing below `bits` is excluded, nor are they looked up."""
    return 1 << (bits - 1).bit_length()


@dataclass(frozen=True, slots=True)
class NumberSetup:
    """Like `setup.Setup`, for heaps kept as numbers.

    required   `CommonNumbers.required`
    kernels    None where the processor has no such instructions, or rare heaps are looked up
    checking   that checks, on every processor, but where 64 bytes are looked up: those kernels are faster at that
    """

    words: CommonNumbers
    lags: tuple[Lag, ...]
    window: int
    before: int
    room: int
    numbers: NDArray[Any]
    takes: NDArray[Any]
    singles: NDArray[Any]
    required: NDArray[Any]
    kernels: LookUpKernels | ShuffleKernels | None
    checking: PlaneCheck

    def with_rare(self, heap: int, value: int, window: int) -> NumberSetup:
        """The same, and heap `heap` beyond all rare ones is rare: heaps after it are settled and filled by it too.

        Args:    value: its nim-value. window: so many values before a heap decide its own by this rare heap.
        """
        number, lags, kernels = int(self.words.number(value)), self.lags, self.kernels
        for take in self.takes.tolist() if number < below(self.words.bits) else ():
            lags = (*lags, (take + heap, number))
            kernels = kernels and kernels.with_lag(lags[-1])
        wide = -(-window // LANES) * LANES + 4 * LANES
        sizes = max(self.window, window), max(self.before, wide), max(self.room, wide)
        return replace(self, window=sizes[0], before=sizes[1], room=sizes[2], lags=lags, kernels=kernels)

    def fill(self, buffer: NDArray[Any], stop: int, start: int | None = None) -> None:
        """Fill buffer[start:stop] from what is before, from the room on if no start is given; up to LANES more are
        overwritten."""
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import fill_numbers

        start = self.room if start is None else start
        if self.kernels:
            self.kernels.fill(buffer, start, stop)
            return
        lags = np.array([lag for lag, _ in self.lags], np.int64)
        constants = np.array([NONE ^ constant for _, constant in self.lags], np.uint8)
        fill_numbers(buffer, start, stop, lags, constants, self.words.bits, np.full(257, -1, np.int64))

    def check(
        self, buffer: NDArray[Any], at: int, stop: int, key: int, lists: tuple[NDArray[Any], NDArray[Any]]
    ) -> tuple[int, tuple[int, int, int, int]]:
        """Check buffer[at:stop]: how far it came (a list was full), the numbers of heaps listed as not settled and as
        having the key's number, a set of numbers with the largest, and a bound for the small heaps needed."""
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import note_numbers

        unsettled, seen = lists
        stop = min(stop, at + len(seen) // LANES * LANES)
        by = self.kernels if isinstance(self.kernels, LookUpKernels) else self.checking
        stop, count, reach = by.check(buffer, at, stop, unsettled)
        note = np.zeros(2, np.int64)
        keys = note_numbers(buffer, at, stop, NONE - key if key >= 0 else 0, seen, note)
        return stop, (count, int(keys), 1 << (NONE - int(note[1])), max(reach, min(SMALL, len(self.numbers) - 1)))

    def required_numbers(self, heap: int, number: int) -> set[int]:
        """The numbers whose rare values are below the common value of a number, for a heap."""
        import numpy as np

        bits = np.unpackbits(self.required[heap & 1, number], bitorder="little")
        return set(np.flatnonzero(bits).tolist())

    def settle(
        self,
        buffer: NDArray[Any],
        place: int,
        odd: int,
        numbers: NDArray[Any],
        reach: int,
        shown: Collection[int] = (),
    ) -> bool:
        """Whether pairs with a heap of at most `reach` settle the heap at a place, but for the numbers shown."""
        import numpy as np

        required = self.required.copy()
        for number in shown:
            required[:, :, number >> 3] &= 255 - (1 << (number & 7))
        return self._settled(buffer, np.array([place]), 1, odd, numbers, reach, required)[0] == 0

    def _settled(
        self,
        buffer: NDArray[Any],
        places: NDArray[Any],
        count: int,
        odd: int,
        numbers: NDArray[Any],
        reach: int,
        required: NDArray[Any],
    ) -> tuple[int, int]:
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import settle_numbers

        note = np.zeros(1, np.int64)
        left = settle_numbers(
            buffer, places, count, odd, self.takes, self.singles, numbers, required, reach, note, places,
            np.empty(256, np.uint8),
        )  # fmt: skip
        return int(left), int(note[0])

    def buffer(self, heaps: int) -> NDArray[Any]:
        """Room for a window and so many heaps."""
        import numpy as np

        return np.zeros(self.room + heaps + 4 * LANES + BLOCK, self.words.dtype)


def set_up_numbers(
    bits: int,
    space: SparseSpace,
    lags: Sequence[Lag],
    sizes: tuple[int, int, int],
    numbers: NDArray[Any],
    stored: NDArray[Any],
    takes: Sequence[int],
    singles: Sequence[int],
    rares_seen: bool,
) -> NumberSetup:
    """The kernels for some lags.

    Args:    sizes: window, before and room, as of `NumberSetup`. numbers: of the small heaps, -1 of a rare one.
             stored: all values known. rares_seen: whether heaps that are looked up may be rare.
    """
    import numpy as np

    words = CommonNumbers(bits, space)
    small = numbers.copy()
    small[small >= below(bits)] = -1
    counts, alone = np.array(takes, np.int64), np.array(singles, np.int64)
    checking = PlaneCheck(words, witness_lists(words, stored, takes, small), counts, alone, small)
    kernels: LookUpKernels | ShuffleKernels | None = None
    far = any(lag >= LANES for lag, _ in lags)  # the kernels' loops run once at least
    looks_up = words.low <= 3 and not (rares_seen and bits > RARES_SEEN) and can_look_up()
    shuffles = can_shuffle() and all(constant < CONSTANTS for _, constant in lags)
    if far and shuffles and (not looks_up or mostly_marked(words, stored)):
        kernels = ShuffleKernels(words, order_lags(words, stored, lags))
    elif far and looks_up:
        kernels = LookUpKernels(words, lags, witnesses(words, stored, takes, singles, small), counts, small)
    return NumberSetup(words, tuple(lags), *sizes, small, counts, alone, words.required(), kernels, checking)


def witnesses(
    words: CommonNumbers, stored: NDArray[Any], takes: Sequence[int], singles: Sequence[int], small: NDArray[Any]
) -> list[Lag]:
    """Pairs with one small heap, as lags and constants: those that show most of what others leave missing.

    Args:    stored: all values known. small: the numbers of the small heaps, -1 of one that is not to be used.
    """
    import numpy as np

    chosen: list[Lag] = [(take, 0) for take in singles]
    reach = min(SMALL, len(small) - 1, len(stored) // 4)
    if reach < LANES:
        return chosen + [(a + take, int(small[a])) for a in range(1, LANES) if small[a] >= 0 for take in takes]
    pairs = [(a + take, int(small[a])) for a in np.flatnonzero(small[: reach + 1] >= 0).tolist() for take in takes]
    sample = _Sample(words, stored, reach + max(takes))
    sample.leave(words.required())
    for lag in chosen:
        sample.take(lag)
    return chosen + sample.best(pairs, WITNESSES - len(chosen))


def mostly_marked(words: CommonNumbers, stored: NDArray[Any]) -> bool:
    """Whether nearly all of the last heaps have numbers that the shuffle marks.

    Then it takes half of the time of the look-up of 64 bytes (Grundy's game), else twice as much (0.6).
    """
    first = max(len(stored) - NEAR, 0)
    numbers = words.numbers_in(words.of_values(stored[first:], first))
    common = numbers[numbers >= 0]
    return len(common) > 0 and bool((common < MARKED).mean() > USUAL)


def order_lags(words: CommonNumbers, stored: NDArray[Any], lags: Sequence[Lag]) -> list[Lag]:
    """All lags: first those that exclude most of the numbers below those of the last heaps."""
    usual = [lag for lag in lags if LANES <= lag[0] <= len(stored) // 4]
    if len(usual) <= FIRST:
        return list(lags)
    sample = _Sample(words, stored, max(lag for lag, _ in usual))
    sample.leave(words.below())
    chosen = sample.best(usual, FIRST)
    return [*chosen, *sorted(set(lags) - set(chosen))]


class _Sample:
    """The last heaps of which all values are known, with the numbers that are missing of each."""

    def __init__(self, words: CommonNumbers, stored: NDArray[Any], reach: int) -> None:
        import numpy as np

        self._first = max(len(stored) // 2, len(stored) - reach - 1 - SAMPLE)
        self._numbers = words.numbers_in(words.of_values(stored[self._first :], self._first))
        heaps = np.arange(max(self._first + reach + 1, len(stored) - SAMPLE), len(stored))
        self._heaps = heaps[self._numbers[heaps - self._first] >= 0]
        self._rows = np.arange(len(self._heaps)) * 256

    def leave(self, required: NDArray[Any]) -> None:
        """What is missing: by the number of an even or odd heap, as `CommonNumbers.required` has it."""
        import numpy as np

        bits = np.unpackbits(required, axis=2, bitorder="little")
        self._missing = bits[self._heaps & 1, self._numbers[self._heaps - self._first]].reshape(-1)

    def _shown(self, lag: Lag) -> NDArray[Any]:
        import numpy as np

        others = self._numbers[self._heaps - lag[0] - self._first]
        return (np.where(others < 0, NONE, others ^ lag[1]) + self._rows).astype(np.int32)

    def take(self, lag: Lag) -> None:
        """What a lag shows is missing no more."""
        self._missing[self._shown(lag)] = 0

    def best(self, lags: Sequence[Lag], count: int) -> list[Lag]:
        """At most `count` lags: of the BATCH that show most, those that still do after the others, again and again."""
        import numpy as np

        chosen: list[Lag] = []
        if not len(self._heaps):
            return chosen
        shown = np.array([self._shown(lag) for lag in lags], np.int32).reshape(len(lags), len(self._heaps))
        while len(chosen) < count:
            gains = self._missing[shown].sum(axis=1, dtype=np.int64)
            best = np.argsort(-gains, kind="stable")[:BATCH].tolist()
            if not best or not gains[best[0]]:
                break
            enough = gains[best[0]] * 3 // 4
            for place in best:
                if len(chosen) < count and self._missing[shown[place]].sum(dtype=np.int64) >= max(enough, 1):
                    chosen.append(lags[place])
                    self._missing[shown[place]] = 0
        return chosen
