"""A question that takes long can be stopped: its work ends then, not when its time is over, and the page goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from looking import SOON, focus, settled, start, tab_to, text
from playwright.sync_api import expect
from serving import Server, children, served
from waiting import is_at_work, wait_until

from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
ENDLESS = "n -> n-k, for k in 1..n, for j in 1..999999999, if j < 0"


@pytest.fixture(scope="module")
def patient() -> Iterator[Server]:
    """A server whose questions get ten minutes."""
    with served("--workers", "2", "--time-limit", "600s") as running:
        yield running


def computes(server: Server) -> bool:
    """Whether a process of the server has, or waits for, a processor."""
    return any(map(is_at_work, children(server.process.pid)))


def test_a_rule_is_stopped_by_the_keyboard_and_its_work_ends(opened: Open, patient: Server) -> None:
    page = opened("/rule", of=patient)
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for()
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_hidden()
    wait_until(lambda: not computes(patient), "what is loaded at the start does not end")
    page.get_by_label("Rule").fill(ENDLESS)
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("Computing…")
    expect(stop).to_be_visible()
    wait_until(lambda: computes(patient), "nothing computes")
    tab_to(page, "stop")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("The question was stopped.")
    expect(stop).to_be_hidden()
    expect(page.locator("#status")).to_have_text("")
    assert focus(page) == "status", "the keyboard continues where it was"
    wait_until(lambda: not computes(patient), "it is still being computed")
    page.get_by_label("Rule").fill("n -> n-1")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Period 2, from the beginning").wait_for()
    expect(stop).to_be_hidden()


def test_a_position_that_was_stopped_leaves_the_one_before_it(opened: Open, patient: Server) -> None:
    page = settled(opened(game_url(("nim", "3 4 5")), of=patient))
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("textbox", name="Game").fill(f"rule:{ENDLESS}")
    page.get_by_role("textbox", name="Position").fill("3")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("alert")).to_have_text("The question was stopped.")
    assert text(settled(page), "#boards") == ""
    page.go_back()
    expect(page.locator("#boards .counter")).to_have_count(12)
    assert start(settled(page)) == [("nim", "3 4 5")]
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_in_a_browser_alone_python_is_stopped_and_answers_the_next_question(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/rule.html")
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)
    page.get_by_label("Rule").fill(ENDLESS)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("alert")).to_have_text("The question was stopped.")
    page.get_by_label("Rule").fill("n -> n-1")
    page.keyboard.press("Enter")
    said = page.get_by_role("heading", name="Period 2, from the beginning")
    said.wait_for(timeout=14_000)  # before the first would end by itself
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    context.close()
