"""The browser's own history is the game's: links have the moves, Back undoes a move, a reload keeps all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import item, moves, settled, text
from playwright.sync_api import expect

from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
TWO = "&vs=two"


def take(page: Any, pile: int, counter: int) -> None:
    """Press a counter, and wait until the move is in the address."""
    made = len(moves(page))
    item(page, f"{pile},{counter}").click()
    page.wait_for_url(lambda url: url.count("&m=") > made)
    settled(page)


def stands(page: Any, *made: str) -> None:
    """The game has these moves, in the address and on the board."""
    expect(page.locator("#history li:not(.none)")).to_have_count(len(made))
    assert moves(settled(page)) == list(made)


def test_a_link_says_whose_turn_it_is(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2")) + TWO))
    assert text(page, ".seat.on b") == "Player 1"
    take(page, 1, 1)
    again = settled(opened(page.url))  # by somebody else
    assert text(again, ".seat.on b") == "Player 2"
    take(again, 2, 1)
    expect(again.locator("#status")).to_contain_text("Player 2 wins")


def test_back_undoes_a_move_and_forward_makes_it_again(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2")) + TWO))
    take(page, 1, 1)
    take(page, 2, 2)
    page.go_back()
    stands(page, "pile 1, take 1")
    assert text(page, ".seat.on b") == "Player 2"
    page.go_forward()
    stands(page, "pile 1, take 1", "pile 2, take 1")
    for left in (["pile 1, take 1"], []):
        page.get_by_role("button", name="Undo").click()
        stands(page, *left)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_reload_keeps_the_game(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2")) + TWO))
    take(page, 1, 1)
    take(page, 2, 2)
    page.reload()
    stands(page, "pile 1, take 1", "pile 2, take 1")
    assert text(page, ".seat.on b") == "Player 1" and page.locator(".counter.gone").count() == 2
    page.get_by_role("button", name="New game").click()
    stands(page)


def test_back_undoes_the_computers_answer_with_the_move(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2"))))
    item(page, "2,1").click()
    expect(page.locator("#status b")).to_have_text("The computer wins")
    page.reload()
    expect(page.locator("#status b")).to_have_text("The computer wins")
    page.go_back()
    stands(page)
    assert text(page, ".seat.on b") == "You"


def test_the_computer_begins_where_a_link_has_its_turn_and_if_asked(opened: Open) -> None:
    page = opened(game_url(("nim", "1 2")) + "&against=0&turn=2")
    stands(page, "pile 2, take 1")  # the only winning move
    assert text(page, ".seat.on b") == "You"
    page = settled(opened(game_url(("nim", "1 2"))))
    page.get_by_role("radio", name="Computer").nth(1).check()
    stands(page, "pile 2, take 1")
    assert "by=2" in page.url


def test_what_must_be_answered_is_in_the_link(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2")) + "&must=1.2" + TWO))
    assert text(page, "#count") == "(2)", "moves in pile 2 alone"
