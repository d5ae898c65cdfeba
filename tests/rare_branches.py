"""Rules with a branch that few states take, each with the rule that a reader would see who missed it."""

from __future__ import annotations

RARE = [
    ("if n % 3001 == 2999 and n > 20_000:\n    yield n - 2", ""),
    ("if n == 77_777:\n    yield 5", ""),
    ("for k in (1, 2):\n    if n >= k and n % 4999 == 4000 + k:\n        yield n - k - 1", ""),
    ("if n > 9:\n    yield n - (4 if n % 6007 == 6000 else 3)", "if n > 9:\n    yield n - 3"),
    ("if 40_000 < n <= 40_003:\n    return", ""),
    ("if n > 2 and not (n & 4095 == 4094):\n    yield n - 3", "if n > 2:\n    yield n - 3"),
]
LAST = "\nif n:\n    yield n - 1"
