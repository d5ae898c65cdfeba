"""Subset Take-Away against plain recursion on sets, and what is published of it."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from entry_checks import faults_of_game

import grundy

Faces = frozenset[frozenset[str]]


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["subset-take-away"])
    assert not faults, "\n".join(faults)


def faces(facets: list[str]) -> Faces:
    return frozenset(
        frozenset(face) for one in facets for size in range(1, len(one) + 1) for face in combinations(one, size)
    )


def after(left: Faces, named: frozenset[str]) -> Faces:
    return frozenset(face for face in left if not named <= face)


@cache
def nim_value(left: Faces) -> int:
    values = {nim_value(after(left, named)) for named in left}
    return next(value for value in range(len(values) + 1) if value not in values)


@cache
def wins_misere(left: Faces) -> bool:
    return not left or any(not wins_misere(after(left, named)) for named in left)


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    for _ in range(100):
        letters = "abcde"[: random.randint(1, 5)]
        facets = ["".join(random.sample(letters, random.randint(1, min(3, len(letters))))) for _ in range(3)]
        left, position = faces(facets), grundy.subset_take_away(" ".join(facets))
        result = grundy.solve(position)
        assert result.nim_value == nim_value(left), facets
        winning = {dict(move.labels)["elements"][0] for move in result.winning_moves}
        assert {frozenset(name) for name in winning} == {one for one in left if not nim_value(after(left, one))}, facets
        assert (grundy.solve(position, misere=True).winner == "first") == wins_misere(left), facets
        assert grundy.parse(str(position)) == position


def test_all_sets_but_the_whole_are_lost_up_to_five_letters() -> None:
    """Christensen & Tilford 1997, who prove it up to six."""
    for letters in range(6):
        assert grundy.solve(grundy.subset_take_away(str(letters))).nim_value == 0


def test_the_poset_of_subsets_is_this_game() -> None:
    four, three = grundy.subset_take_away("4"), grundy.parse("poset(subsets:3)")
    assert str(four) == "subset-take-away(abc abd acd bcd)" and four.typed() == "subset-take-away 4"
    assert four.components[0].states != three.components[0].states
    assert grundy.subset_take_away("ab bc ac").components[0].states == three.components[0].states


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("11", 18, "at most 10 letters"),
        ("ab b1", 21, "sets of letters"),
        ("aa", 18, "each letter once"),
        ("abcdefghijk", 18, "sets of at most 10 letters"),
        ("abcdefghij klmnopqrst", 18, "at most 1,024 sets that lie in these"),
        ("A", 18, "sets of letters"),
    ],
)
def test_what_is_wrong_is_named(text: str, place: int, expected: str) -> None:
    with pytest.raises(grundy.BadText, match=f"<argument>:1:{place}: .*{expected}"):
        grundy.parse(f"subset-take-away({text})")
