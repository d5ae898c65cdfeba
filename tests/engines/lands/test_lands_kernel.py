"""Compiled moves of spots that curves join, and the search of couples, against plain recursion of the rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import grundy
from grundy.engines.lands.misere import MisereSearch
from grundy.engines.lands.moves import LandPart, PartMoves, Parts, moves_of, plain_moves
from grundy.engines.lands.search import CoupleSearch
from grundy.errors import OutOfReach
from grundy.games.sprouts import Land, lives, options_of, start, write_lands
from grundy.model.convention import mex
from grundy.model.shapes import Lands

assert isinstance(grundy.sprouts.shape, Lands)
COMPILED, PLAIN = moves_of(grundy.sprouts.shape), plain_moves(grundy.sprouts.shape)


def valued(moves: PartMoves):  # type: ignore[no-untyped-def]
    """Plain recursion with some moves: the nim-value of a part."""

    @cache
    def value(part: LandPart) -> int:
        return mex(nim_sum(left) for left in moves.options(part))

    def nim_sum(parts: Parts) -> int:
        total = 0
        for part in parts:
            total ^= value(part)
        return total

    return nim_sum


def misere(moves: PartMoves):  # type: ignore[no-untyped-def]
    """Plain recursion with some moves: whether who moves in parts wins in misère play."""

    @cache
    def wins(parts: tuple[LandPart, ...]) -> bool:
        after = [
            tuple(sorted((*parts[:place], *parts[place + 1 :], *left)))  # type: ignore[type-var]
            for place, part in enumerate(parts)
            for left in moves.options(part)
        ]
        return not after or not all(map(wins, after))

    return wins


def random_lands(count: int, most_spots: int, most_lives: int) -> Iterator[Land]:
    """Lands that random play leads to, with few lives left."""
    rng = random.Random(44)
    while count:
        lands = (start(rng.randint(2, most_spots)),)
        while lands:
            for land in lands:
                if most_lives // 2 < sum(map(lives, land)) <= most_lives and count:
                    count -= 1
                    yield land
            lands = rng.choice(options_of(lands) or [()])


def test_compiled_moves_give_the_values_of_plain_recursion() -> None:
    """What `in_form` leaves out or writes in another way changes no value."""
    plain, compiled = valued(PLAIN), valued(COMPILED)
    for land in random_lands(60, 9, 6):
        text = write_lands([land])
        assert compiled(COMPILED.parts(text)) == plain((land,)), text


def test_compiled_moves_give_the_misere_winners_of_plain_recursion() -> None:
    """A region of few lives is one boundary then: in misère play too that changes nothing."""
    plain, compiled = misere(PLAIN), misere(COMPILED)
    for land in random_lands(60, 9, 6):
        text = write_lands([land])
        assert compiled(tuple(sorted(COMPILED.parts(text)))) == plain((land,)), text  # type: ignore[type-var]


@pytest.mark.parametrize("text", ["0.A.}2A2.}!", "0*2.1a1a.}!", "0.ABC2.}1ABC.}!", "1.AB.CD.}AB.CD.}!"])
def test_compiled_moves_leave_as_many_options_as_the_rule(text: str) -> None:
    """After their parts are written anew, the same: neither a move is lost, nor one too many."""
    (land,) = grundy.sprouts.shape.parts(text)  # type: ignore[union-attr]
    by_rule = {tuple(sorted(COMPILED.parts(write_lands(left)))) for left in PLAIN.options(land)}  # type: ignore[type-var]
    (part,) = COMPILED.parts(text)
    assert {tuple(sorted(left)) for left in COMPILED.options(part)} == by_rule  # type: ignore[type-var]


def test_the_search_finds_the_values_of_plain_recursion_with_both_moves() -> None:
    plain = valued(PLAIN)
    searches = CoupleSearch(COMPILED), CoupleSearch(PLAIN)
    for land in random_lands(40, 8, 6):
        value = plain((land,))
        text = write_lands([land])
        for search in searches:
            parts = search.moves.parts(text)
            assert [search.is_lost(parts, heap) for heap in range(4)] == [heap == value for heap in range(4)], text
            assert search.value(parts) == value, text


@pytest.mark.parametrize("spots", [3, 4, 5])
def test_the_search_with_plain_moves_finds_published_values(spots: int) -> None:
    search = CoupleSearch(PLAIN)
    assert search.value(PLAIN.parts(write_lands([start(spots)]))) == 1


def test_a_search_that_is_stopped_goes_on_from_where_it_was() -> None:
    once, often = CoupleSearch(COMPILED), CoupleSearch(COMPILED)
    parts = COMPILED.parts(write_lands([start(7)]))
    stopped = 0
    while parts[0] not in often.values:
        try:
            often.value(parts, 50)
        except OutOfReach:
            stopped += 1
            assert often.listed == 50 * stopped
    assert stopped > 3
    assert often.value(parts) == once.value(parts) == 0


def test_the_misere_search_finds_the_winners_of_plain_recursion_with_both_moves() -> None:
    wins = misere(PLAIN)
    searches = MisereSearch(COMPILED), MisereSearch(PLAIN)
    for land in random_lands(40, 8, 4):
        text = write_lands([land])
        for search in searches:
            assert search.is_lost(search.moves.parts(text)) != wins((land,)), text
            assert search.is_lost(search.moves.parts(text) * 2) != wins((land, land)), text
