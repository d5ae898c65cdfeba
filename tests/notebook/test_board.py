"""The board of a notebook without a browser: what it shares, what it is asked, and what it refuses."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from steps import Steps

import grundy
from grundy.errors import BadRule, BadText, GrundyError
from grundy.notebook.bundle import script, style


def ask(board: Any, **message: Any) -> None:
    """What the browser sends."""
    board._handle_custom_msg(message, [])


def test_a_move_is_answered_and_taken_back() -> None:
    board = grundy.board("nim 3 5")
    assert (board.position, board.moves_made, board.winner) == ("nim 3 5", [], "first")
    assert [move["text"] for move in board.shown["moves"] if move["wins"]] == ["pile 2, take 2"]  # Bouton: 3 = 5 - 2
    ask(board, kind="play", move="pile 2, take 2")
    assert board.moves_made[0] == "pile 2, take 2" and len(board.moves_made) == 2
    assert board.winner == "first" and board.status.startswith("The computer: take ")
    played = grundy.parse("nim 3 5")
    for move in board.moves_made:
        played = played.play(move)
    assert grundy.parse(board.position) == played
    ask(board, kind="undo")
    assert (board.position, board.moves_made) == ("nim 3 5", [])


@pytest.mark.parametrize(
    ("spec", "how"),
    [("cram 3x3", {}), ("nim 2 2", {"misere": True}), ("node-kayles grid:2x3", {}), ("kayles(4) + nim(2)", {})],
)
def test_the_computer_wins_what_it_can(spec: str, how: dict[str, bool]) -> None:
    """Whoever presses anything at all: the first player has lost, and the computer is second."""
    board = grundy.board(spec, seed=3, **how)
    if board.winner == "first":
        board.play_computer_move()
        board = grundy.board(board.position, **how)
    assert board.winner == "second"
    while board.shown["moves"]:
        ask(board, kind="play", move=board.shown["moves"][-1]["text"])
    assert "the computer wins" in board.status


def test_two_players_without_the_computer() -> None:
    board = grundy.board("kayles 2", computer=False)
    board.play("pile 1, take 1, leave (1,)")
    assert len(board.moves_made) == 1 and board.status == "Your move."
    board.play("take 1")
    assert board.status == "No move is left: whoever has to move loses." and board.winner == "second"


@pytest.mark.parametrize("spec", ["cram 60x60", "nim 1000000"])
def test_what_is_too_large_to_be_played_is_answered_and_not_called_the_end(spec: str) -> None:
    """It was said that no move is left and the computer wins, or no board was made."""
    board = grundy.board(spec)
    assert board.status == "This is too large to be played here."
    assert board.winner == {"cram": "second", "nim": "first"}[spec.split()[0]]  # even sides; Bouton


def test_the_cells_of_the_last_move_are_known() -> None:
    board = grundy.board("cram 2x3", computer=False)
    board.play("cells ((1, 2), (2, 2))")
    assert board.last == [[0, "1,2"], [0, "2,2"]]


def test_another_position_is_assigned() -> None:
    board = grundy.board("nim 3 5")
    board.play("pile 2, take 2")
    board.position = "cram 2x2"
    assert board.moves_made == [] and board.winner == "second" and board.shown["boards"][0]["game"] == "cram"
    with pytest.raises(BadText, match="expected"):
        board.position = "cram 2y2"
    assert board.position == "cram 2x2" and "2y2" in board.trouble
    board.play(board.shown["moves"][0]["text"])
    assert board.trouble == ""


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"kind": "eval", "code": "1"},
        {"kind": "play"},
        {"kind": "play", "move": 7},
        {"kind": "play", "move": ""},
        {"kind": "play", "move": "pile 9, take 1"},
        {"kind": "play", "move": "take"},
        {"kind": ["undo"]},
    ],
)
def test_odd_messages_are_refused_and_change_nothing(message: dict[str, Any]) -> None:
    board = grundy.board("nim 3 5")
    ask(board, **message)
    assert board.trouble.startswith(("expected", "nim 3 5: expected a move, found"))
    assert (board.position, board.moves_made, board.winner) == ("nim 3 5", [], "first")


def test_messages_that_are_no_objects() -> None:
    board = grundy.board("nim 3 5")
    for message in (None, 3, "undo", ["undo"]):
        board._handle_custom_msg(message, [])
        assert board.trouble and board.moves_made == []


def test_at_the_ends() -> None:
    board = grundy.board("nim 1")
    ask(board, kind="undo")
    assert board.moves_made == []
    board.play("take 1")
    ask(board, kind="answer")  # no move is left
    assert board.moves_made == ["pile 1, take 1"]
    ask(board, kind="restart")
    assert board.moves_made == [] and board.position == "nim 1"


def test_a_rule_of_ones_own() -> None:
    @grundy.rule(space=grundy.HEAP)
    def halve(n):  # type: ignore[no-untyped-def]
        if n:
            yield n // 2

    board = grundy.board(halve(5))
    board.play(board.shown["moves"][0]["text"])
    assert len(board.moves_made) == 2


def test_what_is_too_hard_has_no_winner() -> None:
    with Steps(each=1.0):
        board = grundy.board("cram 9x11", seconds=1)
    assert board.winner == "" and board.shown["refused"]


def test_what_a_theorem_tells_is_not_too_hard() -> None:
    """The move in the middle was not looked for where there was a limit; the theorem takes 91 steps."""
    with Steps(each=1.0):
        board = grundy.board("node-kayles grid:9x9", seconds=100)
    assert board.winner == "first" and not board.shown["refused"]
    wins = [move["wins"] for move in board.shown["moves"]]
    assert wins.count(True) == 1 and wins.count(None) == 80  # which of the others win nobody knows


def test_what_board_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadRule, match="found both"):
        grundy.board("nim 1", misere=True, loopy=True)
    with pytest.raises(BadRule, match="blunder rate from 0 to 1, found 2"):
        grundy.board("nim 1", blunder=2)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "grundy.notebook.widget")
    with pytest.raises(GrundyError, match=r"pip install anywidget"):
        grundy.board("nim 1")


def test_what_the_browser_gets_is_one_module_and_one_style() -> None:
    """The pages may change: what is not understood of them would be found here, and not by a reader."""
    text = script()
    assert "import {" not in text and text.count("\nexport ") == 1
    assert text.count("const board_module = (") == 1 and text.count("const common_module = (") == 1
    assert ":root" not in style() and "prefers-color-scheme" not in style()


def test_without_widgets_the_picture_is_shown() -> None:
    """Both were one output, of which an exported page keeps the widget alone: without a network it showed nothing."""
    board = grundy.board("cram 2x3", seed=1)
    board.play("cover (1, 1) and (1, 2)")
    picture, widget = board.outputs()
    assert "<svg" in picture["text/html"] and "<li>You: cover (1, 1) and (1, 2)</li>" in picture["text/html"]
    assert board.still and f'data-still="{board.still}"' in picture["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in widget and "text/html" not in widget


def test_jupyter_shows_the_picture_and_the_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[dict[str, Any], bool]] = []
    monkeypatch.setattr("grundy.notebook.widget.display", lambda data, raw: shown.append((data, raw)))
    board = grundy.board("nim 3")
    board._ipython_display_()
    assert [raw for _, raw in shown] == [True, True] and shown[0][0] == board.outputs()[0]


def test_the_moves_so_far_in_words() -> None:
    board = grundy.board("nim 3 5", seed=1)
    board.play("take 2 from pile 2")
    mine, answer = board.sentences
    assert mine == "You: take 2 from pile 2" and answer.startswith("The computer: take ")
    board.computer = False
    assert board.sentences[0] == "Player 1: take 2 from pile 2"


def test_why_is_there_to_be_asked() -> None:
    """3 XOR 5 = 6 (Bouton)."""
    why = grundy.board("nim 3 5").shown["why"]
    assert [one["binary"] for one in why["summands"]] == ["011", "101"] and why["total"]["binary"] == "110"
