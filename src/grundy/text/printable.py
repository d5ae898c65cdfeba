"""Text that a terminal prints as it is: nothing in it moves the cursor, changes colours or turns the reading order.

Everything printed for people passes here. Escaped are all characters of Unicode's class C, but line feeds and tabs
where the caller wants them: C0 and C1 controls, marks of writing direction, zero-width and other format characters
(the joiners of some emoji too), lone surrogates, private and unassigned ones; and of class Z all but the blank, since a
no-break space passes for one.
"""

from __future__ import annotations


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
