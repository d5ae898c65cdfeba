"""The documentation as a part of the site: whole, searched, and nothing of it from another host."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from looking import VIOLATIONS, serving
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
KINDS = ("docs/index", "docs/why/peers", "docs/how-to/teach", "docs/how-to/bots", "docs/gallery", "sheets")


@pytest.fixture
def builder(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    return importlib.import_module("build_site")


def test_the_documentation_is_whole_and_for_everybody(browser: Any, builder: Any, axe: str, tmp_path: Path) -> None:
    """A page of each kind, wide (then with the list of pages) and on a telephone, light and dark: axe finds nothing."""
    first = builder.write_documentation(tmp_path / "docs")
    builder.write_sheets(tmp_path, None)
    pages = {page.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert {page.relative_to(first.parent).as_posix() for page in first.parent.rglob("*.html")} == pages
    with serving(tmp_path) as address:
        for width, scheme in ((1280, "light"), (360, "dark"), (1280, "dark"), (360, "light")):
            size = {"width": width, "height": 800}
            context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            elsewhere: list[str] = []
            page.on("request", lambda request, urls=elsewhere: urls.append(request.url))
            for name in KINDS:
                page.goto(f"{address}/{name}.html")
                expect(page.locator("h1").first).to_be_visible()
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
                page.evaluate(f"{axe}; 0")
                assert page.evaluate(VIOLATIONS) == [], (name, width, scheme)
            assert all(re.match(f"{address}|data:|blob:", url) for url in elsewhere), elsewhere
            context.close()


def test_figures_of_the_tutorial_move(browser: Any, builder: Any, axe: str, tmp_path: Path) -> None:
    builder.write_documentation(tmp_path)
    page = browser.new_page(reduced_motion="reduce", viewport={"width": 390, "height": 844})
    with serving(tmp_path) as address:
        page.goto(f"{address}/tutorial/first-position.html")
        figure = page.locator(".figure")
        assert figure.locator("svg text:not(.off)").all_text_contents()[:9] == list("012301230")  # n mod 4
        figure.get_by_role("button", name="take 2").click()
        figure.get_by_role("button", name="take 4").click()
        # Winning Ways, ch. 4: from a heap one takes 1, 3 or 4
        assert figure.locator("svg text:not(.off)").all_text_contents()[:14] == list("01012320101232")
        page.goto(f"{address}/tutorial/sums.html")
        expect(figure.locator(".says b")).to_have_text("3 ⊕ 4 ⊕ 5 = 2, not 0: whoever has to move wins.")
        figure.get_by_label("pile 1").press("ArrowLeft")
        figure.get_by_label("pile 1").press("ArrowLeft")  # 1 4 5: Bouton 1901
        expect(figure.locator(".says b")).to_have_text("1 ⊕ 4 ⊕ 5 = 0: whoever has to move loses.")
        assert figure.locator(".counter:not(.gone)").count() == 10
        page.goto(f"{address}/tutorial/own-rule.html")
        for heap, value in enumerate((0, 1, 2, 0, 1, 0, 1)):  # as the page itself prints them
            figure.get_by_label("n").fill(str(heap))
            expect(figure.locator(".says b")).to_have_text(f"{heap} is worth {value}.")
        page.goto(f"{address}/tutorial/theorem.html")
        lost = []
        for heap in range(31):
            figure.get_by_label("n").fill(str(heap))
            lost += [heap] if "loses" in figure.locator(".says b").inner_text() else []
        assert lost == [0, 2, 6, 8, 10, 14, 18, 22, 24, 26, 30]  # as the page itself lists them
        for name in ("first-position", "sums", "own-rule", "theorem"):
            page.goto(f"{address}/tutorial/{name}.html")
            page.evaluate(f"{axe}; 0")
            assert page.evaluate(VIOLATIONS) == [], name
    page.close()


def test_each_page_leads_to_the_games(builder: Any, tmp_path: Path) -> None:
    """The documentation was a place without a way back, and no link led to the sheets."""
    first = builder.write_documentation(tmp_path / "docs")
    made = {"index.html", "games.html", "rule.html", "playground.html", "sheets.html", "game.html"}
    for page in first.parent.rglob("*.html"):
        links = re.findall(r'href="((?:\.\./)+)([a-z]+\.html)[?"]', page.read_text(encoding="utf-8"))
        outside = {name for up, name in links if (page.parent / up).resolve() == tmp_path.resolve()}
        assert outside >= made - {"game.html"} and outside <= made, page
    lessons = (first.parent / "how-to" / "teach.html").read_text(encoding="utf-8")
    assert 'href="../../game.html?g=kayles&amp;p=4+5"' in lessons and "../../rule.html?rule=kayles" in lessons


def test_each_sheet_to_print_is_one_page_with_the_code_of_its_game(browser: Any, builder: Any, tmp_path: Path) -> None:
    page = browser.new_page()
    page.goto(builder.write_sheets(tmp_path, "https://example.org/grundy/").as_uri())
    links = [urlsplit(link.get_attribute("href")) for link in page.locator("figcaption a").all()]
    assert {link.netloc + link.path for link in links} == {"example.org/grundy/game.html"}
    asked = [parse_qs(link.query) for link in links]
    assert asked == [
        {"g": ["take-away:1,2,3"], "p": ["15"]}, {"g": ["nim"], "p": ["3 4 5"]}, {"g": ["kayles"], "p": ["4 5"]},
    ]  # fmt: skip
    assert page.locator("figure svg").count() == page.locator("table").count() == len(links)
    assert page.pdf(format="A4").count(b"/Type /Page\n") == len(links)
    page.goto(builder.write_sheets(tmp_path, None).as_uri())
    assert not page.locator("figure svg").count() and page.locator("section").count() == len(links)
    page.close()
