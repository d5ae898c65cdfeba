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
from importlib.resources import files
from pathlib import Path

from sheets import LINK as PLAYED
from sheets import query, sheets_page

from grundy.errors import GrundyError
from grundy.games.catalogue import GAMES
from grundy.version import __version__
from grundy.web.pages import LOGO
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
extra_javascript = ["site.js", "figures.js"]
extra_css = ["site.css"]
nav = [
NAV
]

[project.theme]
font = false
custom_dir = "look"
features = ["navigation.instant.prefetch", "search.highlight", "content.code.copy", "navigation.footer"]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle = { icon = "lucide/moon", name = "To dark" }

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle = { icon = "lucide/sun", name = "To light" }

[project.markdown_extensions.toc]
permalink = true

[project.markdown_extensions.pymdownx.magiclink]

[project.markdown_extensions.pymdownx.superfences]

[project.markdown_extensions.pymdownx.highlight]
anchor_linenums = false
pygments_lang_class = true
"""
LOOK = DOCS / "look"
ARTICLE = re.compile(r"<article.*</article>", re.DOTALL)
TEXT = re.compile(r"<(?P<tag>code)>(?P<code>.*?)</code>|<[^>]*>|[^<]+", re.DOTALL)
HYPHENED = re.compile(r"(?<![\w-])(?=[\w-]*-)-{0,2}\w[\w-]{0,30}(?![\w-])(?![^<]*>)")  # in code: a name, or an option
PATH = re.compile(r"[^\s<>]*[/\\][^\s<>]*")
LONGEST = 18  # characters of a path that is not broken, or it would make its column too wide
ESCAPED = "\\|"  # in a table, where | alone would end a cell
FIGURE = re.compile(r"<!-- figure: ([a-z]+)((?: \d+)+) -->")


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
            asked.folder, asked.pyodide, lambda text: print(text, file=sys.stderr), documentation="docs/"
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
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        shutil.copytree(DOCS, place / "docs", ignore=shutil.ignore_patterns("*.py", "__pycache__", "look"))
        for page in (place / "docs").rglob("*.md"):
            page.write_text(within(page.read_text(encoding="utf-8"), page, place / "docs"), encoding="utf-8")
        (place / "zensical.toml").write_text(settings(), encoding="utf-8")
        for name in ("site.js", "figures.js"):
            shutil.copy(LOOK / name, place / "docs" / name)
        (place / "docs" / "site.css").write_text(style(), encoding="utf-8")
        shutil.copytree(LOOK, place / "look", ignore=shutil.ignore_patterns("*.js", "*.css"))
        for part, mark, text in (
            ("partials/header.html", "<!--logo-->", LOGO),
            ("main.html", "<!--version-->", __version__),
        ):
            file = place / "look" / part
            file.write_text(file.read_text(encoding="utf-8").replace(mark, text), encoding="utf-8")
        program = Path(sys.executable).parent / "zensical"
        if not program.exists():
            raise GrundyError(f"{program}: expected zensical, which the extra 'site' installs; found nothing")
        done = subprocess.run([str(program), "build", "--strict"], cwd=place, capture_output=True, encoding="utf-8")
        if done.returncode or not (place / "out" / "index.html").is_file():
            raise GrundyError(f"zensical failed: {(done.stderr + done.stdout)[-2000:]}")
        (place / "out" / "404.html").unlink()  # hosts look for it in the root alone, where its addresses would be wrong
        for page in (place / "out").rglob("*.html"):
            text = page.read_text(encoding="utf-8").replace("<th></th>", "<td></td>")
            page.write_text(with_whole_names(text), encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(place / "out", folder)
    return folder / "index.html"


def with_whole_names(page: str) -> str:
    """A page in which a browser breaks no name of a game at its hyphen; nor in code any name, or option.

    >>> with_whole_names("<article>In take-away <code>solve -x</code></article>")
    '<article>In <span class="whole">take-away</span> <code>solve <span class="whole">-x</span></code></article>'
    """
    called = {name for game in GAMES.values() for name in (game.name, game.called()) if "-" in name}
    names = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(called)))})(?![\w-])")

    def whole(piece: re.Match[str]) -> str:
        text = piece[0]
        if piece["tag"]:
            if "<" not in piece["code"]:  # not a block
                text = f"<code>{PATH.sub(with_breaks, piece['code']).replace(ESCAPED, '|')}</code>"
            return HYPHENED.sub(r'<span class="whole">\g<0></span>', text)
        return text if text.startswith("<") else names.sub(r'<span class="whole">\g<0></span>', text)

    before, article, after = page.partition("<article")
    article, end, after = after.partition("</article>")
    return f"{before}<article{TEXT.sub(whole, article)}{end}{after}"


def with_breaks(path: re.Match[str]) -> str:
    """A path, which a browser may break behind a separator if it is long."""
    return re.sub(r"[/\\](?=\w)", r"\g<0><wbr>", path[0]) if len(path[0]) > LONGEST else path[0]


def style() -> str:
    """The style sheet: colours and the header as the pages of the games have them, and what is of the documentation."""
    sheet = (files("grundy.web") / "static" / "grundy.css").read_text(encoding="utf-8")
    tokens = sheet[sheet.index(":root {") : sheet.index("\n}\n") + 3]
    header = [
        line for line in sheet.splitlines() if line.startswith(".top") and "find" not in line and "seek" not in line
    ]
    return "\n".join([tokens, *header, (LOOK / "site.css").read_text(encoding="utf-8")])


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
        listing = "\n".join(line for line in text.splitlines() if not line.startswith("|"))  # tables name pages too
        pages = dict.fromkeys(link[2] for link in LINK.finditer(listing) if link[2].endswith(".md"))
        inside = [f'"{page}"' for page in pages if not page.startswith("..")]
        listed = ", ".join(inside)
        if not inside:
            continue
        found.append(inside[0] if len(inside) == 1 and "/" not in listed else f'{{ "{name}" = [{listed}] }}')
    return found


def write_sheets(folder: Path, address: str | None) -> Path:
    """The sheets of the lessons, to print."""
    lessons = (DOCS / "how-to" / "teach.md").read_text(encoding="utf-8")
    (folder / "sheets.html").write_text(sheets_page(lessons, address), encoding="utf-8")
    return folder / "sheets.html"


def within(text: str, page: Path, docs: Path) -> str:
    """A page in which what it links to outside the documentation, such as a file of the source, is a text alone.

    A comment that names a figure is its place; a page of the server that it names, a link to the same page of the site.

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

    text = FIGURE.sub(r'<div class="figure" data-figure="\1" data-numbers="\2"></div>', text).replace(
        'numbers=" ', 'numbers="'
    )
    up = "../" * len(page.relative_to(docs).parts)
    return PLAYED.sub(lambda one: f"[`{one[0][1:-1]}`]({up}{one[1]}.html?{query(one[2])})", LINK.sub(kept, text))


if __name__ == "__main__":
    sys.exit(main())
