"""Steps of searches with a sparse space, in buffers of some hundred heaps, each against the definition."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from limits import set_limits

from grundy.compile.compiler import NoCompiler
from grundy.engines.heap.octal.sparse import (
    kernels,
    number_kernels,
    period,
    search_state,
    setup,
    setup_numbers,
    space,
    stored_values,
)
from grundy.engines.heap.octal.sparse import states as checkpoints
from grundy.engines.heap.octal.sparse import words as numbers
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.errors import OutOfReach
from grundy.model.shapes import Digits
from grundy.runs.chunk import run_to_end

SIZE = 256  # heaps in a buffer
LAST = 2_700
CALM, TWISTED, LATE = Digits((0, 3, 5, 6)), Digits((0, 1, 0, 4)), Digits((0, 1, 4, 3))
SPACES = {CALM: space.SparseSpace(27), TWISTED: space.SparseSpace(23, 1, 1), LATE: space.SparseSpace(29)}


@cache
def by_definition(shape: Digits, stop: int = LAST) -> Any:
    """The mex of the values of all options, heap by heap."""
    g = np.zeros(stop, np.int64)
    for n in range(stop):
        options = np.zeros(256, bool)
        for take, digit in enumerate(shape.digits[: n + 1]):
            left = n - take
            if digit & 1 and not left:
                options[0] = True
            if digit & 2 and left:
                options[g[left]] = True
            if digit & 4 and left > 1:
                options[g[1 : left // 2 + 1] ^ g[left - 1 : left - left // 2 - 1 : -1]] = True
        g[n] = options.argmin()
    return g


def make_small(monkeypatch: pytest.MonkeyPatch, near: int = 512, wide: bool = True, quick: bool = False) -> None:
    """Buffers, small heaps and waits of a size that the definition reaches; without `wide` words all are numbers."""
    monkeypatch.setattr(stored_values, "find", lambda *_: None)  # the space stays
    for file in ("stored_values", "setup", "search_state"):
        set_limits(monkeypatch, f"engines.heap.octal.sparse.{file}", NEAR=near)
    set_limits(monkeypatch, "engines.heap", SIZE=SIZE, SECONDS=0)
    set_limits(monkeypatch, "engines.heap.octal.sparse.search_state", SMALL=64)
    set_limits(monkeypatch, "engines.heap", SEGMENT=64, KERNELS=512, STEPS=2_000, CALM=10)
    monkeypatch.setattr(setup_numbers, "can_look_up", lambda: quick)
    if not wide:
        set_limits(monkeypatch, "engines.heap", SIZES=())


def begun(shape: Digits, size: int) -> StoredValues:
    """A code of which so many values are known."""
    return StoredValues(shape, SPACES[shape], by_definition(shape)[:size])


def rares_of(shape: Digits, stop: int) -> list[int]:
    g = by_definition(shape)
    return [n for n in range(1, stop) if not SPACES[shape].is_common(int(g[n]), n)]


KAYLES, SHORT, EVEN = Digits((0, 7, 7)), Digits((0, 4, 5)), Digits((0, 7, 2))
SPACES |= {KAYLES: space.SparseSpace(15), SHORT: space.SparseSpace(15), EVEN: space.SparseSpace(3, 1, 1)}
PERIODS = {KAYLES: (12, 71), SHORT: (20, 498), EVEN: (4, 1)}  # Flammenkamp, Octal Games; known/octal-periods.txt


def test_a_heap_that_is_rare_asks_for_all_values(monkeypatch: pytest.MonkeyPatch) -> None:
    make_small(monkeypatch, 128)
    late = next(n for n in rares_of(LATE, LAST) if n >= 1_088)
    there = begun(LATE, 1_100)
    made = setup.set_up(there)
    assert made
    search_result = run_to_end(period.fast(there, made, 2_560, None))
    assert isinstance(search_result, period.Recalled) and there.size == late
    assert there.values[:late].tolist() == by_definition(LATE)[:late].tolist()
    there.extend(late + 1)
    assert there.rares.tolist() == rares_of(LATE, late + 1) and there.far == late
    set_limits(monkeypatch, "engines.heap", RECALLED=late - 1)
    there = begun(LATE, 1_100)
    with pytest.raises(OutOfReach, match=f"heap {late} may be rare"):
        run_to_end(period.fast(there, made, 2_560, None))


def test_words_are_as_wide_as_the_values_ask_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 0.454 with values up to 32, number 16 in its space, and a bit to spare; or with as many bits as are asked."""
    make_small(monkeypatch)
    there = StoredValues(Digits((0, 4, 5, 4)), space.SparseSpace(61), by_definition(Digits((0, 4, 5, 4)))[:1_100])
    made = [setup.set_up(there, bits) for bits in (0, 32, 33, 65)]
    assert [one.words.bits for one in made if one] == [32, 32, 64, 112]
    set_limits(monkeypatch, "engines.heap.octal.sparse.setup", SPARE=15)
    assert getattr(setup.set_up(there), "words", None) == numbers.of_size(32, there.space)
    set_limits(monkeypatch, "engines.heap.octal.sparse.setup", SPARE=16)
    assert getattr(setup.set_up(there), "words", None) == numbers.of_size(64, there.space)


def middle(shape: Digits, monkeypatch: pytest.MonkeyPatch, wide: bool = True) -> search_state.SearchState:
    """A search that has come as far as the definition here."""
    make_small(monkeypatch, wide=wide)
    there = begun(shape, 1_100)
    made = setup.set_up(there)
    assert made
    work = period.fast(there, made, 2_304, None)
    states = [chunk.state for chunk in work]
    assert states[-1]["heaps"] + SIZE == 2_112 + SIZE <= LAST
    return search_state.SearchState(there, made, states[-1])


@pytest.mark.parametrize(("shape", "wide"), [(CALM, True), (TWISTED, True), (CALM, False)])
def test_words_long_past_are_computed_again(shape: Digits, wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    now, g = middle(shape, monkeypatch, wide), by_definition(shape)
    rares = rares_of(shape, LAST)
    for start in (0, 700, 1_087, 1_088, 1_089, 1_500, 2_000):
        blocks = now.blocks(start)
        words = np.concatenate([next(blocks).copy() for _ in range(2)])
        expected = [-1 if n in rares else int(g[n]) for n in range(start, start + 2 * SIZE)]
        expected[: start == 0] = []
        assert now.setup.words.to_values(words, start)[start == 0 :].tolist() == expected
    for distance in (2, 142, 300):
        for first, last in ((1, 1_000), (1_088, 2_000), (500, 1_900), (900, 901), (1_300, 1_301)):
            apart = [n for n in range(first, last) if g[n] != g[n + distance]]
            work = now.last_difference(distance, first, last)
            assert run_to_end(work) == (apart[-1] if apart else None), (distance, first, last)


def by_all_pairs(shape: Digits, n: int) -> set[int]:
    """The rare values below G(n) that no two common heaps show, nor one heap."""
    g, chosen = by_definition(shape), SPACES[shape]
    left = {v for v in range(int(g[n])) if not chosen.is_common(v, n)}
    left -= {int(g[n - take]) for take, digit in enumerate(shape.digits) if digit & 2}
    for take in space.splits(shape):
        for a in range(1, (n - take - 1) // 2 + 1):
            if chosen.is_common(int(g[a]), a):
                left.discard(int(g[a] ^ g[n - take - a]))
    return left


def test_two_equal_heaps_settle_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all pairs are tried: of two equal heaps, which Grundy's game never leaves, the value would be 0."""
    now, n = middle(CALM, monkeypatch), 2_000
    set_limits(monkeypatch, "engines.heap", FAR=1)
    words = np.zeros_like(now._words(0, n))
    words[[n // 2 - 1, n]] = now.setup.words.of_numbers(np.array([1, 1]))
    now._first_numbers = now.setup.words.numbers_in(words).astype(np.int16)
    assert not now.settle_far(n, words, n)


@pytest.mark.parametrize(("shape", "wide"), [(CALM, True), (TWISTED, True), (CALM, False)])
def test_small_heaps_settle_what_they_settle_by_the_definition(
    shape: Digits, wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, g, chosen = middle(shape, monkeypatch, wide), by_definition(shape), SPACES[shape]
    takes = space.splits(shape)
    singles = [take for take, digit in enumerate(shape.digits) if digit & 2]
    for most in (1, 6, 40, 300):
        set_limits(monkeypatch, "engines.heap", FAR=most)
        for n in range(2_000, 2_040):
            own = int(g[n])
            need = {v for v in range(own) if not chosen.is_common(v, n)} - {int(g[n - take]) for take in singles}
            common = [a for a in range(1, most + 1) if chosen.is_common(int(g[a]), a)]
            need -= {int(g[a] ^ g[n - take - a]) for a in common for take in takes}
            short = np.zeros(max(takes) + 1, now.setup.words.dtype)
            whole = now._words(0, n), n, by_all_pairs(shape, n)
            for buffer, place, left in ((short, max(takes), need), whole)[now.pairs is not None :]:
                now.far = 0
                if now.pairs:
                    now.pairs.high = None
                settled = now.settle_far(n, buffer, place)
                assert settled == (not left) and now.far == (n if settled else 0), (most, n, place)


@pytest.mark.parametrize(("shape", "wide"), [(CALM, True), (TWISTED, True), (CALM, False)])
def test_what_kernels_are_made_of_is_what_the_values_say(
    shape: Digits, wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lags are pairs with a rare heap and single heaps; witnesses are pairs with a small heap of just that value."""
    make_small(monkeypatch, wide=wide)
    asked: list[Any] = []
    for module, name in ((setup, "stages"), (setup_numbers, "witness_lists")):
        made_by = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given, made_by=made_by: asked.append(made_by(*given)) or asked[-1])
    size = 1_100 if wide else 2_200  # pairs are sought in the last quarter
    there = begun(shape, size)
    made, g, chosen = setup.set_up(there), by_definition(shape), SPACES[shape]
    assert made and len(asked) == 1
    takes = space.splits(shape)
    words = made.words

    def number(n: int) -> int:
        return next(i for i in range(64) if int(g[n]) in (words.value(i, n), words.value(i, n, False)))

    lags = {(take + rare, number(rare)) for take in takes for rare in rares_of(shape, size)}
    lags |= {(t, 0) for t, digit in enumerate(shape.digits) if digit & 2 and chosen.is_common(0, t) == bool(chosen.twist
             and not (t + chosen.first) % 2) and not (chosen.twist and t % 2)}  # fmt: skip
    assert set(made.lags) == lags and len(made.lags) == len(lags)
    common = {a: number(a) for a in range(1, 800) if chosen.is_common(int(g[a]), a)}
    pairs = {(a + take, one) for a, one in common.items() for take in takes}
    listed = [pair for stage in asked[0] for pair in stage]
    if not wide:  # lags, and the numbers that must be there
        listed = [(lag, other ^ one) for one, pairs_of in enumerate(asked[0]) for lag, other in pairs_of]
        assert len({lag for lag, _ in listed}) > 2 and {lag % 8 for lag, _ in listed} == {0}
        listed = sorted(set(listed))
    assert len(listed) == len(set(listed)) > 2 and set(listed) <= pairs
    assert made.numbers[1:513].tolist() == [common.get(a, -1) for a in range(1, 513)]
    last = max(512, *rares_of(shape, size)) + len(shape.digits)
    assert made.window == last and made.before % 64 == made.room % 64 == 0
    assert made.room >= max(made.window, made.before) and made.before >= max(lag for lag, _ in made.lags) + 128


@pytest.mark.parametrize(("shape", "wide"), [(CALM, True), (TWISTED, True), (CALM, False)])
def test_a_trail_leads_back_to_the_values(shape: Digits, wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    now, g = middle(shape, monkeypatch, wide), by_definition(shape)
    heaps = [1_500, 1_800, 2_100, 2_400]
    length = 100
    states = dict(checkpoints.far_states(begun(shape, 512), now.checkpoints(), length, heaps))
    assert states == {heap: g[heap - length : heap].tolist() for heap in heaps}
    if wide:
        set_limits(monkeypatch, "engines.heap", MOST_STORED=1_100)
        again = checkpoints.retrace(begun(shape, 512), 2_300, int(g.max()))
        assert again.stored == 1_088 and again.marks[-1][0] >= 2_300 - 2 * SIZE
        assert dict(checkpoints.far_states(begun(shape, 512), again, length, heaps)) == states
    with pytest.raises(OutOfReach, match="no kernels for the trail"):
        next(checkpoints.far_states(begun(shape, 1_200), now.checkpoints(), length, heaps))


@pytest.mark.parametrize(("shape", "wide"), [(CALM, True), (TWISTED, True), (LATE, True), (CALM, False)])
def test_all_values_of_the_first_heaps_by_kernels(shape: Digits, wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    make_small(monkeypatch, wide=wide)
    set_limits(monkeypatch, "engines.heap", WORTH=300, STEPS=0)
    there = begun(shape, 1_100)
    period.extend(there, 2_500)
    assert 2_500 <= there.size <= LAST
    assert there.values[: there.size].tolist() == by_definition(shape)[: there.size].tolist()
    assert there.rares.tolist() == rares_of(shape, there.size)


@pytest.mark.parametrize("limit", [2_500, 2_501])
def test_the_loop_goes_on_where_nothing_compiles_kernels_but_not_for_long(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of codes ended with no row where one code wanted kernels that a wheel has not."""

    def refuse(*_: Any) -> None:
        raise NoCompiler("no machine code can be made here")

    make_small(monkeypatch, wide=True)
    monkeypatch.setattr(period, "set_up", refuse)
    looped = 2_500 * (len(begun(CALM, 1_100).rares) + 16)
    set_limits(monkeypatch, "engines.heap", WORTH=300, STEPS=0, LOOPED=looped)
    if limit > 2_500:
        with pytest.raises(NoCompiler):
            period.extend(begun(CALM, 1_100), limit)
        with pytest.raises(NoCompiler):
            run_to_end(period._phases(begun(CALM, 1_100), limit, None))
        return
    there = begun(CALM, 1_100)
    period.extend(there, limit)
    assert there.values[:limit].tolist() == by_definition(CALM)[:limit].tolist()
    there = begun(CALM, 1_100)
    result = run_to_end(period._phases(there, limit, None))
    assert result.heaps == limit and there.values[:limit].tolist() == by_definition(CALM)[:limit].tolist()


@pytest.mark.parametrize("wide", [True, False])
def test_the_largest_value_is_noted_where_it_comes_first(wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it comes after what was the largest before, and not if it only comes again."""
    make_small(monkeypatch, wide=wide)
    there, g = begun(CALM, 1_100), by_definition(CALM)
    made = setup.set_up(there)
    assert made
    begin = search_state.SearchState(there, made, None).state()
    most = int(g[1_088:2_560].max())
    for before in range(most - 2, most + 2):
        search_result = run_to_end(period.fast(there, made, 2_560, {**begin, "largest": [before, 7]}))
        assert search_result.largest == ((most, 1_088 + int(g[1_088:].argmax())) if before < most else (before, 7))


@pytest.mark.parametrize("wide", [True, False])
def test_the_largest_value_is_not_beyond_the_limit(wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A buffer is filled to its end, of which the last heaps may be more than were asked for."""
    make_small(monkeypatch, wide=wide)
    there, g = begun(CALM, 1_100), by_definition(CALM)
    made = setup.set_up(there)
    assert made
    begin = {**search_state.SearchState(there, made, None).state(), "largest": [0, 0]}
    for limit in range(1_089, 1_600, 7):
        search_result = run_to_end(period.fast(there, made, limit, begin))
        common = [n for n in range(1_088, limit) if n not in set(there.rares.tolist())]
        best = max(common, key=lambda n: (g[n], -n)) if common else 0
        assert search_result.largest == (int(g[best]), best), limit


def test_values_by_kernels_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    make_small(monkeypatch)
    set_limits(monkeypatch, "engines.heap", WORTH=300, STEPS=0)
    there = begun(CALM, 1_100)
    there.values = there.values[:1_200].copy()
    period.extend(there, 2_500)
    assert there.values[:2_500].tolist() == by_definition(CALM)[:2_500].tolist()


def test_a_largest_value_of_one_kind_of_heaps_is_noted_once() -> None:
    """A number may stand for a larger value of the other parity: it is looked for, and is not found anew."""
    words = numbers.of_size(64, SPACES[TWISTED])
    top = next(i for i in range(64) if words.value(i, 0) != words.value(i, 1))
    parity = 0 if words.value(top, 0) < words.value(top, 1) else 1
    buffer = np.zeros(search_state.SIZE, np.uint64)
    buffer[parity] = 1 << top
    largest = words.value(top, parity), 7
    now: Any = SimpleNamespace(setup=SimpleNamespace(words=words, room=0), largest=largest, heaps=1_000, late=[])
    search_state.SearchState.note_largest(now, buffer, 1 << top, 10**6)
    assert now.largest == largest


def test_heaps_that_are_not_settled_are_listed_once_each() -> None:
    """settle_numbers, of heaps of which nothing else is known: rare, without a rare value below, and with one."""
    words = numbers.CommonNumbers(112, SPACES[TWISTED])
    odd, needs = next((odd, one) for odd, one in enumerate(words.required().any(axis=2)) if not one.all())
    own = [-1, int(np.flatnonzero(needs)[0]), int(np.flatnonzero(~needs)[0]), -1, int(np.flatnonzero(needs)[-1])]
    places, left = np.arange(0, 10, 2), np.full(5, -1)
    stored = np.zeros(10, np.uint8)
    stored[::2] = words.of_numbers(np.array(own))
    nothing = np.zeros(0, np.int64)
    none = np.full(1, -1), words.required(), 0, np.zeros(1, np.int64), left, np.empty(256, np.uint8)
    assert kernels.settle_numbers(stored, places, 5, odd, nothing, nothing, *none) == 4
    assert left[:4].tolist() == [0, 2, 6, 8]


def test_witnesses_are_pairs_with_a_common_heap(monkeypatch: pytest.MonkeyPatch) -> None:
    """One small heap is common, and a lag to it a multiple of 8; of few values known nothing is chosen."""
    set_limits(monkeypatch, "engines.heap", SEGMENT=64)
    words, g = numbers.CommonNumbers(112, SPACES[CALM]), by_definition(CALM)
    small = np.full(513, -1)
    heap = next(a for a in range(7, 400, 8) if SPACES[CALM].is_common(int(g[a]), a))
    constant = small[heap] = words.number(int(g[heap]))
    assert not any(number_kernels.witness_lists(words, g[:99].astype(np.uint16), [1, 2], small))
    for takes in ([1], [1, 2]):
        lists = number_kernels.witness_lists(words, g.astype(np.uint16), takes, small)
        assert any(lists)
        for number, one in enumerate(lists):
            assert one in ([], [(heap + 1, number ^ constant)])
    assert not any(number_kernels.witness_lists(words, g.astype(np.uint16), [2], small))
