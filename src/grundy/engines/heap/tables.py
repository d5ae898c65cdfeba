"""Long tables of nim-values for take-away sets: which kernel, in what memory, and where they begin to repeat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORD_VALUES = 64  # values that a one-hot word can hold
CHUNK = 1 << 16
LONGEST_WINDOW = 10**7  # heaps that the one-hot kernel keeps as words of up to 8 bytes, twice


def cost(amounts: Sequence[int]) -> float:
    """Nanoseconds a heap, as measured on one 2.6 GHz core, of the best kernel for amounts in increasing order."""
    return min(_costs(amounts).values())


def extend(amounts: Sequence[int], g: NDArray[Any] | None, stop: int) -> NDArray[Any]:
    """Nim-values of heaps 0..stop - 1, given those of the first heaps.

    Args:    amounts: the set, in increasing order, at least one.
             g: nim-values of heaps 0..len(g) - 1 as an earlier call returned them, or None.
             stop: how many heaps, >= len(g).
    Returns: uint8, uint16 or uint32 by the number of amounts, shape (stop,).
    Cost:    `cost` nanoseconds a heap, 1 to 4 bytes a heap, and up to 16 bytes for each heap up to max(amounts).
    """
    import numpy as np

    from grundy.engines.heap.kernels import BLOCK, one_hot_values, stamp_values

    used = [s for s in amounts if s < stop] or [stop]
    count = len(used)
    start = 0 if g is None else len(g)
    kind = np.uint8 if len(amounts) < 256 else np.uint16 if len(amounts) < 65536 else np.uint32
    table = np.empty(stop, kind)
    if g is not None:
        table[:start] = g
    costs = _costs(used)
    if count >= WORD_VALUES and start and int(table[:start].max()) >= WORD_VALUES:
        costs.pop("one-hot", None)
    lags = np.array(used, np.int64)
    done = start
    if min(costs, key=costs.__getitem__) == "one-hot":
        word = np.uint8 if count < 8 else np.uint16 if count < 16 else np.uint32 if count < 32 else np.uint64
        work = np.empty(used[-1] + min(max(used[-1], CHUNK), stop), word)
        spare = np.empty((2, BLOCK), word)
        for end in _slices(start, stop, costs.pop("one-hot"), used[-1]):
            done = int(one_hot_values(lags, _sub_block(used), work, table, done, end, spare))
            if done < end:  # a value does not fit a word: another kernel goes on from here
                break
    if done < stop and min(costs, key=costs.__getitem__) == "sweep":
        largest = used[-1]
        block = max(4096, min(8 * largest, max(2 * largest, 3 * CHUNK)))
        list(sweep(used, table, done, stop, block))
    elif done < stop:
        seen = np.zeros(count + 2, np.uint32)
        for end in _slices(done, stop, costs["stamps"], 0):
            stamp_values(lags, table, seen, done, end)
            done = end
    return table


def sweep_cost(count: int, largest: int) -> float:
    """Nanoseconds a heap of `sweep`."""
    return 5 + 0.0016 * largest + min(0.03 * count, 40)


def sweep(amounts: Sequence[int], table: NDArray[Any], start: int, stop: int, block: int) -> Iterator[int]:
    """Fill table[start:stop] with nim-values, so many heaps at once; how far it is.

    It ends before `stop` where a value does not fit an entry: whoever calls goes on from there with wider ones.
    """
    import numpy as np

    from grundy.engines.heap.kernels import sweep_values

    largest = amounts[-1]
    bits = np.zeros(largest // 64 + 4, np.uint64)
    steps = np.array(amounts, np.uint64)
    np.bitwise_or.at(bits, (steps >> np.uint64(6)).astype(np.int64) + 1, np.uint64(1) << (steps & np.uint64(63)))
    block, most = min(stop - start, block), min(int(np.iinfo(table.dtype).max), len(amounts))
    rest, excluded = np.empty(block // 64 + 1, np.uint64), np.empty(block // 64 + 1, np.uint64)
    head, link = np.empty(most + 2, np.int32), np.empty(largest, np.int32)
    for first in range(start, stop, block):
        end = min(first + block, stop)
        if sweep_values(bits, largest, table, first, end, most, rest, excluded, head, link):
            return
        yield end


def repeat(g: NDArray[Any], window: int) -> tuple[int, int] | None:
    """The least period and pre-period that the last `window` values prove, or None if they occur nowhere before.

    Equal windows of max(S) values go on equally for ever. The least distance p at which the last window occurs before
    is the least period: had the values a smaller one, the window would occur at that distance too.
    Found by a string search, in linear time, in the values read backwards, modulo 256; then checked in full.
    """
    import numpy as np

    size = len(g)
    backwards = g[::-1].astype(np.uint8).tobytes()
    needle = backwards[:window]
    p = backwards.find(needle, 1)
    while p >= 0 and not np.array_equal(g[size - window :], g[size - window - p : size - p]):
        p = backwards.find(needle, p + 1)
    if p < 0:
        return None
    end = size - p
    while end > 0:
        begin = max(0, end - (1 << 20))
        differ = np.flatnonzero(g[begin:end] != g[begin + p : end + p])
        if len(differ):
            return p, begin + int(differ[-1]) + 1
        end = begin
    return p, 0


def _costs(amounts: Sequence[int]) -> dict[str, float]:
    """Nanoseconds a heap of each kernel that can be used; benchmarks/heap_speed.py has the measurements."""
    count, largest = len(amounts), amounts[-1]
    costs = {"stamps": 2 + 0.36 * count, "sweep": sweep_cost(count, largest)}
    if count < 256 and largest <= LONGEST_WINDOW:
        sub = _sub_block(amounts)
        near = sum(s < sub for s in amounts[:sub])
        word = 1 if count < 8 else 2 if count < 16 else 4 if count < 32 else 8
        costs["one-hot"] = 0.3 + 0.5 * near + 0.007 * word * (count - near)
    return costs


def _slices(start: int, stop: int, each: float, least: int) -> Iterator[int]:
    """Ends of calls of about half a second, so that an interrupt is heeded between them."""
    step = max(int(5e8 / each), least, CHUNK)
    yield from range(start + step, stop, step)
    yield stop


def _sub_block(amounts: Sequence[int]) -> int:
    """How many heaps one_hot_values may treat at once: all of those that no amount joins, or 16 and the rest singly."""
    return min(amounts[0], 256) if amounts[0] >= 8 else 16
