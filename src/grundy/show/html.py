"""Values as HTML for a notebook: the same lines as on a terminal, tables as tables, and nim-values as nimbers.

The colours are those of the page around it, so that it reads well on light and dark ones. Formulas are letters with
`<sup>` and `<sub>`: a notebook that is exported and read without a network has no MathJax to set them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from grundy.model.convention import Loony
from grundy.show.markup import escape
from grundy.show.text import Line

COLUMNS = 20
MOST_ROWS = 10  # of a sequence
SIDE = 12  # of the corner of a table
VALUE = re.compile(r"(?<=nim-value )\d+(?![\d,]*\d)|(?<![\w*])\*\d+\b")
FORMS = {
    "winner": '<div style="margin: .3em 0"><strong>{}</strong></div>',
    "heading": '<div style="margin: .3em 0">{}</div>',
    "move": "<div>{}</div>",
    "note": '<div style="opacity: .7; font-size: 90%">{}</div>',
}
ZERO = "background: rgba(31, 150, 130, .3); font-weight: 600"  # a P-position, on light and dark


def words(text: str) -> str:
    """A text, with the nim-values in it as nimbers.

    >>> words("an N-position, nim-value 3.")
    'an N-position, nim-value ∗3.'
    """
    plain = escape(text, quote=False).replace("$", "<span>$</span>")  # where there is MathJax, it begins a formula
    return VALUE.sub(lambda match: f"∗{match[0].lstrip('*')}", plain)


def lines_html(lines: Iterable[Line]) -> str:
    """The lines that a terminal shows: the answer in bold, moves as a list, columns as they are, remarks small."""
    parts = []
    for kind, group in groupby(lines, _kind):
        texts = [line.text for line in group]
        if kind == "list":
            listed = "".join(f"<li>{'<br>'.join(map(words, item))}</li>" for item in _items(texts))
            parts.append(f'<ul style="margin: 0">{listed}</ul>')
        elif kind == "columns":
            parts.append(f'<pre style="margin: .3em 0; font-family: monospace">{escape(chr(10).join(texts))}</pre>')
        else:
            parts += [FORMS[kind].format(words(text.strip())) for text in texts if text.strip()]
    return "".join(parts)


def _items(texts: Iterable[str]) -> list[list[str]]:
    """The lines of each item of a list: what is indented further says more of the item above it."""
    items: list[list[str]] = []
    for text in texts:
        if items and text.startswith("    "):
            items[-1].append(text.strip())
        else:
            items.append([text.strip()])
    return items


def _kind(line: Line) -> str:
    """How a line is shown."""
    if line.kind == "board" or "   " in line.text.strip():
        return "columns"
    return "list" if line.kind == "move" and line.text.startswith("  ") else line.kind


def titled(title: str, body: str, note: str) -> str:
    """What is shown, below what it is, and above how it is known."""
    return lines_html([Line("winner", title)]) + body + lines_html([Line("note", note)])


def text_html(text: str) -> str:
    """A text of several lines whose columns stay where they are; the first is what it says."""
    first, *rest = text.splitlines() or [""]
    below = f'<pre style="margin: .3em 0; font-family: monospace">{escape(chr(10).join(rest))}</pre>' if rest else ""
    return f"<div><strong>{words(first)}</strong></div>{below}"


def printed_html(value: object) -> str:
    """A value in a notebook by what the command line prints of it."""
    return text_html(str(value))


def table_html(heads: Sequence[str], rows: Iterable[Sequence[str]], zero: str | None = "0") -> str:
    """A table; the first cell of a row is its head, and cells that are `zero` are those of P-positions."""
    top = "".join(f"<th>{head}</th>" for head in heads)
    body = "".join(
        f"<tr><th>{head}</th>{''.join(_cell(cell, cell == zero) for cell in cells)}</tr>" for head, *cells in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _cell(text: str, lost: bool) -> str:
    return f'<td style="{ZERO}">{text}</td>' if lost else f"<td>{text}</td>"


def sequence_html(values: Sequence[int | Loony], count: int) -> str:
    """The first nim-values in rows.

    Args:    count: how many there are in all.
    """
    shown = values[: COLUMNS * MOST_ROWS]
    columns = min(COLUMNS, len(shown))
    rows = [[str(start), *map(str, shown[start : start + columns])] for start in range(0, len(shown), max(columns, 1))]
    more = FORMS["note"].format(f"… of {count:,} values") if count > len(shown) else ""
    return table_html(["<i>n</i>", *map(str, range(columns))], rows) + more


def corner_html(rows: Sequence[Sequence[object]], shape: Sequence[int], outcomes: bool = False) -> str:
    """The corner of a table of pairs; P-positions are coloured."""
    listed = [[str(a), *map(str, row)] for a, row in enumerate(rows)]
    whole = (len(rows), len(rows[0])) == tuple(shape)
    more = "" if whole else FORMS["note"].format(f"… of {shape[0]:,} × {shape[1]:,} states")
    return table_html(["", *map(str, range(len(rows[0])))], listed, "P" if outcomes else "0") + more
