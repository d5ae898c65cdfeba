"""The generated kernels for heaps kept as numbers, with the arrays that they read: a class for each kind of look-up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse import (
    emit_numbers,
    emit_numbers_check,
    emit_planes,
    emit_planes_check,
    emit_shuffle,
    emit_tries,
)
from grundy.engines.heap.octal.sparse.emit import Lag
from grundy.engines.heap.octal.sparse.numbers import NONE, Numbers
from grundy.engines.heap.octal.sparse.planes import Entries, Lists

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHECKED = 2**18  # heaps in planes at most, but for those before
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
        return int(given[0]), count, emit_numbers.LANES * (int(given[1]) + emit_tries.TRIED)


class PlaneCheck:
    """The check by planes: on any processor, for any numbers.

    Args:    lists: pairs with small heaps, for each number. singles: takes that leave one heap, whose number is shown.
             small: the numbers of heaps 0, 1, 2, ..., -1 of one that is not to be used.
    """

    def __init__(
        self, words: Numbers, lists: Lists, takes: NDArray[Any], singles: NDArray[Any], small: NDArray[Any]
    ) -> None:
        import numpy as np

        from grundy.compile.machine import load

        self._entries, self._takes, self._singles = Entries(lists), takes, singles
        self._small, self._masks = _small_heaps(small, emit_planes.LANES)
        needed = np.unpackbits(words.required(), axis=2, bitorder="little")[:, :, : words.bits].astype(bool)
        least = np.where(needed.any(axis=1), needed.argmax(axis=1), NONE - 1)  # the least that requires each number
        self._bounds = np.ascontiguousarray((NONE - 1 - least).T.astype(np.uint8))
        self._check = load(emit_planes_check.check_kernel())
        self._planes = np.zeros(0, np.uint8)

    def check(self, buffer: NDArray[Any], at: int, stop: int, unsettled: NDArray[Any]) -> tuple[int, int, int]:
        """Check buffer[at:stop], or less of it: how far it came, the number of heaps listed, a bound for the small
        heaps needed.

        Requires: `reach` heaps before, 511 after; at even; room for 512 in the list.
        """
        import numpy as np

        entries, count = self._entries, len(self._entries.kinds)
        stop = min(stop, at + CHECKED)
        stride = entries.stride(stop - at)
        if len(self._planes) < count * stride:
            self._planes = np.zeros(count * stride, np.uint8)
        offsets = entries.entries(stride)
        given = np.array([
            self._small.ctypes.data, self._masks.ctypes.data, len(self._masks), self._takes.ctypes.data,
            len(self._takes), self._singles.ctypes.data, len(self._singles), entries.lists.ctypes.data,
            offsets.ctypes.data, entries.kinds.ctypes.data, count, entries.reach, stride,
        ], np.int64)  # fmt: skip
        found = self._check(
            buffer.ctypes.data, at, stop, self._planes.ctypes.data, unsettled.ctypes.data, len(unsettled),
            given.ctypes.data, len(self._bounds), self._bounds.ctypes.data,
        )  # fmt: skip
        tried = emit_planes.LANES * (int(given[1]) + emit_tries.TRIED)
        return int(given[0]), found, max(entries.reach, tried)


class ShuffleKernels:
    """By a look-up of 16 bytes: the first lags mark numbers below 64, the others are asked for those left.

    The lags come in the order in which they are to be asked; one of them at least is far.
    """

    def __init__(self, words: Numbers, lags: Sequence[Lag]) -> None:

        from grundy.compile.machine import load

        lanes = emit_shuffle.LANES
        far = [lag for lag in lags if lag[0] >= lanes]
        self._far, self._near = _entries(far), _entries(lag for lag in lags if lag[0] < lanes)
        self._backs, self._constants = _apart(far)
        self._first = min(len(far), emit_shuffle.FIRST)
        self._fill = load(emit_shuffle.fill_kernel(words.bits))

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

    Args:    small: the numbers of heaps 0, 1, 2, ..., -1 of one that is not to be used; after heap 0 as many as the
             kernel tries at once, or a multiple of that.
    """
    import numpy as np

    tried = lanes * emit_tries.TRIED
    assert len(small) > 1 and len(small) % tried == 1, f"{len(small) - 1} small heaps, expected a multiple of {tried}"
    usual = small[1:].reshape(-1, lanes)[:, ::-1]
    numbers = np.where(usual < 0, 0, NONE ^ usual).astype(np.uint8)
    masks = np.packbits(usual >= 0, axis=1, bitorder="little").view(f"i{lanes // 8}").reshape(-1)
    return np.ascontiguousarray(numbers), masks
