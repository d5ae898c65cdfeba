"""A browser and a server for the tests in this folder, which `./grundyw test --all` runs: it needs a Chromium.

Without --all they are not collected; with it they fail where no browser is found, for a test that is skipped tells
nothing.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))  # for serving.py and command.py

from serving import Server, served

if not os.environ.get("GRUNDY_TEST_ALL"):
    collect_ignore_glob = ["test_*.py"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with served("--workers", "2", "--time-limit", "6s") as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import Error, sync_playwright

    program = os.environ.get("GRUNDY_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        try:
            found = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        except Error as problem:
            pytest.fail(
                f"these tests need a Chromium: apt-get install chromium, or playwright install chromium, or one that "
                f"GRUNDY_CHROMIUM names ({str(problem).splitlines()[0]})",
                pytrace=False,
            )
        yield found
        found.close()


Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, server: Server) -> Iterator[Open]:
    """Open a page of the server; at the end nothing may be on its console, and nothing asked of another host."""
    contexts: list[Any] = []
    said: list[str] = []

    def open_page(path: str, **how: Any) -> Any:
        from playwright.sync_api import expect

        context = browser.new_context(base_url=server.url, reduced_motion="reduce", **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        expect.set_options(timeout=20_000)
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda problem: said.append(f"error: {problem}"))
        page.on("request", lambda request: said.append(request.url) if not request.url.startswith(server.url) else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not said
