"""A table of numbers on several cores (see shared.py): blocks of states, each begun as soon as what it looks up is
there.

A block is begun when all blocks are finished whose number has fewer bits, and no others: in games that take bits away
that is all that it needs. The first unfinished block never waits, so this comes to an end for every rule.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from grundy.engines.table.job import GrowingTable, Job
from grundy.engines.table.shared import Ran, fill_pieces

if TYPE_CHECKING:
    from grundy.compile.kernel import Facts

BLOCKS_EACH = 1 << 8  # for each core: enough that none waits long, and few, as each costs 0.05 ms
LEAST_SHIFT = 12
ENOUGH_RUNS = 64  # after which most must have found what they looked up, or the rest is done in order


def fill(task: Job, table: GrowingTable, facts: Facts, cores: int) -> Iterator[int]:
    """Fill the table from `table.done` on; yields how many states are right from the first on.

    Ends early, with `table.done` where it is right, when a value does not fit, a state is in error or blocks mostly
    wait for each other: whoever goes on from there in increasing order finds the first such state.
    """
    import numpy as np

    from grundy.compile.kernel import assembly
    from grundy.compile.machine import load

    total = task.total
    shift = max(LEAST_SHIFT, (total - 1).bit_length() - (BLOCKS_EACH * cores - 1).bit_length())
    count = -(-total >> shift)
    kernel = load(assembly(task.rule, table.way, total, True, facts))  # type: ignore[arg-type]
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
