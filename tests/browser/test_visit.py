"""The pages of a site of files share one Python as long as a visit lasts, and each has its own address all the same."""

from __future__ import annotations

from typing import Any

import pytest
from looking import SOON, serving
from playwright.sync_api import expect

from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser


def drawn(page: Any, moves: int = 0) -> None:
    """A board is there, after so many moves."""
    expect(page.locator("#boards [data-item]").first).to_be_visible(timeout=SOON)
    expect(page.locator("#history li:not(.none)")).to_have_count(moves, timeout=SOON)


def test_one_python_serves_a_whole_visit(browser: Any, site: str) -> None:
    """Each page started Python anew."""
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    loaded: list[str] = []
    failed: list[str] = []
    page.on("request", lambda request: loaded.append(request.url) if request.url.endswith("grundy.zip") else None)
    page.on("pageerror", lambda problem: failed.append(str(problem)))
    page.goto("/games.html")
    page.evaluate("document.documentElement.dataset.visit = 'one'")

    page.locator('.entry a[href*="?g=rectangle"]').first.click()
    drawn(page)
    assert page.url.startswith(f"{site}/game.html?g=rectangle") and page.title() == "Rectangle · grundy"
    page.locator("#list summary").click()
    page.locator("#moves button").first.click()
    drawn(page, 2)

    page.get_by_role("link", name="Your own rule").click()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)
    assert page.evaluate("document.activeElement.id") == "main", "the tabulator continues on the new page"
    assert page.locator("nav [aria-current]").all_inner_texts() == ["Your own rule"]
    page.get_by_role("link", name="Play it").click()
    drawn(page)

    page.go_back()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)
    page.go_back()  # to the game, after the move and its answer
    drawn(page, 2)
    page.go_back()  # which undoes both
    drawn(page)
    page.get_by_role("link", name="Playground").click()
    expect(page.locator("#result .winner").first).to_contain_text("The first player wins", timeout=SOON)
    page.get_by_role("link", name="Games").click()
    page.get_by_label("Find a game").fill("poisoned")
    page.keyboard.press("Enter")
    expect(page.locator(".entry:visible")).to_have_count(1)

    assert page.evaluate("document.documentElement.dataset.visit") == "one", "the document is still the first"
    assert len(loaded) == 1
    page.reload()
    expect(page.locator(".entry:visible")).to_have_count(1)
    context.close()
    assert not failed


def test_what_is_typed_while_a_page_is_brought_is_found(browser: Any, site: str) -> None:
    """The page that came took the focus, and nobody heard Enter: seen on a busy machine."""
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/rule.html")
    held: list[Any] = []
    page.route("**/games.html", lambda route: held.append(route), times=1)
    page.get_by_role("link", name="Games").click()
    page.get_by_label("Find a game").fill("poisoned")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page).to_have_title("Games · grundy")
    page.keyboard.press("Enter")
    expect(page.locator(".entry:visible")).to_have_count(1)
    assert page.evaluate("document.activeElement.id") == "main", "what was looked for is there: the tabulator continues"
    context.close()


def test_scripts_run_on_their_own_page_however_late_they_come(browser: Any, site: str) -> None:
    """Of two pages, each brought before the scripts of the last had come, the second heard every press twice."""
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/rule.html")
    held: list[Any] = []
    page.route("**/shelf.js?visit=1", lambda route: held.append(route))
    page.get_by_role("link", name="Games").click()
    while not held:
        page.wait_for_timeout(20)
    page.get_by_label("Find a game").fill("coins")
    with page.expect_response("**/games.html") as answered:
        page.keyboard.press("Enter")
    answered.value.finished()
    for _ in range(3):  # the page could be there by now
        page.evaluate("new Promise(requestAnimationFrame)")
    with page.expect_response("**/shelf.js?visit=1"):
        held[0].continue_()
    expect(page.locator("#count")).to_contain_text("games")
    page.get_by_role("button", name="pins", exact=True).click()
    assert page.locator("#sieve").input_value() == "pins"
    context.close()


def test_a_page_that_is_left_is_told_nothing_and_keeps_nobody_waiting(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/rule.html")
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)
    page.get_by_label("Rule").fill("n -> n-k, for k in 1..n, for j in 1..999999999, if j < 0")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Playground").click()
    expect(page.locator("#result .winner").first).to_contain_text("The first player wins", timeout=14_000)
    expect(page.locator("#trouble")).to_be_hidden()
    assert page.locator("#result h2").first.inner_text() == "Winning moves"
    context.close()


def test_a_visit_goes_on_without_a_network(browser: Any, folder: Any) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    with serving(folder) as address:
        page.goto(f"{address}/index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        page.reload()
    page.get_by_role("link", name="Games").first.click()
    page.locator('.entry a[href*="?g=nim"]').first.click()
    drawn(page)
    page.get_by_role("link", name="Your own rule").click()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)
    page.goto(address + game_url(("nim", "3 3")).replace("/game", "/game.html"))
    drawn(page)
    context.close()
