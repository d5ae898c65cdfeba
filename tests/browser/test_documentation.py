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
            page.on("request", lambda request, kept=elsewhere: kept.append(request.url))
            for name in KINDS:
                page.goto(f"{address}/{name}.html")
                expect(page.locator("h1").first).to_be_visible()
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
                page.evaluate(f"{axe}; 0")
                assert page.evaluate(VIOLATIONS) == [], (name, width, scheme)
            assert all(re.match(f"{address}|data:|blob:", url) for url in elsewhere), elsewhere
            context.close()


def test_each_page_leads_to_the_games(builder: Any, tmp_path: Path) -> None:
    """The documentation was a place without a way back, and no link led to the sheets."""
    first = builder.write_documentation(tmp_path / "docs")
    made = {"index.html", "rule.html", "playground.html", "sheets.html", "game.html"}
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
