"""The engine: fills tables of outcomes or values tile by tile, and yields a chunk about ten times a second.

The weight of a tile is the number of bits set in its number, or the sum of their places. If every move to another tile
lowers the weight, tiles of equal weight do not depend on each other, and threads share them. Otherwise one thread fills
the tiles in increasing order. The order does not depend on the number of threads, so a run may resume with another.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.engines.bitsliced.moves import GROUP, Entry, SlicedPlan, ranking
from grundy.runs.chunk import Chunk, Work
from grundy.runs.memory import available_cores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Allocate: TypeAlias = Callable[[int, str, int], Any]
"""allocate(level, dtype, entries) is the array of a level: zeros, or as it was when the saved state was yielded."""

Finding: TypeAlias = Callable[[Mapping[str, Any] | None], Generator[Chunk, None, list[int | None]]]
"""Work that returns a list of nim-values, with None for each value that it did not find."""

Kernel: TypeAlias = Callable[[Any, Any, Any], int]
"""kernel(order, queue, near) fills the tiles in `order`, with two scratch arrays, and returns a count."""

CHUNK_SECONDS = 0.1
TILE_NUMBER_BITS = 12  # enough tiles to keep 2 threads busy; few enough that a tile is read in long rows
BLOCK_BITS = 6
OUTCOME_WORDS, VALUE_WORDS = 8, 32  # words of a group in a table of outcomes, of values


def fill_outcomes(plan: SlicedPlan, allocate: Allocate, misere: bool = False, threads: int | None = None) -> Work:
    """Long work that fills the set of P-positions: allocate(0, "<u8", plan.groups * 8) is the set, and state s is bit
    s & 63 of entry s >> 6. If states have fewer than 9 bits, the bits from 2**bits on have no meaning."""

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        from grundy.engines.bitsliced import kernels

        tiles = Tiles(plan, threads)
        table = allocate(0, "<u8", plan.groups * OUTCOME_WORDS)

        def call(order: Any, queue: Any, near: Any) -> int:
            kernels.fill_outcomes(table, tiles.head, misere, table, False, order, *tiles.constants, queue, near)
            return 0

        tiles.head[8:16] = table[:8]
        before = int(saved["tiles"]) if saved else 0
        for done, _ in tiles.run(call, before):
            filled, before = tiles.filled(before, done, OUTCOME_WORDS), done
            yield Chunk(*tiles.progress(done), "states", {"tiles": done}, tiles.known(done, "outcomes"), filled)

    return work


def find_values(plan: SlicedPlan, states: Sequence[int], most: int, threads: int | None = None) -> Finding:
    """Long work that finds the nim-values of some states, if a table of all values does not fit in memory.

    It computes the set of states of value 0, then that of value 1, and so on, each with one bit a state. It ends when
    the value of the first of `states` is found and the value `most` is done. It returns the value of each of `states`,
    or None for a larger value.

    Cost: two bits a state; for each value, at most the time that the P-positions take.
    """

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, list[int | None]]:
        import numpy as np

        from grundy.engines.bitsliced import kernels

        tiles = Tiles(plan, threads)
        table, settled = (np.zeros(plan.groups * OUTCOME_WORDS, np.uint64) for _ in range(2))

        def call(order: Any, queue: Any, near: Any) -> int:
            kernels.fill_outcomes(table, tiles.head, False, settled, True, order, *tiles.constants, queue, near)
            return 0

        nim_values: list[int | None] = [None] * len(states)
        value = 0
        while nim_values[0] is None or value <= most:
            text = f"the value is not {', '.join(map(str, range(value)))}; " if nim_values[0] is None and value else ""
            for done, _ in tiles.run(call, 0):
                so_far, each = tiles.progress(done)
                yield Chunk(value * each + so_far, 0, "states", {}, f"{text}looking for those worth {value}")
            for place, state in enumerate(states):
                if int(table[state >> 6]) >> (state & 63) & 1:
                    nim_values[place] = value
            value += 1
        return nim_values

    return work


def fill_values(plan: SlicedPlan, allocate: Allocate, threads: int | None = None) -> Work:
    """Long work that fills tables of nim-values: allocate(k, "<u8", plan.groups * 32) is the table of level k, which is
    allocated when a value first needs it.

    Word w of group g has the binary digits 0..3 of its codes in entries 32 g + w, 32 g + 8 + w, 32 g + 16 + w and
    32 g + 24 + w; kernels.py defines the codes. `filled` of a chunk lists entries of level 0; the engine fills later
    levels when level 0 is complete.
    """

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        import numpy as np

        tiles = Tiles(plan, threads)
        level, first, unsettled = (int(saved[key]) for key in ("level", "tiles", "unsettled")) if saved else (0, 0, 0)
        levels = [allocate(k, "<u8", plan.groups * VALUE_WORDS) for k in range(level + 1)]
        settled = np.zeros(plan.groups * OUTCOME_WORDS if level else 0, np.uint64)
        for table in levels[:-1]:
            settle(table, settled)
        while True:
            call = values_kernel(levels[-1], settled, level > 0, tiles)
            for done, count in tiles.run(call, first):
                unsettled += count
                filled, first = () if level else tiles.filled(first, done, VALUE_WORDS), done
                so_far, each = tiles.progress(done)
                total = (level + 1 + (unsettled > 0)) * each
                state = {"level": level, "tiles": done, "unsettled": unsettled}
                text = tiles.known(done, "values") if not level and not unsettled else ""
                text = text or f"which states have values below {15 * (level + (done == tiles.count))}"
                yield Chunk(level * each + so_far, total, "states", state, text, filled)
            if not unsettled:
                return
            if not level:
                settled = np.zeros(plan.groups * OUTCOME_WORDS, np.uint64)
            settle(levels[-1], settled)
            level, first, unsettled = level + 1, 0, 0
            levels.append(allocate(level, "<u8", plan.groups * VALUE_WORDS))

    return work


def values_kernel(table: Any, settled: Any, later: bool, tiles: Tiles) -> Kernel:
    """A kernel that fills tiles of a level of values, and counts the groups that have values of a later level."""
    from grundy.engines.bitsliced import kernels

    tiles.head[8:16] = table[:8]
    return lambda order, queue, near: int(
        kernels.fill_values(table, tiles.head, settled, later, order, *tiles.constants, queue, near)
    )


def settle(table: Any, settled: Any, first: int = 0) -> None:
    """Add to `settled` the states that have a value in the table of a level, from group `first` on."""
    from grundy.engines.bitsliced import kernels

    groups = table.size // VALUE_WORDS
    for start in range(first, groups, 1 << 18):
        kernels.settle(table, settled, start, min(groups, start + (1 << 18)))


class Tiles:
    """The tiles of a plan in their order, and the arrays that the kernels take."""

    def __init__(self, plan: SlicedPlan, threads: int | None, tile_bits: int | None = None) -> None:
        import numpy as np

        self.plan = plan
        group_bits = plan.groups.bit_length() - 1
        if tile_bits is None:
            tile_bits = max(min(BLOCK_BITS, group_bits), group_bits - TILE_NUMBER_BITS)
        self.bits = tile_bits
        self.count = plan.groups >> self.bits
        weights = ranking(plan, self.bits)
        self.order = np.arange(self.count, dtype=np.int64)
        self.bounds = np.array([0, self.count])  # indices in `order` where the tiles of each weight begin
        self.threads = 1
        if weights is not None and self.count > 1:
            weight = sum((self.order >> i & 1) * w for i, w in enumerate(weights))
            self.order = np.argsort(weight, kind="stable").astype(np.int64)
            self.bounds = np.cumsum([0, *np.bincount(weight)])
            self.threads = threads or available_cores()
        entries: list[Entry] = [*plan.crossing, *(entry for layer in plan.inside for entry in layer)]
        begin = [len(plan.crossing)]
        for layer in plan.inside:
            begin.append(begin[-1] + len(layer))

        def numbers(name: str) -> NDArray[np.int64]:
            return np.array([getattr(entry, name) for entry in entries], np.int64)

        self.head = np.zeros(24, np.uint64)
        self.entries = len(entries)
        self.crossing = len(plan.crossing)
        self.constants = (
            self.bits,
            min(BLOCK_BITS, self.bits),
            self.crossing,
            np.array(begin, np.int64),
            _rows(plan.layers),
            numbers("care"),
            numbers("want"),
            numbers("keep"),
            numbers("flip"),
            numbers("words"),
            numbers("turn") & 63,
            _rows(tuple(entry.select for entry in entries)),
        )

    def scratch(self) -> tuple[Any, Any]:
        """New scratch arrays `queue` and `near` for a kernel; each thread needs its own."""
        import numpy as np

        return np.arange(self.entries, dtype=np.int64), np.zeros(self.crossing, np.int64)

    def progress(self, done: int) -> tuple[int, int]:
        """The number of states done, and of all states."""
        each = GROUP << self.bits
        states = 1 << self.plan.bits
        return min(done * each, states), states

    def filled(self, before: int, done: int, words: int) -> tuple[tuple[int, int], ...]:
        """The ranges (start, stop) of entries of tiles order[before:done]; adjacent tiles share a range."""
        spans: list[tuple[int, int]] = []
        each = words << self.bits
        for tile in sorted(self.order[before:done].tolist()):
            if spans and spans[-1][1] == tile * each:
                spans[-1] = (spans[-1][0], (tile + 1) * each)
            else:
                spans.append((tile * each, (tile + 1) * each))
        return tuple(spans)

    def known(self, done: int, what: str) -> str:
        """Say which states are right after the first `done` tiles of the order."""
        if not done:
            return ""
        if self.bounds.size == 2 or done == self.count:
            return f"{what} of states 0..{min(done * GROUP << self.bits, 1 << self.plan.bits) - 1:,}"
        first = f"{what} of {min(done * GROUP << self.bits, 1 << self.plan.bits):,} states"
        return f"{first}, those with fewest high bits first"

    def run(self, kernel: Kernel, done: int) -> Iterator[tuple[int, int]]:
        """Run the kernel on tiles order[done:]; yield how many are done, and the sum of its new counts."""
        import numpy as np

        span, counted, begun = 1, 0, time.perf_counter()
        with ThreadPoolExecutor(self.threads) as pool:
            while done < self.count:
                layer = int(np.searchsorted(self.bounds, done, "right")) - 1
                last = min(done + span, int(self.bounds[layer + 1]))
                called = time.perf_counter()
                parts = np.array_split(self.order[done:last], min(self.threads, last - done))
                if len(parts) == 1:
                    counted += kernel(parts[0], *self.scratch())
                else:
                    counted += sum(pool.map(lambda part: kernel(part, *self.scratch()), parts))
                seconds = time.perf_counter() - called
                if seconds < CHUNK_SECONDS / 2 and last - done == span:
                    span = min(span * 4, self.count)
                elif seconds > CHUNK_SECONDS * 2:
                    span = max(span // 4, 1)
                done = last
                if done == self.count or time.perf_counter() - begun > CHUNK_SECONDS / 2:
                    begun = time.perf_counter()
                    yield done, counted
                    counted = 0


def _rows(sets: tuple[int, ...]) -> NDArray[np.uint64]:
    """Pack sets of states of a group, each the bits of an int, into eight words each."""
    import numpy as np

    data = b"".join(chosen.to_bytes(GROUP // 8, "little") for chosen in sets)
    return np.frombuffer(data, "<u8").astype(np.uint64)
