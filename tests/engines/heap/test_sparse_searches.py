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
from grundy.runs.chunk import Chunk, ended, mapped


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
        kept = numbers.of_size(state["bits"], SPACES[shape])
        window = search_state.unpacked(state["window"], kept.dtype)
        first, last = state["heaps"] - len(window), state["heaps"]
        values = kept.to_values(window, first)
        rare = [n for n in range(first, last) if values[n - first] == -1]
        assert rare == [n for n in rares_of(shape, last) if n >= first]
        assert all(values[n - first] == g[n] for n in range(first, last) if n not in rare)
        assert state["largest"] == [int(g[:last].max()), int(g[:last].argmax())]
        return steps == 3

    work: Any = period.fast(there, made, stop, None)
    found = run_resumed(work, partial(period.work, shape, stop, None), look)
    assert steps > 3 and found.heaps == stop and found.repetition is None and found.by == ""
    assert list(found.rares) == rares_of(shape, stop)
    assert found.largest == (int(g[:stop].max()), int(g[:stop].argmax()))


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
        found = ended(period.fast(there, made, 10**6, None))
        seen = found.repetition
        assert (seen.period, seen.preperiod, seen.saltus) == (*PERIODS[shape], 0) and found.by == "window"
        assert found.window == made.window > max([*there.rares, there.reach]) + 2
        assert found.heaps >= max(seen.preperiod + found.window, 1_088) + seen.period
        assert list(found.rares) == rares_of(shape, LAST)
        assert found.checkpoints.stored == 1_088 and found.checkpoints.bits == made.words.bits
        kept = [search_state.unpacked(text, made.words.dtype) for _, text in found.checkpoints.marks]
        for (heap, _), words in zip(found.checkpoints.marks, kept, strict=True):
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
        found = ended(mapped(partial(seen, states), period._phases(begun(shape, 1_100), stop, None)))
        phases.append({state["phase"] for state in states})
        assert (found.heaps, found.repetition, found.by) == (stop, None, "")
        assert list(found.rares) == rares_of(shape, stop) and found.largest == (g[:stop].max(), g[:stop].argmax())
        for state in states[-1:]:
            again = ended(period.work(shape, stop, None, json.loads(json.dumps(state))))
            assert (again.heaps, again.rares, again.largest) == (stop, found.rares, found.largest)
    assert phases == [{"fast"}, {"held"}]


def test_a_search_begins_with_the_first_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """They prove most periods; else a space is looked for; without one it is heap by heap."""
    make_small(monkeypatch)
    monkeypatch.setattr(stored_values, "find", space.find)
    set_limits(monkeypatch, "engines.heap", FIRST_HEAPS=300)
    found = period_of(octal("0.77"))
    assert (found.status, found.repetition, found.space) == ("proved", Repetition(12, 71), None)
    assert found.heaps_computed <= 300
    assert found.largest == (int(by_definition(KAYLES).max()), int(by_definition(KAYLES).argmax()))
    for limit in (250, 300, 700):
        found = period_of(octal("0.356"), limit)
        assert (found.heaps_computed, found.status, found.repetition) == (limit, "none", None)
        assert (found.space is None) == (limit <= 300)
        known = by_definition(CALM)[:limit]
        common = space.SparseSpace(*found.space).are_common(known, np.arange(limit)) if found.space else ()
        assert list(found.rares) == [n for n, one in enumerate(common) if n and not one]
        assert found.largest == (int(known.max()), int(known.argmax()))
    found = period_of(octal("0.224"), 400)
    assert (found.heaps_computed, found.space, found.repetition) == (400, None, None)


def test_windows_that_come_again_are_seen_across_calls() -> None:
    for shape, apart in ((KAYLES, 12), (CALM, None)):
        there, marks = begun(shape, 300), period.Marks()
        there.choosing = False
        found = []
        for size in (300, 420, 440, 460, 900):
            there.extend(size)
            found.append(marks.look(there))
        assert found == [apart] * 5


def test_a_space_that_is_chosen_anew_has_settled_nothing() -> None:
    """Kayles with a poor space at first: all heaps known when another is chosen may have far witnesses in that one."""
    there = StoredValues(KAYLES, space.SparseSpace(1), by_definition(KAYLES)[:300])
    there.extend(700)
    assert there.space == space.SparseSpace(15) and there.far >= 600
    assert there.values[:700].tolist() == by_definition(KAYLES)[:700].tolist()


def test_values_go_on_by_a_sparse_space(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.heap", FIRST_HEAPS=256)
    found = by_values.CodeValues(KAYLES)
    assert list(found.upto(600))[:600] == by_definition(KAYLES)[:600].tolist()
    assert found.stored and found.stored.space == space.SparseSpace(15)


def test_states_end_before_a_heap_that_no_small_one_settles(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a reach of 1 most heaps beyond those held are open."""
    set_limits(monkeypatch, "engines.heap", BUFFER=600)
    there = begun(KAYLES, 300)
    there.values = there.values[:300].copy()
    assert dict(states.states(there, 200, 100, [320])) == {320: by_definition(KAYLES)[120:320].tolist()}
    with pytest.raises(OutOfReach, match="is rare, has no near witness"):
        list(states.states(there, 200, 1, [800]))
