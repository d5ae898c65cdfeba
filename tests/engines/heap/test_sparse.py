"""Codes with a sparse space: every fast path against the definition, late rare heaps, periods from public tables."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Any

import numpy as np
import pytest
from drawing import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from limits import set_limits
from resumed import run_resumed

from grundy.answering.sequence import period as period_of
from grundy.compile.machine import load
from grundy.engines.heap.octal.plain import PlainValues
from grundy.engines.heap.octal.sparse import kernels, period, plain, search_state, space, stored_values
from grundy.engines.heap.octal.sparse.emit import check_kernel, small_numbers, values_kernel
from grundy.engines.heap.octal.sparse.setup import Setup
from grundy.engines.heap.octal.sparse.states import stored_by
from grundy.engines.heap.octal.sparse.words import Words
from grundy.engines.heap.octal.values import CodeValues, NaiveTable
from grundy.games.octal import octal
from grundy.model.shapes import Digits

# Guy & Smith 1956; Winning Ways, ch. 4, table 6; Flammenkamp, Octal Games (the periods and pre-periods of his page).
PERIODS = {
    "0.77": (12, 71),
    "0.07": (34, 53),
    "0.156": (349, 3479),
    "0.356": (142, 7315),
    "0.644": (442, 3256),
    "0.165": (1550, 5181),
    "0.16": (149459, 105351),
    "0.56": (144, 326640),
    "0.127": (4, 46578),
}


def by_definition(shape: Digits, stop: int) -> list[int]:
    """The mex of the values of all options, written out."""
    g: list[int] = []
    for n in range(stop):
        options = set()
        for take, digit in enumerate(shape.digits[: n + 1]):
            left = n - take
            if digit & 1 and not left:
                options.add(0)
            if digit & 2 and left:
                options.add(g[left])
            if digit & 4:
                options |= {g[a] ^ g[left - a] for a in range(1, left) if not (shape.unequal and 2 * a == left)}
        g.append(next(v for v in count() if v not in options))
    return g


def shapes() -> st.SearchStrategy[Digits]:
    """Codes with some split, of up to seven digits."""
    digits = st.tuples(st.sampled_from((0, 4)), st.lists(st.integers(0, 7), min_size=1, max_size=6))
    codes = digits.map(lambda one: Digits((one[0], *one[1]))).filter(lambda one: one.digits[-1] and one.parts == 2)
    return codes | st.just(Digits((4,), unequal=True))


@st.composite
def questions(draw: st.DrawFn) -> tuple[Digits, space.SparseSpace]:
    """A code and a space of it: any mask will do."""
    shape = draw(shapes())
    takes = space.splits(shape)
    mask = draw(st.integers(1, 31))
    twist = draw(st.booleans()) and len({take & 1 for take in takes}) == 1
    return shape, space.SparseSpace(mask, int(twist), takes[0] & 1 if twist else 0)


@given(questions())
@example((Digits((4,), unequal=True), space.SparseSpace(1)))
@settings(max_examples=examples(60), deadline=None)
def test_any_space_gives_the_values_of_the_definition(question: tuple[Digits, space.SparseSpace]) -> None:
    shape, chosen = question
    expected = by_definition(shape, 150)
    values, rares = plain.values(shape, chosen, 150)
    assert values == expected
    assert rares == [n for n in range(1, 150) if not chosen.is_common(expected[n], n)]
    there = stored_values.StoredValues(shape, chosen, expected[:1])
    there._chosen = 10**9  # the space is not chosen anew
    there.extend(90)
    there.extend(150)
    assert there.values[:150].tolist() == expected
    assert there.rares.tolist() == rares


@given(shapes(), st.integers(2, 200))
@settings(max_examples=examples(40), deadline=None)
def test_rare_heaps_are_those_that_the_transform_counts(shape: Digits, stop: int) -> None:
    values = by_definition(shape, stop)
    listed, counted = space.histograms(values), space.histograms(np.array(values, np.uint16))  # type: ignore[arg-type]
    assert listed == counted
    for rare, one in space.spaces(shape, values)[:20]:
        assert rare == sum(not one.is_common(value, n) for n, value in enumerate(values) if n)


def test_marked_windows_have_the_hash_of_their_values() -> None:
    from grundy.engines.heap.octal.sparse.kernels import window_marks

    g = np.array(by_definition(Digits((0, 7, 7)), 200), np.uint16)
    expected = plain.window_hashes(g.tolist(), 20, period.MULTIPLIER)
    rolling = np.array([expected[30]], np.uint64)
    heaps, hashes = np.empty(500, np.int64), np.empty(500, np.uint64)
    power = np.uint64(pow(period.MULTIPLIER, 20, 2**64))
    every = np.uint64(0)
    marked = window_marks(g, 50, 200, 20, np.uint64(period.MULTIPLIER), power, rolling, every, heaps, hashes)
    assert heaps[:marked].tolist() == list(range(51, 201))
    assert hashes[:marked].tolist() == expected[31:]


@pytest.mark.parametrize("code", PERIODS)
def test_published_periods_are_proved(code: str) -> None:
    period_result = period_of(octal(code))
    assert period_result.status == "proved" and period_result.repetition is not None
    assert (period_result.repetition.period, period_result.repetition.preperiod, period_result.repetition.saltus) == (
        *PERIODS[code],
        0,
    )


def plain_words(lags: list[tuple[int, int]], bits: int, first: list[int], stop: int) -> list[int]:
    """What `emit.values_kernel` fills: each word is the lowest bit that no turned word excludes."""
    w = list(first)
    for n in range(len(first), stop):
        excluded = {(w[n - lag].bit_length() - 1) ^ constant for lag, constant in lags if w[n - lag]}
        w.append(next((1 << bit for bit in range(bits) if bit not in excluded), 0))
    return w


@st.composite
def word_questions(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]], int]:
    """The bits of a word, some lags with constants, and a seed for the first words."""
    bits = draw(st.sampled_from((16, 16, 32, 64)))
    least = draw(st.sampled_from((1, 2, 3, 6, 7, 17, 40)))
    lag = st.tuples(st.integers(least, draw(st.sampled_from((least, 45, 200)))), st.integers(0, bits // 2 - 1))
    return bits, sorted(set(draw(st.lists(lag, min_size=1, max_size=14)))), draw(st.integers(0, 2**32))


@given(word_questions())
@settings(max_examples=examples(25), deadline=None)
def test_generated_kernels_fill_the_words_of_their_lags(question: tuple[int, list[tuple[int, int]], int]) -> None:
    bits, lags, seed = question
    random = np.random.default_rng(seed)
    numbers = random.integers(0, bits // 2, 512)
    first = [(1 << int(number)) * int(random.random() < 0.9) for number in numbers]
    expected = plain_words(lags, bits, first, 800)
    kernel = load(values_kernel(bits, lags))
    w = np.zeros(1000, f"u{bits // 8}")
    w[:512] = first
    middle = kernel(w.ctypes.data, 512, 600, None, None, 0, None, 0, None)
    assert 600 <= middle < 600 + 64
    assert w[:middle].tolist() == expected[:middle]
    w[600:] = 3  # what is beyond may hold anything
    assert kernel(w.ctypes.data, 600, 800, None, None, 0, None, 0, None) >= 800
    assert w[:800].tolist() == expected


@given(
    st.sampled_from((16, 32, 64)),
    st.integers(1, 63),
    st.booleans(),
    st.lists(st.integers(0, 5), min_size=1, max_size=3, unique=True),
    st.integers(0, 2**32),
)
@settings(max_examples=examples(8), deadline=None)
def test_generated_checks_settle_what_the_slow_check_settles(
    bits: int, mask: int, twisted: bool, takes: list[int], seed: int
) -> None:
    from grundy.engines.heap.octal.sparse.kernels import settle

    random = np.random.default_rng(seed)
    words = Words(bits, space.SparseSpace(mask, int(twisted), seed & 1))
    near, start, stop = 128, 192, 448
    numbers = random.integers(0, min(bits, 12), near + 1)
    numbers[random.random(near + 1) < 0.1] = -1
    w = (np.uint64(1) << random.integers(0, min(bits, 8), stop).astype(np.uint64)).astype(words.dtype)
    w[random.random(stop) < 0.02] = 0
    singles = [1] if twisted else []
    pairs = [(a + take, int(numbers[a])) for a in range(1, 20) if numbers[a] >= 0 for take in takes]
    stages = [pairs[:8], pairs[8:20]] if seed & 2 else [pairs[:5]]
    made = kernels_of(words, stages, singles, takes, numbers)
    lists = np.zeros(4096, np.int64), np.zeros(4096, np.int64)
    at, (count_open, count_seen, every, _) = made.check(w, start, stop, 3, lists)
    assert at == stop
    required = np.zeros((2, 64), np.uint64)
    for heap in (0, 1):
        required[heap, :bits] = [words.required(bit, heap) for bit in range(bits)]
    rare = [[words.value(bit, heap, False) for bit in range(bits)] for heap in (0, 1)]
    expected = []
    for n in range(start, stop):
        own = words.value(int(w[n]).bit_length() - 1, n) if w[n] else 0
        need = {bit for bit in range(bits) if rare[n & 1][bit] < own}
        need -= {int(w[n - take]).bit_length() - 1 for take in singles}
        for a in range(1, near + 1):
            if numbers[a] >= 0:
                need -= {(int(w[n - t - a]).bit_length() - 1) ^ int(numbers[a]) for t in takes if w[n - t - a]}
        if need or not w[n]:
            expected.append(n)
    assert lists[0][:count_open].tolist() == expected
    assert lists[1][:count_seen].tolist() == [n for n in range(start, stop) if w[n] == 8]
    assert every == int(np.bitwise_or.reduce(w[start:stop]))
    places = np.arange(start, stop)
    slow = [n for n in places if settle(w, places[n - start : n - start + 1], 0, *as_arrays(takes, singles, numbers),
            required, near, np.zeros(1, np.int64)) == 0]  # fmt: skip
    assert slow == expected


def as_arrays(*lists: object) -> list[np.ndarray]:
    return [np.array(one, np.int64) for one in lists]


def kernels_of(words: Words, stages: object, singles: list[int], takes: list[int], numbers: np.ndarray) -> Setup:
    """A set-up of which only the check is used."""
    check = load(check_kernel(words, stages, singles, takes))  # type: ignore[arg-type]
    none = np.zeros(0, np.int64)
    return Setup(words, (), 0, 0, 0, none, none, none, none, None, check, small_numbers(words, numbers))


LATE = (  # codes in spaces with which a rare heap comes late, after the kernels have taken over
    pytest.param("0.054", space.SparseSpace(29), 10514, marks=pytest.mark.long),
    ("0.324", space.SparseSpace(39, 1, 1), 11145),
)


@pytest.mark.parametrize(("code", "chosen", "late"), LATE)
def test_kernels_and_the_loop_by_turns_give_the_values_of_the_definition(
    code: str, chosen: space.SparseSpace, late: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernels sparse_values and hash_windows, beside those that are written for a game."""
    shape = octal(code).shape
    assert isinstance(shape, Digits)
    set_limits(monkeypatch, "engines.heap", KERNELS=5_000, STEPS=40_000, CALM=100, SIZE=256, SECONDS=0)
    for file in ("stored_values", "setup"):
        set_limits(monkeypatch, f"engines.heap.octal.sparse.{file}", NEAR=4_096)
    stop = late * 3 // 2
    naive = NaiveTable(shape)
    while naive.size < stop:
        naive.step(stop)
    expected = np.array(naive.values[:stop])
    rares = [n for n in range(1, stop) if not chosen.is_common(int(expected[n]), n)]
    assert late in rares
    there = stored_values.StoredValues(shape, chosen, expected[:1_024].tolist())  # type: ignore[arg-type]
    monkeypatch.setattr(stored_values, "find", lambda *_: None)  # nothing better is chosen
    kernels, before, after = 0, 0, 0

    def look(state: Any) -> bool:
        nonlocal kernels, before, after
        if state.get("phase") == "fast":
            kernels += 1
            before, after = before + (state["heaps"] < late), after + (state["heaps"] > late)
            words = Words(state["bits"], chosen)
            window = search_state.unpacked(state["window"], words.dtype)
            first, last = state["heaps"] - len(window), min(state["heaps"], stop)
            values = words.to_values(window, first)[: last - first]
            assert ((values == expected[first:last]) | (values == -1)).all()
        return kernels % 16 == 9 and state.get("phase") == "fast"

    search_result = run_resumed(period._phases(there, stop, None), partial(period.work, shape, stop, None), look)
    assert before and after, (before, after)
    assert search_result.space == chosen and list(search_result.rares) == rares
    assert search_result.largest == (int(max(expected)), int(np.argmax(expected)))


def test_large_heaps_of_a_game_with_a_sparse_space_are_solved() -> None:
    """The kernel values_of_words, and what goes before it."""
    from grundy.engines.heap.octal.engine import CodeHeaps

    shape = octal("0.104").shape
    assert isinstance(shape, Digits)
    naive = NaiveTable(shape)
    while naive.size < 20_000:
        naive.step(20_000)
    engine = CodeHeaps(shape)
    assert engine.values(range(20_000)) == [int(value) for value in naive.values[:20_000]]
    there = stored_values.StoredValues(shape, space.SparseSpace(23, 1, 1), naive.values[:9_000])
    there.extend(900_000)
    assert engine.values([899_999, *range(500_000, 500_999)]) == [
        int(there.values[n]) for n in (899_999, *range(500_000, 500_999))
    ]
    heap = 600_000
    for move in list(engine.moves_to(heap, 3))[:5]:
        labels = dict(move)
        assert labels["take"] + sum(labels["leave"]) == heap
        assert np.bitwise_xor.reduce(engine.values(labels["leave"])) == 3


def test_values_that_kernels_filled_in_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Larger than all that were known at first. Written as Python, an array complains of a place that it has not."""
    shape = Digits((0, 7, *[3] * 398))
    naive = NaiveTable(shape)
    while naive.size < 700:
        naive.step(700)
    monkeypatch.setattr(kernels, "sparse_values", kernels.sparse_values.py_func)
    there = stored_values.StoredValues(shape, space.SparseSpace(1), naive.values[:200])
    assert max(naive.values[:200]) < 256 < max(naive.values[:690])
    there.values[200:690] = naive.values[200:690]
    there.size = 690
    there.extend(700)
    assert there.values[:700].tolist() == [int(value) for value in naive.values[:700]]


@pytest.mark.parametrize(("code", "expected"), [("0.354", (1180, 10061916)), ("0.104", (11770282, 197769598))])
def test_published_periods_are_proved_by_windows(code: str, expected: tuple[int, int]) -> None:
    shape = octal(code).shape
    assert isinstance(shape, Digits)
    values = CodeValues(shape)
    values.upto(space.FIRST_HEAPS)
    far: list[Any] = []

    def once(state: Any) -> bool:
        if state.get("phase") == "fast" and state["heaps"] > 10**6:
            far.append(state)
        return len(far) == 1 and state is far[0]

    work = period.work(shape, search_state.MOST, values.begun())
    search_result = run_resumed(work, partial(period.work, shape, search_state.MOST, None), once)
    assert (
        search_result.by == "window"
        and (search_result.repetition.period, search_result.repetition.preperiod) == expected
    )


def test_a_full_list_of_rare_heaps_gets_more_room() -> None:
    stored = stored_by(Digits((0, 7, 7)), 15, 0, [0, 1, 2, 3, 1, 4, 3, 2])
    stored._rares = np.resize(stored._rares, max(len(stored.rares), 1))
    stored.extend(300)
    plain = PlainValues(Digits((0, 7, 7)))
    plain.extend(300)
    assert stored.values[:300].tolist() == plain.values


@pytest.mark.parametrize("digits", [(0, 1, 7), (0, 3, 1, 4)])
def test_the_last_counters_of_a_heap_may_be_all_that_is_taken(digits: tuple[int, ...]) -> None:
    shape, plain = Digits(digits), PlainValues(Digits(digits))
    plain.extend(40)
    there = stored_values.StoredValues(shape, space.SparseSpace(1), plain.values[:1])
    there.extend(40)
    assert there.values[:40].tolist() == plain.values
