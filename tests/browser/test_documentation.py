"""The documentation as a part of the site: whole, searched, and nothing of it from another host."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect
from test_site import serving

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def builder(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    return importlib.import_module("build_site")


def test_the_documentation_is_whole_and_can_be_searched(browser: Any, builder: Any, tmp_path: Path) -> None:
    first = builder.write_documentation(tmp_path / "docs")
    pages = {page.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert {page.relative_to(first.parent).as_posix() for page in first.parent.rglob("*.html")} >= pages
    with serving(tmp_path) as address:
        for width, scheme in ((1200, "light"), (360, "dark")):
            size = {"width": width, "height": 800}
            context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            elsewhere: list[str] = []
            page.on("request", lambda request, kept=elsewhere: kept.append(request.url))
            for name in ("index", "why/peers", "how-to/teach", "gallery"):
                page.goto(f"{address}/docs/{name}.html")
                expect(page.locator("h1").first).to_be_visible()
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (name, width)
            assert all(re.match(f"{address}|data:|blob:", url) for url in elsewhere), elsewhere
            context.close()


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
