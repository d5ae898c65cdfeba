"""Searches with a sparse space from their first heaps to their end, in small buffers, against the definition."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import numpy as np
import pytest
from limits import set_limits
from resumed import run_resumed
from test_sparse_pieces import (
    CALM,
    KAYLES,
    LAST,
    LATE,
    PERIODS,
    SPACES,
    TWISTED,
    begun,
    by_definition,
    make_small,
    rares_of,
)

from grundy.answering.sequence import period as period_of
from grundy.engines.heap.octal import values as by_values
from grundy.engines.heap.octal.sparse import period, search_state, setup, space, states, stored_values
from grundy.engines.heap.octal.sparse import words as numbers
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.errors import OutOfReach
from grundy.games.octal import octal
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.runs.chunk import Chunk, map_chunks, run_to_end


@pytest.mark.parametrize(("shape", "wide"), [(CALM, True), (TWISTED, True), (CALM, False)])
def test_a_search_by_kernels_has_the_values_of_the_definition(
    shape: Digits, wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped and resumed from its state as JSON; the largest value, the rare heaps, and each window on the way."""
    make_small(monkeypatch, wide=wide)
    g, stop, steps = by_definition(shape), 2_560, 0
    there = begun(shape, 1_100)
    made = setup.set_up(there)
    assert made

    def look(state: Any) -> bool:
        nonlocal steps
        steps += 1
        words = numbers.of_size(state["bits"], SPACES[shape])
        window = search_state.unpacked(state["window"], words.dtype)
        first, last = state["heaps"] - len(window), state["heaps"]
        values = words.to_values(window, first)
        rare = [n for n in range(first, last) if values[n - first] == -1]
        assert rare == [n for n in rares_of(shape, last) if n >= first]
        assert all(values[n - first] == g[n] for n in range(first, last) if n not in rare)
        assert state["largest"] == [int(g[:last].max()), int(g[:last].argmax())]
        return steps == 3

    work: Any = period.fast(there, made, stop, None)
    search_result = run_resumed(work, partial(period.work, shape, stop, None), look)
    assert steps > 3 and search_result.heaps == stop and search_result.repetition is None and search_result.by == ""
    assert list(search_result.rares) == rares_of(shape, stop)
    assert search_result.largest == (int(g[:stop].max()), int(g[:stop].argmax()))


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("shape", PERIODS)
def test_a_window_that_comes_again_proves_the_period(
    shape: Digits, wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By marked windows alone, and by the last words; with the pre-period exact, though it is long past."""
    make_small(monkeypatch, wide=wide)
    for short in (64, 10**9):
        set_limits(monkeypatch, "engines.heap", SHORT_WORDS=short)
        there = begun(shape, 1_100)
        made = setup.set_up(there)
        assert made
        if short > 64:
            monkeypatch.setattr(period, "_short_period", lambda *_: None)
        search_result = run_to_end(period.fast(there, made, 10**6, None))
        seen = search_result.repetition
        assert (seen.period, seen.preperiod, seen.saltus) == (*PERIODS[shape], 0) and search_result.by == "window"
        assert search_result.window == made.window > max([*there.rares, there.reach]) + 2
        assert search_result.heaps >= max(seen.preperiod + search_result.window, 1_088) + seen.period
        assert list(search_result.rares) == rares_of(shape, LAST)
        assert search_result.checkpoints.stored == 1_088 and search_result.checkpoints.bits == made.words.bits
        marks = [search_state.unpacked(text, made.words.dtype) for _, text in search_result.checkpoints.marks]
        for (heap, _), words in zip(search_result.checkpoints.marks, marks, strict=True):
            assert len(words) == made.before
            values = [seen.preperiod + (n - seen.preperiod) % seen.period if n > 1_000 else n
                      for n in range(heap - len(words), heap)]  # fmt: skip
            assert made.words.to_values(words, heap - len(words)).tolist() == by_definition(shape)[values].tolist()


def seen(states: list[Any], chunk: Chunk) -> None:
    states.append(chunk.state)


def test_a_search_goes_from_the_loop_to_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rare heaps are over; where they are not, it stays in the loop."""
    make_small(monkeypatch, 128)
    phases: list[set[str]] = []
    for shape in (CALM, LATE):
        g, stop = by_definition(shape), 2_688
        states: list[Any] = []
        search_result = run_to_end(map_chunks(partial(seen, states), period._phases(begun(shape, 1_100), stop, None)))
        phases.append({state["phase"] for state in states})
        assert (search_result.heaps, search_result.repetition, search_result.by) == (stop, None, "")
        assert list(search_result.rares) == rares_of(shape, stop) and search_result.largest == (
            g[:stop].max(),
            g[:stop].argmax(),
        )
        for state in states[-1:]:
            again = run_to_end(period.work(shape, stop, None, json.loads(json.dumps(state))))
            assert (again.heaps, again.rares, again.largest) == (stop, search_result.rares, search_result.largest)
    assert phases == [{"fast"}, {"held"}]


def test_a_search_begins_with_the_first_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """They prove most periods; else a space is looked for; without one it is heap by heap."""
    make_small(monkeypatch)
    monkeypatch.setattr(stored_values, "find", space.find)
    set_limits(monkeypatch, "engines.heap", FIRST_HEAPS=300)
    period_result = period_of(octal("0.77"))
    assert (period_result.status, period_result.repetition, period_result.space) == ("proved", Repetition(12, 71), None)
    assert period_result.heaps_computed <= 300
    assert period_result.largest == (int(by_definition(KAYLES).max()), int(by_definition(KAYLES).argmax()))
    for limit in (250, 300, 700):
        period_result = period_of(octal("0.356"), limit)
        assert (period_result.heaps_computed, period_result.status, period_result.repetition) == (limit, "none", None)
        assert (period_result.space is None) == (limit <= 300)
        known = by_definition(CALM)[:limit]
        common = (
            space.SparseSpace(*period_result.space).are_common(known, np.arange(limit)) if period_result.space else ()
        )
        assert list(period_result.rares) == [n for n, one in enumerate(common) if n and not one]
        assert period_result.largest == (int(known.max()), int(known.argmax()))
    period_result = period_of(octal("0.224"), 400)
    assert (period_result.heaps_computed, period_result.space, period_result.repetition) == (400, None, None)


def test_windows_that_come_again_are_seen_across_calls() -> None:
    for shape, apart in ((KAYLES, 12), (CALM, None)):
        there, marks = begun(shape, 300), period.Marks()
        there.choosing = False
        distances = []
        for size in (300, 420, 440, 460, 900):
            there.extend(size)
            distances.append(marks.look(there))
        assert distances == [apart] * 5


def test_a_space_that_is_chosen_anew_has_settled_nothing() -> None:
    """Kayles with a poor space at first: all heaps known when another is chosen may have far witnesses in that one."""
    there = StoredValues(KAYLES, space.SparseSpace(1), by_definition(KAYLES)[:300])
    there.extend(700)
    assert there.space == space.SparseSpace(15) and there.far >= 600
    assert there.values[:700].tolist() == by_definition(KAYLES)[:700].tolist()


def test_values_go_on_by_a_sparse_space(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.heap", FIRST_HEAPS=256)
    code_values = by_values.CodeValues(KAYLES)
    assert list(code_values.upto(600))[:600] == by_definition(KAYLES)[:600].tolist()
    assert code_values.stored and code_values.stored.space == space.SparseSpace(15)


def test_states_end_before_a_heap_that_no_small_one_settles(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a reach of 1 most heaps beyond those held are open."""
    set_limits(monkeypatch, "engines.heap", BUFFER=600)
    there = begun(KAYLES, 300)
    there.values = there.values[:300].copy()
    assert dict(states.states(there, 200, 100, [320])) == {320: by_definition(KAYLES)[120:320].tolist()}
    with pytest.raises(OutOfReach, match="is rare, has no near witness"):
        list(states.states(there, 200, 1, [800]))
