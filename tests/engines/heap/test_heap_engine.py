"""Take-away and floor-division engines against the definition, published periods, and each other's kernels."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from itertools import islice

import pytest
from drawing import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from limits import set_limits

from grundy.engines.heap import steps, take_away
from grundy.engines.heap.tables import extend
from grundy.engines.heap.take_away import TakeAwayValues, bitset_values, plain_repeat, plain_words, theorem
from grundy.errors import BadRule, OutOfReach


def by_definition(amounts, count):
    """Nim-values of heaps 0..count - 1: the mex of the options' values, and nothing else."""

    @cache
    def value(n):
        options = {value(n - s) for s in amounts if s <= n}
        return next(v for v in range(len(options) + 1) if v not in options)

    return [value(n) for n in range(count)]


def floors_by_definition(divisors, count):
    @cache
    def value(x):
        options = {value(x // d) for d in divisors} if x else set()
        return next(v for v in range(len(options) + 1) if v not in options)

    return [value(x) for x in range(count)]


def least_repeat(values, longest):
    """Least (period, preperiod) of a long prefix, tried one by one; the period at most `longest`."""
    for period in range(1, longest + 1):
        differ = [n for n in range(len(values) - period) if values[n] != values[n + period]]
        if not differ or differ[-1] < len(values) - 3 * longest:
            return period, differ[-1] + 1 if differ else 0
    return None


# --- take-away: values


@settings(deadline=None, max_examples=examples(300))
@given(st.sets(st.integers(1, 40), max_size=12), st.integers(1, 5))
@example({1, 4, 10}, 1)
@example(set(), 1)
def test_values_are_those_of_the_definition(amounts, unit):
    expected = by_definition(amounts, 300)
    take = TakeAwayValues(s * unit for s in amounts)
    assert take.values([n * unit + unit - 1 for n in range(300)]) == expected
    assert take.values(range(300 * unit))[::unit] == expected


@settings(deadline=None, max_examples=examples(150))
@given(st.sets(st.integers(1, 9), max_size=5), st.integers(1, 4), st.integers(0, 10**40))
def test_huge_heaps_by_the_period(amounts, unit, huge):
    take = TakeAwayValues([s * unit for s in amounts])
    period = take.period()
    values = by_definition([s * unit for s in amounts], 1500 * unit)
    assert (period.period, period.preperiod) == least_repeat(values, 200 * unit)
    heap = huge if huge < period.preperiod else period.preperiod + (huge - period.preperiod) % period.period
    assert take.values([huge]) == [values[heap]]


@pytest.mark.parametrize(
    ("amounts", "period", "preperiod"),
    [
        ((29, 67, 96), 4147, 0),
        ((1, 4, 10), 11, 16),
        ((1, 2, 3), 4, 0),
        ((10, 20, 30), 40, 0),
        ((7,), 14, 0),
        ((2, 6), 4, 0),  # 6 is an odd multiple of 2
        ((2, 4), 6, 0),
        ((10**50, 3 * 10**50 + 1), 4 * 10**50 + 1, 0),
        ((), 1, 0),
    ],
)
def test_known_periods(amounts, period, preperiod):
    repetition = TakeAwayValues(amounts).period()
    assert (repetition.period, repetition.preperiod) == (period, preperiod)
    assert repetition.by


@pytest.mark.parametrize("s", [*range(1, 11), 25])
def test_the_cubic_family(s):
    """{s, 4s, 12s + 1, 16s + 1} has period 56 s**3 + 52 s**2 + 9 s + 1."""
    assert TakeAwayValues([s, 4 * s, 12 * s + 1, 16 * s + 1]).period().period == 56 * s**3 + 52 * s**2 + 9 * s + 1


def test_the_readme_cases():
    assert TakeAwayValues([3, 1, 2, 2]).values([3, 4, 5]) == [3, 0, 1]
    assert TakeAwayValues([1, 2, 3]).values([3, 8, 2, 10**18, 2**64 + 1]) == [3, 0, 2, 0, 1]
    assert TakeAwayValues([1, 2, 3]).values([]) == []
    assert TakeAwayValues([]).values([0, 10**30]) == [0, 0]
    with pytest.raises(BadRule, match="-2"):
        TakeAwayValues([1, -2])


@settings(deadline=None, max_examples=examples(300))
@given(st.integers(1, 30), st.integers(0, 30), st.lists(st.integers(0, 300), max_size=4))
def test_theorems(a, width, others):
    """Runs and pairs, with amounts added that the theorem allows: value, period, and the moves to a value."""
    for first in (list(range(a, a + width + 1)), [a, a + width]):
        period = first[0] + first[-1]
        added = [s * period + first[s % len(first)] for s in others]
        take = TakeAwayValues(first + added)
        values = by_definition(set(first + added), 4 * period + 10)
        assert take.values(range(len(values))) == values
        known = take.period()
        assert (known.period, known.preperiod) == least_repeat(values, period)


def test_a_theorem_is_not_claimed_for_more():
    for a, b, c in [(1, 2, 3), (1, 3, 6), (2, 3, 10), (4, 10, 13), (1, 4, 10)]:
        known = theorem([a, b, c])
        if known:
            assert [known.value(n) for n in range(400)] == by_definition({a, b, c}, 400)
    assert theorem([1, 4, 10]) is None


def test_amounts_above_every_heap_do_not_matter():
    take = TakeAwayValues([1, 3, 4, 10**400])
    assert take.values([5, 10**6]) == TakeAwayValues([1, 3, 4]).values([5, 10**6])
    assert take.evidence(10**30)[0] == "proved"
    with pytest.raises(OutOfReach, match="1000000"):
        take.values([10**401])
    with pytest.raises(OutOfReach, match="1000000"):
        take.period()


def test_a_period_too_long_is_refused(monkeypatch):
    set_limits(monkeypatch, "engines.heap.take_away", MOST_HEAPS=1000)
    take = TakeAwayValues([29, 67, 96])
    assert take.values([999]) == by_definition([29, 67, 96], 1000)[999:]
    with pytest.raises(OutOfReach, match="1000 heaps"):
        take.values([5000])
    set_limits(monkeypatch, "engines.heap.take_away", MOST_HEAPS=10**8, PLAIN_STEPS=0)
    set_limits(monkeypatch, "engines.heap", MOST_NANOSECONDS=10)
    with pytest.raises(OutOfReach, match="seconds"):
        take.values([5000])


def test_evidence_says_how():
    take = TakeAwayValues([1, 4, 10])
    assert take.evidence(5)[0] == "computed"
    status, by = take.evidence(10**20)
    assert status == "proved"
    assert "10 consecutive values" in by
    assert "n mod 4" in TakeAwayValues([1, 2, 3]).evidence(5)[1]


# --- take-away: moves


@settings(deadline=None, max_examples=examples(200))
@given(st.sets(st.integers(1, 30), max_size=8), st.integers(1, 3), st.integers(0, 200), st.integers(0, 9))
def test_moves_to_a_value(amounts, unit, heap, target):
    values = by_definition([s * unit for s in amounts], heap + 1)
    moves = TakeAwayValues([s * unit for s in amounts]).moves_to(heap, target)
    expected = [s * unit for s in sorted(amounts) if s * unit <= heap and values[heap - s * unit] == target]
    assert moves.count == len(expected)
    assert list(moves) == list(moves) == expected


@pytest.mark.parametrize("amounts", [(1, 4, 10), (2, 5), (3, 4, 5, 11), (2, 7, 16)])
def test_moves_from_huge_heaps(amounts):
    take = TakeAwayValues(amounts)
    for heap in range(10**30, 10**30 + 40):
        for target in range(4):
            expected = [s for s in amounts if take.values([heap - s]) == [target]]
            moves = take.moves_to(heap, target)
            assert (moves.count, list(moves)) == (len(expected), expected)


def test_a_million_amounts_are_counted():
    take = TakeAwayValues(range(1, 10**6 + 1))
    assert take.moves_to(10**30, 5).count == 1
    odd = TakeAwayValues(range(1, 2 * 10**6, 2))
    assert [odd.moves_to(10**30 + n, 1).count for n in range(4)] == [10**6, 0, 10**6, 0]
    assert list(islice(odd.moves_to(10**30, 1), 3)) == [1, 3, 5]


@settings(deadline=None, max_examples=examples(50))
@given(st.integers(0, 2**20), st.integers(0, 9), st.sampled_from([100, 700, 5000, 10**20]))
def test_counts_in_one_stroke_are_those_one_by_one(seed, target, heap):
    draw = random.Random(seed)
    run = [*range(10, 50)] + [60 * k + draw.randint(10, 49) for k in range(1, 300)]  # a theorem covers these
    for amounts in (run, draw.sample(range(1, 600), 300)):
        if heap == 10**20 and amounts is not run:
            continue
        one_by_one, at_once = TakeAwayValues(amounts), TakeAwayValues(amounts)
        at_once._all._looked = take_away.PLAIN_STEPS
        expected = list(one_by_one.moves_to(heap, target))
        assert at_once.moves_to(heap, target).count == one_by_one.moves_to(heap, target).count == len(expected)
        assert at_once.moves_to(300, 10**30).count == 0


# --- take-away: kernels against their slow twin


def random_sets(seed):
    draw = random.Random(seed)
    yield (1,)
    yield (1, 2, 5)
    yield (64,)
    yield (63, 64, 65, 127, 128, 129)
    yield (255, 256, 257, 512, 1025)
    yield (300, 700, 1000)
    yield (17, 20, 35, 600)
    yield tuple(range(8, 21))
    yield tuple(sorted({*range(1, 65)} - {40}))
    for _ in range(12):
        largest = draw.choice([5, 30, 100, 700])
        yield tuple(sorted({draw.randint(1, largest) for _ in range(draw.choice([3, 7, 8, 15, 31, 62, 63, 90, 300]))}))


@pytest.mark.parametrize("amounts", list(random_sets(1)), ids=str)
def test_kernels(amounts):
    import numpy as np

    from grundy.engines.heap import tables
    from grundy.engines.heap.kernels import one_hot_values, stamp_values

    count, k = 2500, len(amounts)
    words = []
    plain_words(amounts, words, count)
    expected = [word.bit_length() - 1 for word in words]
    assert expected[:400] == by_definition(amounts, 400)
    lags = np.array(amounts, np.int64)
    for kind in (np.uint8, np.uint16, np.uint32):
        if k >= 256 and kind == np.uint8:
            continue
        table = np.full(count, 250, kind)
        stamp_values(lags, table, np.zeros(k + 2, np.uint32), 0, count)
        assert table.tolist() == expected
        for cut in (0, 1, 700, 1999):
            table = np.array(expected, kind)
            table[cut:] = 250
            ends = list(tables.sweep(amounts, table, cut, count, 900))  # the kernel sweep_values
            assert ends[-1] == count
            assert table.tolist() == expected
    for word, bits in ((np.uint8, 8), (np.uint16, 16), (np.uint32, 32), (np.uint64, 64)):
        for sub in {1, 16, min(amounts[0], 256)}:
            for cut in (0, 5, 777):
                table = np.full(count, 250, np.uint8)
                table[:cut] = np.minimum(expected[:cut], 63)
                work, spare = np.empty(amounts[-1] + 300, word), np.empty((2, 256), word)
                done = one_hot_values(lags, sub, work, table, cut, count, spare)
                if max(expected) < bits:
                    assert done == count
                if max(expected[:cut], default=0) < bits:
                    assert table[:done].tolist() == expected[:done]


@pytest.mark.parametrize("amounts", [(1, 3, 4), (5, 8, 300), tuple(sorted({*range(1, 100)} - {70})), (1, 4, 10)])
def test_compiled_and_plain_tables_agree(amounts, monkeypatch):
    monkeypatch.setattr(take_away, "_plain_so_far", [0])
    plain = TakeAwayValues(amounts).period()
    set_limits(monkeypatch, "engines.heap.take_away", PLAIN_STEPS=0)
    compiled = TakeAwayValues(amounts)
    assert compiled.period() == plain
    assert compiled.values(range(500)) == by_definition(amounts, 500)


def test_many_small_tables_are_compiled_as_a_large_one_is(monkeypatch):
    amounts = (5, 8, 300)
    expected = by_definition(amounts, 2000)
    for so_far, compiled in ((0, False), (take_away.MOST_PLAIN_STEPS + 1, True)):
        monkeypatch.setattr(take_away, "_plain_so_far", [so_far])
        take = TakeAwayValues(amounts)
        assert take.values(range(2000)) == expected
        assert (take._all._table is not None) == compiled


@settings(deadline=None, max_examples=examples(150))
@given(st.sets(st.integers(1, 700), min_size=1), st.integers(0, 900), st.data())
def test_bitsets_extend_values_as_looking_at_each_option_does(amounts, stop, data):
    in_order, words = sorted(amounts), []
    plain_words(in_order, words, stop)
    expected = [word.bit_length() - 1 for word in words]
    values = expected[: data.draw(st.integers(0, stop))]
    bitset_values(in_order, values, stop)
    assert values == expected


def test_a_set_of_many_amounts_is_tabled_by_bitsets(monkeypatch):
    monkeypatch.setattr(take_away, "_plain_so_far", [0])
    monkeypatch.setattr(take_away, "plain_words", None)
    amounts = [*range(1, 100, 3), 400]
    assert TakeAwayValues(amounts).values(range(600)) == by_definition(amounts, 600)


def test_values_beyond_64_and_beyond_255(monkeypatch):
    set_limits(monkeypatch, "engines.heap.take_away", PLAIN_STEPS=0)
    for gap in (90, 220, 300):
        amounts = sorted({*range(1, gap + 20)} - {gap})
        take = TakeAwayValues(amounts)
        assert take.values(range(1500)) == by_definition(amounts, 1500)
        assert take.values(range(1500, 1600)) == by_definition(amounts, 1600)[1500:]


@settings(deadline=None, max_examples=examples(100))
@given(st.lists(st.integers(0, 300), max_size=6), st.lists(st.integers(0, 300), min_size=1), st.integers(1, 5))
def test_repeats_are_found_in_any_values(head, cycle, window):
    import numpy as np

    from grundy.engines.heap.tables import repeat

    values = (head + cycle * 20)[: len(head) + 19 * len(cycle) + 1]
    repetition = plain_repeat(values, window)
    assert repeat(np.array(values, np.uint32), window) == repetition
    assert repetition is not None
    period, preperiod = repetition
    assert all(values[n] == values[n + period] for n in range(preperiod, len(values) - period))
    assert preperiod == 0 or values[preperiod - 1] != values[preperiod - 1 + period]


def test_a_repeat_modulo_256_is_not_a_repeat():
    import numpy as np

    from grundy.engines.heap.tables import repeat

    assert repeat(np.array([1, 2, 257, 2], np.uint16), 2) is None
    assert repeat(np.array([1, 2, 257, 2, 1, 2], np.uint16), 2) == (4, 0)


# --- floor division


def test_the_exercise():
    expected = [0, 1, 2, 2, 3, 3, *[0] * 6, *[1] * 12]
    assert steps.values(range(24), [2, 3, 6]) == expected
    for x in [10**k + 7 * k for k in range(1, 60)]:
        base = x
        while base >= 12:
            base //= 12
        assert steps.values([x], [6, 3, 2, 3]) == [(0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0)[base]]


@settings(deadline=None, max_examples=examples(300))
@given(st.sets(st.integers(2, 60), max_size=7), st.sets(st.integers(2, 3000), max_size=3), st.integers(1, 3000))
def test_floor_values_are_those_of_the_definition(small, large, count):
    assert steps.values(range(count), small | large) == floors_by_definition(small | large, count)


@settings(deadline=None, max_examples=examples(200))
@given(
    st.sets(st.integers(2, 100) | st.integers(2, 2**62), min_size=1, max_size=6),
    st.sets(st.integers(0, 2**62 - 1) | st.integers(0, 100), min_size=1, max_size=8),
    st.sampled_from([1, 5, 1000]),
)
def test_compiled_floor_values(divisors, integers, piece):
    """The kernel step_values against the same steps in Python; where that is quick, both against the definition."""
    before = steps.SLICE, steps.MOST_CHANGES
    steps.SLICE, steps.MOST_CHANGES = piece, 10_000
    try:
        divided, wanted = sorted(divisors), sorted(integers)
        floor_values = steps._compiled(wanted, divided)
        assert floor_values == steps._plain(wanted, divided, 10**7)
        values = floors_by_definition(divided, 3000)
        assert [n for x, n in zip(wanted, floor_values, strict=True) if x < 3000] == [
            values[x] for x in wanted if x < 3000
        ]
    finally:
        steps.SLICE, steps.MOST_CHANGES = before


@pytest.mark.parametrize("divisors", [(2,), (2, 3), (2, 7, 14), (2, 3, 5, 30), (3, 10**4298), (10**5000, 2)])
def test_huge_integers_follow_from_smaller_ones(divisors):
    """The definition, one move deep, at 4,300 digits."""
    for x in (10**4299, 3 * 10**4298 + 12345):
        value, *options = steps.values([x, *(x // d for d in divisors)], divisors)
        assert value not in options
        assert all(v in options for v in range(value))


def test_floor_edges():
    assert steps.values([0, 5, 10**50], []) == [0, 0, 0]
    assert steps.values([], [2]) == []
    assert steps.values([0, 1, 9, 10, 11, 0], [10]) == [0, 1, 1, 0, 0, 0]
    assert steps.values([0, 1, 2**61], [10**400]) == [0, 1, 1]
    assert steps.values([10**18], range(2, 2000)) == [steps._plain([10**18], range(2, 2000), 10**8)[0]]
    with pytest.raises(BadRule, match="1"):
        steps.values([5], [1, 2])


def test_too_many_steps_are_refused(monkeypatch):
    set_limits(monkeypatch, "engines.heap.steps", MOST_STEPS=1000)
    with pytest.raises(OutOfReach, match="1000 steps"):
        steps.values([10**300], [2, 3, 6])
    set_limits(monkeypatch, "engines.heap.steps", PLAIN_STEPS=10)
    set_limits(monkeypatch, "engines.heap", MOST_CHANGES=2)
    with pytest.raises(OutOfReach, match="more than 2 at one time"):
        steps.values([10**18], [2, 3, 1000])


def test_small_work_loads_neither_numpy_nor_numba():
    code = (
        "import sys\n"
        "from grundy.engines.heap.take_away import TakeAwayValues\n"
        "from grundy.engines.heap.steps import values\n"
        "TakeAwayValues([29, 67, 96]).values([10**18]); TakeAwayValues([1, 4, 10]).moves_to(10**20, 1)\n"
        "values([10**4000], [2, 3, 6])\n"
        "sys.exit('numpy' in sys.modules or 'numba' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("count", [255, 256, 257])
def test_values_fit_where_there_are_as_many_amounts_as_a_byte_has_values(count: int) -> None:
    """Take 1 to k: the nim-value of n is n mod (k + 1) (Winning Ways, ch. 4)."""
    values = extend(range(1, count + 1), None, 3 * count)
    assert values.tolist() == [n % (count + 1) for n in range(3 * count)]


def test_amounts_of_hundreds_of_words_have_room() -> None:
    """All are odd, so that a move changes whether a heap is odd, and every odd heap is won by a move."""
    import numpy as np

    from grundy.engines.heap import tables

    table = np.zeros(15_100, np.uint8)
    assert list(tables.sweep([1, 15_001], table, 0, 15_100, 15_100)) == [15_100]
    assert (table == np.arange(15_100) % 2).all()
