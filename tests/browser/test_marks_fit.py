"""Marks and boards leave room for each other: no mark hides another, and a phone shows the answer without scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import settled

from grundy.games.catalogue import GAMES
from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
WHY = "&view=why&show=values"

DENSE = [
    ("kayles", "14 9"),
    ("nim", "12 20 31"),
    ("laskers-nim", "3 5 7"),
    ("moebius", "TTHTTH"),
    ("ruler", "THTHTHHTHTHTHTHTHTHT"),
    ("clobber", "xo.x/ox.o/.xox"),
]
TALL = [
    [("rectangle", "/".join(["111111", "101010"] * 8))],
    [("nim", " ".join(map(str, range(3, 21))))],
    [("kayles", "4 5"), ("rectangle", "110/011"), ("nim", "3")],
    [("chess-rows:20", "/".join(["19"] * 16))],
]
JOINED = [
    ("wythoff", "4 6"),  # to 3 and 5, Wythoff 1907
    ("moebius", "TTHTTH"),
    ("northcott", "x...o../.x.o.../o.....x"),  # gaps 3, 1 and 5: one of 5 becomes 2
    ("turning-corners", "TTT/TTH/TTH"),
]
OVERLAPS = """() => {
    const boxes = [...document.querySelectorAll('.board .badge rect')].map((one) => one.getBoundingClientRect());
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return [boxes.length, boxes.filter((a, at) => boxes.slice(0, at).some((b) => meet(a, b))).length];
}"""


def test_no_mark_hides_another(opened: Open) -> None:
    """Values of two digits overlapped on dense rows of coins."""
    page = opened("/", viewport={"width": 1280, "height": 900})
    for component in DENSE:
        page.goto(game_url(component) + WHY)
        marks, hidden = settled(page).evaluate(OVERLAPS)
        assert marks and not hidden, component


HEAPS = [
    (("nim", "60 60 60"), ["0", "0", "0"]),  # to none of a pile: the other two are equal
    (("nim", "60 60"), []),  # 120 values, and none of them wins
    (("take-away:1,2,3", "48 1"), ["0", "0"]),  # worth 0 and 1: 3 of 48 leave 45, which is worth 1
    (("kayles", "1000 2000"), []),
]


def test_a_heap_that_is_drawn_as_a_whole_has_a_mark_beside_its_size(opened: Open) -> None:
    """All 60 values stood in one mark, which hid the heap, its name and the board's left half."""
    page = opened("/", viewport={"width": 1280, "height": 900})
    for component, marks in HEAPS:
        page.goto(game_url(component) + WHY)
        assert settled(page).locator(".board .badge.good").all_text_contents() == marks, component
        assert page.evaluate(HIDDEN_SIZES) == [], component


HIDDEN_SIZES = """() => {
    const marks = [...document.querySelectorAll('.board .badge rect')].map((one) => one.getBoundingClientRect());
    const hides = (mark, size) => Math.min(mark.right, size.right) > Math.max(mark.left, size.left)
        && Math.min(mark.bottom, size.bottom) > Math.max(mark.top, size.top);
    return [...document.querySelectorAll('.board :is(.count, .axis, .note)')]
        .filter((size) => marks.some((mark) => hides(mark, size.getBoundingClientRect())))
        .map((one) => one.textContent);
}"""


def test_moves_of_the_same_cells_are_told_apart_where_they_differ(opened: Open) -> None:
    page = settled(opened(game_url(("clobber", "xxo")) + WHY))
    # the second stone takes the third and no move is left, x.x; or it is taken, and one is left, xo.
    assert sorted(page.locator(".board .badge").all_text_contents()) == ["0", "1"]
    page.goto(game_url(("nogo", "..")) + WHY)
    assert settled(page).locator(".board .badge").count() == 2, "x and o on one cell leave the same"


def test_a_phone_shows_the_board_with_its_buttons_on_its_first_screen(opened: Open) -> None:
    page = opened("/", viewport={"width": 390, "height": 844})
    for game in ("nim", "cram", "chomp", "kayles", "node-kayles", "hackenbush", "notakto"):
        page.goto(game_url(GAMES[game].example))
        box = settled(page).locator("#tools").bounding_box()
        assert box["y"] + box["height"] <= 844, game
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, game
    for components in TALL:
        page.goto(game_url(*components))
        assert settled(page).evaluate("document.documentElement.scrollWidth") <= 390, components


def test_a_winning_move_is_always_marked(opened: Open) -> None:
    """Where all its marks would have hidden others there were red ones alone, and the first player wins."""
    page = opened("/", viewport={"width": 1280, "height": 900})
    for component in JOINED:
        page.goto(game_url(component) + WHY)
        mark = settled(page).locator(".board .badge.good")
        assert (mark.text_content(), mark.locator("path").count()) == ("0", 1), component
        assert page.evaluate(OVERLAPS)[1] == 0, component
