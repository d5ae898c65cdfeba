"""The keyboard is enough: a position is found, set up, played to its end and explained without a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from looking import OUTLINED, focus, ready, settled, tab_to, text
from playwright.sync_api import expect

from grundy.web.pages import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def test_a_move_is_made_by_the_keyboard(opened: Open) -> None:
    page = settled(opened(game_url(("rectangle", "11/11"))))
    tab_to(page, "1,1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "row 2, column 2, full"
    page.keyboard.press("Enter")
    assert text(page, "#make") == "Clear row 2, column 2"
    page.keyboard.press("Tab")
    assert focus(page) == "make"
    page.keyboard.press("Enter")
    page.wait_for_url("**p=11%2F10*")
    assert focus(settled(page)) == "1,1", "the board goes on with the keyboard"


def test_a_game_is_found_set_up_played_and_won_by_the_keyboard(opened: Open) -> None:
    page = opened("/")
    tab_to(page, "find")
    page.keyboard.type("any number of counters from one pile")
    page.keyboard.press("Tab")
    assert "NimTake any number" in focus(page), "the first card that fits"
    page.keyboard.press("Enter")
    page.wait_for_url("**/game?*")
    settled(page)
    tab_to(page, "move")
    page.keyboard.press("ArrowRight")
    settled(page)
    assert page.locator("input[name=mode][value=set]").is_checked()
    tab_to(page, "one less in pile 2")
    for left in ("3 3 5", "3 2 5"):
        page.keyboard.press("Enter")
        page.wait_for_url("**p=" + left.replace(" ", "+") + "*")
        assert focus(settled(page)) == "one less in pile 2", "a button that is drawn anew keeps the focus"
    tab_to(page, "set")
    page.keyboard.press("ArrowLeft")
    tab_to(page, "against")
    page.keyboard.press("ArrowDown")
    assert page.locator("#against").input_value() == "0", "a perfect computer"
    tab_to(page, "Who wins")
    page.keyboard.press("Enter")
    for _ in range(20):
        expect(page.locator("#status")).to_have_text(re.compile("you win|computer wins|Your move"))
        if "Your move" not in text(settled(page), "#status"):
            break
        good = page.locator("#winner .wins button").first.inner_text()
        if focus(page) != good:
            tab_to(page, good)
        before = page.url
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, before=before: url != before)
        settled(page)
    assert text(page, "#status") == "The computer cannot move: you win!"


def test_an_explanation_is_stepped_through_by_the_keyboard(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "5"), ("take-away:1,2,3", "7"))))
    tab_to(page, "stepwise")
    page.keyboard.press("Enter")
    assert focus(page) == "next"
    for _ in range(20):
        if focus(page) != "next":
            break
        page.keyboard.press("Enter")
    assert focus(page) == "Back" and "becomes 3, and the XOR 6 becomes 0" in text(page, "#steps")
    assert page.locator("#steps").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("path", ["/", "/game?g=nim&p=3+4+5", "/rule", "/api"])
def test_the_tabulator_goes_through_a_page_and_leaves_it(opened: Open, path: str) -> None:
    page = ready(opened(path))
    page.keyboard.press("Tab")
    assert focus(page) == "Skip to the content"
    for _ in range(150):
        page.keyboard.press("Tab")
        assert page.evaluate(OUTLINED), focus(page)
        if page.evaluate("document.activeElement === document.body"):
            break
    else:
        raise AssertionError(f"the focus is kept by {focus(page)}")


# Whole games on the board itself: the tabulator leads to it, arrows from item to item, Enter takes.

WHERE = """(wanted) => {
    const middle = (one) => {
        const box = (one.querySelector('.square, .disc') || one).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const there = middle(document.querySelector(`[role=button][aria-label^="${wanted}"]`));
    const here = middle(document.activeElement);
    return [there[0] - here[0], there[1] - here[1], document.activeElement.getAttribute('aria-label') || ''];
}"""


def arrow_to(page: Any, wanted: str) -> None:
    """Go by arrows to the item whose label begins so; where one way leads nowhere, the other is tried."""
    refused = ""
    for _ in range(60):
        right, down, here = page.evaluate(WHERE, wanted)
        if here.startswith(wanted):
            return
        across = "ArrowRight" if right > 0 else "ArrowLeft"
        along = "ArrowDown" if down > 0 else "ArrowUp"
        key = across if abs(right) >= abs(down) else along
        if key == refused:
            key = along if key == across else across
        page.keyboard.press(key)
        refused = key if page.evaluate(WHERE, wanted)[2] == here else ""
    raise AssertionError(f"no arrow leads to {wanted}")


@pytest.mark.parametrize(
    ("game", "start", "said", "label"),
    [
        ("cram", "2x3", r"\((\d), (\d)\)", "row {}, column {}"),
        ("node-kayles", "a-b, b-c, c-d, d-e", r"take (\w)", "node {}"),
    ],
)
def test_a_whole_game_is_won_on_the_board_by_the_keyboard(
    opened: Open, game: str, start: str, said: str, label: str
) -> None:
    """Both positions are won by whoever starts, by symmetry: in the middle first, then as the other does."""
    page = settled(opened(game_url((game, start)) + "&against=0"))
    assert text(page, "#status") == "Your move."
    tab_to(page, "Who wins")
    page.keyboard.press("Enter")
    for _ in range(6):
        expect(page.locator("#status")).to_have_text(re.compile("you win|computer wins|Your move"))
        if "Your move" not in text(settled(page), "#status"):
            break
        move = page.locator("#winner .wins button").first.inner_text()
        page.locator("body").press("Home")
        while not page.evaluate("document.activeElement.matches('#boards [data-item]')"):
            page.keyboard.press("Shift+Tab")
        for names in re.findall(said, move):
            arrow_to(page, label.format(*names))
            page.keyboard.press("Enter")
        assert text(page, "#make").lower() == move.lower()
        before = page.url
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, before=before: url != before)
        settled(page)
    assert text(page, "#status") == "The computer cannot move: you win!"
