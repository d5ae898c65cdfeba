"""A line in the lines of a screen."""

from __future__ import annotations

import re

NARROWEST = 40  # a screen with fewer breaks lines as it will
COMMAND = re.compile(r"\(grundy .*\)(?=\.?$)|(?:^|(?<=  ))grundy .*")  # to be pasted, so it stays whole
COLUMNS = re.compile(r"\S+ {2,}(?=\S)")  # a name and blanks before what is said of it


def fold(text: str, width: int) -> list[str]:
    """A line in lines of so many characters at most, which end at blanks; those after the first are indented.

    >>> fold("Computed: a table of all states (grundy table nim --states 9).", 40)
    ['Computed: a table of all states', '  (grundy table nim --states 9).']
    >>> print(*fold("nim                Take any number of counters from one pile.", 45), sep="\\n")
    nim                Take any number of
                       counters from one pile.
    """
    if len(text) <= width or width < NARROWEST:
        return [text]
    import textwrap

    before = text[: len(text) - len(text.lstrip(" "))]
    named = COLUMNS.match(text)
    indent = " " * named.end() if named and named.end() <= width // 2 else f"{before}  "
    whole = COMMAND.sub(lambda found: found[0].replace(" ", "\0"), text[len(before) :])
    lines = textwrap.wrap(
        whole,
        width,
        initial_indent=before,
        subsequent_indent=indent,
        expand_tabs=False,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines] or [text]
