"""A browser and servers for the tests in this folder, which `./grundyw test --all` runs: they need a Chromium and npm.

Without --all they are not collected; with it they fail where no browser is found, for a test that is skipped tells
nothing. No test waits for a fixed time, and none is tried again: each waits for what it expects, and a slow machine is
given the time.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Server, served

collect_ignore = ["conftest.py"]  # a module of doctests of this name is there already
if not os.environ.get("GRUNDY_TEST_ALL"):
    collect_ignore_glob = ["*"]  # helpers too: what they import may be missing

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 60_000  # milliseconds for one thing to happen; all of them take less than one of the seconds here
AXE = "axe-core@4.14.1"  # from npm, like Pyodide; it is never part of what is given to anybody


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server with time enough for any question, were the machine busy with ten other things."""
    with served("--workers", "2", "--time-limit", "60s") as running:
        yield running


@pytest.fixture(scope="session")
def hasty() -> Iterator[Server]:
    """A server whose questions get so few seconds that nobody finds out who wins a vast position."""
    with served("--workers", "2", "--time-limit", "16s") as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import Error, expect, sync_playwright

    program = os.environ.get("GRUNDY_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    # as root there is no sandbox; /dev/shm may be a few megabytes in a container
    how = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=program, args=how, timeout=PATIENCE * 3)
        except Error as problem:
            pytest.fail(
                f"these tests need a Chromium: apt-get install chromium, or playwright install chromium, or one that "
                f"GRUNDY_CHROMIUM names ({str(problem).splitlines()[0]})",
                pytrace=False,
            )
        expect.set_options(timeout=PATIENCE)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core: from the folder that GRUNDY_AXE names, or from npm."""
    from grundy.web.site import fetched

    given = os.environ.get("GRUNDY_AXE")
    folder = Path(given) if given else fetched(AXE, tmp_path_factory.mktemp("axe"))
    return (folder / "axe.min.js").read_text(encoding="utf-8")


Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, server: Server) -> Iterator[Open]:
    """Open a page of a server; at the end nothing may be on its console, and nothing asked of another host."""
    contexts: list[Any] = []
    said: list[str] = []

    def open_page(path: str, of: Server = server, **how: Any) -> Any:
        context = browser.new_context(base_url=of.url, **({"reduced_motion": "reduce"} | how))
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda problem: said.append(f"error: {problem}"))
        page.on("request", lambda request: said.append(request.url) if not request.url.startswith(of.url) else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not said


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from grundy.web.site import write_site

    folder = tmp_path_factory.mktemp("site")
    pyodide = os.environ.get("GRUNDY_PYODIDE")
    notes: list[str] = []
    write_site(folder, Path(pyodide) if pyodide else None, notes.append)
    assert not notes  # Node.js was there, so Python goes on from its memory
    return folder


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[str]:
    from looking import serving

    with serving(folder) as address:
        yield address
