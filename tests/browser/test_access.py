"""The pages for everybody: axe-core finds nothing, the keyboard is enough, small and dark screens can be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from looking import ready, settled, text
from playwright.sync_api import expect

from grundy.games.catalogue import GAMES
from grundy.web import pages
from grundy.web.pages import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


# The keyboard.


def focus(page: Any) -> str:
    """What has the focus: an item of a board, an id, a label or a text."""
    return str(
        page.evaluate(
            """(() => {
                const one = document.activeElement;
                return [one.dataset.item, one.id, one.getAttribute('aria-label'), one.textContent.trim(), one.value]
                    .find(Boolean) || '';
            })()"""
        )
    )


def tab_to(page: Any, wanted: str) -> None:
    """Press the tabulator until something has the focus; that it can be seen is checked on the way."""
    seen = []
    for _ in range(120):
        page.keyboard.press("Tab")
        seen.append(focus(page))
        assert page.evaluate(OUTLINED), f"the focus is not seen on {seen[-1]}"
        if seen[-1] == wanted:
            return
    raise AssertionError(f"no tabulator leads to {wanted}, only to {list(dict.fromkeys(seen))}")


OUTLINED = """(() => {
    const one = document.activeElement;
    if (one === document.body) return true;
    const part = one.querySelector(':scope > .square, :scope > .disc');
    const drawn = one.matches('.modes input') ? one.nextElementSibling : part || one;
    const style = getComputedStyle(drawn);
    return style.outlineStyle !== 'none' || (style.stroke !== 'none' && parseFloat(style.strokeWidth) >= 2);
})()"""


def test_a_move_is_made_by_the_keyboard(opened: Open) -> None:
    page = settled(opened(game_url(("rectangle", "11/11"))))
    tab_to(page, "1,1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "row 2, column 2, full"
    page.keyboard.press("Enter")
    assert text(page, "#make") == "Clear row 2, column 2"
    page.keyboard.press("Tab")
    assert focus(page) == "make"
    page.keyboard.press("Enter")
    page.wait_for_url("**p=11%2F10*")
    assert focus(settled(page)) == "1,1", "the board goes on with the keyboard"


def test_a_game_is_found_set_up_played_and_won_by_the_keyboard(opened: Open) -> None:
    page = opened("/")
    tab_to(page, "find")
    page.keyboard.type("any number of counters from one pile")
    page.keyboard.press("Tab")
    assert "NimTake any number" in focus(page), "the first card that fits"
    page.keyboard.press("Enter")
    page.wait_for_url("**/game?*")
    settled(page)
    tab_to(page, "move")
    page.keyboard.press("ArrowRight")
    settled(page)
    assert page.locator("input[name=mode][value=set]").is_checked()
    tab_to(page, "one less in pile 2")
    for left in ("3 3 5", "3 2 5"):
        page.keyboard.press("Enter")
        page.wait_for_url("**p=" + left.replace(" ", "+") + "*")
        assert focus(settled(page)) == "one less in pile 2", "a button that is drawn anew keeps the focus"
    tab_to(page, "set")
    page.keyboard.press("ArrowLeft")
    tab_to(page, "against")
    page.keyboard.press("ArrowDown")
    assert page.locator("#against").input_value() == "0", "a perfect computer"
    tab_to(page, "Who wins")
    page.keyboard.press("Enter")
    for _ in range(20):
        expect(page.locator("#status")).to_have_text(re.compile("you win|computer wins|Your move"))
        if "Your move" not in text(settled(page), "#status"):
            break
        good = page.locator("#winner .wins button").first.inner_text()
        if focus(page) != good:
            tab_to(page, good)
        before = page.url
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url, before=before: url != before)
        settled(page)
    assert text(page, "#status") == "The computer cannot move: you win!"


def test_an_explanation_is_stepped_through_by_the_keyboard(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "5"), ("take-away:1,2,3", "7"))))
    tab_to(page, "stepwise")
    page.keyboard.press("Enter")
    assert focus(page) == "next"
    for _ in range(20):
        if focus(page) != "next":
            break
        page.keyboard.press("Enter")
    assert focus(page) == "Back" and "becomes 3, and the XOR 6 becomes 0" in text(page, "#steps")
    assert page.locator("#steps").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("path", ["/", "/game?g=nim&p=3+4+5", "/rule", "/api"])
def test_the_tabulator_goes_through_a_page_and_leaves_it(opened: Open, path: str) -> None:
    page = ready(opened(path))
    page.keyboard.press("Tab")
    assert focus(page) == "Skip to the content"
    for _ in range(150):
        page.keyboard.press("Tab")
        assert page.evaluate(OUTLINED), focus(page)
        if page.evaluate("document.activeElement === document.body"):
            break
    else:
        raise AssertionError(f"the focus is kept by {focus(page)}")


# The screen and its reader.

RULE_OF_PAIRS = "/rule?rule=(a,b)->(a-k,b),for+k+in+1..a;(a,b)->(a,b-k),for+k+in+1..b"
PAGES = [
    "/",
    game_url(("chess-rows:20", "19/18")),
    game_url(("kayles", "4 5"), ("rectangle", "110/011")),
    "/rule",
    RULE_OF_PAIRS,
    "/api",
]
OTHERS = [
    game_url(("floor-division:2,3,6", "23 5 1")),
    game_url(("graph", '{"nodes": ["a", "b"], "edges": [["a", "b"]], "tokens": ["a"]}')),
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
        """[...document.querySelectorAll('button, input, select, a, [role=button], svg')].filter(one => {
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
    found: list[str] = []
    for path in [*PAGES, *OTHERS, "/nothing", *examples]:
        if path != "/nothing":
            page.goto(path)
            ready(page)
        else:
            page.set_content(pages.wrong(404))
        page.evaluate(f"{axe}; 0")
        found += [f"{path}: {one}" for one in page.evaluate(VIOLATIONS)]
        if page.locator("details").count():
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            if page.locator("#boards [data-item]").count():
                page.get_by_text("Set up").click()
                settled(page)
                stepwise = page.locator("#stepwise")
                if stepwise.count():
                    stepwise.click()
            found += [f"{path}, all open: {one}" for one in page.evaluate(VIOLATIONS)]
    assert not found, "\n".join(dict.fromkeys(found))


VIOLATIONS = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.flatMap(
    one => one.nodes.map(node => `${one.id} (${one.impact}): ${node.html.slice(0, 200)} ${node.failureSummary}`)))"""


CONTRAST = """(() => {
    const style = getComputedStyle(document.documentElement);
    const light = (name) => {
        const hex = style.getPropertyValue(name).trim().slice(1);
        const parts = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
        const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const pairs = [['--ink', '--paper'], ['--soft', '--paper'], ['--soft', '--sheet'], ['--accent', '--paper'],
        ['--accent', '--sheet'], ['--on-accent', '--accent'], ['--ink', '--wash'], ['--ink', '--warm-wash'],
        ['--warm', '--paper']];
    return Object.fromEntries(pairs.map(([a, b]) => [a + b, ratio(a, b)]));
})()"""
