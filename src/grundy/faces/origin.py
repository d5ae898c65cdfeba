"""Where an answer comes from, in words: the command that gives it again, and the version."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from grundy import __version__


def made_by(words: Sequence[str]) -> dict[str, str]:
    """What JSON says of where it comes from."""
    return {"command": as_typed(words), "version": __version__}


def as_typed(words: Sequence[str]) -> str:
    """A command line, from the words after `grundy`; "" without words.

    >>> as_typed(("table", "rule:n -> n-1", "--states", "9"))
    "grundy table 'rule:n -> n-1' --states 9"
    """
    return shlex.join(["grundy", *words]) if words else ""
