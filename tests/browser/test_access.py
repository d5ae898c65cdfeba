"""The pages for everybody: axe-core finds nothing, small and dark screens can be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import VIOLATIONS, item, ready, settled, text
from playwright.sync_api import expect
from serving import Server

from grundy.games.catalogue import GAMES
from grundy.web import pages
from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


# The screen and its reader.

RULE_OF_PAIRS = "/rule?rule=(a,b)->(a-k,b),for+k+in+1..a;(a,b)->(a,b-k),for+k+in+1..b"
PAGES = [
    "/",
    "/games",
    game_url(("chess-rows:20", "19/18")),
    game_url(("kayles", "4 5"), ("rectangle", "110/011")),
    "/rule",
    RULE_OF_PAIRS,
    "/learn",
    "/api",
]
OTHERS = [
    game_url(("floor-division:2,3,6", "23 5 1")),
    game_url(("graph", '{"nodes": ["a", "b"], "edges": [["a", "b"]], "tokens": ["a"]}')),
    game_url(("graph", '{"nodes": ["a", "b"], "edges": [["a", "b"]], "tokens": ["a", "a"]}')),
    game_url(("node-kayles", "alpha-beta, beta-a_very_long_name_of_a_node, beta-two words")),
    game_url(("hackenbush", "0-a_very_long_name_of_a_node-b")),
    game_url(("tartan:ruler*twins", "")),
    game_url(("nim", "3 4 5")) + "&against=0",
    game_url(("nim", "0")) + "&against=0",
    game_url(("nim", "1 2 2")) + "&play=misere",
    game_url(("nim", "3 x")),
    "/rule?rule=n+-%3E+n-m",
]


@pytest.mark.parametrize("path", PAGES)
def test_everything_has_a_name_for_a_screen_reader(opened: Open, path: str) -> None:
    page = ready(opened(path))
    nameless = page.evaluate(
        """[...document.querySelectorAll(
            'button, input, select, a, [role=button], svg:not([aria-hidden])'
        )].filter(one => {
            const label = one.getAttribute('aria-label') || (one.labels && one.labels.length) || one.textContent.trim();
            return !label;
        }).map(one => one.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    assert page.locator("h1").count() == 1 and page.locator("main").count() == 1
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_pages_fit_their_screen_and_can_be_read(opened: Open, width: int, scheme: str) -> None:
    page = opened("/", viewport={"width": width, "height": 800}, color_scheme=scheme)
    for path in PAGES:
        page.goto(path)
        ready(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        ratio = page.evaluate(CONTRAST)
        assert min(ratio.values()) >= 4.5, ratio  # WCAG 2.2, 1.4.3


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280])
def test_axe_finds_nothing(opened: Open, axe: str, width: int, scheme: str) -> None:
    """axe-core holds every page, in all states that its parts can have, to WCAG 2.2 A and AA and to good practice."""
    page = opened("/", viewport={"width": width, "height": 800}, color_scheme=scheme)
    examples = [game_url(game.example) for game in GAMES.values()] if (width, scheme) == (1280, "light") else []
    violations: list[str] = []
    for path in [*PAGES, *OTHERS, "/nothing", *examples]:
        if path != "/nothing":
            page.goto(path)
            ready(page)
        else:
            page.set_content(pages.wrong(404))
        page.evaluate(f"{axe}; 0")
        violations += [f"{path}: {one}" for one in page.evaluate(VIOLATIONS)]
        if page.locator("details").count():
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            for tab in ("Why", "Set up") if page.locator("#boards [data-item]").count() else ():
                page.get_by_role("tab", name=tab).click()
                violations += [f"{path}, {tab}: {one}" for one in settled(page).evaluate(VIOLATIONS)]
            violations += [f"{path}, all open: {one}" for one in page.evaluate(VIOLATIONS)]
    assert not violations, "\n".join(dict.fromkeys(violations))


SMALL = """[...document.querySelectorAll(
    'button, .button, input:not([type=radio]), select, textarea, summary, nav a, .modes span, .choice span, .entry a'
)].filter(one => one.checkVisibility()).flatMap(one => {
    const {width, height} = one.getBoundingClientRect();
    const needs = one.closest('.choice') ? 42 : 44;  // within a border of 1 px
    return width >= needs - 0.5 && height >= needs - 0.5 ? [] : [`${one.outerHTML.slice(0, 90)} ${width}x${height}`];
})"""


@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_pressed_is_large_enough_for_a_finger(opened: Open, width: int) -> None:
    """A move in the list had 32 px, and the button that stops a question 27."""
    page = opened("/", viewport={"width": width, "height": 844})
    for path in PAGES:
        page.goto(path)
        ready(page)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.evaluate("document.querySelectorAll('#stop').forEach(one => { one.hidden = false; })")
        assert page.evaluate(SMALL) == [], path
        for tab in ("Why", "Set up") if page.locator("#boards [data-item]").count() and "/game" in path else ():
            page.get_by_role("tab", name=tab).click()
            assert settled(page).evaluate(SMALL) == [], (path, tab)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_header_stands_still_from_page_to_page(opened: Open, width: int) -> None:
    """The name of the page that is shown was bold, and pushed those behind it aside."""
    page = opened("/", viewport={"width": width, "height": 844})
    places = set()
    for path in ("/", "/games", "/rule", "/learn", "/api", game_url(("nim", "3 4 5"))):
        page.goto(path)
        boxes = [link.bounding_box() for link in page.locator("header :is(a, button, input):visible").all()]
        places.add(tuple((box["x"], box["y"], box["width"], box["height"]) for box in boxes))
    assert len(places) == 1


VAST = [
    (("nim", str(10**100)), "More than "),  # proved: the value is its size, Bouton 1901
    (("nim", f"{10**100} {10**99}"), "More than "),
    (("cram", "1000x1000"), "This board is too large to be drawn"),
    (("node-kayles", "path:100"), "This board is too large to be drawn"),
    (("chomp", "18x20"), "Click a square"),
]


CLIPPED = """(() => {
    const right = (one) => one.getBoundingClientRect().right;
    return [...document.querySelectorAll('.boards svg text')].filter((one) => right(one) > right(one.closest('svg')))
        .map((one) => one.textContent);
})()"""


@pytest.mark.parametrize("width", [375, 1280])
def test_what_is_vast_fits_the_screen_and_says_what_can_be_done(
    opened: Open, hasty: Server, axe: str, width: int
) -> None:
    """Numbers of a hundred digits made the page wider than the screen, and moves that nobody could make were offered;
    a board whose winner was not found in time was not shown at all."""
    page = opened("/", of=hasty, viewport={"width": width, "height": 800})
    for component, status in VAST:
        page.goto(game_url(component))
        assert settled(page).evaluate("document.documentElement.scrollWidth") <= width, component
        assert text(page, "#status").startswith(status)
        assert page.evaluate(CLIPPED) == [], component
        page.evaluate(f"{axe}; 0")
        assert page.evaluate(VIOLATIONS) == [], component
    assert page.locator("#boards .cell").count() == 18 * 20
    item(page, "18,20").click()
    expect(page.locator("#history li").nth(1)).to_contain_text("bite at")  # the computer's, who knows no better
    page.goto(game_url(("chomp", "18x20")) + "&vs=two")  # for its reply may leave a rectangle, which a theorem decides
    item(settled(page), "18,20").click()
    expect(page.locator("#history li")).to_have_count(1)
    page.get_by_role("tab", name="Why").click()
    expect(page.locator("#verdict")).to_contain_text("Who wins was not found in the time")


CONTRAST = r"""(() => {
    const light = (name) => {
        const box = document.body.appendChild(document.createElement('i'));
        box.style.color = `var(${name})`;
        const parts = getComputedStyle(box).color.match(/\d+/g).slice(0, 3).map((one) => Number(one) / 255);
        box.remove();
        const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const pairs = [['--ink', '--paper'], ['--soft', '--paper'], ['--soft', '--sheet'], ['--accent', '--paper'],
        ['--accent', '--sheet'], ['--on-accent', '--accent'], ['--ink', '--wash'], ['--ink', '--warm-wash'],
        ['--warm', '--paper'], ['--bad', '--sheet'], ['--bad', '--bad-wash']];
    return Object.fromEntries(pairs.map(([a, b]) => [a + b, ratio(a, b)]));
})()"""
