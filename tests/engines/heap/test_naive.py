"""Values heap by heap: the kernels are their slow twin, whatever the code, and wherever they stop and go on."""

from __future__ import annotations

import json

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from published import KNOWN

import grundy
from grundy.engines.heap.octal import values as table
from grundy.engines.heap.octal.engine import CodeHeaps
from grundy.engines.heap.octal.plain import PlainValues
from grundy.engines.heap.octal.values import NaiveTable
from grundy.games.octal import octal
from grundy.model.convention import mex, nim_sum
from grundy.model.shapes import Digits, take_and_break_options


@pytest.fixture(autouse=True)
def _compiled_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.heap", PLAIN_HEAPS=3, PLAIN_HEAPS_OF_THREE=3)


def values_of(shape: Digits, stops: list[int], resumed: bool = False) -> list[int]:
    source = NaiveTable(shape)
    for stop in sorted(stops):
        while source.size < stop:
            source.step(stop)
        if resumed:
            source = NaiveTable(shape, json.loads(json.dumps(source.state())))
    while source.size < max(stops):
        source.step(max(stops))
    return [int(value) for value in source.values[: max(stops)]]


def slow(shape: Digits, count: int) -> list[int]:
    plain = PlainValues(shape)
    plain.extend(count)
    return plain.values


@settings(max_examples=examples(60), deadline=None)
@given(
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), max_size=6),
    st.booleans(),
    st.lists(st.integers(1, 1500), min_size=1, max_size=4),
    st.booleans(),
)
def test_pairs(first: int, after: list[int], unequal: bool, stops: list[int], resumed: bool) -> None:
    """The kernel pair_values; several_values in the tests of three heaps and more."""
    shape = Digits((first, *after), (), unequal)
    if shape.parts < 3:
        assert values_of(shape, stops, resumed) == slow(shape, max(stops))


@settings(max_examples=examples(30), deadline=None)
@given(
    st.sampled_from([0, 4, 8, 12]),
    st.lists(st.integers(0, 15), min_size=1, max_size=4),
    st.lists(st.integers(1, 160), min_size=1, max_size=3),
)
def test_three_heaps(first: int, after: list[int], stops: list[int]) -> None:
    shape = Digits((first, *after, 8))
    assert values_of(shape, stops) == slow(shape, max(stops))


@settings(max_examples=examples(15), deadline=None)
@given(st.sampled_from([0, 16, 20]), st.lists(st.integers(0, 35), min_size=1, max_size=3), st.sampled_from([16, 32]))
def test_more_heaps(first: int, after: list[int], last: int) -> None:
    shape = Digits((first, *after, last))
    assert values_of(shape, [25, 40]) == slow(shape, 40)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.integers(0, 3), max_size=8), st.sampled_from([2, 3]))
def test_values_that_grow(after: list[int], tail: int) -> None:
    shape = Digits((0, *after), (tail,))
    assert values_of(shape, [200]) == slow(shape, 200)


def test_values_beyond_a_byte() -> None:
    shape = Digits((0, 0, 0, 7))  # Treblecross: the first value of nine bits is that of a heap of some 9,200
    before = slow(shape, 9_250)
    assert max(before) > 255
    assert values_of(shape, [5_000, 9_100, 9_250], resumed=True) == before


def test_values_beyond_the_first_sets() -> None:
    shape = Digits((0, 8))
    values = values_of(shape, [1_700])
    assert values[:800] == slow(shape, 800)
    assert values[1:1_700] == [(n - 1) // 3 for n in range(1, 1_700)]  # three heaps: 0 0 0 1 1 1 2 2 2 ... so far


def test_a_table_too_large_is_refused_at_once() -> None:
    with pytest.raises(grundy.OutOfReach, match="8,000,000 values are computed one by one"):
        NaiveTable(Digits((0, 0, 0, 7))).step(10**9)
    source = NaiveTable(Digits((0, 8)))
    source.step(4)
    source._stride = 10**8
    with pytest.raises(grundy.OutOfReach, match="more than 2 GiB"):
        source.step(5 * 10**6)


def test_values_that_need_two_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take 1 to 300: n mod 301. The bytes before are widened, whether the kernel begins below 256 or beyond it."""
    for plain in (3, 290):
        for name in ("PLAIN_HEAPS", "LOADED"):
            monkeypatch.setattr(table, name, plain)
        assert values_of(Digits((0, *[3] * 300)), [plain, 320]) == [n % 301 for n in range(320)]


def test_what_is_saved_again_and_again_is_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """In pieces, the last of which is not full and grows when the work goes on."""
    set_limits(monkeypatch, "engines.heap", PIECE=16)
    kayles = Digits((0, 7, 7))
    assert values_of(kayles, [20, 32, 33, 50, 64, 100], resumed=True) == slow(kayles, 100)


def test_sets_of_values_that_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take up to 80, or 1 and leave three heaps, whose XOR is at most their sum: n, beyond a word of 64 values."""
    set_limits(monkeypatch, "engines.heap", WORDS=1, PLAIN_HEAPS_OF_THREE=3)
    assert values_of(Digits((0, 11, *[3] * 79)), [72]) == list(range(72))


def defined(shape: Digits, count: int) -> list[int]:
    """The mex of the options, one by one."""
    values: list[int] = []
    for n in range(count):
        options = take_and_break_options(n, shape=shape)
        values.append(mex(nim_sum(values[heap] for heap in option.parts) for option in options))
    return values


@pytest.mark.parametrize("digits", [(8,), (0, 8), (4, 12, 3), (0, 16, 24)])
def test_three_heaps_and_more_that_all_differ(digits: tuple[int, ...]) -> None:
    """As in Grundy's game, but three: 1 1 2 and 1 1 1 are no moves. Their values were counted all the same."""
    assert slow(Digits(digits), 32) == defined(Digits(digits), 32)
    shape = Digits(digits, unequal=True)
    expected = defined(shape, 32)
    assert values_of(shape, [9, 20, 32]) == expected
    heaps = CodeHeaps(shape)
    assert heaps.values(range(32)) == expected
    for n in (13, 20):
        after = {nim_sum(expected[heap] for heap in option.parts) for option in take_and_break_options(n, shape=shape)}
        assert all(bool(heaps.moves_to(n, value).count) == (value in after) for value in range(12))


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.integers(0, 7), max_size=4),
    st.lists(st.integers(0, 7), min_size=1, max_size=3).filter(any),
    st.booleans(),
    st.lists(st.integers(1, 300), min_size=3, max_size=6),
)
def test_codes_that_repeat(after: list[int], repeat: list[int], unequal: bool, stops: list[int]) -> None:
    """The tables have room for more than was asked for, and grow again."""
    shape = Digits((4, *after), tuple(repeat), unequal)
    assert values_of(shape, stops) == slow(shape, max(stops))


def test_errors_in_public_tables() -> None:
    """0.161 and 0.36 differ first at heap 519, 0.27 is 0.26 and not 0.06, 0.314 is not 0.31."""

    def values(code: str) -> list[int]:
        return slow(octal(code).shape, 900)  # type: ignore[arg-type]

    apart = next(n for n, (one, two) in enumerate(zip(values("0.161"), values("0.36"), strict=True)) if one != two)
    assert apart == 519
    assert values("0.27") == values("0.26") != values("0.06")
    assert values("0.314") != values("0.31")
    listed = (KNOWN / "octal-errors.txt").read_text(encoding="utf-8").splitlines()
    assert {line.split()[0] for line in listed} >= {"0.161", "0.27", "0.314", "0.56"}
