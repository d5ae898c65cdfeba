"""Photographs of every page in four variants, light and dark, 1280 and 390 wide, to be looked at by a person.

    python tests/browser/photographs.py FOLDER [--site FOLDER] [--only WORD] [--seed 1]

FOLDER gets a picture for each page and variant, and SUBJECT.sheet.png with the four side by side. Games are shown as
they begin, after moves, won and lost, in Why and in Set up; their moves are drawn at random from the seed. --site also
takes the pages of a whole site that `./grundyw site FOLDER` has written. --only takes the subjects with this in their
name. A test uses none of this: what can be told by a program, the tests of this folder tell.
"""

from __future__ import annotations

import argparse
import base64
import os
import random
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

if TYPE_CHECKING:
    from serving import Server
    from teaching import Class

sys.path.insert(0, str(Path(__file__).parents[1]))

PATIENCE = 60_000
TALLEST = 2_600  # pixels of a page that are photographed
VARIANTS = [(scheme, width) for width in (1280, 390) for scheme in ("light", "dark")]
GAMES = [  # one of every kind of picture
    ("nim", [("nim", "3 4 5")]),
    ("cram", [("cram", "4x5")]),
    ("chomp", [("chomp", "4x5")]),
    ("kayles", [("kayles", "7 4")]),
    ("node-kayles", [("node-kayles", "grid:3x4")]),
    ("hackenbush", [("hackenbush", "0-a-b-c-b, a-d, a-d, 0-e-f, e-g-h-e")]),
    ("sprouts", [("sprouts", "3")]),
    ("nimstring", [("nimstring", "3x3")]),
    ("coins", [("mock-turtles", "TTHHTH")]),
    ("sum", [("kayles", "4 5"), ("rectangle", "110/011"), ("nim", "3")]),
    ("own-rule", [("rule:n -> n-k, for k in {1,3,4}", "7 8")]),
    ("wythoff", [("wythoff", "4 6")]),
    ("notakto", [("notakto", ".../.../...")]),
    ("clobber", [("clobber", "xox/oxo")]),
    ("nogo", [("nogo", "3x4")]),
    ("queens", [("node-kayles", "queens:4")]),
    ("sprouts-8", [("sprouts", "8")]),
    ("graph", [("geography", "1-2-3-4-2, 4-5 @ 2")]),
]
PAGES = [
    "/",
    "/games",
    "/games?q=coins",
    "/games?q=zzz",
    "/rule",
    "/rule?rule=n+-%3E+n-m",
    "/learn",
    "/api",
    "/nothing",
]
RULES = {
    "rule-pairs": "/rule?rule=(a,b)->(a-k,b),for+k+in+1..a;(a,b)->(a,b-k),for+k+in+1..b",
    "rule-take": "/rule?rule=n+-%3E+n-k,+for+k+in+{1,3,4}",
    "rule-words": "/rule?rule=take+1,+3+or+4",
}
DOCUMENTS = ["index", "gallery", "tutorial/first-position", "tutorial/sums", "how-to/class", "how-to/serve"]
DOCUMENTS += ["reference/games", "reference/api", "why/answer"]

Prepare = Callable[[Any], None]


class Subject(NamedTuple):
    """What is photographed: a page, and what is done there first."""

    name: str
    address: str
    prepare: Prepare


def until_shown(page: Any) -> None:
    """Wait until nothing is computed and nothing moves any more."""
    from looking import ready
    from playwright.sync_api import expect

    ready(page)
    if page.locator("#verdict").is_visible():
        expect(page.locator("#verdict")).not_to_have_text(re.compile("^$|Looking"))
    page.evaluate("document.fonts.ready")


def query(components: list[tuple[str, str]], **more: Any) -> str:
    pairs = [pair for game, text in components for pair in (("g", game), ("p", text))]
    return "/game?" + urlencode(pairs + list(more.items()), doseq=True)


def lines_of_play(server: Server, components: list[tuple[str, str]], seed: int) -> Iterator[list[str]]:
    """Games to the end, by moves at random: one that you win, and one that you lose, where both are met soon."""
    wanted, chance = {0, 1}, random.Random(seed)
    start = [list(one) for one in components]
    for _ in range(12):
        moves: list[str] = []
        while len(moves) < 80:
            question = {"components": start, "play": "normal", "moves": moves, "first": 1}
            told = server.post("/ask/game", question).json()
            if not told.get("moves"):
                break
            moves.append(chance.choice(told["moves"])["text"])
        if len(moves) % 2 in wanted:
            wanted.remove(len(moves) % 2)
            yield moves


def games(server: Server, seed: int, only: str) -> Iterator[Subject]:
    for name, components in GAMES:
        if only not in f"game-{name}-" and not only.startswith(f"game-{name}"):
            continue
        yield Subject(f"game-{name}-1-start", query(components), until_shown)
        lines = list(lines_of_play(server, components, seed))
        for line in lines:
            end = "won" if len(line) % 2 else "lost"
            yield Subject(f"game-{name}-3-{end}", query(components, m=line), until_shown)
        middle = max(lines, key=len)[:2] if lines else []
        yield Subject(f"game-{name}-2-middle", query(components, m=middle), until_shown)
        yield Subject(f"game-{name}-4-why", query(components, m=middle, view="why"), until_shown)
        values = query(components, m=middle, view="why", show="values")
        yield Subject(f"game-{name}-5-values", values, until_shown)
        yield Subject(f"game-{name}-6-setup", query(components, view="setup"), until_shown)


def pages(_: Server) -> Iterator[Subject]:
    for path in PAGES:
        name = path.strip("/").replace("?", "-").replace("=", "-").replace("%", "") or "home"
        yield Subject(f"page-{name}", path, until_shown)
    for name, path in RULES.items():
        yield Subject(f"page-{name}", path, until_shown)
    yield Subject("page-home-lost", "/", nim_to_the_end)
    yield Subject("page-home-why", "/", why_of_nim)


def nim_to_the_end(page: Any) -> None:
    """Take the first counter that can be taken until none is left."""
    until_shown(page)
    while not page.get_by_role("button", name="Show me why").count():
        page.locator("#boards .counter[role=button]").first.click()
        page.locator("#turn .seat:not(.two).on, #tools .main").first.wait_for()


def why_of_nim(page: Any) -> None:
    nim_to_the_end(page)
    page.get_by_role("button", name="Show me why").click()
    page.locator(".columns .over, .columns .nil").first.wait_for()


def photographed(browser: Any, url: str, subject: Subject, folder: Path) -> None:
    """Four pictures of a page, and the sheet of all."""
    for scheme, width in VARIANTS:
        context = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": 800 if width > 400 else 844},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(subject.address)
        subject.prepare(page)
        photograph(page, folder / f"{subject.name}.{scheme}-{width}.png")
        context.close()
    sheet(browser, folder, subject.name)
    print(subject.name, flush=True)


def photograph(page: Any, path: Path) -> None:
    height = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
    width = page.viewport_size["width"]
    page.screenshot(path=path, full_page=True, clip={"x": 0, "y": 0, "width": width, "height": height})


def sheet(browser: Any, folder: Path, name: str) -> None:
    """The four pictures of a page in one, the narrow ones last."""
    shown = []
    for scheme, width in VARIANTS:
        data = base64.b64encode((folder / f"{name}.{scheme}-{width}.png").read_bytes()).decode()
        shown.append(f'<img width={width // 2 if width > 400 else 300} src="data:image/png;base64,{data}">')
    page = browser.new_page(viewport={"width": 1960, "height": 100})
    page.set_content(
        f'<body style="margin:8px;display:flex;gap:8px;align-items:start;background:#999">{"".join(shown)}'
    )
    page.screenshot(path=folder / f"{name}.sheet.png", full_page=True)
    page.close()


def class_photographed(browser: Any, of: Class, folder: Path) -> None:
    """The pages of pupil, teacher and projector, as a lesson goes on."""
    for scheme, width in VARIANTS:
        of.renewed()
        context = browser.new_context(
            base_url=of.server.url,
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        pupil, teacher, projector = context.new_page(), context.new_page(), context.new_page()

        def take(page: Any, name: str, scheme: str = scheme, width: int = width) -> None:
            photograph(page, folder / f"class-{name}.{scheme}-{width}.png")

        pupil.goto("/")
        take(pupil, "pupil-1-enter")
        pupil.get_by_label("The word that your teacher says").fill("heron")
        pupil.get_by_label("Your first name").fill("Ada")
        pupil.get_by_role("button", name="Enter").click()
        for name in ("Ben", "Chidi", "Emre"):
            of.enters(name)
        pupil.locator("#boards svg").first.wait_for()
        take(pupil, "pupil-2-plays")
        pupil.locator("#boards [role=button]").first.click()
        until_shown(pupil)
        take(pupil, "pupil-3-moved")
        teacher.goto(f"/teacher#{of.teacher.key}")
        teacher.get_by_role("row", name="Ada").wait_for()
        take(teacher, "teacher-1-table")
        projector.goto(f"/projector#{of.teacher.key}")
        projector.locator("#idle").wait_for()
        take(projector, "projector-1-idle")
        of.teacher.told("teacher/show", text="nim 1 3 5 7")
        pupil.locator("#shown svg").wait_for()
        take(pupil, "pupil-4-votes")
        pupil.get_by_role("button", name="Player 2").click()
        projector.locator("#boards svg").wait_for()
        take(projector, "projector-2-position")
        teacher.locator("#now").wait_for()
        take(teacher, "teacher-2-shows")
        of.teacher.told("teacher/reveal", votes=True, why=True)
        projector.locator("#right").get_by_text("right").wait_for()
        take(projector, "projector-3-why")
        pupil.locator("#voted").get_by_text("right").wait_for()
        take(pupil, "pupil-5-right")
        context.close()
    for path in sorted(folder.glob("class-*.light-1280.png")):
        sheet(browser, folder, path.name.removesuffix(".light-1280.png"))
        print(path.name, flush=True)


def site_pages() -> Iterator[Subject]:
    for name in ("index", "games", "playground", "learn", "sheets"):
        yield Subject(f"site-{name}", f"/{name}.html", until_shown)
    yield Subject("site-game", "/game.html?g=cram&p=4x5", until_shown)
    for name in DOCUMENTS:
        yield Subject(f"docs-{name.replace('/', '-')}", f"/docs/{name}.html", until_shown)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--site", type=Path, help="a whole site, photographed too")
    asked.add_argument("--only", default="", help="subjects with this in their name")
    asked.add_argument("--seed", type=int, default=1)
    chosen = asked.parse_args()

    from looking import serving  # which needs what may not be installed
    from playwright.sync_api import expect, sync_playwright
    from serving import served
    from teaching import taught

    chosen.folder.mkdir(parents=True, exist_ok=True)
    program = os.environ.get("GRUNDY_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with ExitStack() as stack:
        how = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        expect.set_options(timeout=PATIENCE)
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=program, args=how)
        server = stack.enter_context(served("--workers", "2", "--time-limit", "60s"))
        for subject in chain(pages(server), games(server, chosen.seed, chosen.only)):
            if chosen.only in subject.name:
                photographed(browser, server.url, subject, chosen.folder)
        if chosen.site:
            address = stack.enter_context(serving(chosen.site))
            for subject in site_pages():
                if chosen.only in subject.name:
                    photographed(browser, address, subject, chosen.folder)
        if chosen.only in "class-":
            class_photographed(browser, stack.enter_context(taught("--workers", "2")), chosen.folder)
        browser.close()


if __name__ == "__main__":
    main()
