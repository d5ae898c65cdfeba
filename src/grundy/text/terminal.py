"""What a terminal prints as it is, and commands as they are typed into a shell."""

from __future__ import annotations

from collections.abc import Sequence

# Text that a terminal prints as it is: nothing in it moves the cursor, changes colours or turns the reading order.
#
# Everything printed for people passes here. Escaped are all characters of Unicode's class C, but line feeds and tabs
# where the caller wants them: C0 and C1 controls, marks of writing direction, zero-width and other format characters
# (the joiners of some emoji too), lone surrogates, private and unassigned ones; and of class Z all but the blank,
# since a no-break space passes for one.


def printable(text: str, kept: str = "\n\t") -> str:
    r"""A text with everything escaped that a terminal would act on or not show.

    >>> printable("a\x1b[2J\u202eb\n"), printable("two\nlines", kept="")
    ('a\\x1b[2J\\u202eb\n', 'two\\nlines')
    """
    plain = text
    for character in kept:
        plain = plain.replace(character, "")
    if plain.isprintable():
        return text
    return "".join(c if c in kept or c.isprintable() else "\\n" if c == "\n" else escaped(c) for c in text)


def escaped(character: str) -> str:
    r"""A character by its number, as Python's literals write it; of a byte that is no UTF-8, the byte.

    >>> escaped("\x1b"), escaped("\udcff"), escaped("\u202e"), escaped("\r")
    ('\\x1b', '\\xff', '\\u202e', '\\x0d')
    """
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


# Commands of grundy as they are typed into a shell.


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
        if word.isascii() and word.replace("-", "").isalnum():
            return word  # as most are, for which nothing is loaded
        import shlex

        return shlex.quote(word)
    written = (
        character if character.isprintable() else _bytes(character)
        for character in word.replace("\\", "\\\\").replace("'", "\\'")
    )
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
