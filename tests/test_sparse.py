"""Codes with a sparse space: every fast path against the definition, late rare heaps, periods from public tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grundy.engines.heap.octal.sparse import held, period, plain, space
from grundy.engines.period import period as period_of
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
def questions(draw: st.DrawFn) -> tuple[Digits, space.Space]:
    """A code and a space of it: any mask will do."""
    shape = draw(shapes())
    takes = space.splits(shape)
    mask = draw(st.integers(1, 31))
    twist = draw(st.booleans()) and len({take & 1 for take in takes}) == 1
    return shape, space.Space(mask, int(twist), takes[0] & 1 if twist else 0)


@given(questions())
@example((Digits((4,), unequal=True), space.Space(1)))
@settings(max_examples=60, deadline=None)
def test_any_space_gives_the_values_of_the_definition(question: tuple[Digits, space.Space]) -> None:
    shape, chosen = question
    expected = by_definition(shape, 150)
    values, rares = plain.values(shape, chosen, 150)
    assert values == expected
    assert rares == [n for n in range(1, 150) if not chosen.is_common(expected[n], n)]
    there = held.Held(shape, chosen, expected[:1])
    there._chosen = 10**9  # the space is not chosen anew
    there.extend(90)
    there.extend(150)
    assert there.values[:150].tolist() == expected
    assert there.rares.tolist() == rares


@given(shapes(), st.integers(2, 200))
@settings(max_examples=40, deadline=None)
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
    found = period_of(octal(code))
    assert found.status == "proved" and found.found is not None
    assert (found.found.period, found.found.preperiod, found.found.saltus) == (*PERIODS[code], 0)


def chunks(code: str, limit: int) -> Iterator[period.Chunk]:
    """The chunks of a search."""
    shape = octal(code).data
    assert isinstance(shape, Digits)
    yield from period.work(shape, limit)
