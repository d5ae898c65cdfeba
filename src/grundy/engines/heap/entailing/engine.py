"""The engine for Top Entails, in normal play: heap by heap, each from all pairs of smaller ones."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.engines.engine import Answer, Stepwise
from grundy.engines.heap.entailing.plain import LOONY as LOONY_ENTRY
from grundy.engines.heap.entailing.plain import first_heaps
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach
from grundy.model.convention import LOONY, Value
from grundy.model.evidence import Evidence
from grundy.model.option import Labels
from grundy.model.rule import Rule
from grundy.model.shapes import Moves
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK
from grundy.runs.values import PackedValues, values_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BY = Evidence("computed", "heap by heap from all pairs of smaller ones, as Winning Ways, ch. 12, values such moves")
MOST_HEAPS = 4_000_000  # over an hour: 10^6 took 310 s, and work grows as the square
FEW_HEAPS = 1_000  # sooner done in plain Python than compiled code is loaded
BLOCK = 1_024  # heaps between two sets that are kept
BETWEEN = 5.0  # seconds between two states of a run


class TopHeaps:
    """The values of heaps 0, 1, 2, ..., and with them beside which nim-heaps a top counter is well taken."""

    def __init__(self) -> None:
        self._few: list[tuple[int, int]] = []
        self._next_few = first_heaps()
        self._filled = 0
        self._values: NDArray[np.uint16] | None = None
        self._mirrored: NDArray[np.uint16] | None = None
        self._top = 1
        self._even: Any = None
        self._kept: list[NDArray[np.uint8]] = []  # before each block, the nim-heaps whose last split was even

    def fill(self, count: int, saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        """Fill the first heaps. Raises OutOfReach: too many."""
        if count > MOST_HEAPS:
            raise OutOfReach(
                f"a heap of {count - 1:,}, and heaps are valued from all smaller ones up to {MOST_HEAPS - 1:,}; "
                "smaller heaps would help"
            )
        if count <= FEW_HEAPS:
            self._few.extend(islice(self._next_few, max(0, count - len(self._few))))
            return
        if count <= self._filled:
            return
        import numpy as np

        from grundy.engines.heap.entailing.kernels import MIRRORED_LOONY, WIDE, top_entails_values

        values, mirrored = np.zeros(count, np.uint16), np.zeros(count, np.uint16)
        splits = np.zeros(1 << 16, np.uint8)
        if self._even is None:
            self._even = np.zeros(WIDE, np.uint8)
        done, packed = self._filled, PackedValues()
        if self._values is not None:
            values[:done] = self._values[:done]
        earlier = values_of(saved["heaps"]) if saved and "heaps" in saved and not done else []
        if saved and 0 < len(earlier) <= count:
            done = len(earlier)
            values[:done] = earlier
            packed, self._top = PackedValues(saved["heaps"]), saved["top"]
            self._even[: self._top] = saved["even"]
            self._kept = [np.frombuffer(bytes.fromhex(bits), np.uint8) for bits in saved["kept"]]
        mirrored[count - done :] = values[:done][::-1]
        mirrored[mirrored == LOONY_ENTRY] = MIRRORED_LOONY
        self._values, self._mirrored = values, mirrored
        state: Mapping[str, Any] = saved or {}
        stored, late = len(earlier), CLOCK.now() + BETWEEN
        while done < count:
            if done % BLOCK == 0 and len(self._kept) == done // BLOCK:
                self._kept.append(np.packbits(self._even[: self._top]))
            stop = min(done // BLOCK * BLOCK + BLOCK, count)
            top = top_entails_values(values, mirrored, done, stop, self._top, self._even, splits)
            if top < 0:
                raise OutOfReach(f"a value above {WIDE:,}; smaller heaps would help")
            self._top, self._filled, done = top, stop, stop
            if CLOCK.now() >= late and done < count and done % BLOCK == 0:
                state, stored, late = self._state(packed), done, CLOCK.now() + BETWEEN
            yield Chunk(done, count, "heaps", state, f"the values of heaps 0..{done - 1:,}", kept=stored)

    def _state(self, packed: PackedValues) -> Mapping[str, Any]:
        """What `fill` goes on from, in JSON's types, where whole blocks are filled."""
        assert self._values is not None
        return {
            "heaps": packed.state(self._values[: self._filled]),  # type: ignore[arg-type]
            "top": self._top,
            "even": self._even[: self._top].tolist(),
            "kept": [bits.tobytes().hex() for bits in self._kept],
        }

    def entry(self, n: int) -> int:
        """The value of a heap that was filled, or LOONY of plain.py."""
        if n < len(self._few):
            return self._few[n][0]
        assert self._values is not None
        return int(self._values[n])

    def value(self, n: int) -> Value:
        """The value of a heap that was filled."""
        entry = self.entry(n)
        return LOONY if entry == LOONY_ENTRY else entry

    def splits_to(self, n: int, x: int) -> list[int]:
        """The smaller parts of the splits of a heap into two that add up to x; heap n - 1 is filled."""
        if n <= len(self._few):
            few = self._few
            pairs = ((k, few[k][0], few[n - k][0]) for k in range(1, n // 2 + 1))
            return [k for k, first, second in pairs if LOONY_ENTRY not in (first, second) and first ^ second == x]
        import numpy as np

        assert self._values is not None and self._mirrored is not None
        half, back = n // 2 + 1, len(self._values) - 1 - n
        sums = self._values[1:half] ^ self._mirrored[back + 1 : back + half]
        return [k + 1 for k in np.flatnonzero(sums == x).tolist()]

    def last_split_was_even(self, n: int, x: int) -> bool:
        """Whether the last heap up to n with a split of value x is even; heap n is filled."""
        if n < len(self._few):
            return bool(self._few[n][1] >> x & 1)
        import numpy as np

        before = self._kept[n // BLOCK]
        for heap in range(n, n // BLOCK * BLOCK - 1, -1):
            if self.splits_to(heap, x):
                return heap % 2 == 0
        return x < 8 * len(before) and bool(np.unpackbits(before)[x])

    def top_wins(self, n: int, rest: Value) -> bool:
        """Whether the top counter of a heap of n is well taken with a value beside: whoever must answer in n - 1 loses.

        A loony part beside is as a nim-heap larger than all splits.
        """
        even = isinstance(rest, int) and self.last_split_was_even(n - 1, rest)
        return even == (n % 2 == 0)


def engine(rule: Rule, options: SearchOptions) -> Stepwise[Sequence[int], Answer]:
    """Values of heaps, and the moves that win with a value beside."""
    heaps = TopHeaps()

    def moves_to(n: int, rest: Value) -> Moves:
        splits = heaps.splits_to(n, rest) if isinstance(rest, int) else []
        top = n > 0 and heaps.top_wins(n, rest)

        def each() -> Iterator[Labels]:
            for k in splits:
                yield ("take", 0), ("leave", (k, n - k))
            if top:
                yield ("take", 1), ("leave", (n - 1,))

        return Moves(len(splits) + top, each)

    def work(states: Sequence[int], saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Answer]:
        yield from heaps.fill(1 + max(states, default=0), saved)
        return Answer([heaps.value(n) for n in states], BY, moves_to)

    return Stepwise(work)
