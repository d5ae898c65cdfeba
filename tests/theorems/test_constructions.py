"""The loops of automata: the kernels give what plain Python gives, and both what the definitions say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest
from drawing import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from limits import set_limits
from numpy.typing import NDArray

from grundy.theorems import automata, kernels
from grundy.theorems.automata import (
    Automaton,
    Pairs,
    Sets,
    compiled_classes,
    compiled_pairs,
    compiled_sets,
    compiled_walk,
    conjunction,
    minimal,
    plain_classes,
    plain_pairs,
    plain_sets,
    plain_walk,
    product,
    projected,
)
from grundy.theorems.limits import AutomatonTooLarge, most_states

Drawn: TypeAlias = "tuple[int, int, int, int]"  # states, letters, outputs, seed
LARGEST_ALPHABET = 16**2
drawn = st.tuples(
    st.integers(1, 200),
    st.sampled_from((1, 2, 3, 4, 8, 16, LARGEST_ALPHABET)),
    st.integers(1, 3),
    st.integers(0, 2**32),
)


def arrows(one: Drawn) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Arrows and outputs of an automaton in which states are often equal, unreachable or dead."""
    states, letters, outputs, seed = one
    rng = np.random.default_rng(seed)
    targets = rng.integers(0, states, (states, letters))
    targets[rng.random((states, letters)) < rng.choice((0, 0.5, 0.95))] = rng.integers(0, states)
    copied = rng.random(states) < rng.choice((0, 0.5))
    said = rng.integers(0, outputs, states)
    targets[copied], said[copied] = targets[0], said[0]
    return targets.astype(np.int32), said.astype(np.int32)


def partition(numbers: NDArray[Any]) -> set[frozenset[int]]:
    """Which states have equal numbers."""
    return {frozenset(np.flatnonzero(numbers == number).tolist()) for number in np.unique(numbers)}


@settings(max_examples=examples(20), deadline=None)
@given(drawn)
@example((1, 1, 1, 0))
@example((200, 2, 1, 5))
def test_equal_states(one: Drawn) -> None:
    """`refine`, round by round; in the end what is equal has equal outputs and equal states after it, and no more is
    told apart than by words."""
    after, outputs = arrows(one)
    classes, count = outputs, 0
    told = [(int(output),) for output in outputs]  # what all words up to a length give
    while True:
        plain, compiled = plain_classes(after, classes), compiled_classes(after, classes)
        assert plain[1] == compiled[1]
        assert (plain[0] == compiled[0]).all()
        told = [(told[state], *(told[to] for to in after[state].tolist())) for state in range(len(after))]
        names = {text: number for number, text in enumerate(dict.fromkeys(told))}
        told = [(names[text],) for text in told]
        assert partition(plain[0]) == partition(np.array(told)[:, 0])
        classes, before, count = plain[0], count, plain[1]
        if count == before:
            break


@settings(max_examples=examples(20), deadline=None)
@given(drawn)
@example((1, 1, 1, 0))
def test_walk(one: Drawn) -> None:
    """`walk` meets near states first."""
    after, _ = arrows(one)
    start = one[3] % len(after)
    order = plain_walk(after, start)
    assert (compiled_walk(after, start) == order).all()
    near, level = {start: 0}, [start]
    while level:
        farther = dict.fromkeys(to for state in level for to in after[state].tolist() if to not in near)
        near.update(dict.fromkeys(farther, near[level[0]] + 1))
        level = list(farther)
    assert order.tolist() == list(near)


@settings(max_examples=examples(20), deadline=None)
@given(drawn, drawn, st.booleans())
@example((1, 1, 1, 0), (1, 1, 1, 0), True)
def test_pairs(one: Drawn, two: Drawn, both: bool) -> None:
    """`pairs`: what two automata say together: of each pair that is met, after each letter."""
    (first, _), (second, _) = (arrows((min(states, 50), one[1], 1, seed)) for states, _, _, seed in (one, two))
    dead = (len(first) // 2, len(second) // 3) if both else (-1, -1)
    asked = Pairs(first, second, dead)
    met = []
    for pairs_by in (plain_pairs, compiled_pairs):
        rows, codes = pairs_by(asked)
        assert codes[0] == 0
        assert len(set(codes.tolist())) == len(codes)
        left, right = np.divmod(np.minimum(codes, asked.sink - 1), len(second))
        left, right = first[left], second[right]
        expected = left * len(second) + right
        expected[(codes == asked.sink)[:, None] | (left == dead[0]) | (right == dead[1])] = asked.sink
        assert (codes[rows] == expected).all()
        met.append(set(codes.tolist()))
        assert set(rows.ravel().tolist()) | {0} == set(range(len(codes)))
    assert met[0] == met[1]


@settings(max_examples=examples(20), deadline=None)
@given(drawn, st.integers(1, 3), st.booleans())
@example((1, 1, 1, 0), 1, False)
@example((1, 1, 1, 0), 1, True)
@example((64, 2, 2, 1), 2, True)
@example((65, 4, 2, 1), 3, False)
def test_sets(one: Drawn, ways: int, dead: bool) -> None:
    """`sets`, `enter` and `look`: numbers and members as in plain Python, and as the definition says."""
    after, said = arrows((min(one[0], 70), *one[1:]))
    states, letters = after.shape
    rng = np.random.default_rng(one[3])
    arrow = np.ascontiguousarray(np.stack([after, *(rng.permutation(states)[after] for _ in range(ways - 1))], axis=2))
    start = np.arange(states) % 3 == 0
    asked = Sets(arrow, start, said == 1, states - 1 if dead else -1)
    if dead:
        start[states - 1] = False
    with most_states(300):
        try:
            rows, accepted = plain_sets(asked)
        except AutomatonTooLarge:
            with pytest.raises(AutomatonTooLarge):
                compiled_sets(asked)
            return
        again, also = compiled_sets(asked)
    assert (rows == again).all()
    assert (accepted == also).all()
    members = [frozenset(np.flatnonzero(start).tolist())]
    for place in range(min(len(rows), 10)):
        assert accepted[place] == any(said[state] == 1 for state in members[place])
        for letter in range(letters):
            to = frozenset(arrow[sorted(members[place]), letter].ravel().tolist()) - {asked.dead}
            if rows[place, letter] == len(members):
                members.append(to)
            assert members[rows[place, letter]] == to
    assert len(set(members)) == len(members) <= len(rows)


def of(one: Drawn, names: tuple[str, ...], digits: int) -> Automaton:
    after, said = arrows((one[0], digits ** len(names), *one[2:]))
    after[0, 0] = 0
    return Automaton(names, digits, after, said)


@settings(max_examples=examples(25), deadline=None)
@given(drawn, drawn, st.sampled_from((2, 3, 16)))
@example((1, 1, 1, 0), (1, 1, 2, 0), 16)
def test_automata_are_the_same_by_both(one: Drawn, two: Drawn, digits: int) -> None:
    made = []
    for plain in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(automata, "_work", _Always(not plain))
            first, second = (
                of((min(one[0], 60), *one[1:]), ("a", "b"), digits),
                of((min(two[0], 40), *two[1:]), ("b",), digits),
            )
            built = [minimal(each.names, digits, each.next, each.outputs) for each in (first, second)]
            built += [conjunction(*built), product(*built, lambda left, right: left + 2 * right)]
            with most_states(200):
                try:
                    built.append(projected(built[2], "b"))
                except AutomatonTooLarge:
                    built.append(built[0])
            made.append(built)
    assert all(left.same(right) for left, right in zip(*made, strict=True))


class _Always:
    def __init__(self, compiled: bool) -> None:
        self.told = compiled

    def compiled(self, rows: int) -> bool:
        return self.told


def test_little_work_is_done_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    work = automata._Work()
    assert not work.compiled(automata.PLAIN_ROWS)
    assert work.compiled(1)
    work = automata._Work()  # many small automata cost as much as a large one
    assert [work.compiled(1) for _ in range(automata.PLAIN_ROWS // automata.ROWS_A_CALL + 1)][-1]


@pytest.mark.parametrize("found", [plain_sets, compiled_sets])
@pytest.mark.parametrize("at_once", [1, 10**6])
def test_limits_are_kept(found: Callable[[Sets], object], at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """2 ** 11 sets: which of the last eleven letters were ones."""
    set_limits(monkeypatch, "theorems", CELLS_AT_ONCE=at_once)
    states = np.arange(13)
    after = np.stack([np.minimum(states + 1, 12)] * 2, axis=1)[:, :, None].repeat(2, axis=2)
    after[0, :, 0], after[0, 0, 1], after[12] = 0, 0, 12
    asked = Sets(np.ascontiguousarray(after, np.int32), states == 0, states == 11, 12)
    with most_states(2**11 - 1), pytest.raises(AutomatonTooLarge, match="more than 2,047 states: sets of 13 states"):
        found(asked)
    with most_states(2**11):
        rows, _ = found(asked)  # type: ignore[misc]
    assert len(rows) == 2**11


def test_sets_that_meet_in_the_table_are_compared_in_full() -> None:
    """`look` in a table of eight places, which eight sets fill that differ in their second word alone."""
    members, table = np.zeros((8, 2), np.uint64), np.full(8, -1, np.int32)
    sets = np.array([[5, word << 40] for word in range(8)], np.uint64)
    assert [kernels.look(each, members, table, known) for known, each in enumerate(sets)] == list(range(8))
    assert [kernels.look(each, members, table, 8) for each in sets] == list(range(8))
