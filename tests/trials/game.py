"""A rule of one's own, for trials of its settings."""

from __future__ import annotations

from collections.abc import Iterator

import grundy


@grundy.rule
def game(n: int, *, most: int = 3) -> Iterator[int]:
    """Take up to `most`."""
    yield from range(max(0, n - most), n)
