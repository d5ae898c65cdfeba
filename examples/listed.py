"""A rule that the compiler refuses: grundy table examples/listed.py --states 100000"""

import grundy


@grundy.rule
def listed(n, *, amounts=(1, 3, 4)):
    """Take 1, 3 or 4 counters."""
    options = [n - amount for amount in amounts if amount <= n]
    yield from options
