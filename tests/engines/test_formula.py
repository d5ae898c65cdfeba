"""Rules of which a theorem knows who wins: positions so large that no list of options ends are solved at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

import grundy
from grundy.engines.formula import MOST_OPTIONS
from grundy.games.catalogue import GAMES
from grundy.games.corner import corner
from grundy.games.cutting import square_cake
from grundy.games.single import divisors
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import Theory
from grundy.model.space import HEAP
from grundy.notation.expression import parse_rule

HUGE = {
    "nim": "1000000000 5 1618033989",
    "moore:2": "1000000000 4 5 1618033989",
    "fibonacci-nim": "1000000000000000000",
    "dynamic-nim:3*k": "1000000000000000000",
    "bounded-nim:3": "1000000000 1618033989 8",
    "subtract:powers-of-2": "1000000000000000000",
    "subtract:divisors": "1000000000000000000",
    "subtract:proper-divisors": "1000000000000000000",
    "mark": "1000000000000000000 1618033989",
    "square-cake": "1000000000000000000 1618033989",
    "nimble": "0 1000000000 1618033989",
    "end-nim": "1000000000 1 4 1618033989",
    "corner:king": "1000000000 1618033989",
    "corner:knight": "1000000000 1618033989",
    "corner:rook": "1000000000 1618033990",
    "corner:queen": "1000000000 1618033990",
    "sequential-nim": "1000000000 1 2 1618033989",
    "staircase-nim": "1000000000 5 1618033989",
    "wythoff": "1000000000 1618033990",
    "euclid": "1000000000 1618033990",
}
# of these a position is written cell by cell, coin by coin or node by node, so that it has few moves
DRAWN = {"lctr", "silver-dollar", "northcott", "chess-rows:20", "geography", "turn:2,o.o.o", "tartan:ruler*twins"}
DRAWN |= {"turning-turtles", "mock-turtles", "moebius", "mogul", "twins", "triplets", "ruler", "turning-corners"}


def counted(rule: Rule) -> Rule:
    """The rule, of which more than a thousand options are an error."""
    asked = 0

    def function(*state: Any, **parameters: Any) -> Iterator[object]:
        nonlocal asked
        for option in rule.function(*state, **parameters):
            asked += 1
            assert asked <= 1_000, f"{rule.spec}: options are looked through one by one"
            yield option

    return replace(rule, function=function)


def known_rules() -> dict[str, Rule]:
    """Every rule of the catalogue's examples and facts that has a formula."""
    texts = {game.example[0] for game in GAMES.values()} | {fact.game for game in GAMES.values() for fact in game.known}
    rules = []
    for text in texts:
        with suppress(grundy.BadText):  # the game of a graph is a rule only with its position
            rules.append(parse_rule(text))
    return {rule.spec: rule for rule in rules if rule.theory and (rule.theory.value or rule.theory.is_p)}


def others() -> dict[str, str]:
    """A huge heap for each game that is not named here, and whose formula names its moves: else the rule lists them."""
    kinds = {spec.partition(":")[0] for spec in (*HUGE, *DRAWN)}
    rules = {spec: rule for spec, rule in known_rules().items() if spec.partition(":")[0] not in kinds}
    return {
        spec: str(10**18) for spec, rule in rules.items() if rule.space is HEAP and rule.theory and rule.theory.moves_to
    }


HUGE |= others()


def test_every_kind_of_two_games_with_formulas_is_named_here() -> None:
    assert {spec for spec in known_rules() if spec.startswith(("corner:", "subtract:"))} <= set(HUGE)


@pytest.mark.parametrize("spec", HUGE)
def test_a_huge_position_is_solved_without_a_list_of_its_options(spec: str) -> None:
    """Once a queen 10 ** 9 squares from the corner was asked for all her moves, one by one, and never answered."""
    (component,) = grundy.parse(f"{spec} {HUGE[spec]}").components
    rule = counted(component.rule)
    result = grundy.solve(grundy.Position((replace(component, rule=rule),)))
    assert (result.winner == "first") == grundy.winners([grundy.parse(f"{spec} {HUGE[spec]}")])[0]
    assert (result.winner == "first") == (len(result.winning_moves) > 0)


@pytest.mark.parametrize("piece", ["rook", "queen"])
def test_moves_to_the_corner_are_those_of_the_rule(piece: str) -> None:
    def moves(a: int, b: int) -> list[tuple[int, int]]:
        lines = [(i, b) for i in range(a)] + [(a, j) for j in range(b)]
        return lines + [(a - i, b - i) for i in range(1, min(a, b) + 1) if piece == "queen"]

    value: dict[tuple[int, int], int] = {}
    for a in range(13):
        for b in range(13):
            values = {value[square] for square in moves(a, b)}
            value[a, b] = next(number for number in range(99) if number not in values)
            result = grundy.solve(corner(piece)(a, b))
            squares = [move.as_dict()["square"] for move in result.winning_moves]
            assert list(map(tuple, squares)) == sorted(square for square in moves(a, b) if not value[square])
            for beside in range(4) if piece == "rook" else ():
                beside_it = grundy.solve(corner(piece)(a, b) + grundy.nim(beside)).winning_moves
                here = [move.as_dict()["square"] for move in beside_it if "square" in move.as_dict()]
                assert list(map(tuple, here)) == sorted(one for one in moves(a, b) if value[one] == beside)


def test_cuts_of_a_square_are_those_of_the_rule() -> None:
    value = [0, 0]
    for n in range(2, 80):
        cuts = {k: value[n // k] * (k * k % 2) for k in range(2, n + 1) if n % k == 0}
        value.append(next(number for number in range(99) if number not in cuts.values()))
        for beside in range(4):
            result = grundy.solve(square_cake(n) + grundy.nim(beside))
            winning_cuts = [move.as_dict()["cuts"] for move in result.winning_moves if "cuts" in move.as_dict()]
            assert winning_cuts == [k for k in cuts if cuts[k] == beside]


def test_divisors_are_all_numbers_that_divide() -> None:
    for n in range(2_000):
        assert list(divisors(n)) == [k for k in range(1, n + 1) if n % k == 0]
    assert len(list(divisors(10**30))) == 31**2


def take_any(n: int) -> Iterator[Option]:
    """Take any number of counters, fewest first."""
    return (to(n - take, take=take) for take in range(1, n + 1))


@pytest.mark.parametrize("theory", [Theory("Bouton", value=lambda n: n), Theory("Bouton", is_p=lambda n: n == 0)])
def test_a_formula_that_names_no_moves_says_that_there_is_at_least_one(theory: Theory) -> None:
    """The only winning move of 10 ** 9 comes last."""
    plain, asked = Rule("any", take_any, theory=theory), 0

    def function(n: int) -> Iterator[Option]:
        nonlocal asked
        for option in take_any(n):
            asked += 1
            assert asked <= 20 * MOST_OPTIONS
            yield option

    result = grundy.solve(replace(plain, function=function)(10**9))
    assert result.winner == "first" and not result.winning_moves.exact and result.winning_moves.count == 1
    assert "At least one move wins; which one was not found." in str(result)
    few = grundy.solve(plain(5))
    assert few.winning_moves.exact and [move.as_dict()["take"] for move in few.winning_moves] == [5]
