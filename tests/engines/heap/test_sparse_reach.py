"""How many small heaps a search by kernels says that it needed: with fewer, its certificate would not hold."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from resumed import run_resumed
from test_sparse_pieces import CALM, SPACES, TWISTED, begun, by_definition, make_small

from grundy.engines.heap.octal.sparse import period, search_state, setup
from grundy.model.shapes import Digits

FIRST, STOP = 1_088, 2_560


def needed(shape: Digits, n: int) -> int:
    """The least A with which single heaps, and pairs of two common heaps of which one is at most A, show all rare
    values below the nim-value of a common heap."""
    g, is_common = by_definition(shape).tolist(), SPACES[shape].is_common
    open_ = {value for value in range(g[n]) if not is_common(value, n)}
    open_ -= {g[n - take] for take, digit in enumerate(shape.digits) if digit & 2}
    splits = [take for take, digit in enumerate(shape.digits) if digit & 4]
    a = 0
    while open_:
        a += 1
        if is_common(g[a], a):
            open_ -= {g[a] ^ g[n - take - a] for take in splits if is_common(g[n - take - a], n - take - a)}
    return a


@pytest.mark.parametrize("shape", [CALM, TWISTED])
def test_the_reach_is_enough_for_every_heap(shape: Digits, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped and resumed where the most that was needed lies behind; what was held before needed less."""
    make_small(monkeypatch)
    g = by_definition(shape)
    reach = [needed(shape, n) if SPACES[shape].is_common(int(g[n]), n) else 0 for n in range(FIRST, STOP)]
    there = begun(shape, FIRST + 12)
    there._note[2] = 0
    made = setup.set_up(there)
    assert made
    steps: list[Any] = []

    def look(state: Any) -> bool:
        steps.append((state["reach"], max(reach[: state["heaps"] - FIRST], default=0), max(reach)))
        return len(steps) % 2 == 0

    work: Any = period.fast(there, made, STOP, None)
    run_resumed(work, partial(period.work, shape, STOP, None), look)
    assert len(steps) > 3 and all(some <= held <= 512 for held, some, _ in steps), steps


def test_what_was_needed_is_still_needed_by_a_search_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a state of before it was kept, the most that may have been needed is taken."""
    make_small(monkeypatch)
    there = begun(CALM, FIRST + 12)
    made = setup.set_up(there)
    assert made
    there._note[2] = 300
    now = search_state.SearchState(there, made, None)
    assert 300 <= now.reach <= 512
    there._note[2], now.reach = 0, 400
    state = json.loads(json.dumps(now.state()))
    assert 400 <= search_state.SearchState(there, made, state).reach <= 512
    del state["reach"]
    assert search_state.SearchState(there, made, state).reach == 512
