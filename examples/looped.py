"""The same rule as listed.py, for the compiler: grundy table examples/looped.py --states 100000"""

import grundy


@grundy.rule
def looped(n, *, amounts=(1, 3, 4)):
    """Take 1, 3 or 4 counters."""
    for amount in amounts:
        if amount <= n:
            yield grundy.to(n - amount, take=amount)
