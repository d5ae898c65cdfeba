"""Moves that leave intervals of earlier heaps: the last place of each value gives what the definition gives."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import numpy as np
import pytest
from drawn_intervals import drawn, plain_losers, plain_values
from limits import set_limits
from written import body

import grundy
from grundy.engines.heap.intervals.ends import NotIntervals, ends_of
from grundy.engines.heap.intervals.kernels import interval_outcomes, interval_values
from grundy.engines.heap.intervals.values import IntervalValues, _wider
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.rows import interval_moves
from grundy.notation.typed import typed_rule
from grundy.reading.lower import lower


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(40, 400, 40))])
def test_random_intervals_have_the_values_of_the_definition(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.heap.intervals", BLOCK=37)
    set_limits(monkeypatch, "engines.heap", FIRST_VALUES=2)
    read = 0
    for seed in range(first, first + 40):
        random = Random(seed)
        text = drawn(random)
        rule = body(text)
        try:
            source = IntervalValues(rule)
            fresh = deepcopy(source)
            source.first(random.randrange(1, 110))
            got = source.first(130).tolist()
        except NotIntervals:
            continue
        read += 1
        assert got == plain_values(rule, 130), text
        for misere in (False, True):
            bits, done, filler = np.zeros(17, np.uint8), 0, deepcopy(fresh)
            while done < 130:
                filler = deepcopy(fresh) if random.random() < 0.3 else filler  # as work that is resumed
                done = filler.fill_outcomes(bits, misere, done, 130)
            losers = np.unpackbits(bits, bitorder="little")[:130].astype(bool).tolist()
            assert losers == plain_losers(rule, 130, misere), text
    assert read >= 20


def test_values_that_need_wider_entries_and_work_that_is_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees have no room beyond a byte's values while a byte is all that an entry has."""
    set_limits(monkeypatch, "engines.heap.intervals", BLOCK=97)
    rule = body(FOUND[0])
    filler, table, done = IntervalValues(rule), np.zeros(1500, np.uint8), 0
    while done < 1500:
        before = done
        done = filler.fill(table, done, 1500)
        if done == before:
            assert table.dtype == np.uint8 and int(table[:done].max()) == 255
            table = table.astype(np.uint16)
            filler = IntervalValues(rule)
    assert table.tolist() == plain_values(rule, 1500)


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
    wider = _wider(last, 64)
    assert interval_values(low, high, single, wider, upto, g, 0, 4, 40) == 40
    assert g.tolist() == list(range(40))


def test_the_kernel_of_outcomes_goes_on_from_any_heap() -> None:
    rule, misere = body("if n % 3: yield n // 2\nfor k in range(n // 2, n): yield k"), True
    ends = ends_of(lower(rule), np.arange(60))
    low, high = (np.array(each) for each in zip(*ends.intervals, strict=True))
    single, bits = np.array(ends.singles), np.zeros(8, np.uint8)
    for start, stop in ((0, 13), (13, 60)):
        last, upto = np.full(1, -1), np.zeros(1, np.int64)
        interval_outcomes(low, high, single, last, upto, bits, misere, 0, start, stop)
    losers = np.unpackbits(bits, bitorder="little")[:60].astype(bool).tolist()
    assert losers == plain_losers(rule, 60, misere)


def test_a_large_heap_is_answered_and_its_moves_are_those_of_the_rule() -> None:
    rule = body("for k in range(1, n // 2 + 1):\n    yield to(n - k, take=k)")
    result = grundy.solve(rule(20_000))
    assert (result.nim_value, result.winner) == (10_000, "first")
    assert "intervals of earlier heaps" in result.evidence.reason
    assert [dict(move.labels)["take"] for move in result.winning_moves] == [20_000 - 16_383]
    answered = interval_moves.engine(rule, DEFAULT_OPTIONS).answer([20_000, 16_383])
    assert getattr(answered, "values", None) == [10_000, 0]
