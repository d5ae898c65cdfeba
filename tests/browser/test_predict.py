"""Predict, then reveal: the answer stays folded until who wins is predicted, and the prediction is judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import VIOLATIONS, item, settled, text
from playwright.sync_api import expect

from grundy.web.pages import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def test_the_answer_is_shown_after_a_prediction_only(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2"))))
    assert page.locator("#answer[open]").count() == 1
    page.get_by_label("Predict who wins").check()
    expect(page.locator("#answer[open], #why[open]")).to_have_count(0)
    assert page.locator("#boards :is(.badge, .note):visible").count() == 0, "nor does the board show it"
    page.get_by_role("button", name="The other player").click()
    expect(page.locator("#guessed")).to_have_text("Not so: 0 of 1 predicted.")  # 1 XOR 2 is not 0
    expect(page.locator("#answer[open]")).to_have_count(1)
    page.locator("#winner .wins button").first.click()
    page.wait_for_url("**p=1+1*")
    expect(page.get_by_role("button", name="The other player")).to_be_visible()
    expect(page.locator("#answer[open]")).to_have_count(0)
    page.get_by_role("button", name="The other player").click()
    expect(page.locator("#guessed")).to_have_text("Right: 1 of 2 predicted.")
    page.get_by_label("Predict who wins").uncheck()
    assert item(page, "1,1").count() == 1 and "second player wins" in text(page, "#winner")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_while_a_prediction_is_asked_for_and_judged(
    opened: Open, axe: str, width: int, scheme: str
) -> None:
    size = {"width": width, "height": 844}
    page = settled(opened(game_url(("kayles", "4 5")), viewport=size, color_scheme=scheme))
    page.evaluate(f"{axe}; 0")
    page.get_by_label("Predict who wins").check()
    expect(page.get_by_role("button", name="The other player")).to_be_visible()
    found = page.evaluate(VIOLATIONS)
    page.get_by_role("button", name="Whoever moves now").click()
    expect(page.locator("#guessed")).to_have_text("Right: 1 of 1 predicted.")
    assert not found + page.evaluate(VIOLATIONS)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
