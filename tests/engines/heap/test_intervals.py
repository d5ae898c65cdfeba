"""Moves that leave intervals of earlier heaps: the last place of each value gives what the definition gives."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from test_octal import mex
from written import body

import grundy
from grundy.engines.heap.intervals import values as interval_values_module
from grundy.engines.heap.intervals.ends import NotIntervals, ends_of
from grundy.engines.heap.intervals.kernels import interval_values
from grundy.engines.heap.intervals.values import IntervalValues, _wider
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.rows import interval_moves
from grundy.model.rule import Rule
from grundy.notation.typed import typed_rule
from grundy.reading.lower import lower


def plain_values(rule: Rule, count: int) -> list[int]:
    """The slow twin: the definition."""
    found: list[int] = []
    for n in range(count):
        found.append(mex({found[part] for option in rule.options(n) for part in option.parts}))
    return found


LEFT = (
    *("n // 2", "n // 3", "(n * 7) // 11", "n - n % 13 - 1", "max(0, n - 20)", "n - 1 - n % 7 * 3", "min(n // 2, 90)"),
    *("n - 5 if n % 3 else n // 4", "n - (n & 6) - 2", "0", "1", "abs(n - 40) // 2"),
)
RIGHT = ("n", "n - 1", "n - 2", "n // 2 + 3", "2 * n // 3", "n - n % 4", "50", "max(n - 9, 4)")
AROUND = (
    "{}",
    "if n % 5 != 2:\n    {}",
    "if n in (7, 33): return\n{}",
    "for j in (1, 4):\n    if n < j: break\n    yield n - j\n{}",
    "h = n // 3\nif h: yield h\nif n % 2:\n    h = 0\n{}\nif n > h + 1: yield h + 1",
    "m = 1\nwhile m < 1: m += 1\n{}",
)


def drawn(random: Random) -> str:
    """A rule of a few intervals; the left ends move back and forth, the right ones mostly not."""
    lines = []
    for _ in range(random.choice((1, 1, 2, 3))):
        low, high = f"max({random.choice(LEFT)}, 0)", f"min({random.choice(RIGHT)}, n)"
        loop = random.choice(
            (
                f"for k in range({low}, {high}): yield k",
                f"for k in range({high} - 1, {low} - 1, -1): yield to(k, take=n - k)",
                f"for k in range(n - {high} + 1, n - {low} + 1):\n    left = n - k\n    yield left",
                f"for k in range({low}, n):\n    if k < {high}: yield k",
                f"yield from range({low}, {high})",
            )
        )
        around = random.choice(AROUND[:-1] if random.random() < 0.98 else AROUND)
        indent = " " * 4 if ":\n    {}" in around else ""
        lines.append(around.format(loop.replace("\n", "\n" + indent)))
    return "\n".join(lines)


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(40, 400, 40))])
def test_random_intervals_have_the_values_of_the_definition(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interval_values_module, "BLOCK", 37)
    monkeypatch.setattr(interval_values_module, "FIRST_VALUES", 2)
    read = 0
    for seed in range(first, first + 40):
        random = Random(seed)
        text = drawn(random)
        rule = body(text)
        try:
            found = IntervalValues(rule)
            found.first(random.randrange(1, 110))
            got = found.first(130).tolist()
        except NotIntervals:
            continue
        read += 1
        assert got == plain_values(rule, 130), text
    assert read >= 20


FOUND = [
    "for k in range(1, n // 2 + 1): yield n - k",
    "if n < 2: return\nfor k in range(n // 2, n): yield k",
    "for k in range(1, n + 1):\n    if 2 * k <= n: yield n - k",
]


def test_what_is_found_in_each_form() -> None:
    heaps = np.array([0, 1, 9, 1000])
    for text in FOUND[:2]:
        ((low, high),) = ends_of(lower(body(text)), heaps).intervals
        assert [list(range(a, b + 1)) for a, b in zip(low, high, strict=True)] == [
            sorted(part for option in body(text).options(int(n)) for part in option.parts) for n in heaps
        ]
    with pytest.raises(NotIntervals):
        ends_of(lower(body(FOUND[2])), heaps)  # the condition is on twice the number of the loop
    assert IntervalValues(typed_rule("n -> n-k, for k in 1..n//2")).first(9).tolist() == [0, 0, 1, 0, 2, 1, 3, 0, 4]


REFUSED = [
    "for k in range(1, n, 2): yield n - k",
    "for k in range(n): yield to(k, n - k)",
    "for k in range(1, n): yield n - k * k if k * k < n else 0",
    "for k in range(n): yield k ^ 1",
    "m = 0\nfor k in range(n):\n    yield m\n    m = k",
    "m = 0\nfor k in range(n):\n    m = k\n    yield k\nif m: yield m",
    "for k in range(n):\n    if k % 3: yield k",
    "for k in range(n):\n    m = 7 // k\n    yield k",
    "for k in range(n): yield to(k, by=7 // k)",
    "for k in range(n): yield again(k)",
    "for k in range(n + 1): yield k",
    "for k in range(-1, n): yield k",
    "for k in range(n - n % 2, n): yield k\nfor k in range(0, n % 9 * n // 9): yield k",
    "if n: yield n - 1",
    "for k in range(0, n << 62): yield k if k < n else 0",
    "assert n != 50\nfor k in range(n): yield k",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_interval_or_moves_back_is_refused(text: str) -> None:
    """Right ends that fall would need what is above them forgotten; all else is no interval, or may fail."""
    with pytest.raises(NotIntervals):
        IntervalValues(body(text)).first(100)


def test_a_name_that_a_loop_over_constants_leaves_is_that_of_its_last_turn() -> None:
    text = "for j in (1, 4, 9):\n    if n < 2 * j: break\nfor k in range(max(n - j, 0), n): yield k"
    rule = body(text)
    assert IntervalValues(rule).first(60).tolist() == plain_values(rule, 60)


def test_the_kernel_stops_where_there_is_no_room() -> None:
    """Nim needs as many values as there are heaps."""
    g = np.zeros(40, np.int32)
    last, upto = np.full((1, 8), -1, np.int32), np.zeros(1, np.int64)
    low, high = np.zeros((1, 40), np.int64), np.arange(-1, 39)[None, :]
    single = np.zeros((0, 40), np.int64)
    assert interval_values(low, high, single, last, upto, g, 0, 0, 40) == 4
    wider = _wider(_wider(_wider(_wider(last))))
    assert interval_values(low, high, single, wider, upto, g, 0, 4, 40) == 40
    assert g.tolist() == list(range(40))


def test_a_large_heap_is_answered_and_its_moves_are_those_of_the_rule() -> None:
    rule = body("for k in range(1, n // 2 + 1):\n    yield to(n - k, take=k)")
    result = grundy.solve(rule(20_000))
    assert (result.nim_value, result.winner) == (10_000, "first")
    assert "intervals of earlier heaps" in result.evidence.reason
    assert [dict(move.labels)["take"] for move in result.winning_moves] == [20_000 - 16_383]
    answered = interval_moves.engine(rule, DEFAULT_OPTIONS).answer([20_000, 16_383])
    assert getattr(answered, "values", None) == [10_000, 0]
