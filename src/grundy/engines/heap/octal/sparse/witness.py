"""Which witnesses to ask first: pairs with one small heap, chosen by what they show for heaps that are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heapreplace
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.emit import Lag
from grundy.engines.heap.octal.sparse.words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALL = 800  # small heaps that are tried as one half of a pair
SAMPLES = ((2_048, 32), (8_192, 80), (32_768, 160))  # heaps looked at, and witnesses chosen by them in all
STAGES = (32, 64)  # witnesses up to which a stage goes; the last has the others


def stages(words: Words, w: NDArray[Any], takes: Sequence[int], singles: Sequence[int]) -> list[list[Lag]]:
    """The witnesses that settle most heaps, as lags with constants, in stages.

    Args:    w: the words of heaps 0, 1, 2, ... takes: what may be taken with a split.
             singles: what may be taken to leave one heap whose value is a rare one.
    Method:  the witness that shows most of what is missing, again and again; what one shows only grows less, so an
             old count is a bound and few are counted anew (Minoux 1978).
    """
    import numpy as np

    wide = w.astype(np.uint64)
    numbers = np.bitwise_count(np.maximum(wide, np.uint64(1)) - np.uint64(1)).astype(np.uint64)
    required = np.array([[words.required(number, heap) for number in range(words.bits)] for heap in (0, 1)], np.uint64)
    pairs = {(a + take, int(numbers[a])) for a in range(1, min(SMALL, len(w) // 4)) if w[a] for take in takes}
    chosen: list[Lag] = []
    for size, count in SAMPLES:
        heaps = np.arange(max(len(w) // 2, len(w) - size), len(w))
        missing = required[heaps & 1, numbers[heaps].astype(np.int64)]
        for take in singles:
            missing &= ~wide[heaps - take]
        shows = _shower(wide, numbers)
        for one in chosen:
            missing &= ~shows(one, heaps)
        heaps, missing = heaps[missing != 0], missing[missing != 0]
        open_pairs = [(-(10**9), *pair) for pair in sorted(pairs - set(chosen))]
        heapify(open_pairs)
        while open_pairs and len(chosen) < count and len(heaps):
            _, lag, constant = open_pairs[0]
            new = -int(np.bitwise_count(missing & shows((lag, constant), heaps)).sum())
            if len(open_pairs) > 1 and new > min(open_pairs[1:3])[0]:
                heapreplace(open_pairs, (new, lag, constant))
                continue
            heappop(open_pairs)
            if not new:
                break
            chosen.append((lag, constant))
            missing &= ~shows((lag, constant), heaps)
            heaps, missing = heaps[missing != 0], missing[missing != 0]
    parts = [chosen[start:stop] for start, stop in zip((0, *STAGES), (*STAGES, len(chosen)), strict=True)]
    return [part for number, part in enumerate(parts) if part or not number]


def _shower(wide: Any, numbers: Any) -> Callable[[Lag, Any], Any]:
    import numpy as np

    def shows(lag: Lag, heaps: Any) -> Any:
        back = heaps - lag[0]
        return np.where(wide[back] != 0, np.uint64(1) << (numbers[back] ^ np.uint64(lag[1])), np.uint64(0))

    return shows
