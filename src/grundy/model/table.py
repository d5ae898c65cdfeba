"""What a table of a rule's values holds."""

from __future__ import annotations

import re
from dataclasses import field
from math import prod
from typing import Any

from grundy.model.evidence import WHOLE_TABLE, Evidence
from grundy.model.frozen import frozen
from grundy.model.pattern import Pattern


@frozen
class Contents:
    """What a table holds.

    spec      the rule. shape: how many states in each direction
    convention "normal" or "misere". outcomes: one bit a state, packed, instead of nim-values
    evidence  how the values are known. command: what made them, as it is typed, "" where that is not known
    version   of the grundy that made them, "" where that is not known
    """

    spec: str
    shape: tuple[int, ...]
    convention: str = "normal"
    outcomes: bool = False
    evidence: Evidence = field(default=WHOLE_TABLE, repr=False, compare=False)
    command: str = field(default="", repr=False, compare=False)
    version: str = field(default="", repr=False, compare=False)

    @property
    def total(self) -> int:
        return prod(self.shape)

    def known(self) -> str:
        """How the values are known, in a sentence."""
        return self.evidence.sentence(self.command)

    def origin(self) -> dict[str, Any]:
        """The same for machines."""
        return {
            "evidence": self.evidence.as_dict(),
            "command": self.command or None,
            "version": self.version or None,
        }

    def key(self, digest: str) -> str:
        """The key of a table's file: what a reader must know, and a digest of what must be equal.

        >>> Contents("nim", (3, 4), "misere", True).key("ab")
        'nim misere outcomes 3x4 ab'
        """
        kind = f" {self.convention} outcomes {'x'.join(map(str, self.shape))}" if self.outcomes else ""
        return f"{self.spec}{kind} {digest}"


def contents_of(key: str, shape: tuple[int, ...]) -> Contents:
    """What a table holds, from the key and the shape in its file.

    >>> contents_of("nim misere outcomes 3x4 ab", (2,))
    Contents(spec='nim', shape=(3, 4), convention='misere', outcomes=True)
    >>> contents_of("nim ab", (2,)).spec
    'nim'
    """
    spec, _, _ = key.rpartition(" ")
    bits = re.fullmatch(r"(.*) (normal|misere) outcomes ([0-9]+(?:x[0-9]+)*)", spec)
    if bits is None:
        return Contents(spec or key, shape)
    return Contents(bits[1], tuple(map(int, bits[3].split("x"))), bits[2], True)


@frozen
class Outcomes:
    """What stands in a table of outcomes: how many P-positions, the first of them, and patterns that are observed."""

    contents: Contents
    count: int
    first: tuple[int | tuple[int, ...], ...]
    patterns: tuple[Pattern, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """For machines."""
        return {
            "game": self.contents.spec,
            "play": self.contents.convention,
            "states": self.contents.total,
            "p_position_count": self.count,
            "p_positions": self.first,
            "patterns": [pattern.as_dict() for pattern in self.patterns],
            **self.contents.origin(),
        }
