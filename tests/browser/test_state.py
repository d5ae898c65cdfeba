"""What a page shows belongs together: position, answer, error, what is waited for; every question ends, late or never.

An answer stayed beside the error of the next position, Hint then failed, and the computer thought for ever.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from looking import item, position, settled, text
from playwright.sync_api import expect
from serving import Server

from grundy.web.pages import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
HOUR = 3_600_000  # milliseconds
WAYS = {  # in which a question comes to nothing: what is done with it, and what is said
    "lost": (lambda route: route.abort(), "does not answer"),
    "no JSON": (lambda route: route.fulfill(status=500, body="<h1>oh</h1>"), "does not answer"),
    "null": (lambda route: route.fulfill(body="null"), "does not answer"),
    "refused": (lambda route: route.fulfill(json={"error": {"kind": "OutOfTime", "message": "no time"}}), "No time."),
    "never": (lambda route: None, "no answer within 100 seconds"),
}


@pytest.fixture
def watched(browser: Any, server: Server) -> Iterator[Open]:
    """Open a page whose requests are tampered with: the console says so, but no script may fail."""
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    failed: list[str] = []

    def open_page(path: str) -> Any:
        page = context.new_page()
        page.on("pageerror", lambda problem: failed.append(str(problem)))
        page.clock.install()
        page.goto(path)
        return page

    yield open_page
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")
    context.close()
    assert not failed


def shows_nothing(page: Any) -> None:
    """No answer, board or move of any position is there, and nothing that needs one can be pressed."""
    for place in ("#winner", "#steps", "#moves", "#boards", "#count", "#said"):
        expect(page.locator(place)).to_have_text("")
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    expect(page.get_by_role("button", name="Computer, your move")).to_be_disabled()
    expect(page.locator("#status")).to_have_text("This position is not shown; what is wrong stands above.")
    page.evaluate("document.getElementById('hint').dispatchEvent(new Event('click'))")  # nor does it fail


def type_in(page: Any, game: str, words: str) -> None:
    if not page.locator("#text").get_attribute("open") and page.locator("#text[open]").count() == 0:
        page.locator("#text summary").click()
    page.get_by_role("textbox", name="Game").fill(game)
    page.get_by_role("textbox", name="Position").fill(words)
    page.get_by_role("button", name="Show").click()


@pytest.mark.parametrize(
    ("game", "words"),
    [("nim", "3 x"), ("nosuchgame", "3"), ("octal:0.78", "5"), ("cram", "3*5"), ("node-kayles", "grid3x3"),
     ("graph", "{"), ("cram", "1001x1001"), ("wythoff", "3")],
)  # fmt: skip
def test_an_error_leaves_nothing_of_the_answer_before_it(watched: Open, game: str, words: str) -> None:
    page = settled(watched(game_url(("nim", "3 4 5"))))
    page.get_by_role("button", name="Hint").click()
    assert "wins" in text(page, "#said") and "first player wins" in text(page, "#winner")
    type_in(page, game, words)
    expect(page.get_by_role("alert")).to_be_visible()
    settled(page)
    shows_nothing(page)
    type_in(page, game, words)  # once more, and what was shown last is still to be had
    settled(page)
    shows_nothing(page)
    assert page.get_by_role("textbox", name="Position").input_value() == words
    page.get_by_role("button", name="Undo").click()
    settled(page)
    assert position(page) == [("nim", "3 4 5")] and "first player wins" in text(page, "#winner")
    assert page.locator("#trouble").is_hidden()


def test_what_is_not_answered_at_first_can_be_asked_again(watched: Open) -> None:
    page = watched("/")
    page.route("**/ask/look", lambda route: route.abort())
    page.goto(game_url(("nim", "3 4 5")))
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    shows_nothing(page)
    page.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="Restart").click()
    assert "nim-value 2" in text(settled(page), "#winner")


def test_a_number_that_is_none_is_refused_while_a_position_is_set_up(watched: Open) -> None:
    page = settled(watched(game_url(("nim", "3 4"))))
    page.get_by_text("Set up", exact=True).click()
    page.get_by_label("pile 1", exact=True).fill("x")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("expected a pile size")
    settled(page)
    for place in ("#winner", "#boards"):
        expect(page.locator(place)).to_have_text("")
    page.get_by_role("button", name="Undo").click()
    assert "nim-value 7" in text(settled(page), "#winner")
    assert page.get_by_label("pile 1", exact=True).input_value() == "3"


@pytest.mark.parametrize("way", WAYS)
def test_a_position_of_which_nothing_comes_ends_in_an_error(watched: Open, way: str) -> None:
    page = settled(watched(game_url(("nim", "3 4 5"))))
    act, said = WAYS[way]
    page.route("**/ask/look", act)
    page.locator("#winner .wins button").first.click()
    if way == "never":
        expect(page.locator("#winner")).to_have_text("")  # before anything comes, what was is not shown any more
        page.evaluate("document.getElementById('hint').click()")
        page.clock.fast_forward(HOUR)
    expect(page.get_by_role("alert")).to_contain_text(said)
    settled(page)
    shows_nothing(page)
    page.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="Undo").click()
    assert "nim-value 2" in text(settled(page), "#winner")


@pytest.mark.parametrize("way", WAYS)
def test_the_computer_stops_thinking_whatever_comes_of_it(watched: Open, way: str) -> None:
    page = settled(watched(game_url(("nim", "3 4 5")) + "&against=0"))
    act, said = WAYS[way]
    page.route("**/ask/reply", act)
    page.locator("#list summary").click()
    page.get_by_role("button", name="take 1 from pile 1").click()
    if way == "never":
        expect(page.locator("#status")).to_have_text("The computer is thinking…")
        page.clock.fast_forward(HOUR)
    expect(page.get_by_role("alert")).to_contain_text(said)
    settled(page)
    assert text(page, "#status") == "The computer is to move."
    page.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="Computer, your move").click()  # asked again, it answers
    expect(page.locator("#said")).to_contain_text("The computer: take")
    settled(page)
    assert page.locator("#trouble").is_hidden() and text(page, "#status") == "Your move."


def test_a_computer_without_a_move_does_not_think_for_ever(watched: Open) -> None:
    page = settled(watched(game_url(("nim", "3 4 5"))))
    page.route("**/ask/reply", lambda route: route.fulfill(json={"move": None}))
    page.get_by_role("button", name="Computer, your move").click()
    expect(page.locator("#status")).to_have_text("Player 1: point at what a move takes, or pick one from the list.")


MEANWHILE = {  # what is done while the computer thinks, and the position and the status after it
    "Undo": (lambda page: page.get_by_role("button", name="Undo").click(), "1 2", "Your move."),
    "Restart": (lambda page: page.get_by_role("button", name="Restart").click(), "1 2", "Your move."),
    "a text": (lambda page: type_in(page, "nim", "9 9"), "9 9", "Your move."),
    "nobody": (lambda page: page.locator("#against").select_option(""), "0 2", "Player 1: point at"),
    "set up": (lambda page: page.get_by_text("Set up", exact=True).click(), "0 2", "Press cells"),
    "back": (lambda page: page.go_back(), "1 2", "Your move."),
}


@pytest.mark.parametrize("done", MEANWHILE)
def test_a_late_move_of_the_computer_is_none(watched: Open, done: str) -> None:
    page = settled(watched(game_url(("nim", "5")) + "&against=0"))
    type_in(page, "nim", "1 2")
    page.wait_for_url("**p=1+2*")
    settled(page)
    held: list[Any] = []
    page.route("**/ask/reply", lambda route: held.append(route))
    page.locator("#list summary").click()
    page.get_by_role("button", name="take 1 from pile 1").click()
    expect(page.locator("#status")).to_have_text("The computer is thinking…")
    act, left, said = MEANWHILE[done]
    act(page)
    expect(page.locator("#status")).to_contain_text(said)
    settled(page)
    for route in held:  # the move of an older position comes now
        move = {"component": 1, "says": "take 1 from pile 1", "spots": [], "becomes": [["nim", "77"]], "next": "other",
                "must": None, "wins": True}  # fmt: skip
        route.fulfill(body=json.dumps({"move": move}))
    settled(page)
    page.clock.run_for(2_000)
    assert position(page) == [("nim", left)]
    assert text(page, "#said") == "" and said in text(page, "#status")


@pytest.mark.parametrize("first_is_late", [True, False])
def test_of_two_positions_the_last_is_shown_whichever_answer_comes_first(watched: Open, first_is_late: bool) -> None:
    page = settled(watched(game_url(("nim", "3 4 5"))))
    held: list[Any] = []
    page.route("**/ask/look", lambda route: held.append(route))
    type_in(page, "nim", "6")
    type_in(page, "nim", "9")
    page.wait_for_function("performance.now() > 0")
    while len(held) < 2:
        page.wait_for_timeout(20)
    for route in reversed(held) if first_is_late else held:
        route.continue_()
    expect(page.locator("#winner")).to_contain_text("nim-value 9")
    settled(page)
    assert position(page) == [("nim", "9")] and item(page, "1,9").count() == 1


@pytest.mark.parametrize("way", WAYS)
def test_a_rule_of_which_nothing_comes_ends_in_an_error(watched: Open, way: str) -> None:
    page = watched("/rule")
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for()
    act, said = WAYS[way]
    page.route("**/ask/rule", act)
    page.get_by_label("Rule").fill("n -> n-k, for k in {2,5}")
    page.get_by_role("button", name="Show").click()
    if way == "never":
        expect(page.locator("#status")).to_have_text("Computing…")
        page.clock.fast_forward(HOUR)
    expect(page.get_by_role("alert")).to_contain_text(said)
    assert text(page, "#result") == "" and not re.search("Computing", text(page, "#status"))
