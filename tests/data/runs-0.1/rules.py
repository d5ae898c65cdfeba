"""Rules of the runs beside this file."""

import grundy


@grundy.rule
def split(n):
    """Split a heap into two of different sizes: Grundy's game."""
    for left in range(1, (n + 1) // 2):
        yield grundy.to(left, n - left)


@grundy.rule
def take(n):
    """Take 1, 3 or 4."""
    options = [n - amount for amount in (1, 3, 4) if amount <= n]
    yield from options


@grundy.rule(canonical=lambda piles: tuple(sorted(piles)))
def piles(state):
    """Nim."""
    for i, n in enumerate(state):
        for k in range(1, n + 1):
            yield (*state[:i], n - k, *state[i + 1 :])
