"""What stands below a board stays where it is from the first move to the end, and when Why or Set up is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import explained, settled
from playwright.sync_api import expect

from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
BELOW = """() => {
    const box = document.querySelector('#tools').getBoundingClientRect();
    return [box.top + scrollY, box.bottom + scrollY].map(Math.round);
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_the_first_page_stays_as_it_is_to_the_end_and_while_it_shows_why(opened: Open, width: int) -> None:
    """At the end the result had a line more, and on a telephone a button more than its row takes."""
    page = opened("/", viewport={"width": width, "height": 844})
    expect(page.locator("#turn .seat.on")).to_have_count(1)
    seen = {"start": page.evaluate(BELOW)}
    page.get_by_role("button", name="Hint").click()
    seen["hint"] = page.evaluate(BELOW)
    while not page.get_by_role("button", name="Show me why").count():
        page.locator("#boards .counter[role=button]").first.click()
        seen["move"] = page.evaluate(BELOW)
        page.locator("#turn .seat:not(.two).on, #tools .main").first.wait_for()
    seen["end"] = page.evaluate(BELOW)
    page.get_by_role("button", name="Show me why").click()
    page.locator(".columns").wait_for()
    while page.get_by_role("button", name="Next").is_enabled():
        seen[f"why: {page.locator('#status').inner_text()}"] = page.evaluate(BELOW)
        page.get_by_role("button", name="Next").click()
    assert set(map(tuple, seen.values())) == {tuple(seen["start"])}, seen


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("game", ["nim 1 1", "kayles 3", "cram 2x3", "node-kayles a-b-c, c-d", "hackenbush 0-a-b"])
def test_a_game_stays_as_it_is_to_the_end_and_in_its_three_states(opened: Open, width: int, game: str) -> None:
    """On a telephone the buttons of the end took three rows where those before it took one."""
    name, _, position = game.partition(" ")
    page = settled(opened(game_url((name, position)), viewport={"width": width, "height": 844}))
    seen = {"start": page.evaluate(BELOW)}
    while not page.locator("#explain").is_visible():
        page.locator("#list").evaluate("one => { one.open = true; }")
        page.locator("#moves button").first.click()
        page.locator("#turn .seat:not(.two).on, #tools.end").first.wait_for()
        seen[f"move {len(seen)}"] = settled(page).evaluate(BELOW)
    seen["why"] = explained(page).evaluate(BELOW)
    page.get_by_role("radio", name="Step by step").check()
    seen["step"] = page.evaluate(BELOW)
    page.get_by_role("tab", name="Set up").click()
    seen["set up"] = settled(page).evaluate(BELOW)
    assert set(map(tuple, seen.values())) == {tuple(seen["start"])}, seen
