"""Every operation on numbers that is compiled, at the limits of 64 bits and of what is known of each number."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from compiled_rules import body
from trials.machine import NAMES, machine_of

from grundy.compile import interval, machine
from grundy.compile.emit import OVERFLOW, PYTHON
from grundy.compile.interval import MAX, MIN, Interval
from grundy.compile.keep import Way
from grundy.compile.kernel import assembly

CORNERS = (
    *(MIN, MIN + 1, -(2**62), -(2**32), -65, -64, -63, -9, -8, -7, -2, -1, 0, 1, 2, 3, 7, 8, 9, 31, 32, 61, 62, 63, 64),
    *(65, 127, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**61 + 1, 2**62 - 1, 2**62, 2**62 + 1, MAX - 1, MAX),
)
SPANS = ((MIN, MAX), (0, 2**31 - 1), (-9, 9), (0, 63), (1, 3), (-(2**31), -1), (2**62, MAX), (-3, 64), (MIN, 0), (8, 8))
BINARY = (
    *("a + b", "a - b", "a * b", "a // b", "a % b", "a & b", "a | b", "a ^ b", "a << b", "a >> b", "min(a, b)"),
    *("max(a, b)", "max(a, 3, b)", "math.gcd(a, b)", "a < b", "a <= b", "a > b", "a >= b", "a == b", "a != b"),
    *("a and b", "a or b", "a if a < b else b", "(a > b) + 2 * (a < b <= 8)", "a in (b, 7, -1)", "a not in range(b)"),
    *("a in range(-2, b, 3)", "a not in range(b, -5, -3)", "b in range(-9223372036854775808, a, 1099511627776)"),
    *("a in range(-2, b)", "(not a) - (not b)", "sum(k for k in range(3) if k != b)", "all(k < b for k in ROW)"),
    *(
        "any(k == a for k in range(2, 9))",
        "math.lcm(a, b)",
        "1 if a < 3 and b < 3 else 0",
        "1 if a < 3 or not b < 3 else 2",
    ),
)
UNARY = (
    *("-a", "+a", "~a", "abs(a)", "a ** 0", "a ** 2", "a ** 3", "2 ** a", "1 << a", "pow(a, 2)", "(a).bit_count()"),
    *("(a).bit_length()", "bin(a).count('1')", "math.isqrt(a)", "bool(a)", "int(a)", "not a", "ROW[a]", "ROWS[a][1]"),
    *("ROWS[1][a]", "RAGGED[a][0]", "len(RAGGED[a])", "max(ROW) - a", "min(ROW) - (a & 1)", "a in ROW"),
)


def truth(text: str, a: int, b: int) -> tuple[int, int | None]:
    """What Python says: 0 and the value, or why the machine has to stop."""
    if ("<< b" in text and b > 200) or (text in ("2 ** a", "1 << a") and a > 200):
        return (0, 0) if text == "a << b" and a == 0 else (OVERFLOW, None)
    if text == "2 ** a" and a < 0:
        return PYTHON, None
    try:
        number = int(eval(text, {**NAMES, "a": a, "b": b}))
    except (ZeroDivisionError, ValueError, IndexError):
        return PYTHON, None
    return (0, number) if MIN <= number <= MAX else (OVERFLOW, None)


def refused(text: str, a: int, b: int) -> bool:
    """What the machine may say is beyond 64 bits though the value is not: something on the way is."""
    if "isqrt" in text:
        return a >= 2**62
    if text == "a % b":
        return a == MIN and b == -1
    return MIN in (a, b) and any(word in text for word in ("abs", "gcd", "lcm", "bit_", "bin"))


@pytest.mark.parametrize("text", [*BINARY, *UNARY])
def test_an_operation_is_pythons(text: str) -> None:
    """At the corners of what is known of its numbers and of what a word holds; refused where it leaves that."""
    one = [(span, (0, 0)) for span in SPANS if text != "2 ** a" or span[0] >= 0]
    two = [(SPANS[i], SPANS[(i * k + 3 * k) % len(SPANS)]) for k in (1, 3, 7) for i in range(len(SPANS))]
    cases = [(text, *both) for both in (two if text in BINARY else one)]
    call, spans = machine_of(cases)
    for number, (_, first, second) in enumerate(cases):
        some = [sorted({one for one in (*CORNERS, *span) if span[0] <= one <= span[1]}) for span in (first, second)]
        for a, b in product(*some):
            code, worth = truth(text, a, b)
            got, result = call(number, a, b)
            if got == OVERFLOW != code and refused(text, a, b):
                continue
            assert (got, result if got == 0 else None) == (code, worth), (text, a, b, first, second)
            if got == 0:
                assert spans[number].lo <= result <= spans[number].hi, (text, a, b, spans[number])


def test_what_is_known_of_a_result_holds_for_all_small_numbers() -> None:
    """Every interval within -4..5 against every other: the bounds of + - * // % & | ^ << >> hold all results."""
    small = [Interval(lo, hi) for lo in range(-4, 6) for hi in range(lo, 6)]
    ways: list[tuple[Callable[..., Interval], Callable[[int, int], int], bool]] = [
        (interval.add, lambda a, b: a + b, True),
        (interval.subtract, lambda a, b: a - b, True),
        (interval.multiply, lambda a, b: a * b, True),
        (interval.floor_divide, lambda a, b: a // b, True),
        (interval.modulo, lambda a, b: a % b, False),
        (interval.bit_and, lambda a, b: a & b, False),
        (interval.bit_or, lambda a, b: a | b, False),
        (interval.bit_xor, lambda a, b: a ^ b, False),
        (interval.shift_left, lambda a, b: a << b, True),
        (interval.shift_right, lambda a, b: a >> b, True),
    ]
    for a, b in product(small, small):
        for way, exact, tight in ways:
            others = [y for y in range(b.lo, b.hi + 1) if y or way not in (interval.floor_divide, interval.modulo)]
            if way in (interval.shift_left, interval.shift_right) and b.lo < 0:
                continue
            results = [exact(x, y) for x in range(a.lo, a.hi + 1) for y in others]
            bounds = way(a, b)
            if not results:
                continue
            assert bounds.lo <= min(results) and max(results) <= bounds.hi, (way.__name__, a, b)
            if tight:
                assert bounds == (min(results), max(results)), (way.__name__, a, b)


def test_intervals_meet_join_widen_and_are_clipped() -> None:
    assert (MIN, MAX) == (-1 << 63, (1 << 63) - 1)
    for (a, b), (c, d) in product(((0, 3), (2, 5), (4, 9), (-5, -1), (MIN, 0), (7, MAX)), repeat=2):
        first, second = Interval(a, b), Interval(c, d)
        assert first.join(second) == (min(a, c), max(b, d))
        both = max(a, c), min(b, d)
        assert first.meet(c, d) == (both if both[0] <= both[1] else first)
        wide = interval.widen(first, first.join(second))
        assert wide.lo <= min(a, c) and wide.hi >= max(b, d) and wide.fits
        assert (c < a or wide.lo == a) and (d > b or wide.hi == b)
    assert [Interval(*both).fits for both in ((MIN, MAX), (MIN - 1, 0), (0, MAX + 1))] == [True, False, False]
    assert Interval(MIN - 5, MAX + 5).clip() == (MIN, MAX)
    assert Interval(MAX + 1, MAX + 5).clip() == (MAX, MAX) and Interval(MIN - 5, MIN - 1).clip() == (MIN, MIN)


@pytest.mark.parametrize("shape", [(2**31,), (2**40,), (2**31, 1)])
@pytest.mark.parametrize("way", ["window", "normal"])
def test_numbers_are_checked_to_the_end_of_the_largest_tables(shape: tuple[int, ...], way: Way) -> None:
    """A TiB of which sixteen bytes are there: the values of four states, after one worth 0 (or an N-position); then a
    product that takes 64 bits."""
    states, box = shape[0], np.array(shape)
    last = states // 2
    arguments, below = ("n", "n - 1") if len(shape) == 1 else ("n, m", "n - 1, m")
    rule = body(f"if n * {2**63 // last} > 0:\n    yield {below}", arguments)
    kernel = machine.load(assembly(rule, way, states))
    some, report = np.zeros(16, np.uint8), np.zeros(2, np.int64)
    table = some.ctypes.data + 8 - (last - 4) // (8 if way == "normal" else 1)
    status = kernel(table, last - 4, last + 4, box.ctypes.data, None, 0, None, 0, report.ctypes.data)
    assert (status, report[0]) == (OVERFLOW, last)
    assert some[8:12].tolist() == ([0b0101_0000, 0, 0, 0] if way == "normal" else [1, 0, 1, 0])
