"""What is read: a file, or standard input."""

from __future__ import annotations

import sys

STDIN = "<stdin>"


def read_input(file: str) -> tuple[bytes, str]:
    """The bytes of a file or of standard input ('-'), and its name for errors."""
    from grundy.errors import GrundyError

    if file == "-":
        return sys.stdin.buffer.read(), STDIN
    try:
        with open(file, "rb") as stream:
            return stream.read(), file
    except OSError as problem:
        raise GrundyError(f"{file}: expected a file that can be read, found: {problem.strerror}") from problem
