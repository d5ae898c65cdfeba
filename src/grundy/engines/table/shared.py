"""A table piece by piece, each given to an executor when those before it are finished: of cores, or of machines.

Nothing is assumed of the rule: the kernel checks for every option that its piece is finished, and stops where one is
not; the piece then waits for that one.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.compile.emit import FULL, UNREADY
from grundy.compile.lines import VECTOR, line_count, most_options
from grundy.engines.table.job import GrowingTable, Job
from grundy.runs.chunk import map_chunks
from grundy.runs.workers import TICK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compile.kernel import Facts


class Ran(NamedTuple):
    """How far a kernel came in a piece, why it stopped, and for which piece."""

    piece: int
    at: int
    code: int
    needs: int


Neighbours = Callable[[int], Iterable[int]]


def fill_pieces(
    submit: Callable[[int, int], Future[Any]],
    ahead: int,
    done: NDArray[Any],
    at: dict[int, int],
    before: Neighbours,
    after: Neighbours,
    taken: Callable[[Any], Ran] = lambda ran: ran,
) -> Generator[tuple[int, int], None, int]:
    """Run all pieces that are not done; yields how many runs have ended, and how many of them before their piece's end.

    Args:    submit: gives an executor work on a piece, from a state on. ahead: how many pieces it is given at once.
             done: 1 for each piece that is finished. at: from where on each of the others is to be worked on; both
             are kept up to date. before, after: the pieces that are waited for before one is begun, and those that
             wait for it. taken: makes of what a future holds how far its piece is; called in this thread.
    Returns: why the work stopped, 0 if it is done or pieces wait for each other.
    """
    missing = {piece: sum(not done[other] for other in before(piece)) for piece in range(len(done)) if not done[piece]}
    # the lowest first: what is right from the first state on, and so what a checkpoint keeps, then follows closely
    ready = [piece for piece, others in missing.items() if not others]
    waiting: dict[int, list[int]] = {}
    running: set[Future[Any]] = set()
    stopped, runs, missed = 0, 0, 0
    while running or (ready and not stopped):
        while ready and len(running) < ahead and not stopped:
            piece = heapq.heappop(ready)
            running.add(submit(piece, at[piece]))
        ended, running = wait(running, TICK, FIRST_COMPLETED)
        for ran in (taken(future.result()) for future in ended):
            at[ran.piece] = ran.at
            runs, missed = runs + 1, missed + (ran.code == UNREADY)
            if ran.code == 0:
                done[ran.piece] = 1
                for other in after(ran.piece):
                    if other not in missing:  # it was finished before, out of its order
                        continue
                    missing[other] -= 1
                    if not missing[other]:
                        heapq.heappush(ready, other)
                for other in waiting.pop(ran.piece, ()):
                    heapq.heappush(ready, other)
            elif ran.code != UNREADY:
                stopped = ran.code
            elif done[ran.needs]:
                heapq.heappush(ready, ran.piece)
            else:
                waiting.setdefault(ran.needs, []).append(ran.piece)
        yield runs, missed
    return stopped


# ---- A table of numbers on several cores: blocks of states, each begun once what it looks up is there
#
# A block is begun when all blocks are finished whose number has fewer bits, and no others: in games that take bits away
# that is all that it needs. The first unfinished block never waits, so this comes to an end for every rule.


BLOCKS_EACH = 1 << 8  # for each core: enough that none waits long, and few, as each costs 0.05 ms
LEAST_SHIFT = 12
ENOUGH_RUNS = 64  # after which most must have found what they looked up, or the rest is done in order


def fill_blocks(task: Job, table: GrowingTable, facts: Facts, cores: int) -> Iterator[int]:
    """Fill the table from `table.done` on; yields how many states are right from the first on.

    Ends early, with `table.done` where it is right, when a value does not fit, a state is in error or blocks mostly
    wait for each other: whoever goes on from there in increasing order finds the first such state.
    """
    import numpy as np

    from grundy.compile.kernel import kernel_of

    total = task.total
    shift = max(LEAST_SHIFT, (total - 1).bit_length() - (BLOCKS_EACH * cores - 1).bit_length())
    count = -(-total >> shift)
    kernel = kernel_of(task.rule, table.way, total, True, facts)  # type: ignore[arg-type]
    size = {"stamps8": 1 << 8, "stamps16": 1 << 16, "stamps32": 1 << 18}.get(table.way, 0)
    array = table.array.ctypes.data
    shape = np.array(task.shape, np.int64)
    done = np.zeros(count, np.uint8)
    done[: table.done >> shift] = 1
    at = {block: block << shift for block in range(count)}
    at[table.done >> shift] = table.done
    own = threading.local()

    def run(block: int, first: int) -> Ran:
        if not hasattr(own, "done"):
            own.done, own.report, own.stamps = done.copy(), np.zeros(2, np.int64), np.zeros(size + 1, np.uint32)
        own.done[:] = done
        own.done[block] = 1  # for its own states the order is enough, and no other thread sees this
        own.stamps.fill(0)
        last = min((block + 1) << shift, total)
        places = array, first, last, shape.ctypes.data, own.stamps.ctypes.data, size, own.done.ctypes.data, shift
        code = kernel(*places, own.report.ctypes.data)
        return Ran(block, int(own.report[0]), code, int(own.report[1]))

    def after(block: int) -> list[int]:
        return more_bits(block, count)

    with ThreadPoolExecutor(cores) as pool:
        filling = fill_pieces(lambda block, at: pool.submit(run, block, at), 2 * cores, done, at, fewer_bits, after)
        for runs, missed in filling:
            table.done = _prefix(done, shift, total, at)
            yield table.done
            if runs > ENOUGH_RUNS and missed > runs * 3 // 4:
                return


def _prefix(done: Any, shift: int, total: int, at: dict[int, int]) -> int:
    """How many states from the first on are right."""
    first = int(done.argmin())
    return total if done[first] else at[first]


def fewer_bits(block: int) -> list[int]:
    """The blocks whose number has one bit less."""
    return [block ^ 1 << i for i in range(block.bit_length()) if block >> i & 1]


def more_bits(block: int, count: int) -> list[int]:
    """The blocks whose number has one bit more."""
    bits = (count - 1).bit_length()
    return [block | 1 << i for i in range(bits) if not block >> i & 1 and block | 1 << i < count]


# ---- A table of a box, tile by tile: on several cores, with sets of values for its lines
#
# A tile is begun when those before it in each direction are finished. That is enough for rules whose options lie in the
# box below a state, and assumed of none. If all wait for each other, the rest is done in increasing order.
#
# Where a rule yields all states along rays (compile/rays.py), what a state sees is not looked up, but kept in a set
# for each line; then tiles are worked on in this way even by one core, for the sets of a tile's lines stay near it.


MOST_STATES = 1 << 16  # of a tile, if it can be
LONGEST, LONGEST_OF_LINES, SHORTEST, EACH_WAY = 256, 128, 16, 10
LINE_TILE = 1 << 14  # states of a tile in one dimension
LEAST_OPTIONS = 64  # along rays, for which sets are worth their memory: with fewer, values fit a machine word
MOST_WORDS, MOST_OWN_WORDS = 1 << 20, 1 << 13  # of a set, and where a kernel keeps one more on its stack
SMALL_SETS = 1 << 26  # bytes that sets may always take; else no more than twice their table


class Tiling(NamedTuple):
    """How a box is cut: the first two coordinates by powers of two, the others not at all."""

    shape: tuple[int, ...]
    shifts: tuple[int, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(-(-extent >> shift) for extent, shift in zip(self.shape, self.shifts, strict=True))

    @property
    def strides(self) -> tuple[int, ...]:
        counts = self.counts
        return tuple(prod(counts[i + 1 :]) for i in range(len(counts)))

    @property
    def row(self) -> int:
        """States in a row of tiles."""
        return (1 << self.shifts[0]) * prod(self.shape[1:])

    def numbers(self, tile: int) -> tuple[list[int], list[int]]:
        """A tile's lowest corner, and its extents."""
        lows, sizes = [], []
        for extent, shift, stride, count in zip(self.shape, self.shifts, self.strides, self.counts, strict=True):
            low = tile // stride % count << shift
            lows.append(low)
            sizes.append(min(1 << shift, extent - low))
        return lows, sizes

    def before(self, tile: int) -> list[int]:
        """The tiles next to it in each direction, nearer to 0."""
        pairs = zip(self.strides, self.counts, strict=True)
        return [tile - stride for stride, count in pairs if tile // stride % count]

    def after(self, tile: int) -> list[int]:
        """The tiles next to it in each direction, further from 0."""
        pairs = zip(self.strides, self.counts, strict=True)
        return [tile + stride for stride, count in pairs if tile // stride % count + 1 < count]


def tiling(shape: tuple[int, ...], lines: bool) -> Tiling:
    """How a box is cut into tiles.

    >>> tiling((5000, 5000), True).shifts, tiling((300, 40, 9), False).shifts
    ((7, 7), (4, 4, 4))
    """
    if len(shape) == 1:
        return Tiling(shape, (LINE_TILE.bit_length() - 1,))
    most = LONGEST_OF_LINES if lines else LONGEST
    first, second = ((min(max(extent // EACH_WAY, SHORTEST), most)).bit_length() - 1 for extent in shape[:2])
    rest = prod(shape[2:])
    while (first or second) and rest << first + second > MOST_STATES:
        first, second = (first - 1, second) if first >= second else (first, second - 1)
    return Tiling(shape, (first, second, *(max(extent - 1, 0).bit_length() for extent in shape[2:])))


def words_of_sets(task: Job, facts: Facts) -> int:
    """How many words the sets of a rule's rays have, or 0 where they are not worth their memory."""
    if not facts.rays or task.outcomes or not task.total:
        return 0
    most = most_options(facts.rays, task.shape)
    if most < LEAST_OPTIONS:
        return 0
    if not facts.only_rays:
        most = 2 * most + 64 * VECTOR  # a guess; if it is too small, the table goes on without sets
    words = -(-(most // 64 + 1) // VECTOR) * VECTOR
    size = 8 * words * sum(line_count(ray, task.shape) for ray in facts.rays)
    longest = MOST_WORDS if facts.only_rays else MOST_OWN_WORDS
    return words if words <= longest and size <= max(SMALL_SETS, 2 * task.total) else 0


def flags_of_lines(task: Job, facts: Facts) -> int:
    """For outcomes: how many lines there are along a rule's rays, or 0 where they are too many."""
    if not facts.rays or not task.total or most_options(facts.rays, task.shape) < VECTOR:
        return 0
    lines = sum(line_count(ray, task.shape) for ray in facts.rays)
    return lines if 8 * lines <= max(SMALL_SETS, task.total // 4) else 0


def whole_box(shape: tuple[int, ...]) -> NDArray[Any]:
    """The numbers that a kernel takes for a tile, if the tile is the box."""
    import numpy as np

    return np.array([shape, [0] * len(shape), shape, [63] * len(shape), [0] * len(shape)], np.int64).reshape(-1)


def fill_lines(task: Job, table: GrowingTable, facts: Facts, cores: int) -> Iterator[int]:
    """Fill the table from `table.done` on with sets for lines; yields how many states are right from the first on.

    Where that comes to an end before the table is full, `table.way` is one that goes on without sets.
    """
    words = words_of_sets(task, facts)
    while table.done < task.total:
        code = yield from _fill_tiles(task, table, facts, cores, words)
        if code == FULL and words << 6 > 1 << 8 * table.array.itemsize:
            table.widen(table.done)
        elif code or table.done < task.total:
            table.way = f"stamps{8 * table.array.itemsize}"
            return


def fill_tiles(task: Job, table: GrowingTable, facts: Facts, cores: int) -> Iterator[int]:
    """Fill the table from `table.done` on; yields how many states are right from the first on.

    Ends early, with `table.done` where it is right, when a value does not fit, a state is in error or tiles wait for
    each other: whoever goes on from there in increasing order finds the first such state.
    """
    if not task.outcomes or (task.shape[-1] % 8 == 0 and tiling(task.shape, False).shifts[-1] >= 3):
        # no two tiles write to the same byte
        yield from _fill_tiles(task, table, facts, cores, 0)


def _fill_tiles(task: Job, table: GrowingTable, facts: Facts, cores: int, words: int) -> Generator[int, None, int]:
    """Returns why the work stopped, 0 if it is done or tiles wait for each other."""
    import numpy as np

    from grundy.compile.kernel import kernel_of

    cut = tiling(task.shape, words > 0)
    count = prod(cut.counts)
    looked_up = not facts.only_rays or not words
    kernel = kernel_of(task.rule, table.way, task.total, looked_up, facts)  # type: ignore[arg-type]
    size = words or {"stamps8": 1 << 8, "stamps16": 1 << 16, "stamps32": 1 << 18}.get(table.way, 0)
    array, total = table.array.ctypes.data, task.total
    done = np.zeros(count, np.uint8)
    rows = total // cut.row + 1 if table.done == total else table.done // cut.row
    done[: rows * cut.strides[0]] = 1
    table.done = min(rows * cut.row, total)
    sets = np.zeros(words * sum(line_count(ray, task.shape) for ray in facts.rays) if words else 0, np.uint64)
    if words and table.done:
        box, report = whole_box(task.shape), np.zeros(2, np.int64)
        kernel(array, 0, table.done, box.ctypes.data, sets.ctypes.data, words, 0, 1, report.ctypes.data)
    own = threading.local()

    def run(tile: int, first: int) -> Ran:
        if not hasattr(own, "done"):
            own.done, own.report = np.zeros(count, np.uint8), np.zeros(2, np.int64)
            own.stamps = sets if words else np.zeros(size + 1, np.uint32)
            own.box = np.array([cut.shape, cut.shape, cut.shape, cut.shifts, cut.strides], np.int64)
        if looked_up:
            own.done[:] = done
            own.done[tile] = 1  # for its own states the order is enough, and no other thread sees this
        if not words:
            own.stamps.fill(0)
        own.box[1], own.box[2] = cut.numbers(tile)
        places = array, first, int(own.box[2].prod()), own.box.ctypes.data, own.stamps.ctypes.data, size
        code = kernel(*places, own.done.ctypes.data, 0, own.report.ctypes.data)
        return Ran(tile, int(own.report[0]), code, int(own.report[1]))

    def reached(_: object) -> int:
        first = int(done.argmin())
        table.done = total if done[first] else first // cut.strides[0] * cut.row
        return table.done

    at = dict.fromkeys(range(count), 0)
    with ThreadPoolExecutor(cores) as pool:
        filling = fill_pieces(lambda tile, at: pool.submit(run, tile, at), 2 * cores, done, at, cut.before, cut.after)
        stopped: int = yield from map_chunks(reached, filling)
    yield table.done
    return stopped
