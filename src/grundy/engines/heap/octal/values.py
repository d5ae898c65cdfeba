"""The nim-values of one take-and-break code, up to any heap: heap by heap, and by its sparse space if it has one."""

from __future__ import annotations

import base64
import sys
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.plain import PlainValues
from grundy.engines.heap.octal.sparse.space import FIRST_HEAPS, suits
from grundy.engines.heap.unbounded import GrowingValues, endless
from grundy.errors import OutOfReach
from grundy.model.shapes import Digits
from grundy.runs.clock import CLOCK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.engines.heap.octal.sparse.stored_values import StoredValues


# ---- The nim-values of one take-and-break code, heap by heap, in pieces short enough to be stopped and saved between


PLAIN_HEAPS = 2_000  # beyond them compiled kernels are worth loading
PLAIN_HEAPS_OF_THREE = 150
LOADED = 150
MOST_HEAPS_OF_TABLES = 8_000_000  # of codes that leave up to two heaps: hours
MOST_HEAPS_OF_REPEATS = 400_000  # of codes that repeat for ever
MOST_HEAPS_OF_PLAIN = 3_000  # of codes that leave three heaps or more, and repeat or leave no two alike
MOST_BYTES_OF_SETS = 2**31  # for the sets of values of several heaps
WORDS = 4  # of such a set at first: values below 256
PIECE = 1 << 16  # heaps in one piece of a saved state
CALL = 0.1  # seconds that a call of a kernel should take


def plain_heaps(shape: Digits) -> int:
    """How many heaps plain Python computes; for more, kernels are loaded, which need NumPy."""
    return PLAIN_HEAPS if shape.parts < 3 else PLAIN_HEAPS_OF_THREE


class NaiveTable:
    """G(0), G(1), ... of a code, as far as `step` was called for.

    >>> kayles = NaiveTable(Digits((0, 7, 7)))
    >>> while kayles.size < 8:
    ...     kayles.step(8)
    >>> list(kayles.values)
    [0, 1, 2, 3, 1, 4, 3, 2]
    """

    def __init__(self, shape: Digits, state: Mapping[str, Any] | None = None) -> None:
        """Begin anew, or with what `state` returned in another process."""
        self.shape = shape
        grows = endless(shape) is not None
        self._plain: PlainValues | GrowingValues = GrowingValues(shape) if grows else PlainValues(shape)
        rest = not grows and bool(shape.repeat or (shape.unequal and shape.parts > 2))
        self._slow = rest and shape.parts > 2
        self._repeats = rest and not self._slow
        self._plain_only = grows or self._slow
        self._marks: tuple[NDArray[Any], NDArray[Any], NDArray[Any]] | None = None
        self._table: NDArray[Any] | None = None
        self._size = 0
        self._back: NDArray[Any] | None = None
        self._sums: NDArray[Any] | None = None
        self._first: NDArray[Any] | None = None
        self._seen: NDArray[Any] | None = None
        self._stamped: NDArray[Any] | None = None
        self._stride = 64
        self._pieces: list[str] = []
        if state is not None:
            self._restore(state)

    @property
    def most(self) -> int:
        """How many heaps can be computed in all, if their values are as small as in most games."""
        if self._slow:
            return MOST_HEAPS_OF_PLAIN
        return MOST_HEAPS_OF_REPEATS if self._repeats else MOST_HEAPS_OF_TABLES

    @property
    def size(self) -> int:
        """How many heaps, from 0 on, are known."""
        return max(self._size, len(self._plain.values))

    @property
    def values(self) -> Sequence[int]:
        """The nim-values of heaps 0..size - 1: a list, or an array of unsigned integers."""
        return self._plain.values if self._table is None else self._table[: self._size]  # type: ignore[return-value]

    def require(self, stop: int) -> None:
        """Refuse so many heaps if they are too many. Raises OutOfReach."""
        if stop > self.most:
            raise OutOfReach(
                f"heaps of take-and-break games: {self.most:,} values are computed one by one, and a heap of "
                f"{stop - 1} is beyond them; smaller heaps, or a game with a proved period, can be solved"
            )

    def step(self, stop: int) -> None:
        """Compute some heaps more, for about a tenth of a second, up to `stop` at most. Raises OutOfReach."""
        self.require(stop)
        began, size = CLOCK.now(), self.size
        goal = min(stop, size + self._stride)
        plain = plain_heaps(self.shape)
        if "grundy.engines.heap.octal.kernels" in sys.modules:  # they are loaded already
            plain = min(plain, LOADED)
        if goal <= plain or self._plain_only:
            self._plain.extend(goal)
        elif self._repeats:
            self._repeating(goal)
        elif self.shape.parts < 3:
            self._pairs(goal)
        else:
            self._several(goal)
        seconds = CLOCK.now() - began
        if self.size == size + self._stride and seconds < CALL:
            self._stride = min(2 * self._stride, 1 << 20)
        elif seconds > 2 * CALL:
            self._stride = max(self._stride // 2, 1)

    def state(self) -> dict[str, Any]:
        """What `NaiveTable` goes on from: the values so far, packed; pieces that are full are packed once."""
        if self._repeats or self._table is None or self.shape.parts > 2:
            return {"packed": [], "size": 0}  # moments of work, or sets that take as long to make again
        while (len(self._pieces) + 1) * PIECE <= self._size:
            self._pieces.append(_packed(self._table[len(self._pieces) * PIECE : (len(self._pieces) + 1) * PIECE]))
        last = _packed(self._table[len(self._pieces) * PIECE : self._size])
        return {"packed": [*self._pieces, last], "size": self._size}

    def _restore(self, state: Mapping[str, Any]) -> None:
        import numpy as np

        if not state["size"]:
            return
        values = np.concatenate([_unpacked(piece) for piece in state["packed"]])
        self._pieces = list(state["packed"][:-1])
        kind = np.uint8 if int(values.max()) < 256 else np.uint16
        self._give(values.astype(kind), len(values))

    def _give(self, values: NDArray[Any], capacity: int) -> None:
        """Make the arrays of the kernel for pairs, of the type of the values, and put these in."""
        import numpy as np

        kind, size = values.dtype, len(values)
        self._table, self._back = np.zeros(capacity, kind), np.zeros(capacity, kind)
        self._table[:size] = values
        self._back[capacity - size :] = values[::-1]
        if self._seen is None or len(self._seen) < np.iinfo(kind).max + 1:
            self._seen = np.zeros(int(np.iinfo(kind).max) + 1, np.uint32)
        if self._stamped is None:
            self._stamped = np.full(1, 512, np.int64)
        self._size = size

    def _pairs(self, stop: int) -> None:
        import numpy as np

        from grundy.engines.heap.octal.kernels import pair_values

        if self._table is None or stop > len(self._table):
            values = np.array(self._plain.values, np.uint16) if self._table is None else self._table[: self._size]
            if self._table is None and values.max(initial=0) < 256:
                values = values.astype(np.uint8)
            self._give(values, max(stop, 4096, min(2 * len(values), self.most)))
        digits = np.array(self.shape.digits, np.uint8)
        while self._size < stop:
            assert self._table is not None
            marks = self._seen, 256 if self._table.itemsize == 1 else 65536, self._stamped
            done = pair_values(digits, self.shape.unequal, self._table, self._back, *marks, self._size, stop)
            self._size = int(done)
            if done < stop:
                if self._table.itemsize > 1:
                    raise OutOfReach(f"take-and-break: the nim-value of a heap of {done} is beyond 65,535")
                self._give(self._table[: self._size].astype(np.uint16), len(self._table))

    def _repeating(self, stop: int) -> None:
        import numpy as np

        from grundy.engines.heap.octal.kernels import octal_values

        shape = self.shape
        if self._table is None:  # anew: the kernel keeps unions of the sets of values of all smaller heaps
            length = max(len(shape.repeat), 1)
            self._marks = (
                np.zeros((len(shape.digits) + 1, 64), np.uint8),
                np.zeros((3, length, 64), np.uint8),
                np.zeros((length, length), np.int64),
            )
            self._table = np.zeros(0, np.int32)
        if stop > len(self._table):
            table = np.zeros(max(stop, 2 * self._size), np.int32)
            table[: self._size] = self._table[: self._size]
            self._table = table
        digits, repeat = np.array(shape.digits, np.uint8), np.array(shape.repeat, np.uint8)
        while self._size < stop:
            assert self._marks is not None
            pairs, unions, floors = self._marks
            goal = min(stop, self._size + max(64, 2**28 // (self._size + 1)))
            done = octal_values(digits, repeat, shape.unequal, self._table, *self._marks, self._size, goal)
            self._size = int(done)
            if done < goal:
                width = pairs.shape[1]
                pairs = np.pad(pairs, ((0, 0), (0, width)))
                self._marks = pairs, np.pad(unions, ((0, 0), (0, 0), (0, width))), floors

    def _several(self, stop: int) -> None:
        import numpy as np

        from grundy.engines.heap.octal.kernels import several_values

        parts = self.shape.parts
        if self._table is None:  # heap 0 has no move: no code takes nothing and leaves nothing
            self._table, self._sums = np.zeros(1024, np.uint32), np.zeros((parts - 2, 1024, WORDS), np.uint64)
            self._first = np.full((2, 64 * WORDS), 1 << 60, np.int64)
            self._size = 1
        digits = np.array(self.shape.digits, np.uint8)
        while self._size < stop:
            assert self._table is not None and self._sums is not None
            if stop > len(self._table):
                self._widen(stop, self._sums.shape[2])
            done = several_values(digits, parts, self._table, self._sums, self._first, self._size, stop)
            self._size = int(done)
            if done < stop:
                self._widen(len(self._table), 2 * self._sums.shape[2])

    def _widen(self, heaps: int, words: int) -> None:
        import numpy as np

        assert self._table is not None and self._sums is not None
        layers, before, width = self._sums.shape
        usable = MOST_BYTES_OF_SETS // (8 * layers * words)
        if heaps > usable:
            raise OutOfReach(
                f"take-and-break: the sets of values of several heaps beyond {self._size:,} counters need "
                f"more than {MOST_BYTES_OF_SETS >> 30} GiB; smaller heaps can be solved"
            )
        heaps = min(max(heaps, 2 * before if heaps > before else before), usable)
        table, sums = np.zeros(heaps, np.uint32), np.zeros((layers, heaps, words), np.uint64)
        table[: self._size] = self._table[: self._size]
        sums[:, : self._size, :width] = self._sums[:, : self._size]
        self._table, self._sums = table, sums
        assert self._first is not None
        self._first = np.pad(self._first, ((0, 0), (0, 64 * words - self._first.shape[1])), constant_values=1 << 60)


def _packed(values: NDArray[Any]) -> str:
    return base64.b85encode(zlib.compress(values.astype("<u2").tobytes(), 1)).decode("ascii")


def _unpacked(piece: str) -> NDArray[Any]:
    import numpy as np

    return np.frombuffer(zlib.decompress(base64.b85decode(piece)), "<u2")


MOST_HEAPS = 400_000  # of the naive loop, whose time grows with the square: about a minute
MOST_HEAPS_OF_SPARSE = 2**28  # where the code has a sparse space: half a gigabyte
MOST_HEAPS_OF_THREE = 3_000  # where a move may leave three heaps or more


class CodeValues:
    """G(0), G(1), ... of a code; what was computed is kept.

    >>> kayles = CodeValues(Digits((0, 7, 7)))
    >>> list(kayles.upto(8))
    [0, 1, 2, 3, 1, 4, 3, 2]
    """

    def __init__(self, shape: Digits) -> None:
        self.shape = shape
        self._table = NaiveTable(shape)
        self._stored: StoredValues | None = None
        self._looked = False

    @property
    def most(self) -> int:
        """How many heaps can be computed in all."""
        if self.stored is not None:
            return MOST_HEAPS_OF_SPARSE
        return min(self._table.most, MOST_HEAPS if self.shape.parts < 3 else MOST_HEAPS_OF_THREE)

    @property
    def stored(self) -> StoredValues | None:
        """The values by a sparse space, if the code has one and FIRST_HEAPS are known."""
        if not self._looked and suits(self.shape) and self._table.size >= FIRST_HEAPS:
            self._looked = True
            self._stored = self.begun()
        return self._stored

    def begun(self) -> StoredValues | None:
        """The first heaps, of which FIRST_HEAPS must be known, by a sparse space if the code has one."""
        from grundy.engines.heap.octal.sparse.stored_values import by_space

        return by_space(self.shape, self._table.values[:FIRST_HEAPS])

    @property
    def size(self) -> int:
        """How many heaps, from 0 on, are known."""
        return max(self._table.size, self._stored.size if self._stored is not None else 0)

    @property
    def values(self) -> Sequence[int]:
        """The nim-values that are known."""
        return self.upto(0)

    def step(self, stop: int) -> None:
        """Compute values up to `stop`. Raises OutOfReach."""
        self.upto(stop)

    def state(self) -> dict[str, Any]:
        """Nothing is kept for another process: what is asked of heaps one by one is soon answered."""
        return {"size": 0}

    def upto(self, stop: int) -> Sequence[int]:
        """At least the nim-values of heaps 0..stop - 1: a list, or an array of integers. Raises OutOfReach."""
        if stop > FIRST_HEAPS and self.shape.parts == 2:
            self._step(FIRST_HEAPS)
        if stop > self.most:
            raise OutOfReach(
                f"heaps of take-and-break games: {self.most:,} values are computed one by one, and a heap of "
                f"{stop - 1} is beyond them; smaller heaps, or a game with a proved period, can be solved"
            )
        if stop > self.size and self.stored is not None:
            from grundy.engines.heap.octal.sparse.period import extend

            extend(self.stored, stop)
        elif stop > self.size:
            self._step(stop)
        stored = self._stored
        if stored is not None and stored.size >= self._table.size:
            return stored.values[: stored.size]  # type: ignore[return-value]
        return self._table.values

    def _step(self, stop: int) -> None:
        while self._table.size < stop:  # an interrupt is heeded between steps
            self._table.step(stop)
