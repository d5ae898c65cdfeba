"""The values before heaps far out, computed again from where a long search came by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grundy.engines.heap.octal.sparse.search_state import SIZE, SearchState
from grundy.engines.heap.octal.sparse.setup import near, set_up
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.engines.heap.octal.sparse.words import Words
from grundy.errors import OutOfReach
from grundy.model.period import Checkpoints

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
        known = max(0, min(now.first, heap) - start)
        values[:known] = stored.values[start : start + known]
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
