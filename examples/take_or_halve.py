"""A rule of your own: grundy solve examples/take_or_halve.py 6"""

import grundy


@grundy.rule
def take_or_halve(n):
    """Take one counter, or split an even heap into two equal heaps."""
    if n >= 1:
        yield grundy.to(n - 1, take=1)
    if n >= 2 and n % 2 == 0:
        yield grundy.to(n // 2, n // 2, split=2)
