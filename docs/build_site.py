"""The whole site as files: the pages that need no server, the playground, and this documentation with a search.

./grundyw site FOLDER; any server of files can give what is then in FOLDER. Nothing of it is loaded from elsewhere.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from sheets import LINK as PLAYED
from sheets import query, sheets_page

from grundy.errors import GrundyError
from grundy.web.site import write_site

DOCS = Path(__file__).resolve().parent
LINK = re.compile(r"\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
HEADING = re.compile(r"^\*\*(.+?)\*\*", re.MULTILINE)
SETTINGS = """
[project]
site_name = "grundy"
site_description = "Impartial games solved, with the reason why"
docs_dir = "docs"
site_dir = "out"
use_directory_urls = false
extra_javascript = ["site.js"]
extra_css = ["site.css"]
nav = [
NAV
]

[project.theme]
font = false
custom_dir = "look"
features = ["navigation.instant.prefetch", "search.highlight", "content.code.copy"]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle = { icon = "lucide/sun", name = "To dark" }

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle = { icon = "lucide/moon", name = "To light" }

[project.markdown_extensions.toc]
permalink = true

[project.markdown_extensions.pymdownx.magiclink]

[project.markdown_extensions.pymdownx.superfences]

[project.markdown_extensions.pymdownx.highlight]
anchor_linenums = false
pygments_lang_class = true
"""
# On each page, the way back to the pages of games.
TOP = """{% extends "base.html" %}
{% block announce %}
  <nav aria-label="Pages of games">
    <a href="{{ "../index.html" | url }}">Games</a> ·
    <a href="{{ "../rule.html" | url }}">Your own rule</a> ·
    <a href="{{ "../playground.html" | url }}">Playground</a> ·
    <a href="{{ "../sheets.html" | url }}">Sheets to print</a>
  </nav>
{% endblock %}
"""
# In the list of pages that of now has a contrast of 3.75 by the theme's accent, in the dark 4.21; WCAG asks for 4.5.
STYLE = """[data-md-color-scheme="default"] { --md-accent-fg-color: #3a4bcc; }
[data-md-color-scheme="slate"] { --md-accent-fg-color: #8296ff; }
.md-banner { font-size: 0.75rem; }
.md-typeset table:not([class]) th { min-width: 0; }
"""
# What the theme's own scripts make: a bar of buttons is no landmark, and what scrolls is a stop of the tabulator.
SCRIPT = """function mend() {
  for (const bar of document.querySelectorAll("nav.md-code__nav")) bar.setAttribute("role", "none");
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", mend);
mend();
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="grundyw site", description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write; what else is there stays")
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER", help="Pyodide's npm package (else npm fetches it)")
    parser.add_argument("--address", metavar="URL", help="where FOLDER will be, for the codes on the sheets to print")
    asked = parser.parse_args()
    if asked.address is not None and not asked.address.startswith(("http://", "https://")):
        parser.error(f"--address: expected an address such as https://example.org/grundy, found {asked.address!r}")
    try:
        pages = write_site(
            asked.folder, asked.pyodide, lambda text: print(text, file=sys.stderr), documentation="docs/index.html"
        )
        pages.append(write_documentation(asked.folder / "docs"))
        pages.append(write_sheets(asked.folder, asked.address))
    except GrundyError as problem:
        print(problem, file=sys.stderr)
        return 2
    print(*pages, sep="\n")
    return 0


def write_documentation(folder: Path) -> Path:
    """These pages as HTML; the first of them. A folder of that name is replaced when all of it is made."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        shutil.copytree(DOCS, place / "docs", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        for page in (place / "docs").rglob("*.md"):
            page.write_text(within(page.read_text(encoding="utf-8"), page, place / "docs"), encoding="utf-8")
        (place / "zensical.toml").write_text(settings(), encoding="utf-8")
        (place / "docs" / "site.js").write_text(SCRIPT, encoding="utf-8")
        (place / "docs" / "site.css").write_text(STYLE, encoding="utf-8")
        (place / "look").mkdir()
        (place / "look" / "main.html").write_text(TOP, encoding="utf-8")
        program = Path(sys.executable).parent / "zensical"
        if not program.exists():
            raise GrundyError(f"{program}: expected zensical, which the extra 'site' installs; found nothing")
        done = subprocess.run([str(program), "build", "--strict"], cwd=place, capture_output=True, encoding="utf-8")
        if done.returncode or not (place / "out" / "index.html").is_file():
            raise GrundyError(f"zensical failed: {(done.stderr + done.stdout)[-2000:]}")
        (place / "out" / "404.html").unlink()  # hosts look for it in the root alone, where its addresses would be wrong
        for page in (place / "out").rglob("*.html"):
            page.write_text(page.read_text(encoding="utf-8").replace("<th></th>", "<td></td>"), encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(place / "out", folder)
    return folder / "index.html"


def settings() -> str:
    """The settings of the documentation, in which the pages have the order of its first page."""
    return SETTINGS.replace("NAV", ",\n".join(in_order((DOCS / "index.md").read_text(encoding="utf-8"))))


def in_order(index: str) -> list[str]:
    """The pages of the documentation for the list beside each, in TOML, as its first page has them.

    >>> in_order("# grundy\\n**Tutorial**, first\\n1. [A](tutorial/a.md)\\n**Gallery**: [all](gallery.md)")
    ['"index.md"', '{ "Tutorial" = ["tutorial/a.md"] }', '"gallery.md"']
    """
    found = ['"index.md"']
    sections = HEADING.split(index)[1:]
    for name, text in zip(sections[::2], sections[1::2], strict=True):
        pages = dict.fromkeys(link[2] for link in LINK.finditer(text) if link[2].endswith(".md"))
        inside = [f'"{page}"' for page in pages if not page.startswith("..")]
        listed = ", ".join(inside)
        found.append(inside[0] if len(inside) == 1 and "/" not in listed else f'{{ "{name}" = [{listed}] }}')
    return found


def write_sheets(folder: Path, address: str | None) -> Path:
    """The sheets of the lessons, to print."""
    lessons = (DOCS / "how-to" / "teach.md").read_text(encoding="utf-8")
    (folder / "sheets.html").write_text(sheets_page(lessons, address), encoding="utf-8")
    return folder / "sheets.html"


def within(text: str, page: Path, docs: Path) -> str:
    """A page in which what it links to outside the documentation, such as a file of the source, is a text alone.

    A page of the server that it names is a link to the same page of the site.

    >>> within("[a](b.md) and [c](../src/c.py)", Path("docs/x.md"), Path("docs"))
    '[a](b.md) and c'
    >>> within("`/game?g=nim&p=3 4 5`", Path("docs/x.md"), Path("docs"))
    '[`/game?g=nim&p=3 4 5`](../game.html?g=nim&p=3+4+5)'
    """

    def kept(link: re.Match[str]) -> str:
        if "://" in link[2]:
            return link[0]
        target = (page.parent / link[2]).resolve()
        return link[0] if target.is_relative_to(docs.resolve()) else link[1]

    up = "../" * len(page.relative_to(docs).parts)
    return PLAYED.sub(lambda one: f"[`{one[0][1:-1]}`]({up}{one[1]}.html?{query(one[2])})", LINK.sub(kept, text))


if __name__ == "__main__":
    sys.exit(main())
