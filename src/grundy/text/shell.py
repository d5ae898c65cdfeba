"""Commands of grundy as they are typed into a shell."""

from __future__ import annotations

import shlex
from collections.abc import Sequence


def as_typed(words: Sequence[str]) -> str:
    """A command line, from the words after `grundy`; "" without words.

    >>> as_typed(("table", "rule:n -> n-1", "--states", "9"))
    "grundy table 'rule:n -> n-1' --states 9"
    >>> print(as_typed(("solve", "rectangle", "10\\n01")))
    grundy solve rectangle $'10\\01201'
    """
    return " ".join(map(quoted, ("grundy", *words))) if words else ""


def quoted(word: str) -> str:
    """A word as a shell takes it, in one line and in letters that can be shown: $'' of POSIX 2024 has the others."""
    if word.isprintable():
        return shlex.quote(word)
    written = (one if one.isprintable() else _bytes(one) for one in word.replace("\\", "\\\\").replace("'", "\\'"))
    return f"$'{''.join(written)}'"


def _bytes(character: str) -> str:
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8", "surrogateescape"))


def in_order(command: str, arguments: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """The words of a command: its options last, or first where an argument could be taken for one.

    >>> in_order("solve", ("nim", "3"), ("--json",)), in_order("solve", ("one.py", "-3"), ("--json",))
    (('solve', 'nim', '3', '--json'), ('solve', '--json', '--', 'one.py', '-3'))
    """
    if any(word.startswith("-") for word in arguments):
        return (command, *options, "--", *arguments)
    return (command, *arguments, *options)
