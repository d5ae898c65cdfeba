"""Moves are seen while they are made, unless less motion is asked for; heaps are dragged, and the XOR follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import VIOLATIONS, explained, joint, settled
from playwright.sync_api import expect

from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


@pytest.mark.parametrize(("motion", "animation"), [("no-preference", "drop"), ("reduce", "none")])
def test_a_domino_drops_in_its_place(opened: Open, motion: str, animation: str) -> None:
    page = settled(opened(game_url(("cram", "2x3")) + "&vs=two", reduced_motion=motion))
    joint(page, "1,1", "2,1").click()
    domino = page.locator(".domino.last")
    expect(domino).to_have_count(1)
    assert domino.evaluate("one => getComputedStyle(one).animationName") == animation


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_heaps_are_dragged_and_the_xor_follows(opened: Open, axe: str, width: int, scheme: str) -> None:
    """Kayles 4 and 5 are worth 1 and 4, and heap 8 is worth 1 (Guy and Smith 1956)."""
    size = {"width": width, "height": 844}
    page = explained(settled(opened(game_url(("kayles", "4 5")), viewport=size, color_scheme=scheme)))
    page.get_by_text("Drag the piles").click()
    verdict = page.locator("#sliders .winner")
    expect(verdict).to_have_text("XOR 5: whoever moves now wins.")
    second = page.get_by_role("slider", name="pile 2")
    assert second.input_value() == "5"
    second.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(verdict).to_have_text("XOR 0: whoever moves now loses.")
    bits = page.locator("#sliders .bits").all_text_contents()
    assert bits == ["001", "001", "000"]
    page.evaluate(f"{axe}; 0")
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Set up these heaps").click()
    page.wait_for_url("**p=4+8*")
    expect(page.locator("#verdict")).to_contain_text("The computer wins if it makes no mistake")
    expect(verdict).to_have_text("XOR 0: whoever moves now loses.")


def test_where_no_values_of_heaps_are_known_nothing_is_dragged(opened: Open) -> None:
    page = explained(settled(opened(game_url(("rectangle", "11/11")))))
    assert not page.locator("#slide").is_visible()
    page.goto(game_url(("nim", "1 2")) + "&play=misere")
    assert not explained(settled(page)).locator("#slide").is_visible(), "values of parts do not add"
