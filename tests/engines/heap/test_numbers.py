"""Heaps kept as numbers of bits, for values in which more bits are in use than a machine word has."""

from __future__ import annotations

from functools import cache, partial
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from resumed import run_resumed

from grundy.engines.heap.octal.sparse import (
    emit_numbers,
    emit_shuffle,
    kernels,
    period,
    search_state,
    setup,
    space,
    stored_values,
)
from grundy.engines.heap.octal.sparse import setup_numbers as made_by
from grundy.engines.heap.octal.sparse.number_kernels import LookUpKernels, ShuffleKernels
from grundy.engines.heap.octal.sparse.words import NONE, CommonNumbers, Words, converted
from grundy.engines.heap.octal.values import NaiveTable
from grundy.games.octal import octal
from grundy.model.shapes import Digits

KINDS = {"look up": emit_numbers.can_look_up, "shuffle": emit_shuffle.can_shuffle, "plain": lambda: True}
HERE = [kind for kind, can in KINDS.items() if can()]  # what this processor can run


def by_lags(lags: list[tuple[int, int]], bits: int, first: list[int], stop: int) -> list[int]:
    """The least number that no heap so many before, moved by a constant, excludes; -1 if there is none."""
    numbers = list(first)
    for n in range(len(first), stop):
        excluded = {numbers[n - lag] ^ constant for lag, constant in lags if numbers[n - lag] >= 0}
        numbers.append(next((number for number in range(bits) if number not in excluded), -1))
    return numbers


def set_up(
    bits: int, lags: list[tuple[int, int]], chosen: space.SparseSpace, small: np.ndarray, kind: str
) -> made_by.NumberSetup:
    """Kernels of a kind for some lags; 256 heaps before the first."""
    no_values = np.zeros(0, np.uint16)
    with only(kind):
        made = made_by.set_up_numbers(bits, chosen, lags, (256, 256, 256), small, no_values, [1, 2], [], False)
    usual = kind if kind != "look up" or chosen.mask & 15 else "plain"  # that one needs one of the lowest four bits
    assert type(made.kernels) is {"look up": LookUpKernels, "shuffle": ShuffleKernels, "plain": type(None)}[usual]
    return made


def only(kind: str) -> Any:
    """The processor as one that can do no more than this."""
    can = {"can_look_up": lambda: kind == "look up", "can_shuffle": lambda: kind == "shuffle"}
    return patch.multiple(made_by, **can)


@pytest.mark.skipif(len(HERE) < len(KINDS), reason="needs a processor with AVX-512 VBMI")
@pytest.mark.parametrize(("number", "kind"), [(79, ShuffleKernels), (80, LookUpKernels)])
def test_what_the_shuffle_marks_is_shuffled(number: int, kind: type) -> None:
    small, chosen = np.zeros(257, np.int64), space.SparseSpace(2)
    numbers = np.full(512, number, np.int64)
    stored = CommonNumbers(168, chosen).to_values((NONE - numbers).astype(np.uint8), 0)
    lags, sizes = [(64, 1), (1, 1)], (256, 256, 256)
    made = made_by.set_up_numbers(168, chosen, lags, sizes, small, stored, [1, 2], [], False)
    assert type(made.kernels) is kind


@given(st.sampled_from((112, 168, 224)), st.sampled_from(HERE), st.integers(0, 2**32))
@settings(max_examples=examples(24), deadline=None)
def test_kernels_fill_the_numbers_of_their_lags(bits: int, kind: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    most = 176 if kind == "shuffle" else 112
    far = [(int(lag), int(c)) for lag, c in random.integers((64, 0), (256, most), (int(random.integers(1, 300)), 2))]
    near = [(int(lag), int(c)) for lag, c in random.integers((1, 0), (64, most), (int(random.integers(0, 20)), 2))]
    first = random.integers(0, bits * 3 // 4, 256)
    if bits == 112 or kind != "look up":
        first[random.random(256) < 0.1] = -1  # rare heaps
    with patch.object(emit_shuffle, "FIRST", int(random.integers(1, 200))):
        made = set_up(bits, [*near, *far], space.SparseSpace(2), np.zeros(257, np.int64), kind)
    buffer = made.buffer(640)
    buffer[:256] = made.words.of_numbers(first)
    made.fill(buffer, 256 + 640)
    expected = by_lags([*near, *far], bits, first.tolist(), 256 + 640)
    whole = expected.index(-1, 256) if -1 in expected[256:] and kind == "look up" and bits > 112 else len(expected)
    assert made.words.numbers_in(buffer[:whole]).tolist() == expected[:whole]


@given(
    st.sampled_from((112, 168, 224)),
    st.sampled_from((1, 2, 6, 12, 24, 255)),
    st.sampled_from(HERE),
    st.integers(0, 2**32),
)
@settings(max_examples=examples(24), deadline=None)
def test_checks_settle_what_the_definition_settles(bits: int, mask: int, kind: str, seed: int) -> None:
    """By settle_numbers, or by what is written for a game in its place."""
    hold_to_the_definition(bits, mask, kind, seed)


@pytest.mark.parametrize("kind", HERE)
@pytest.mark.parametrize("lowest", [0, 3, 4, 6])
def test_checks_know_the_lowest_bit_of_a_mask(lowest: int, kind: str) -> None:
    """Rare values below a common one are in its group of eight only where that bit is one of the lowest four; few small
    heaps are common, so that some values are shown and others are not."""
    hold_to_the_definition(112, 3 << lowest, kind, lowest, width=64, common=0.2)


def hold_to_the_definition(
    bits: int, mask: int, kind: str, seed: int, width: int | None = None, common: float = 0.8
) -> None:
    random = np.random.default_rng(seed)
    chosen = space.SparseSpace(mask)
    near, start, stop = 512, 576, 576 + 128
    width = width or int(random.integers(4, 40))
    small = random.integers(0, width, near + 1)
    small[random.random(near + 1) > common] = -1
    small[0] = -1
    made = set_up(bits, [(70, 1)], chosen, small, kind)
    numbers = random.integers(0, width, stop)
    rare = np.flatnonzero(random.random(stop - start) < 0.01)[:1] + start
    if bits == 112 or kind != "look up":
        numbers[rare] = -1
    stored = np.concatenate([made.words.of_numbers(numbers), random.integers(0, 256, 512).astype(np.uint8)])
    lists = np.zeros(4096, np.int64), np.zeros(4096, np.int64)
    at, (count, keys, bits_seen, reach) = made.check(stored, start, stop, 3, lists)
    assert at == stop
    expected = []
    for n in range(start, stop):
        if numbers[n] < 0:
            expected.append(n)
            continue
        own = made.words.value(int(numbers[n]), n)
        need = {bit for bit in range(bits) if made.words.value(bit, n, False) < own}
        for a in range(1, near + 1):
            need -= {int(numbers[n - t - a]) ^ int(small[a]) for t in (1, 2) if small[a] >= 0 <= numbers[n - t - a]}
        if need:
            expected.append(n)
    assert lists[0][:count].tolist() == expected
    assert lists[1][:keys].tolist() == [n for n in range(start, stop) if numbers[n] == 3]
    assert bits_seen.bit_length() - 1 == numbers[start:stop].max()
    assert 0 <= reach <= near


@given(st.integers(1, 255), st.booleans(), st.lists(st.integers(0, 100), min_size=1, max_size=50))
def test_numbers_stand_for_the_values_that_words_stand_for(mask: int, twist: bool, values: list[int]) -> None:
    chosen = space.SparseSpace(mask, int(twist))
    words, numbers = Words(64, chosen), CommonNumbers(112, chosen)
    given_values = np.array(values, np.uint16)
    stored = numbers.of_values(given_values, 5)
    common = chosen.are_common(given_values, np.arange(5, 5 + len(values)))
    assert numbers.to_values(stored, 5).tolist() == np.where(common, given_values.astype(int), -1).tolist()
    as_words = words.of_values(given_values, 5)
    small = words.to_values(as_words, 5) >= 0
    assert converted(as_words, words, numbers)[small].tolist() == stored[small].tolist()
    assert numbers.of_numbers(numbers.numbers_in(stored)).tolist() == stored.tolist()
    table = numbers.table()
    assert [int(table[(5 + i) & 1, one]) for i, one in enumerate(stored) if one] == given_values[common].tolist()
    required = numbers.required()
    for heap in (0, 1):
        for number in (0, 1, 7, 50, 111):
            listed = np.flatnonzero(np.unpackbits(required[heap, number], bitorder="little")).tolist()
            own = numbers.value(number, heap)
            assert listed == [bit for bit in range(112) if numbers.value(bit, heap, False) < own]


def test_the_plain_loop_is_that_of_the_lags() -> None:
    random = np.random.default_rng(5)
    lags = [(int(lag), int(c)) for lag, c in random.integers((1, 0), (128, 90), (60, 2))]
    first = random.integers(-1, 80, 128)
    x = np.zeros(600, np.uint8)
    x[:128] = np.where(first < 0, 0, NONE - first)
    constants = np.array([NONE ^ constant for _, constant in lags], np.uint8)
    kernels.fill_numbers(x, 128, 600, np.array([lag for lag, _ in lags]), constants, 100, np.full(257, -1, np.int64))
    assert np.where(x == 0, -1, 255 - x.astype(int)).tolist() == by_lags(lags, 100, first.tolist(), 600)


LATE = (
    ("0.054", space.SparseSpace(29), 10_514, 24_000),
    pytest.param("0.6", space.SparseSpace(494), 20_627, 40_000, marks=pytest.mark.long),
)  # the last rare heap


@pytest.mark.parametrize("kind", HERE)
@pytest.mark.parametrize(("code", "chosen", "late", "stop"), LATE)
def test_ordinary_codes_forced_into_numbers_have_the_values_of_the_definition(
    code: str, chosen: space.SparseSpace, late: int, stop: int, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shape = octal(code).shape
    assert isinstance(shape, Digits)
    set_limits(monkeypatch, "engines.heap", KERNELS=5_000, STEPS=40_000, CALM=10**6, SIZE=256, SECONDS=0, MORE=1)
    for file in ("stored_values", "setup"):
        set_limits(monkeypatch, f"engines.heap.octal.sparse.{file}", NEAR=16_384)
    set_limits(monkeypatch, "engines.heap", SIZES=())  # no machine word is wide enough
    naive = NaiveTable(shape)
    while naive.size < stop:
        naive.step(stop)
    expected = np.array(naive.values[:stop])
    rares = [n for n in range(1, stop) if not chosen.is_common(int(expected[n]), n)]
    there = stored_values.StoredValues(shape, chosen, expected[:1_024].tolist())  # type: ignore[arg-type]
    monkeypatch.setattr(stored_values, "find", lambda *_: None)  # nothing better is chosen
    runs = 0

    def look(state: Any) -> bool:
        nonlocal runs
        if state.get("phase") == "fast":
            runs += 1
            assert state["bits"] > 64
            numbers = CommonNumbers(state["bits"], chosen)
            window = search_state.unpacked(state["window"], numbers.dtype)[-state["heaps"] :]
            first, last = state["heaps"] - len(window), min(state["heaps"], stop)
            values = numbers.to_values(window, first)[: last - first]
            assert ((values == expected[first:last]) | (values == -1)).all()
        return runs % 16 == 9 and state.get("phase") == "fast"

    with only(kind):
        search_result = run_resumed(period._phases(there, stop, None), partial(period.work, shape, stop, None), look)
    assert runs > 5 and late in rares
    assert search_result.space == chosen and list(search_result.rares) == rares
    assert search_result.largest == (int(max(expected)), int(np.argmax(expected)))


@given(st.lists(st.integers(0, 255), max_size=80), st.integers(0, 255), st.integers(1, 9), st.integers(0, 20))
def test_bytes_are_noted_as_a_list_has_them(x: list[int], key: int, room: int, start: int) -> None:
    """The kernel note_numbers: up to the last one for which there is room."""
    places, stop_and_least = np.full(room, -1, np.int64), np.zeros(2, np.int64)
    count = kernels.note_numbers(np.array(x, np.uint8), start, len(x), key, places, stop_and_least)
    expected = [n for n in range(start, len(x)) if x[n] == key][:room]
    assert (count, places[:count].tolist()) == (len(expected), expected)
    stop = max(start, len(x)) if count < room else expected[-1] + 1
    assert stop_and_least.tolist() == [stop, min([number for number in x[start:stop] if number], default=255)]


@cache
def values_of_grundys_game() -> stored_values.StoredValues:
    """By the loop, as far as any of the kernels is compared with it."""
    there = stored_values.StoredValues(Digits((4,), unequal=True), space.SparseSpace(0xFE), [0])
    there.choosing = False
    there.extend(12 * 2**14)
    return there


@pytest.mark.parametrize("kind", [kind for kind in HERE if kind != "plain"])
def test_the_kernels_of_grundys_game_have_the_values_of_the_loop(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop is judged by the definition; Flammenkamp's mask 0xfe, and no heap after 82,860 is rare.

    The look-up of 64 bytes is for heaps that have no rare one in reach: it begins where the last is out of it.
    """
    begin = {"look up": 11, "shuffle": 6}[kind] * 2**14
    stop = begin + 2**14
    there = values_of_grundys_game()
    assert there.size >= stop and (len(there.rares), int(there.rares[-1])) == (1273, 82_860)
    set_limits(monkeypatch, "engines.heap.octal.sparse.setup", NEAR=2**15)
    set_limits(monkeypatch, "engines.heap", MORE=1, SIZE=2**13)
    known = stored_values.StoredValues(there.shape, there.space, there.values[:begin])
    with only(kind):
        made = setup.set_up(known, 224)
    assert isinstance(made, made_by.NumberSetup) and made.kernels
    now = search_state.SearchState(known, made, None)
    buffer = made.buffer(search_state.SIZE)
    buffer[: made.room] = now.last
    while now.heaps < stop:
        made.fill(buffer, made.room + search_state.SIZE)
        assert now.check(buffer, now.heaps, -1, 0)[0] is None
        new = buffer[made.room : made.room + search_state.SIZE]
        assert (made.words.to_values(new, now.heaps) == there.values[now.heaps : now.heaps + search_state.SIZE]).all()
        buffer[: made.room] = buffer[search_state.SIZE : search_state.SIZE + made.room].copy()
        now.heaps += search_state.SIZE
