"""The values before some heaps of a code with a sparse space, far out: computed again in a window that moves along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.search_state import SIZE, SearchState
from grundy.engines.heap.octal.sparse.setup import near, set_up
from grundy.engines.heap.octal.sparse.space import SparseSpace, splits
from grundy.engines.heap.octal.sparse.stored_values import StoredValues, takes
from grundy.engines.heap.octal.sparse.words import Words
from grundy.errors import OutOfReach
from grundy.model.period import Checkpoints
from grundy.model.shapes import Digits

if TYPE_CHECKING:
    from numpy.typing import NDArray


BUFFER = 2**22  # heaps computed between two moves of the window
SAMPLE = 500  # heaps whose witnesses are looked at
NEAREST = 4_096  # witnesses, of which the best are chosen
TRIES = 48


def stored_by(shape: Digits, mask: int, twist: int, first: Sequence[int]) -> StoredValues:
    """The heaps of a code, each told to be rare or not by one and the same space; `first` values are known.

    >>> stored = stored_by(Digits((0, 7, 7)), 15, 0, [0, 1, 2, 3, 1, 4, 3, 2])
    >>> stored.extend(100)
    >>> stored.rares.tolist()
    [3, 6, 11, 18, 22, 28, 34, 39, 70]
    """
    stored = StoredValues(shape, SparseSpace(mask, twist, twist & splits(shape)[0]), first)
    stored.choosing = False
    return stored


def states(stored: StoredValues, length: int, reach: int, heaps: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Each of some heaps, in increasing order, with the values of the `length` heaps before it.

    Args:    stored: with all rare heaps known. reach: of witnesses. length: more than the largest rare heap or the
             reach, and the largest take.
    Raises:  OutOfReach: a heap beyond those held is rare, or has no witness as near as the reach.
    Cost:    the rare heaps, for each heap up to the last; 2 bytes for each heap held and for BUFFER more.

    >>> stored = stored_by(Digits((0, 7, 7)), 15, 0, [0, 1, 2, 3, 1, 4, 3, 2])
    >>> stored.extend(1000)
    >>> [(heap, values[-5:]) for heap, values in states(stored, 103, 100, [10**6])]
    [(1000000, [7, 4, 1, 2, 8])]
    """
    import numpy as np

    from grundy.engines.heap.octal.sparse.kernels import WIDE, sparse_values

    shape, space = stored.shape, stored.space
    by_parts = [
        np.array([t for t, digit in enumerate(shape.digits) if digit >> bit & 1], np.int64) for bit in (2, 1, 0)
    ]
    rares = stored.rares.copy()
    small = stored.values[: max(reach, *rares[-1:].tolist(), 0) + 1].copy()
    twist = np.array([space.twist, space.first], np.int64)
    note = np.zeros(5, np.int64)
    width = 256
    base, end, values = 0, stored.size, stored.values
    if length < takes(shape) + len(small) or stored.size < length:
        raise ValueError(f"a window of {length} heaps, {stored.size} heaps held: expected more")

    def tables() -> tuple[NDArray[Any], NDArray[Any]]:
        bits = np.bitwise_count(np.arange(width, dtype=np.uint32) & np.uint32(space.mask)) & np.uint8(1)
        return bits, np.full(width, -1, np.int64)

    while width <= int(values[:end].max()):
        width *= 2
    classes, stamp = tables()
    for heap in heaps:
        while end < heap:
            if end >= base + len(values):
                moved = np.zeros(length + BUFFER, values.dtype)
                moved[:length] = values[end - length - base : end - base]
                base, values = end - length, moved
            goal = min(heap, base + len(values))
            note[0] = len(rares)
            end = int(
                sparse_values(
                    values, base, end, goal, *by_parts, shape.unequal, classes, twist, small, rares, reach, stamp, note
                )
            )
            if end < goal:
                if note[4] != WIDE or 2 * width > 2**16:
                    raise OutOfReach(f"take-and-break: heap {end:,} is rare, has no near witness or too large a value")
                width *= 2
                classes, stamp = tables()
        yield heap, values[heap - length - base : heap - base].tolist()


def near_witnesses(stored: StoredValues, reach: int) -> tuple[int, ...]:
    """Small heaps that are best looked at first: a split with one of them shows most rare values below a heap's own.

    Args:    stored: some thousand heaps beyond the reach. Greedy, by a sample of heaps; at most TRIES of them.

    >>> stored = stored_by(Digits((0, 7, 7)), 15, 0, [0, 1, 2, 3, 1, 4, 3, 2])
    >>> stored.extend(1000)
    >>> near_witnesses(stored, 100)
    (4, 9, 2, 5, 27)
    """
    import numpy as np

    first = splits(stored.shape)[0]
    reach = min(reach, NEAREST, stored.size // 2)
    values, rares = stored.values, stored.rares
    hits = []
    for n in range(stored.size - 1, max(stored.size - 1 - SAMPLE * 7, 2 * reach), -7):
        own = int(values[n])
        single = [t for t, digit in enumerate(stored.shape.digits) if digit & 2]
        option_values = {int(values[n - t]) for t in single}
        for t in splits(stored.shape):
            rare = rares[rares < n - t]
            option_values.update((values[rare] ^ values[n - t - rare]).tolist())
        shown = values[1 : reach + 1] ^ values[n - first - reach : n - first][::-1]
        for value in range(own):
            if value not in option_values and not stored.space.is_common(value, n):
                hits.append(shown == value)
    chosen: list[int] = []
    left = np.array(hits, bool).reshape(len(hits), reach)
    while len(left) and len(chosen) < TRIES:
        best = int(left.sum(axis=0).argmax())
        if not left[:, best].any():
            break
        chosen.append(best + 1)
        left = left[~left[:, best]]
    return tuple(chosen)


# ---- The values before heaps far out, computed again from where a long search came by


MOST_STORED = 2**22  # heaps whose values are held before a search is gone through again


def far_states(
    stored: StoredValues, checkpoints: Checkpoints, length: int, heaps: Sequence[int]
) -> Iterator[tuple[int, list[int]]]:
    """Each of some heaps with the values of the `length` heaps before it, from the last mark before those.

    Args:    stored: by the space of the search, with no more than `checkpoints.stored` heaps. heaps: >= length.
    Raises:  OutOfReach: a heap beyond those held is rare, or has no word: the trail is none of this code.
    Cost:    about a nanosecond for each heap between a mark and the state after it.
    """
    import numpy as np

    stored.extend(checkpoints.stored)
    setup = set_up(stored, checkpoints.bits)
    if setup is None or stored.size != checkpoints.stored:
        raise OutOfReach("take-and-break: no kernels for the trail of a search")
    heap, window = checkpoints.marks[-1]
    now = SearchState(
        stored,
        setup,
        {
            "heaps": heap,
            "bits": checkpoints.bits,
            "window": window,
            "largest": (0, 0),
            "snapshots": checkpoints.marks,
            "marks": (),
            "marking": (0, -1, heap),
        },
    )
    for heap in heaps:
        start = heap - length
        parts, count = [], 0
        for block in now.blocks(start):
            parts.append(block[: length - count].copy())
            count += len(parts[-1])
            if count == length:
                break
        values = setup.words.to_values(np.concatenate(parts), start)
        held = max(0, min(now.first, heap) - start)
        values[:held] = stored.values[start : start + held]
        if values.min() < 0:
            raise OutOfReach(f"take-and-break: heap {start + int(values.argmin()):,} is rare, or has no word")
        yield heap, values.tolist()


def retrace(stored: StoredValues, stop: int, largest: int) -> Checkpoints:
    """The checkpoints of a search up to a heap, without what it looked for: nothing is checked.

    Args:    stored: all rare heaps are below MOST_STORED. largest: the largest nim-value that there is.
    Raises:  OutOfReach: there are no kernels, or a heap has no word.
    Cost:    a second for about 1.5 * 10**9 heaps where values are below 32.
    """
    stored.extend(MOST_STORED)
    setup = set_up(stored, int(Words(64, stored.space).number(largest)) + 1)
    if setup is None:
        raise OutOfReach(f"take-and-break: no kernels for nim-values as large as {largest}")
    now = SearchState(stored, setup, None)
    room, buffer = setup.room, setup.buffer(SIZE)
    buffer[:room] = now.last
    while now.heaps < stop:
        setup.fill(buffer, room + SIZE)
        if not buffer[room : room + SIZE].min():
            raise OutOfReach(f"take-and-break: a heap from {now.heaps:,} on is rare, or has no word")
        buffer[:room] = buffer[SIZE : SIZE + room].copy()
        now.heaps, now.last = now.heaps + SIZE, buffer[:room]
        now.keep()
    return Checkpoints(now.first, setup.words.bits, tuple(now.snapshots), near(stored), max(stored.far, now.first))
