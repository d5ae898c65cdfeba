"""The first page: Nim is played there at once, and afterwards its counters show why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import VIOLATIONS, item, text
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def take(page: Any, pile: int, counter: int) -> None:
    """Take a counter and all to its right, and wait for the computer."""
    item(page, f"{pile},{counter}").click()
    expect(page.locator(".seat.two.on")).to_have_count(0)


def test_nim_is_played_and_won_and_the_counters_show_why(opened: Open) -> None:
    """3 4 5 is won by taking 2 from the first pile, and then by making the rest 0 again: Bouton 1901."""
    page = opened("/")
    expect(page.locator("#boards .counter")).to_have_count(12)
    page.get_by_role("button", name="Hint").click()
    assert text(page, "#status") == "One good move: take 2 from pile 1."
    take(page, 1, 2)
    for _ in range(6):
        sizes = page.evaluate(
            "[...document.querySelectorAll('#boards .pile')]"
            ".map(one => one.querySelectorAll('.counter:not(.gone)').length)"
        )
        xor = sizes[0] ^ sizes[1] ^ sizes[2]
        if not any(sizes):
            break
        pile = next(at for at, size in enumerate(sizes) if size ^ xor < size)
        take(page, pile + 1, (sizes[pile] ^ xor) + 1)
    assert text(page, "#status b") == "You win"
    page.get_by_role("button", name="Show me why").click()
    expect(page.locator(".columns .over")).to_have_text(["2 left over"])
    assert page.locator("#boards .counter.odd").count() == 2 and text(page, "#status").startswith(
        "The start: 2 left over."
    )
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".columns .nil")).to_have_count(3)
    assert text(page, "#status") == "You took 2 from pile 1: every column cancels."
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#boards :is(.counter.gone, .columns)")).to_have_count(0)


def test_nim_is_played_by_the_keyboard(opened: Open) -> None:
    page = opened("/")
    expect(page.locator("#boards [tabindex='0']")).to_have_count(3)
    page.locator("#boards [tabindex='0']").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.item") == "2,2"
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("The computer: take")
    assert page.evaluate("document.activeElement.matches('.counter[role=button]')")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#boards .counter.gone")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_at_the_end_and_in_columns(opened: Open, axe: str, width: int, scheme: str) -> None:
    page = opened("/", viewport={"width": width, "height": 844}, color_scheme=scheme)
    page.evaluate(f"{axe}; 0")
    for pile in (3, 2, 1):
        if page.locator(f'#boards .pile[data-item="{pile}"] .counter[role=button]').count():
            take(page, pile, 1)
    while page.locator("#boards [role=button]").count():
        page.locator("#boards [role=button]").first.click()
        expect(page.locator(".seat.two.on")).to_have_count(0)
    violations = page.evaluate(VIOLATIONS)
    page.get_by_role("button", name="Show me why").click()
    expect(page.locator(".columns .over")).to_have_count(1)
    assert not violations + page.evaluate(VIOLATIONS)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_eight_games_have_pictures_from_their_middle(opened: Open) -> None:
    page = opened("/", java_script_enabled=False)
    assert page.locator(".entry .picture svg").count() == 8


def test_the_page_has_no_rule_of_its_own(opened: Open) -> None:
    """It knew Nim's theory a second time. Where a move takes one counter, 12 of them are lost for whoever moves."""

    def ones(route: Any) -> None:
        told = route.fetch()
        whole = told.text().replace("[[1],[0]]", "[[1]]").replace("[[2],[1],[0]]", "[[2]]")
        whole = whole.replace("[[3],[2],[1],[0]]", "[[3]]").replace("[[4],[3],[2],[1],[0]]", "[[4]]")
        route.fulfill(response=told, body=whole)

    page = opened("/learn")
    page.route("**/", ones)
    page.goto("/")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_have_text("No move wins now. Take little, and hope.")
