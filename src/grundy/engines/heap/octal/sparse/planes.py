"""Which pairs show a number of most heaps: a list of parts of planes (`emit_planes`) for each number, by a sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.emit import Lag
from grundy.engines.heap.octal.sparse.emit_planes import BLOCK, UNROLLED
from grundy.engines.heap.octal.sparse.numbers import NONE, Numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        self.starts = sorted({int(one) * SEGMENT for one in np.linspace(least, last, SEGMENTS) if last >= least})
        self.heaps = np.concatenate([np.arange(one, one + SEGMENT) for one in self.starts] or [np.zeros(0, np.int64)])
        self._numbers = numbers[: (last + 1) * SEGMENT]
        self._planes: dict[int, Any] = {}

    @property
    def numbers(self) -> NDArray[Any]:
        """The numbers of the sample."""
        found: NDArray[Any] = self._numbers[self.heaps]
        return found

    def _shown(self, lags: NDArray[Any], numbers: NDArray[Any], places: Sequence[int]) -> NDArray[Any]:
        """Which heaps of some segments have a heap with a number so many before: words, a row for each lag."""
        import numpy as np

        rows = np.empty((len(lags), len(places), SEGMENT // 8), np.uint8)
        order = np.argsort(numbers, kind="stable")
        for one in np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1):
            number = int(numbers[one[0]])
            if number not in self._planes:
                plane = np.packbits(self._numbers == number, bitorder="little")
                self._planes[number] = np.lib.stride_tricks.sliding_window_view(plane, SEGMENT // 8)
            for to, place in enumerate(places):
                rows[one, to] = self._planes[number][(self.starts[place] - lags[one]) >> 3]
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


def witness_lists(words: Numbers, stored: NDArray[Any], takes: Sequence[int], small: NDArray[Any]) -> Lists:
    """For each number, pairs with small heaps that show it of nearly all heaps that require it.

    Args:    stored: all values known. small: the numbers of the small heaps, -1 of one that is not to be used.
    """
    import numpy as np

    reach = min(REACH, len(small) - 1, len(stored) // 4) // BLOCK * BLOCK
    lists: Lists = [[] for _ in range(words.bits)]
    kept = words.of_values(stored, 0)
    sample = Sample(NONE - kept, reach)
    if not len(sample.heaps):
        return lists
    common = np.flatnonzero(small[: reach + 1] >= 0)
    pairs = [(int(take), one) for take in takes for one in common[(common + take) % 8 == 0].tolist()]
    lags = np.array([one + take for take, one in pairs], np.int64)
    constants = np.array([small[one] for _, one in pairs], np.int64)
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

        numbers = sorted({number for one in lists for _, number in one})
        self._planes = {number: place for place, number in enumerate(numbers)}
        self._lags = [one + [one[-1]] * (-len(one) % UNROLLED) if one else [] for one in lists]
        self.kinds = np.array([NONE - number for number in numbers] or [0], np.uint8)
        self.lists = np.cumsum([0, *map(len, self._lags)])
        self.reach = -(-max((lag for one in lists for lag, _ in one), default=0) // BLOCK) * BLOCK

    def stride(self, heaps: int) -> int:
        """Bytes of a plane for so many heaps."""
        return -(-(self.reach + heaps + 2 * BLOCK) // 1024) * 128 + 64  # an odd number of cache lines

    def entries(self, stride: int) -> NDArray[Any]:
        """Where parts begin, if planes are so many bytes apart."""
        import numpy as np

        return np.array(
            [self._planes[number] * stride - lag // 8 for one in self._lags for lag, number in one] or [0], np.int32
        )
