"""Poset games against their rule, written out here; what is published of Chomp, Schuh's game and subset take-away."""

from __future__ import annotations

import itertools
from functools import cache
from math import gcd
from typing import Any

import pytest
from command import grundy as run
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.games.poset_families import FAMILIES, NamedPoset
from grundy.games.posets import Poset, poset_field, poset_of, symmetries
from grundy.text.poset import name_text, ups

Below = frozenset[tuple[int, int]]


def judge(count: int, below: Below, misere: bool = False) -> Any:
    """The nim-value, or whether the first player wins misère play, from the rule. `below` has every relation."""

    @cache
    def value(left: frozenset[int]) -> Any:
        after = {value(left - {i} - {j for a, j in below if a == i}) for i in left}
        if misere:
            return not after or False in after
        return next(v for v in range(len(after) + 1) if v not in after)

    return value(frozenset(range(count)))


def closed(pairs: list[tuple[int, int]]) -> Below:
    """All relations that follow from some."""
    relations = set(pairs)
    while True:
        more = {(a, d) for a, b in relations for c, d in relations if b == c} - relations
        if not more:
            return frozenset(relations)
        relations |= more


def written(count: int, pairs: Any) -> str:
    return ", ".join([*(f"{a}<{b}" for a, b in pairs), *map(str, range(count))])


@st.composite
def orders(draw: Any, most: int = 8) -> tuple[int, list[tuple[int, int]]]:
    """Relations along some line of all elements, so that there is no cycle; names are mixed up."""
    count = draw(st.integers(0, most))
    line = draw(st.permutations(range(count)))
    pairs = list(itertools.combinations(line, 2))
    return count, draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else []


@settings(max_examples=examples(150))
@given(orders(), st.booleans())
def test_random_orders(order: tuple[int, list[tuple[int, int]]], misere: bool) -> None:
    count, pairs = order
    answer = grundy.solve(grundy.parse(f"poset {written(count, pairs)}"), misere=misere)
    expected = judge(count, closed(pairs), misere)
    assert (answer.winner == "first") == bool(expected)
    assert misere or answer.nim_value == expected


@settings(max_examples=examples(60))
@given(orders())
def test_relations_that_follow_change_nothing(order: tuple[int, list[tuple[int, int]]]) -> None:
    count, pairs = order
    position, full = (grundy.parse(f"poset {written(count, some)}") for some in (pairs, sorted(closed(pairs))))
    assert position == full
    assert grundy.parse(str(position)) == position
    lines = "\n".join([*(f"{a} {b}" for a, b in pairs), *map(str, range(count))])
    assert grundy.parse(f"poset {lines}") == position
    assert grundy.parse(f"nim(3) + poset({position.components[0].states[0]})").components[1:] == position.components


@settings(max_examples=examples(60))
@given(orders())
def test_a_symmetry_keeps_the_order(order: tuple[int, list[tuple[int, int]]]) -> None:
    count, pairs = order
    poset = poset_of(range(count), pairs)
    whole = {(i, j) for i, up in enumerate(ups(count, poset.covers)) for j in range(count) if up >> j & 1}
    images = symmetries(poset)
    for image in images:
        assert {(image[i], image[j]) for i, j in whole} == whole
    if count and count < 6:
        assert set(images) == {
            image for image in itertools.permutations(range(count)) if {(image[i], image[j]) for i, j in whole} == whole
        }


@pytest.mark.parametrize("sides", ["1x6", "2x2", "2x5", "3x3", "3x4", "4x4"])
def test_chomp_is_a_poset_game(sides: str) -> None:
    one, other = grundy.solve(grundy.parse(f"poset chomp:{sides}")), grundy.solve(grundy.parse(f"chomp {sides}"))
    assert one.nim_value == other.nim_value
    bites = [move.as_dict()["elements"] for move in one.winning_moves]
    assert bites == [move.as_dict()["cells"] for move in other.winning_moves]
    # the poison may be taken in misère play of the whole board: whoever does so loses
    whole = grundy.solve(grundy.parse(f"poset grid:{sides}"), misere=True)
    assert [move.as_dict()["elements"] for move in whole.winning_moves] == bites or sides == "1x6"


@pytest.mark.parametrize(("number", "sides"), [(2**3 * 3**2, "4x3"), (5 * 7, "2x2"), (2 * 3 * 5, "2x2x2"), (64, "7")])
def test_schuhs_game_is_chomp_on_the_exponents(number: int, sides: str) -> None:
    one, other = (grundy.solve(grundy.parse(f"poset {text}")) for text in (f"schuh:{number}", f"chomp:{sides}"))
    assert one.nim_value == other.nim_value
    assert one.winning_moves.count == other.winning_moves.count
    assert one.winner == "first"  # Schuh 1952


@pytest.mark.parametrize("n", [1, 2])  # of more letters they are facts of the catalogue
def test_subset_take_away(n: int) -> None:
    """Gale and Neyman 1982 for few letters: the second player wins."""
    assert grundy.solve(grundy.parse(f"poset subsets:{n}")).winner == "second"


@pytest.mark.parametrize(("branches", "levels"), [(1, 6), (2, 4), (3, 3), (2, 1)])
def test_a_tree_is_green_hackenbush(branches: int, levels: int) -> None:
    """The colon principle (Winning Ways, ch. 7): an element below a sum of trees adds one to its value."""
    expected = 0
    for _ in range(levels):
        expected = 1 + (expected if branches % 2 else 0)
    assert grundy.solve(grundy.parse(f"poset tree:{branches},{levels}")).nim_value == expected


def test_families_have_the_elements_that_their_names_say() -> None:
    def names(text: str) -> list[str]:
        (poset,) = grundy.parse(f"poset {text}").components[0].states
        assert isinstance(poset, Poset)
        field, at = poset_field(poset)
        assert sorted(at.values()) == list(range(field.places))
        return [name_text(name) for name in poset.names]

    assert names("schuh:12") == ["2", "3", "4", "6", "12"]
    assert names("divisors:97") == ["1", "97"]
    assert names("subsets:3") == ["a", "ab", "ac", "b", "bc", "c"]
    assert len(names("grid:2x3x4")) == 24 and len(names("chomp:2x3x4")) == 23
    assert names("fence:4") == names("chain:4") == ["1", "2", "3", "4"]
    assert len(names("tree:3,4")) == 40
    assert names("chomp:1x1") == []
    (poset,) = grundy.parse("poset divisors:360").components[0].states
    assert isinstance(poset, Poset)
    for i, up in enumerate(ups(len(poset.names), poset.covers)):
        a = poset.names[i]
        assert {poset.names[j] for j in range(len(poset.names)) if up >> j & 1} == {
            b
            for b in poset.names
            if gcd(a, b) == a  # type: ignore[arg-type]
        }
    assert {"chomp", "schuh", "subsets", "grid", "divisors", "chain", "tree", "fence"} <= set(FAMILIES)


def test_orders_that_grow() -> None:
    values = run("sequence", "poset:chomp:2xN", "--to", "12", "--json").json()["values"]
    assert values == run("sequence", "chomp:2xN", "--to", "12", "--json").json()["values"]
    assert run("sequence", "poset:chain:N", "--to", "9", "--json").json()["values"] == list(range(10))


def test_sums_and_moves_in_words_and_json() -> None:
    both = grundy.solve(grundy.parse("poset(chain:3) + poset(chain:5)"))
    assert both.nim_value == 6
    assert grundy.solve(grundy.parse("poset(chain:1) + poset(chain:1)"), misere=True).winner == "first"
    for text in ("poset a<b<c, a<d", "poset chomp:2x3x2", "poset schuh:12"):
        result = grundy.solve(grundy.parse(text))
        assert all(grundy.parse_move(str(move)) == move for move in result.winning_moves)
    told = [move.as_dict() for move in grundy.solve(grundy.parse("poset chomp:2x2x2")).winning_moves]
    assert told == [{"elements": [(2, 2, 2)]}]  # answer opposite: the three corners next to the poison can be turned


BAD = [
    ("a<b<a", "expected an order, in which no element is below itself, found"),
    ("a<b\nb<c\nc<a", "no element is below itself"),
    ("a<a", "1:3: expected no element below itself, found 'a'"),
    ("a<", "1:3: expected an element after '<'"),
    ("<a", "1:1: expected an element"),
    ("a<<b", "1:3: expected an element"),
    ("a<b c", "1:5: expected '<' or ','"),
    ("a b c", "1:5: expected '<', ',' or the end of the line after two elements"),
    ("a,,b", "1:3: expected an element before it"),
    ("a<b\nc\nd$", "3:1: expected an element: a number"),
    ("(1,2<3", "1:1: expected an element"),
    ("blob:3", "1:1: expected an order such as a<b<c, or a family of them"),
    ("chmop:3x3", "did you mean 'chomp'?"),
    ("chomp:", "1:7: expected 'chomp:' and numbers, as in chomp:2x3x4"),
    ("chomp:0x4", "1:7: expected numbers of at least 1"),
    ("tree:2", "1:6: expected 'tree:' and numbers, as in tree:2,4"),
    ("grid:200x200", "1:6: expected an order of at most 10,000 elements, found one of about 40,000"),
    ("subsets:40", "1:9: expected an order of at most 10,000 elements"),
    ("schuh:99999999999999", "1:7: expected an order of at most 10,000 elements"),
]


@pytest.mark.parametrize(("text", "finding"), BAD)
def test_a_bad_order_is_told_with_its_place(text: str, finding: str) -> None:
    done = run("solve", "poset", "--file", "-", stdin=text.encode())
    assert done.places()
    assert finding in done.err, done.err


def test_a_family_that_grows_is_named_with_the_number_for_n() -> None:
    grows = NamedPoset("chomp", ("4", "N"))
    assert (grows.text(7), grows.text()) == ("chomp:4x7", "chomp:4xN")
