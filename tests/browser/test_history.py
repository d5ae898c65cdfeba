"""The browser's own history is the game's: links say whose turn it is, Back undoes a move, a reload keeps all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from looking import position, settled, text
from playwright.sync_api import expect

from grundy.web.pages import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def moved(page: Any, move: str, left: str) -> None:
    """Make a move of the list, after which the position is `left`."""
    if page.locator("#list[open]").count() == 0:
        page.locator("#list summary").click()
    page.locator("#moves").get_by_role("button", name=move, exact=True).click()
    page.wait_for_url(f"**p={left.replace(' ', '+')}*")
    settled(page)


def stands(page: Any, left: str) -> None:
    page.wait_for_url(f"**p={left.replace(' ', '+')}*")
    assert position(settled(page)) == [("nim", left)]


def test_a_link_says_whose_turn_it_is(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2"))))
    assert "turn" not in page.url and text(page, "#status").startswith("Player 1: ")
    moved(page, "take 1 from pile 1", "0 2")
    assert parse_qs(urlsplit(page.url).query)["turn"] == ["2"]
    again = settled(opened(page.url))  # by somebody else
    assert text(again, "#status").startswith("Player 2: ")
    moved(again, "take 2 from pile 2", "0 0")
    assert text(again, "#status") == "Player 1 cannot move: player 2 wins."


def test_back_undoes_a_move_and_forward_makes_it_again(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2"))))
    moved(page, "take 1 from pile 1", "0 2")
    moved(page, "take 1 from pile 2", "0 1")
    page.go_back()
    stands(page, "0 2")
    assert text(page, "#status").startswith("Player 2: ")
    page.go_forward()
    stands(page, "0 1")
    page.get_by_role("button", name="Undo").click()
    stands(page, "0 2")
    page.get_by_role("button", name="Undo").click()
    stands(page, "1 2")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.go_forward()  # what Undo undid is had again as what Back did
    stands(page, "0 2")


def test_a_reload_keeps_the_game(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2"))))
    moved(page, "take 1 from pile 1", "0 2")
    moved(page, "take 1 from pile 2", "0 1")
    page.reload()
    stands(page, "0 1")
    assert text(page, "#status").startswith("Player 1: ")
    for left in ("0 2", "1 2"):
        page.get_by_role("button", name="Undo").click()
        stands(page, left)
    page.go_forward()
    stands(page, "0 2")
    page.get_by_role("button", name="Restart").click()
    stands(page, "1 2")


def test_back_undoes_the_computers_answer_with_the_move(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2")) + "&against=0"))
    page.locator("#list summary").click()
    page.get_by_role("button", name="take 2 from pile 2").click()
    expect(page.locator("#status")).to_have_text("You cannot move: the computer wins.")
    page.reload()
    expect(page.locator("#status")).to_have_text("You cannot move: the computer wins.")
    page.go_back()
    stands(page, "1 2")
    assert text(page, "#status") == "Your move."


def test_the_computer_moves_where_a_link_has_its_turn_and_first_if_asked(opened: Open) -> None:
    page = opened(game_url(("nim", "1 2")) + "&against=0&turn=2")
    stands(page, "1 1")  # the only winning move
    assert text(page, "#status") == "Your move."
    page = settled(opened(game_url(("nim", "1 2")) + "&against=0"))
    page.get_by_role("button", name="Computer, your move").click()
    stands(page, "1 1")
    assert text(page, "#status") == "Your move."


def test_what_must_be_answered_is_in_the_link(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2")) + "&must=1.2"))
    assert text(page, "#count") == "(2)", "moves in pile 2 alone"
    assert text(page, "#status") == "Player 1 to move, and where the last move was made."
