"""How many random examples a property is tried with: a third in `./grundyw test`, all with `--all`.

Each run draws others, so that many runs see what one does not; in CI (and under tests/mutants.py) they are the same.
"""

from __future__ import annotations

import os

ALL = bool(os.environ.get("GRUNDY_TEST_ALL"))
ASKED = os.environ.get("GRUNDY_EXAMPLES")
LEAST = 10


def examples(count: int) -> int:
    """As many as GRUNDY_EXAMPLES asks for; else `count` with `--all`, and a third without, at least 10 of them."""
    if ASKED:
        return int(ASKED)
    return count if ALL else max(count // 3, min(count, LEAST))
