"""Links to the documentation and the source: app, site and documentation are one product."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grundy.web import addresses, pages

DOCS = Path(__file__).resolve().parents[2] / "docs"
MADE = [pages.home, pages.games, pages.game, pages.rule, pages.learn, pages.playground, pages.api]
MENU = ["Games", "Your own rule", "Class", "Learn"]


def menu(page: str) -> list[tuple[str, str]]:
    """Where the links in the head of a page lead, and their names."""
    (nav,) = re.findall('<nav aria-label="Pages">(.*?)</nav>', page)
    return [(name, url) for url, name in re.findall('<a href="([^"]+)"[^>]*>([^<]+)</a>', nav)]


@pytest.mark.parametrize("make", MADE, ids=lambda make: str(make.__name__))
def test_links_to_the_documentation_name_its_pages(make: object) -> None:
    page = make()  # type: ignore[operator]
    names = re.findall('data-docs="([^"]+)"', page)
    assert names and all((DOCS / f"{name}.md").is_file() for name in names)
    for known in (
        {},
        {"documentation": "docs/"},
        {"documentation": "https://x/docs/", "kind": ".md", "source": "s.zip"},
    ):
        led = addresses.with_addresses(page, **known)  # type: ignore[arg-type]
        assert "data-docs" not in led and "data-source" not in led
        assert [name for name, _ in menu(led)] == MENU
        assert ('href="s.zip"' in led) == ("source" in known)
    assert dict(menu(addresses.with_addresses(page)))["Learn"] == "/learn"
    assert dict(menu(addresses.with_addresses(page, "docs/")))["Class"] == "docs/how-to/class.html"


def test_the_documentation_has_the_menu_of_the_pages() -> None:
    header = (DOCS / "look" / "partials" / "header.html").read_text(encoding="utf-8")
    assert re.findall(">([^<>]+)</a>", header.partition("<nav")[2].partition("</nav>")[0]) == MENU


def test_without_documentation_its_links_lead_to_what_explains() -> None:
    page = addresses.with_addresses(pages.home())
    assert "data-docs" not in page and "Documentation</a>" in page and ">Source</a>" not in page
    assert dict(menu(page)) == dict(zip(MENU, ("/games", "/rule", "/learn#class", "/learn"), strict=True))
    assert 'id="class"' in pages.learn()


def test_a_package_that_says_where_its_files_are_is_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As release/project_page.py writes it."""
    installed = tmp_path / "grundy-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text(
        "Name: grundy\nProject-URL: Documentation, https://example.org/grundy/blob/v1/docs/index.md\n"
        "Project-URL: Source, https://example.org/grundy/blob/v1\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    page = addresses.with_addresses(pages.learn(), **addresses.published())
    assert 'href="https://example.org/grundy/blob/v1/docs/tutorial/sums.md"' in page
    assert '<a href="https://example.org/grundy/blob/v1">Source</a>' in page


def test_a_package_that_is_not_installed_has_no_addresses() -> None:
    assert addresses.published("not installed") == {"documentation": "", "kind": ".md", "source": ""}
