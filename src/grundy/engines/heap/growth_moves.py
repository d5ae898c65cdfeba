"""Some moves from a large heap of a code whose values grow to a smaller value: where its proof sees that they are.

What such a move leaves is one heap; or two, one of them small; or three, two of them small, or two of them nearly
alike and the third of about the value that is to be left (proof/FORMAT.md, "Values that grow where a move leaves three
heaps").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grundy.model.option import Labels
from grundy.model.period import Repetition
from grundy.model.shapes import Digits

MOST_FOUND = 100
WIDEST = 400  # heaps on either side that are looked at


def some_moves(
    shape: Digits, heap: int, target: int, value: Callable[[int], int], found: Repetition
) -> tuple[Labels, ...]:
    """Up to MOST_FOUND moves from a heap to positions of a nim-value, in the order of their labels.

    >>> some_moves(Digits((0, 8)), 10**18, 0, lambda n: max(0, n - 1) // 3, Repetition(3, 1, 1))[0]
    (('take', 1), ('leave', (1, 499999999999999999, 499999999999999999)))
    """
    seen = set[tuple[int, tuple[int, ...]]]()
    for take, leave in _looked_at(shape, heap, target, found):
        if min(leave) < 1:  # a heap of that value is larger
            continue
        total = 0
        for size in leave:
            total ^= value(size)
        if total == target:
            seen.add((take, tuple(sorted(leave))))
            if len(seen) == MOST_FOUND:
                break
    return tuple((("take", take), ("leave", leave)) for take, leave in sorted(seen))


def _looked_at(shape: Digits, heap: int, target: int, found: Repetition) -> Iterator[tuple[int, tuple[int, ...]]]:
    wide = min(max(found.preperiod, 1) + 2 * found.period, WIDEST)
    about = target // found.saltus * found.period  # a heap of that value is not far
    thirds = sorted({*range(1, wide + 1), *range(max(1, about - wide), about + found.preperiod + wide + 1)})
    for take, digit in enumerate(shape.digits):
        left = heap - take
        if digit & 2:
            yield take, (left,)
        if digit & 4:
            yield from ((take, (small, left - small)) for small in range(1, wide + 1))
            yield from ((take, (left // 2 - more, left - left // 2 + more)) for more in range(wide))
        if digit & 8:
            for third in thirds:
                rest = left - third
                yield from ((take, (third, rest // 2 - more, rest - rest // 2 + more)) for more in range(wide))
            for small in range(1, wide + 1):
                yield from ((take, (small, other, left - small - other)) for other in range(small, wide + 1))
