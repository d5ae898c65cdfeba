"""A rule whose states grow without end is refused before they fill the memory: which state, which option, how long."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from command import grundy as command
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import OutOfReach, check, option_values, sequence, solve, table
from grundy.model import definition
from grundy.model.convention import CONVENTIONS
from grundy.model.growth import MOST_LENGTH, LengthsHeld, length_of, limit_of
from grundy.model.rule import Rule, rule

MEBIBYTE = 1 << 20
NO_END = "expected play that ends before its states have 2,048 numbers, letters, or bytes of a number; a condition in"


@rule
def doubling(n):  # type: ignore[no-untyped-def]
    yield 2 * n + 1


@rule
def square(n):  # type: ignore[no-untyped-def]
    yield n * n + 2


@rule
def twice(state):  # type: ignore[no-untyped-def]
    yield state + state


@rule
def longer(state):  # type: ignore[no-untyped-def]
    yield (*state, 1)


@rule
def within(state):  # type: ignore[no-untyped-def]
    yield state, state


@rule
def deeper(state):  # type: ignore[no-untyped-def]
    yield (state,)


@rule
def pair(a, b):  # type: ignore[no-untyped-def]
    yield 2 * a, b


@rule
def spread(state):  # type: ignore[no-untyped-def]
    yield state | {n + len(state) for n in state}


@rule
def split(n):  # type: ignore[no-untyped-def]
    yield grundy.to(2 * n, 3 * n)


GROWING: list[tuple[Rule, Any]] = [
    *((doubling, 3), (square, 3), (twice, (1, 2)), (twice, "ab"), (longer, (1,)), (within, (1,)), (deeper, (1,))),
    *((pair, (1, 2)), (spread, frozenset({1, 2}))),
]


@pytest.mark.parametrize(
    ("growing", "state", "convention"),
    [(*each, CONVENTIONS[number % len(CONVENTIONS)]) for number, each in enumerate(GROWING * 2)],
)
def test_states_that_grow_take_few_mebibytes(growing: Rule, state: Any, convention: Any) -> None:
    """Each filled the memory: a million positions were allowed, each twice as long as the one before."""
    tracemalloc.start()
    try:
        with pytest.raises(OutOfReach, match=NO_END):
            definition.value_by_definition(growing(state), convention)
        assert tracemalloc.get_traced_memory()[1] < 64 * MEBIBYTE
    finally:
        tracemalloc.stop()


def test_parts_that_grow_side_by_side_are_refused() -> None:
    with pytest.raises(OutOfReach, match=NO_END):
        definition.value_by_definition(split(3))


def test_the_state_and_its_option_are_named() -> None:
    with pytest.raises(OutOfReach) as refused:
        definition.value_by_definition(twice((1, 2)))
    assert str(refused.value).startswith(
        "twice: state (a tuple of 2,048 values) yields (a tuple of 4,096 values): expected play that ends"
    )
    with pytest.raises(OutOfReach, match=r"^doubling: state \(a number of 16,383 bits\) yields \(a number of 16,384 b"):
        definition.value_by_definition(doubling(3))
    with pytest.raises(OutOfReach, match=r"state \(a text of 2,048 letters\) yields \(a text of 4,096 letters\)"):
        definition.value_by_definition(twice("ab"))


VERBS: list[Callable[[Rule, Any], object]] = [
    lambda growing, state: solve(growing(state)),
    lambda growing, state: solve(growing(state), misere=True),
    lambda growing, state: solve(growing(state), loopy=True),
    lambda growing, state: option_values(growing(state)),
    lambda growing, state: table(growing, states=[state]),
    lambda growing, state: table(growing, states=[state], misere=True),
    lambda growing, state: sequence(growing, 3, of=lambda n: state),
    lambda growing, state: check(growing, lambda n: 0, 3, of=lambda n: state),
]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_refuses_what_grows(verb: Callable[[Rule, Any], object]) -> None:
    with pytest.raises(OutOfReach, match=NO_END) as refused:
        verb(twice, (1, 2))
    assert str(refused.value).count(NO_END) == 1


@pytest.mark.parametrize("verb", ["solve 3", "sequence --to 5", "table --states 5", "options 3", "check n --to 5"])
def test_a_file_with_a_rule_that_grows(verb: str, tmp_path: Any) -> None:
    file = tmp_path / "growing.py"
    file.write_text("import grundy\n\n\n@grundy.rule\ndef growing(n):\n    yield n * n + 2\n")
    name, *rest = verb.split()
    done = command(name, str(file), *rest)
    assert done.status == 2
    assert done.err.count("expected play that ends, found that n may grow for ever: ") == 1


def test_long_states_that_do_not_grow_are_answered() -> None:
    @rule
    def halved(n):  # type: ignore[no-untyped-def]
        if n:
            yield n // 2

    @rule
    def shorter(state):  # type: ignore[no-untyped-def]
        if len(state) > 4990:
            yield state[1:]

    assert definition.value_by_definition(halved(1 << 17_000)) == 17_001 % 2
    assert definition.value_by_definition(shorter((7,) * 5000)) == 10 % 2
    assert definition.value_by_definition(shorter("a" * 5001)) == 11 % 2


def test_long_states_that_never_grow_are_bounded_together() -> None:
    """A million of them were remembered, of four kilobytes each."""

    @rule
    def down(n):  # type: ignore[no-untyped-def]
        yield n - 1

    with pytest.raises(OutOfReach, match=r"more than 134,217,728 numbers, letters, or bytes of numbers in [0-9,]+ pos"):
        definition.value_by_definition(down(1 << 400_000))


def test_short_states_are_bounded_by_their_number() -> None:
    room, held, looks = LengthsHeld(10_000), 0, 0
    while held <= 10_000:
        held = room.until(held, (1, 2, 3)) + 1
        looks += 1
    assert held == 10_001 and looks < 20
    with pytest.raises(OutOfReach, match="more than 10,000 positions"):
        room.until(held, (1, 2, 3))


def _length(state: Any) -> int:
    """The same by its definition, with recursion."""
    if type(state) is int:
        return 1 if state.bit_length() <= 64 else 1 + state.bit_length() // 8
    if isinstance(state, str):
        return 1 + len(state)
    return 1 + sum(map(_length, state)) if isinstance(state, tuple | frozenset) else 1


NESTED = st.recursive(
    st.one_of(st.integers(), st.integers(0, 1 << 900), st.text(max_size=9), st.none(), st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=6).map(tuple), st.frozensets(inner, max_size=4)),
)


@given(NESTED, st.integers(1, 60))
def test_the_length_of_a_state(state: Any, most: int) -> None:
    assert length_of(state) == _length(state)
    assert min(length_of(state, most), most) == min(_length(state), most)


def test_the_limit_begins_with_a_long_state() -> None:
    longest = (1,) * (MOST_LENGTH - 2)
    assert limit_of(longest) is None
    assert limit_of((*longest, 1)) == MOST_LENGTH
    assert limit_of((longest, 1)) == MOST_LENGTH + 1
