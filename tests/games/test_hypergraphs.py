"""Nim on hypergraphs and simplicial complexes against plain recursion, and against what is published."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from math import comb
from random import Random

import pytest
from entry_checks import faults_of_game

import grundy
from grundy import hypergraph_nim, simplicial_nim

Piles = tuple[int, ...]
Sets = tuple[tuple[int, ...], ...]


@pytest.mark.parametrize("name", ["hypergraph-nim", "simplicial-nim"])
def test_it_is_answered_as_the_definition_says(name: str) -> None:
    faults = faults_of_game(grundy.catalogue[name])
    assert not faults, "\n".join(faults)


def after(piles: Piles, sets: Sets, *, faces: bool) -> list[Piles]:
    """What moves leave: the piles that are smaller make an edge, or lie in a facet."""
    options = []
    for left in product(*(range(pile + 1) for pile in piles)):
        smaller = {n for n, (a, b) in enumerate(zip(left, piles, strict=True), 1) if a < b}
        if smaller and any(smaller <= set(one) if faces else smaller == set(one) for one in sets):
            options.append(left)
    return options


@cache
def nim_value(piles: Piles, sets: Sets, faces: bool) -> int:
    values = {nim_value(left, sets, faces) for left in after(piles, sets, faces=faces)}
    return next(value for value in range(len(values) + 1) if value not in values)


@cache
def wins_misere(piles: Piles, sets: Sets, faces: bool) -> bool:
    left = after(piles, sets, faces=faces)
    return not left or any(not wins_misere(one, sets, faces) for one in left)


@pytest.mark.parametrize("faces", [False, True])
def test_a_hundred_random_positions_by_plain_recursion(faces: bool) -> None:
    random = Random(44)
    for _ in range(100):
        count = random.randint(1, 4)
        some = [one for size in range(1, count + 1) for one in combinations(range(1, count + 1), size)]
        sets = tuple(sorted({*random.sample(some, random.randint(1, len(some))), (count,)}))
        sets += tuple((n,) for n in range(1, count) if not any(n in one for one in sets))
        piles = tuple(random.randint(0, 3) for _ in range(count))
        position = (simplicial_nim if faces else hypergraph_nim)(*sets)(piles)
        result = grundy.solve(position)
        assert result.nim_value == nim_value(piles, sets, faces), (sets, piles)
        wins = [left for left in after(piles, sets, faces=faces) if nim_value(left, sets, faces) == 0]
        winning = [position.play(move).components[0].states[0] for move in result.winning_moves]
        assert sorted(winning) == sorted(wins), (sets, piles)
        assert (grundy.solve(position, misere=True).winner == "first") == wins_misere(piles, sets, faces), (sets, piles)


def by_jenkyns_and_mayberry(piles: Piles, sets: Sets) -> int:
    """Jenkyns & Mayberry 1980, as Boros et al. 2018 write it (arXiv:1804.01859): T is the greatest number of moves."""

    @cache
    def longest(left: Piles) -> int:
        lengths = [0]
        for one in sets:
            if all(left[n - 1] for n in one):
                lengths.append(1 + longest(tuple(pile - (n in one) for n, pile in enumerate(left, 1))))
        return max(lengths)

    least = min(piles)
    above = longest(tuple(pile - least for pile in piles)) + 1
    bound = comb(above, 2)
    return longest(piles) if least <= bound else bound + (least - bound - 1) % above


@pytest.mark.parametrize(
    ("sets", "most"),
    [
        (((1, 2), (1, 3), (2, 3), (1,), (2,), (3,)), 5),  # Moore's Nim of two of three piles
        (((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)), 3),  # exactly two of four piles
    ],
)
def test_a_published_formula(sets: Sets, most: int) -> None:
    count = max(map(max, sets))
    for piles in product(range(most), repeat=count):
        assert grundy.solve(hypergraph_nim(*sets)(piles)).nim_value == by_jenkyns_and_mayberry(piles, sets), piles


def test_moores_nim_is_nim_on_the_sets_of_at_most_k_piles() -> None:
    facets = [*combinations(range(1, 5), 2)]
    for piles in product(range(3), repeat=4):
        assert grundy.solve(simplicial_nim(*facets)(piles)).winner == grundy.solve(grundy.moore(2)(piles)).winner


def test_faces_that_lie_in_others_change_nothing() -> None:
    assert simplicial_nim((2, 1), (1,), (3, 2, 2)) == simplicial_nim({1, 2}, {2, 3})
    assert str(simplicial_nim((2, 1), (3, 2))((1, 2, 3))) == "simplicial-nim:1-2,2-3(1 2 3)"


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("hypergraph-nim:1-2,(1 2)", 20, "numbers of piles"),
        ("hypergraph-nim:1-a(1 2)", 16, "numbers of piles"),
        ("hypergraph-nim:1-4(1 2 3 4)", 16, "pile 2 in one of the sets, for 4 is"),
        ("hypergraph-nim:1-17(1)", 16, "piles from 1 to 16"),
        ("simplicial-nim:1-2-3-4-5-6-7-8-9-10-11(1)", 16, "sets of at most 10 piles"),
        ("hypergraph-nim:1-2(1 2 3)", 24, "the end after 2 numbers"),
        ("simplicial-nim:1-2,2-3(1 2)", 27, "3 in all"),
    ],
)
def test_what_is_wrong_is_named(text: str, place: int, expected: str) -> None:
    with pytest.raises(grundy.BadText, match=f"<argument>:1:{place}: .*{expected}"):
        grundy.parse(text)


@pytest.mark.parametrize("sets", [(), (3,), ((0, 1),), ((),), ("12",), ((1, 3),)])
def test_what_python_gives_wrongly_is_refused(sets: tuple[object, ...]) -> None:
    with pytest.raises(grundy.BadRule, match="hypergraph-nim: expected"):
        hypergraph_nim(*sets)  # type: ignore[arg-type]
