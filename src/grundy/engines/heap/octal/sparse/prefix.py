"""All nim-values of the first heaps of a code with a sparse space, by its generated kernels."""

from __future__ import annotations

from grundy.engines.heap.octal.sparse import fast
from grundy.engines.heap.octal.sparse.setup import ALIGNED, room, set_up
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.engines.heap.octal.sparse.words import Words

WORTH = 2**18  # heaps for which kernels are generated
KERNELS = 2**17  # heaps before kernels are generated
CALM = 4  # a rare heap n is followed by n / CALM heaps before kernels are generated
STEPS = 20_000_000  # of the scalar loop between two chunks


def extend(held: StoredValues, stop: int) -> None:
    """Make `held` have at least heaps 0..stop - 1. Raises OutOfReach.

    Cost:    two bytes a heap, and some 20 ns where kernels can be generated.
    """
    while held.size < stop:
        if stop - held.size >= WORTH and is_calm(held) and _by_kernels(held, stop):
            continue
        held.extend(min(stop, held.size + max(1024, STEPS // (len(held.rares) + 16))))


def _by_kernels(held: StoredValues, stop: int) -> bool:
    """Go on by kernels up to `stop`, or to a heap that they cannot settle; whether they could be generated."""
    import numpy as np

    from grundy.engines.heap.octal.sparse.kernels import values_of_words

    setup = set_up(held)
    if setup is None:
        held.kernels = False
        return False
    now = fast.Fast(held, setup, None)
    room, buffer = setup.room, setup.buffer(fast.SIZE)
    buffer[:room] = now.last
    table = setup.words.table()
    begin = held.size
    at = now.first
    if len(held.values) < stop + fast.SIZE:
        held.values = np.concatenate([held.values[:begin], np.zeros(stop + fast.SIZE - begin, np.uint16)])
    while at < stop:
        setup.fill(buffer, room + fast.SIZE)
        unsettled, _, _ = now.check(buffer, at, -1, 0)
        good = at + fast.SIZE if unsettled is None else unsettled
        if isinstance(setup.words, Words):
            values_of_words(buffer[room : room + good - at], table, 0, held.values[at:good])
        else:
            held.values[at:good] = setup.words.to_values(buffer[room : room + good - at], at)
        held.size = max(good, begin)
        if unsettled is not None:
            held.extend(held.size + 1)  # it is rare, or has a far witness, or a value without a bit
            break
        buffer[:room] = buffer[fast.SIZE : fast.SIZE + room].copy()
        at = good
    return True


def is_calm(held: StoredValues) -> bool:
    """Whether generated kernels are worth their while: no heap of late needed all values."""
    last = max([held.far, *(int(rare) for rare in held.rares[-1:])])
    enough = max(KERNELS, room(held) + 2 * ALIGNED)
    worth = held.size >= enough and held.size * (len(held.rares) + 16) >= STEPS
    return held.kernels and worth and held.size - last >= min(last // CALM, 2**20)
