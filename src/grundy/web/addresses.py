"""Where the documentation and the source lie, and the links of pages that lead there.

A link `<a data-docs="how-to/teach">` leads to that page of the documentation where there is one; else to its `href`, a
page that is always there, and without one it is no link of the page. `<a data-source>` is the same for the source.
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, metadata

LINK = re.compile(r'<a((?: [a-z-]+="[^"]*")*?) data-(docs="(?P<page>[^"]+)"|source)((?: [a-z-]+="[^"]*")*)>(.*?)</a>')
HREF = re.compile(' href="[^"]*"')


def with_addresses(page: str, documentation: str = "", kind: str = ".html", source: str = "") -> str:
    """A page whose links to the documentation and the source lead there, or where they can.

    Args:    documentation: the address of its folder, with a slash at its end; "": there is none.
             kind: how the names of its pages end.

    >>> with_addresses('<a href="/learn" data-docs="index">Learn</a><a data-docs="how-to/play">Play</a>')
    '<a href="/learn">Learn</a>'
    >>> with_addresses('<a href="/learn" data-docs="index">Learn</a>', "docs/")
    '<a href="docs/index.html">Learn</a>'
    """

    def led(link: re.Match[str]) -> str:
        attributes = link[1] + link[4]
        there = source if link["page"] is None else documentation and f"{documentation}{link['page']}{kind}"
        if there:
            return f'<a href="{there}"{HREF.sub("", attributes)}>{link[5]}</a>'
        return f"<a{attributes}>{link[5]}</a>" if HREF.search(attributes) else ""

    return LINK.sub(led, page)


def published(package: str = "grundy") -> dict[str, str]:
    """Where this version's files can be read, if its package says so: what `with_addresses` takes."""
    try:
        addresses = metadata(package).get_all("Project-URL") or []
    except PackageNotFoundError:
        addresses = []  # a checkout that was never installed
    by_label = dict(entry.split(", ", 1) for entry in addresses)
    index = by_label.get("Documentation", "")
    return {"documentation": index.removesuffix("index.md"), "kind": ".md", "source": by_label.get("Source", "")}
