"""All nim-values of the first heaps of a code with a sparse space, by its generated kernels."""

from __future__ import annotations

from grundy.engines.heap.octal.sparse import search_state
from grundy.engines.heap.octal.sparse.setup import ALIGNED, room, set_up
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.engines.heap.octal.sparse.words import Words

WORTH = 2**18  # heaps for which kernels are generated
KERNELS = 2**17  # heaps before kernels are generated
CALM = 4  # a rare heap n is followed by n / CALM heaps before kernels are generated
STEPS = 20_000_000  # of the scalar loop between two chunks
WAIT = 2**27  # of its steps at most before kernels are generated again: 2**20 heaps where some hundred are rare


def extend(stored: StoredValues, stop: int) -> None:
    """Make `stored` have at least heaps 0..stop - 1. Raises OutOfReach.

    Cost:    two bytes a heap, and some 20 ns where kernels can be generated.
    """
    while stored.size < stop:
        if stop - stored.size >= WORTH and is_calm(stored) and _by_kernels(stored, stop):
            continue
        stored.extend(min(stop, stored.size + max(1024, STEPS // (len(stored.rares) + 16))))


def _by_kernels(stored: StoredValues, stop: int) -> bool:
    """Go on by kernels up to `stop`, or to a heap that they cannot settle; whether they could be generated."""
    import numpy as np

    from grundy.engines.heap.octal.sparse.kernels import values_of_words

    setup = set_up(stored)
    if setup is None:
        stored.kernels = False
        return False
    now = search_state.SearchState(stored, setup, None)
    room, buffer = setup.room, setup.buffer(search_state.SIZE)
    buffer[:room] = now.last
    table = setup.words.table()
    begin = stored.size
    at = now.first
    if len(stored.values) < stop + search_state.SIZE:
        stored.values = np.concatenate([stored.values[:begin], np.zeros(stop + search_state.SIZE - begin, np.uint16)])
    while at < stop:
        setup.fill(buffer, room + search_state.SIZE)
        unsettled, _, _ = now.check(buffer, at, -1, 0)
        good = at + search_state.SIZE if unsettled is None else unsettled
        if isinstance(setup.words, Words):
            values_of_words(buffer[room : room + good - at], table, 0, stored.values[at:good])
        else:
            stored.values[at:good] = setup.words.to_values(buffer[room : room + good - at], at)
        stored.size = max(min(good, stop), begin)
        stored.note(now.reach, now.far if now.far > now.first else 0)
        if unsettled is not None and unsettled < stop:
            stored.extend(stored.size + 1)  # it is rare, or has a far witness, or a value without a bit
            break
        buffer[:room] = buffer[search_state.SIZE : search_state.SIZE + room].copy()
        at = good
    return True


def is_calm(stored: StoredValues) -> bool:
    """Whether generated kernels are worth their while: no heap of late needed all values."""
    last = max([stored.far, *(int(rare) for rare in stored.rares[-1:])])
    enough = max(KERNELS, room(stored) + 2 * ALIGNED)
    worth = stored.size >= enough and stored.size * (len(stored.rares) + 16) >= STEPS
    return stored.kernels and worth and stored.size - last >= min(last // CALM, WAIT // (len(stored.rares) + 16))
