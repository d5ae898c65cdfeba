"""Compounds of positions: the theorem of each beside the rule of play in plain Python, on games drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Game, games, position

import grundy
from grundy.errors import BadRule
from grundy.games.compound_kinds import COMPOUNDS

Play = tuple[tuple[Game, int], ...]
"""The parts of a compound: a token on a node of a game."""


def _each_with(play: Play, chosen: Callable[[int, int], bool]) -> Iterator[Play]:
    """What is left by a move in some parts; `chosen` says whether so many moved, of so many that may be, is a move."""
    alive = sum(bool(game[node]) for game, node in play)
    for nodes in product(*((node, *game[node]) for game, node in play)):
        moved = sum(a != b for a, (_, b) in zip(nodes, play, strict=True))
        if chosen(moved, alive):
            yield tuple((game, node) for (game, _), node in zip(play, nodes, strict=True))


MOVED: dict[str, tuple[str, Callable[[int, int], bool]]] = {
    "conjunctive": ("first", lambda moved, alive: moved == alive),
    "continued_conjunctive": ("last", lambda moved, alive: 0 < moved == alive),
    "selective": ("last", lambda moved, alive: moved > 0),
    "shortened_selective": ("first", lambda moved, alive: moved > 0),
    "diminished": ("first", lambda moved, alive: moved == 1),
    "ordinal": ("last", lambda moved, alive: moved == 1),
    "sequential": ("last", lambda moved, alive: moved == 1),
}
"""For each compound, whether play ends with the first part that ends or with the last, and what a move is."""


def options(name: str, play: Play) -> list[Play]:
    ends, chosen = MOVED[name]
    if ends == "first" and any(not game[node] for game, node in play):
        return []
    plays = list(_each_with(play, chosen))
    if name == "ordinal":
        return [after[: _first_moved(play, after) + 1] for after in plays]
    if name == "sequential":
        first = next((place for place, (game, node) in enumerate(play) if game[node]), None)
        return [after for after in plays if _first_moved(play, after) == first]
    return plays


def _first_moved(play: Play, after: Play) -> int:
    return next(place for place in range(len(play)) if play[place] != after[place])


@cache
def first_wins(name: str, play: Play, misere: bool) -> bool:
    after = options(name, play)
    return misere if not after else any(not first_wins(name, one, misere) for one in after)


@pytest.mark.parametrize("name", MOVED)
@given(st.lists(games(), min_size=1, max_size=3), st.booleans())
@settings(max_examples=examples(50))
def test_the_theorem_is_the_rule_of_play(name: str, parts: list[tuple[Game, int]], misere: bool) -> None:
    play = tuple(parts)
    asked = COMPOUNDS[name].compose(*map(position, play))
    won = {one for one in options(name, play) if not first_wins(name, one, misere)}
    for loopy in (False, True)[: 2 - misere]:
        result = grundy.solve(asked, misere=misere, loopy=loopy)
        assert (result.winner == "first") == first_wins(name, play, misere)
        left = [asked.play(move) for move in result.winning_moves]
        assert len(left) == len(result.winning_moves) == len(set(left))
        assert set(left) == {COMPOUNDS[name].compose(*map(position, one)) for one in won}


@pytest.mark.parametrize("name", MOVED)
@given(st.lists(games(), min_size=1, max_size=2), games())
@settings(max_examples=examples(20))
def test_a_compound_is_a_summand(name: str, parts: list[tuple[Game, int]], beside: tuple[Game, int]) -> None:
    """Beside another game its nim-value counts, which is that of its rule of play."""

    @cache
    def value(play: Play) -> int:
        return grundy.mex(map(value, options(name, play)))

    asked = COMPOUNDS[name].compose(*map(position, parts)) + position(beside)
    expected = value(tuple(parts)) ^ grundy.value_by_definition(position(beside))
    assert grundy.solve(asked).nim_value == grundy.value_by_definition(asked) == expected


@pytest.mark.parametrize(("behind", "expected"), [(0, 1), (1, 3), (2, 4), (3, 5)])
def test_numbers_that_are_options_are_left_out(behind: int, expected: int) -> None:
    """On a position whose options are worth 0 and 2, so that it is worth 1, one more is 3."""
    base = grundy.graph({0: [], 1: [0], 2: [0, 1], 3: [0, 2]}, 3)
    asked = grundy.ordinal(base, grundy.nim(behind))
    assert grundy.solve(asked).nim_value == grundy.value_by_definition(asked) == expected


def test_compounds_of_sums_and_of_compounds() -> None:
    """Two heaps of 1 end after 2 moves, whoever plays; one heap of 3 after 1 or more: whoever is to move hurries."""
    two = grundy.nim(1, 1)
    assert grundy.solve(grundy.conjunctive(two, two)).winner == "second"
    assert grundy.solve(grundy.conjunctive(two, grundy.nim(3))).winner == "first"
    inner = grundy.conjunctive(two, two)
    assert grundy.solve(grundy.selective(inner, two)).winner == "second"
    assert grundy.solve(grundy.selective(inner, grundy.nim(1))).winner == "first"


def test_moves_are_counted_without_being_listed() -> None:
    """In Nim with heaps of 30 in every part, 30 ** 12 moves; the one that takes all of each heap wins, with others."""
    result = grundy.solve(grundy.selective(*[grundy.nim(30)] * 12))
    assert len(result.winning_moves) == 1
    result = grundy.solve(grundy.conjunctive(*[grundy.nim(30)] * 12))
    assert len(result.winning_moves) == 30**12 - 29**12  # what empties at least one heap
    assert all(move.as_dict()["moves"][0] == (1, "nim", "pile 1, take 1") for move in result.winning_moves[:29])


@pytest.mark.parametrize(
    "text",
    [
        "conjunctive(nim(3 4), kayles(5))",
        "conjunctive(nim 3 4, kayles 5)",
        "conjunctive nim(3 4), kayles(5)",
        " conjunctive( nim(3 4) ,kayles(5) ) ",
    ],
)
def test_what_people_type(text: str) -> None:
    asked = grundy.parse(text)
    assert asked == grundy.conjunctive(grundy.nim(3, 4), grundy.kayles(5))
    assert grundy.parse(str(asked)) == asked and str(asked) == "conjunctive(nim(3 4), kayles(5))"


def test_json_in_a_part_is_read_as_json() -> None:
    node = '{"nodes": ["a)", "b,("], "edges": [["a)", "b,("]], "tokens": ["a)"]}'
    asked = grundy.parse(f"selective(graph({node}), nim(1) + kayles(2)) + nim(4)")
    assert asked == grundy.selective(
        grundy.graph({"a)": ["b,("], "b,(": []}, "a)"), grundy.nim(1) + grundy.kayles(2)
    ) + grundy.nim(4)
    assert grundy.parse(str(asked)) == asked


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("conjunctive(nim(3 4), kaylex(5))", 23, "did you mean 'kayles'"),
        ("conjunctive(nim(3 x))", 19, "a pile size"),
        ("conjunctive()", 13, "a game and a position"),
        ("conjunctive(nim(3),)", 20, "a game and a position"),
        ("conjunctive(nim(3)", 19, r"'\)' after the position"),
        ("selective(" * 60 + "nim(1)" + ")" * 60, 511, "no more than 50 compounds"),
    ],
)
def test_texts_that_are_no_compounds(text: str, place: int, expected: str) -> None:
    with pytest.raises(grundy.BadText, match=f"<argument>:1:{place}: .*{expected}"):
        grundy.parse(text)


def test_a_compound_is_no_rule() -> None:
    """It was asked whether 'conjunctive' was meant."""
    with pytest.raises(grundy.BadText, match=r"it is no rule, but takes positions, as in 'conjunctive\(nim\(3 4\)\)'"):
        grundy.sequence("conjunctive", 4)


def test_what_is_no_part() -> None:
    with pytest.raises(BadRule, match=r"conjunctive: expected positions, such as .*, found 3"):
        grundy.conjunctive(grundy.nim(3), 3)  # type: ignore[arg-type]

    @grundy.rule
    def completing(n: int) -> Iterator[object]:
        if n:
            yield grundy.again(n - 1)

    with pytest.raises(BadRule, match="found 'again'"):
        grundy.solve(grundy.conjunctive(completing(3), grundy.nim(3)))
    with pytest.raises(BadRule, match=r"plain options in with_pass, found 'again'; .* in a sum with '\+'"):
        grundy.solve(grundy.with_pass(completing(3)))
    assert grundy.solve(completing(3) + grundy.nim(3)).winner == "first"  # by hand: it takes the three in one turn
