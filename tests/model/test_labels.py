"""Labels of a user's rule: two moves stay two, in text and in JSON, or the rule is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy
from grundy import HEAP, Rule, parse_move, to

TEXTS = st.text(max_size=8) | st.sampled_from(
    ["True", "None", "a, k 3", "say ', to 3'", "it's", '"', "two words", "-x"]
)
PLAIN = st.integers() | st.booleans() | st.none() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=5)
NAMES = st.from_regex(r"[a-zA-Z_ä][a-zA-Z0-9_]{0,5}", fullmatch=True).filter(str.isidentifier)
LABELS = st.dictionaries(
    NAMES.filter(lambda name: name not in ("to", "component", "place", "heap")), VALUES, max_size=3
)


def labelled(labels: list[dict[str, Any]], heaps: bool = False) -> Rule:
    def game(n: int) -> Iterator[grundy.Option]:
        for one in labels:
            if n:
                yield to(n - 1, **one)

    return grundy.rule(space=HEAP)(game) if heaps else grundy.rule(game)


def exact(value: Any) -> Any:
    """A value in JSON, in which 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True)


@given(
    st.lists(LABELS, min_size=1, max_size=4, unique_by=lambda one: repr(sorted(one.items()))),
    st.booleans(),
    st.booleans(),
)
def test_moves_read_back_and_stay_apart(labels: list[dict[str, Any]], heaps: bool, in_a_sum: bool) -> None:
    game = labelled(labels, heaps)
    position = game(1) + grundy.nim(0) if in_a_sum else game(1)
    moves = list(position.moves())
    assert all(parse_move(str(move)) == move for move in moves)
    assert len({exact(move.as_dict()) for move in moves}) == len(moves)
    listed = grundy.solve(position).as_dict()["winning_moves"]
    assert sorted(map(exact, listed)) == sorted(exact(move.as_dict()) for move in moves)


@pytest.mark.parametrize(
    ("name", "heaps"), [("to", False), ("to", True), ("component", False), ("place", False), ("heap", True)]
)
def test_a_name_that_moves_have_already_is_refused(name: str, heaps: bool) -> None:
    """Moves with to=7 and to=8 were one object in JSON, without either number."""
    part = labelled([], heaps).space.part_name
    name = part if name == "heap" else name
    game = labelled([{name: 7}, {name: 8}], heaps)
    for ask in (grundy.solve, lambda position: list(position.moves()), grundy.value_by_definition):
        with pytest.raises(grundy.BadRule, match=f"{name}=7; give it another name, such as {name}_"):
            ask(game(1))


def test_a_number_that_no_reader_takes_is_refused() -> None:
    longest = 10**4298
    (move,) = labelled([{"k": longest}])(1).moves()
    assert parse_move(str(move)) == move
    with pytest.raises(grundy.BadRule, match="expected labels that are numbers"):
        grundy.solve(labelled([{"k": 10**4300}])(1))


@pytest.mark.parametrize(
    "value", [{1, 2}, frozenset("a"), [1], {"a": 1}, b"ab", 1j, float("inf"), float("nan"), len, (1, [2])]
)
def test_a_value_that_does_not_read_back_is_refused(value: Any) -> None:
    with pytest.raises(grundy.BadRule, match="expected labels that are numbers, texts"):
        grundy.solve(labelled([{"k": value}])(1))
