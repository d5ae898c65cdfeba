"""A position in the form of GamesCrafters' programs, beside the definition: play to its end, step by step.

The form, and what its fields mean, is that of the README of https://github.com/GamesCrafters/GamesCraftersUWAPI.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from limits import set_limits
from steps import Steps
from tables import of_each

import grundy
from grundy.api.turns import Turn
from grundy.errors import BadRule, BadText
from grundy.web import gamesman
from grundy.web.handlers import answer

SMALL = (
    "nim 1 2 3", "nim 0 2", "kayles 3 4", "wythoff 2 3", "turning-turtles THH", "cram 2x3", "chomp 2x3", "clobber 1x6",
    "hackenbush 0-a-b, a-c", "grundys-game 6 5", "node-kayles grid:2x3", "kayles(3) + nim(2)", "nim 0",
)  # fmt: skip


def told(text: str, **more: Any) -> dict[str, Any]:
    return answer("gamesman", {"game": "sum", "position": text, **more})


def by_definition(position: grundy.Position, misere: bool) -> dict[str, Any]:
    """Whoever wins takes the shortest way, and whoever loses the longest."""

    @cache
    def play(here: grundy.Position) -> tuple[str, int]:
        after = [play(here.play(move)) for move in moves_of(here)]
        if not after:
            return ("win" if misere else "lose"), 0
        lost = [moves for value, moves in after if value == "lose"]
        return ("win", 1 + min(lost)) if lost else ("lose", 1 + max(moves for _, moves in after))

    value, remoteness = play(position)
    moves = sorted((move.sentence(), *play(position.play(move))) for move in moves_of(position))
    return {"value": value, "remoteness": remoteness, "moves": moves}


def moves_of(position: grundy.Position) -> list[grundy.Move]:
    """Each move once, by its labels."""
    return list(
        dict.fromkeys(
            position.move_of(part, part.rule.labels(option))
            for part in position.parts()
            for option in part.rule.options(part.state)
        )
    )


@of_each([(text, play) for text in SMALL for play in ("normal", "misere")])
def test_values_and_remoteness_are_those_of_the_definition(text: str, play: str) -> None:
    position = grundy.parse(text)
    expected = by_definition(position, play == "misere")
    described = told(text, play=play)
    assert (described["positionValue"], described["remoteness"]) == (expected["value"], expected["remoteness"])
    assert grundy.parse(described["position"]) == position
    moves = sorted((move["move"], move["positionValue"], move["remoteness"]) for move in described["moves"])
    assert moves == expected["moves"]


def test_moves_are_told_from_the_best_to_the_worst() -> None:
    """From 1, 1, 2 take both of the last pile (2 more moves) or one of the first (of 3 in all: 1, 2 has 3)."""
    described = told("nim 1 1 2")
    assert (described["positionValue"], described["remoteness"]) == ("win", 3)
    assert [
        (move["move"], move["moveValue"], move["remoteness"], move["deltaRemoteness"]) for move in described["moves"]
    ] == [
        ("take 2 from pile 3", "win", 2, 0),
        ("take 1 from pile 1", "lose", 3, 0),
        ("take 1 from pile 2", "lose", 3, 0),
        ("take 1 from pile 3", "lose", 3, 0),
    ]


def test_how_far_a_move_is_from_the_best_of_its_value() -> None:
    """Three single counters, and 4: the winner can leave 1, 1, 1, 1 alone; of the losing moves some hold out longer."""
    described = told("nim 3 4")
    values = {
        move["move"]: (move["moveValue"], move["remoteness"], move["deltaRemoteness"]) for move in described["moves"]
    }
    assert values["take 1 from pile 2"] == ("win", 6, 0)  # 3, 3: the other takes one each time, and is copied
    assert values["take 3 from pile 1"] == ("lose", 1, 4)  # all of the other pile is taken
    assert values["take 1 from pile 1"] == ("lose", 5, 0)  # to 2, 2, which is lost in 4
    assert [move["moveValue"] for move in described["moves"]] == ["win"] + ["lose"] * 6


def test_every_position_that_is_told_can_be_asked_about() -> None:
    for text in ("kayles(3) + nim(2)", "node-kayles grid:2x3", "cram 2x3"):
        for move in told(text)["moves"]:
            next_one = told(move["position"])
            assert (next_one["positionValue"], next_one["remoteness"]) == (move["positionValue"], move["remoteness"])


def test_a_draw_has_no_remoteness() -> None:
    """From a to b and back: nobody can be stopped; from c the last move can be made."""
    graph = '{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "a"], ["b", "c"]], "tokens": ["a"]}'
    described = answer("gamesman", {"game": "graph", "position": graph, "play": "loopy"})
    assert (described["positionValue"], described["remoteness"]) == ("lose", 2)  # b can only go on to c, and wins
    graph = '{"nodes": ["a", "b"], "edges": [["a", "b"], ["b", "a"]], "tokens": ["a"]}'
    described = answer("gamesman", {"game": "graph", "position": graph, "play": "loopy"})
    assert (described["positionValue"], described["remoteness"]) == ("draw", -200)
    (move,) = described["moves"]
    assert (move["moveValue"], move["remoteness"], move["deltaRemoteness"]) == ("draw", -200, 0)


def test_what_is_out_of_reach_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many positions lie below: who wins is known all the same (Bouton 1901), and remoteness is -100."""
    set_limits(monkeypatch, "web.gamesman", MOST_POSITIONS=5)
    described = told("nim 3 5 6")  # 3 XOR 5 XOR 6 = 0
    assert (described["positionValue"], described["remoteness"]) == ("lose", -100)
    assert {(move["moveValue"], move["remoteness"]) for move in described["moves"]} == {("lose", -100)}
    described = told("nim 3 5 7")  # 1: the one move to 3, 5, 6 wins, and 2, 5, 7 and 3, 4, 7
    best = [move["position"] for move in described["moves"] if move["moveValue"] == "win"]
    assert described["positionValue"] == "win" and best == ["nim 2 5 7", "nim 3 4 7", "nim 3 5 6"]


def test_nobody_knows_who_wins() -> None:
    with Steps(each=1.0):
        described = answer("gamesman", {"game": "cram", "position": "9x11"}, 1.0)
    assert (described["positionValue"], described["remoteness"]) == ("unsolved", -100)
    assert {move["moveValue"] for move in described["moves"]} == {"unsolved"}


def test_what_is_no_question_is_refused_with_its_place() -> None:
    with pytest.raises(BadText, match=r"expected a pile size"):
        told("nim 3 x")
    with pytest.raises(BadText, match="play to be normal, misere or loopy"):
        told("nim 3", play="odd")


def test_a_rule_in_which_a_player_moves_on_has_no_remoteness() -> None:
    @grundy.rule
    def on(n):  # type: ignore[no-untyped-def]
        if n:
            yield grundy.again(n - 1)

    with pytest.raises(BadRule, match="again"):
        gamesman.lengths_of(Turn(on(3)))


@of_each([(text, play) for text in SMALL[:-1] for play in ("normal", "misere")])
def test_why_has_the_remoteness_of_the_definition(text: str, play: str) -> None:
    """The page says for how long whoever loses can hold out."""
    described = answer("look", {"game": "sum", "position": text, "play": play})
    assert described["remoteness"] == by_definition(grundy.parse(text), play == "misere")["remoteness"]


def test_why_leaves_out_what_takes_long() -> None:
    assert answer("look", {"game": "nim", "position": "30 31 32"})["remoteness"] is None
    graph = '{"nodes": ["a", "b"], "edges": [["a", "b"], ["b", "a"]], "tokens": ["a"]}'
    assert answer("look", {"game": "graph", "position": graph, "play": "loopy"})["remoteness"] is None
