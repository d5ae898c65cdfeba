"""Games as anyone would write them, for rules_speed.py."""

from __future__ import annotations

from grundy.model.rule import rule

AMOUNTS = (1, 3, 4)
RECTANGLES = tuple(
    sum(1 << 5 * r + c for r in range(top, bottom) for c in range(left, right))
    for top in range(5)
    for bottom in range(top + 1, 6)
    for left in range(5)
    for right in range(left + 1, 6)
)


@rule
def chess(row, *, width=20):
    """A piece slides right to the first empty square (bit 0 is the right edge)."""
    free = -1
    for j in range(width):
        if not row >> j & 1:
            free = j
        elif free >= 0:
            yield row ^ 1 << j ^ 1 << free


@rule
def kayles(row, *, width=22):
    """Knock down one pin, or two that stand together."""
    for j in range(width):
        if row >> j & 1:
            yield row ^ 1 << j
            if row >> j + 1 & 1:
                yield row ^ 3 << j


@rule
def rectangle(board):
    """Empty a rectangle whose cells are all full."""
    for mask in RECTANGLES:
        if board & mask == mask:
            yield board ^ mask


@rule
def take_away(n):
    """Take 1, 3 or 4."""
    for k in AMOUNTS:
        if k <= n:
            yield n - k


@rule
def wythoff(a, b):
    """Take any number from one pile, or the same number from both."""
    yield from ((a - k, b) for k in range(1, a + 1))
    yield from ((a, b - k) for k in range(1, b + 1))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


@rule
def queens(a, b):
    """Take up to 39 from one pile, or the same number from both."""
    for k in range(1, 40):
        if k <= a:
            yield a - k, b
        if k <= b:
            yield a, b - k
        if k <= a and k <= b:
            yield a - k, b - k


@rule
def busy(n):
    """Arithmetic alone, and the state 0 at its end."""
    x = n
    for k in range(20000):
        x = (x * 1103515245 + k) % 2147483648
    if n and x % 7:
        yield 0
