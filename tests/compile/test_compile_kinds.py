"""Constructs of every kind that the compiler has: each rule is compiled, and its table is that of the rule as it is."""

from __future__ import annotations

from collections import namedtuple

import pytest
from compiled_rules import answer, body, table

from grundy.compile.kernel import look

Pair = namedtuple("Pair", "a b")


class Own(Exception):
    """An error of the file's own."""


OUTSIDE = {
    "R": range(1, 9), "NT": Pair(1, 2), "NTS": (Pair(1, 2), Pair(3, 4)), "NAMES": ("one", "two", "three"), "Own": Own,
    "ROWS": ((1, 2), (3,)), "PAIRS": ((1, 2), (3, 4)), "LIST": [1, 2, 3], "RR": (range(3), range(4)), "B": True,
    "ROWB": (True, 2), "EMPTY": (), "FS": frozenset((1, 2)),
}  # fmt: skip
RULES = [
    "x = R[n % 8]\nyield x",
    "for k in R:\n    if k <= n: yield n - k",
    "if n >= NT[0]: yield n - NT[n % 2]",
    "for k in NT:\n    if k <= n: yield n - k",
    "for a, b in NTS:\n    if a <= n: yield n - a",
    "if n: yield to(n - 1, how=NAMES[n % 3])",
    'if n: yield to(n - 1, how=f"{n:b}")',
    'if n: yield to(n - 1, how=str(n) + "!")',
    'if n: yield to(n - 1, how="a" if n > 3 else None)',
    'if n: yield to(n - 1, how=f"{n!r}")',
    "if n: yield to(n - 1, how=NAMES)",
    "if n: yield to(n - 1, how=divmod(n, 3))",
    'if n < 0: raise Own("x")\nif n: yield n - 1',
    'if n < 0: raise ValueError(f"{n!r} bad", n)\nif n: yield n - 1',
    'if n < 0: raise ValueError("a %d" % n)\nif n: yield n - 1',
    "won = 0\nfor k in (1, 2):\n    if n > k: won = n % k == 0\nif won: yield n - 1",
    "k = 0\nwhile 2 ** k <= n:\n    yield n - 2 ** k\n    k += 1",
    "if n: yield 2 ** n % n",
    "if n and n in FS: yield 0",
    "for x in ROWB:\n    if n > x: yield n - x",
    "for i in range(len(ROWS)):\n    for x in ROWS[i]:\n        if x <= n: yield n - x",
    "for i, (a, b) in enumerate(PAIRS):\n    if a + i <= n: yield n - a - i",
    "if n: yield n - 1 if n % 2 else n // 2",
    "if n: yield (n - 1, )[0]",
    "m = n\nm, k = m // 2, m % 2\nif n: yield m",
    "if n:\n    (a, b) = divmod(n, 3)\n    yield a",
    'try:\n    if n: yield n - 1\nexcept Exception as e:\n    raise ValueError("x") from e',
    "try:\n    if n: yield n - 1\nexcept Own:\n    raise",
    "if n: yield int(n > 3)",
    "if n: yield +(n > 3)",
    "if n: yield (n > 3) * 1",
    "x = y = 0\nif n: yield x",
    "for k in range(n, 0, -1): yield k - 1",
    "for k in range(0, n, B): yield k",
    "global_ = max(LIST)\nif n > global_: yield n - global_",
    "if n > sum(LIST): yield 0",
    "if n and n not in (1, n // 2, 3): yield 0",
    "if n > 1 in (1, 2): yield 0",
    "if n: yield n - 1; yield n - 1",
    "s: int\ns = n\nif s: yield s - 1",
    "for k in EMPTY: yield k",
    "if n: yield abs(n - 3) % n",
    '"doc"\n...\nif n: yield n - 1',
    "if n: yield n.bit_length() % n",
    "if n: yield min([n - 1, n // 2])",
    "if n: yield max(LIST) % n",
    "if n > 3: yield LIST[-1]",
    "if n > 3: yield len(ROWS[n % 2])",
    "if n: yield from ((n - k) for k in LIST if k <= n if k % 2)",
    "x = 3 if n > 5 else n > 2\nif x: yield n - 1",
    "a = b = n\na += b\nif n: yield a % n",
]


@pytest.mark.parametrize("text", RULES)
def test_a_rule_of_each_kind_is_compiled(text: str) -> None:
    game = body(text, **OUTSIDE)
    assert look(game)
    plain = answer(lambda: table(game, 40, compiled=False))
    assert answer(lambda: table(game, 40)) == plain
