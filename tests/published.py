"""Published facts, as tables in tests/known: a fact a line, its last column the source."""

from __future__ import annotations

from pathlib import Path

KNOWN = Path(__file__).parent / "known"


def facts(name: str) -> list[list[str]]:
    """The lines of a table, each in its columns."""
    lines = (KNOWN / name).read_text(encoding="utf-8").splitlines()
    return [line.split(maxsplit=5) for line in lines if line and not line.startswith("#")]
