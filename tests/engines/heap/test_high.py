"""High heaps: those whose numbers have a bit that few have, and what pairs with them show."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from limits import set_limits
from test_sparse_pieces import CALM, SPACES, by_definition, middle

from grundy.engines.heap.octal.sparse import all_pairs, space, stored_values
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.engines.heap.octal.sparse.words import NONE, CommonNumbers
from grundy.model.shapes import Digits

GRUNDY = Digits((4,), unequal=True)


def stored_of(values: list[int], mask: int) -> StoredValues:
    return StoredValues(GRUNDY, space.SparseSpace(mask), values)


@pytest.mark.parametrize("mask", [1, 6, 30, 255, 510])
def test_the_high_heaps_are_the_common_ones_with_the_highest_bit(mask: int) -> None:
    """Those stored and those noted later, in order; the last MOST before a heap."""
    random = np.random.default_rng(mask)
    values = random.integers(0, 32, 400)
    values[random.integers(0, 400, 30)] = random.integers(64, 80, 30)
    words, stored = CommonNumbers(224, space.SparseSpace(mask)), stored_of(values.tolist(), mask)
    numbers = [int(words.number(int(value))) for value in values]
    top = 1 << max(numbers).bit_length() >> 1
    common = [words.space.is_common(int(value), heap) for heap, value in enumerate(values)]
    expected = [(n, numbers[n]) for n in range(400) if common[n] and numbers[n] >= top]
    high = all_pairs.HighHeaps(words, stored, 400, None)
    assert high.top == top and high.before(400) == expected and len(expected) > 1
    assert high.before(expected[1][0]) == expected[:1]
    later = random.integers(0, 40, 100)
    later[[3, 50]] = top + 1, top
    later[7] = -1
    high.note(words.of_numbers(later), 400)
    assert high.before(500) == [*expected, *((400 + n, int(later[n])) for n in range(100) if later[n] >= top)]
    again = all_pairs.HighHeaps(words, stored, 400, [list(one) for one in high.before(460)])
    assert again.before(500) == high.before(460)


def test_there_are_none_where_too_many_are_high(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.heap.octal.sparse.all_pairs", MOST=3)
    words = CommonNumbers(224, space.SparseSpace(1))
    for values, expected in (([1, 65, 1, 67, 69], 3), ([1, 65, 71, 67, 69], 0), ([65] * 9, 0)):
        high = all_pairs.HighHeaps(words, stored_of(values, 1), len(values), None)
        assert len(high.before(10)) == expected and (high.top > 0) == (expected > 0)
        high.note(np.full(9, NONE - 64, np.uint8), 10)
        assert [heap for heap, _ in high.before(100)] == ([16, 17, 18] if expected else [])


def test_pairs_with_high_heaps_show_what_their_values_are() -> None:
    """By the values of both heaps, of which one is among those stored, and none is rare or as large as the other."""
    random = np.random.default_rng(3)
    values = random.integers(0, 16, 300)
    values[[40, 90, 200, 210]] = 33, 34, 37, 40
    chosen = space.SparseSpace(0b110110)
    words = CommonNumbers(168, chosen)
    high = all_pairs.HighHeaps(words, stored_of(values.tolist(), chosen.mask), 300, None)
    highest = [n for n in (40, 90, 200, 210) if chosen.is_common(int(values[n]), n)]
    assert [heap for heap, _ in high.before(300)] == highest and 2 <= len(highest) < 4
    stored = words.of_values(values, 0)

    def kept_of(heaps: Any) -> Any:
        """Of the first 250 heaps alone."""
        return np.where(heaps < 250, stored[np.minimum(heaps, 249)], 0)

    for heap, takes in ((300, (0,)), (310, (1, 2)), (2 * highest[0] + 2, (0, 2)), (560, (0,))):
        expected = set()
        for take in takes:
            for one in highest:
                other = heap - take - one
                if one < heap and 0 < other < 250 and other != one and chosen.is_common(int(values[other]), other):
                    expected.add(int(words.number(int(values[one] ^ values[other]))))
        assert high.shown(heap, takes, kept_of) == expected, heap


@pytest.mark.parametrize("wide", [True, False])
def test_what_high_heaps_show_is_needed_no_more(wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a heap that small heaps leave some values of, just the set of these settles it."""
    now, g, chosen = middle(CALM, monkeypatch, wide), by_definition(CALM), SPACES[CALM]
    setup, n = now.setup, 2_001
    words = now._words(0, n)
    need = {int(setup.words.number(v)) for v in range(int(g[n])) if not chosen.is_common(v, n)}
    none = np.full(2, -1, np.int16)
    assert len(need) > 2
    assert setup.settle(words, n, 0, none, 0, need)
    for one in need:
        assert not setup.settle(words, n, 0, none, 0, need - {one})


class Shows:
    """Of every heap the same."""

    top = 0

    def __init__(self, numbers: set[int]) -> None:
        self.numbers = numbers

    def shown(self, heap: int, takes: Any, stored: Any) -> set[int]:
        return self.numbers


def test_a_heap_is_settled_by_high_heaps_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then no word is computed again, and the heap is noted as one that windows do not settle."""
    now = middle(CALM, monkeypatch, False)
    assert now.pairs
    monkeypatch.setattr(now.pairs.low, "left", None)
    words = np.zeros(4_000, now.setup.words.dtype)
    words[3_000] = now.setup.words.of_numbers(np.array([5]))[0]
    for numbers in (set(range(112)), set(range(64))):
        now.pairs.high = Shows(numbers)  # type: ignore[assignment]
        now.far = 0
        assert now.settle_far(2_000, words, 3_000) and now.far == 2_000


def test_a_late_rare_heap_has_the_space_chosen_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of Grundy's game, whose value 256 is rare with the mask 254 and common with 510."""
    better = space.SparseSpace(27)
    monkeypatch.setattr(stored_values, "find", lambda *_: better)
    g = by_definition(CALM)
    other = space.SparseSpace(11)
    first = next(n for n in range(1_101, 2_000) if not other.is_common(int(g[n]), n))
    for late, expected in ((first, better), (first + 1, other)):
        set_limits(monkeypatch, "engines.heap", LATE=late)
        stored = StoredValues(CALM, other, g[:1_101])
        stored.extend(first + 1)
        assert stored.space == expected and (stored.values[: first + 1] == g[: first + 1]).all()
        stored.extend(1_500)
        assert (stored.values[:1_500] == g[:1_500]).all()
