"""How soon pages show something in a real browser: paint, board, the computer's reply; on a server, and as files.

    python benchmarks/page_speed.py [--site FOLDER] [--runs 3] [--smallest]

Each page is opened in a new profile of a headless Chromium, without anything in its caches. *Paint* is the first
contentful paint, *board* the moment at which its board is drawn, both from the start of the navigation; *reply* lasts
from a move to the computer's, with reduced motion, which leaves the pause out that lets one see whose turn it is. Least
and worst of the runs, in milliseconds. --site also takes the pages that `grundy serve --write` wrote there. Exit status
1 if a page takes longer than it may, but for --smallest.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from table_speed import options

PATIENCE = 120_000
PAGES = (  # what, page, whether it has a board
    ("first page", "/", True),
    ("catalogue", "/games", False),
    ("Nim 3 4 5", "/game?g=nim&p=3+4+5", True),
    ("Kayles 4 5 6", "/game?g=kayles&p=4+5+6", True),
    ("Cram 4x5", "/game?g=cram&p=4x5", True),
    ("Cram 5x5", "/game?g=cram&p=5x5", True),
    ("Node Kayles 4x4", "/game?g=node-kayles&p=grid%3A4x4", True),
    ("Chomp 4x4", "/game?g=chomp&p=4x4", True),
    ("Hackenbush", "/game?g=hackenbush&p=0-a-b-c-b%2C+a-d%2C+a-d%2C+0-e-f%2C+e-g-h-e", True),
    ("Wythoff 4 6", "/game?g=wythoff&p=4+6", True),
    ("Nim 7 9 2, not as in the catalogue", "/game?g=nim&p=7+9+2", True),
    ("Kayles 11 12, not as there", "/game?g=kayles&p=11+12", True),
    ("Cram, set up", "/game?g=cram&p=..../.%23../....", True),
    ("a sum", "/game?g=nim&p=3&g=kayles&p=7", True),
    ("a rule of one's own, played", "/game?g=rule%3An+-%3E+n-k%2C+for+k+in+%7B1%2C3%2C4%7D&p=7+8", True),
)
MOST = {"server": (200, 300, 500), "files": (200, 1000, 500)}  # paint, board, reply
WATCH = """
window.drawn = new Promise((done) => addEventListener("DOMContentLoaded", () => {
  const seen = () => {
    if (document.querySelector("#boards svg, #boards .tile")) done(performance.now());
  };
  seen();
  new MutationObserver(seen).observe(document, { childList: true, subtree: true });
}));
"""
PAINTED = """() => new Promise((done) => new PerformanceObserver((all) => {
  for (const one of all.getEntriesByName("first-contentful-paint")) done(one.startTime);
}).observe({ type: "paint", buffered: true }))"""
REPLIED = """() => new Promise((done) => {
  const start = performance.now();
  const made = () => document.querySelectorAll("#history li:not(.none)").length;
  const watch = new MutationObserver(() => {
    if (made() < 2) return;
    watch.disconnect();
    done(performance.now() - start);
  });
  watch.observe(document, { childList: true, subtree: true });
  document.querySelector("#list #moves button").click();
})"""


def timed(browser: Any, address: str, path: str, board: bool) -> tuple[float, float | None, float | None]:
    """Milliseconds to the first paint, to the board, and from a move to its answer."""
    context = browser.new_context(base_url=address, reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(path)
    paint = page.evaluate(PAINTED)
    drawn = reply = None
    if board:
        drawn = page.evaluate("window.drawn")
    if board and "/game" in path:
        page.locator("#list #moves button").first.wait_for(state="attached")
        reply = page.evaluate(REPLIED)
    context.close()
    return paint, drawn, reply


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("--site", type=Path, metavar="FOLDER", help="pages as files, timed too")
    chosen = asked.parse_args()

    from browser.looking import serving  # which may not be installed
    from playwright.sync_api import sync_playwright
    from serving import served

    cases, runs = (PAGES[2:3], 1) if chosen.smallest else (PAGES, chosen.runs)
    program = os.environ.get("GRUNDY_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    late = 0
    with ExitStack() as stack:
        places = [("server", stack.enter_context(served("--workers", "2", "--time-limit", "60s")).url)]
        if chosen.site:
            places.append(("files", stack.enter_context(serving(chosen.site))))
        how = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=program, args=how)
        print(f"{platform.machine()}, Chromium {browser.version}, load average {os.getloadavg()[0]:.1f}; least, worst")
        for place, address in places:
            print(f"{place:32} {'paint ms':>12} {'board ms':>12} {'reply ms':>12}")
            timed(browser, address, "/", True)  # what the server and the browser do once
            for what, path, board in cases:
                name = path if place == "server" else f"{path.replace('?', '.html?', 1)}"
                if place == "files":
                    name = "/index.html" if path == "/" else name if "?" in path else f"{path}.html"
                rows = [timed(browser, address, name, board) for _ in range(runs)]
                cells = []
                for column, most in zip(zip(*rows, strict=True), MOST[place], strict=True):
                    found = [one for one in column if one is not None]
                    cells.append(f"{min(found):5.0f} {max(found):6.0f}" if found else f"{'-':>12}")
                    late += bool(found) and min(found) > most
                print(f"{what:32} {cells[0]:>12} {cells[1]:>12} {cells[2]:>12}", flush=True)
        browser.close()
    return 1 if late and not chosen.smallest else 0


if __name__ == "__main__":
    sys.exit(main())
