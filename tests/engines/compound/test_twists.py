"""Passes and Muller twists beside the rule of play in plain Python, in which what the opponent says is a move, too."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Game, games, position

import grundy
from grundy.errors import BadRule
from grundy.games.compound_kinds import COMPOUNDS


@given(games(), games(), st.integers(0, 2), st.booleans())
@settings(max_examples=examples(20))
def test_a_pass_may_be_used_where_there_is_a_move(
    one: tuple[Game, int], other: tuple[Game, int], passes: int, misere: bool
) -> None:
    (first, a), (second, b) = one, other

    @cache
    def after(node: int, beside: int, left: int) -> frozenset[tuple[int, int, int]]:
        moves = {(to, beside, left) for to in first[node]} | {(node, to, left) for to in second[beside]}
        return frozenset(moves | ({(node, beside, left - 1)} if moves and left else set()))

    @cache
    def value(*state: int) -> int:
        return grundy.mex(value(*one) for one in after(*state))

    @cache
    def wins(*state: int) -> bool:
        return any(not wins(*one) for one in after(*state)) if after(*state) else misere

    def made(node: int, beside: int, left: int) -> grundy.Position:
        return grundy.with_pass(position((first, node)) + position((second, beside)), left)

    asked = made(a, b, passes)
    won = sorted(str(made(*one)) for one in after(a, b, passes) if not wins(*one))
    for loopy in (False, True)[: 2 - misere]:
        result = grundy.solve(asked, misere=misere, loopy=loopy)
        assert (result.winner == "first") == wins(a, b, passes)
        assert misere or result.nim_value == value(a, b, passes) == grundy.value_by_definition(asked)
        assert sorted(str(asked.play(move)) for move in result.winning_moves) == won


Tokens = tuple[int, int]


@pytest.mark.parametrize("name", ["constrain", "comply"])
@given(games(), games(), st.integers(1, 3), st.booleans())
@settings(max_examples=examples(60))
def test_what_the_opponent_says_is_a_move(
    name: str, one: tuple[Game, int], other: tuple[Game, int], count: int, misere: bool
) -> None:
    """Whoever is not to move chooses what is allowed, any set that the rule admits, and the other one of these.

    A move is listed if and only if it wins where it is allowed; once none was where the opponent forbids them all.
    """
    (first, a), (second, b) = one, other

    def after(tokens: Tokens) -> dict[str, Tokens]:
        moves = {f"component 1, token 1, to {to}": (to, tokens[1]) for to in first[tokens[0]]}
        return moves | {f"component 2, token 1, to {to}": (tokens[0], to) for to in second[tokens[1]]}

    def admitted(tokens: Tokens) -> list[tuple[Tokens, ...]]:
        moves = list(after(tokens).values())
        if name == "comply":
            return list(combinations(moves, min(count, len(moves))))
        return [tuple(set(moves) - set(out)) for most in range(count + 1) for out in combinations(moves, most)]

    @cache
    def wins(tokens: Tokens) -> bool:
        return all(wins_with(allowed) for allowed in admitted(tokens))

    def wins_with(allowed: tuple[Tokens, ...]) -> bool:
        return any(not wins(to) for to in allowed) if allowed else misere

    asked = COMPOUNDS[name].twist(position(one) + position(other), count)
    result = grundy.solve(asked, misere=misere)
    assert (result.winner == "first") == wins((a, b)) and result.nim_value is None
    named = [move.as_dict()["move"] for move in result.winning_moves]
    assert sorted(named) == sorted(move for move, to in after((a, b)).items() if not wins(to))


def test_moves_that_the_opponent_forbids_are_not_said_to_win() -> None:
    """By hand: the one move takes the last counter, and the opponent forbids it."""
    result = grundy.solve(grundy.constrain(grundy.nim(1)))
    assert result.winner == "second" and [str(move) for move in result.winning_moves] == ["move 'pile 1, take 1'"]
    text = str(result)
    assert "The move that wins if the opponent allows it:" in text and "winning move" not in text
    assert repr(result).startswith("constrain nim(1): second player wins, 1 winning move if allowed")
    assert "Moves that win if the opponent allows them (2):" in str(grundy.solve(grundy.constrain(grundy.nim(2))))
    assert not grundy.solve(grundy.with_pass(grundy.nim(2))).opponent_restricts_moves


def test_a_heap_with_a_pass() -> None:
    """Low & Chan 2015: one heap of Nim with a pass is worth n + 1 if n is odd, and n - 1 if it is even and not 0."""
    values = [grundy.solve(grundy.with_pass(grundy.nim(n))).nim_value for n in range(1, 12)]
    assert values == [n + 1 if n % 2 else n - 1 for n in range(1, 12)]


def test_texts_and_refusals() -> None:
    for text in ("with_pass(nim(3 4))", "with_pass(nim(3 4), 0)", "constrain(kayles(5) + nim(2), 3)", "comply(nim(3))"):
        assert str(grundy.parse(text)) == text
    assert str(grundy.parse("with_pass nim 3 4, 2")) == "with_pass(nim(3 4), 2)"
    for text, expected in (
        ("constrain(nim(3), 0)", "1:19: expected how many moves may be forbidden"),
        ("constrain(nim(3), nim(4))", "1:19: expected how many"),
        ("with_pass(nim(3), nim(4), 1)", r"1:19: expected '\)' or how many passes"),
    ):
        with pytest.raises(grundy.BadText, match=expected):
            grundy.parse(text)
    with pytest.raises(BadRule, match="with_pass: expected how many passes are left, 0 or more, found -1"):
        grundy.with_pass(grundy.nim(3), -1)
    for alone in (grundy.constrain(grundy.nim(3)) + grundy.nim(1), grundy.conjunctive(grundy.comply(grundy.nim(3)))):
        for misere in (False, True):
            with pytest.raises(BadRule, match="expected it alone, since the opponent restricts every move"):
                grundy.solve(alone, misere=misere)
