"""Games played by `grundy.play`: whose turn it is, what the computer answers, who has won, what is kept in a file.

Who wins Nim is known without grundy: whoever leaves piles whose XOR is 0 (Bouton 1901).
"""

from __future__ import annotations

import json
import re
from functools import reduce
from operator import xor
from pathlib import Path
from random import Random

import command
import pytest

import grundy
from grundy.api.play import Match


def piles(match: Match) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", str(match.position))]


def total(match: Match) -> int:
    return reduce(xor, piles(match), 0)


@pytest.mark.parametrize("seed", range(5))
def test_a_game_of_nim_goes_as_bouton_says(seed: int) -> None:
    random = Random(seed)
    match = grundy.play("nim 2 4 5", seed=seed)
    slips = []
    while not match.is_over:
        before = total(match)
        assert {str(move) for move in match.winning_moves()} == {
            f"pile {place}, take {pile - (pile ^ before)}"
            for place, pile in enumerate(piles(match), 1)
            if pile ^ before < pile
        }
        if match.player_to_move == "you":
            match.play(random.choice(match.legal_moves))
            slips += [len(match.moves_made)] if before and total(match) else []
        else:
            match.play_computer_move()
            assert not before or not total(match), "the computer wins what can be won"
    assert match.winner == ("you" if len(match.moves_made) % 2 else "computer") and match.legal_moves == []
    assert [slip.number for slip in match.slips()] == slips
    assert all(slip.move == match.moves_made[slip.number - 1] and slip.player == "you" for slip in match.slips())


def test_who_cannot_move_wins_misere_play() -> None:
    match = grundy.play("nim 1 1", misere=True, two_players=True)
    turns = []
    while not match.is_over:
        turns.append(match.player_to_move)
        match.play(1)
    assert (turns, match.player_to_move, match.winner) == (["player 1", "player 2"], "player 1", "player 1")
    assert [slip.player for slip in match.slips()] == []  # two piles of 1: the first player wins, whatever is done
    lost = grundy.play("nim 1 2", misere=True, two_players=True)
    lost.play("take 1 from pile 2")
    assert [(slip.number, slip.player) for slip in lost.slips()] == [(1, "player 1")]


def test_who_began_has_the_turn_again_after_every_second_move() -> None:
    match = grundy.play("nim 3 3", starts="computer")
    assert match.player_to_move == "computer"
    match.play_computer_move()
    match.play(match.hint() or "")
    assert match.player_to_move == "computer" and [match.player(number) for number in (0, 1)] == ["computer", "you"]
    assert match.undo() and match.player_to_move == "you" and len(match.moves_made) == 1
    assert not match.undo() and len(match.moves_made) == 1, "the computer's own move stays"
    match.restart()
    assert match.player_to_move == "computer" and str(match.position) == "nim(3 3)" and match.moves_made == []


def test_a_draw_is_kept() -> None:
    edges = '[["a","b"],["b","a"],["b","c"],["c","d"]]'
    match = grundy.play(f'graph {{"nodes": ["a","b","c","d"], "edges": {edges}, "tokens": ["a"]}}', loopy=True)
    match.play(1)
    assert match.winning_moves() == [] and match.result().winner == "draw"  # to c, and the other moves to d and wins
    assert match.hint() == match.legal_moves[0] and match.slips() == []


def test_a_game_is_kept_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    match = grundy.play("kayles(5) + nim(3)", misere=True, two_players=True, blunder=0.5)
    match.play("component 1, pile 1, take 1, leave 4")
    match.save(file)
    opened = grundy.open_match(file)
    assert (opened.as_dict(), opened.legal_moves) == (match.as_dict(), match.legal_moves)
    assert (opened.position, opened.player_to_move, opened.convention) == (match.position, "player 2", "misere")
    file.write_text(json.dumps(match.as_dict() | {"format": "grundy play 1", "blunder": 7.0}))
    with pytest.raises(grundy.StoreError, match="rate from 0 to 1, found 7"):
        grundy.open_match(file)


def test_the_command_plays_the_same_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = f"take 1 from pile 2\ntake 1 from pile 1\nsave {file}\nquit\n".encode()
    command.grundy("play", "nim", "3", "4", "5", "--seed", "3", "--blunder", "0.5", stdin=typed)
    match = grundy.play("nim 3 4 5", seed=3, blunder=0.5)
    for move in ("take 1 from pile 2", "take 1 from pile 1"):
        match.play(move)
        match.play_computer_move()
    assert grundy.open_match(file).as_dict() == match.as_dict()


def test_what_cannot_be_played_is_refused() -> None:
    match = grundy.play(grundy.nim(3, 3))
    for move, why in (("pile", "may mean"), ("take 7", "none of its moves"), (0, "none of its moves"), ("", "none of")):
        with pytest.raises(grundy.BadRule, match=why):
            match.play(move)
    with pytest.raises(grundy.BadRule, match="no move is left"):
        grundy.play("nim 0").play_computer_move()
    for wrong in ({"misere": True, "loopy": True}, {"blunder": 1.5}, {"starts": "me"}):
        with pytest.raises(grundy.BadRule, match="expected"):
            grundy.play("nim 1", **wrong)  # type: ignore[arg-type]
    with pytest.raises(grundy.OutOfReach, match="100,000 moves"):
        grundy.play("nim 100001").legal_moves  # noqa: B018
