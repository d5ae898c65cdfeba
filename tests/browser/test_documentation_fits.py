"""The pages of the documentation in a window of a laptop and on a telephone: nothing is cut, no name is broken."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from looking import serving

from grundy.games.catalogue import GAMES

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(page.relative_to(ROOT / "docs").with_suffix("").as_posix() for page in (ROOT / "docs").rglob("*.md"))

# What does not fit into the box that would have to be scrolled to see it.
CUT = """() => [...document.querySelectorAll(".md-typeset :is(table, pre, code, img, .figure)")].filter((one) => {
  for (let box = one; box !== document.body; box = box.parentElement)
    if (getComputedStyle(box).overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1) return true;
  return false;
}).map((one) => `${one.tagName} ${one.textContent.slice(0, 60)}`)"""

# Names that stand in more than one line.
BROKEN = """(names) => {
  const name = new RegExp(`(?<![\\\\w-])(?:${names.join("|")})(?![\\\\w-])`, "g");
  const found = [];
  for (const block of document.querySelectorAll(".md-typeset :is(p, li, td, th, h1, h2, h3, h4, pre)")) {
    const nodes = [], walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), at = 0; node; at += node.data.length, node = walker.nextNode())
      nodes.push([at, node]);
    const text = nodes.map(([, node]) => node.data).join("");
    const place = (at) => nodes.findLast(([start]) => start <= at);
    for (const match of text.matchAll(name)) {
      const tops = [...match[0]].map((_, at) => {
        const range = document.createRange(), [start, node] = place(match.index + at);
        range.setStart(node, match.index + at - start);
        range.setEnd(node, match.index + at - start + 1);
        return range.getBoundingClientRect().top;
      });
      const lines = Math.max(...tops) - Math.min(...tops) > 6;
      if (lines) found.push(`${match[0]} in ${block.tagName}: ${text.slice(0, 60)}`);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The address of the documentation as it is built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs"))
        folder = tmp_path_factory.mktemp("site")
        importlib.import_module("build_site").write_documentation(folder / "docs")
        with serving(folder) as address:
            yield f"{address}/docs"


def found_on_pages(browser: Any, site: str, width: int, script: str, given: object = None) -> dict[str, list[str]]:
    """What a script finds on each page, where it finds something."""
    page = browser.new_page(viewport={"width": width, "height": 844}, reduced_motion="reduce")
    seen_on = {}
    for name in PAGES:
        page.goto(f"{site}/{name}.html")
        page.locator("h1").first.wait_for()
        if seen := page.evaluate(script, given):
            seen_on[name] = seen
    page.close()
    return seen_on


def test_no_table_and_no_code_is_cut_at_1280(browser: Any, site: str) -> None:
    assert found_on_pages(browser, site, 1280, CUT) == {}


def test_no_name_of_a_game_is_broken_at_390(browser: Any, site: str) -> None:
    """`floor-division:2,3,6` stood in three lines of a narrow column, `take-` in one and `away` in the next."""
    names = sorted({*GAMES, *(game.called() for game in GAMES.values() if " " not in game.called())}, key=len)
    assert found_on_pages(browser, site, 390, BROKEN, [re.escape(name) for name in reversed(names)]) == {}


def test_every_game_has_its_picture_in_light_and_in_dark(browser: Any, site: str) -> None:
    """Each is loaded, is as large as the others, and has two grounds: a picture knows whether the page is dark."""
    page = browser.new_page(viewport={"width": 1280, "height": 844})
    page.goto(f"{site}/gallery.html")
    pictures = page.locator(".md-typeset li > a > img")
    sizes = pictures.evaluate_all("all => all.map((one) => [one.naturalWidth, one.naturalHeight])")
    assert len(sizes) == len(GAMES) and len({json.dumps(size) for size in sizes}) == 1 and min(sizes[0]) > 0
    first, seen = pictures.first, []
    for scheme in ("default", "slate"):
        page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
        seen.append(first.screenshot())
    assert seen[0] != seen[1]
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pieces_of_two_colours_do_not_look_alike(browser: Any, scheme: str) -> None:
    """In Northcott's game, Col and Snort both were drawn in the colour of one."""
    page = browser.new_page(color_scheme=scheme)
    for name in ("northcott", "col", "snort"):
        page.goto((ROOT / "docs" / "pictures" / "games" / f"{name}.svg").as_uri())
        fills = {
            page.locator(f".{kind} .piece").first.evaluate("one => getComputedStyle(one).fill")
            for kind in ("full", "white")
        }
        assert len(fills) == 2, name
    page.close()


OVERLAPPING = """() => [...document.querySelectorAll(".figure svg")].flatMap((svg) => {
  const texts = [...svg.querySelectorAll("text")].filter((one) => one.textContent);
  const boxes = texts.map((one) => one.getBoundingClientRect());
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const hidden = texts.filter((_, at) => boxes.slice(0, at).some((other) => meet(other, boxes[at])));
  return hidden.map((one) => one.textContent);
})"""


def test_no_number_of_a_figure_lies_on_another_at_390(browser: Any, site: str) -> None:
    """Heaps and their values stood in each other on a telephone."""
    assert found_on_pages(browser, site, 390, OVERLAPPING) == {}
