"""The keyboard is enough: a position is found, set up, played to its end and explained without a mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import OUTLINED, focus, ready, settled, tab_to, tab_until, text
from playwright.sync_api import expect

from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def on_board(page: Any) -> bool:
    return bool(page.evaluate("document.activeElement.matches('#boards [data-item]')"))


def test_a_move_is_made_by_the_keyboard(opened: Open) -> None:
    page = settled(opened(game_url(("rectangle", "11/11")) + "&vs=two"))
    tab_to(page, "1,1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "row 2, column 2, full"
    page.keyboard.press("Enter")
    page.wait_for_url("**m=*")
    assert focus(settled(page)) == "1,1", "the board goes on with the keyboard"


def test_a_game_is_found_set_up_played_and_explained_by_the_keyboard(opened: Open) -> None:
    page = opened("/")
    tab_to(page, "find")
    page.keyboard.type("any number of counters from one pile")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games?*")
    tab_until(page, lambda: focus(page).endswith("NimTake any number of counters from one pile."), "Nim")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game?*")
    settled(page)
    tab_to(page, "tab-play")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert focus(page) == "tab-setup"
    tab_to(page, "one less in pile 2")
    page.keyboard.press("Enter")
    page.wait_for_url("**p=3+3+5*")
    settled(page)
    tab_to(page, "from-here")
    page.keyboard.press("Enter")
    tab_until(page, lambda: on_board(page), "the board", "Shift+Tab")
    for key in ("ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert focus(page) == "3,1", "arrows go from counter to counter"
    page.keyboard.press("Enter")  # two equal piles are left
    expect(page.locator("#history li")).to_have_count(2)
    assert on_board(page), "the board goes on with the keyboard"
    tab_to(page, "tab-play")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#verdict")).to_have_text("Your move, and you can win.")
    tab_to(page, "next")
    for _ in range(4):
        page.keyboard.press("Enter")
    assert "take" in text(page, "#step") and page.get_by_role("button", name="Next").is_disabled()


@pytest.mark.parametrize("path", ["/", "/games", "/game?g=nim&p=3+4+5", "/rule", "/learn", "/api"])
def test_the_tabulator_goes_through_a_page_and_leaves_it(opened: Open, path: str) -> None:
    page = ready(opened(path))
    page.keyboard.press("Tab")
    assert focus(page) == "Skip to the content"
    for _ in range(page.locator("a[href], button, input, textarea, select, summary, [tabindex='0']").count()):
        page.keyboard.press("Tab")
        assert page.evaluate(OUTLINED), focus(page)
        if page.evaluate("document.activeElement === document.body"):
            break
    else:
        raise AssertionError(f"the focus is kept by {focus(page)}")
