"""What a test sees of a page."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect


def settled(page: Any) -> Any:
    """The page once nothing is computed any more."""
    expect(page.locator("body")).not_to_have_attribute("data-busy", re.compile(".*"))
    expect(page.locator("#boards")).not_to_have_attribute("aria-busy", re.compile(".*"))
    expect(page.locator("#status")).not_to_have_text("…")
    return page


def text(page: Any, selector: str) -> str:
    return str(page.locator(selector).inner_text())


def item(page: Any, name: str, component: int = 0) -> Any:
    return page.locator(f'[data-component="{component}"] [data-item="{name}"][role=button]')


def position(page: Any) -> list[tuple[str, str]]:
    """The components in the address."""
    query = parse_qs(urlsplit(page.url).query, keep_blank_values=True)
    return list(zip(query["g"], query["p"], strict=True))


def ready(page: Any) -> Any:
    """A page of any kind once all of it is shown."""
    if page.locator("#boards").count():
        return settled(page)
    if page.locator("#result").count():
        expect(page.locator("#result > *, #trouble:not([hidden])").first).to_be_visible()
    return page
