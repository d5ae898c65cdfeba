"""Late rare heaps of a search whose heaps are kept as numbers: told by all pairs, and added while the search goes on.

Any sparse space gives the same values: by a poor one, rare heaps never end.
"""

from __future__ import annotations

import json
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from limits import set_limits
from resumed import run_resumed
from test_sparse_pieces import CALM, LAST, LATE, SIZE, TWISTED, by_definition, make_small

from grundy.engines.heap.octal.sparse import all_pairs, period, search_state, setup, space, stored_values
from grundy.engines.heap.octal.sparse.kernels import show_pairs
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.engines.heap.octal.sparse.words import CommonNumbers
from grundy.errors import OutOfReach
from grundy.model.shapes import Digits
from grundy.runs.chunk import run_to_end

GRUNDY = Digits((4,), unequal=True)
POOR = {
    CALM: space.SparseSpace(11),
    TWISTED: space.SparseSpace(7, 1, 1),
    LATE: space.SparseSpace(29),
    GRUNDY: space.SparseSpace(62),
}
FIRST, STOP = 1_088, 2_560


@cache
def values_of(shape: Digits) -> Any:
    """By the definition; of Grundy's game, whose two heaps are never equal, here."""
    if not shape.unequal:
        return by_definition(shape)
    g = np.zeros(LAST, np.int64)
    for n in range(3, len(g)):
        options = {int(g[a] ^ g[n - a]) for a in range(1, (n + 1) // 2)}
        g[n] = min(set(range(len(options) + 1)) - options)
    return g


def rares_of(shape: Digits, stop: int) -> list[int]:
    g = values_of(shape)
    return [n for n in range(1, stop) if not POOR[shape].is_common(int(g[n]), n)]


def stored_of(shape: Digits) -> StoredValues:
    return StoredValues(shape, POOR[shape], values_of(shape)[: FIRST + 12])


def small(monkeypatch: pytest.MonkeyPatch, long: bool = False) -> None:
    make_small(monkeypatch, 128, wide=False)  # what the kernels that check need at least
    set_limits(monkeypatch, "engines.heap", LONG=64 if long else 2**20)


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("shape", POOR)
def test_late_rare_heaps_have_the_values_of_the_definition(
    shape: Digits, long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each window, the rare heaps with their values and the largest; stopped and resumed from states as JSON."""
    small(monkeypatch, long)
    g, steps = values_of(shape), 0
    late = [n for n in rares_of(shape, STOP) if n >= FIRST + 12]
    assert len(late) >= 3
    made = setup.set_up(stored_of(shape))
    assert made

    def look(state: Any) -> bool:
        nonlocal steps
        steps += 1
        assert state["phase"] == "fast" and state["held"] == FIRST
        words = CommonNumbers(state["bits"], POOR[shape])
        window, last = search_state.unpacked(state["window"], words.dtype), state["heaps"]
        assert not window[: max(0, len(window) - last)].any()
        window = window[-last:]
        expected = np.where(words.space.are_common(g[:last], np.arange(last)), g[:last], -1)[-len(window) :]
        expected[: last == len(window)] = -1  # heap 0
        assert words.to_values(window, last - len(window)).tolist() == expected.tolist()
        late_heaps = [tuple(one) for one in state["late"]]
        assert late_heaps == [(n, g[n]) for n in rares_of(shape, LAST) if n >= FIRST + 12][: len(late_heaps)]
        assert state["largest"] == [int(g[:last].max()), int(g[:last].argmax())]
        assert FIRST <= state["far"] <= last
        return steps % 2 == 0

    work: Any = period.fast(stored_of(shape), made, STOP, None)
    search_result = run_resumed(work, partial(period.work, shape, STOP, None), look)
    assert steps > 3 and (search_result.heaps, search_result.repetition, search_result.checkpoints) == (
        STOP,
        None,
        None,
    )
    assert list(search_result.rares) == rares_of(shape, STOP)
    assert search_result.largest == (int(g[:STOP].max()), int(g[:STOP].argmax()))


@pytest.mark.parametrize("shape", [CALM, GRUNDY])
def test_heaps_past_are_computed_again_with_their_rare_ones(shape: Digits, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, True)
    there = stored_of(shape)
    made = setup.set_up(there)
    assert made
    state = [chunk.state for chunk in period.fast(there, made, STOP, None)][-1]
    now = search_state.SearchState(there, made, json.loads(json.dumps(state)))
    g, rares = values_of(shape), rares_of(shape, STOP)
    assert now.late and now.pairs
    stop = min(state["heaps"], now.late[-1][0])
    for start in (1, FIRST - 1, FIRST, FIRST + 300):
        parts, count = [], 0
        for block in now.blocks(start):
            parts.append(block.copy())
            count += len(block)
            if count >= stop - start:
                break
        again = now.setup.words.to_values(np.concatenate(parts)[: stop - start], start).tolist()
        assert again == [-1 if n in rares else g[n] for n in range(start, stop)]
    assert now.pairs.low.size == FIRST
    now.pairs._hold(stop, now.blocks)
    assert now.pairs.low.size == stop
    expected = [-1 if n in rares else g[n] for n in range(1, stop)]
    assert now.setup.words.to_values(now.pairs.low.kept[:stop], 0).tolist()[1:] == expected


@pytest.mark.parametrize("shape", POOR)
def test_pairs_leave_what_they_leave_by_the_definition(shape: Digits, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all heaps before, or of the first and a buffer that do not meet; and what rare heaps show of a rare heap."""
    g, poor = values_of(shape), POOR[shape]
    words = CommonNumbers(112, poor)
    stored = words.of_values(g, 0)
    stored[0] = 0
    takes = space.splits(shape)
    singles = [take for take, digit in enumerate(shape.digits) if digit & 2 and poor.twist and take & 1]
    for held, length in ((STOP, 8), (700, 300), (700, 2_000)):
        set_limits(monkeypatch, "engines.heap", HELD=held)
        low = all_pairs.FirstHeaps(shape, words, stored[:held])
        for n in range(1_400, 2_500, 23):
            base = max(n - length, 0)
            values = {int(words.value(number, n, False)) for number in range(40)}
            pairs = [(a, n - take - a) for take in takes for a in range(1, n) if a <= n - take - a]
            pairs = [(a, b) for a, b in pairs if not (shape.unequal and a == b)]
            usable = [(a, b) for a, b in pairs if held >= n or (a < held and b >= base)]
            shown = {int(g[a] ^ g[b]) for a, b in usable if stored[a] and stored[b]}
            shown |= {int(g[n - take]) for take in singles if stored[n - take]}
            left, whole = low.left(n, stored[base : n + 1], n - base, singles, range(40))
            assert {int(words.value(one, n, False)) for one in left} == values - shown, (n, held)
            assert whole == (len(usable) == len(pairs)) or not left
            if whole:
                rares = {r: int(g[r]) for r in rares_of(shape, n)}
                own = None if poor.is_common(int(g[n]), n) else int(g[n])
                need = {one for one in left if own is None or words.value(one, n, False) <= own}
                need = {one for one in need if words.value(one, n, False) <= int(g[n])}
                assert low.rare_value(n, need, rares) == own, n


@pytest.mark.parametrize("shape", POOR)
def test_a_rare_heap_is_added_as_if_it_had_been_stored(shape: Digits, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lags, window, and the words that a buffer has before its heaps."""
    small(monkeypatch)
    late, g = next(n for n in rares_of(shape, STOP) if n >= FIRST + 12), values_of(shape)
    made, more = setup.set_up(stored_of(shape)), setup.set_up(StoredValues(shape, POOR[shape], g[: late + 1]))
    assert made and more
    added: Any = made
    added = added.with_rare(late, int(g[late]), stored_values.window(shape, [late], 0))
    sizes = [(one.window, one.before, one.room, sorted(one.lags)) for one in (added, more)]
    assert sizes[0] == sizes[1] and added.words == more.words


def test_heap_0_is_part_of_no_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a twisted space its value may be that of a common heap: a late rare heap would have it looked up."""
    words = CommonNumbers(112, POOR[TWISTED])
    stored = words.of_values(values_of(TWISTED)[:FIRST], 0)
    assert stored[0]
    low = all_pairs.FirstHeaps(TWISTED, words, stored)
    assert low.before(3, 5).tolist() == [0, 0, 0, *stored[1:3]]
    small(monkeypatch)
    made = setup.set_up(stored_of(TWISTED))
    assert made and made.room > FIRST
    assert not search_state.SearchState(stored_of(TWISTED), made, None).last[: made.room - FIRST + 1].any()


def test_a_state_says_nothing_of_heaps_checked_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    made = setup.set_up(stored_of(CALM))
    assert made
    now = search_state.SearchState(stored_of(CALM), made, None)
    now.far = now.heaps + 100
    assert now.state()["far"] == now.heaps


def test_pairs_of_common_heaps_are_shown() -> None:
    random = np.random.default_rng(5)
    low, late = (random.integers(0, 256, 400).astype(np.uint8) * (random.random(400) < 0.7) for _ in range(2))
    late, low = late.astype(np.uint8), low.astype(np.uint8)
    for first, stop in ((1, 400), (17, 40), (9, 9)):
        shown = np.zeros(256, np.uint8)
        shown[3] = 1
        show_pairs(low, late, 1_000, 1_399, first, stop, shown)
        expected = {3, *(int(low[a] ^ late[399 - a]) for a in range(first, stop) if low[a] and late[399 - a])}
        assert np.flatnonzero(shown).tolist() == sorted(expected)


def test_what_is_not_held_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first heaps are fewer, a heap that may be rare asks for all values, or ends the search."""
    small(monkeypatch)
    set_limits(monkeypatch, "engines.heap", HELD=FIRST)
    late = next(n for n in rares_of(LATE, STOP) if n >= FIRST + 12)
    for most in (late, late - 1):
        there = stored_of(LATE)
        made = setup.set_up(there)
        assert made
        set_limits(monkeypatch, "engines.heap", RECALLED=most)
        if most < late:
            with pytest.raises(OutOfReach, match=f"heap {late} may be rare"):
                run_to_end(period.fast(there, made, STOP, None))
        else:
            assert isinstance(run_to_end(period.fast(there, made, STOP, None)), period.Recalled)
            assert there.values[:late].tolist() == values_of(LATE)[:late].tolist()


@pytest.mark.parametrize("shape", [LATE, TWISTED])
def test_a_search_that_holds_all_values_again_knows_its_late_rare_heaps(
    shape: Digits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first were told by pairs; where no more are held, those that follow ask for all values. (They were lost.)"""
    small(monkeypatch)
    late = [n for n in rares_of(shape, STOP) if n >= FIRST + 12]
    set_limits(monkeypatch, "engines.heap", HELD=late[1] + 1)
    there = stored_of(shape)
    made = setup.set_up(there)
    assert made
    assert isinstance(run_to_end(period.fast(there, made, STOP, None)), period.Recalled)
    assert there.size == late[2] and there.rares.tolist() == rares_of(shape, late[2])
    there.extend(STOP)
    assert there.values[:STOP].tolist() == values_of(shape)[:STOP].tolist()
    assert there.rares.tolist() == rares_of(shape, STOP)


def test_the_last_heaps_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many at least, wherever the search began; and what is noted anew takes the place of what was there."""
    set_limits(monkeypatch, "engines.heap", BEHIND=500)
    set_limits(monkeypatch, "engines.heap.octal.sparse.all_pairs", SPARE=120)
    values = np.random.default_rng(2).integers(0, 256, 3_000).astype(np.uint8)
    for begin, known in ((40, 90), (700, 650), (700, 30)):
        last = np.concatenate([np.zeros(known, np.uint8), values[:begin]])[-known:]
        held = all_pairs.RecentHeaps(last, begin)
        first = max(begin - min(known, 560), 0)
        for heap in range(begin, 2_500, 60):
            assert held.end == heap and held.first <= max(first, heap - 500)
            assert held.first >= first and len(held.kept) == 620
            assert (held.kept[: heap - held.first] == values[held.first : heap]).all()
            for most in (10, 500):
                start = max(heap - most, held.first)
                assert (held.before(heap, most) == values[start:heap]).all()
            held.note(np.zeros(120, np.uint8), heap)
            held.note(values[heap : heap + 60], heap)
    held.note(values[:60], 2_700)
    assert (held.first, held.end) == (2_700, 2_760)


@pytest.mark.parametrize("shape", [CALM, TWISTED, GRUNDY])
def test_a_better_space_has_fewer_rare_heaps(shape: Digits, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all spaces of the values up to the rare heap; the search is left then, to go on by that."""
    small(monkeypatch)
    g = values_of(shape)
    late = next(n for n in rares_of(shape, STOP) if n >= FIRST + 12)
    rares = {r: int(g[r]) for r in rares_of(shape, late)}
    number, best = space.spaces(shape, g[: late + 1].tolist())[0]
    low = all_pairs.FirstHeaps(
        shape, CommonNumbers(112, POOR[shape]), CommonNumbers(112, POOR[shape]).of_values(g[:late], 0)
    )
    better = low.better_space(late, int(g[late]), rares)
    assert better == best and number < len(rares) + 1
    monkeypatch.setattr(all_pairs, "ranked", lambda *_: [(len(rares) + 1, best)])
    assert low.better_space(late, int(g[late]), rares) is None
    monkeypatch.setattr(all_pairs, "ranked", space.ranked)
    set_limits(monkeypatch, "engines.heap", LATE=0)
    there = stored_of(shape)
    made = setup.set_up(there)
    assert made
    ending = run_to_end(period.fast(there, made, STOP, None))
    assert isinstance(ending, period.Recalled) and there.size == late
    there.choosing = False
    assert not isinstance(run_to_end(period.fast(there, made, STOP, None)), period.Recalled)


def test_long_buffers_are_parts_of_one_array(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each begins with what was before its heaps, and none is changed before the array is moved."""
    small(monkeypatch, True)
    made = setup.set_up(stored_of(CALM))
    assert made
    for limit, overlap in ((64, True), (2**20, False)):
        set_limits(monkeypatch, "engines.heap", LONG=limit)
        last = np.arange(made.room).astype(np.uint8)
        there = setup.Buffers(made, last, SIZE)
        assert there.overlap == overlap
        written, views, count = last, [], 0
        while count < 20:
            view = there.next()
            if view is None:
                assert there.overlap and len(views) >= 4
                assert (there.move() == written[-made.room :]).all()
                views = []
                continue
            assert len(view) >= made.room + SIZE + 128 and (view[: made.room] == written[-made.room :]).all()
            for old, copy in views[-2:]:
                assert (old[: made.room + SIZE] == copy).all()
            view[made.room :] = count + 1
            views.append((view, view[: made.room + SIZE].copy()))
            written, count = np.concatenate([written, view[made.room : made.room + SIZE]]), count + 1
