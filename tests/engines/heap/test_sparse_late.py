"""What a search by kernels does where a rare heap comes late: windows are long then, and waiting is dear."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from limits import set_limits
from test_sparse_pieces import CALM, LAST, PERIODS, begun, make_small, rares_of

from grundy.engines.heap.octal.sparse import period, search_state, setup
from grundy.model.shapes import Digits
from grundy.runs.chunk import run_to_end


@pytest.mark.parametrize("shape", PERIODS)
def test_a_period_is_proved_where_few_words_of_a_window_are_hashed(
    shape: Digits, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_small(monkeypatch)
    set_limits(monkeypatch, "engines.heap", HASHED=16)
    monkeypatch.setattr(period, "_short_period", lambda *_: None)
    there = begun(shape, 1_100)
    made = setup.set_up(there)
    assert made and made.before > 16
    search_result = run_to_end(period.fast(there, made, 10**6, None))
    assert (search_result.repetition.period, search_result.repetition.preperiod) == PERIODS[shape]
    assert list(search_result.rares) == rares_of(shape, LAST)


def test_windows_whose_last_words_alone_are_alike_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    make_small(monkeypatch)
    asked: list[Any] = []

    def alike(now: search_state.SearchState, marked: object) -> tuple[int, int]:
        asked.append(now.heaps)
        return now.heaps - 100, 100

    monkeypatch.setattr(search_state.SearchState, "mark", alike)
    there = begun(CALM, 1_100)
    made = setup.set_up(there)
    assert made
    search_result = run_to_end(period.fast(there, made, 2_560, None))
    assert len(asked) > 3 and (search_result.heaps, search_result.repetition, search_result.by) == (2_560, None, "")


@pytest.mark.parametrize(("rares", "wait"), [(1_273, 104_044), (48, 1_812_512)])
def test_after_a_late_rare_heap_the_loop_goes_on_for_so_many_steps(rares: int, wait: int) -> None:
    """A quarter of the heaps, or 2**27 steps where that is less: 1,273 rare heaps and the late one, and 16, a heap."""
    last = 7_250_049
    heaps = np.array([*range(1, rares + 1), last])
    stored: Any = SimpleNamespace(kernels=True, far=0, rares=heaps, shape=Digits((4,), unequal=True))
    calm = []
    for stored.size in (last + wait - 1, last + wait):
        calm.append(period.is_calm(stored))
    assert calm == [False, True]
