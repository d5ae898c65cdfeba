"""What a page shows belongs together: position, answer, error, what is waited for; every question ends, late or never.

An answer stayed beside the error of the next position, Hint then failed, and the computer thought for ever.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from looking import item, moves, settled, start, text
from playwright.sync_api import expect
from serving import Server

from grundy.web.shelf import game_url

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
    """No board, move or answer of any position is there, and nothing that needs one can be pressed."""
    for place in ("#boards", "#moves", "#count", "#table"):
        expect(page.locator(place)).to_have_text("")
    expect(page.locator("#hint")).to_be_disabled()
    expect(page.locator("#status")).to_have_text("This position can't be shown; see the message above.")


def type_in(page: Any, game: str, words: str) -> None:
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("textbox", name="Game").fill(game)
    page.get_by_role("textbox", name="Position").fill(words)
    page.get_by_role("button", name="Show").click()


@pytest.mark.parametrize(
    ("game", "words"),
    [("nim", "3 x"), ("nosuchgame", "3"), ("octal:0.78", "5"), ("cram", "3*5"), ("node-kayles", "grid3x3"),
     ("graph", "{"), ("cram", "1001x1001"), ("wythoff", "3")],
)  # fmt: skip
def test_an_error_leaves_nothing_of_the_game_before_it(watched: Open, game: str, words: str) -> None:
    page = settled(watched(game_url(("nim", "3 4 5"))))
    type_in(page, game, words)
    expect(page.get_by_role("alert")).to_be_visible()
    shows_nothing(settled(page))
    assert page.get_by_role("textbox", name="Position").input_value() == words, "the text is there to be mended"
    page.go_back()
    expect(page.locator("#boards .counter")).to_have_count(12)
    assert page.locator("#trouble").is_hidden()


def test_what_is_not_answered_at_first_can_be_asked_again(watched: Open) -> None:
    page = watched("/")
    page.route("**/ask/game", lambda route: route.abort())
    page.goto(game_url(("nim", "3 4 5")))
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    shows_nothing(page)
    page.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#boards .counter")).to_have_count(12)


@pytest.mark.parametrize("way", WAYS)
def test_a_game_of_which_nothing_comes_ends_in_an_error(watched: Open, way: str) -> None:
    page = settled(watched(game_url(("nim", "3 4 5")) + "&vs=two"))
    act, said = WAYS[way]
    page.route("**/ask/game", act)
    item(page, "1,3").click()
    if way == "never":
        page.clock.fast_forward(HOUR)
    expect(page.get_by_role("alert")).to_contain_text(said)
    shows_nothing(settled(page))
    page.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="New game").click()
    expect(page.locator("#boards .counter:not(.gone)")).to_have_count(12)


@pytest.mark.parametrize("way", WAYS)
def test_the_computer_stops_thinking_whatever_comes_of_it(watched: Open, way: str) -> None:
    page = settled(watched(game_url(("nim", "3 4 5")) + "&play=misere"))  # which the page does not search
    act, said = WAYS[way]
    page.route("**/ask/reply", act)
    item(page, "1,3").click()
    if way == "never":
        expect(page.locator(".seat.two.on .now")).to_have_text("thinking")
        page.clock.fast_forward(HOUR)
    expect(page.get_by_role("alert")).to_contain_text(said)
    assert text(settled(page), ".seat.two.on .now") == "to move"
    page.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".seat.on b")).to_have_text("You")
    assert page.locator("#trouble").is_hidden()


@pytest.mark.parametrize("way", WAYS)
def test_why_that_does_not_come_leaves_the_board(watched: Open, way: str) -> None:
    page = settled(watched(game_url(("nim", "3 4 5"))))
    act, said = WAYS[way]
    page.route("**/ask/look", act)
    page.get_by_role("tab", name="Why").click()
    page.clock.fast_forward(HOUR if way == "never" else 1)
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.locator("#verdict")).to_have_text("This could not be found out. You can still play it.")
    assert page.locator("#boards .counter").count() == 12


MEANWHILE = {  # what is done while the computer thinks, and how many moves there are after it
    "Undo": (lambda page: page.get_by_role("button", name="Undo").click(), 0),
    "New game": (lambda page: page.get_by_role("button", name="New game").click(), 0),
    "a text": (lambda page: type_in(page, "nim", "9 9"), 0),
    "two players": (lambda page: page.get_by_role("radio", name="Two players").check(), 1),
    "set up": (lambda page: page.get_by_role("tab", name="Set up").click(), 1),
    "why": (lambda page: page.get_by_role("tab", name="Why").click(), 1),
    "back": (lambda page: page.go_back(), 0),
}


@pytest.mark.parametrize("done", MEANWHILE)
def test_a_late_move_of_the_computer_is_none(watched: Open, done: str) -> None:
    page = settled(watched(game_url(("nim", "1 2")) + "&play=misere"))
    held: list[Any] = []
    page.route("**/ask/reply", lambda route: held.append(route))
    item(page, "1,1").click()
    expect(page.locator(".seat.two.on .now")).to_have_text("thinking")
    act, left = MEANWHILE[done]
    act(page)
    expect(page.locator(".seat .now", has_text="thinking")).to_have_count(0)
    settled(page)
    for route in held:  # the move of an older position comes now
        move = {"component": 1, "says": "take 1 from pile 2", "text": "pile 2, take 1", "spots": [], "becomes": [],
                "next": "opponent", "must": None, "wins": True}  # fmt: skip
        route.fulfill(body=json.dumps({"move": move}))
    page.clock.run_for(2_000)
    assert len(moves(settled(page))) == left


@pytest.mark.parametrize("first_is_late", [True, False])
def test_of_two_positions_the_last_is_shown_whichever_answer_comes_first(watched: Open, first_is_late: bool) -> None:
    page = settled(watched(game_url(("nim", "3 4 5"))))
    held: list[Any] = []
    page.route("**/ask/game", lambda route: held.append(route))
    type_in(page, "nim", "6")
    page.get_by_role("textbox", name="Position").fill("9")
    page.get_by_role("button", name="Show").click()
    while len(held) < 2:
        page.wait_for_timeout(20)
    for route in reversed(held) if first_is_late else held:
        route.continue_()
    expect(page.locator("#boards .counter")).to_have_count(9)
    assert start(settled(page)) == [("nim", "9")]


@pytest.mark.parametrize("way", WAYS)
def test_a_rule_of_which_nothing_comes_ends_in_an_error(watched: Open, way: str) -> None:
    page = watched("/rule")
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for()
    act, said = WAYS[way]
    page.route("**/ask/rule", act)
    page.get_by_label("Rule").fill("n -> n-k, for k in {2,5}")
    page.keyboard.press("Enter")
    if way == "never":
        expect(page.locator("#status")).to_have_text("Computing…")
        page.clock.fast_forward(HOUR)
    expect(page.get_by_role("alert")).to_contain_text(said)
    assert not re.search("Computing", text(page, "#status"))
    assert page.locator("#result.stale").count() == 1, "what is left of the rule before is grey"


@pytest.mark.parametrize(
    ("path", "script", "field", "words", "seen"),
    [("/rule", "rule.js", "Rule", "n -> n-k, for k in {2,5}", "Period 7, from the beginning"),  # S(2, 5): Winning Ways
     ("/rule?rule=kayles", "rule.js", "Rule", "n -> n-k, for k in {2,5}", "Period 7, from the beginning"),
     ("/games?q=coin", "shelf.js", "Name, or what it is made of", "rectangle ones", "1 game")],
)  # fmt: skip
def test_what_is_typed_before_the_script_comes_stays(
    watched: Open, path: str, script: str, field: str, words: str, seen: str
) -> None:
    """It was lost where the machine was slow: the script put its own text in the place of it, and heard of no key."""
    page = watched("/")
    held: list[Any] = []
    page.route(f"**/{script}", lambda route: held.append(route))
    with page.expect_request(f"**/{script}"):
        page.goto(path, wait_until="commit")
    page.get_by_label(field).fill(words)
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.get_by_text(seen, exact=True)).to_be_visible()
    assert page.get_by_label(field).input_value() == words
