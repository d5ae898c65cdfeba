"""What settles a heap that near small heaps do not, and tells a late rare heap: all pairs, of heaps kept as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.first_heaps import BEHIND, HELD, STRETCH, FirstHeaps, RecentHeaps
from grundy.engines.heap.octal.sparse.high import HighHeaps
from grundy.engines.heap.octal.sparse.numbers import NONE
from grundy.engines.heap.octal.sparse.setup_numbers import NumberSetup
from grundy.engines.heap.octal.sparse.stored_values import LATE, StoredValues, window

if TYPE_CHECKING:
    from numpy.typing import NDArray

Blocks = Callable[[int], Iterator["NDArray[Any]"]]
"""What is kept of the heaps from one on, computed again."""


class AllPairs:
    """The heaps of whose pairs a search makes use beyond those with a near small heap.

    low    the first heaps
    recent the last heaps
    high   those with high numbers
    late   the rare heaps beyond those stored, with their values
    """

    def __init__(
        self,
        stored: StoredValues,
        setup: NumberSetup,
        first: int,
        state: Mapping[str, Any],
        last: NDArray[Any],
        heap: int,
    ) -> None:
        """Args: last: what is kept of the heaps before `heap`, from which the search goes on."""
        import numpy as np

        self._stored, self._first = stored, first
        held = min(first, HELD)
        parts = [
            setup.words.of_values(stored.values[start : min(start + STRETCH, held)], start)
            for start in range(0, held, STRETCH)
        ]
        self.low = FirstHeaps(stored.shape, setup.words, np.concatenate([np.zeros(1, np.uint8), *parts])[1:])
        self.recent = RecentHeaps(last, heap)
        self.high: HighHeaps | None = HighHeaps(setup.words, stored, first, state.get("high"))
        self.late = [(int(heap), int(value)) for heap, value in state.get("late", ())]
        self._rare: tuple[int, int] | None = None  # the first heap that all pairs say to be rare, and its value

    def state(self, heap: int) -> dict[str, Any]:
        """What a search that goes on from a heap must know."""
        high = self.high.before(heap) if self.high else []
        return {"high": [list(one) for one in high], "late": [list(one) for one in self.late]}

    def window(self, heap: int, room: int) -> NDArray[Any]:
        """What a search that goes on from a heap must have of those before: the longer, the more pairs are left."""
        return self.recent.before(heap, max(BEHIND, room))

    def note(self, kept: NDArray[Any], heap: int) -> None:
        """Note what is kept of heaps heap, heap + 1, ..., which come next or are filled in anew."""
        self.low.note(kept, heap)
        self.recent.note(kept, heap)
        if self.high:
            self.high.note(kept, heap)

    def settle(self, setup: NumberSetup, heap: int, buffer: NDArray[Any], place: int, blocks: Blocks) -> bool:
        """Whether the heap at a place of a buffer is common; if all pairs say that it is rare, `with_rare` can follow.

        Pairs with a high heap come first: they are few, and they show what is missing of most such heaps.
        """
        low, recent = self.low, self.recent
        if low.size < min(len(low.kept), heap):  # as in a search that goes on
            self._hold(heap, blocks)
        base, around = heap - place, buffer
        if recent.first <= max(base, 0) and heap < recent.end:
            base, around = recent.first, recent.kept
        takes = setup.takes.tolist()
        shown = self.high.shown(heap, takes, lambda heaps: low.of(heaps, around, base)) if self.high else set()
        if shown and setup.settle(buffer, place, 0, setup.numbers, len(setup.numbers) - 1, shown):
            return True
        missing = setup.required_numbers(heap, NONE - int(buffer[place])) - shown
        left, whole = low.left(heap, around, heap - base, setup.singles.tolist(), missing)
        if left and whole:
            value = low.rare_value(heap, left, self._rares())
            if value is None:
                return True
            self._rare = self._rare or (heap, value)
        return not left

    def _hold(self, heap: int, blocks: Blocks) -> None:
        """Compute again what the first heaps below a heap are, as far as they are held."""
        low = self.low
        for block in blocks(low.size):
            low.note(block[: heap - low.size], low.size)
            if low.size >= min(len(low.kept), heap):
                return

    def _rares(self) -> dict[int, int]:
        """All rare heaps, with their values."""
        known = self._stored.rares
        known = known[known < self._first]
        values = self._stored.values[known]
        return {**dict(zip(known.tolist(), values.tolist(), strict=True)), **dict(self.late)}

    def with_rare(self, setup: NumberSetup | Any, heap: int) -> NumberSetup | None:
        """What the search goes on with after a rare heap whose value all pairs told; None where it cannot.

        It cannot where the heaps before are not all held, where kernels cannot look it up, and where another space has
        fewer rare heaps.
        """
        found, self._rare = self._rare, None
        if found is None or found[0] != heap or self.low.size < heap:
            return None
        more: NumberSetup = setup.with_rare(*found, window(self._stored.shape, [heap], 0))
        if more.kernels is None and setup.kernels is not None:
            return None
        if self._stored.choosing and heap >= LATE and self.low.better_space(*found, self._rares()):
            return None
        self.late = [*self.late, found]
        return more
