"""The generated kernels for heaps kept as numbers, with the arrays that they read: a class for each kind of look-up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse import emit_numbers, emit_numbers_check, emit_shuffle, emit_shuffle_check
from grundy.engines.heap.octal.sparse.emit import Lag
from grundy.engines.heap.octal.sparse.numbers import NONE, Numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

RARES_SEEN = 112  # numbers, at most, where heaps that are looked up may be rare
CONSTANTS = NONE + 1 - emit_shuffle.MARKED  # those of lags are below this: of a rare heap they mark nothing


class LookUpKernels:
    """By a look-up of 64 bytes: all that a lag excludes is marked, 64 heaps at a time."""

    def __init__(
        self,
        words: Numbers,
        lags: Sequence[Lag],
        witnesses: Sequence[Lag],
        takes: NDArray[Any],
        small: NDArray[Any],
    ) -> None:
        import numpy as np

        from grundy.compile.machine import load

        lanes = emit_numbers.LANES
        self._far = _entries(lag for lag in lags if lag[0] >= lanes)
        self._near = _entries(lag for lag in lags if lag[0] < lanes)
        self._witnesses, self._takes = _entries(witnesses), takes
        self._small, self._masks = _small_heaps(small, lanes)
        required = words.required()
        self._beside = np.zeros((2, NONE + 1), np.uint8)
        own = np.arange(words.bits)
        for heap in (0, 1):
            self._beside[heap, NONE - own] = required[heap, own, own >> 3]
        self._bits = words.bits
        self._fill = load(emit_numbers.fill_kernel(words.bits))
        self._check = load(emit_numbers_check.check_kernel(words.bits))

    def with_lag(self, lag: Lag) -> LookUpKernels | None:
        """The same with one far lag more; None where a rare heap that it looks up would mark a number."""
        import numpy as np

        if self._bits > RARES_SEEN:
            return None
        new = copy(self)
        new._far = np.concatenate([self._far, _entries([lag])])
        return new

    def fill(self, buffer: NDArray[Any], start: int, stop: int) -> None:
        """Fill buffer[start:stop], and up to 63 heaps more."""
        stop = start + -(-(stop - start) // emit_numbers.LANES) * emit_numbers.LANES
        self._fill(
            buffer.ctypes.data, start, stop, self._far.ctypes.data, self._near.ctypes.data, len(self._far),
            None, len(self._near), None,
        )  # fmt: skip

    def check(self, buffer: NDArray[Any], at: int, stop: int, unsettled: NDArray[Any]) -> tuple[int, int, int]:
        """Check buffer[at:stop]: how far it came, the number of heaps listed, a bound for the small heaps needed."""
        import numpy as np

        given = np.array([
            self._small.ctypes.data, self._masks.ctypes.data, len(self._masks), self._takes.ctypes.data,
            len(self._takes), 0,
        ], np.int64)  # fmt: skip
        count = self._check(
            buffer.ctypes.data, at, stop, self._witnesses.ctypes.data, unsettled.ctypes.data, len(unsettled),
            given.ctypes.data, len(self._witnesses), self._beside.ctypes.data,
        )  # fmt: skip
        return int(given[0]), count, emit_numbers.LANES * (int(given[1]) + emit_numbers_check.UNROLLED)


class ShuffleKernels:
    """By a look-up of 16 bytes: the first lags mark numbers below 64, the others are asked for those left.

    The lags come in the order in which they are to be asked; one of them at least is far.
    """

    def __init__(
        self,
        words: Numbers,
        lags: Sequence[Lag],
        witnesses: Sequence[Lag],
        takes: NDArray[Any],
        small: NDArray[Any],
    ) -> None:
        import numpy as np

        from grundy.compile.machine import load

        lanes = emit_shuffle.LANES
        far = [lag for lag in lags if lag[0] >= lanes]
        self._far, self._near = _entries(far), _entries(lag for lag in lags if lag[0] < lanes)
        self._backs, self._constants = _apart(far)
        self._first = min(len(far), emit_shuffle.FIRST)
        usable = [one for one in witnesses if one[1] < CONSTANTS]
        self._witnesses, self._takes = _apart(usable[: emit_shuffle_check.WITNESSES]), takes
        self._small, self._masks = _small_heaps(small, lanes)
        self._required = np.zeros((2, NONE + 1, 32), np.uint8)
        self._required[:, NONE - np.arange(words.bits)] = words.required()
        self._fill = load(emit_shuffle.fill_kernel(words.bits))
        self._check = load(emit_shuffle_check.check_kernel())

    def with_lag(self, lag: Lag) -> ShuffleKernels | None:
        """The same with one far lag more, asked last; None if its constant is too large."""
        import numpy as np

        if lag[1] >= CONSTANTS:
            return None
        new = copy(self)
        new._far = np.concatenate([self._far, _entries([lag])])
        more = _apart([lag])
        new._backs, new._constants = (
            np.concatenate(pair) for pair in zip((self._backs, self._constants), more, strict=True)
        )
        new._first = min(len(new._far), emit_shuffle.FIRST)
        return new

    def fill(self, buffer: NDArray[Any], start: int, stop: int) -> None:
        """Fill buffer[start:stop], and up to 31 heaps more."""
        import numpy as np

        stop = start + -(-(stop - start) // emit_shuffle.LANES) * emit_shuffle.LANES
        given = np.array([self._first, self._backs.ctypes.data, self._constants.ctypes.data], np.int64)
        self._fill(
            buffer.ctypes.data, start, stop, self._far.ctypes.data, self._near.ctypes.data, len(self._far),
            given.ctypes.data, len(self._near), None,
        )  # fmt: skip

    def check(self, buffer: NDArray[Any], at: int, stop: int, unsettled: NDArray[Any]) -> tuple[int, int, int]:
        """Check buffer[at:stop]: how far it came, the number of heaps listed, a bound for the small heaps needed."""
        import numpy as np

        backs, constants = self._witnesses
        given = np.array([
            self._small.ctypes.data, self._masks.ctypes.data, len(self._masks), self._takes.ctypes.data,
            len(self._takes), backs.ctypes.data, constants.ctypes.data,
        ], np.int64)  # fmt: skip
        count = self._check(
            buffer.ctypes.data, at, stop, None, unsettled.ctypes.data, len(unsettled), given.ctypes.data, len(backs),
            self._required.ctypes.data,
        )  # fmt: skip
        return int(given[0]), count, emit_shuffle.LANES * (int(given[1]) + emit_shuffle_check.UNROLLED)


def _entries(lags: Iterable[Lag]) -> NDArray[Any]:
    """Lags and constants as one array."""
    import numpy as np

    return np.array([256 * lag + (NONE ^ constant) for lag, constant in lags], np.int64)


def _apart(lags: Sequence[Lag]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Lags, negative, and constants as two arrays, which vectors load at once."""
    import numpy as np

    return np.array([-lag for lag, _ in lags], np.int32), np.array([NONE ^ constant for _, constant in lags], np.uint8)


def _small_heaps(small: NDArray[Any], lanes: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The small heaps a = lanes, ..., 1, 2 * lanes, ..., lanes + 1 and so on: 255 XOR the number; which are common, a
    bit each.

    Args:    small: the numbers of heaps 0, 1, 2, ..., -1 of one that is not to be used.
    """
    import numpy as np

    usual = small[1:].reshape(-1, lanes)[:, ::-1]
    numbers = np.where(usual < 0, 0, NONE ^ usual).astype(np.uint8)
    masks = np.packbits(usual >= 0, axis=1, bitorder="little").view(f"i{lanes // 8}").reshape(-1)
    return np.ascontiguousarray(numbers), masks
