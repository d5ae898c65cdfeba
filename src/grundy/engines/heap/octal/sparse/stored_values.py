"""The nim-values of a code with a sparse space, all held in memory, from heap 0 on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.space import SparseSpace, find, splits
from grundy.errors import OutOfReach
from grundy.model.shapes import Digits

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEAR = 2**16  # the small heaps that a witness may have, for the proof by a window; beyond them is far
LATE = 2**20  # a rare heap from here on is dear: perhaps it is common in another space
LARGEST = 2**16  # no nim-value held here is as large


class StoredValues:
    """G(0), ..., G(size - 1) of a code, with the rare heaps; `extend` adds to them.

    values     u2, those known first; `size` of them are known
    space      re-chosen each time that the number of heaps has doubled, and after a late rare heap: late values tell
               more
    rares      the rare heaps, in order
    choosing   whether the space is chosen anew; kernels: whether generated kernels may be tried
    far        the last heap that a witness a <= NEAR did not settle: a pair (a, n - t - a) of one smaller value
    """

    def __init__(self, shape: Digits, space: SparseSpace, first: Sequence[int]) -> None:
        import numpy as np

        self.shape = shape
        self.size = len(first)
        self.values: NDArray[np.uint16] = np.zeros(max(4 * self.size, 2**16), np.uint16)
        self.values[: self.size] = first
        self.far = self.size
        self._note = np.zeros(5, np.int64)
        self._rares: NDArray[np.int64] = np.zeros(0, np.int64)
        self._stamp: NDArray[np.int64] = np.full(256, -1, np.int64)
        self._takes = [
            np.array([take for take, digit in enumerate(shape.digits) if digit >> bit & 1], np.int64)
            for bit in (2, 1, 0)
        ]
        self._stamped = 0  # heaps whose values are known to be below the length of the stamps
        self._widen(int(max(first, default=0)))
        self._use(space)
        self._chosen = self.size
        self.kernels = self.choosing = True

    @property
    def rares(self) -> NDArray[Any]:
        """The rare heaps among those known, from 1 on."""
        return self._rares[: int(self._note[0])]

    @property
    def reach(self) -> int:
        """The largest a <= NEAR that a witness needed; or more, if kernels say no more than that they needed less."""
        return int(self._note[2])

    def note(self, reach: int, far: int) -> None:
        """Note what kernels needed: small heaps up to `reach`, but for the heaps up to `far`."""
        self._note[2] = max(self._note[2], reach)
        self.far = max(self.far, far)

    def add_rares(self, rares: Sequence[int]) -> None:
        """Add rare heaps, in order, that a search by kernels found beyond those known."""
        import numpy as np

        count = len(self.rares)
        self._rares = np.concatenate([self.rares, np.array(rares, np.int64), np.zeros(1024, np.int64)])
        self._note[0] = count + len(rares)

    def extend(self, stop: int) -> None:
        """Make `size` at least `stop`. Raises OutOfReach."""
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import FULL, WIDE, sparse_values

        if stop > len(self.values):
            more = np.zeros(max(stop - self.size, min(self.size, 2**26)), np.uint16)
            self.values = np.concatenate([self.values[: self.size], more])
        if self._stamped < self.size:  # values that generated kernels filled in may be larger than all before
            self._widen(int(self.values[self._stamped : self.size].max()))
        twist = np.array([self.space.twist, self.space.first], np.int64)
        while self.size < stop:
            if self.size >= 2 * self._chosen and self.choosing:
                self._choose()
                twist = np.array([self.space.twist, self.space.first], np.int64)
            goal = min(stop, 2 * self._chosen) if self.choosing else stop
            before = len(self.rares)
            self.size = int(
                sparse_values(
                    self.values, 0, self.size, goal, *self._takes, self.shape.unequal, self._classes, twist,
                    self.values, self._rares, NEAR, self._stamp, self._note,
                )
            )  # fmt: skip
            self.far = max(self.far, int(self._note[3]))
            if self._note[4] == FULL:
                self._rares = np.concatenate([self._rares, np.zeros_like(self._rares)])
            if self._note[4] == WIDE:
                self._widen(len(self._stamp))
            if self.choosing and len(self.rares) > before and self.rares[-1] >= LATE:
                self._choose()
                twist = np.array([self.space.twist, self.space.first], np.int64)
        self._stamped = self.size

    def _choose(self) -> None:
        """Take the space with the fewest rare heaps up to now."""
        better = find(self.shape, self.values[: self.size])  # type: ignore[arg-type]
        if better is not None and better != self.space:
            self._use(better)
        self._chosen = self.size

    def _use(self, space: SparseSpace) -> None:
        import numpy as np

        self.space = space
        self._classes = self._classes_of(space)
        heaps = np.arange(1, self.size)
        shift = space.twist * (heaps + space.first) & 1
        rares = heaps[self._classes[self.values[1 : self.size]] ^ shift == 0]
        self._rares = np.concatenate([rares, np.zeros(len(rares) + 1024, np.int64)])
        self._note[0] = len(rares)
        self._note[2] = 0
        self.far = self.size

    def _classes_of(self, space: SparseSpace) -> NDArray[Any]:
        import numpy as np

        masked = np.arange(len(self._stamp), dtype=np.uint32) & np.uint32(space.mask)
        classes: NDArray[Any] = np.bitwise_count(masked) & np.uint8(1)
        return classes

    def _widen(self, value: int) -> None:
        import numpy as np

        width = len(self._stamp)
        while width <= value:
            width *= 2
        if width > LARGEST:
            raise OutOfReach(f"take-and-break: a nim-value above {LARGEST - 1} among the heaps up to {self.size}")
        if width > len(self._stamp):
            more = np.full(width - len(self._stamp), -1, np.int64)
            self._stamp = np.concatenate([self._stamp, more])
            if hasattr(self, "space"):
                self._classes = self._classes_of(self.space)


def by_space(shape: Digits, first: Sequence[int]) -> StoredValues | None:
    """The first values of a code, by the sparse space that they show; None if they show none worth having."""
    space = find(shape, first)
    return StoredValues(shape, space, first) if space else None


def takes(shape: Digits) -> int:
    """The most counters that a move can take."""
    return len(shape.digits) - 1


def window(shape: Digits, rares: Any, reach: int) -> int:
    """How many values before a heap decide its own, and all that its witnesses show.

    >>> window(Digits((0, 7, 7)), [9], 20)
    23
    """
    furthest = max([reach, *(int(rare) for rare in rares[-1:])])
    return takes(shape) + furthest + 1 if splits(shape) else takes(shape) + 1
