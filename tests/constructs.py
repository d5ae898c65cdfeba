"""What may be used in a rule, and what can be done with a rule that uses it: each is tried with a small rule.

tests/generated.py puts the table into docs/reference/compiler.md.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from written import body

import grundy
from grundy.compile.kernel import look
from grundy.compile.subset import NotCompiled
from grundy.engines.heap.recognize import recognize
from grundy.errors import GrundyError, OutOfReach
from grundy.model.rule import Rule
from grundy.theorems.reading import reading

CONSTRUCTS = {
    "`yield n - k` in a loop over `range`": "for k in range(1, min(n, 3) + 1):\n    yield n - k",
    "all of `range(1, n + 1)`": "for k in range(1, n + 1):\n    yield n - k",
    "a tuple from outside": "for k in AMOUNTS:\n    if k <= n:\n        yield n - k",
    "`break`": "for k in AMOUNTS:\n    if k > n:\n        break\n    yield n - k",
    "`in` a set from outside": "for k in range(1, n + 1):\n    if k in SQUARES:\n        yield n - k",
    "`return`": "if n < 3:\n    return\nyield n - 3",
    "`n // 2` and `n % 2`": "if n > 0 and n % 2 == 0:\n    yield n // 2\nif n > 0:\n    yield n - 1",
    "a quotient that is not of n": "for k in range(1, n // 3 + 1):\n    yield (n - k) // 2 % 4",
    "`divmod`": "if n > 0:\n    q, r = divmod(n, 3)\n    yield q",
    "a product of variables": "for k in range(1, n + 1):\n    if k * k <= n:\n        yield n - k * k",
    "bits: `n & -n`, `^`": "if n > 0:\n    yield n ^ (n & -n)",
    "`n.bit_count()`": "if n.bit_count() > 1:\n    yield n - 1",
    "`math.isqrt`": "if n > 0:\n    yield n - math.isqrt(n)",
    "`while`": "k = 1\nwhile k <= n:\n    yield n - k\n    k *= 2",
    "`:=`": "if (m := n - 2) >= 0:\n    yield m",
    "`a if b else c`": "if n > 0:\n    yield n - (2 if n > 4 else 1)",
    "`any(…)` of a loop": "if n > 1 and any(n % k == 0 for k in range(2, n)):\n    yield n - 1",
    "a function of yours": "if n > 0:\n    yield half(n)",
    "two heaps: `to(k, n - k)`": "for k in range(1, n // 2 + 1):\n    yield to(k, n - k)",
    "three heaps": "for j in range(1, n):\n    for k in range(j, n - j):\n        yield to(j, k, n - j - k)",
    "as many heaps as there are: `to(*…)`": "if n > 2:\n    yield to(*range(1, n - 1))",
    "labels": "for k in AMOUNTS:\n    if k <= n:\n        yield to(n - k, take=k, how='odd' if k % 2 else f'{k}')",
    "a label that may fail": "if n > 0:\n    yield to(n - 1, share=12 // n)",
    "`raise`": "if n > 10**6:\n    raise ValueError\nif n:\n    yield n - 1",
    "`again`": "if n > 1:\n    yield again(n - 2)\nif n == 1:\n    yield n - 1",
    "a list that grows": "amounts = []\nfor k in (1, 2):\n    amounts.append(k)\nfor k in amounts:\n    if k <= n:\n"
    "        yield n - k",
    "a dict": "steps = {0: 1, 1: 2}\nif n > 1:\n    yield n - steps[n % 2]",
    "`/`, a float": "if n > 0:\n    yield int(n / 2)",
}


def half(n: int) -> int:
    """A function of the user's."""
    return n // 2


def rule_of(text: str) -> Rule:
    """The rule of a construct."""
    return body(text, AMOUNTS=(1, 2, 4), SQUARES=frozenset({1, 4, 9}), half=half)


def _runs(rule: Rule) -> bool:
    return all(list(islice(rule.options(n), 100)) is not None for n in range(8))


def _table(rule: Rule) -> bool:
    return len(grundy.table(rule, 9)) == 9


def _compiled(rule: Rule) -> bool:
    look(rule)
    return True


def _theorem(rule: Rule) -> bool:
    return bool(reading(rule).relation.clauses)


def _period(rule: Rule) -> bool:
    return recognize(rule) is not None


def _printed(rule: Rule) -> bool:
    table = grundy.table(rule, 9)
    return all(table.source(language, moves=True) for language in ("python", "cpp"))


COLUMNS: dict[str, Callable[[Rule], bool]] = {
    "run": _runs,
    "table": _table,
    "compiled": _compiled,
    "theorem": _theorem,
    "period": _period,
    "`--emit --moves`": _printed,
}


def can(rule: Rule, what: Callable[[Rule], bool]) -> bool:
    """Whether something can be done with a rule."""
    try:
        return what(rule)
    except (GrundyError, OutOfReach, NotCompiled):
        return False


def constructs() -> str:
    """A row for each construct, with what can be done with a rule that uses it."""
    lines = [f"| a rule with | {' | '.join(COLUMNS)} |", f"|---|{'---|' * len(COLUMNS)}"]
    for words, text in CONSTRUCTS.items():
        rule = rule_of(text)
        cells = ["yes" if can(rule, what) else "" for what in COLUMNS.values()]
        lines.append(f"| {words} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
