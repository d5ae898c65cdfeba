"""What the tests of a release share."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FILES = "https://example.org/grundy/blob/v0"  # where this release's files are read, as far as these tests go


class Built(NamedTuple):
    """What `python -m build` makes: the wheel, made from the source archive, and that archive."""

    wheel: Path
    source: Path
