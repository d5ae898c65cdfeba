"""The pages as files, where Python in the browser answers. They need Pyodide: from npm, or in GRUNDY_PYODIDE."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from looking import SOON, serving
from playwright.sync_api import expect

from grundy.games.catalogue import GAMES
from grundy.web.shelf import SIDE_BY_SIDE, game_url

pytestmark = pytest.mark.browser


def test_after_one_visit_no_server_is_needed(browser: Any, folder: Path) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    with serving(folder) as address:
        page.goto(f"{address}/index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    for path in ("/", "/rule.html", game_url(GAMES["rectangle"].example).replace("/game", "/game.html") + "&view=why"):
        page.goto(address + path)
    expect(page.locator("#verdict")).to_have_text("Your move, and you can win.", timeout=SOON)
    context.close()


def test_documentation_that_was_read_needs_no_network(browser: Any, folder: Path) -> None:
    (folder / "docs").mkdir(exist_ok=True)
    for name in ("read", "unread"):
        (folder / "docs" / f"{name}.html").write_text(f"<!doctype html><h1>{name}</h1><img src=one.svg>")
    (folder / "docs" / "one.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>')
    context = browser.new_context()
    page = context.new_page()
    with serving(folder) as address:
        page.goto(f"{address}/index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        page.goto(f"{address}/docs/read.html?h=word")
        page.wait_for_function("caches.open('read').then((cache) => cache.keys()).then((keys) => keys.length === 2)")
    page.goto(f"{address}/docs/read.html")
    expect(page.get_by_role("heading")).to_have_text("read")
    assert page.evaluate("document.querySelector('img').naturalWidth") == 7
    with pytest.raises(Exception, match="net::ERR"):
        page.goto(f"{address}/docs/unread.html")
    context.close()
    shutil.rmtree(folder / "docs")


def test_a_site_of_files_answers(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda problem: said.append(str(problem)))
    page.on(
        "request", lambda request: said.append(request.url) if not request.url.startswith((site, "blob:")) else None
    )
    page.goto("/games.html")
    assert page.locator(".entry").count() == len(GAMES) + 2
    page.locator('.entry a[href*="?g=rectangle"]').first.click()
    expect(page.locator("#boards .cell")).to_have_count(16, timeout=SOON)
    page.locator("#list summary").click()
    page.get_by_role("button", name="clear row 1, column 2", exact=True).click()
    expect(page.locator("#status")).to_contain_text("The computer: clear", timeout=SOON)

    page.get_by_role("link", name="Your own rule").click()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)
    page.get_by_label("Rule").fill("n -> n-m")
    page.keyboard.press("Enter")
    page.get_by_role("alert").filter(has_text="found 'm'").wait_for(timeout=SOON)
    page.get_by_label("Rule").fill("n -> n-k, for k in 1..n, for j in 1..999999999, if j < 0")
    page.keyboard.press("Enter")
    page.get_by_role("alert").filter(has_text="o answer within 15 seconds").wait_for(timeout=SOON)
    page.get_by_role("button", name="take 1, 3 or 4").click()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)

    # an answer that takes too long is not the end of the question that was asked after it, nor of what comes then
    page.get_by_label("Rule").fill("n -> n-k, for k in 1..n, for j in 1..999999998, if j < 0")
    page.keyboard.press("Enter")
    page.get_by_label("Rule").fill("n -> n-k, for k in {2,5}")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)
    expect(page.locator("#status")).to_have_text(re.compile("^Heaps 0 to "))
    expect(page.locator("#trouble")).to_be_hidden()

    # what is refused leaves nothing of the answer before it
    page.goto(game_url(("nim", "3 4 5")).replace("/game", "/game.html"))
    expect(page.locator("#boards .counter")).to_have_count(12, timeout=SOON)
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("textbox", name="Position").fill("3 x")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("alert").filter(has_text="expected a pile size").wait_for(timeout=SOON)
    expect(page.locator("#boards")).to_have_text("")
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    page.go_back()
    expect(page.locator("#boards .counter")).to_have_count(12, timeout=SOON)

    # what the compiled engines would search is answered by the definition
    page.goto(game_url(("cram", ".../.../...")).replace("/game", "/game.html") + "&view=why")
    expect(page.locator("#verdict")).to_have_text("Your move. The computer wins if it makes no mistake.", timeout=SOON)
    context.close()
    assert not said


MISSING = re.compile("/(python[.]memory|grundy[.]zip)$")
ALONE = re.compile("/(python[.]memory|grundy[.]zip|pyodide/.*)$")  # what Python consists of


def local(*components: tuple[str, str]) -> str:
    """The address of a game in a site of files."""
    return game_url(*components).replace("/game", "/game.html")


def test_python_that_cannot_be_loaded_is_said(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    failed: list[str] = []
    page.on("pageerror", lambda problem: failed.append(str(problem)))
    context.route(MISSING, lambda route: route.fulfill(status=404, body="nothing"))
    page.goto(local(("wythoff", "3 4")))
    expect(page.get_by_role("alert")).to_contain_text("Python could not be loaded", timeout=SOON)
    expect(page.locator("#boards")).not_to_have_attribute("aria-busy", "true")
    context.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="New game").click()  # another attempt
    expect(page.locator("#boards .counter")).to_have_count(7, timeout=SOON)
    context.close()
    assert not failed


def test_no_board_of_the_catalogue_waits_for_python(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    context.route(ALONE, lambda route: None)  # never answered
    page = context.new_page()
    for components in ([game.example] for game in GAMES.values()):
        page.goto(local(*components))
        drawn = page.locator("#boards svg.board, #boards .tiles")
        expect(drawn.first).to_be_visible(timeout=SOON)
        expect(page.locator("#status")).not_to_contain_text("loaded")
    page.goto(local(*SIDE_BY_SIDE))
    expect(page.locator("#boards svg.board")).to_have_count(3, timeout=SOON)
    context.close()


def test_small_games_are_played_and_explained_without_python(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    context.route(ALONE, lambda route: None)
    page = context.new_page()
    page.on("pageerror", lambda problem: pytest.fail(str(problem)))
    for game, text, verdict in (
        ("cram", "4x5", "Your move, and you can win."),  # nim-value 2: Lemoine & Viennot 2012
        ("cram", "5x5", "Your move. The computer wins if it makes no mistake."),
        ("nim", "3 4 5", "Your move, and you can win."),
        ("kayles", "4 5 6", "Your move, and you can win."),  # 1, 4 and 3: OEIS A002186
        ("chomp", "3x4", "Your move, and you can win."),
        ("node-kayles", "grid:3x5", "Your move, and you can win."),  # 3: OEIS A316632
    ):
        page.goto(local((game, text)) + "&view=why")
        expect(page.locator("#verdict")).to_have_text(verdict, timeout=SOON)
        while page.locator("#next").is_enabled():
            page.locator("#next").click()
        expect(page.locator("#known")).to_contain_text("earched in this page")
        page.get_by_role("tab", name="Play").click()
        while True:
            page.locator("#list summary").click() if not page.locator("#list[open]").count() else None
            page.locator("#moves button").first.click()
            over = re.compile("wins|You win|The computer:")
            expect(page.locator("#status")).to_have_text(over, timeout=SOON)
            if page.locator("#explain").is_visible():
                break
            expect(page.locator("#moves button").first).to_be_visible(timeout=SOON)
        page.get_by_role("button", name="Show me why").last.click()
        expect(page.locator("#course button").first).to_be_visible(timeout=SOON)
    context.close()


def test_what_the_page_cannot_search_is_played_by_two(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    context.route(ALONE, lambda route: None)
    page = context.new_page()
    page.goto(local(("cram", "5x6")) + "&vs=two")
    for count in range(1, 4):
        page.locator(".joint").first.click()
        expect(page.locator("#boards .domino")).to_have_count(count, timeout=SOON)
    expect(page.locator("#turn .on")).to_contain_text("Player 2")
    context.close()


def test_a_board_that_python_drew_is_searched_in_the_page(browser: Any, site: str) -> None:
    """A graph that the site has no start of: it comes with Python's picture."""
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    page.goto(local(("node-kayles", "a-b-c-d-e-a, c-f-g-d")) + "&view=why")
    expect(page.locator("#verdict")).to_contain_text("win", timeout=SOON)
    while page.locator("#next").is_enabled():
        page.locator("#next").click()
    expect(page.locator("#known")).to_contain_text("earched in this page")
    page.get_by_role("tab", name="Play").click()
    page.locator("#boards [role=button]").first.click()
    expect(page.locator("#status")).to_contain_text("The computer: take", timeout=SOON)
    # the position as it is now is written by Python, as the page never had its text
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("button", name="From the position now").click()
    expect(page.locator("#fields input[name=p]")).not_to_have_value("a-b-c-d-e-a, c-f-g-d", timeout=SOON)
    context.close()


def test_boards_and_sums_that_are_set_up_do_not_wait_for_python(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    context.route(ALONE, lambda route: None)
    page = context.new_page()
    page.on("pageerror", lambda problem: pytest.fail(str(problem)))
    for components in (
        [("cram", "...../..#../...../.....")],
        [("node-kayles", "(1,1)-(1,2), (1,2)-(2,2)")],
        [("kayles", "4 5"), ("rectangle", "110/011"), ("nim", "3")],
        [("kayles", "4 5"), ("cram", "2x3")],
    ):
        page.goto(local(*components) + "&view=why")
        expect(page.locator("#boards svg.board")).to_have_count(len(components), timeout=SOON)
        expect(page.locator("#verdict")).to_contain_text("win", timeout=SOON)
        while page.locator("#next").is_enabled():
            page.locator("#next").click()
        expect(page.locator("#known")).to_contain_text("earched in this page")
    # a board is set up by pressing its cells, played, and set up from where play stands
    page.goto(local(("cram", "3x3")) + "&view=setup")
    expect(page.locator("#boards .cell.empty")).to_have_count(9, timeout=SOON)
    page.locator('#boards [data-item="2,2"]').click()
    expect(page.locator("#boards .cell.empty")).to_have_count(8, timeout=SOON)
    page.get_by_role("button", name="more columns").click()
    expect(page.locator("#boards .cell.empty")).to_have_count(11, timeout=SOON)
    page.get_by_role("tab", name="Play").click()
    page.locator(".joint").first.click()
    expect(page.locator("#status")).to_contain_text("The computer: cover", timeout=SOON)
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("button", name="From the position now").click()
    expect(page.locator("#boards .cell.empty")).to_have_count(7, timeout=SOON)
    expect(page.locator("#fields input[name=p]")).to_have_value(re.compile("^[.#]{4}/[.#]{4}/[.#]{4}$"))
    # misère play, too
    page.goto(local(("cram", "3x3")) + "&view=why&play=misere")
    expect(page.locator("#verdict")).to_contain_text("win", timeout=SOON)
    context.close()


def test_what_is_typed_before_the_playground_has_its_script_stays(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    context.route(ALONE, lambda route: None)
    page = context.new_page()
    held: list[Any] = []
    page.route("**/playground.js", lambda route: held.append(route))
    page.goto("/playground.html#view=position&g=nim&p=3+4+5", wait_until="commit")
    page.get_by_label("Position", exact=True).last.fill("1 2")
    page.keyboard.press("Enter")  # which nobody hears yet
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("#small")).to_have_text(re.compile("nim-value 3 .by the definition"))
    assert page.url.endswith("#view=position&g=nim&p=1+2")
    context.close()


def test_the_playground_has_one_python_for_all_views(browser: Any, site: str, axe: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce", viewport={"width": 360, "height": 740})
    page = context.new_page()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url) if "python.memory" in request.url else None)
    page.goto("/playground.html#view=position&g=nim&p=3+4+5")
    # JavaScript is first
    expect(page.locator("#small")).to_have_text(re.compile("nim-value 2 .by the definition"), timeout=SOON)
    for address, words in (
        ("view=position&g=nim&p=3+4+5", "The first player wins: nim-value 2"),
        ("view=sequence&g=kayles", "Period 12 from heap 71 on, proved"),
        ("view=rule&rule=n+->+n-k,+for+k+in+{1,3,4}", "Period 7 from heap 0 on, proved"),
        ("view=python&code=def+rule(n):%0A+if+n:+yield+n-1&state=7", "The first player wins: nim-value 1"),
        ("view=values&values=0+1+2+3+1+4+3", "7 values"),
        ("view=theorem&g=kayles&claim=n+%25+4", "kayles: period 12, pre-period 71"),
    ):
        page.goto(f"/playground.html#{address}")
        expect(page.locator("#result .winner").first).to_contain_text(words, timeout=SOON)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        violations = page.evaluate(f"async () => {{ {axe}; return (await axe.run()).violations.map(v => v.id) }}")
        assert violations == [], address
    assert len(loaded) <= 1
    page.get_by_text("Sequence", exact=True).click()
    expect(page.locator("#result .winner").first).to_contain_text("Period 12", timeout=SOON)
    assert "view=sequence" in page.url
    context.close()
