"""What is said of a search by a sparse space: no period without its proof, and the numbers that belong to it."""

from __future__ import annotations

import pytest

from grundy.engines.heap.octal.sparse.search_state import SearchResult, describe
from grundy.engines.heap.octal.sparse.space import SparseSpace
from grundy.model.period import Repetition
from grundy.model.shapes import Digits

KAYLES = Digits((0, 7, 7))
TEN = Repetition(10, 100)


def test_what_repeats_is_a_period_only_where_that_is_proved() -> None:
    sentence = describe(KAYLES, SearchResult(1_000, TEN, "", None, (), (9, 8)))
    assert sentence == "the nim-values of heaps 0 to 999: the last 90 stretches of 10 are alike; that is no proof"
    sentence = describe(KAYLES, SearchResult(1_000, TEN, "theorem", None, (), (9, 8)))
    assert sentence.startswith("G(n + 10) = G(n) for all n >= 100: octal periodicity theorem")
    sentence = describe(KAYLES, SearchResult(1_000, TEN, "window", SparseSpace(3), (2, 5), (9, 8), window=64))
    assert "the 64 values before heap 990 come again before heap 1000" in sentence
    assert sentence.endswith("with the nim-values of heaps 0 to 999, by the sparse space of mask 3 with 2 rare heaps "
                          "(the last is 5)")  # fmt: skip
    sentence = describe(KAYLES, SearchResult(1_000, TEN, "window", SparseSpace(3, 1), (), (9, 8), window=64))
    assert sentence.endswith("by the position-twisted sparse space of mask 3 with 0 rare heaps")


@pytest.mark.parametrize(("heaps", "why"), [(8_192, ""), (8_193, ", heap by heap, for the code has no sparse space")])
def test_what_does_not_repeat(heaps: int, why: str) -> None:
    result = SearchResult(heaps, None, "", None, (), (9, 8))
    assert describe(KAYLES, result) == f"the nim-values of heaps 0 to {heaps - 1}{why}: they do not repeat so far"
    # also where `by` is left of an earlier step
    assert describe(KAYLES, SearchResult(heaps, None, "theorem", None, (), (9, 8))) == describe(KAYLES, result)
