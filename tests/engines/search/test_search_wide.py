"""The compiled search of states that have more bits than a key, which are numbered as they are met."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from test_search_own import mover_wins_misere, read, written

import grundy
from grundy import OutOfReach
from grundy.compile.keys import WideKey
from grundy.compile.subset import BeyondCompiled
from grundy.engines.options import SearchOptions
from grundy.engines.search.compiled import Compiled
from grundy.engines.search.equal import Defined, parts_of
from grundy.engines.search.kernels import numbered
from grundy.engines.search.kernels import position_nimber as couples
from grundy.engines.search.user_rule import BY_COMPILED, PlainSearch, Questions
from grundy.engines.search.wide import Wide
from grundy.model.rule import Rule
from grundy.runs.chunk import run_to_end

SHIFT = 40
"""Where the sets of these rules lie in their numbers: two of them have more bits than a key."""

ROWS = """\
for i in range({shift}, {shift} + {cells}):
    one = 1 << i
    if a & one:
        yield {alone}
        if b & one:
            yield a & ~one, b & ~one
        if a >> 1 & one:
            yield a & ~(3 << i), b
    if b & one and {odd}:
        yield a, b & ~one
"""
"""Stones in two rows: take one, two above each other, or two side by side in the first."""


def rows(cells: int, shift: int, odd: bool, parted: bool = False) -> Rule:
    alone = "to((a & one - 1, b & one - 1), (a & ~(2 * one - 1), b & ~(2 * one - 1)))" if parted else "a & ~one, b"
    condition = "i % 2" if odd else "a < b"
    return written(ROWS.format(cells=cells, shift=shift, alone=alone, odd=condition), arguments="a, b")


def far(states: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [tuple(number << SHIFT for number in state) for state in states]


@pytest.fixture(scope="module")
def cramped() -> Iterator[None]:
    """Tables begin small, so that each grows and is interrupted often."""
    monkeypatch = pytest.MonkeyPatch()
    small = {"FIRST_SLOTS": 8, "FIRST_HEIGHT": 2, "FIRST_POOL": 17, "FIRST_BUDGET": 3}
    set_limits(monkeypatch, "engines.search.compiled", **small)
    set_limits(monkeypatch, "engines.search.wide", FIRST_NUMBERS=2)
    yield
    monkeypatch.undo()


pairs = st.lists(st.tuples(st.integers(0, 63), st.integers(0, 63)), min_size=1, max_size=4)


@settings(max_examples=examples(20))
@given(pairs, st.booleans(), st.booleans(), st.data())
def test_values_are_those_of_the_definition(
    cramped: None, near: list[tuple[int, ...]], odd: bool, parted: bool, data: Any
) -> None:
    """And of the same sets at the low end, whose states have keys."""
    rule, states = rows(6, SHIFT, odd, parted), [(63 << SHIFT, 63 << SHIFT), *far(near)]
    expected = [grundy.value_by_definition(rule(state)) for state in states]
    search = Compiled(rule, states, 1 << 30)
    assert isinstance(search.key, WideKey)
    for state, value in zip(states, expected, strict=True):
        for n in data.draw(st.lists(st.integers(0, 9), max_size=3)):
            assert run_to_end(search.is_worth(state, n)) == (value == n)
    assert [run_to_end(search.value(state)) for state in states] == expected
    assert [search.value_so_far(state) for state in states] == expected
    search.check(Defined())
    low = Compiled(rows(6, 0, odd, parted), [(63, 63)], 1 << 30)
    assert not isinstance(low.key, WideKey)
    assert [run_to_end(low.value(state)) for state in [(63, 63), *near]] == expected
    plain = PlainSearch(rule, 8, None, 1 << 30)
    assert [run_to_end(plain.value(state)) for state in states] == expected


PILES = """\
def game(a, b, c):
    for k in (1 << 40, 2 << 40, 3 << 40):
        if a >= k: yield a - k, b, c
        if b >= k: yield a, b - k, c
        if c >= k: yield a, b, c - k

def cut(state):
    a, b, c = state
    if a: yield a, 0, 0
    if b: yield 0, b, 0
    if c: yield 0, 0, c

def least(state):
    a, b, c = state
    return min(a, b), max(a, b), c
"""


@pytest.mark.parametrize("told", [(), ("canonical",), ("split",), ("canonical", "split")])
def test_what_is_said_of_equal_states_and_parts_is_compiled(told: tuple[str, ...]) -> None:
    """Take one to three of a pile."""
    names: dict[str, Any] = read(PILES)
    said = {"canonical": names["least"], "split": names["cut"]}
    rule = grundy.rule(**{name: said[name] for name in told})(names["game"])
    states = far([(5, 6, 3), (7, 7, 2), (1, 6, 7)])
    search = Compiled(rule, states, 1 << 30)
    assert isinstance(search.key, WideKey)
    for a, b, c in states:
        total = 0
        for part in parts_of(rule, [(a, b, c)]):
            total ^= run_to_end(search.value(part))
        assert total == (a >> SHIFT) % 4 ^ (b >> SHIFT) % 4 ^ (c >> SHIFT) % 4
    search.check(Defined())
    assert search.count < (50 if "split" in told else 500)


def test_more_bits_than_a_key_are_searched_compiled_when_a_game_is_solved() -> None:
    """Kayles in three rows of pins, which reach more positions than are tried before anything is compiled."""
    lines = ["for i in range(30):"]
    for row, left in (("a", "{}, b, c"), ("b", "a, {}, c"), ("c", "a, b, {}")):
        lines += [f"    if {row} >> i & 1:", "        yield " + left.format(f"{row} & ~(1 << i)")]
        lines += [f"    if {row} >> i & 3 == 3:", "        yield " + left.format(f"{row} & ~(3 << i)")]
    rule = written(*lines, arguments="a, b, c")
    result = grundy.solve(rule((0b11111 << 25, 0b1111 << 26, 0b111 << 27)))
    assert result.nim_value == 4 ^ 1 ^ 3  # OEIS A002186: rows of 5, 4 and 3
    assert result.evidence.reason == BY_COMPILED


def test_a_state_that_is_beyond_words_is_told() -> None:
    full = 2**40, 2**30 - 1, 2**33 - 1  # the last two fill a word
    for option, bits in (("a - 1, b + 2**62 + 2**62, c", "64"), ("a - 1, b + 1, c", "the keys of its table")):
        rule = written(f"if a: yield {option}", arguments="a, b, c")
        with pytest.raises(BeyondCompiled, match=f"more bits than {bits}, which are not compiled"):
            run_to_end(Compiled(rule, [full], 1 << 30).value(full))


def test_play_without_an_end_is_told_with_its_cycle() -> None:
    turning = written("yield a ^ 1, b", arguments="a, b")
    with pytest.raises(grundy.BadRule, match=rf"cycle \({2**50}, {2**50}\) -> \({2**50 + 1}, {2**50}\) -> "):
        run_to_end(Compiled(turning, [(2**50, 2**50)], 1 << 30).value((2**50, 2**50)))


@pytest.mark.parametrize(("option", "rises"), [("a - 1, b + 1", False), ("a - 1, b", False), ("a, b + 1", True)])
def test_options_that_come_no_earlier_are_seen(option: str, rises: bool) -> None:
    rule = written(f"if a > 2**50 and b < 2**50 + 4: yield {option}", arguments="a, b")
    search = Compiled(rule, [(2**50 + 1, 2**50)], 1 << 30)
    run_to_end(search.value((2**50 + 1, 2**50)))
    assert search.may_turn == rises


def test_a_search_goes_on_from_what_it_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", BETWEEN=0.0, BUDGET=0.0, FIRST_BUDGET=10)
    set_limits(monkeypatch, "engines.search.wide", FIRST_NUMBERS=4)
    rule, states = rows(5, SHIFT, True), far([(31, 31), (21, 26)])
    work = Questions(rule, SearchOptions("couples"), 10**6).values(states)
    running, kept = work(None), None
    for _ in range(12):
        kept = next(running)
    assert kept is not None
    first = Compiled(rule, states, 1 << 30)
    first.restore(json.loads(json.dumps(kept.state))["tables"])
    known = [key for key in range(first.count) if first._known(key)]
    assert len(known) == first.count > 20
    values = {state: first.value_so_far(state) for state in map(first._unpacked, known)}
    values = {state: value for state, value in values.items() if value is not None}
    assert len(values) > 10
    assert values == {state: grundy.value_by_definition(rule(state)) for state in values}
    again = Questions(rule, SearchOptions("couples"), 10**6).values(states)
    answers = run_to_end(again(json.loads(json.dumps(kept.state))))
    assert answers == [grundy.value_by_definition(rule(state)) for state in states]


def test_without_room_for_more_numbers_a_search_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    rule, state = rows(9, SHIFT, True), (511 << SHIFT, 511 << SHIFT)
    with pytest.raises(OutOfReach, match=r"states are known and need .* GiB, and there is no more room"):
        run_to_end(Compiled(rule, [state], 1 << 20).value(state))
    set_limits(monkeypatch, "engines.search.wide", MOST_MET=256, FIRST_NUMBERS=64)
    with pytest.raises(OutOfReach, match="more than 256 states are met; try a smaller position"):
        run_to_end(Compiled(rule, [state], 1 << 30).value(state))


@settings(max_examples=examples(10))
@given(pairs)
def test_misere_play(cramped: None, near: list[tuple[int, ...]]) -> None:
    rule, states = rows(6, SHIFT, True), far([(63, 63), *near])
    memo: dict[Any, bool] = {}
    lost = run_to_end(Questions(rule, SearchOptions(), 0, misere=True).lost(states)(None))
    assert lost == [not mover_wins_misere(rule, (state,), memo) for state in states]
    result = grundy.solve(rule(states[-1]), misere=True)
    assert (result.winner == "first") == mover_wins_misere(rule, (states[-1],), memo)


# Kernels.


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("room", [3, 5])
def test_numbers_are_those_of_a_dictionary(width: int, room: int) -> None:
    """To the last that there is room for, and looked up without a new one; also once there is room for more."""
    random = Random(width)
    counts = np.zeros(couples.COUNTS, np.int64)
    met = Wide(width, counts, lambda _more: None, "met")
    met.words, met.slots = np.zeros(room * width, np.int64), np.zeros(8, np.int32)
    drawn = [tuple(random.choice((0, 1, 2**62, random.getrandbits(63))) for _ in range(width)) for _ in range(400)]
    numbers: dict[tuple[int, ...], int] = {}
    for state in drawn:
        assert met.find(state) == numbers.get(state)
        for more in (1, 2, 5, 40):
            count = len(numbers) + more
            fits = count * width <= len(met.words) and 2 * count <= len(met.slots)
            assert numbered.has_room(met.words, met.slots, counts, more) == fits
        assert met.number(state) == numbers.setdefault(state, len(numbers))
        assert int(counts[numbered.NUMBERED]) == len(numbers)
    assert met.rows(list(numbers.values())).tolist() == [list(state) for state in numbers]
    assert met.number_all(np.array(drawn)).tolist() == [numbers[state] for state in drawn]
    for one, other in zip(drawn[:60], drawn[60:], strict=False):
        less = numbered.is_less(met.words, width, numbers[one], np.array([7, *other], np.int64), 1)
        assert less == (other < one)


def test_options_are_written_down_by_numbers() -> None:
    random = Random(5)
    for width in (1, 2, 3):
        counts = np.zeros(couples.COUNTS, np.int64)
        met = Wide(width, counts, lambda _more: None, "met")
        key = met.number((4,) * width)
        for _ in range(60):
            options = [
                [tuple(random.randrange(6) for _ in range(width)) for _ in range(random.randrange(4))]
                for _ in range(random.randrange(5))
            ]
            words = [w for one in options for w in (width * len(one), *(number for part in one for number in part))]
            pool = np.array([9, *words, 9, 9], np.int64)
            while not numbered.has_room(met.words, met.slots, counts, len(words)):
                met.grow()
            end, falls = numbered.shorten(met.words, met.slots, counts, key, pool, 1, 1 + len(words))
            expected = [w for one in options for w in (len(one), *(met.number(part) for part in one))]
            assert pool[1:end].tolist() == expected and pool[0] == 9 and pool[-2:].tolist() == [9, 9]
            assert falls == all(part < (4,) * width for one in options for part in one)
