"""The pages as files, where Python in the browser answers. They need Pyodide: from npm, or in GRUNDY_PYODIDE."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from grundy.games.catalogue import GAMES
from grundy.web.pages import game_url
from grundy.web.site import write_site

pytestmark = pytest.mark.browser
SOON = 400_000


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, without a log."""

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    pyodide = os.environ.get("GRUNDY_PYODIDE")
    write_site(folder, Path(pyodide) if pyodide else None)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_site_of_files_answers(browser: Any, site: str, record_property: Callable[[str, object], None]) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda problem: said.append(str(problem)))
    page.on(
        "request", lambda request: said.append(request.url) if not request.url.startswith((site, "blob:")) else None
    )
    page.goto("/index.html")
    assert page.locator(".card").count() == len(GAMES) + 2
    start = time.perf_counter()
    page.locator('.card a[href*="?g=rectangle"]').first.click()
    expect(page.locator("#winner")).to_contain_text("first player wins: an N-position, nim-value 3", timeout=SOON)
    record_property("seconds until Python is loaded and has answered", round(time.perf_counter() - start, 1))
    print(f"Python was loaded and had answered after {time.perf_counter() - start:.1f} s")
    page.locator("#winner .wins button").first.click()
    expect(page.locator("#winner")).to_contain_text("second player wins", timeout=SOON)
    page.get_by_role("button", name="Computer, your move").click()
    expect(page.locator("#said")).to_contain_text("The computer: clear", timeout=SOON)

    page.get_by_role("link", name="Your own rule").click()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)
    page.get_by_label("Rule").fill("n -> n-m")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("alert").filter(has_text="found 'm'").wait_for(timeout=SOON)
    page.get_by_label("Rule").fill("n -> n-k, for k in 1..n, for j in 1..999999999, if j < 0")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("alert").filter(has_text="o answer within 15 seconds").wait_for(timeout=SOON)
    page.get_by_role("button", name="take 1, 3 or 4").click()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)

    # an answer that takes too long is not the end of the question that was asked after it, nor of what comes then
    page.get_by_label("Rule").fill("n -> n-k, for k in 1..n, for j in 1..999999998, if j < 0")
    page.get_by_role("button", name="Show").click()
    page.get_by_label("Rule").fill("n -> n-k, for k in {2,5}")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for(timeout=SOON)
    expect(page.locator("#status")).to_have_text("")
    expect(page.locator("#trouble")).to_be_hidden()

    # what is refused leaves nothing of the answer before it
    page.goto(game_url(("nim", "3 4 5")).replace("/game", "/game.html"))
    expect(page.locator("#winner")).to_contain_text("first player wins", timeout=SOON)
    page.locator("#text summary").click()
    page.get_by_role("textbox", name="Position").fill("3 x")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("alert").filter(has_text="expected a pile size").wait_for(timeout=SOON)
    expect(page.locator("#winner")).to_have_text("")
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#winner")).to_contain_text("first player wins", timeout=SOON)

    # what the compiled engines would search is answered by the definition
    page.goto(game_url(("cram", ".../.../...")).replace("/game", "/game.html"))
    expect(page.locator("#winner")).to_contain_text("second player wins: a P-position", timeout=SOON)
    context.close()
    assert not said


def test_python_that_cannot_be_loaded_is_said(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    failed: list[str] = []
    page.on("pageerror", lambda problem: failed.append(str(problem)))
    context.route("**/grundy.zip", lambda route: route.fulfill(status=404, body="nothing"))
    page.goto(game_url(("nim", "3 4 5")).replace("/game", "/game.html"))
    expect(page.get_by_role("alert")).to_contain_text("Python could not be loaded", timeout=SOON)
    expect(page.locator("#boards")).not_to_have_attribute("aria-busy", "true")
    context.unroute_all(behavior="ignoreErrors")
    page.get_by_role("button", name="Restart").click()  # another attempt
    expect(page.locator("#winner")).to_contain_text("first player wins", timeout=SOON)
    context.close()
    assert not failed
