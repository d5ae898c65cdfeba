"""The lessons of how-to/teach.md as sheets to print: one page each, with a code that leads a telephone to its game."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from urllib.parse import parse_qsl, urlencode, urlsplit

LESSON = re.compile(r"^## \d+\. (?P<title>.+?)\n(?P<body>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
PLAY = re.compile(r"\*\*Play\.\*\* (.+?)\n\n", re.DOTALL)
LINK = re.compile(r"`/(game|rule)\?([^`]+)`")

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sheets to print - grundy</title>
<style>
  body {{ font: 12pt/1.5 system-ui, sans-serif; color: #111; background: #fff }}
  body {{ margin: 0 auto; max-width: 42em; padding: 1em }}
  section {{ break-after: page; padding-bottom: 3em }}
  section:last-child {{ break-after: auto }}
  h1 {{ font-size: 20pt; line-height: 1.2; margin: 0 0 .6em }}
  table {{ border-collapse: collapse; width: 100%; margin: 1.5em 0 }}
  th, td {{ border: 1px solid #555; height: 2.2em; padding: 0 .4em; text-align: center; font-weight: normal }}
  .name {{ display: flex; gap: 2em; margin-bottom: 2em }}
  .name span {{ flex: 1; border-bottom: 1px solid #555 }}
  .lines i {{ display: block; border-bottom: 1px solid #555; height: 2.4em }}
  figure {{ display: flex; gap: 1.5em; align-items: center; margin: 1.5em 0 }}
  figure svg {{ width: 3.2cm; height: 3.2cm; flex: none }}
  figcaption, figcaption a {{ overflow-wrap: anywhere; color: #111 }}
  @media (max-width: 30em) {{ th, td {{ padding: 0 .15em; font-size: 9pt }} }}
  @page {{ size: A4; margin: 18mm }}
</style>
</head>
<body>
<main>
{sections}
</main>
</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one lesson leaves for a pupil: its title, how to play, the page of the game, and the table to fill in."""

    title: str
    play: str
    page: str
    rows: tuple[tuple[str, ...], ...]


def sheets_of(text: str) -> Iterator[Sheet]:
    """The sheets of the lessons in a Markdown text that begin with a game to play.

    >>> from pathlib import Path
    >>> [sheet.title for sheet in sheets_of(Path("docs/how-to/teach.md").read_text(encoding="utf-8"))]
    ['The last one wins', 'Nim, and writing in twos', 'Skittles in a row']
    """
    for lesson in LESSON.finditer(text):
        play, link = PLAY.search(lesson["body"]), LINK.search(lesson["body"])
        if play and link:
            lines = [line for line in lesson["body"].splitlines() if line.startswith("|") and not line.startswith("|-")]
            rows = tuple(tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines)
            yield Sheet(lesson["title"], " ".join(play[1].split()), f"{link[1]}.html?{query(link[2])}", rows)


def query(text: str) -> str:
    """The part of an address behind `?`, in the characters that an address may have.

    >>> query("rule=n -> n-1")
    'rule=n+-%3E+n-1'
    """
    return urlencode(parse_qsl(text, strict_parsing=True), safe=":,/")


def sheets_page(text: str, address: str | None) -> str:
    """The page of all sheets.

    Args:  text: the Markdown of the lessons. address: where the site will be, for the codes; None: there are none.
    """
    return PAGE.format(sections="\n".join(section(sheet, address) for sheet in sheets_of(text)))


def section(sheet: Sheet, address: str | None) -> str:
    link = f"{address.rstrip('/')}/{sheet.page}" if address else sheet.page
    code = ""
    if address:
        import segno  # of the extra 'site', which the other lines do not need

        made = io.BytesIO()
        segno.make(link, error="m").save(made, kind="svg", xmldecl=False, svgns=True, omitsize=True)
        code = made.getvalue().decode()
    cells = [
        "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in row) + "</tr>"
        for row, kind in zip(sheet.rows, ["th", *["td"] * len(sheet.rows)], strict=False)
    ]
    table = f"<table>{''.join(cells)}</table>" if cells else ""
    return f"""<section>
<h1>{escape(sheet.title)}</h1>
<p class="name">Name: <span></span> Date: <span></span></p>
<p><b>Play.</b> {escape(sheet.play)}</p>
{table}
<p class="lines"><b>What we noticed:</b><i></i><i></i><i></i></p>
<figure>{code}<figcaption>Check it here:<br><a href="{escape(link)}">{escape(shown(link))}</a></figcaption></figure>
</section>"""


def shown(link: str) -> str:
    """An address as people read it."""
    parts = urlsplit(link)
    return link if not parts.scheme else link.removeprefix(f"{parts.scheme}://")
