"""What the package index shows: README.md, told to somebody who has no checkout, and addresses where there are any.

`GRUNDY_FILES` is the address at which the files of this version can be read, such as
`https://example.org/grundy/blob/v0.1.0`. Links lead there; without it they are plain words, since a link that is
relative to a checkout leads nowhere on an index.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).parent
CHECKOUT = re.compile(r"^## From a bare checkout\n.*?(?=^## )", re.M | re.S)
COMMENT = re.compile(r"<!--.*?-->\n*", re.S)
LINK = re.compile(r"\[([^\]]+)\]\((?!https?://|#)([^)]+)\)")
PICTURE = re.compile(r"<picture>.*?</picture>\n*", re.S)
SOURCE = re.compile(r'\b(src|srcset)="(?!https?://)([^"]+)"')
PAGES = {
    "Homepage": "README.md",
    "Documentation": "docs/index.md",
    "Changelog": "CHANGELOG.md",
    "Source": "",
}


def project_page(readme: str, files: str) -> str:
    """The text of README.md for an index; `files` is an address, or "" where there is none, and then no picture."""
    text, count = CHECKOUT.subn(lambda _: (HERE / "install.md").read_text(encoding="utf-8") + "\n", readme)
    if count != 1:
        raise ValueError("README.md: expected one section 'From a bare checkout', which installing takes the place of")
    text = COMMENT.sub("", text).replace("./grundyw", "grundy")
    text = SOURCE.sub(rf'\1="{files}/\2"', text) if files else PICTURE.sub("", text)
    return LINK.sub(rf"[\1]({files}/\2)" if files else r"\1", text)


class ProjectPage(MetadataHookInterface):
    """Hatchling asks it for the readme and the addresses, which pyproject.toml calls dynamic."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        files = os.environ.get("GRUNDY_FILES", "").rstrip("/")
        readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": project_page(readme, files)}
        metadata["urls"] = {name: f"{files}/{path}".rstrip("/") for name, path in PAGES.items()} if files else {}
