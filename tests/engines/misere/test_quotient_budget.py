"""A misère quotient of many parts has one budget for all of them: it stops, says where, and goes on from there."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest
from limits import set_limits

import grundy
from grundy.engines.misere import answer, known
from grundy.engines.misere.known import ReachedParts
from grundy.errors import OutOfReach
from grundy.notation.expression import parse_rule

GRUNDYS = parse_rule("grundys-game")
HEAP = 13  # of Grundy's game: the least that is not tame


@cache
def _lost(heaps: tuple[int, ...]) -> bool:
    """Whether misère Grundy's game is lost, by its definition: split a heap into two unequal ones."""
    options = [
        (*heaps[:place], part, heap - part, *heaps[place + 1 :])
        for place, heap in enumerate(heaps)
        for part in range(1, (heap + 1) // 2)
    ]
    return bool(options) and not any(_lost(tuple(sorted(option))) for option in options)


def _reading(parts: ReachedParts, thorough: bool = False) -> bool:
    return parts.reading([(GRUNDYS, HEAP)], thorough=thorough) is not None


def test_what_was_stopped_goes_on_with_what_was_found_and_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.misere", QUICK=700)
    parts = ReachedParts()
    stops = []
    while not _reading(parts):
        stops.append(len(parts.quotient.elements))
        assert parts.stopped == (
            f"the search for their quotient was stopped at {stops[-1]} of {len(parts.parts.options)} parts"
        )
        set_limits(monkeypatch, "engines.misere", QUICK=known.QUICK * 2)
    assert stops and stops == sorted(stops) and parts.stopped == ""
    for heaps in combinations_with_replacement(range(3, HEAP + 1), 2):
        word = parts.parts.sum((GRUNDYS, heap) for heap in heaps)
        assert parts.quotient.says_p(word) == _lost(heaps), heaps


def test_products_of_all_parts_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.misere", PRODUCTS=0, EXPERIMENTS=known.SECONDS)  # no experiments: products alone
    parts = ReachedParts()
    assert not _reading(parts, thorough=True)
    assert "was stopped at" in parts.stopped


def test_the_search_of_sums_gets_its_turn_where_a_quotient_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    position = GRUNDYS(HEAP, HEAP - 1)
    set_limits(monkeypatch, "engines.misere", QUICK=0, THOROUGH=0)
    monkeypatch.setattr(answer, "reached_parts_of", lambda parts: ReachedParts())
    by_search = grundy.solve(position, misere=True)
    assert by_search.winner == ("second" if _lost((HEAP - 1, HEAP)) else "first")
    assert "quotient" not in by_search.evidence.reason
    set_limits(monkeypatch, "engines.misere", PRODUCTS=0)
    set_limits(monkeypatch, "engines.misere.answer", FIRST=1, MOST=1)
    with pytest.raises(OutOfReach, match="the search for their quotient was stopped at"):
        answer.answer(position, lambda rule, states: pytest.fail("no part follows misère Nim"))
