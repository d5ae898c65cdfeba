"""What may be used in a rule, and what can be done with a rule that uses it: each is tried with a small rule.

tests/generated.py puts the table into docs/reference/compiler.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from keyword import iskeyword, issoftkeyword
from typing import Any

from written import body

import grundy
from grundy.compile.kernel import look
from grundy.compile.subset import NotCompiled
from grundy.engines.heap.recognize import recognize
from grundy.errors import GrundyError, OutOfReach
from grundy.model.rule import Rule
from grundy.reading.functions import INSTEAD_OF
from grundy.reading.source import NAMED
from grundy.reading.writing import INSTEAD
from grundy.theorems.reading import reading
from grundy.theorems.solver import solver

CONSTRUCTS: dict[str, dict[str, str]] = {
    "States": {
        "a whole number": "if n:\n    yield n - 1",
        "several whole numbers: `def game(a, b)`": "if a:\n    yield a - 1, b\nif b:\n    yield a, b - 1",
        "a keyword parameter: `def game(n, *, most=3)`": "for k in range(1, min(n, most) + 1):\n    yield n - k",
    },
    "Loops": {
        "`for k in range(…)`, up or down": "for k in range(min(n, 3), 0, -1):\n    yield n - k",
        "all of `range(1, n + 1)`; `yield from range(n)`": "yield from range(n)",
        "a tuple: `for k in (1, 2)`": "for k in (1, 2):\n    if k <= n:\n        yield n - k",
        "a set: `for k in {1, 2}`": "for k in {1, 2}:\n    if k <= n:\n        yield n - k",
        "a tuple or list from outside": "for k in AMOUNTS:\n    if k <= n:\n        yield n - k",
        "rows from outside: `for low, high in ROWS`": (
            "for low, high in ROWS:\n    if low <= n <= high:\n        yield n - low"
        ),
        "`break` and `continue`": (
            "for k in AMOUNTS:\n    if k > n:\n        break\n    if k == 2:\n        continue\n    yield n - k"
        ),
        "`else` after a loop": "for k in (1, 2):\n    if k > n:\n        break\n    yield n - k\nelse:\n    yield 0",
        "`while`": "k = 1\nwhile k <= n:\n    yield n - k\n    k *= 2",
        "`enumerate`, `zip`, `reversed`, `iter`": (
            "for i, k in enumerate(AMOUNTS):\n    if i + k <= n:\n        yield n - k - i\n"
            "for k in reversed(AMOUNTS):\n    if k <= n:\n        yield n - k"
        ),
        "a list comprehension that cannot fail": "yield from [n - k for k in AMOUNTS if k <= n]",
    },
    "Numbers": {
        "`+`, `-`, and `*` with a constant": "if n > 3:\n    yield n - 1\nif 2 * n > 9:\n    yield n - 3",
        "`n % 3` with a constant": "if n and n % 3 != 1:\n    yield n - 1",
        "`n // 2` with a constant": "if n > 0:\n    yield n // 2",
        "a quotient that is not of n": "for k in range(1, n // 3 + 1):\n    yield (n - k) // 2 % 4",
        "`divmod`": "if n > 0:\n    q, r = divmod(n, 3)\n    yield q",
        "a product of variables": "for k in range(1, n + 1):\n    if k * k <= n:\n        yield n - k * k",
        "a division by a variable": "for k in range(2, n):\n    if n % k == 0:\n        yield n - k",
        "`**` with a constant exponent up to 8, or the base 2": "if n > 1 and n**2 > 9:\n    yield n - 2",
        "bits: `& \\| ^ ~ << >>`": "if n > 0:\n    yield n ^ (n & -n)",
        "comparisons, chained ones too; `and`, `or`, `not`": "if 2 < n <= 9 or not n < 20:\n    yield n - 3",
        "`in` and `not in` with a few numbers or a `range`": "if n in (3, 5, 7) or n in range(9, 20):\n    yield n - 1",
        "`in` a tuple, list or set from outside": (
            "for k in range(1, n + 1):\n    if k in SQUARES:\n        yield n - k"
        ),
        "`a if b else c`": "if n > 0:\n    yield n - (2 if n > 4 else 1)",
        "`:=`": "if (m := n - 2) >= 0:\n    yield m",
        "an item: `AMOUNTS[2]`": "if n >= 4:\n    yield n - AMOUNTS[2]",
        "an item at a variable place: `AMOUNTS[n % 3]`": "if n >= 4:\n    yield n - AMOUNTS[n % 3]",
    },
    "Statements": {
        "assignments, also of several names": (
            "a, b = n - 1, n - 3\na += 0\nif a >= 0:\n    yield a\nif b >= 0:\n    yield b"
        ),
        "`if`, `elif`, `else`, `pass`": "if n > 4:\n    yield n - 4\nelif n > 2:\n    yield n - 1\nelse:\n    pass",
        "`return`": "if n < 3:\n    return\nyield n - 3",
        "`raise`, `assert`": "if n > 10**6:\n    raise ValueError\nif n:\n    yield n - 1",
        "`try` where each `except` does nothing but raise": (
            "try:\n    k = AMOUNTS[n % 3]\nexcept IndexError:\n    raise ValueError\nif k <= n:\n    yield n - k"
        ),
    },
    "Options": {
        "a list that is returned": "return [n - k for k in AMOUNTS if k <= n]",
        "no heap is left: `to()`": "if n in (1, 2):\n    yield to()\nif n > 2:\n    yield n - 2",
        "two heaps: `to(k, n - k)`": "for k in range(1, n // 2 + 1):\n    yield to(k, n - k)",
        "three heaps": "for j in range(1, n):\n    for k in range(j, n - j):\n        yield to(j, k, n - j - k)",
        "as many heaps as there are: `to(*…)`": "if n > 2:\n    yield to(*range(1, n - 1))",
        "labels: a name of a number, a number, constant text, tuples of these": (
            "for k in AMOUNTS:\n    if k <= n:\n        yield to(n - k, take=k, how='down')"
        ),
        "labels: conditions, text made of numbers, `str(k)`": (
            "for k in AMOUNTS:\n    if k <= n:\n        yield to(n - k, odd=k % 2 == 1, how=f'{k}' + str(k))"
        ),
        "a label that may fail": "if n > 0:\n    yield to(n - 1, share=12 // n)",
        "`again`, `answer`": "if n > 1:\n    yield again(n - 2)\nif n == 1:\n    yield n - 1",
    },
    "Calls": {
        "`min`, `max`, `abs` of numbers": "if n > 1:\n    yield max(n - 3, 0)\n    yield min(n - 1, abs(n - 4))",
        "`len`, `int`, `bool`": "if bool(n):\n    yield n - int(n > len(AMOUNTS)) - 1 if n > 1 else 0",
        "`pow`": "if n > 0:\n    yield pow(n, 2) % n",
        "`math.gcd`, `math.lcm`": "for k in range(1, n):\n    if math.gcd(n, k) == 1:\n        yield n - k",
        "`math.isqrt`": "if n > 0:\n    yield n - math.isqrt(n)",
        '`n.bit_count()`, `n.bit_length()`, `bin(n).count("1")`': "if n.bit_count() > 1:\n    yield n - 1",
        "`any`, `all` with a generator expression over a range": (
            "if n and all(2 * k != n for k in range(n)):\n    yield n - 1"
        ),
        "`sum`, `min`, `max` with a generator expression": (
            "count = sum(1 for k in AMOUNTS if k <= n)\nif count:\n    yield n - count"
        ),
        "`sorted`, `tuple`, `list`, `set`, `frozenset` of a few numbers": (
            "for k in sorted((n % 2 + 1, 3)):\n    if k <= n:\n        yield n - k"
        ),
        "a function of yours, on whole numbers": "if n > 0:\n    yield half(n)",
        "a generator of yours after `yield from`": "yield from lower(n)",
    },
    "All else runs as it is": {
        "a list that grows": (
            "amounts = []\nfor k in (1, 2):\n    amounts.append(k)\n"
            "for k in amounts:\n    if k <= n:\n        yield n - k"
        ),
        "a set of numbers that vary, a dict that is made in the rule": (
            "steps = {0: 1, 1: 2}\nif n > 1:\n    yield n - steps[n % 2]"
        ),
        "`/`, a float": "if n > 0:\n    yield int(n / 2)",
        "a function of yours that calls itself": "if n > 0:\n    yield n - 1 - ones(n) % 2 if n > 1 else 0",
    },
}
ARGUMENTS = {"def game(a, b)": "a, b", "def game(n, *, most=3)": "n, *, most=3"}


def half(n: int) -> int:
    """A function of the user's."""
    return n // 2


def lower(n: int) -> Iterator[int]:
    """A generator of the user's."""
    yield from range(n // 2)


def ones(n: int) -> int:
    """A function that calls itself."""
    return n % 2 + ones(n // 2) if n else 0


def rule_of(words: str, text: str) -> Rule:
    """The rule of a construct."""
    arguments = next((names for signature, names in ARGUMENTS.items() if signature in words), "n")
    outside = {"AMOUNTS": (1, 2, 4), "SQUARES": frozenset({1, 4, 9}), "ROWS": ((1, 5), (3, 9))}
    return body(text, arguments, **outside, half=half, lower=lower, ones=ones)


def _runs(rule: Rule) -> bool:
    states = range(8) if rule.arity == 1 else product(range(4), repeat=2)
    return all(list(islice(rule.options(state), 100)) is not None for state in states)


def _tabled(rule: Rule) -> Any:
    return grundy.table(rule, 9) if rule.arity == 1 else grundy.table(rule, box=(4, 4))


def _table(rule: Rule) -> bool:
    return bool(len(_tabled(rule)))


def _compiled(rule: Rule) -> bool:
    look(rule)
    return True


def _theorem(rule: Rule) -> bool:
    return bool(reading(rule).relation.clauses)


def _period(rule: Rule) -> bool:
    return recognize(rule, solver) is not None


def _printed(rule: Rule) -> bool:
    return all(_tabled(rule).source_code(language, moves=True) for language in ("python", "cpp"))


COLUMNS: dict[str, Callable[[Rule], bool]] = {
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
    for kind, rows in CONSTRUCTS.items():
        lines.append(f"| **{kind}** |{' |' * len(COLUMNS)}")
        for words, text in rows.items():
            rule = rule_of(words, text)
            assert _runs(rule) and _table(rule), words  # the page says it of all
            cells = ["yes" if can(rule, what) else "" for what in COLUMNS.values()]
            lines.append(f"| {words} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def instead() -> str:
    """A row for each construct that is read nowhere, or not everywhere, with what the refusal says to write."""
    told: dict[str, list[str]] = {}
    for kind, why in INSTEAD.items():
        name = NAMED[kind]
        words = f"`{name}`" if all(map(_is_code, name.split())) else name
        told.setdefault(why.removeprefix("write "), []).append(words)
    for function in (set, frozenset, dict, reversed, zip, enumerate, iter, map, filter, next, str, repr, format):
        words = f"`{function.__name__}(…)`"
        told.setdefault(INSTEAD_OF[id(function)].removeprefix("write "), []).append(words)
    rows = [f"| {', '.join(dict.fromkeys(words))} | {why} |" for why, words in told.items()]
    return "\n".join(["| not read | instead |", "|---|---|", *rows]) + "\n"


def _is_code(word: str) -> bool:
    return iskeyword(word) or issoftkeyword(word) or not word.isalpha()
