"""The generated kernels for heaps kept as numbers, with the arrays that they read: a class for each kind of look-up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse import emit_numbers, emit_planes, emit_shuffle
from grundy.engines.heap.octal.sparse.emit import Lag
from grundy.engines.heap.octal.sparse.emit_planes import BLOCK, UNROLLED
from grundy.engines.heap.octal.sparse.words import NONE, CommonNumbers

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ---- Which pairs show a number of most heaps: a list of parts of planes (`emit_planes`) for each number, by a sample


Lists = list[list[Lag]]  # for each number: lags, and the numbers that heaps so many before must have

REACH = 2**15  # heaps before a heap that pairs are made of
SEGMENT = 2_048  # neighbours in the sample
SEGMENTS = 24  # far apart
FIRST = 3  # by which promising pairs are found
PROMISING = 1_024  # pairs of each number that are chosen from
BATCH = 64  # chosen together
LEAST = 2  # heaps of the sample that a pair must show a number of


class Sample:
    """Heaps far apart, of those whose values are known, and planes of all heaps up to `reach` before them.

    Args:    numbers: of all heaps known, 255 of a rare one.
    """

    def __init__(self, numbers: NDArray[Any], reach: int) -> None:
        import numpy as np

        last = len(numbers) // SEGMENT - 1  # the last segment
        least = max(-(-reach // SEGMENT), min(-(-len(numbers) // (2 * SEGMENT)), last))
        self.starts = sorted({int(place) * SEGMENT for place in np.linspace(least, last, SEGMENTS) if last >= least})
        self.heaps = np.concatenate(
            [np.arange(place, place + SEGMENT) for place in self.starts] or [np.zeros(0, np.int64)]
        )
        self._numbers = numbers[: (last + 1) * SEGMENT]
        self._planes: dict[int, Any] = {}

    @property
    def numbers(self) -> NDArray[Any]:
        """The numbers of the sample."""
        numbers: NDArray[Any] = self._numbers[self.heaps]
        return numbers

    def _shown(self, lags: NDArray[Any], numbers: NDArray[Any], places: Sequence[int]) -> NDArray[Any]:
        """Which heaps of some segments have a heap with a number so many before: words, a row for each lag."""
        import numpy as np

        rows = np.empty((len(lags), len(places), SEGMENT // 8), np.uint8)
        order = np.argsort(numbers, kind="stable")
        for group in np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1):
            number = int(numbers[group[0]])
            if number not in self._planes:
                plane = np.packbits(self._numbers == number, bitorder="little")
                self._planes[number] = np.lib.stride_tricks.sliding_window_view(plane, SEGMENT // 8)
            for to, place in enumerate(places):
                rows[group, to] = self._planes[number][(self.starts[place] - lags[group]) >> 3]
        return rows.reshape(len(lags), -1).view(np.uint64)

    def best(self, missing: NDArray[Any], lags: NDArray[Any], numbers: NDArray[Any]) -> list[Lag]:
        """Lags and numbers that show most of what others leave missing.

        Args:    missing: for each heap of the sample whether it is to be shown something. lags: multiples of 8.
                 numbers: for each of them which number shows it.
        """
        import numpy as np

        open_ = np.packbits(missing, bitorder="little").view(np.uint64)
        if not len(lags) or not open_.any():
            return []
        places = range(0, len(self.starts), max(1, len(self.starts) // FIRST))
        part = open_.reshape(len(self.starts), -1)[places].reshape(-1)
        promise = np.bitwise_count(self._shown(lags, numbers, places) & part).sum(axis=1, dtype=np.int64)
        top = np.argsort(-promise, kind="stable")[:PROMISING]
        lags, numbers = lags[top], numbers[top]
        shown = self._shown(lags, numbers, range(len(self.starts)))
        gains = np.bitwise_count(shown & open_).sum(axis=1, dtype=np.int64)
        chosen: list[Lag] = []
        while True:
            best = np.argsort(-gains, kind="stable")[:BATCH]
            enough = max(int(gains[best[0]]) * 3 // 4, LEAST)
            count = len(chosen)
            for place in best.tolist():
                if gains[place] < enough:
                    break
                if np.bitwise_count(shown[place] & open_).sum(dtype=np.int64) >= enough:
                    chosen.append((int(lags[place]), int(numbers[place])))
                    open_ = open_ & ~shown[place]
            if len(chosen) == count:
                return chosen
            gains = np.bitwise_count(shown & open_).sum(axis=1, dtype=np.int64)


def witness_lists(words: CommonNumbers, stored: NDArray[Any], takes: Sequence[int], small: NDArray[Any]) -> Lists:
    """For each number, pairs with small heaps that show it of nearly all heaps that require it.

    Args:    stored: all values known. small: the numbers of the small heaps, -1 of one that is not to be used.
    """
    import numpy as np

    reach = min(REACH, len(small) - 1, len(stored) // 4) // BLOCK * BLOCK
    lists: Lists = [[] for _ in range(words.bits)]
    complements = words.of_values(stored, 0)
    sample = Sample(NONE - complements, reach)
    if not len(sample.heaps):
        return lists
    common = np.flatnonzero(small[: reach + 1] >= 0)
    pairs = [(int(take), heap) for take in takes for heap in common[(common + take) % 8 == 0].tolist()]
    lags = np.array([heap + take for take, heap in pairs], np.int64)
    constants = np.array([small[heap] for _, heap in pairs], np.int64)
    near = lags <= reach
    lags, constants = lags[near], constants[near]
    required = np.unpackbits(words.required(), axis=2, bitorder="little")
    numbers = sample.numbers
    rare = numbers == NONE
    missing = required[sample.heaps & 1, np.where(rare, 0, numbers)].astype(bool)
    missing[rare] = False
    used = np.bincount(numbers, minlength=256) > 0
    used[NONE] = False
    for number in range(words.bits):
        others = constants ^ number
        usable = used[np.minimum(others, NONE)] & (others < words.bits)
        lists[number] = sample.best(missing[:, number], lags[usable], others[usable])
    return lists


class Entries:
    """Lists as a kernel reads them: which planes there are, where each list begins, and where its parts begin.

    kinds     u1: of which bytes there are planes
    lists     i8: where each list begins, and where the last ends
    reach     heaps before the first that are in planes
    """

    def __init__(self, lists: Lists) -> None:
        import numpy as np

        numbers = sorted({number for pairs in lists for _, number in pairs})
        self._planes = {number: place for place, number in enumerate(numbers)}
        self._lags = [pairs + [pairs[-1]] * (-len(pairs) % UNROLLED) if pairs else [] for pairs in lists]
        self.kinds = np.array([NONE - number for number in numbers] or [0], np.uint8)
        self.lists = np.cumsum([0, *map(len, self._lags)])
        self.reach = -(-max((lag for pairs in lists for lag, _ in pairs), default=0) // BLOCK) * BLOCK

    def stride(self, heaps: int) -> int:
        """Bytes of a plane for so many heaps."""
        return -(-(self.reach + heaps + 2 * BLOCK) // 1024) * 128 + 64  # an odd number of cache lines

    def entries(self, stride: int) -> NDArray[Any]:
        """Where parts begin, if planes are so many bytes apart."""
        import numpy as np

        return np.array(
            [self._planes[number] * stride - lag // 8 for pairs in self._lags for lag, number in pairs] or [0], np.int32
        )


CHECKED = 2**18  # heaps in planes at most, but for those before
RARES_SEEN = 112  # numbers, at most, where heaps that are looked up may be rare
CONSTANTS = NONE + 1 - emit_shuffle.MARKED  # those of lags are below this: of a rare heap they mark nothing


class LookUpKernels:
    """By a look-up of 64 bytes: all that a lag excludes is marked, 64 heaps at a time."""

    def __init__(
        self,
        words: CommonNumbers,
        lags: Sequence[Lag],
        witnesses: Sequence[Lag],
        takes: NDArray[Any],
        small: NDArray[Any],
    ) -> None:
        import numpy as np

        from grundy.compile.rule_files import of_assembly

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
        self._fill = of_assembly(emit_numbers.fill_kernel(words.bits))
        self._check = of_assembly(emit_numbers.check_kernel(words.bits))

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
        return int(given[0]), count, emit_numbers.LANES * (int(given[1]) + emit_numbers.TRIED)


class PlaneCheck:
    """The check by planes: on any processor, for any numbers.

    Args:    lists: pairs with small heaps, for each number. singles: takes that leave one heap, whose number is shown.
             small: the numbers of heaps 0, 1, 2, ..., -1 of one that is not to be used.
    """

    def __init__(
        self, words: CommonNumbers, lists: Lists, takes: NDArray[Any], singles: NDArray[Any], small: NDArray[Any]
    ) -> None:
        import numpy as np

        from grundy.compile.rule_files import of_assembly

        self._entries, self._takes, self._singles = Entries(lists), takes, singles
        self._small, self._masks = _small_heaps(small, emit_planes.LANES)
        needed = np.unpackbits(words.required(), axis=2, bitorder="little")[:, :, : words.bits].astype(bool)
        least = np.where(needed.any(axis=1), needed.argmax(axis=1), NONE - 1)  # the least that requires each number
        self._bounds = np.ascontiguousarray((NONE - 1 - least).T.astype(np.uint8))
        self._check = of_assembly(emit_planes.check_kernel())
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
        unsettled_count = self._check(
            buffer.ctypes.data, at, stop, self._planes.ctypes.data, unsettled.ctypes.data, len(unsettled),
            given.ctypes.data, len(self._bounds), self._bounds.ctypes.data,
        )  # fmt: skip
        tried = emit_planes.LANES * (int(given[1]) + emit_numbers.TRIED)
        return int(given[0]), unsettled_count, max(entries.reach, tried)


class ShuffleKernels:
    """By a look-up of 16 bytes: the first lags mark numbers below 64, the others are asked for those left.

    The lags come in the order in which they are to be asked; one of them at least is far.
    """

    def __init__(self, words: CommonNumbers, lags: Sequence[Lag]) -> None:

        from grundy.compile.rule_files import of_assembly

        lanes = emit_shuffle.LANES
        far = [lag for lag in lags if lag[0] >= lanes]
        self._far, self._near = _entries(far), _entries(lag for lag in lags if lag[0] < lanes)
        self._backs, self._constants = _apart(far)
        self._first = min(len(far), emit_shuffle.FIRST)
        self._fill = of_assembly(emit_shuffle.fill_kernel(words.bits))

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

    tried = lanes * emit_numbers.TRIED
    assert len(small) > 1 and len(small) % tried == 1, f"{len(small) - 1} small heaps, expected a multiple of {tried}"
    usual = small[1:].reshape(-1, lanes)[:, ::-1]
    numbers = np.where(usual < 0, 0, NONE ^ usual).astype(np.uint8)
    masks = np.packbits(usual >= 0, axis=1, bitorder="little").view(f"i{lanes // 8}").reshape(-1)
    return np.ascontiguousarray(numbers), masks
