"""What a stranger does first, from the first page, by what is seen alone; so many presses, and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import settled, text
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def test_find_kayles_and_beat_the_computer(opened: Open) -> None:
    """Each move is two presses: the hint, and a piece that it marks; that took three where two pins fall."""
    page = opened("/")
    page.get_by_role("link", name="Kayles Knock").click()
    settled(page)
    for _ in range(15):  # pins
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#status")).to_contain_text("One good move")
        made = page.locator("#history li:not(.none)").count()
        page.locator(".hinted[role=button]").first.click()
        expect(page.locator(".say.won").or_(page.locator("#history li").nth(made + 1))).to_be_visible()
        if settled(page).locator(".say.won").count():
            break
    assert text(page, "#status b") == "You win"
    assert not page.locator("#boards [role=button]").count() and page.locator("#boards .counter.gone").count() == 15


def test_see_why_3_4_5_is_won(opened: Open) -> None:
    """Two presses lead there, four more through the steps: Bouton 1901."""
    page = opened("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="See it on 3, 4 and 5").click()
    expect(page.locator("#verdict")).to_have_text("Your move, and you can win.")
    for _ in range(4):
        settled(page).get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    assert "take 2 from pile 1" in text(page, "#step")


def test_type_take_1_3_or_4_and_find_its_period(opened: Open) -> None:
    """As one would say it, it is no rule; what is meant is one press away. Winning Ways, ch. 4: 0 1 0 1 2 3 2."""
    page = opened("/")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Your own rule").click()
    page.get_by_label("Rule").fill("take 1, 3 or 5")
    page.get_by_role("button", name="n -> n-k, for k in {1,3,5}").click()
    page.get_by_role("heading", name="Period 2, from the beginning").wait_for()  # odd amounts alone: n mod 2
    page.get_by_label("Rule").fill("take 1, 3 or 4")
    page.get_by_role("button", name="n -> n-k, for k in {1,3,4}").click()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for()
    assert page.locator("#result .strip li").all_inner_texts()[:3] == ["0\n0", "1\n1", "2\n0"]
