"""A quotient goes on from what was saved of it, which is checked before it is used."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from grundy.engines.misere import known
from grundy.engines.misere.heaps import HeapQuotient
from grundy.games.octal import octal
from grundy.runs.chunk import run_to_end

DAWSONS_KAYLES = octal("0.07")
TO = 21


def saved_at(heap: int) -> dict[str, Any]:
    """The state once this heap is through, as a store gives it back."""
    for chunk in HeapQuotient(DAWSONS_KAYLES).work(TO):
        if chunk.done == heap + 1:
            state: dict[str, Any] = json.loads(json.dumps(chunk.state))
            return state
    raise AssertionError


@pytest.mark.parametrize("heap", [0, 7, 16, 19])
def test_it_goes_on_where_it_was_stopped(heap: int) -> None:
    whole = run_to_end(HeapQuotient(DAWSONS_KAYLES).work(TO))
    going_on = HeapQuotient(DAWSONS_KAYLES).work(TO, saved_at(heap))
    assert next(going_on).done == heap + 2
    quotient = run_to_end(going_on)
    assert quotient == whole
    assert quotient.orders == whole.orders


def test_nothing_is_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = saved_at(19)

    def never(*given: object) -> None:
        raise AssertionError("sought again")

    monkeypatch.setattr(known, "extended", never)
    monkeypatch.setattr(known, "extension", never)
    search = HeapQuotient(DAWSONS_KAYLES)
    assert search._restored(state) == 20
    assert search.found().order == run_to_end(HeapQuotient(DAWSONS_KAYLES).work(19, state)).order


@pytest.mark.parametrize(
    "damage",
    [
        lambda state: state["p"].pop(),
        lambda state: state["elements"].__setitem__(9, state["elements"][8]),
        lambda state: state["elements"].pop(),
        lambda state: state["p"].append(0),
    ],
)
def test_what_is_found_wrong_is_not_used(damage: Callable[[dict[str, Any]], object]) -> None:
    state = saved_at(14)
    damage(state)
    begun = HeapQuotient(DAWSONS_KAYLES).work(TO, state)
    assert next(begun).done == 1
    assert run_to_end(begun) == run_to_end(HeapQuotient(DAWSONS_KAYLES).work(TO))
