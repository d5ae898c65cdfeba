"""What the tests of a release share."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from grundy.compile import shipped

ROOT = Path(__file__).parents[2]
FILES = "https://example.org/grundy/blob/v0"  # where this release's files are read, as far as these tests go

HERE = shipped.target()
# of each system one, and this machine's: all seven take twice the time, and the release makes them by the same code
KINDS = [HERE.name] if HERE else []
KINDS += [name for name in ("linux-aarch64", "macos-arm64", "windows-x86-64") if name not in KINDS]


class Built(NamedTuple):
    """What `python -m build` makes: the wheel, made from the source archive, and that archive."""

    wheel: Path
    source: Path
