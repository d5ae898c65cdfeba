"""Loops and statements that are compiled: the same as Python's, at the limits of 64 bits and with every way out."""

from __future__ import annotations

from itertools import product

import pytest
from trials.machine import NAMES, machine_of

from grundy.compile.emit import OVERFLOW, PYTHON
from grundy.compile.interval import MAX, MIN

HERE = "r = r * 7 + {0} & 65535"
SMALL = ((0, 9), (-9, 9), (3, 3), (-2, -2))
WHOLE = (*SMALL, (MIN, MAX))
RANGES = ("range(a)", "range(a, b)", "range(a, b, 2)", "range(a, b, 3)", "range(a, b, -1)", "range(b, a, -2)",
          "range(7, a, -3)", "range(-5, b, 4)", "range(0, 9, 4)", "range(9, 0, -4)", "range(5, 5)", "range(a, a + 70)",
          "reversed(range(a))", "reversed(range(a, b))", "reversed(range(3))", "ROW", "(a, b, 7, a)", "[a + b]",
          "ROWS[a]", "RAGGED[a]")  # fmt: skip
PAIRS = ("ROWS", "((a, b), (b, 3))", "enumerate(ROW)", "enumerate((b, a))")
PROGRAMS = (
    "r = 0\nwhile r < a:\n    r += b * b + 1",
    "r = 100\nwhile True:\n    r -= 3\n    if r < a: break",
    "r = a\nwhile r > 0:\n    r -= 2\n    if r == b: break\nelse:\n    r = r - 50",
    "r = k = 0\nwhile k < 6:\n    k += 1\n    if k % 2 == (a & 1): continue\n    r = r * 10 + k",
    "r = 0\nfor i in range(3):\n    for j in range(i, b):\n        if j == a: break\n        r = r * 5 + i + j & 4095\n"
    "    else:\n        r += 1000\n    r += 7",
    "r = 0\nfor i in range(9):\n    if i == a: continue\n    if i > b: break\n    r = r * 3 + i\nelse:\n    r = -r",
    "q, s = divmod(a, 4)\nr = q * 100 + s", "r, s = a, b\nr, s = s, r\nr = r * 3 - s", "r: int = b",
    "r = a\nif a < b: r = b - a\nelif a == b: pass\nelse: r -= b", "r = 1\nr <<= 3\nr |= a\nr ^= b\nr //= 2\nr %= 11",
    "r = s = a\nr += s", "r = (k := a + 1) * k", "r = a if (k := b) > 0 else -k",
    "r = 0\nif a < 3 <= (k := b) < 8: r = k\nelse: r = -1",
    "k = a\nr = sum(k * i for k in range(3) for i in range(k) if i != b) + k",
    "r = any(k == a for k in ROW) + 2 * all(x < b for x, y in ROWS if y != a)", "r = 5\nfor r in range(a): pass",
    "r = sum(x * y for x, y in ROWS) + sum(i for i in range(a, b))", "r = max(ROW) + a",
    "r = 0\nfor i in range(a, b):\n    for j in range(2):\n        r += i * j\n    i = 50\n    r += i",
    "i = 7\nfor i in range(a): pass\nr = i", "r = 0\nfor i in range(b, 17592186044416, 1099511627776): r += 1",
)  # fmt: skip
LIMITS = (  # what runs up to the last word, or over it
    ("r = 0\nfor i in range(a, b): r += i & 3", (MAX - 3, MAX), (MAX - 2, MAX)),
    ("r = 0\nfor i in range(b, a, -1): r += i & 3", (MIN, MIN + 3), (MIN, MIN + 2)),
    ("r = 0\nfor i in range(a, b, 3): r += i & 3", (MAX - 7, MAX), (MAX - 6, MAX)),
    ("r = 0\nfor i in range(b, a, -3): r += i & 3", (MIN, MIN + 7), (MIN, MIN + 6)),
    ("r = 0\nfor i in range(a, b, 1099511627776): r += 1", (MAX - 2**42, MAX), (MAX - 9, MAX)),
    ("r = a\nfor i in range(b, 6): r += 1", (MAX - 5, MAX), (0, 6)),
    ("r = a\nwhile r > b: r -= 1", (MIN, MIN + 5), (MIN, MIN + 4)),
    ("r = 0\nfor i in reversed(range(a, b)): r += i & 3", (MIN, MIN + 3), (MIN, MIN + 4)),
)


def python(text: str, a: int, b: int) -> tuple[int, int | None]:
    """What Python says: 0 and r, or why the machine has to stop."""
    scope = {**NAMES, "a": a, "b": b}
    try:
        exec(text, scope)
    except (ZeroDivisionError, ValueError, IndexError):
        return PYTHON, None
    return (0, int(scope["r"])) if MIN <= scope["r"] <= MAX else (OVERFLOW, None)


def same(cases: list[tuple[str, tuple[int, int], tuple[int, int]]], over: tuple[str, ...] = ()) -> None:
    """What the machine does is what Python does; texts of `over` may leave 64 bits on the way."""
    call, spans = machine_of(cases)
    for number, (text, first, second) in enumerate(cases):
        for a, b in product(some_of(*first), some_of(*second)):
            code, value = python(text, a, b)
            got, r = call(number, a, b)
            if got == OVERFLOW and text in over:
                continue
            assert (got, r if got == 0 else None) == (code, value), (text, a, b, first, second)
            if got == 0:
                assert spans[number].lo <= r <= spans[number].hi, (text, a, b, spans[number])


def some_of(lo: int, hi: int) -> range | tuple[int, ...]:
    """All numbers of a short span, those near 0 of all numbers, the ends of any other."""
    if hi - lo < 24:
        return range(lo, hi + 1)
    return range(-8, 9) if (lo, hi) == (MIN, MAX) else (lo, lo + 1, hi - 1, hi)


@pytest.mark.parametrize("items", RANGES)
def test_a_loop_is_pythons(items: str) -> None:
    texts = [f"r = 1\nfor x in {items}:\n    {HERE.format('x')}"]
    texts.append(f"r = 1\nfor x in {items}:\n    if x == 3: continue\n    if x > 6: break\n    {HERE.format('x')}\n"
                 "else:\n    r = -r")  # fmt: skip
    spans = WHOLE[:4] if "70" in items else WHOLE
    whole = [both for both in product(spans, spans) if (MIN, MAX) not in both or not items.startswith("range(a, a")]
    same([(text, *both) for text in texts for both in whole[:: 2 if len(whole) > 16 else 1]])


@pytest.mark.parametrize("items", PAIRS)
def test_a_loop_over_pairs_is_pythons(items: str) -> None:
    text = f"r = 1\nfor x, y in {items}:\n    if x == 3: continue\n    {HERE.format('x + 3 * y')}\n    if y == 9: break"
    same([(text, *both) for both in product(SMALL, SMALL)])


@pytest.mark.parametrize("text", PROGRAMS)
def test_statements_are_pythons(text: str) -> None:
    same([(text, *both) for both in product(SMALL, SMALL)])


@pytest.mark.parametrize("number", range(len(LIMITS)))
def test_a_loop_ends_at_the_last_word(number: int) -> None:
    text, *spans = LIMITS[number]
    by_more = ", 3)" in text or ", -3)" in text or "1099511627776" in text or "reversed" in text
    same([(text, *spans)], (text,) if by_more else ())  # type: ignore[list-item]
