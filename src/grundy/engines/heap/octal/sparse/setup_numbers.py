"""What the kernels need for a code whose common values in use are more than a machine word has bits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.emit import Lag
from grundy.engines.heap.octal.sparse.emit_numbers import LANES, can_look_up, fill_kernel
from grundy.engines.heap.octal.sparse.emit_numbers_check import UNROLLED, check_kernel
from grundy.engines.heap.octal.sparse.numbers import NONE, SIZES, Numbers
from grundy.engines.heap.octal.sparse.space import SparseSpace

if TYPE_CHECKING:
    from numpy.typing import NDArray

WITNESSES = 900  # asked for all numbers at once
SMALL = 8_192  # small heaps that they are chosen from
SAMPLE = 1_024  # heaps that they are chosen by
BATCH = 64  # witnesses chosen together


def size_for(numbers: int, least: int) -> int:
    """How many numbers to make room for: 0 if there are too many.

    Args:    least: so many at least, or twice as many as were too few.
    """
    return next((b for b in SIZES if b >= numbers and (b >= least or (b == SIZES[-1] and 2 * b > least))), 0)


def below(bits: int) -> int:
    """Constants that matter are below this: with others nothing below `bits` is excluded, nor are they looked up."""
    return 1 << (bits - 1).bit_length()


@dataclass(frozen=True, slots=True)
class NumberSetup:
    """Like `setup.Setup`, for heaps kept as numbers.

    far, near      the lags of at least LANES heaps, and the others: 256 * lag + (255 XOR the constant)
    witnesses      the same of pairs with one small heap
    small, masks   the small heaps a = 64, ..., 1, 128, ..., 65 and so on: 255 XOR the number, and 64 bits: is it common
    required       `Numbers.required`; beside: of the group of eight of what is kept, u1[2, 256]
    fill_kernel    None where the processor has no such instruction or rare heaps are looked up; check_kernel, too
    """

    words: Numbers
    lags: tuple[Lag, ...]
    window: int
    before: int
    room: int
    numbers: NDArray[Any]
    takes: NDArray[Any]
    singles: NDArray[Any]
    required: NDArray[Any]
    beside: NDArray[Any]
    far: NDArray[Any]
    near: NDArray[Any]
    witnesses: NDArray[Any]
    small: NDArray[Any]
    masks: NDArray[Any]
    fill_kernel: Any
    check_kernel: Any

    def fill(self, buffer: NDArray[Any], stop: int) -> None:
        """Fill buffer[room:stop] from what is before; up to LANES more are overwritten."""
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import fill_numbers

        if self.fill_kernel:
            stop = self.room + -(-(stop - self.room) // LANES) * LANES
            self.fill_kernel(
                buffer.ctypes.data, self.room, stop, self.far.ctypes.data, self.near.ctypes.data, len(self.far),
                None, len(self.near), None,
            )  # fmt: skip
            return
        lags = np.array([lag for lag, _ in self.lags], np.int64)
        constants = np.array([NONE ^ constant for _, constant in self.lags], np.uint8)
        fill_numbers(buffer, self.room, stop, lags, constants, self.words.bits, np.full(257, -1, np.int64))

    def check(
        self, buffer: NDArray[Any], at: int, stop: int, key: int, lists: tuple[NDArray[Any], NDArray[Any]]
    ) -> tuple[int, tuple[int, int, int, int]]:
        """Check buffer[at:stop]: how far it came (a list was full), the numbers of heaps listed as not settled and as
        having the key's number, a set of numbers with the largest, and a bound for the small heaps needed."""
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import note_numbers

        unsettled, seen = lists
        stop = min(stop, at + len(seen) // LANES * LANES)
        if self.check_kernel:
            given = np.array([
                self.small.ctypes.data, self.masks.ctypes.data, len(self.masks), self.takes.ctypes.data,
                len(self.takes), 0,
            ], np.int64)  # fmt: skip
            count = self.check_kernel(
                buffer.ctypes.data, at, stop, self.witnesses.ctypes.data, unsettled.ctypes.data, len(unsettled),
                given.ctypes.data, len(self.witnesses), self.beside.ctypes.data,
            )  # fmt: skip
            stop, reach = int(given[0]), LANES * (int(given[1]) + UNROLLED)
        else:
            stop = min(stop, at + len(unsettled) // LANES * LANES)
            count = stop - at
            unsettled[:count] = np.arange(at, stop)
            count, reach = self._settled(buffer, unsettled, count, 0, self.numbers, len(self.numbers) - 1)
        found = np.zeros(2, np.int64)
        keys = note_numbers(buffer, at, stop, NONE - key if key >= 0 else 0, seen, found)
        return stop, (count, int(keys), 1 << (NONE - int(found[1])), max(reach, min(SMALL, len(self.numbers) - 1)))

    def settle(self, buffer: NDArray[Any], place: int, odd: int, numbers: NDArray[Any], reach: int) -> bool:
        """Whether pairs with a heap of at most `reach` settle the heap at a place."""
        import numpy as np

        return self._settled(buffer, np.array([place]), 1, odd, numbers, reach)[0] == 0

    def _settled(
        self, buffer: NDArray[Any], places: NDArray[Any], count: int, odd: int, numbers: NDArray[Any], reach: int
    ) -> tuple[int, int]:
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import settle_numbers

        note = np.zeros(1, np.int64)
        left = settle_numbers(
            buffer, places, count, odd, self.takes, self.singles, numbers, self.required, reach, note, places
        )
        return int(left), int(note[0])

    def buffer(self, heaps: int) -> NDArray[Any]:
        """Room for a window and so many heaps."""
        import numpy as np

        return np.zeros(self.room + heaps + 4 * LANES, self.words.dtype)


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

    from grundy.compile.machine import load

    words = Numbers(bits, space)
    small = numbers.copy()
    small[small >= below(bits)] = -1
    required = words.required()
    beside = np.zeros((2, NONE + 1), np.uint8)
    own = np.arange(bits)
    for heap in (0, 1):
        beside[heap, NONE - own] = required[heap, own, own >> 3]
    pairs = witnesses(words, stored, takes, singles, small)
    quick = can_look_up() and bool(pairs) and words.low <= 3 and not (rares_seen and bits > 112)
    usual = small[1:].reshape(-1, LANES)[:, ::-1]
    bytes_of = np.where(usual < 0, 0, NONE ^ usual).astype(np.uint8)
    masks = np.packbits(usual >= 0, axis=1, bitorder="little").view(np.int64).reshape(-1)
    kernels = (load(fill_kernel(bits)), load(check_kernel(bits))) if quick else (None, None)
    far, near = (_entries(lag for lag in lags if (lag[0] < LANES) == close) for close in (False, True))
    return NumberSetup(
        words, tuple(lags), *sizes, small, np.array(takes, np.int64), np.array(singles, np.int64), required, beside,
        far, near, _entries(pairs), np.ascontiguousarray(bytes_of), masks, *kernels,
    )  # fmt: skip


def witnesses(
    words: Numbers, stored: NDArray[Any], takes: Sequence[int], singles: Sequence[int], small: NDArray[Any]
) -> list[Lag]:
    """Pairs with one small heap, as lags and constants: those that show most of what others leave missing.

    Args:    stored: all values known. small: the numbers of the small heaps, -1 of one that is not to be used.
    Method:  by the last heaps; of the BATCH pairs that show most, those that still do after the others.
    """
    import numpy as np

    chosen: list[Lag] = [(take, 0) for take in singles]
    reach = min(SMALL, len(small) - 1, len(stored) // 4)
    if reach < LANES:
        return chosen + [(a + take, int(small[a])) for a in range(1, LANES) if small[a] >= 0 for take in takes]
    first = len(stored) // 2
    numbers = words.numbers_in(words.of_values(stored[first:], first))
    heaps = np.arange(max(first + reach + max(takes) + 1, len(stored) - SAMPLE), len(stored))
    heaps = heaps[numbers[heaps - first] >= 0]
    bits = np.unpackbits(words.required(), axis=2, bitorder="little")
    missing = bits[heaps & 1, numbers[heaps - first]]
    rows = np.arange(len(heaps)) * 256
    pairs = [(a + take, int(small[a])) for a in np.flatnonzero(small[: reach + 1] >= 0).tolist() for take in takes]
    shown = np.zeros((len(pairs), len(heaps)), np.int32)
    for place, (lag, constant) in enumerate(pairs):
        others = numbers[heaps - lag - first]
        shown[place] = np.where(others < 0, NONE, others ^ constant) + rows
    flat = missing.reshape(-1)
    for lag, _ in chosen:
        flat[(numbers[heaps - lag - first] & NONE) + rows] = 0
    while len(chosen) < WITNESSES and len(heaps):
        gains = flat[shown].sum(axis=1, dtype=np.int64)
        best = np.argsort(-gains, kind="stable")[:BATCH].tolist()
        enough = gains[best[0]] * 3 // 4
        if not gains[best[0]]:
            break
        for place in best:
            if len(chosen) < WITNESSES and flat[shown[place]].sum(dtype=np.int64) >= max(enough, 1):
                chosen.append(pairs[place])
                flat[shown[place]] = 0
    return chosen


def _entries(lags: Iterable[Lag]) -> NDArray[Any]:
    import numpy as np

    return np.array([256 * lag + (NONE ^ constant) for lag, constant in lags], np.int64)
