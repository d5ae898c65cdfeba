"""Print to the screen: the only module that does, with the colours of lines and the limits of the screen.

No other module of the command line writes to standard output or standard error. What is printed is escaped here, and
our own colours and moves of the cursor are put round it afterwards.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from grundy.show.text import Line

UNKNOWN_WIDTH = 80  # characters of a line
EVIDENCE = re.compile("(?:Proved|Computed|Observed): ")  # how something is known, in a sentence
STYLES: dict[str, dict[str, Any]] = {
    "winner": {"fg": "green", "bold": True},
    "heading": {"bold": True},
    "note": {"dim": True},
    "board": {},
    "move": {},
}


def draws() -> bool:
    """Whether the output can show the marks that boards are drawn with."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        "●■→·".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def screen_width() -> int | None:
    """How many characters a line of the screen has; None where there is none."""
    return terminal_width(sys.stdout) if sys.stdout.isatty() else None


def terminal_width(stream: TextIO) -> int:
    """How many characters a line of a stream's terminal has: what COLUMNS says, else the terminal; 80 of none.

    Not as `shutil` has it, which asks the first standard output: a file, perhaps, while a bar moves on standard error.
    """
    with suppress(ValueError):
        if (columns := int(os.environ.get("COLUMNS", ""))) > 0:
            return columns
    with suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or UNKNOWN_WIDTH
    return UNKNOWN_WIDTH


def say(text: str | Iterable[Line], prose: re.Pattern[str] = EVIDENCE) -> None:
    """Print a text, or lines in their colours, and flush it; on a terminal prose is folded.

    Args:    prose: how the lines of a text begin that are prose.
    """
    from grundy.text.terminal import printable

    if isinstance(text, str):
        whole = fitted(printable(text), prose)
    else:
        width = screen_width()
        whole = "".join(f"{styled(part)}\n" for line in text for part in _parts(_safe(line), width))
    click.echo(whole, nl=False)
    sys.stdout.flush()


def note(*sentences: str) -> None:
    """Print sentences on standard error, each in a line of its own, whatever is named in it."""
    from grundy.text.terminal import printable

    lines = [printable(sentence, kept="\t") for sentence in sentences]
    if sys.stderr.isatty():
        from grundy.show.text import fold

        width = terminal_width(sys.stderr)
        lines = [part for line in lines for part in fold(line, width)]
    click.echo("\n".join(lines), err=True)


def draw(text: str, before: str = "") -> None:
    """Draw a text on the terminal of standard error, after moves of the cursor of our own."""
    from grundy.text.terminal import printable

    print(before + printable(text, kept=""), end="", file=sys.stderr, flush=True)


def ask_line(prompt: str) -> str:
    """A line from the terminal, which edits it. Raises: EOFError: there are no more."""
    from grundy.text.terminal import printable

    return input(printable(prompt, kept=""))


def plain_text(lines: Iterable[Line]) -> str:
    """The text of lines, without colours, as it is recorded."""
    return "".join(f"{line.text}\n" for line in lines)


def _safe(line: Line) -> Line:
    """A line that is one line on the screen, whatever is named in it."""
    from grundy.text.terminal import printable

    return line._replace(text=printable(line.text, kept="\t"))


def _parts(line: Line, width: int | None) -> list[Line]:
    """A line as the lines of a screen; boards have been made for it."""
    if width is None or line.kind == "board":
        return [line]
    from grundy.show.text import fold

    return [line._replace(text=text) for text in fold(line.text, width)]


def fitted(text: str, prose: re.Pattern[str] = EVIDENCE) -> str:
    """A text for the screen, where there is one: its lines that begin so are prose, and not wider than it."""
    width = screen_width()
    if width is None:
        return text
    from grundy.show.text import fold

    lines = (fold(line, width) if len(line) > width and prose.match(line) else [line] for line in text.split("\n"))
    return "\n".join(part for parts in lines for part in parts)


def styled(line: Line) -> str:
    """A line in its colours; without them where they are not wanted (no-color.org) or unknown."""
    style = {} if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else STYLES[line.kind]
    return click.style(line.text, **style) if style and line.text else line.text
