"""What a test sees of a page."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
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


def joint(page: Any, *items: str) -> Any:
    """The place between two items of a board."""
    return page.locator(f'[data-joint="{" ".join(items)}"]')


def start(page: Any) -> list[tuple[str, str]]:
    """The components of the start, as the address has them."""
    query = parse_qs(urlsplit(page.url).query, keep_blank_values=True)
    return list(zip(query["g"], query["p"], strict=True))


def moves(page: Any) -> list[str]:
    """The moves in the address."""
    return parse_qs(urlsplit(page.url).query).get("m", [])


def explained(page: Any, values: bool = True) -> Any:
    """The page with Why shown, and the values of all moves on the board."""
    page.get_by_role("tab", name="Why").click()
    if values:
        page.get_by_role("radio", name="Values on moves").check()
    expect(page.locator("#verdict")).not_to_have_text(re.compile(r"^$|Looking"))
    return settled(page)


def ready(page: Any) -> Any:
    """A page of any kind once all of it is shown; of which kind it is, is known when it is there as a whole."""
    page.wait_for_load_state()
    if page.locator("#boards").count():
        return settled(page)
    if page.locator("#result").count():
        expect(page.locator("#result > *, #trouble:not([hidden])").first).to_be_visible()
        expect(page.locator("#result")).not_to_have_attribute("aria-busy", re.compile(".*"))
    return page


def typed(page: Any, rule: str) -> Any:
    """The page of a rule once one has been typed and answered."""
    page.get_by_label("Rule").fill(rule)
    return ready(page)


VIOLATIONS = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.flatMap(
    one => one.nodes.map(node => `${one.id} (${one.impact}): ${node.html.slice(0, 200)} ${node.failureSummary}`)))"""


def focus(page: Any) -> str:
    """What has the focus: an item of a board, an id, a label or a text."""
    return str(
        page.evaluate(
            """(() => {
                const one = document.activeElement;
                return [one.dataset.joint, one.dataset.item, one.id, one.getAttribute('aria-label'),
                    one.textContent.trim(), one.value]
                    .find(Boolean) || '';
            })()"""
        )
    )


def tab_to(page: Any, wanted: str) -> None:
    """Press the tabulator until something has the focus; that it can be seen is checked on the way."""
    tab_until(page, lambda: focus(page) == wanted, wanted)


def tab_until(page: Any, reached: Callable[[], bool], wanted: str, key: str = "Tab") -> None:
    """Press a key that moves the focus until what is wanted is reached."""
    seen = []
    for _ in range(120):
        page.keyboard.press(key)
        seen.append(focus(page))
        assert page.evaluate(OUTLINED), f"the focus is not seen on {seen[-1]}"
        if reached():
            return
    raise AssertionError(f"{key} does not lead to {wanted}, only to {list(dict.fromkeys(seen))}")


OUTLINED = """(() => {
    const one = document.activeElement;
    if (one === document.body) return true;
    const part = one.querySelector(':scope > .square, :scope > .disc, :scope > .spot, :scope > .stem, :scope > .heap');
    const drawn = one.matches('.modes input, .choice input') ? one.nextElementSibling : part || one;
    const style = getComputedStyle(drawn);
    return style.outlineStyle !== 'none' || (style.stroke !== 'none' && parseFloat(style.strokeWidth) >= 2);
})()"""


# A site of files.

SOON = 400_000  # milliseconds: Python is loaded into the browser


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a log."""

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server of files, at the address that is given; afterwards nobody answers there."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
