"""The script and the style of a notebook's board, made from those of the pages of `grundy serve`.

A notebook takes one module and one style sheet, which share the document with whatever else is on it. So modules that
import each other become one, each in a function of its own, and the styles hold below the class `grundy` alone.
"""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGES = HERE.parent / "web" / "static"
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def script(path: Path = HERE / "board.js") -> str:
    """A module and all that it imports as one text, which imports nothing.

    It understands only what the modules here use: `import { names } from "file"`, and `export` before a function, a
    class or a constant.
    """
    pieces: dict[Path, str] = {}
    _collect(path.resolve(), pieces)
    *before, last = pieces.values()
    return "\n".join([*before, last])


def _collect(path: Path, pieces: dict[Path, str], first: bool = True) -> None:
    """Put the text of a module into `pieces`, after those of the modules that it imports."""
    text = path.read_text(encoding="utf-8")
    for match in IMPORT.finditer(text):
        wanted = (path.parent / match[2]).resolve()
        if wanted not in pieces:
            _collect(wanted, pieces, first=False)
    text = IMPORT.sub(lambda match: f"const {{{match[1]}}} = {_name((path.parent / match[2]).resolve())};", text)
    if not first:
        names = ", ".join(match[1] for match in EXPORT.finditer(text))
        text = f"const {_name(path)} = (() => {{\n{EXPORT.sub('', text)}\nreturn {{ {names} }};\n}})();"
    pieces[path] = text


def _name(path: Path) -> str:
    """The name of a module in the joined text."""
    return f"{path.stem}_module"


def style() -> str:
    """The style of the pages inside the class `grundy` (dark with the class `dark`), then the board's own."""
    pages = (PAGES / "grundy.css").read_text(encoding="utf-8")
    pages = pages.replace("@media (prefers-color-scheme: dark)", "&.dark").replace(":root", "&")
    return f".grundy {{\n{pages}\n{(HERE / 'board.css').read_text(encoding='utf-8')}\n}}\n"
