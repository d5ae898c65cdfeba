"""What 0.1 wrote, for the tests that read it."""

from __future__ import annotations

from pathlib import Path

OLD = Path(__file__).parent / "data" / "runs-0.1"
# the address of a page, who wins the position that it holds, and its nim-value, "-" if none is asked for
LINKS = [line.split() for line in (OLD / "links.txt").read_text().splitlines() if not line.startswith("#")]
