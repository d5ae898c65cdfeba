"""Compounds and twists of rules: called with positions they are those of positions, and are won as play goes."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from test_compounds import options

import grundy
from grundy import BadRule, BadText, cram, kayles, nim, take_away, wythoff
from grundy.games.compound_kinds import COMPOUNDS

TWISTS = ("with_pass", "constrain", "comply")
TOGETHER = sorted(set(COMPOUNDS) - set(TWISTS))
TAKES = ((1, 2), (1, 3))
HEAPS = [tuple(tuple(n - k for k in takes if k <= n) for n in range(6)) for takes in TAKES]
"""Heaps of two games of taking, as what each heap may become."""


@cache
def wins(name: str, play: Any) -> bool:
    return not all(wins(name, after) for after in options(name, play))


@pytest.mark.parametrize("name", TOGETHER)
def test_a_compound_of_rules_is_won_as_it_is_played(name: str) -> None:
    """All pairs of heaps to 5, by the rule of play in plain Python."""
    made: Any = getattr(grundy, name)
    game = made(*(take_away(*takes) for takes in TAKES))
    for pair in product(range(6), repeat=2):
        play = tuple(zip(HEAPS, pair, strict=True))
        assert (grundy.solve(game(*pair)).winner == "first") == wins(name, play), pair


@cache
def twisted(kind: str, n: int, count: int) -> bool:
    """Whether the first player wins a heap from which 1 or 2 are taken, by the words of each twist."""
    after = [n - k for k in (1, 2) if k <= n]
    if kind == "with_pass":
        passing = [(n, count - 1)] if after and count else []
        return not all(twisted(kind, *option) for option in [*((left, count) for left in after), *passing])
    lost = sum(not twisted(kind, left, count) for left in after)
    if kind == "constrain":
        return lost > count  # some move that wins is still allowed
    return bool(after) and len(after) - lost < min(count, len(after))  # one of those named wins


@pytest.mark.parametrize("name", TWISTS)
@pytest.mark.parametrize("count", [1, 2])
def test_a_twist_of_a_rule_is_won_as_it_is_played(name: str, count: int) -> None:
    made: Any = getattr(grundy, name)
    game = made(take_away(1, 2), count)
    for n in range(9):
        assert (grundy.solve(game(n)).winner == "first") == twisted(name, n, count), n


def test_parts_are_positions_states_texts_or_lists() -> None:
    game = grundy.conjunctive(nim, wythoff, cram)
    position = grundy.conjunctive(nim(3, 4), wythoff(3, 5), cram("2x3"))
    for given in (
        ([3, 4], (3, 5), "2x3"),
        ("3 4", [(3, 5)], "2x3"),
        ((3, 4), "3 5", cram("2x3")),
        (nim(3, 4), wythoff(3, 5), ("...", "...")),
    ):
        assert game(*given) == position
    twist = grundy.with_pass(game, 3)
    assert repr(twist) == "with_pass(conjunctive(nim, wythoff, cram), 3)"
    assert twist([3, 4], (3, 5), "2x3") == twist(position) == grundy.with_pass(position, 3)
    assert grundy.with_pass(wythoff)(3, 5) == grundy.with_pass(wythoff((3, 5)))


def test_what_is_no_position_of_the_rules_is_named() -> None:
    game: Any = grundy.selective(nim, kayles)
    for call, said in (
        (lambda: game(3), r"selective\(nim, kayles\): expected 2 parts, one for each rule, found 1"),
        (lambda: game(3, nim(4)), r"expected a position of kayles, found nim\(4\)"),
        (lambda: game(3, 4.5), "kayles: expected a heap state.* found 4.5"),
        (
            lambda: grundy.selective(nim, kayles(5)),
            r"expected positions alone or rules alone, found kayles\(5\) and nim",
        ),  # type: ignore[call-overload]
        (lambda: grundy.selective(nim, 5), "expected positions, such as .* or rules, such as nim, found 5"),  # type: ignore[call-overload]
        (lambda: grundy.with_pass("nim"), "expected a position, such as .* or a rule, such as nim, found 'nim'"),  # type: ignore[call-overload]
        (lambda: grundy.constrain(nim, 0), "how many moves may be forbidden, 1 or more, found 0"),
    ):
        with pytest.raises(BadRule, match=said):
            call()
    with pytest.raises(BadText):
        game(3, "x")
